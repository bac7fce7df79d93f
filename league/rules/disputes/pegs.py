"""The pegs of a written game: where the front and the back one of each side stand when its right part ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.rules.board import Board, Side, board
from scoring.replay import Replay
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Pegs:
    """The board of a written game.

    Attributes:
        deal: the number of the last deal of which something was right; 0 before the first.
        said: a sentence a side about its two pegs.
    """

    deal: int
    board: Board
    said: tuple[Text, ...]


def pegs_of(found: Replay, sides: Sequence[str]) -> Pegs | None:
    """Return the pegs where the right part of a written game ends.

    None where nothing is right yet, and for a deal sheet: it has no order in which the points of a deal were pegged.

    Args:
        sides: their names, as many as have scores.
    """
    if found.game is None or not found.steps:
        return None
    fronts, backs = [0] * len(sides), [0] * len(sides)
    for step in found.steps:
        for peg in step.pegs:
            if peg.points > 0:
                backs[peg.side], fronts[peg.side] = fronts[peg.side], fronts[peg.side] + peg.points
        for side, score in enumerate(step.game.scores):
            if fronts[side] != score:
                # Put right afterwards, past an end that is capped, or taken off: the front peg alone is moved.
                fronts[side], backs[side] = score, min(backs[side], score)
    told = [
        Side(name, front, back, points=str(front), gained=f"+{front - back}" if front > back else "")
        for name, front, back in zip(sides, fronts, backs, strict=True)
    ]
    drawn = board(told, found.game.ruleset.target)
    return Pegs(found.game.deal, drawn, tuple(_said(side) for side in told))


def _said(side: Side) -> Text:
    if not side.front:
        return Text(N_("{side} has not pegged yet."), side=side.name)
    if not side.back:
        return Text(N_("{side}: front peg at {front}, back peg at the start."), side=side.name, front=side.front)
    return Text(N_("{side}: front peg at {front}, back peg at {back}."), side=side.name, front=side.front,
                back=side.back)  # fmt: skip
