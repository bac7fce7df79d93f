"""Second factors: what follows when one is added, and the operator's reset for whoever has lost theirs."""

import datetime as dt
import uuid
from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from league.access.grants import FACTORS
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import League, Role, User
from league.rules.problems import Problem
from league.services.journal import record
from league.services.people.accounts.alerts import tell
from league.services.people.accounts.sessions import end_sessions
from league.services.people.roles import player_of
from league.translation import N_, Text

LONGEST_REASON = 500


def added(sender: Any, *, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """Sign a user out elsewhere when they add a factor (allauth's `authenticator_added`): older sessions lack it."""
    if authenticator.type in FACTORS:
        end_sessions(user, keep=request.session.session_key, now=timezone.now())


def reset_factors(user: User, *, reason: str, now: dt.datetime) -> int:
    """Remove every second factor of a user, end their sessions and mail them; return how many. The operator's act.

    Journalled in each league where they hold a role; for a superuser in every league. The password stays: whoever
    resets it
    proves the address.
    """
    reason = " ".join(reason.replace("\0", "").split())
    if not reason or len(reason) > LONGEST_REASON:
        message = Text(
            "Give the reason in at most {most} letters: how you know that it is they who ask.", most=LONGEST_REASON
        )
        raise Invalid([Problem("reason", message, "reason")])
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        found = Authenticator.objects.filter(user_id=user.pk)
        removed = found.filter(type__in=FACTORS).count()
        if not found.exists():
            raise WrongState(Text("{address} has no second factor.", address=user.email))
        found.delete()
        end_sessions(user, now=now)
        for league in _leagues_of(user, now):
            _record(league, user, reason, now)
    tell(user, "factors_reset", reason=reason)
    return removed


def _leagues_of(user: User, now: dt.datetime) -> list[League]:
    """Leagues in which a user holds a role, in the order in which they are locked."""
    if user.is_superuser:
        return list(League.objects.order_by("pk"))
    # A role ends by the league's own calendar; one that ended a day ago elsewhere is told of rather than not.
    lasting = Q(ends_on=None) | Q(ends_on__gte=now.date() - dt.timedelta(days=1))
    held = Role.objects.filter(lasting, user=user, ended_at=None)
    return list(League.objects.filter(pk__in=held.values("league")).order_by("pk"))


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
