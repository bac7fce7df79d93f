"""A user's account as its owner reads it: its security log, and what opens it without a password."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from league.models import ApiToken, CalendarFeed, SecurityEvent, User


@dataclass(frozen=True, slots=True)
class Keys:
    """The numbers of a user's tokens and secret calendar addresses that are still good."""

    tokens: int
    calendars: int


def tokens_of(user: User) -> list[ApiToken]:
    """The tokens of a user that they have not revoked, the latest first (one query)."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None))


def keys_of(user: User, *, now: dt.datetime) -> Keys:
    """Count what opens a part of a user's account without its password (two queries)."""
    lasting = Q(expires_at=None) | Q(expires_at__gt=now)
    return Keys(
        ApiToken.objects.filter(lasting, user=user, revoked_at=None).count(),
        CalendarFeed.objects.filter(user=user, revoked_at=None).count(),
    )


SHOWN = 100


def events_of(user: User) -> list[SecurityEvent]:
    """Return the latest events of an account, the latest first (one query)."""
    return list(SecurityEvent.objects.filter(user=user).select_related("by")[:SHOWN])


def has_accounts() -> bool:
    """Return True if anybody has an account on this server, closed or not (one query)."""
    return User.objects.exists()
