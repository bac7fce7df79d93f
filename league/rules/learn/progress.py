"""A learner's charts: by week the share of right answers, the time they took and what choices gave away."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

ACROSS = 10  # of a drawing, from one week to the next
HIGH = 100  # of a drawing
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


@dataclass(frozen=True, slots=True)
class Chart:
    """A line over the weeks, drawn `HIGH` high and `ACROSS` a week wide; the greatest value is at the top."""

    path: str
    dots: str
    top: int
    columns: tuple[int, ...]

    @property
    def across(self) -> int:
        """The width of the drawing."""
        return max(len(self.columns) - 1, 1) * ACROSS


def timed(seconds: float) -> int | None:
    """Return whole seconds as they count, kindly: a tenth more is nothing, and whoever was called away is not timed."""
    return int(seconds) if 0 <= seconds <= LONGEST_TIMED else None


def monday(day: dt.date) -> dt.date:
    """Return the first day of a day's week."""
    return day - dt.timedelta(days=day.weekday())


def chart(values: Sequence[Fraction | int | None], top: int) -> Chart:
    """Draw values of consecutive weeks; a week without one is left out of the line.

    Args:
        top: the value at the top of the drawing.
    """
    points = [
        (week * ACROSS, HIGH - round(HIGH * Fraction(value) / top))
        for week, value in enumerate(values)
        if value is not None
    ]
    path = "".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(points))
    dots = "".join(f"M{x} {y}h0" for x, y in points)
    return Chart(path, dots, top, tuple(week * ACROSS for week in range(len(values))))


def in_a_row(weeks: Sequence[WeekOfPractice], today: dt.date) -> list[tuple[dt.date, WeekOfPractice | None]]:
    """Return the weeks from the first with an answer up to this one, at most `WEEKS`, each with its answers or None."""
    if not weeks:
        return []
    found = {week.starts_on: week for week in weeks}
    last = monday(today)
    first = max(min(found), last - dt.timedelta(weeks=WEEKS - 1))
    days = [first + dt.timedelta(weeks=number) for number in range((last - first).days // 7 + 1)]
    return [(day, found.get(day)) for day in days]
