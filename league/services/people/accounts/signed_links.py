"""Links in mails that act for an account without signing in: signed, not stored, and tied to one address.

Whoever has the mailbox may act with a link for as long as that is the account's address. A link names the account and a
mark of its address and of how often that has changed: an old mailbox's links are dead even after a change back.
"""

from typing import Any

from django.core import signing
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import User

MARK_SALT = "muggins.link-address"
MARK_LENGTH = 16


def sign_link(user: User, salt: str, *values: Any) -> str:
    """Return a token for `user` with values that JSON can hold. It does not expire."""
    return signing.Signer(salt=salt).sign_object([user.pk, address_mark(user), *values])


def read_link(token: str, salt: str) -> tuple[User, list[Any]] | None:
    """Return a token's user and values; None if forged, or if the account has another address now (one query)."""
    try:
        user_id, mark, *values = signing.Signer(salt=salt).unsign_object(token)
        user = User.objects.filter(pk=user_id).first()
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if user is None or not constant_time_compare(mark, address_mark(user)):
        return None
    return user, values


def address_mark(user: User) -> str:
    """Return a mark that differs with the account's address, and after each change of it."""
    about = f"{user.pk}:{user.address_version}:{user.email.lower()}"
    return salted_hmac(MARK_SALT, about, algorithm="sha256").hexdigest()[:MARK_LENGTH]


def end_links(user: User) -> None:
    """Invalidate every link and code mailed to an account before now."""
    User.objects.filter(pk=user.pk).update(address_version=F("address_version") + 1)
    user.refresh_from_db(fields=["address_version"])
