"""The lessons: each declared once, with its steps, its questions and the numbers of the rules that it teaches."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardroom.rules.learn.questions import Question
from league.rules.drawings import Board, Side, draw_board
from scoring import LEAGUE, Card, Ruleset, Show, parse_cards, score_show
from scoring.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards that a step draws: a hand with its starter, counted if the step says so, or cards in a row.

    Attributes:
        cards: without the starter.
        counted: list what the engine finds in them.
        caption: a sentence under them.
    """

    cards: str
    starter: str = ""
    counted: bool = False
    crib: bool = False
    ruleset: Ruleset = LEAGUE
    caption: Text = NOTHING

    @property
    def row(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    @property
    def show(self) -> Show | None:
        """Return the count of the hand, where it is to be listed."""
        if not self.counted:
            return None
        return score_show(self.cards, self.starter or None, crib=self.crib, ruleset=self.ruleset)


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a lesson: a heading, what it says, and what it draws."""

    title: Text
    said: tuple[Text, ...]
    drawn: tuple[Drawn, ...] = ()
    pegged: tuple[Side, ...] = ()

    @property
    def board(self) -> Board | None:
        """Return the board that the step draws, if it draws one."""
        return draw_board(self.pegged, LEAGUE.target) if self.pegged else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Attributes:
        slug: its word in the address.
        lead: the sentence under its title.
        rules: the numbers of the rules that it teaches (docs/scoring-rules.md).
    """

    slug: str
    title: Text
    lead: Text
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    questions: tuple[Question, ...]


def by_rule(lessons: Sequence[Lesson]) -> dict[str, Lesson]:
    """Return for each number of a rule the lesson that teaches it, the first where several do."""
    found: dict[str, Lesson] = {}
    for lesson in lessons:
        for number in lesson.rules:
            found.setdefault(number, lesson)
    return found
