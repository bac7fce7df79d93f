"""A board on the bar: points that are tapped for two sides, one after the other, as one word in an address.

A word such as ``h8.a2.h12`` is everything that was pegged: nothing is kept elsewhere, and the last is taken back by
leaving it out.
"""

import re
from dataclasses import dataclass

from league.rules.board import Board, Side, board
from league.rules.problems import Problem
from scoring import Board as Pegged
from scoring.text import NOTHING, Text

PEG = re.compile(r"[ha](?:[1-9]|[12][0-9])")
MOST = 200  # pegs that an address is read for
MOST_POINTS = 29  # the most that one count can bring
SIDES = ("home", "away")


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A board with its pegs.

    Attributes:
        pegs: the word of all that was pegged; `before`: without the last.
        scores: of home and away.
        winner: the side that has reached the target; empty while none has.
    """

    pegs: str
    before: str
    board: Board
    scores: tuple[int, int]
    winner: str

    def with_peg(self, side: str, points: int) -> str:
        """Return the word with more points for a side."""
        return ".".join(filter(None, (self.pegs, f"{side[0]}{points}")))


def typed_peg(found: Scoreboard, side: str, typed: str) -> str | Problem:
    """Return the word with points for a side that somebody typed; a problem where they are not what a count can bring.

    Args:
        side: one of `SIDES`.
        typed: a number, as on a button with or without its plus.
    """
    peg = f"{side[0]}{typed.strip().removeprefix('+')}"
    if not PEG.fullmatch(peg):
        wrong = Text("Write a number from 1 to {most}.", most=MOST_POINTS)
        return Problem("points", wrong, f"points-{side}")
    return found.with_peg(side, int(peg[1:]))


def scoreboard(pegs: str, names: tuple[str, str], target: int) -> Scoreboard:
    """Return a board from the word of an address; what is no peg, or comes after the winning one, is left out (R37)."""
    pegged, taken = Pegged.start(2), list[str]()
    for peg in pegs.split(".")[:MOST]:
        if not PEG.fullmatch(peg) or max(pegged.scores) >= target:
            continue
        pegged, _ = pegged.pegged("ha".index(peg[0]), int(peg[1:]))
        taken.append(peg)
    home, away = pegged.scores
    sides = [
        Side(name, one.front, one.back, gained=Text("+{points}", points=one.last) if one.last else NOTHING)
        for name, one in zip(names, pegged.sides, strict=True)
    ]
    winner = SIDES[0] if home >= target else SIDES[1] if away >= target else ""
    return Scoreboard(".".join(taken), ".".join(taken[:-1]), board(sides, target), (home, away), winner)


def entry_of(found: Scoreboard, match: int, game: int, target: int, *, winners: bool) -> dict[str, str]:
    """Return the fields of a sheet that a finished board fills in; `winners`: no score is written down."""
    at = f"m{match}-g{game}"
    said = {f"{at}-winner": found.winner}
    if winners:
        return said
    said[f"{at}-loser"] = str(min(found.scores))
    return said | ({f"{at}-winner-score": str(max(found.scores))} if max(found.scores) > target else {})
