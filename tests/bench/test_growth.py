"""A page beside the same page of a small league: what it takes must not grow with the seasons behind it.

MUGGINS_GROWTH_SEASONS=11 MUGGINS_GROWTH_DIVISIONS=40 makes the large league one of a million games.
"""

import datetime as dt
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client

from league.models import Division, Entry, Fixture, Game, Round, Season, Team, Week
from tests import factories
from tests.bench import large_league
from tests.bench.figures import figure, missed
from tests.bench.test_kept_pages import asks, one_connection
from tests.bench.test_pages_anew import confirm_one, server
from tests.factories import Town

__all__ = ["one_connection", "server"]
pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

SMALL, LARGE = (1, 5), (20, 40)
AT_MOST = 1.3
# Of a page made anew, where other work on the machine may come between: reading every sheet makes it 4.5.
ANEW_AT_MOST = 1.5
# Seasons and divisions of leagues with sheets: of five thousand games, of as many divisions as the large one, and that.
SEASONS, DIVISIONS = (
    int(os.environ.get(f"MUGGINS_GROWTH_{what}", n)) for what, n in (("SEASONS", 4), ("DIVISIONS", 4))
)
GROWN = {"few": (1, 2), "wide": (1, DIVISIONS), "long": (SEASONS, DIVISIONS)}


def grow(town: Town, seasons: int, divisions: int) -> Town:
    """Add seasons of divisions of ten teams, 90 fixtures each: 36 games to a fixture make a million of 20 × 40."""
    league, day = town.league, dt.date(2000, 1, 3)
    teams = Team.objects.bulk_create(
        [Team(league=league, name=f"Grown {n}", slug=f"grown-{n}") for n in range(10 * divisions)]
    )
    for number in range(seasons):
        first = day + dt.timedelta(weeks=52 * number)
        season = Season.objects.create(
            league=league,
            name=f"Season {number}",
            slug=f"s{number}",
            first_week=first,
            published_at=factories.PUBLISHED,
        )
        half = Round.objects.create(season=season, number=1)
        weeks = Week.objects.bulk_create(
            [Week(season=season, round=half, number=n + 1, starts_on=first + dt.timedelta(weeks=n)) for n in range(18)]
        )
        made = Division.objects.bulk_create(
            [
                Division(season=season, name=f"D {n}", slug=f"d{n}", order=n, fixture_format=factories.FORMAT)
                for n in range(divisions)
            ]
        )
        venue = town.venues["Anchor"]
        Entry.objects.bulk_create(
            [
                Entry(
                    season=season, division=made[n // 10], team=team, venue=venue, home_night=1, start_time=dt.time(20)
                )
                for n, team in enumerate(teams)
            ]
        )
        Fixture.objects.bulk_create(
            [
                row
                for n, division in enumerate(made)
                for row in _fixtures(division, weeks, teams[10 * n : 10 * n + 10], venue)
            ],
            batch_size=2000,
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return town


def _fixtures(division: Division, weeks: list[Week], teams: list[Team], venue: Any) -> list[Fixture]:
    made = []
    for turn, week in enumerate(weeks):
        shift = turn % 9
        around = [teams[0], *teams[1 + shift :], *teams[1 : 1 + shift]]
        at = dt.datetime.combine(week.starts_on, dt.time(20), tzinfo=dt.UTC)
        for one, other in zip(around[:5], reversed(around[5:]), strict=True):
            home, away = (one, other) if turn < 9 else (other, one)
            made.append(
                Fixture(
                    division=division, week=week, home=home, away=away, venue=venue, starts_at=at, original_starts_at=at
                )
            )
    return made


def seconds(ask: Callable[[], Any]) -> float:
    """The shortest of several answers: the database's own time counts here too."""
    ask()
    taken = []
    for _ in range(15):
        began = time.perf_counter()
        assert ask().status_code == 200
        taken.append(time.perf_counter() - began)
    return min(taken)


def test_a_page_of_the_list_of_fixtures_does_not_grow_with_the_league(town: Town) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("the figures are about PostgreSQL: MUGGINS_TEST_ON=services")
    grow(town, *SMALL)
    grow(factories.town("Large League", "large"), *LARGE)
    with time_machine.travel(dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC), tick=True):
        few, many = (seconds(partial(Client().get, f"/api/v1/leagues/{slug}/fixtures/")) for slug in ("town", "large"))
    ratio = many / few
    figure(
        "API fixtures, the first page", f"{few * 1000:.0f}, {many * 1000:.0f} ms: {ratio:.2f}", f"≤ {AT_MOST}",
        ok=ratio <= AT_MOST,
    )  # fmt: skip
    assert not missed()


def milliseconds(ask: Callable[[], Any], before: Callable[[], Any]) -> float:
    """The shortest of several answers, each after `before`."""
    taken = []
    for _ in range(25):
        before()
        began = time.perf_counter()
        assert ask()["status"] == "200 OK"
        taken.append(time.perf_counter() - began)
    return min(taken) * 1000


@pytest.mark.usefixtures("one_connection")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the figures are about PostgreSQL")
def test_pages_made_anew_do_not_grow_with_the_seasons_behind_them(server: WSGIHandler) -> None:
    taken: dict[str, list[float]] = {}
    for league, (seasons, divisions) in GROWN.items():
        before, games = Game.objects.count(), large_league.build(seasons, divisions, league)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        figure(f"games of the league {games.slug}", Game.objects.count() - before)
        last = f"s{seasons - 1}"
        pages = {
            "division": f"/leagues/{league}/tables/{last}/d0/",
            "home": f"/leagues/{league}/",
            "API honours of all seasons": f"/api/v1/leagues/{league}/honours/",
        }
        for name, address in pages.items():
            taken.setdefault(name, []).append(milliseconds(asks(server, address), partial(confirm_one, league, last)))
    for name, (few, wide, long) in taken.items():
        ratio = long / wide
        figure(
            f"{name} after a result, ms", f"{few:.0f}, {wide:.0f}, {long:.0f}: {ratio:.2f}, {long / few:.2f}",
            f"≤ {ANEW_AT_MOST}", ok=ratio <= ANEW_AT_MOST,
        )  # fmt: skip
    assert not missed()
