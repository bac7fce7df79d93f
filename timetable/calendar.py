"""The weeks of a season, and those among them that are left blank for postponed fixtures (R52).

By default that is the penultimate week of every round; a season may have its last week for it, weeks that its secretary
names, or none.
"""

import datetime as dt
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from scoring.text import N_

WeekKind = Literal["play", "catch-up", "no-play"]
Blank = Literal["penultimate", "last", "named", "none"]
WEEK = dt.timedelta(weeks=1)
# As `date.weekday()` counts them.
WEEKDAYS: Final = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


@dataclass(frozen=True, slots=True)
class WeekPlan:
    """A week of the calendar. `number` counts the weeks of its round; a week without play has none."""

    round: int
    number: int | None
    starts: dt.date
    kind: WeekKind


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a season: the order and kinds of its weeks.

    Attributes:
        blank: which weeks are left blank for postponed fixtures.
        named: the Mondays of those that are, where they are named.
        every: a league week begins so many weeks after the one before: 1 weekly, 2 fortnightly.
        half: the last of several rounds is half a round: every team meets half of the others once more.
    """

    blank: Blank = "penultimate"
    named: frozenset[dt.date] = frozenset()
    every: int = 1
    half: bool = False

    def is_half(self, number: int, rounds: int) -> bool:
        """Return True if a round of so many is only half a round. A single one is whole whatever the shape."""
        return self.half and 1 < rounds == number


USUAL = Shape()


def monday_of(day: dt.date) -> dt.date:
    """The Monday of a day's week."""
    return day - dt.timedelta(days=day.weekday())


def play_weeks_for(teams: int) -> int:
    """Weeks of play in which every pair of `teams` meets once: one fewer for an even number, a bye each for an odd."""
    return max(teams - 1 + teams % 2, 0)


def half_of(play_weeks: int) -> int:
    """Weeks of play in half a round: half of those of a whole one, rounded up."""
    return (play_weeks + 1) // 2


def season_weeks(
    first_week: dt.date, *, rounds: int, play_weeks: int, no_play: Collection[dt.date], shape: Shape = USUAL
) -> tuple[WeekPlan, ...]:
    """Every week of a season in order.

    A named week is left blank wherever it falls: between two league weeks it pushes nothing back, after the last one it
    ends the season. One that is without play, or comes before the season, is no week of it.

    Args:
        first_week: any day of the first week.
        rounds: how often every pair meets.
        play_weeks: weeks of play in each round, the blank week not counted.
        no_play: days without play; the whole week of each is left out and pushes the later ones back.
    """
    if play_weeks <= 0:
        return ()
    weeks = _Laying(monday_of(first_week), shape, no_play)
    for number in range(1, rounds + 1):
        own = half_of(play_weeks) if shape.is_half(number, rounds) else play_weeks
        for kind in _kinds(own, shape, last=number == rounds):
            weeks.lay(number, kind)
    weeks.close()
    return tuple(weeks.laid)


def _kinds(play_weeks: int, shape: Shape, *, last: bool) -> Iterator[WeekKind]:
    """The kinds of a round's weeks in order, named ones left out."""
    for number in range(1, play_weeks + 1):
        if shape.blank == "penultimate" and number == play_weeks:
            yield "catch-up"
        yield "play"
    if shape.blank == "last" and last:
        yield "catch-up"


class _Laying:
    """Weeks laid one after another, round the weeks without play and the named ones."""

    def __init__(self, starts: dt.date, shape: Shape, no_play: Collection[dt.date]) -> None:
        self.laid: list[WeekPlan] = []
        self._starts, self._step = starts, WEEK * shape.every
        off = {monday_of(day) for day in no_play}
        named = {monday_of(day) for day in shape.named} if shape.blank == "named" else set()
        found: dict[dt.date, WeekKind] = {**dict.fromkeys(named, "catch-up"), **dict.fromkeys(off, "no-play")}
        self._apart = {monday: kind for monday, kind in sorted(found.items()) if monday >= starts}

    def lay(self, of_round: int, kind: WeekKind) -> None:
        """Add the next week of a round, after those apart from it that come before."""
        while self._starts in self._apart:
            self._starts += self._step
        for monday in [monday for monday in self._apart if monday < self._starts]:
            self._lay_apart(monday, of_round)
        self._add(of_round, self._starts, kind)
        self._starts += self._step

    def close(self) -> None:
        """Add the named weeks that come after the last one."""
        for monday, kind in list(self._apart.items()):
            if kind == "catch-up":
                self._lay_apart(monday, self.laid[-1].round)

    def _lay_apart(self, monday: dt.date, of_round: int) -> None:
        """Add a week without play, or a named one, which between two rounds belongs to the one that is over."""
        kind = self._apart.pop(monday)
        self._add(self.laid[-1].round if kind == "catch-up" and self.laid else of_round, monday, kind)

    def _add(self, of_round: int, starts: dt.date, kind: WeekKind) -> None:
        number = 1 + sum(week.round == of_round and week.number is not None for week in self.laid)
        self.laid.append(WeekPlan(of_round, None if kind == "no-play" else number, starts, kind))
