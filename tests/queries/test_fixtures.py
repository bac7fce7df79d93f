"""Lists of fixtures: which week one falls in, and what stands beside it."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Fixture, League, Season, Team
from league.queries.fixtures import (
    calendar_of,
    find_fixture,
    fixture_sheet,
    fixtures_of_week,
    latest_results,
    meetings_of,
    week_of,
)
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


def test_the_calendar_has_a_fixture_in_the_week_in_which_it_is_played(town: Town) -> None:
    move(town, "Anchor", "Bell", "2026-09-29 20:00")
    move(town, "Castle", "Duke of York", "2027-03-02 20:00")
    move(town, "Bell", "Castle", "2026-10-06 20:00", state=FixtureState.POSTPONED)
    weeks = calendar_of(town.season, now=dt.datetime(2026, 9, 20, 22, 30, tzinfo=dt.UTC), wanted="all")
    assert [[str(line.fixture) for line in week.lines] for week in weeks] == [
        # Outside the season's weeks, it stays in its own; so does one without a date.
        ["Castle v Duke of York"],
        ["Duke of York v Anchor", "Bell v Castle"],
        ["Anchor v Bell"],
        ["Anchor v Castle", "Bell v Duke of York"],
    ]
    assert [week.catch_up for week in weeks] == [False, False, True, False]
    # Half past eleven at night in London is still Sunday, and week 1; an hour later it is week 2.
    assert [week.current for week in weeks] == [True, False, False, False]
    later = calendar_of(town.season, now=dt.datetime(2026, 9, 20, 23, 30, tzinfo=dt.UTC))
    assert [week.current for week in later] == [False, True, False, False]
    assert weeks[0].ends_on == dt.date(2026, 9, 20)


def opened(town: Town, day: str, **wanted: Any) -> list[int]:
    """The numbers of the weeks that are open on a day, after checking that the others are counted and not read."""
    weeks = calendar_of(town.season, now=dt.datetime.fromisoformat(f"{day} 12:00+00:00"), **wanted)
    assert [week.count for week in weeks] == [2, 2, 0, 2]
    assert all(len(week.lines) == (week.count if week.open else 0) for week in weeks)
    return [number for number, week in enumerate(weeks, start=1) if week.open]


def test_the_calendar_opens_at_this_week_and_the_next(town: Town) -> None:
    assert opened(town, "2026-09-16") == [1, 2]
    assert opened(town, "2026-09-30") == [3, 4]
    assert opened(town, "2026-10-07") == [4]
    # Before the season its first week; after it the last one with a fixture.
    assert opened(town, "2026-08-01") == [1]
    assert opened(town, "2027-01-01") == [4]
    assert opened(town, "2026-09-16", wanted=dt.date(2026, 10, 5)) == [4]
    assert opened(town, "2026-09-16", wanted=dt.date(2020, 1, 6)) == []
    assert opened(town, "2026-09-16", wanted="all") == [1, 2, 3, 4]


@pytest.mark.parametrize("wanted", [None, "all"])
def test_the_calendar_asks_four_queries(town: Town, django_assert_num_queries: Any, wanted: Any) -> None:
    with django_assert_num_queries(4):
        assert calendar_of(town.season, now=dt.datetime(2026, 9, 16, tzinfo=dt.UTC), wanted=wanted)


def test_the_calendar_of_one_division(town: Town, now: dt.datetime) -> None:
    full = factories.full_division(town, 4, rounds=1)
    assert sum(week.count for week in calendar_of(full.season, now=now)) == 6
    assert sum(week.count for week in calendar_of(town.season, division=full, now=now)) == 0


def test_the_last_meetings_are_confirmed_results_between_the_two_teams_the_latest_first(
    town: Town, now: dt.datetime
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    assert meetings_of(fixture, count=5) == []
    back = Fixture.objects.create(
        division=town.division, week=town.weeks[2], home=fixture.away, away=fixture.home, venue=fixture.venue,
        starts_at=now - dt.timedelta(days=5), original_starts_at=now,
    )  # fmt: skip
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert meetings_of(back, count=5) == []
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert [line.fixture for line in meetings_of(back, count=5)] == [fixture]
    assert meetings_of(fixture, count=5) == []
    other = town.fixture("Castle", "Duke of York")
    assert meetings_of(other, count=5) == []


def test_the_latest_results_are_confirmed_ones_the_last_played_first(town: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Bell", "Castle"), ("Castle", "Duke of York")):
        fixture = town.fixture(home, away)
        submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        if away != "Duke of York":
            confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    lines = latest_results(town.league, count=8, now=now)
    assert [(str(line.fixture), line.confirmed) for line in lines] == [("Bell v Castle", True), ("Anchor v Bell", True)]
    assert len(latest_results(town.league, count=1, now=now)) == 1


def test_the_latest_results_take_four_queries_however_many(
    town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    abroad = factories.town("Abroad", "abroad")
    for where, home, away in ((town, "Anchor", "Bell"), (town, "Bell", "Castle"), (abroad, "Anchor", "Bell")):
        fixture = where.fixture(home, away)
        submit.submit(fixture, result_sheet(where, home, away), by=where.captains[home], now=now)
        confirm.confirm(fixture, 1, by=where.captains[away], now=now)
    for count in (1, 2):
        with django_assert_num_queries(4):
            lines = latest_results(town.league, count=count, now=now)
            assert all(
                (line.fixture.home.name, line.fixture.away.name, line.fixture.venue, line.fixture.division.name)
                for line in lines
            )
        assert {line.fixture.division.pk for line in lines} <= set(
            town.league.seasons.values_list("divisions", flat=True)
        )
        assert len(lines) == count
    Team.objects.filter(pk=town.teams["Castle"].pk).update(hidden_at=now)
    assert [str(line.fixture) for line in latest_results(town.league, count=8, now=now)] == ["Anchor v Bell"]
    Season.objects.filter(league=town.league).update(hidden_at=now)
    assert latest_results(town.league, count=8, now=now) == []


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
