"""The catalogue: each timetable in it is one, with as few breaks as any, and can be built again."""

from itertools import combinations, pairwise

import pytest

from timetable.bounds import fewest_breaks
from timetable.catalogue import catalogue, read, widened, written
from timetable.catalogue_data import WRITTEN
from timetable.circle import circle
from timetable.patterns import complement, even_patterns, may_be_feasible, odd_patterns
from timetable.quality import carry_over_of
from timetable.schemes import breaks_in, cheap_rows, longest_run, patterns_of, season_row, suited
from timetable.solver.building import build
from timetable.weeks import Half

SIZES = range(2, 25)


def is_round(half: Half, teams: int) -> bool:
    pairs = [frozenset(pairing) for week in half for pairing in week]
    once = sorted(map(sorted, pairs)) == sorted(map(list, combinations(range(teams), 2)))
    return once and all(len({place for pairing in week for place in pairing}) == 2 * len(week) for week in half)


@pytest.mark.parametrize("teams", SIZES)
def test_every_timetable_of_the_catalogue_has_as_few_breaks_as_any(teams: int) -> None:
    for half in (*widened(teams), circle(teams)):
        rows = patterns_of(half, teams)
        assert is_round(half, teams)
        assert sum(map(breaks_in, (season_row(row, 1, "mirrored") for row in rows))) == fewest_breaks(
            teams, 1, "mirrored"
        )
        if teams % 2 == 0:
            assert {complement(row) for row in rows} == set(rows)


@pytest.mark.parametrize("second_half", ["mirrored", "french"])
@pytest.mark.parametrize("teams", SIZES)
def test_two_rounds_reach_the_bound_without_a_row_of_three(teams: int, second_half: str) -> None:
    rows = [season_row(row, 2, second_half) for row in patterns_of(suited(teams, 2, second_half)[0], teams)]  # type: ignore[arg-type]
    assert sum(map(breaks_in, rows)) == fewest_breaks(teams, 2, second_half)  # type: ignore[arg-type]
    assert max(map(longest_run, rows)) <= 2 or (teams, second_half) == (4, "mirrored")


@pytest.mark.parametrize("teams", [8, 10, 12, 14, 16, 18, 20])
def test_carry_over_is_less_than_the_circles(teams: int) -> None:
    assert all(carry_over_of(half) < carry_over_of(circle(teams)) for half in catalogue(teams))


def test_the_circles_carry_over_is_as_published() -> None:
    assert [carry_over_of(circle(teams)) for teams in (12, 16, 20)] == [924, 2580, 5548]


@pytest.mark.parametrize("teams", [3, 4, 5, 6, 7, 8])
def test_the_catalogue_can_be_built_again(teams: int) -> None:
    assert tuple(map(written, build(teams, 8))) == WRITTEN[teams]


def test_beyond_the_catalogue_there_is_the_circle() -> None:
    assert catalogue(26) == (circle(26),)


def test_a_round_as_text() -> None:
    assert written(circle(4)) == " ".join(written((week,)) for week in circle(4))
    assert read(written(circle(9))) == circle(9)


def test_patterns() -> None:
    assert even_patterns(5, (0, 2, 3)) == ("HAHAH", "HAAHA", "HAHHA", "AHAHA", "AHHAH", "AHAAH")
    assert odd_patterns(3) == ("-HA", "A-H", "HA-")
    assert may_be_feasible(even_patterns(5, (0, 2, 3)))
    assert not may_be_feasible(even_patterns(7, (0, 1, 2, 3)))


@pytest.mark.parametrize(("teams", "second_half"), [(4, "mirrored"), (6, "mirrored"), (6, "french"), (8, "french")])
def test_no_row_costs_less_than_is_said_of_those_left_out(teams: int, second_half: str) -> None:
    for rounds in (1, 2, 3):
        rows, others = cheap_rows(teams, rounds, second_half)  # type: ignore[arg-type]
        costs = sorted(rows.values())
        assert len(rows) == 2 ** (teams - 1)
        assert sum(costs[:teams]) <= fewest_breaks(teams, rounds, second_half)  # type: ignore[arg-type]
        assert others >= max(costs) or rounds == 1
        assert all(before <= after for before, after in pairwise(costs))
