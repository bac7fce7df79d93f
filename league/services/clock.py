"""Clocks to compare: this machine's since its start, and the database's.

The time of day can jump: a battery is empty, somebody mistypes a date. The seconds since the machine's start do not,
and count on while a laptop sleeps. Processes on one machine (and its containers) share them.
"""

import datetime as dt
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Clocks:
    """Readings of the other clocks; `boot` identifies this start of the machine, `up` are seconds since, with sleep."""

    boot: str = ""
    up: float = 0.0
    database: dt.datetime | None = None


class RunningClock:
    """A caller's moment that runs on: calling it returns the moment that it is now."""

    def __init__(self, now: dt.datetime) -> None:
        self._now, self._began = now, time.monotonic()

    def elapsed(self) -> dt.timedelta:
        """How long it has run, in whole seconds."""
        return dt.timedelta(seconds=int(time.monotonic() - self._began))

    def __call__(self) -> dt.datetime:
        return self._now + self.elapsed()


def read_clocks() -> Clocks:
    """Read the other clocks; nothing where the settings do not want them compared."""
    if not settings.CLOCKS_ARE_COMPARED:
        return Clocks()
    boot = BOOT_ID.read_text().strip() if BOOT_ID.exists() and hasattr(time, "CLOCK_BOOTTIME") else ""
    return Clocks(boot, time.clock_gettime(time.CLOCK_BOOTTIME) if boot else 0.0, _of_the_database())


def _of_the_database() -> dt.datetime | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: dt.datetime = cursor.fetchone()[0]
    return now
