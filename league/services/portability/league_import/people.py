"""The people of an exported file: those who have an account here, and those who only seem to.

The file says of its people what it likes: their numbers for good (uid) and their addresses. An account here is theirs
only if the operator says so: of an address, or of everybody whose number agrees and who has proved the address here.
Making a file or an account beforehand gains nothing (docs/decisions/accounts.md).
"""

import datetime as dt
import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.functions import Lower

from league.models import User
from league.services.portability.league_import.archive import Faults, Values
from league.translation import Text

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class SeparateAccount:
    """Somebody of the file who is like somebody here, and gets an account of their own all the same.

    Attributes:
        number_taken: an account here has their uid, with an address that is not proved to be this one.
        address_taken: an account here has their address. Theirs is then without one, and nobody can sign in to it.
    """

    email: str
    number_taken: bool
    address_taken: bool

    def describe(self) -> Text:
        if self.address_taken and self.number_taken:
            return Text(
                "{address} has an account here, which a file alone does not reach. This person’s part of the league is "
                "kept on a new account without an address, which nobody can sign in to.",
                address=self.email,
            )
        if self.address_taken:
            return Text(
                "{address} is the address of an account here that the file does not know. This person’s part of "
                "the league is kept on a new account without an address, which nobody can sign in to.",
                address=self.email,
            )
        return Text(
            "{address} gets a new account: the account here that goes by this person’s number has another address, "
            "or nobody has confirmed it.",
            address=self.email,
        )


def people_here(
    users: Iterable[Values], faults: Faults, *, vouched: Collection[str] = (), all_same: bool = False
) -> tuple[dict[int, User], dict[int, SeparateAccount]]:
    """Return which of the file's people have an account here, and who only seem to, by their numbers in the file.

    Args:
        vouched: addresses of which the operator says that the file means their owners here, whatever their numbers.
        all_same: the operator says so of everybody whose number and proved address agree.
    """
    rows = list(users)
    vouched_for = {address.strip().lower() for address in vouched}
    by_uid, named, owners = _accounts_like(rows)
    known: dict[int, User] = {}
    apart: dict[int, SeparateAccount] = {}
    taken: dict[int, str] = {}
    for row in rows:
        email = row["email"].lower()
        same, owner = by_uid.get(row["uid"]), owners.get(email)
        user = same if same is not None and _nobody_s(same, row["erased_at"]) else None
        if all_same and same is not None and same == owner:
            user = same
        if email in vouched_for:
            user = user or owner
            vouched_for.discard(email)
            if user is None:
                unproved = Text("--same-person {address}: nobody has confirmed that address here.", address=email)
                faults.add("", unproved)
        if user is None:
            if same is not None or owner is not None or email in named:
                apart[row["id"]] = SeparateAccount(row["email"], same is not None, owner is not None or email in named)
            continue
        if user.pk in taken:
            both = Text("{address} and {other} are one account here", address=row["email"], other=taken[user.pk])
            faults.add("user.jsonl", both, field="email")
        taken[user.pk] = row["email"]
        known[row["id"]] = user
    for address in sorted(vouched_for):
        faults.add("", Text("--same-person {address}: nobody in the file has that address.", address=address))
    return known, apart


def _accounts_like(rows: list[Values]) -> tuple[dict[uuid.UUID, User], set[str], dict[str, User]]:
    """Return the accounts by uid; the addresses that name one; and by address those whose owners have proved it."""
    by_uid: dict[uuid.UUID, User] = {}
    named: set[str] = set()
    owners: dict[str, User] = {}
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        emails = [row["email"].lower() for row in some]
        by_uid.update({user.uid: user for user in User.objects.filter(uid__in=[row["uid"] for row in some])})
        asked = User.objects.annotate(address=Lower("email")).filter(address__in=emails)
        named.update(email.lower() for email in asked.values_list("email", flat=True))
        proved = EmailAddress.objects.annotate(address=Lower("email")).filter(address__in=emails, verified=True)
        owners.update({one.email.lower(): one.user for one in proved.select_related("user")})
    return by_uid, named, owners


def _nobody_s(user: User, erased_at: dt.datetime | None) -> bool:
    """Return True for somebody who was erased there and here: nobody can sign in to that account."""
    return erased_at is not None and user.erased_at is not None and not user.is_active


def account_apart(row: dict[str, Any], apart: SeparateAccount) -> None:
    """Change the values of a new account's row so that nothing of the account here becomes its."""
    if apart.number_taken:
        row["uid"] = uuid.uuid4()
    if apart.address_taken:
        row["email"], row["is_active"] = f"not-joined-{row['uid']}@invalid.invalid", False
