"""The security log as its owner reads it."""

from league.models import SecurityEvent, User

SHOWN = 100


def events_of(user: User) -> list[SecurityEvent]:
    """Return the latest events of an account, the latest first (one query)."""
    return list(SecurityEvent.objects.filter(user=user).select_related("by")[:SHOWN])
