"""The link in every mail that turns its kind off, without signing in: signed, for one person and some kinds."""

from dataclasses import dataclass

from django.core import signing

from league.enums import Delivery, NoticeKind

SALT = "muggins.unsubscribe"


@dataclass(frozen=True, slots=True)
class Unsubscribing:
    """The contents of such a link: whose it is, and which kinds of mail it is about.

    Attributes:
        before: how the person had these kinds when the mail was sent; turned on again they are that way.
    """

    user_id: int
    kinds: tuple[NoticeKind, ...]
    before: Delivery


def token_for(user_id: int, kinds: tuple[str, ...], before: str) -> str:
    """The last part of the link. It does not expire: an old mail's link must still work."""
    return signing.Signer(salt=SALT).sign_object([user_id, list(kinds), before])


def read_token(token: str) -> Unsubscribing | None:
    """Return the contents of a link; None where nobody here has made it."""
    try:
        user_id, kinds, before = signing.Signer(salt=SALT).unsign_object(token)
        return Unsubscribing(int(user_id), tuple(NoticeKind(kind) for kind in kinds), Delivery(before))
    except (signing.BadSignature, ValueError, TypeError):
        return None
