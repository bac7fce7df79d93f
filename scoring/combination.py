"""One thing that scores in the show: its kind, its cards, its points."""

from enum import StrEnum
from typing import NamedTuple

from scoring.cards import Card


class Kind(StrEnum):
    """Kinds of combination, in the order in which they are counted aloud (R36), pairs by their size."""

    FIFTEEN = "fifteen"
    RUN = "run"
    PAIR = "pair"
    PAIR_ROYAL = "pair royal"
    DOUBLE_PAIR_ROYAL = "double pair royal"
    FLUSH = "flush"
    NOB = "nob"

    def __repr__(self) -> str:
        return f"Kind.{self._name_}"


class Combination(NamedTuple):
    """Cards that score together, lowest first, and their points."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(map(str, self.cards))}: {self.points}"
