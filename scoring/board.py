"""The pegs on a cribbage board, as a value: front and back peg of each side, and each leap of one over the other.

The front peg stands at the score; the back peg stands where the front one stood before the last points, so that the
distance tells them. Points are pegged by the back peg leaping over the front one (C D); the first are pegged from the
start, where both pegs stand. Where a score is put right, the front peg alone is moved. Holes are numbers here, 0 the
start; how a board is drawn is another's affair.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.game import Step
from scoring.seats import replace_at


class Leap(NamedTuple):
    """The move of one peg of a side, from one hole to another.

    `end` is less than `start`, or the front peg's own, only where a score is put right.
    """

    side: int
    start: int
    end: int


class Pegs(NamedTuple):
    """The two pegs of a side."""

    front: int = 0
    back: int = 0

    @property
    def last(self) -> int:
        """Return the points that were pegged last, which the distance between the pegs tells."""
        return self.front - self.back

    def add(self, points: int) -> "Pegs":
        """Return the pegs once so many points are pegged; fewer than 0 take the front peg back."""
        if points > 0:
            return Pegs(self.front + points, self.front)
        return self.moved_to(self.front + points)

    def moved_to(self, score: int) -> "Pegs":
        """Return the pegs with the front one put to a score; the back one never stands before it."""
        return Pegs(score, min(self.back, score))

    def leap(self, side: int, points: int) -> Leap:
        """Return the move of a peg that pegs so many points: of the back one, or back of the front one."""
        return Leap(side, self.back if points > 0 else self.front, self.front + points)


class Board(NamedTuple):
    """The pegs of every side."""

    sides: tuple[Pegs, ...]

    @classmethod
    def start(cls, sides: int) -> "Board":
        """Return the board before the first point."""
        return cls((Pegs(),) * sides)

    @classmethod
    def replay(cls, steps: Iterable[Step], sides: int) -> "Board":
        """Return the board after the steps of a game from its start."""
        board = cls.start(sides)
        for step in steps:
            board, _ = board.apply(step)
        return board

    def apply(self, step: Step) -> "tuple[Board, tuple[Leap, ...]]":
        """Return the board after a step, and the moves of its pegs in their order.

        The pegs end where the game says that the score is, whatever they told before.
        """
        pegs, leaps = list(self.sides), []
        for peg in step.pegs:
            leaps.append(pegs[peg.side].leap(peg.side, peg.points))
            pegs[peg.side] = pegs[peg.side].add(peg.points)
        for side, score in enumerate(step.game.scores):
            if pegs[side].front != score:
                leaps.append(Leap(side, pegs[side].front, score))
                pegs[side] = pegs[side].moved_to(score)
        return Board(tuple(pegs)), tuple(leaps)

    def pegged(self, side: int, points: int) -> "tuple[Board, Leap]":
        """Return the board once a side has pegged so many points, and the move of its peg."""
        return Board(replace_at(self.sides, side, self.sides[side].add(points))), self.sides[side].leap(side, points)

    @property
    def scores(self) -> Sequence[int]:
        """Return the score of each side, where its front peg stands."""
        return tuple(pegs.front for pegs in self.sides)
