"""An in-process cache of responses, valid while their league is unchanged; each is computed once, others wait."""

import datetime as dt
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache
from django.db import Error
from django.utils import timezone

from league.models import League
from league.queries.honours.nights import CleanNights, count_nights
from league.queries.journal import DivisionSlugs, end_of_journal, last_change, table_changes

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


@dataclass(slots=True)
class _Followed:
    """How far a league's journal was followed, and the hashes of the last entries that can have changed its tables."""

    end: str
    number: int
    any_division: str
    one_division: dict[DivisionSlugs, str] = field(default_factory=dict)


class DivisionStates:
    """The last journal entry that can have changed a division's table, by league, followed as the journal grows.

    A result confirmed in one division leaves the tables of the others as they are.
    """

    MOST_LEAGUES, MOST_ENTRIES = 500, 500

    def __init__(self) -> None:
        self._leagues: LRUCache[str, _Followed] = LRUCache(self.MOST_LEAGUES)
        self._lock = Lock()

    def state_of(self, league: str, division: DivisionSlugs | None, state: str) -> str:
        """Return a division's state, at least as new as its league's (a query where the journal has grown).

        What is scored live is in no entry, and so not in it. Of no division, it is that of what no result or date of a
        fixture changes.

        Args:
            league: its slug; `state` is from `state_of`.
        """
        with self._lock:
            followed = self._followed(league, state)
            return followed.one_division.get(division, followed.any_division) if division else followed.any_division

    def states_of(self, league: str, state: str) -> tuple[str, Mapping[DivisionSlugs, str]]:
        """Return the state of what no result changes, and those of the divisions that have changed since."""
        with self._lock:
            followed = self._followed(league, state)
            return followed.any_division, dict(followed.one_division)

    def _followed(self, league: str, state: str) -> _Followed:
        end = state.partition(".")[0]
        followed = self._leagues.get(league)
        if followed is None or followed.end != end:
            try:
                followed = self._leagues[league] = self._follow(league, followed, end)
            except Error:
                return _Followed(end, 0, state)  # What is asked for says itself that the database is away.
        return followed

    def _follow(self, league: str, before: _Followed | None, end: str) -> _Followed:
        changes = table_changes(league, before.number, self.MOST_ENTRIES) if before else []
        # Another end without a new entry is that of a database that somebody has put in its place.
        if before is None or not 0 < len(changes) <= self.MOST_ENTRIES:
            last = last_change(league)
            return _Followed(end, last.number, last.hash)
        for number, hash, division in changes:
            if division is None:
                before = _Followed(end, number, hash)
            else:
                before.one_division[division] = hash
                before.number = number
        before.end = end
        return before


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

    def latest(self, key: Hashable) -> Value | None:
        """Return the value cached under this key, whatever its stamp."""
        with self._lock:
            entry = self._made.get(key)
        return entry[1] if entry is not None else None

    def get_each(
        self,
        keys: Sequence[tuple[Hashable, Stamp]],
        make: Callable[[Sequence[int]], Sequence[Value]],
    ) -> list[Value]:
        """Return a value for each key and stamp; those not cached are made in one go, told by their places."""
        found = [self._cached(key, stamp) for key, stamp in keys]
        missing = [place for place, value in enumerate(found) if value is None]
        if len(missing) == 1:
            found[missing[0]] = self.get(*keys[missing[0]], lambda: make(missing)[0])
            return [value for value in found if value is not None]
        for place, value in zip(missing, make(missing) if missing else (), strict=True):
            found[place] = self._keep(*keys[place], value)
        return [value for value in found if value is not None]

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


class _Counted(NamedTuple):
    since: Stamp
    divisions: Mapping[DivisionSlugs, str]
    nights: CleanNights


class KeptNights:
    """The nights of each league on which players won every game; a result has those of its own division counted anew.

    To count them all reads every sheet of the league.
    """

    # Of players in divisions, as many as four leagues of a million games have; each takes some 270 bytes.
    MOST_TALLIES = 250_000

    def __init__(self, states: DivisionStates) -> None:
        self._states = states
        self._counted: Memory[_Counted] = Memory(self.MOST_TALLIES, lambda counted: counted.nights.size)

    def get(self, league: League, state: str) -> CleanNights:
        """Return them at least as new as `state`, which is from `state_of` (one query where something changed)."""
        stamp = stamp_of(state.partition(".")[0], QUARTER)
        counted = self._counted.get(league.pk, stamp, lambda: self._count(league, stamp))
        return (counted or self._count(league, stamp)).nights

    def _count(self, league: League, stamp: Stamp) -> _Counted:
        any_division, divisions = self._states.states_of(league.slug, stamp[0])
        since, before = (any_division, stamp[1]), self._counted.latest(league.pk)
        if before is None or before.since != since:
            return _Counted(since, divisions, CleanNights.build(count_nights(league)))
        changed = [names for names, hash in divisions.items() if before.divisions.get(names) != hash]
        counted = count_nights(league, changed) if changed else {}
        return _Counted(since, divisions, before.nights.replace(changed, counted))
