"""A division's table week by week, and the movement in its table."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState
from league.models import Adjustment, Division, Entry, Fixture
from league.queries.fixtures import latest_results
from league.queries.results.player_dashboard import team_dashboards
from league.queries.standings import standings, weekly
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from league.services.results.decide import give_walkover
from tests import factories
from tests.factories import Town, result_sheet


def agree(town: Town, home: str, away: str, now: dt.datetime, **first: GameScore) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, **first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def movement(division: Division) -> dict[str, int | None]:
    return {row.team.name: row.movement for row in weekly.division_table(division).rows}


def weeks(division: Division) -> list[tuple[int | None, dict[str, tuple[int, int]], dict[str, int]]]:
    """Number, place and points by name, and places moved, of each week."""
    found = weekly.weekly(division)
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
    found = weekly.weekly(division)
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
    for read, queries in ((weekly.weekly, 5), (weekly.division_table, 5)):
        division = Division.objects.select_related("season__league").get(pk=pk)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            read(division)
        assert len(seen) == queries
    with CaptureQueriesContext(connection) as seen:
        weekly.season_tables(division.season)
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
