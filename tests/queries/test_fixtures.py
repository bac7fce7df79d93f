"""Lists of fixtures: which week one falls in, and what stands beside it."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Fixture, League
from league.queries.fixtures import calendar_of, find_fixture, fixture_sheet, fixtures_of_week, latest_results, week_of
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet


def move(town: Town, home: str, away: str, to: str, **fields: Any) -> Fixture:
    """Let a fixture begin at a moment of the league's own clock, "2026-10-25 23:30"."""
    starts_at = dt.datetime.fromisoformat(to).replace(tzinfo=town.league.tz)
    fixture = town.fixture(home, away)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=starts_at, **fields)
    return fixture


def names(league: League, monday: dt.date) -> list[str]:
    return [str(line.fixture) for line in fixtures_of_week(league, monday)]


def test_the_monday_of_a_day() -> None:
    assert week_of(dt.date(2026, 10, 26)) == week_of(dt.date(2026, 11, 1)) == dt.date(2026, 10, 26)


@pytest.mark.parametrize(
    ("begins", "monday"),
    [
        ("2026-10-18 23:59", dt.date(2026, 10, 12)),
        ("2026-10-19 00:00", dt.date(2026, 10, 19)),
        ("2026-10-25 00:30", dt.date(2026, 10, 19)),
        ("2026-10-25 23:30", dt.date(2026, 10, 19)),
        ("2026-10-26 00:00", dt.date(2026, 10, 26)),
        ("2026-11-01 23:30", dt.date(2026, 10, 26)),
        ("2027-03-28 23:30", dt.date(2027, 3, 22)),
        ("2027-03-29 00:00", dt.date(2027, 3, 29)),
    ],
)
@pytest.mark.parametrize("zone", ["Europe/London", "America/New_York", "Pacific/Auckland"])
def test_a_week_ends_at_the_leagues_own_midnight(town: Town, zone: str, begins: str, monday: dt.date) -> None:
    """Also in the weeks whose last night is an hour longer (25 October 2026) or shorter (28 March 2027) in London."""
    town.league.time_zone = zone
    move(town, "Anchor", "Bell", begins)
    week = dt.timedelta(weeks=1)
    assert names(town.league, monday) == ["Anchor v Bell"]
    assert "Anchor v Bell" not in names(town.league, monday - week) + names(town.league, monday + week)


def test_both_hours_of_the_long_night_belong_to_its_week(town: Town) -> None:
    for fold in (0, 1):
        starts_at = dt.datetime(2026, 10, 25, 1, 30, fold=fold, tzinfo=town.league.tz)
        Fixture.objects.filter(pk=town.fixtures[0].pk).update(starts_at=starts_at)
        assert names(town.league, dt.date(2026, 10, 19)) == ["Anchor v Bell"]


def test_a_postponed_fixture_is_in_no_week_until_it_has_a_date(town: Town) -> None:
    first = dt.date(2026, 9, 14)
    assert names(town.league, first) == ["Anchor v Bell", "Castle v Duke of York"]
    Fixture.objects.filter(pk=town.fixtures[0].pk).update(state=FixtureState.POSTPONED)
    assert names(town.league, first) == ["Castle v Duke of York"]
    move(town, "Anchor", "Bell", "2026-09-29 20:00", state=FixtureState.SCHEDULED)
    assert names(town.league, first) == ["Castle v Duke of York"]
    assert names(town.league, dt.date(2026, 9, 28)) == ["Anchor v Bell"]


def test_the_calendar_keeps_a_moved_fixture_under_its_own_week(town: Town, now: dt.datetime) -> None:
    move(town, "Anchor", "Bell", "2026-09-29 20:00")
    weeks = calendar_of(town.season, now=dt.datetime(2026, 9, 20, 22, 30, tzinfo=dt.UTC))
    assert [[str(line.fixture) for line in week.lines] for week in weeks] == [
        ["Castle v Duke of York", "Anchor v Bell"],
        ["Bell v Castle", "Duke of York v Anchor"],
        [],
        ["Anchor v Castle", "Bell v Duke of York"],
    ]
    assert [week.catch_up for week in weeks] == [False, False, True, False]
    # Half past eleven at night in London is still Sunday, and week 1; an hour later it is week 2.
    assert [week.current for week in weeks] == [True, False, False, False]
    later = calendar_of(town.season, now=dt.datetime(2026, 9, 20, 23, 30, tzinfo=dt.UTC))
    assert [week.current for week in later] == [False, True, False, False]
    assert weeks[0].ends_on == dt.date(2026, 9, 20)


def test_the_calendar_of_one_division(town: Town, now: dt.datetime) -> None:
    full = factories.full_division(town, 4, rounds=1)
    assert sum(len(week.lines) for week in calendar_of(full.season, now=now)) == 6
    assert sum(len(week.lines) for week in calendar_of(town.season, division=full, now=now)) == 0


def test_the_latest_results_are_confirmed_ones_the_last_played_first(town: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Bell", "Castle"), ("Castle", "Duke of York")):
        fixture = town.fixture(home, away)
        submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        if away != "Duke of York":
            confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    lines = latest_results(town.league, count=8)
    assert [(str(line.fixture), line.confirmed) for line in lines] == [("Bell v Castle", True), ("Anchor v Bell", True)]
    assert len(latest_results(town.league, count=1)) == 1


def test_a_fixture_is_found_in_its_own_league_only(town: Town) -> None:
    abroad = factories.town("Abroad", "abroad")
    with pytest.raises(Fixture.DoesNotExist):
        find_fixture(abroad.league, town.fixtures[0].pk)


@pytest.mark.parametrize("match_format", ["S", "D D S S"])
def test_a_fixtures_page_asks_eight_queries_whatever_its_format(
    db: None, now: dt.datetime, django_assert_num_queries: Any, match_format: str
) -> None:
    town = factories.town(match_format=match_format)
    fixture = find_fixture(town.league, town.fixtures[0].pk)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with django_assert_num_queries(8):
        sheet = fixture_sheet(fixture)
    assert len(sheet.matches) == len(match_format.split())
    assert (sheet.versions, sheet.dispute, sheet.history) == (1, None, [])
