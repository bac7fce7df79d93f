"""The refusal of something done at the table, with the rule, the player and the card."""

from functools import partial
from typing import Any

from scoring.cards import Card
from scoring.errors import Problem, ScoringError


class GameError(ScoringError):
    """Something done at the table that the rules refuse: which rule (`R16`), by whom, and with which card if it is one.

    `player` is their place at the table from 0; the message calls them by their name.
    """

    def __init__(self, *problems: Problem, rule: str, player: int | None = None, card: Card | None = None) -> None:
        super().__init__(*problems)
        self.rule = rule
        self.player = player
        self.card = card

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), rule=self.rule, player=self.player, card=self.card), self.problems
