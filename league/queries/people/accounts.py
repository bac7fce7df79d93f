import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from league.models import ApiToken, CalendarFeed, SecurityEvent, User


@dataclass(frozen=True, slots=True)
class Keys:
    """Numbers of a user's valid tokens and secret calendar addresses."""

    tokens: int
    calendars: int


def tokens_of(user: User) -> list[ApiToken]:
    """A user's unrevoked tokens, the latest first (one query)."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None))


def keys_of(user: User, *, now: dt.datetime) -> Keys:
    lasting = Q(expires_at=None) | Q(expires_at__gt=now)
    return Keys(
        ApiToken.objects.filter(lasting, user=user, revoked_at=None).count(),
        CalendarFeed.objects.filter(user=user, revoked_at=None).count(),
    )


SHOWN = 100


def events_of(user: User) -> list[SecurityEvent]:
    """The latest events of an account (one query)."""
    return list(SecurityEvent.objects.filter(user=user).select_related("by")[:SHOWN])


def has_accounts() -> bool:
    """Whether anybody has an account on this server, closed or not (one query)."""
    return User.objects.exists()
