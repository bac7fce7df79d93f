"""What an administrator or operator does to another's account: its owner is told."""

import datetime as dt
import uuid
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from league.access.grants import FACTORS
from league.enums import JournalKind, SecurityKind
from league.errors import Invalid, WrongState
from league.models import League, Role, User
from league.rules.problems import Problem
from league.services.journal import record
from league.services.people import invite
from league.services.people.accounts.accounts import discard_older, store_unproved_address
from league.services.people.accounts.keys import end_links
from league.services.people.accounts.security import end_sessions, mail_owner, note
from league.services.people.roles import player_of
from league.translation import N_, Text

LONGEST_REASON = 500


def end_other_sessions(
    sender: Any, *, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    """Sign a user out elsewhere when they add a factor (allauth's `authenticator_added`): older sessions lack it."""
    if authenticator.type in FACTORS:
        end_sessions(user, keep=request.session.session_key, now=timezone.now())


def reset_factors(user: User, *, reason: str, now: dt.datetime) -> int:
    """Remove every second factor of a user, end their sessions and mail them; return how many. The operator's act.

    Journalled in each league where they hold a role; for a superuser in every league. The password stays: whoever
    resets it proves the address.
    """
    reason = " ".join(reason.replace("\0", "").split())
    if not reason or len(reason) > LONGEST_REASON:
        message = Text(
            "Give the reason in at most {most} letters: how you know that it is they who ask.", most=LONGEST_REASON
        )
        raise Invalid([Problem("reason", message, "reason")])
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        factors = Authenticator.objects.filter(user_id=user.pk)
        removed = factors.filter(type__in=FACTORS).count()
        if not factors.exists():
            raise WrongState(Text("{address} has no second factor.", address=user.email))
        factors.delete()
        end_sessions(user, now=now)
        for league in _leagues_of(user, now):
            _record(league, user, reason, now)
    mail_owner(user, "factors_reset", reason=reason)
    return removed


def _leagues_of(user: User, now: dt.datetime) -> list[League]:
    """Leagues in which a user holds a role, in the order in which they are locked."""
    if user.is_superuser:
        return list(League.objects.order_by("pk"))
    # A role ends by the league's own calendar; one that ended a day ago elsewhere is told of rather than not.
    lasting = Q(ends_on=None) | Q(ends_on__gte=now.date() - dt.timedelta(days=1))
    roles = Role.objects.filter(lasting, user=user, ended_at=None)
    return list(League.objects.filter(pk__in=roles.values("league")).order_by("pk"))


def _record(league: League, user: User, reason: str, now: dt.datetime) -> None:
    player = player_of(user, league)
    if player is not None:
        what = Text("removed the second factors of {player}, and ended their sessions", player="{player}")
    else:
        what = N_("removed the second factors of somebody, and ended their sessions")
    data = {"user": str(user.uid)}
    key = f"{user.uid}:{uuid.uuid4().hex}"
    kind = JournalKind.FACTORS_RESET
    record(league, kind, key, by=None, now=now, what=what, why=reason, player=player, data=data)


# Where an administrator was when they did it is no business of the account's owner.
THEIRS = {"ip": "", "user_agent": N_("the administrator’s pages")}


def password_changed(user: User, *, by: User, now: dt.datetime) -> None:
    """Record that an administrator has set or removed an account's password, and tell its owner."""
    note(SecurityKind.PASSWORD_CHANGED, user, by=by, now=now)
    mail_owner(user, "password_administered", has_one=user.has_usable_password(), **THEIRS)


@transaction.atomic
def change_address(user: User, old: str, *, by: User, now: dt.datetime) -> None:
    """Make the address that an administrator has given an account its only way in, and tell the old ones.

    Through another address somebody could ask for a code. Whoever has the new mailbox proves it and begins anew; no
    older key, and no link in the old mailbox, opens the account. `user` is saved with its new address.
    """
    others = EmailAddress.objects.filter(user=user).exclude(email__iexact=user.email)
    confirmed = others.filter(verified=True).values_list("email", flat=True)
    recipients = {old.lower(), *(address.lower() for address in confirmed)}
    others.delete()
    store_unproved_address(user)
    EmailAddress.objects.filter(user=user).update(primary=True)
    note(SecurityKind.ADDRESS_CHANGED, user, by=by, detail=user.email, now=now)
    discard_older(user, now=now)
    end_links(user)
    invite.withdraw_all(user, by=by, now=now)
    for address in sorted(recipients):
        transaction.on_commit(partial(mail_owner, user, "address_administered", at=address, **THEIRS))
