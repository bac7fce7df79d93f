"""What the engine refuses, and why.

A `ScoringError` carries every problem that was found, not the first. Each problem says what was wrong, where, and what
would be right, and names the argument it is about, so that a form can show it beside its field.
"""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.cards import Card


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `field` is the argument or field it is about: `hand`, `starter`, `declared`, `target`…"""

    field: str
    message: str


class ScoringError(ValueError):
    """Something that is not cribbage; `problems` holds all of it, in the order it was found."""

    problems: tuple[Problem, ...]

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(problem.message for problem in self.problems)


class CardError(ScoringError):
    """Text that names no card, or names one card twice."""


class HandError(ScoringError):
    """Cards that make no hand or crib: too many, too few, or one of them twice."""


class CallError(ScoringError):
    """A call that cannot be judged: its points are impossible, or its cards make no hand or crib."""


class RulesetError(ScoringError):
    """A ruleset nobody can play, or a name no ruleset has."""


class GameError(ScoringError):
    """Something done at the table that the rules refuse: which rule (`R16`), by whom, and with which card if it is one.

    `player` is his place at the table from 0; the message calls him by his name.
    """

    def __init__(self, *problems: Problem, rule: str, player: int | None = None, card: "Card | None" = None) -> None:
        super().__init__(*problems)
        self.rule = rule
        self.player = player
        self.card = card

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), rule=self.rule, player=self.player, card=self.card), self.problems
