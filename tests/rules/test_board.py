"""The drawn board: its holes, whatever the game and the sides, and the pegs in them."""

import itertools
import math
import re
from collections import Counter

import pytest

from league.rules.board import BEND, EDGE, GAME, LENGTH, PITCH, STREET, Board, Side, board, layout

TARGETS = (2, 5, 20, 21, 22, 25, 26, 31, 45, 46, 50, 61, 71, 75, 91, 120, 121, 181, 500)


def spots(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)]


def spot(at: str) -> tuple[float, float]:
    x, y = at.split()
    return float(x), float(y)


def pegs(made: Board) -> list[tuple[int, int]]:
    """The holes of the front and back peg of each side; 0 is the start, and -1 the hole before it."""
    found = []
    for track in made.tracks:
        holes = spots(track.holes)
        found.append((holes.index(spot(track.front)) - 1, holes.index(spot(track.back)) - 1))
    return found


@pytest.mark.parametrize("tracks", [1, 2, 3, 4])
@pytest.mark.parametrize("target", TARGETS)
def test_every_hole_has_room_and_lies_on_the_board(tracks: int, target: int) -> None:
    found = layout(tracks, target)
    assert [len(holes) for holes in found.tracks] == [target + 2] * tracks
    every = [hole for holes in found.tracks for hole in holes]
    assert min(min(x, y) for x, y in every) >= EDGE - 0.01
    assert all(x <= found.width - EDGE + 0.01 and y <= found.height - EDGE + 0.01 for x, y in every)
    near = min(math.dist(one, other) for one, other in itertools.combinations(every[:260], 2))
    assert near >= PITCH * 0.6


def test_a_game_is_five_lengths_of_twenty_and_four_turns_of_five() -> None:
    [holes] = layout(1, GAME).tracks
    rows = Counter(y for _, y in holes[2:])
    assert [n for n in rows.values() if n >= LENGTH] == [20, 20, 20, 20, 21]
    assert 5 * LENGTH + 4 * BEND + 1 == GAME


def test_holes_stand_in_streets_of_five() -> None:
    [holes] = layout(1, GAME).tracks
    xs = [x for x, _ in holes[2 : 2 + LENGTH]]
    steps = [after - before for before, after in itertools.pairwise(xs)]
    assert [n for n, step in enumerate(steps, start=1) if step > PITCH] == [STREET, 2 * STREET, 3 * STREET]


def test_the_numbers_are_every_tenth_along_the_lengths() -> None:
    assert [number for number, _ in layout(2, GAME).numbers] == [10, 20, 30, 40, 60, 70, 80, 90, 110, 120]
    assert layout(2, 10).numbers == ()


def test_pegs_stand_in_the_holes_of_their_points() -> None:
    made = board([Side("Anchor", 54, 46), Side("Bell", 121, 113)])
    assert pegs(made) == [(54, 46), (121, 113)]
    anchor, bell = made.tracks
    assert [len(re.findall("[MLA]", way)) for way in (anchor.trail, anchor.groove)] == [55, 122]
    assert anchor.trail.endswith(anchor.front)
    assert anchor.groove.startswith(anchor.trail)
    assert bell.trail == bell.groove


@pytest.mark.parametrize(
    ("side", "stand"),
    [
        (Side("at the start", 0), (0, -1)),
        (Side("first pegged", 4), (4, 0)),
        (Side("nothing pegged last", 8, 8), (8, 7)),
        (Side("less than before", 3, 9), (3, 2)),
        (Side("below the start", -7), (0, -1)),
        (Side("past the game hole", 130, 125), (121, 120)),
    ],
)
def test_pegs_stay_on_the_board(side: Side, stand: tuple[int, int]) -> None:
    assert pegs(board([side])) == [stand]


@pytest.mark.parametrize(("sides", "target"), [(0, 121), (5, 121), (2, 1), (2, -3)])
def test_a_board_that_cannot_be_is_refused(sides: int, target: int) -> None:
    with pytest.raises(ValueError, match=r"points or more|one to four tracks"):
        board([Side("Anchor", 0)] * sides, target)


def test_one_drawing_of_a_game_of_four_is_small() -> None:
    made = board([Side(str(n), 10 * n) for n in range(4)])
    drawn = sum(len(track.holes) + len(track.groove) + len(track.trail) for track in made.tracks)
    assert drawn < 20_000
