"""The drawn board: its holes, whatever the game and the sides, and the pegs in them."""

import itertools
import math
import re
from collections import Counter
from fractions import Fraction

import pytest

from league.rules.drawings import (
    BEND,
    EDGE,
    GAME,
    LENGTH,
    PITCH,
    STREET,
    Board,
    Scale,
    Side,
    dots_path,
    draw_board,
    layout,
    line_path,
    pegs_by_week,
    scale_bounds,
    scale_for,
)

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
    made = draw_board([Side("Anchor", 54, 46), Side("Bell", 121, 113)])
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
    assert pegs(draw_board([side])) == [stand]


@pytest.mark.parametrize(("sides", "target"), [(0, 121), (5, 121), (2, 1), (2, -3)])
def test_a_board_that_cannot_be_is_refused(sides: int, target: int) -> None:
    with pytest.raises(ValueError, match=r"points or more|one to four tracks"):
        draw_board([Side("Anchor", 0)] * sides, target)


def test_one_drawing_of_a_game_of_four_is_small() -> None:
    made = draw_board([Side(str(n), 10 * n) for n in range(4)])
    drawn = sum(len(track.holes) + len(track.groove) + len(track.trail) for track in made.tracks)
    assert drawn < 20_000


def points(*each: int | str) -> list[Fraction]:
    return [Fraction(one) for one in each]


@pytest.mark.parametrize(
    ("most", "target", "each"),
    [
        ("-3", 31, 1),
        ("0", 31, 1),
        ("30", 31, 1),
        ("30.5", 31, 1),
        ("31", 61, 1),
        ("60", 61, 1),
        ("61", 121, 1),
        ("120", 121, 1),
        ("121", 121, 2),
        ("240", 121, 2),
        ("240.5", 121, 3),
        ("1200", 121, 10),
    ],
)
def test_nobody_is_in_the_game_hole_on_the_smallest_board_that_holds_them(most: str, target: int, each: int) -> None:
    scale = scale_for(Fraction(most))
    assert scale == Scale(target, each)
    assert scale.hole(Fraction(most)) < target


def test_pegs_go_a_week_at_a_time() -> None:
    assert pegs_by_week(Scale(31, 1), points(6, 9, "14.5")) == [(6, 0), (9, 6), (14, 9)]


def test_the_back_peg_stays_while_nothing_is_gained_and_points_taken_bring_the_front_one_back() -> None:
    assert pegs_by_week(Scale(31, 1), points(6, 6, 12, 10, 4)) == [(6, 0), (6, 0), (12, 6), (10, 6), (4, 0)]
    assert pegs_by_week(Scale(31, 1), points(0, -2)) == [(0, -1), (0, -1)]


def test_a_hole_may_be_more_than_a_point() -> None:
    assert pegs_by_week(Scale(121, 3), points(5, 6, 8, 9)) == [(1, 0), (2, 1), (2, 1), (3, 2)]


@pytest.mark.parametrize(
    ("known", "ends"), [((), (0, 4)), ((3,), (0, 4)), ((107,), (0, 108)), ((-2, 9), (-2, 10)), (("-0.5",), (-1, 3))]
)
def test_a_charts_numbers_go_in_four_equal_steps(known: tuple[int], ends: tuple[int, int]) -> None:
    assert scale_bounds(points(*known)) == ends


def test_lines_and_dots_go_through_a_height_a_week() -> None:
    assert line_path([5, 15, Fraction(5, 2)]) == "M0 5L10 15L20 2.5"
    assert dots_path([5, 15]) == "M0 5h0M10 15h0"
    assert line_path([5]) == "M0 5"
