"""The link in every mail that turns its kind off without signing in: signed, for one person and some kinds."""

from dataclasses import dataclass

from league.enums import Delivery, NoticeKind
from league.models import User
from league.services.people.accounts.signed_links import read_link, sign_link

SALT = "muggins.unsubscribe"


@dataclass(frozen=True, slots=True)
class Unsubscribing:
    """A link's contents; `before` is the delivery that turning on again restores."""

    user_id: int
    kinds: tuple[NoticeKind, ...]
    before: Delivery


def token_for(user: User, kinds: tuple[str, ...], before: str) -> str:
    """Return the token, valid as long as the mail's address is the account's."""
    return sign_link(user, SALT, list(kinds), before)


def read_token(token: str) -> Unsubscribing | None:
    """Return a token's contents; None if it is forged or the address has changed."""
    link = read_link(token, SALT)
    if link is None:
        return None
    user, values = link
    try:
        kinds, before = values
        return Unsubscribing(user.pk, tuple(NoticeKind(kind) for kind in kinds), Delivery(before))
    except (ValueError, TypeError):
        return None
