"""A learner's charts: by week the share of right answers, the time they took and what choices gave away."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

LONGEST_TIMED = 180  # seconds; whoever takes longer was called away, and is not timed
WEEKS = 26  # that a chart shows


@dataclass(frozen=True, slots=True)
class WeekOfPractice:
    """A week's answers of one trainer.

    Attributes:
        starts_on: its Monday.
        timed: how many answers were timed, and `seconds` what these took together.
        lost: hundredths of a point that choices gave away in all.
    """

    starts_on: dt.date
    answered: int
    right: int
    timed: int
    seconds: int
    lost: int

    @property
    def percent(self) -> int:
        """The share of right answers."""
        return round(100 * self.right / self.answered) if self.answered else 0

    @property
    def pace(self) -> Fraction | None:
        """The seconds of an answer on average; None where none was timed."""
        return Fraction(self.seconds, self.timed) if self.timed else None

    @property
    def loss(self) -> Fraction:
        """The points that a choice gave away on average."""
        return Fraction(self.lost, 100 * self.answered) if self.answered else Fraction(0)


def timed(seconds: float) -> int | None:
    """Return whole seconds as they count, kindly: a tenth more is nothing, and whoever was called away is not timed."""
    return int(seconds) if 0 <= seconds <= LONGEST_TIMED else None


def monday(day: dt.date) -> dt.date:
    """Return the first day of a day's week."""
    return day - dt.timedelta(days=day.weekday())


def in_a_row(weeks: Sequence[WeekOfPractice], today: dt.date) -> list[tuple[dt.date, WeekOfPractice | None]]:
    """Return the weeks from the first with an answer up to this one, at most `WEEKS`, each with its answers or None."""
    if not weeks:
        return []
    found = {week.starts_on: week for week in weeks}
    last = monday(today)
    first = max(min(found), last - dt.timedelta(weeks=WEEKS - 1))
    days = [first + dt.timedelta(weeks=number) for number in range((last - first).days // 7 + 1)]
    return [(day, found.get(day)) for day in days]
