"""A scoreboard on the bar: points tapped for two sides, as one word in an address.

A word such as ``h8.a2.h12`` is the whole state; undo drops its last part.
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
    """A board with its pegs; `before` is the word without the last peg, `winner` "" while there is none."""

    pegs: str
    before: str
    board: Board
    scores: tuple[int, int]
    winner: str

    def with_peg(self, side: str, points: int) -> str:
        return ".".join(filter(None, (self.pegs, f"{side[0]}{points}")))


def typed_peg(found: Scoreboard, side: str, typed: str) -> str | Problem:
    """Parse a typed number, with or without plus, into the longer word, or a problem if no count can bring it."""
    peg = f"{side[0]}{typed.strip().removeprefix('+')}"
    if not PEG.fullmatch(peg):
        wrong = Text("Write a number from 1 to {most}.", most=MOST_POINTS)
        return Problem("points", wrong, f"points-{side}")
    return found.with_peg(side, int(peg[1:]))


def scoreboard(pegs: str, names: tuple[str, str], target: int) -> Scoreboard:
    """Build a board from an address; what is no peg, or comes after the winning one, is dropped (R37)."""
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
    """Fields of a sheet that a finished board fills in; `winners`: no scores are written down."""
    at = f"m{match}-g{game}"
    said = {f"{at}-winner": found.winner}
    if winners:
        return said
    said[f"{at}-loser"] = str(min(found.scores))
    return said | ({f"{at}-winner-score": str(max(found.scores))} if max(found.scores) > target else {})
