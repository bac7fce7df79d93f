"""By when a postponed fixture is to be played (R52, R53)."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from timetable.calendar import Blank, WeekPlan

SUNDAY = dt.timedelta(days=6)


class Bound(NamedTuple):
    """The last day on which a fixture may be played, and why.

    Attributes:
        by: the blank week of its ``round``, the next ``blank`` week, the end of the ``season``, so many days
            ``within`` its first date, or the season's fixed day (``until``).
    """

    day: dt.date
    by: Literal["round", "blank", "season", "within", "until"]


@dataclass(frozen=True, slots=True)
class PlayBy:
    """A season's rule for postponed fixtures: which weeks are blank, days after the first date, and a last day."""

    blank: Blank = "penultimate"
    within: int | None = None
    until: dt.date | None = None

    def catch_up(self, weeks: Sequence[WeekPlan], week: WeekPlan) -> WeekPlan | None:
        """The blank week of a fixture: its round's, or else the next."""
        blank = [other for other in weeks if other.kind == "catch-up"]
        if self.blank == "penultimate":
            return max((w for w in blank if w.round == week.round), key=_start, default=None)
        if self.blank == "none":
            return None
        return min((other for other in blank if other.starts >= week.starts), key=_start, default=None)

    def bound(self, weeks: Sequence[WeekPlan], week: WeekPlan, first: dt.date) -> Bound:
        """The last day of a fixture, first scheduled on `first`; `weeks` are of the whole season."""
        blank = self.catch_up(weeks, week)
        found: list[Bound] = []
        if self.blank == "penultimate":
            own = blank or max((w for w in weeks if w.round == week.round), key=_start, default=week)
            found.append(Bound(own.starts + SUNDAY, "round"))
        elif blank is not None:
            found.append(Bound(blank.starts + SUNDAY, "blank"))
        elif self.until is None:
            found.append(Bound(max(weeks, key=_start, default=week).starts + SUNDAY, "season"))
        if self.until is not None:
            found.append(Bound(self.until, "until"))
        if self.within is not None:
            found.append(Bound(first + dt.timedelta(days=self.within), "within"))
        return min(found, key=lambda bound: bound.day)

    def lapses_after(self, weeks: Sequence[WeekPlan], week: WeekPlan, first: dt.date) -> dt.date | None:
        """The day after which a fixture is too late: its bound, or the Sunday of its own week if later.

        None where its round alone has no blank week, and nothing else is said.
        """
        said = self.within is not None or self.until is not None
        if self.blank == "penultimate" and not said and self.catch_up(weeks, week) is None:
            return None
        bound = self.bound(weeks, week, first)
        return bound.day if bound.by == "within" else max(bound.day, week.starts + SUNDAY)


USUAL = PlayBy()


def _start(week: WeekPlan) -> dt.date:
    return week.starts
