"""An in-process cache of responses, valid while their league is unchanged; each is computed once, others wait."""

import datetime as dt
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, TypeVar

from cachetools import LRUCache
from django.db import Error
from django.utils import timezone

from league.queries.journal import end_of_journal

Value = TypeVar("Value")
# The end of the league's journal, and the beginning of the time for which an answer holds.
Stamp = tuple[str, dt.datetime]
# What the clock changes (a fixture has begun) changes on whole minutes; a league's day, which is all that the clock
# changes elsewhere, ends on a quarter of an hour in every time zone.
MINUTE, QUARTER = 1, 15
# Whoever has waited so long makes it themselves.
LONGEST_WAIT = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    etag: str
    body: bytes = field(repr=False)
    headers: tuple[tuple[str, str], ...]

    @property
    def weight(self) -> int:
        """Approximate size in bytes."""
        return len(self.body) + 1000


def state_of(slug: str) -> str:
    """Return a league's version, which every change replaces (one query); blank if unknown."""
    try:
        return end_of_journal(slug)
    except Error:
        return ""  # What is asked for says itself that the database is away.


def stamp_of(state: str, minutes: int) -> Stamp:
    """Return the stamp of a response that also expires after so many minutes of the clock."""
    now = timezone.now()
    return state, now.replace(minute=now.minute - now.minute % minutes, second=0, microsecond=0)


class Memory(Generic[Value]):
    """A least-recently-used cache of values with the stamp they were made from."""

    def __init__(self, size: int, weigh: Callable[[Value], int] | None = None) -> None:
        self._made: LRUCache[Hashable, tuple[Stamp, Value]] = LRUCache(
            size, getsizeof=None if weigh is None else lambda entry: weigh(entry[1])
        )
        self._makers: dict[tuple[Hashable, Stamp], Event] = {}
        self._lock = Lock()

    def get(self, key: Hashable, stamp: Stamp, make: Callable[[], Value | None]) -> Value | None:
        """Return the value cached under this key and stamp, or make it.

        One caller makes it and the others wait; if it is not cacheable (None), each makes their own.
        """
        kept, maker = self._look(key, stamp)
        if kept is None and maker is not None:
            maker.wait(LONGEST_WAIT)
            kept = self._cached(key, stamp)
        elif kept is None:
            try:
                return self._keep(key, stamp, make())
            finally:
                with self._lock:
                    self._makers.pop((key, stamp)).set()
        return kept if kept is not None else self._keep(key, stamp, make())

    def _look(self, key: Hashable, stamp: Stamp) -> tuple[Value | None, Event | None]:
        """Return the cached value, or the event of its maker; neither where the caller is to make it now."""
        with self._lock:
            entry = self._made.get(key)
            if entry is not None and entry[0] == stamp:
                return entry[1], None
            maker = self._makers.get((key, stamp))
            if maker is None:
                self._makers[key, stamp] = Event()
            return None, maker

    def _cached(self, key: Hashable, stamp: Stamp) -> Value | None:
        with self._lock:
            entry = self._made.get(key)
        return entry[1] if entry is not None and entry[0] == stamp else None

    def _keep(self, key: Hashable, stamp: Stamp, value: Value | None) -> Value | None:
        if value is not None:
            with self._lock:
                # What is too large for the memory is answered, and not kept.
                if self._made.getsizeof((stamp, value)) <= self._made.maxsize:
                    self._made[key] = (stamp, value)
        return value
