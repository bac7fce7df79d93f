"""Drawings as SVG: the cribbage board with the pegs of up to four sides, and line charts of weeks or deals.

A track runs to and fro: twenty holes along and five round the turn, in groups of five, so that a game to 121 ends in
the game hole after the fifth length. Each side has a track of its own, two holes before the first for its pegs at the
start, and two pegs: the front one stands at its points, the back one where it stood before.

Positions in, drawing out, for a game, a practice table or a season's race; `templates/components/board.html` draws it
and `static/js/board.js` moves the pegs. Lengths are in tenths of the distance between two holes.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from scoring.text import NOTHING, Text

MOST_TRACKS = 4
GAME = 121

STREET = 5  # holes in a group
LENGTH = 20  # holes of a length of the board
BEND = 5  # holes of a turn
PITCH = 10.0  # from hole to hole
BREAK = 5.0  # more between two groups
LANE = 10.0  # from track to track
ROOM = 24.0  # between two lengths
EDGE = 11.0  # round everything
NUMBERED = 10  # every so many holes have their number

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Side:
    """One who is pegged.

    Attributes:
        front, back: holes of the pegs; 0 is the start.
        points: beside the name in the key; by default the front peg's hole.
        gained: what came last, such as "+13".
    """

    name: str | Text
    front: int
    back: int = 0
    points: str | Text = ""
    gained: str | Text = NOTHING
    url: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A side's track with its pegs.

    Attributes:
        number: from 1; colour and shape follow from it.
        holes: an SVG path, a dot a hole: the two before the first, then 1, 2, 3 …; the game hole is the last.
        groove: an SVG path through all holes from the start, one command a hole; `trail` as far as the front peg.
        front, back: where the pegs stand, as "x y".
    """

    number: int
    side: Side
    holes: str
    groove: str
    trail: str
    front: str
    back: str


class Number(NamedTuple):
    text: int
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Board:
    """A board with its pegs; `game` is the frame round the game hole: x, y, width and height."""

    target: int
    width: str
    height: str
    tracks: tuple[Track, ...]
    numbers: tuple[Number, ...]
    game: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """A board's holes; `grooves` have the commands of an SVG path, one a hole."""

    width: float
    height: float
    tracks: tuple[tuple[Point, ...], ...]
    grooves: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[int, Point], ...]

    def spot(self, track: int, hole: int) -> Point:
        """Where a hole lies: -1 and 0 are those before the first; beyond the last is the last."""
        holes = self.tracks[track]
        return holes[min(max(hole, -1) + 1, len(holes) - 1)]


def draw_board(sides: Sequence[Side], target: int = GAME) -> Board:
    """Return a board with the pegs of one to four sides, placed within start and game hole.

    Raise ValueError for too many sides or none, or a target below 2.
    """
    found = layout(len(sides), target)
    return Board(
        target=target,
        width=_format_length(found.width),
        height=_format_length(found.height),
        tracks=tuple(_track(found, index, side) for index, side in enumerate(sides)),
        numbers=tuple(Number(number, _format_length(x), _format_length(y)) for number, (x, y) in found.numbers),
        game=_game(found),
    )


@lru_cache(maxsize=64)
def layout(tracks: int, target: int) -> Layout:
    """Return where the holes of a board lie. Raises ValueError as `board`."""
    if not 1 <= tracks <= MOST_TRACKS:
        raise ValueError(f"a board has one to four tracks, not {tracks}")
    if target < 2:
        raise ValueError(f"a game is to two points or more, not {target}")
    grid = _Grid(tracks, target)
    holes = tuple(tuple(grid.hole(track, n) for n in range(-1, target + 1)) for track in range(tracks))
    numbers = tuple((n, grid.number_position(n)) for n in range(NUMBERED, target, NUMBERED) if grid.straight(n))
    width = max(x for track in holes for x, _ in track) + EDGE
    height = max(y for track in holes for _, y in track) + EDGE
    grooves = tuple(tuple(grid.way(track, n) for n in range(target + 1)) for track in range(tracks))
    return Layout(max(width, grid.right + EDGE), height, holes, grooves, numbers)


