"""Throw away tables that nobody uses any more."""

import datetime as dt

from league.models import PlayTable, User

KEPT = dt.timedelta(days=30)


def throw_away_tables(*, now: dt.datetime) -> int:
    """Throw away the tables of nobody that nobody has used for thirty days. Returns how many."""
    old = PlayTable.objects.filter(owner=None, used_at__lt=now - KEPT)
    gone = old.count()
    old.delete()
    return gone


def throw_away_tables_of(user: User) -> None:
    """Throw away the tables that somebody opened, with every game played at them."""
    PlayTable.objects.filter(owner=user).delete()
