"""What the rounds of a bracket are called, and where its ties stand in a picture of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.rules.competitions.brackets import Bracket, Side, Source
from scoring.text import N_, Text

_FROM_THE_END = (N_("Final"), N_("Semi-finals"), N_("Quarter-finals"))


def label_round(bracket: Bracket, number: int, own: Mapping[int, str] | None = None) -> Text | str:
    """Return what a round is called: by its own name, by how near the final is, or by its number.

    A first round in which fewer play than have a bye makes the others come out even: it is the preliminary round, and
    the one after it is round 1.

    Args:
        own: names that a secretary gave, by round.
    """
    if own and own.get(number):
        return own[number]
    preliminary = _has_preliminary_round(bracket)
    if preliminary and number == 1:
        return N_("Preliminary round")
    left = bracket.rounds - number
    if left < len(_FROM_THE_END):
        return _FROM_THE_END[left]
    return Text("Round {number}", number=number - preliminary)


def _has_preliminary_round(bracket: Bracket) -> bool:
    playing = 2 * len(bracket.ties_of(1))
    return bracket.rounds > 1 and len(bracket.places) - playing > playing


@dataclass(frozen=True, slots=True)
class Position:
    """Where a tie stands: the column of its round from 0, and the heights of its sides in rows from the top.

    A place takes a row; the winner of a tie goes on from half-way between its sides.
    """

    column: int
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def place_ties(bracket: Bracket) -> dict[int, Position]:
    """Return where each tie stands, by its number; the one for the third place stands below the final."""
    found: dict[int, Position] = {}
    rows = iter(range(len(bracket.places)))

    def place(side: Side) -> float:
        if side.source is Source.PLACE:
            return next(rows)
        tie = bracket.ties[side.number - 1]
        top, bottom = place(tie.top), place(tie.bottom)
        found[tie.number] = Position(tie.round - 1, top, bottom)
        return found[tie.number].middle

    place(Side(Source.WINNER, bracket.final.number))
    lowest = max(position.bottom for position in found.values())
    for tie in bracket.ties:
        if tie.third_place:
            found[tie.number] = Position(tie.round - 1, lowest + 2, lowest + 3)
    return found
