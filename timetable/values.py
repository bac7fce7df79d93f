"""The values a timetable is made from, and its outcome. Names are unique: teams within a season, divisions, venues.

A *break* is a team that plays two fixtures at home, or two away, one after the other within a round's weeks of play
(the blank week and a bye do not interrupt the row) or over the change of rounds.
"""

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal

from timetable.calendar import USUAL, Shape

# How many fixtures in a row a team may play at home, or away.
LONGEST_RUN = 2

SecondHalf = Literal["mirrored", "french"]
Method = Literal["solver", "circle"]


@dataclass(frozen=True, slots=True)
class Team:
    """A team as its division's timetable sees it. `night` counts from Monday, 0; on `blackouts` it cannot play."""

    name: str
    venue: str
    night: int
    start: dt.time
    blackouts: frozenset[dt.date] = frozenset()


@dataclass(frozen=True, slots=True)
class Venue:
    """A place where teams are at home; `boards` fixtures at once on one evening, none on a day when it is closed."""

    name: str
    boards: int = 1
    closed: frozenset[dt.date] = frozenset()


@dataclass(frozen=True, slots=True)
class Division:
    name: str
    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class MeetInWeek:
    """A wish: these two meet in this week of this round, whoever is at home."""

    team: str
    other: str
    round: int
    week: int


@dataclass(frozen=True, slots=True)
class NeverBothAtHome:
    """A wish: these two teams, of whatever divisions, are never at home in the same week."""

    team: str
    other: str


Wish = MeetInWeek | NeverBothAtHome


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a timetable is made from. The same brief and seed give the same timetable.

    Attributes:
        first_week: any day of the first week.
        rounds: how often every pair meets; home and away swap from one to the next. The last may be half a round.
        no_play: days without play; the whole week of each is left out.
        shape: how its weeks follow one another, and which are left blank.
    """

    divisions: tuple[Division, ...]
    venues: tuple[Venue, ...]
    first_week: dt.date
    rounds: int = 2
    no_play: frozenset[dt.date] = frozenset()
    second_half: SecondHalf = "mirrored"
    wishes: tuple[Wish, ...] = ()
    seed: int = 0
    shape: Shape = USUAL

    @property
    def half(self) -> bool:
        """Return True if its last round is half a round."""
        return self.shape.is_half(self.rounds, self.rounds)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One fixture of a timetable."""

    division: str
    round: int
    week: int  # the number of the week in its round
    date: dt.date
    home: str
    away: str
    venue: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A condition that a timetable does not keep.

    Attributes:
        code: what kind: ``boards``, ``closed``, ``blackout``, ``wish``, ``twice-a-week``, ``blank-week``, ``balance``,
            ``run``, ``pairs``.
        message: one sentence for a person, with the names, the week and the date.
        where: the index in `Timetable.meetings` of each fixture it is about.
    """

    code: str
    message: str
    division: str = ""
    where: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality sheet of one division.

    Attributes:
        breaks: how many; `bound` is the proven minimum without side conditions (n − 2 for one round, 3n − 6 mirrored,
            2n French; 0 for one round of an odd number of teams …).
        least: no timetable that keeps all conditions has fewer breaks than this (at least `bound`).
        proven: breaks == least: nothing better exists.
        balance: the largest difference of home and away fixtures of a team in any one round.
        home_run, away_run: the longest row of home (away) fixtures of a team.
        carry_over: the sum of squares of the carry-over matrix; `carry_over_circle` is the circle method's.
        gap: the fewest weeks of play between the two meetings of a pair.
        violations: how many violations concern the division.
        spread: where the last round is half a round, by how many fixtures a team is more at home than away over the
            season, or the other way round, at most.
    """

    division: str
    teams: int
    breaks: int
    bound: int
    least: int
    proven: bool
    balance: int
    home_run: int
    away_run: int
    carry_over: int
    carry_over_circle: int
    gap: int
    violations: int
    spread: int | None = None


@dataclass(frozen=True, slots=True)
class Timetable:
    """The timetable made of a brief.

    Attributes:
        meetings: every fixture, by date, division and home team.
        byes: the team that has a free week: (division, round, week, team).
        violations: each condition that is not kept; empty where all are.
        conflicts: where not all can be kept: the sentences of a smallest set of conditions that contradict each other
            (proven: leaving any one of them out resolves it).
        further_conflicts: other such sets, with no condition in common with `conflicts` or with each other.
        proven: with violations, that no timetable has fewer; without, that no timetable has fewer breaks.
        method: ``circle`` where the solver is not installed; `notes` then say what was not tried.
        seconds: how long it took.
    """

    meetings: tuple[Meeting, ...]
    quality: tuple[Quality, ...]
    byes: tuple[tuple[str, int, int, str], ...] = ()
    violations: tuple[Violation, ...] = ()
    conflicts: tuple[str, ...] = ()
    further_conflicts: tuple[tuple[str, ...], ...] = ()
    proven: bool = False
    method: Method = "solver"
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
