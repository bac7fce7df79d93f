"""A season's race: points pegged on a board week by week, and lines for a chart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from league.rules.board import GAME

BOARDS = (31, 61, GAME)
STEPS = 4  # a chart's scale of points has so many
ACROSS = 10  # units of a chart from week to week, and from place to place


@dataclass(frozen=True, slots=True)
class Scale:
    """The board of a race: its game hole, and the points a hole."""

    target: int
    each: int

    def hole(self, points: Fraction) -> int:
        """The last hole that points reach."""
        return max(floor(points / self.each), 0)


def scale_for(most: Fraction) -> Scale:
    """The smallest board whose game hole that many points do not reach; beyond it a hole counts more points."""
    for target in BOARDS:
        if most < target:
            return Scale(target, 1)
    return Scale(GAME, ceil(most / (GAME - 1)))


def pegs(scale: Scale, points: Sequence[Fraction]) -> list[tuple[int, int]]:
    """Holes of the front and the back peg after each week.

    The back peg stays while nothing is gained, and points taken bring the front one back.
    """
    found: list[tuple[int, int]] = []
    stood = [0]
    for one in points:
        front = scale.hole(one)
        found.append((front, max((hole for hole in stood if hole < front), default=-1)))
        stood.append(front)
    return found


def bounds(points: Iterable[Fraction]) -> tuple[int, int]:
    """The lowest and highest number of a chart's scale, from nought or below in equal steps."""
    known = [Fraction(0), *points]
    low, high = floor(min(known)), ceil(max(known))
    step = max(ceil(Fraction(high - low, STEPS)), 1)
    return low, low + step * STEPS


def line(heights: Sequence[Fraction | int]) -> str:
    """An SVG path through a height a week, from the left."""
    return "M" + "L".join(_spots(heights))


def dots(heights: Sequence[Fraction | int]) -> str:
    """An SVG path of a dot a week."""
    return "".join(f"M{spot}h0" for spot in _spots(heights))


def _spots(heights: Sequence[Fraction | int]) -> list[str]:
    return [f"{week * ACROSS} {float(height):g}" for week, height in enumerate(heights)]