class _Grid:
    def __init__(self, tracks: int, target: int) -> None:
        self._tracks, self._target = tracks, target
        self._radius = ROOM / 2 + (tracks - 1) * LANE  # of the outermost turn
        # On the left lie the holes before the first, or a turn, where there is one.
        before = -_hole_offset(-2)
        self._left = EDGE + max(before, self._radius + PITCH / 2 if target > 2 * LENGTH + BEND else 0)
        self.right = self._left + _hole_offset(LENGTH - 1) + (self._radius + PITCH / 2 if target > LENGTH + 1 else 0)

    def hole(self, track: int, n: int) -> Point:
        row, index = divmod(max(n, 1) - 1, LENGTH + BEND)
        if index < LENGTH or (n == self._target and index == LENGTH):
            return self._in_length(track, row, index + min(n - 1, 0))
        return self._in_turn(track, row, index - LENGTH)

    def way(self, track: int, n: int) -> str:
        """The SVG command from the hole before; from 0 on."""
        if n == 0:
            return f"M{_spot(self.hole(track, 0))}"
        row, index = divmod(n - 1, LENGTH + BEND)
        out_of_turn = row > 0 and index == 0
        if not out_of_turn and (index < LENGTH or (n == self._target and index == LENGTH)):
            return f"L{_spot(self.hole(track, n))}"
        turn = row - out_of_turn
        radius = _format_length(self._radius_of(track, turn))
        return f"A{radius} {radius} 0 0 {1 - turn % 2} {_spot(self.hole(track, n))}"

    def straight(self, n: int) -> bool:
        """Whether a hole lies in a length, not in a turn."""
        return (n - 1) % (LENGTH + BEND) < LENGTH

    def number_position(self, n: int) -> Point:
        """Where a hole's number stands: over the uppermost track."""
        row = (n - 1) // (LENGTH + BEND)
        x, _ = self.hole(0, n)
        return x, self._top(row) - LANE * 0.75

    def _top(self, row: int) -> float:
        return EDGE + ROOM / 2 + row * ((self._tracks - 1) * LANE + ROOM)

    def _in_length(self, track: int, row: int, index: int) -> Point:
        lane = track if row % 2 == 0 else self._tracks - 1 - track
        along = _hole_offset(index) if row % 2 == 0 else _hole_offset(LENGTH - 1) - _hole_offset(index)
        return self._left + along, self._top(row) + lane * LANE

    def _in_turn(self, track: int, row: int, index: int) -> Point:
        right = row % 2 == 0
        radius = self._radius_of(track, row)
        angle = math.pi * (index + 0.5) / BEND
        middle = self._top(row) + (self._tracks - 1) * LANE + ROOM / 2
        out = radius * math.sin(angle) + PITCH / 2
        x = self._left + _hole_offset(LENGTH - 1) + out if right else self._left - out
        return x, middle - radius * math.cos(angle)

    def _radius_of(self, track: int, row: int) -> float:
        """The radius of a track's turn: least for the one nearest to the next length."""
        return ROOM / 2 + LANE * (self._tracks - 1 - track if row % 2 == 0 else track)


def _hole_offset(index: int) -> float:
    """Distance of a hole from its length's first, by groups of five."""
    return index * PITCH + index // STREET * BREAK


def _format_length(length: float) -> str:
    return f"{round(length, 1):g}"


def _spot(point: Point) -> str:
    return f"{_format_length(point[0])} {_format_length(point[1])}"


def _track(found: Layout, index: int, side: Side) -> Track:
    holes = found.tracks[index]
    ahead = min(max(side.front, 0), len(holes) - 2)
    front, back = found.spot(index, ahead), found.spot(index, min(side.back, ahead - 1))
    return Track(
        number=index + 1,
        side=side,
        holes="".join(f"M{_spot(hole)}h0" for hole in holes),
        groove="".join(found.grooves[index]),
        trail="".join(found.grooves[index][: ahead + 1]),
        front=_spot(front),
        back=_spot(back),
    )


def _game(found: Layout) -> tuple[str, str, str, str]:
    last = [holes[-1] for holes in found.tracks]
    x, y = min(x for x, _ in last) - LANE * 0.6, min(y for _, y in last) - LANE * 0.6
    width, height = max(x for x, _ in last) - x + LANE * 0.6, max(y for _, y in last) - y + LANE * 0.6
    return _format_length(x), _format_length(y), _format_length(width), _format_length(height)


ACROSS = 10  # of a drawing, from one place to the next
HIGH = 100  # of a drawing


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart, `HIGH` high and `ACROSS` a place wide."""

    path: str
    dots: str
    top: int
    columns: tuple[int, ...]

    @property
    def across(self) -> int:
        return max(len(self.columns) - 1, 1) * ACROSS


def draw_chart(values: Sequence[Fraction | int | None], top: int) -> Chart:
    """Draw values, the greatest being `top`; None leaves a gap."""
    points = [
        (place * ACROSS, HIGH - round(HIGH * Fraction(value) / top))
        for place, value in enumerate(values)
        if value is not None
    ]
    path = "".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(points))
    dots = "".join(f"M{x} {y}h0" for x, y in points)
    return Chart(path, dots, top, tuple(place * ACROSS for place in range(len(values))))


BOARDS = (31, 61, GAME)
STEPS = 4  # a chart's scale of points has so many


@dataclass(frozen=True, slots=True)
class Scale:
    """The board of a race: its game hole, and the points a hole."""

    target: int
    each: int

    def hole(self, points: Fraction) -> int:
        return max(floor(points / self.each), 0)


def scale_for(most: Fraction) -> Scale:
    """The smallest board whose game hole that many points do not reach; beyond it a hole counts more points."""
    for target in BOARDS:
        if most < target:
            return Scale(target, 1)
    return Scale(GAME, ceil(most / (GAME - 1)))


def pegs_by_week(scale: Scale, points: Sequence[Fraction]) -> list[tuple[int, int]]:
    """Holes of the front and the back peg after each week.

    The back peg stays while nothing is gained, and points taken bring the front one back.
    """
    found: list[tuple[int, int]] = []
    stood = [0]
    for point in points:
        front = scale.hole(point)
        found.append((front, max((hole for hole in stood if hole < front), default=-1)))
        stood.append(front)
    return found


def scale_bounds(points: Iterable[Fraction]) -> tuple[int, int]:
    """The lowest and highest number of a chart's scale, from nought or below in equal steps."""
    known = [Fraction(0), *points]
    low, high = floor(min(known)), ceil(max(known))
    step = max(ceil(Fraction(high - low, STEPS)), 1)
    return low, low + step * STEPS


def line_path(heights: Sequence[Fraction | int]) -> str:
    return "M" + "L".join(_spots(heights))


def dots_path(heights: Sequence[Fraction | int]) -> str:
    return "".join(f"M{spot}h0" for spot in _spots(heights))


def _spots(heights: Sequence[Fraction | int]) -> list[str]:
    return [f"{week * ACROSS} {float(height):g}" for week, height in enumerate(heights)]
