"""A division's table week by week, and the movement in its table."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState
from league.models import Adjustment, Division, Entry, Fixture, Result
from league.queries.fixtures import latest_results
from league.queries.results.dashboards import team_dashboards
from league.queries.results.sheets import sheet_of
from league.queries.standings import standings, table_variants
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.standings import division_table, divisions_of
from league.queries.standings.table_variants import moves_of, what_if
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from league.services.results.decide import give_walkover
from tests import factories
from tests.factories import Town, result_sheet
from tests.queries.standings.test_possible import unplayed


def agree(town: Town, home: str, away: str, now: dt.datetime, **first: GameScore) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, **first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def movement(division: Division) -> dict[str, int | None]:
    return {row.team.name: row.movement for row in table_variants.tables_with_movement([division])[0].rows}


def weeks(division: Division) -> list[tuple[int | None, dict[str, tuple[int, int]], dict[str, int]]]:
    """Number, place and points by name, and places moved, of each week."""
    found = table_variants.weekly(division)
    names = {row.team.pk: row.team.name for row in found.table.rows}
    return [
        (
            one.week.number,
            {names[pk]: (row.position, int(row.points)) for pk, row in one.rows.items()},
            {names[pk]: places for pk, places in one.moved.items()},
        )
        for one in found.weeks
    ]


def test_before_anything_is_played_there_is_no_week_and_no_movement(town: Town) -> None:
    assert weeks(town.division) == []
    assert set(movement(town.division).values()) == {None}


def test_a_first_week_has_no_movement(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    assert set(movement(town.division).values()) == {None}
    assert [(number, moved) for number, _, moved in weeks(town.division)] == [(1, {})]


def test_each_week_is_the_table_as_it_stood(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    agree(town, "Duke of York", "Anchor", now)
    assert weeks(town.division) == [
        (1, {"Anchor": (1, 6), "Bell": (2, 3), "Castle": (3, 0), "Duke of York": (3, 0)}, {}),
        (
            2,
            {"Anchor": (1, 9), "Duke of York": (2, 6), "Bell": (3, 3), "Castle": (4, 0)},
            {"Anchor": 0, "Duke of York": 1, "Bell": -1, "Castle": -1},
        ),
    ]
    assert movement(town.division) == {"Anchor": 0, "Duke of York": 1, "Bell": -1, "Castle": -1}


def test_a_postponed_fixture_counts_in_the_week_it_was_played(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    agree(town, "Bell", "Castle", now)
    moved = town.fixture("Anchor", "Bell")
    later = moved.starts_at + dt.timedelta(weeks=2)
    Fixture.objects.filter(pk=moved.pk).update(starts_at=later, week=town.weeks[2])
    assert [(number, places["Anchor"]) for number, places, _ in weeks(town.division)] == [(2, (3, 0)), (3, (2, 6))]


def test_what_is_played_after_the_last_week_counts_in_it(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    late = agree(town, "Bell", "Duke of York", now)
    Fixture.objects.filter(pk=late.pk).update(starts_at=late.starts_at + dt.timedelta(weeks=9))
    assert [number for number, _, _ in weeks(town.division)] == [1, 4]


def test_points_taken_count_from_the_next_week_with_results(town: Town, now: dt.datetime) -> None:
    for pair in (("Anchor", "Bell"), ("Bell", "Castle"), ("Anchor", "Castle")):
        agree(town, *pair, now)
    entry = Entry.objects.get(team=town.teams["Anchor"])
    Adjustment.objects.create(
        entry=entry, points=Decimal(-2), reason="No captain at the meeting", date=town.weeks[2].starts_on,
        made_by=town.secretary, made_at=now,
    )  # fmt: skip
    assert [places["Anchor"] for _, places, _ in weeks(town.division)] == [(1, 6), (2, 6), (1, 10)]
    Adjustment.objects.update(date=town.weeks[0].starts_on)
    assert [places["Anchor"][1] for _, places, _ in weeks(town.division)] == [4, 4, 10]
    Adjustment.objects.update(date=town.weeks[3].starts_on + dt.timedelta(weeks=20))
    assert [places["Anchor"][1] for _, places, _ in weeks(town.division)] == [6, 6, 10]


def test_what_does_not_count_is_in_no_week(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    void = agree(town, "Bell", "Castle", now)
    waiting = town.fixture("Anchor", "Castle")
    submit.submit(waiting, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    Fixture.objects.filter(pk=void.pk).update(state=FixtureState.CANCELLED)
    assert [number for number, _, _ in weeks(town.division)] == [1]


@pytest.mark.parametrize("teams", [4, 10])
def test_the_last_week_is_the_table_whatever_the_size(town: Town, teams: int) -> None:
    division = factories.full_division(town, teams)
    found = table_variants.weekly(division)
    table = standings.division_table(division)
    assert list(found.weeks[-1].rows.values()) == [row.row for row in table.rows]
    assert len(found.weeks) == 2 * (teams - 1)
    assert [sum(row.played for row in week.rows.values()) for week in found.weeks] == [
        teams * n for n in range(1, 2 * teams - 1)
    ]
    assert {row.team.pk: row.movement for row in found.table.rows} == found.weeks[-1].moved
    assert movement(division) == {row.team.name: row.movement for row in found.table.rows}


@pytest.mark.parametrize("teams", [4, 10])
def test_a_fixed_number_of_queries(town: Town, teams: int) -> None:
    pk = factories.full_division(town, teams).pk
    for read, queries in ((table_variants.weekly, 5), (lambda one: table_variants.tables_with_movement([one]), 5)):
        division = Division.objects.select_related("season__league").get(pk=pk)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            read(division)
        assert len(seen) == queries
    with CaptureQueriesContext(connection) as seen:
        table_variants.tables_with_movement(divisions_of(division.season))
    assert len(seen) == 6


def test_a_walkover_given_early_counts_in_the_week_in_which_it_is_given(town: Town) -> None:
    """A team that says weeks before that it will not come puts nobody's last week into the future."""
    now = dt.datetime(2026, 9, 17, 12, tzinfo=dt.UTC)
    agree(town, "Anchor", "Bell", now)
    late = town.fixture("Anchor", "Castle")
    give_walkover(late, to="home", version=0, reason="They will not come", by=town.secretary, now=now)
    assert [number for number, *_ in weeks(town.division)] == [1]
    assert late.pk not in {line.fixture.pk for line in latest_results(town.league, count=9, now=now)}
    [mine] = team_dashboards(town.season, [town.teams["Anchor"].pk], standings.season_tables(town.season), now=now)
    assert mine.last is not None
    assert mine.last.fixture == town.fixture("Anchor", "Bell")


