"""A race's board and the lines of its charts."""

from fractions import Fraction

import pytest

from league.rules.race import Scale, bounds, dots, line, pegs, scale_for


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
    assert pegs(Scale(31, 1), points(6, 9, "14.5")) == [(6, 0), (9, 6), (14, 9)]


def test_the_back_peg_stays_while_nothing_is_gained_and_points_taken_bring_the_front_one_back() -> None:
    assert pegs(Scale(31, 1), points(6, 6, 12, 10, 4)) == [(6, 0), (6, 0), (12, 6), (10, 6), (4, 0)]
    assert pegs(Scale(31, 1), points(0, -2)) == [(0, -1), (0, -1)]


def test_a_hole_may_be_more_than_a_point() -> None:
    assert pegs(Scale(121, 3), points(5, 6, 8, 9)) == [(1, 0), (2, 1), (2, 1), (3, 2)]


@pytest.mark.parametrize(
    ("known", "ends"), [((), (0, 4)), ((3,), (0, 4)), ((107,), (0, 108)), ((-2, 9), (-2, 10)), (("-0.5",), (-1, 3))]
)
def test_a_charts_numbers_go_in_four_equal_steps(known: tuple[int], ends: tuple[int, int]) -> None:
    assert bounds(points(*known)) == ends


def test_lines_and_dots_go_through_a_height_a_week() -> None:
    assert line([5, 15, Fraction(5, 2)]) == "M0 5L10 15L20 2.5"
    assert dots([5, 15]) == "M0 5h0M10 15h0"
    assert line([5]) == "M0 5"
