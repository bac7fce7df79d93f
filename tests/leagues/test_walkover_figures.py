"""A fixture that was not played counts as the league has it, like 15–10 of 25 legs."""

import datetime as dt
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import Invalid
from league.models import Result
from league.rules.sheets import ResultSheet
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover, take_back
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def town() -> Town:
    figures = {"walkover_games": 15, "walkover_games_against": 10, "points_per_win": 2}
    return league_of("D5w D5w D5w D5w D5w", players=10, **figures)


def night(town: Town) -> ResultSheet:
    home, away = town.squads["Anchor"], town.squads["Bell"]
    won = ("HHHHH", "HHAAH", "AAAAA", "HAHAH", "AAHHA")
    return sheet(
        *(
            match(n, "doubles", home[2 * n - 2 : 2 * n], away[2 * n - 2 : 2 * n], games(said))
            for n, said in enumerate(won, start=1)
        )
    )


def test_the_table_of_a_night_and_a_walkover(town: Town, now: dt.datetime) -> None:
    played, given = town.fixtures[:2]
    sent = submit(played, night(town), by=town.captains["Anchor"], now=now)
    confirm(played, version=sent.version, by=town.captains["Bell"], now=now)
    later = now + dt.timedelta(days=1)
    give_walkover(given, to="away", version=0, reason="Nobody came.", by=town.secretary, now=later)
    # 5 + 3 + 0 + 3 + 2 legs to Anchor and 2 for the win; Bell the other 12.
    # The Duke of York has 15 and 2 for the win; Castle, who did not come, has 10.
    assert table(town) == {
        "Anchor": (13, 12, 1, 15), "Bell": (12, 13, 0, 12), "Castle": (10, 15, 0, 10), "Duke of York": (15, 10, 1, 17),
    }  # fmt: skip
    live = Result.objects.get(fixture=given, live=True)
    assert (live.home_games, live.away_games, live.home_awarded, live.away_awarded) == (10, 15, 10, 15)
    assert (live.home_matches, live.away_matches, live.matches.count()) == (0, 5, 0)
    take_back(given, version=1, reason="They had come.", by=town.secretary, now=later)
    assert table(town).keys() == {"Anchor", "Bell"}


def test_who_does_not_come_may_lose_points(town: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(town.fixtures[0], to="home", version=0, reason="Nobody came.", by=town.secretary, now=later)
    said = {"walkover_points": Decimal(20), "absent_points": Decimal("-2.5")}
    change_division(town.division, said, reason="Agreed.", by=town.secretary, now=later)
    town.division.refresh_from_db()
    # The games stay 15 to 10; the points are 20, and 2½ off.
    assert table(town) == {"Anchor": (15, 10, 1, 20), "Bell": (10, 15, 0, Decimal("-2.5"))}


def test_figures_that_no_fixture_can_have_are_refused(town: Town, now: dt.datetime) -> None:
    said = {"walkover_games": 16, "walkover_games_against": 10, "points_per_lurch": 1}
    with pytest.raises(Invalid) as refused:
        change_division(town.division, said, reason="Agreed.", by=town.secretary, now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("points_per_lurch", "A lurch is told by the loser’s score, which the sheets here do not have: leave it at 0."),
        ("walkover_games", "A fixture of this format has 25 games at most."),
    ]


def test_pages_and_programs_tell_its_figures(town: Town, now: dt.datetime, client: Client) -> None:
    fixture, later = town.fixtures[0], now + dt.timedelta(days=1)
    client.force_login(town.secretary)

    def page(name: str, **which: object) -> str:
        return client.get(reverse(name, kwargs={"slug": "town", **which})).content.decode()

    assert "A walkover to Anchor, which counts 15–10 in games" in page("decide-result", fixture=fixture.pk)
    give_walkover(fixture, to="away", version=0, reason="Nobody came.", by=town.secretary, now=later)
    shown = page("fixture", fixture=fixture.pk)
    assert "A walkover to Bell: it counts 10–15 in games." in shown
    assert "Walkover to Bell" in shown
    division = page("division", season="2026-27", division="division-1")
    assert "walkover to Bell, which counts 10–15 in games. Nobody came." in division
    assert "15 games: 15 · the win: 2" in page("receipt", season="2026-27", division="division-1", team="bell")
    rules = page("rules")
    assert "A fixture that was not played, or conceded, may be given as a walkover: 15 games to ten." in rules
    path = "/api/v1/leagues/town/seasons/2026-27/divisions/division-1/teams/bell/receipt/"
    told = client.get(path).json()
    assert told["scheme"]["walkover"] == {"games": 15, "against": 10, "points": None, "absent": None}
    assert told["fixtures"][0]["sources"] == [
        {"part": "game", "n": 15, "points": 15, "told": "15 games: 15"},
        {"part": "win", "n": 1, "points": 2, "told": "the win: 2"},
    ]