def reload(division: Division) -> Division:
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
    answer = what_if(reload(division), said)
    assert (answer.imagined, answer.problems, answer.after.left) == (7, (), ())
    assert places(answer.after) == places(real)
    assert places(answer.before) == places(division_table(division))
    assert Result.objects.filter(fixture__division=division).count() == 23


def test_nothing_is_imagined_of_blank_fields(town: Town) -> None:
    answer = what_if(reload(town.division), {str(town.fixtures[0].pk): "  "})
    assert (answer.imagined, answer.problems, len(answer.lines)) == (0, (), 6)
    assert places(answer.before) == places(answer.after)


def test_what_cannot_be_is_told_at_its_fixture_and_the_rest_counts(town: Town) -> None:
    one, two = town.fixtures[:2]
    answer = what_if(reload(town.division), {str(one.pk): "9-1", str(two.pk): "9-0"})
    assert answer.imagined == 1
    assert [(problem.field, problem.code) for problem in answer.problems] == [(f"f{one.pk}", "games")]
    told = {line.fixture.pk: (line.said, line.problem is not None) for line in answer.lines}
    assert (told[one.pk], told[two.pk]) == (("9-1", True), ("9-0", False))


@pytest.mark.parametrize("number", ["0", "999999999999999999999", "x", "-1", "1e3"])
def test_a_fixture_that_is_not_to_come_is_left_out_with_a_word(town: Town, number: str) -> None:
    answer = what_if(reload(town.division), {number: "9-0"})
    assert [problem.code for problem in answer.problems] == ["fixture"]
    assert answer.imagined == 0


def test_another_divisions_or_a_cancelled_fixture_is_not_to_come(town: Town) -> None:
    division = factories.full_division(town, 4)
    unplayed(division, 1)
    cancelled = town.fixtures[0]
    Fixture.objects.filter(pk=cancelled.pk).update(state=FixtureState.CANCELLED)
    answer = what_if(reload(division), {str(town.fixtures[1].pk): "9-0", str(cancelled.pk): "9-0"})
    assert (answer.imagined, len(answer.lines), len(answer.problems)) == (0, 1, 1)


def test_tie_breaks_that_look_at_matches_are_not_applied_to_imagined_ones(town: Town) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        tie_breaks=["games_difference", "matches_won", "fixtures_won", "name"]
    )
    answer = what_if(reload(town.division), {str(one.pk): "6-3" for one in town.fixtures})
    assert answer.cut
    assert not what_if(reload(factories.full_division(town, 4)), {}).cut
    steps = {step.tie_break for tie in answer.after.standings.ties for step in tie.steps}
    assert steps <= {"games_difference"}


@pytest.mark.parametrize("teams", [4, 8])
def test_it_asks_five_queries_whatever_is_imagined(town: Town, django_assert_num_queries: Any, teams: int) -> None:
    division = factories.full_division(town, teams)
    unplayed(division, 6)
    found = reload(division)
    said = {str(pk): "5-4" for pk in Fixture.objects.filter(division=division).values_list("pk", flat=True)}
    with django_assert_num_queries(5):
        what_if(found, said)


def played(town: Town, home: str, away: str, now: dt.datetime, *, counts: bool = True) -> Result:
    """The home team's sheet, which the secretary sends where it is to count."""
    by = town.secretary if counts else town.captains[home]
    submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=by, now=now)
    found = Result.objects.select_related("fixture__division__season__league", "fixture__home", "fixture__away")
    return found.get(fixture=town.fixture(home, away))


def moved(result: Result) -> list[str]:
    teams = (result.fixture.home, result.fixture.away)
    totals = None if result.settlement else totals_of_sheet(result.fixture, sheet_of(result))
    return [f"{move.place}. {move.gap}." for move in moves_of(result, teams, totals)]


def test_a_waiting_sheet_says_who_goes_up_and_how_far_they_are_from_the_next(town: Town, now: dt.datetime) -> None:
    Division.objects.update(points_per_game=0, points_per_win=2)
    played(town, "Anchor", "Bell", now)
    played(town, "Castle", "Duke of York", now)
    later = now + dt.timedelta(hours=1)
    assert moved(played(town, "Bell", "Castle", later, counts=False)) == [
        "Bell are 2nd, up from joint 3rd. Level on points with Anchor with 1 to play.",
        "Castle are 3rd, down from joint 1st. Level on points with Bell with 1 to play.",
    ]


def test_nobody_moves_by_a_play_off_and_nobody_is_told_who_has_not_asked(town: Town, now: dt.datetime) -> None:
    result = played(town, "Anchor", "Bell", now)
    assert moves_of(result, []) == []
    Fixture.objects.filter(pk=result.fixture_id).update(play_off=True)
    result.fixture.refresh_from_db()
    assert moves_of(result, [town.teams["Anchor"]]) == []
