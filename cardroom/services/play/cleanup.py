"""Delete tables that nobody uses any more."""

import datetime as dt

from cardroom.models import PlayTable

KEPT = dt.timedelta(days=30)


def delete_unused_tables(*, now: dt.datetime) -> int:
    """Delete the tables of nobody that nobody has used for thirty days; returns how many."""
    unused = PlayTable.objects.filter(owner=None, used_at__lt=now - KEPT)
    count = unused.count()
    unused.delete()
    return count
