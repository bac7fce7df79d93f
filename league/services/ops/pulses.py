"""Heartbeats during a long task, by a thread that lives no longer than it.

Where a process does one task at a time, a long one would look like an outage. A worker that does nothing gives no
heartbeat.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import structlog
from django.db import DatabaseError, connections

from league.models import Heartbeat

EVERY = dt.timedelta(minutes=1)
LONGEST = dt.timedelta(hours=1)
"""A task that takes longer hangs. Workers with processes end it, one that is a thread cannot."""
log = structlog.get_logger(__name__)


@contextmanager
def meanwhile(
    take: Callable[[], object], *, every: dt.timedelta | None = None, longest: dt.timedelta = LONGEST
) -> Iterator[None]:
    """Take heartbeats while the block runs.

    Args:
        take: takes one, on a database connection of its own thread.
        every: the interval; most tasks are over before the first.
        longest: after so long there is none any more.
    """
    over = Event()
    every = every or EVERY
    thread = Thread(target=_give, args=(take, over, every, longest // every), name="pulses", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _give(take: Callable[[], object], over: Event, every: dt.timedelta, count: int) -> None:
    for _ in range(count):
        if over.wait(every.total_seconds()):
            return
        try:
            take()
        except DatabaseError:
            # SQLite lets one write at a time, and a database may be away for a moment: the next one is soon enough.
            log.warning("pulse_not_taken", exc_info=True)
        finally:
            connections.close_all()


def beat(job: str, *, now: dt.datetime, told: str = "") -> None:
    """Record that a job ran; `told`, e.g. ``12 sent``, is public on the health page, which finds jobs by their beat
    name."""
    Heartbeat.objects.update_or_create(job=job, defaults={"ran_at": now, "told": told[:250]})
