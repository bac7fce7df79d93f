"""Imagined results in a division: the table that follows, and what is left out of it."""

from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Division, Fixture, Result
from league.queries.standings.standings import division_table
from league.queries.standings.what_if import what_if
from tests import factories
from tests.factories import Town
from tests.queries.standings.test_possible import unplayed


def asked(division: Division) -> Division:
    return Division.objects.select_related("season__league").get(pk=division.pk)


def places(table: Any) -> list[tuple[str, int, int, int]]:
    return [(row.team.name, row.row.position, row.row.played, int(row.row.points)) for row in table.rows]


def test_imagined_results_count_as_the_real_ones_did(town: Town) -> None:
    """The results of the last fixtures are taken away and imagined again: the table is the same as it was."""
    division = factories.full_division(town, 6)
    real = division_table(division)
    last = list(Fixture.objects.filter(division=division).order_by("-starts_at", "-pk")[:7])
    said = {str(one.pk): f"{one.results.get().home_games}-{one.results.get().away_games}" for one in last}
    unplayed(division, 7)
    answer = what_if(asked(division), said)
    assert (answer.imagined, answer.problems, answer.after.left) == (7, (), ())
    assert places(answer.after) == places(real)
    assert places(answer.before) == places(division_table(division))
    assert Result.objects.filter(fixture__division=division).count() == 23


def test_nothing_is_imagined_of_blank_fields(town: Town) -> None:
    answer = what_if(asked(town.division), {str(town.fixtures[0].pk): "  "})
    assert (answer.imagined, answer.problems, len(answer.lines)) == (0, (), 6)
    assert places(answer.before) == places(answer.after)


def test_what_cannot_be_is_told_at_its_fixture_and_the_rest_counts(town: Town) -> None:
    one, two = town.fixtures[:2]
    answer = what_if(asked(town.division), {str(one.pk): "9-1", str(two.pk): "9-0"})
    assert answer.imagined == 1
    assert [(problem.field, problem.code) for problem in answer.problems] == [(f"f{one.pk}", "games")]
    told = {line.fixture.pk: (line.said, line.problem is not None) for line in answer.lines}
    assert (told[one.pk], told[two.pk]) == (("9-1", True), ("9-0", False))


@pytest.mark.parametrize("number", ["0", "999999999999999999999", "x", "-1", "1e3"])
def test_a_fixture_that_is_not_to_come_is_left_out_with_a_word(town: Town, number: str) -> None:
    answer = what_if(asked(town.division), {number: "9-0"})
    assert [problem.code for problem in answer.problems] == ["fixture"]
    assert answer.imagined == 0


def test_another_divisions_or_a_cancelled_fixture_is_not_to_come(town: Town) -> None:
    division = factories.full_division(town, 4)
    unplayed(division, 1)
    cancelled = town.fixtures[0]
    Fixture.objects.filter(pk=cancelled.pk).update(state=FixtureState.CANCELLED)
    answer = what_if(asked(division), {str(town.fixtures[1].pk): "9-0", str(cancelled.pk): "9-0"})
    assert (answer.imagined, len(answer.lines), len(answer.problems)) == (0, 1, 1)


def test_tie_breaks_that_look_at_matches_are_not_applied_to_imagined_ones(town: Town) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        tie_breaks=["games_difference", "matches_won", "fixtures_won", "name"]
    )
    answer = what_if(asked(town.division), {str(one.pk): "6-3" for one in town.fixtures})
    assert answer.cut
    assert not what_if(asked(factories.full_division(town, 4)), {}).cut
    steps = {step.tie_break for tie in answer.after.standings.ties for step in tie.steps}
    assert steps <= {"games_difference"}


@pytest.mark.parametrize("teams", [4, 8])
def test_it_asks_five_queries_whatever_is_imagined(town: Town, django_assert_num_queries: Any, teams: int) -> None:
    division = factories.full_division(town, teams)
    unplayed(division, 6)
    found = asked(division)
    said = {str(pk): "5-4" for pk in Fixture.objects.filter(division=division).values_list("pk", flat=True)}
    with django_assert_num_queries(5):
        what_if(found, said)
