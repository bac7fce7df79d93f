"""The engine's refusals, and the reasons for them.

A `ScoringError` carries every problem that was found, not the first. Each problem says what was wrong, where, and what
would be right, and names the argument it is about, so that a form can show it beside its field.
"""

from dataclasses import dataclass

from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `field` is the argument or field it is about: `hand`, `starter`, `declared`, `target`…"""

    field: str
    message: Text


class ScoringError(ValueError):
    """Something that is not cribbage; `problems` holds all of it, in the order it was found."""

    problems: tuple[Problem, ...]

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    @property
    def text(self) -> Text:
        """All of it as one text."""
        return Text.joined("; ", (problem.message for problem in self.problems))

    def __str__(self) -> str:
        return str(self.text)


class CardError(ScoringError):
    """Text that names no card, or names one card twice."""


class HandError(ScoringError):
    """Cards that make no hand or crib: too many, too few, or one of them twice."""


class CallError(ScoringError):
    """A call that cannot be judged: its points are impossible, or its cards make no hand or crib."""


class RulesetError(ScoringError):
    """A ruleset nobody can play, or a name no ruleset has."""
