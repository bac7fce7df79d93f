from collections.abc import Sequence
from dataclasses import dataclass

import scoring
from league.rules.board import Board, Side, board
from scoring.replay import Replay
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Pegs:
    """The board of a written game: two pegs a side, after the last deal of which something was right (0: none)."""

    deal: int
    board: Board
    said: tuple[Text, ...]


def pegs_of(found: Replay, sides: Sequence[str]) -> Pegs | None:
    """Return the pegs where the right part of a written game ends; None for a deal sheet, which pegs in no order."""
    if found.game is None or not found.steps:
        return None
    pegged = scoring.Board.at(found.steps, len(sides))
    told = [
        Side(name, pegs.front, pegs.back, points=str(pegs.front), gained=f"+{pegs.last}" if pegs.last > 0 else "")
        for name, pegs in zip(sides, pegged.sides, strict=True)
    ]
    drawn = board(told, found.game.ruleset.target)
    return Pegs(found.game.deal, drawn, tuple(_describe_pegs(side) for side in told))


def _describe_pegs(side: Side) -> Text:
    if not side.front:
        return Text(N_("{side} has not pegged yet."), side=side.name)
    if not side.back:
        return Text(N_("{side}: front peg at {front}, back peg at the start."), side=side.name, front=side.front)
    return Text(N_("{side}: front peg at {front}, back peg at {back}."), side=side.name, front=side.front,
                back=side.back)  # fmt: skip
