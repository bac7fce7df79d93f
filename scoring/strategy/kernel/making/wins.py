"""The chance to win by what each side still needs: a recursion over what happened in the deals that were played.

What a deal does to the board is told by three counts, which lose nothing of the order in which the points fell: how
often the dealer's side made d and the other's p in all; how often the dealer's side reached its x-th point when the
other had p; and the other way round.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from ..store import MOST
from .deals import Outcome


class Boards:
    """What the deals did to the board, counted."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.deals = 0
        self.both = [[0] * MOST for _ in range(MOST)]  # by the dealer's points, then the other's
        self.dealer_first = [[0] * MOST for _ in range(MOST)]  # by the x-th point, then what the other had
        self.other_first = [[0] * MOST for _ in range(MOST)]

    def add(self, found: Outcome) -> None:
        """Count one deal of two sides: his heels, the play, the hands in turn, the crib (R28)."""
        self.deals += 1
        players, points = self.players, [0, 0]
        firsts = (self.dealer_first, self.other_first)
        shows = [(seat % players, found.hands[seat % players]) for seat in range(1, players + 1)]
        heels = [(0, 2)] if found.starter >> 2 == 10 else []
        for player, number in (*heels, *found.pegs, *shows, (0, found.crib)):
            side = player & 1
            first, had, theirs = firsts[side], points[side], points[1 - side]
            for reached in range(had + 1, had + number + 1):
                first[reached][theirs] += 1
            points[side] = had + number
        self.both[points[0]][points[1]] += 1

    def rows(self) -> dict[str, array[Any]]:
        """Return what is counted, as it is stored."""
        counted = {"board": self.both, "dealer first": self.dealer_first, "other first": self.other_first}
        return {name: array("I", [number for row in table for number in row]) for name, table in counted.items()}

    @classmethod
    def from_rows(cls, players: int, deals: int, rows: Mapping[str, array[Any]]) -> Boards:
        """Return what was stored."""
        self = cls(players)
        self.deals = deals
        for name, table in (
            ("board", self.both),
            ("dealer first", self.dealer_first),
            ("other first", self.other_first),
        ):
            for place in range(MOST):
                table[place][:] = rows[name][MOST * place : MOST * place + MOST]
        return self


class Worth:
    """What winning counts, by what the loser still needs: 1, or more where that is a lurch (R38)."""

    def __init__(self, target: int, game: int = 1, lurch: int = 1, below: int = 0, double: int = 1, under: int = 0):
        self.of = [game] * (target + 1)
        for needs in range(target + 1):
            score = target - needs
            if score < under:
                self.of[needs] = double
            elif score < below:
                self.of[needs] = lurch


def expected(boards: Boards, target: int, worth: Worth) -> list[list[float]]:
    """Return by the points that the dealer's side needs, then the other's, what the dealer's expects: won less lost."""
    deals = float(boards.deals)
    both = [
        (d, p, number / deals)
        for d, row in enumerate(boards.both)
        for p, number in enumerate(row)
        if number and (d or p)
    ]
    still = boards.both[0][0] / deals
    table = [[0.0] * (target + 1) for _ in range(target + 1)]
    for whole in range(2, 2 * target + 1):
        for x in range(max(1, whole - target), min(target, whole - 1) + 1):
            y = whole - x
            if x < y:
                continue
            one, other = _ended(boards, x, y, worth) / deals, _ended(boards, y, x, worth) / deals
            for d, p, share in both:
                if d < x and p < y:
                    one -= share * table[y - p][x - d]
                if d < y and p < x:
                    other -= share * table[x - p][y - d]
            # Nobody pegs anything: the deal passes.
            table[x][y] = (one - still * other) / (1 - still * still)
            table[y][x] = (other - still * one) / (1 - still * still)
    return table


def _ended(boards: Boards, x: int, y: int, worth: Worth) -> float:
    """Return what is won less what is lost in this deal, over all; the dealer's side needs x, the other y."""
    won = 0.0
    if x < MOST:
        row = boards.dealer_first[x]
        for p in range(min(y, MOST)):
            if row[p]:
                won += row[p] * worth.of[y - p]
    if y < MOST:
        row = boards.other_first[y]
        for d in range(min(x, MOST)):
            if row[d]:
                won -= row[d] * worth.of[x - d]
    return won
