"""The course: all lessons in the order in which they are best taken."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from cardroom.rules.learn.course.cards import CARDS
from cardroom.rules.learn.course.play import PLAY
from cardroom.rules.learn.course.show import SHOW
from cardroom.rules.learn.course.table import TABLE
from cardroom.rules.learn.lessons import Lesson, by_rule
from scoring.text import N_, Text


class Chapter(NamedTuple):
    title: Text
    lessons: tuple[Lesson, ...]

    @property
    def slugs(self) -> frozenset[str]:
        return frozenset(lesson.slug for lesson in self.lessons)


CHAPTERS = (
    Chapter(N_("The deal"), CARDS),
    Chapter(N_("The play"), PLAY),
    Chapter(N_("Counting"), SHOW),
    Chapter(N_("The board and muggins"), TABLE),
)
LESSONS: tuple[Lesson, ...] = tuple(lesson for chapter in CHAPTERS for lesson in chapter.lessons)
BY_SLUG: Mapping[str, Lesson] = MappingProxyType({lesson.slug: lesson for lesson in LESSONS})
BY_RULE: Mapping[str, Lesson] = MappingProxyType(by_rule(LESSONS))


def lesson_of(rule: str) -> Lesson | None:
    """Return the lesson that teaches a rule, by its number such as R39; None for a rule of a league's own."""
    return BY_RULE.get(rule)
