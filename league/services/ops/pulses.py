"""Signs of life of a task that takes long.

A pulse is taken where a task begins. Where a process does one task at a time, one that takes longer than the silence of
an outage would look like an outage, though every page works. So a thread of its own takes the pulse while a task is at
work. It lives no longer than the task: a worker that does nothing any more gives no sign of life, whatever else still
runs in its process.
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
    """Give signs of life while the block is at work.

    Args:
        take: gives one, on a database connection of its own thread.
        every: how long there is none, from the beginning too; so most tasks are over before the first.
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
    """Note that a job ran. Ran twice at once, it notes either.

    Args:
        job: its name in the beat schedule, e.g. ``mail``; the health page looks for it under that name.
        told: what it did, in a few words: ``12 sent``. Anybody may read it.
    """
    Heartbeat.objects.update_or_create(job=job, defaults={"ran_at": now, "told": told[:250]})
