"""The values of a decision: how strong a player is, what may be chosen, and what was."""

from fractions import Fraction
from typing import NamedTuple

from scoring.choices import Choice
from scoring.events import Event
from scoring.text import N_, Text


class Strength(Choice):
    """A player's strength, the weakest first."""

    BEGINNER = N_("beginner")
    CASUAL = N_("casual")
    CLUB = N_("club")
    STRONG = N_("strong")
    STRONGEST = N_("strongest")

    @property
    def text(self) -> Text:
        """Its name for a person."""
        return Text(self.value)

    @property
    def level(self) -> int:
        """Its place, 1 (the weakest) to 5."""
        return tuple(Strength).index(self) + 1


class Option(NamedTuple):
    """One thing a player may do, and what may be expected of it."""

    event: Event
    points: Fraction | float
    """The points expected from here to the end of the deal, their side's less the others'; of a call, its points."""
    win: float | None
    """The chance to win the game, 0 to 1; None where it is not worked out (three players)."""
    why: Text


class Decision(NamedTuple):
    """The event that a player of some strength chose, why, and what else there was, as far as they looked."""

    event: Event
    why: Text
    options: tuple[Option, ...]
    """The best first."""
