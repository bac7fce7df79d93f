"""When things are due. The clock is always the caller's."""

import datetime as dt


def due_at(since: dt.datetime, hours: int) -> dt.datetime:
    """The moment `hours` real hours after `since`, also across a change of the clocks (both are aware)."""
    return since.astimezone(dt.UTC) + dt.timedelta(hours=hours)
