"""Spaced repetition by Leitner's boxes: what is got wrong comes again at once, what is known comes ever more seldom.

A skill in box 1 is due after one question, in box 2 after two, in box 3 after four, up to sixteen in box 5. Boxes are a
value: whoever keeps them, a row of an account or the page itself, keeps their text.

A learner's charts: by week the share of right answers, the time they took and what choices gave away.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Self

from cardroom.rules.learn.skills import Skill

BOXES = 5
MOST = 10**6  # questions that a page's own boxes may claim


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes of one learner.

    Attributes:
        asked: how many questions were answered.
        right: how many of them rightly.
        places: by skill its box, 1 to 5, and the number of the question from which it is due again.
    """

    asked: int = 0
    right: int = 0
    places: Mapping[Skill, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))

    def box(self, skill: Skill) -> int:
        """Return the box of a skill; 1 until it was met."""
        return self.places.get(skill, (1, 0))[0]

    @property
    def next_skill(self) -> Skill | None:
        """The skill to ask for next: of those that are due the one that has waited longest; None if none is."""
        waiting = [(self.places.get(skill, (1, 0))[1], place, skill) for place, skill in enumerate(Skill)]
        since, _, skill = min(waiting)
        return skill if since <= self.asked else None

    def answered(self, needed: Iterable[Skill], wrong: Iterable[Skill], *, right: bool) -> Self:
        """Return the boxes after a question: what was got wrong is in box 1, and what was right one box further.

        Args:
            needed: the skills that the question asked for.
            wrong: those that were got wrong.
        """
        asked, places, failed = self.asked + 1, dict(self.places), frozenset(wrong)
        for skill in Skill:
            if skill in failed:
                places[skill] = (1, asked)
            elif right and skill in frozenset(needed):
                box = min(self.box(skill) + 1, BOXES)
                places[skill] = (box, asked + 2 ** (box - 1))
        return replace(self, asked=asked, right=self.right + right, places=MappingProxyType(places))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values fit for JSON; `from_dict` gives the boxes back."""
        places = {skill.value: list(place) for skill, place in self.places.items()}
        return {"asked": self.asked, "right": self.right, "places": places}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the boxes that `to_dict` wrote; empty ones for anything else."""
        try:
            found: Any = data
            asked, right = _number(found["asked"]), _number(found["right"])
            places = {Skill(name): (_number(box), _number(due)) for name, (box, due) in found["places"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            return cls()
        if right > asked or any(not 1 <= box <= BOXES for box, _ in places.values()):
            return cls()
        return cls(asked, right, MappingProxyType(places))


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(value)
    return value


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
