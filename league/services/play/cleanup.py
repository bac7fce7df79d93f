"""Throw away tables that nobody uses any more."""

import datetime as dt

from league.models import PlayTable

KEPT = dt.timedelta(days=30)


def throw_away_tables(*, now: dt.datetime) -> int:
    """Throw away the tables of nobody that nobody has used for thirty days. Returns how many."""
    old = PlayTable.objects.filter(owner=None, used_at__lt=now - KEPT)
    gone = old.count()
    old.delete()
    return gone
