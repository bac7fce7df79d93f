"""What follows when an administrator writes another's account: its owner is told."""

import datetime as dt
from functools import partial

from allauth.account.models import EmailAddress
from django.db import transaction

from league.enums import SecurityKind
from league.models import User
from league.services.people import invite
from league.services.people.accounts.alerts import tell
from league.services.people.accounts.proving import claim, discard_older
from league.services.people.accounts.security import note
from league.services.people.accounts.signed_links import end_links
from league.translation import N_

# Where an administrator was when they did it is no business of the account's owner.
THEIRS = {"ip": "", "user_agent": N_("the administrator’s pages")}


def password_changed(user: User, *, by: User, now: dt.datetime) -> None:
    """Record that an administrator has set or removed an account's password, and tell its owner."""
    note(SecurityKind.PASSWORD_CHANGED, user, by=by, now=now)
    tell(user, "password_administered", has_one=user.has_usable_password(), **THEIRS)


@transaction.atomic
def readdress(user: User, old: str, *, by: User, now: dt.datetime) -> None:
    """Make the address that an administrator has given an account its only way in, and tell the old ones.

    Through another address somebody could ask for a code. Whoever has the new mailbox proves it and begins anew; no
    older
    key, and no link in the old mailbox, opens the account. `user` is saved with its new address.
    """
    others = EmailAddress.objects.filter(user=user).exclude(email__iexact=user.email)
    confirmed = others.filter(verified=True).values_list("email", flat=True)
    told = {old.lower(), *(address.lower() for address in confirmed)}
    others.delete()
    claim(user)
    EmailAddress.objects.filter(user=user).update(primary=True)
    note(SecurityKind.ADDRESS_CHANGED, user, by=by, detail=user.email, now=now)
    discard_older(user, now=now)
    end_links(user)
    invite.recall(user, by=by, now=now)
    for address in sorted(told):
        transaction.on_commit(partial(tell, user, "address_administered", at=address, **THEIRS))
