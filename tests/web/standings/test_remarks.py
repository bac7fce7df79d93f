"""What the table says below of a result that was not played out."""

import datetime as dt
from dataclasses import replace

import pytest
from django.test import Client

from league.models import Entry, Season
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.results.decide import abandon, give_walkover, nobody_came, void
from league.services.results.submit import submit
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town, result_sheet

REASON = {"reason": "The power failed."}


def remarks(town: Town) -> str:
    page = Client().get("/leagues/town/tables/2026-27/division-1/")
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def cut(town: Town) -> ResultSheet:
    """The doubles was over, 2–1, and nothing else was begun."""
    first, *rest = result_sheet(town, "Anchor", "Bell").matches
    blank = (GameScore(),) * 3
    return ResultSheet(
        (first, *(MatchSheet(one.number, one.kind, one.home_players, one.away_players, blank) for one in rest))
    )


@pytest.fixture
def later(now: dt.datetime) -> dt.datetime:
    return now + dt.timedelta(days=1)


def test_of_an_abandoned_fixture_what_was_played(town: Town, later: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    abandon(fixture, cut(town), version=0, by=town.secretary, now=later, **REASON)
    assert "abandoned at 2–1; the other games were not played." in remarks(town)


def test_of_an_abandoned_fixture_to_whom_the_rest_was_awarded(town: Town, later: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    abandon(fixture, cut(town), rest="away", version=0, by=town.secretary, now=later, **REASON)
    assert "abandoned; 6 games awarded to Bell." in remarks(town)


def test_of_one_to_which_nobody_came_and_of_a_walkover(town: Town, later: dt.datetime) -> None:
    nobody_came(town.fixture("Anchor", "Bell"), version=0, by=town.secretary, now=later, **REASON)
    give_walkover(town.fixture("Castle", "Duke of York"), to="home", version=0, by=town.secretary, now=later, **REASON)
    shown = remarks(town)
    assert "neither side came; no points to either." in shown
    assert "walkover to Castle, who are awarded 9 games." in shown


def test_of_a_void_one(town: Town, later: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    abandon(fixture, cut(town), version=0, by=town.secretary, now=later, **REASON)
    void(fixture, version=1, by=town.secretary, now=later, **REASON)
    assert "void; it counts for nothing." in remarks(town)


def test_of_an_abandoned_fixture_whose_games_were_all_over(town: Town, later: dt.datetime) -> None:
    fixture, whole = town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell")
    abandon(fixture, whole, rest="away", version=0, by=town.secretary, now=later, **REASON)
    assert "abandoned at 6–3." in remarks(town)


def test_of_one_in_which_each_side_was_short_once(town: Town, later: dt.datetime) -> None:
    first, second, third = result_sheet(town, "Anchor", "Bell").matches
    second = replace(second, home_players=(None,), games=(GameScore(awarded="away"),) * 3)
    third = replace(third, away_players=(None,), games=(GameScore(awarded="home"),) * 3)
    sheet = ResultSheet((first, second, third))
    submit(town.fixture("Anchor", "Bell"), sheet, by=town.secretary, now=later)
    assert "3 games awarded to Anchor and 3 games awarded to Bell." in remarks(town)


def test_of_a_team_that_withdrew_where_what_was_played_stands(town: Town, later: dt.datetime) -> None:
    submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=later)
    Season.objects.update(withdrawal_policy="stand")
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams["Bell"])
    withdraw_team(entry, reason="No side.", by=town.secretary, now=later)
    assert "Bell withdrew on 4 November 2026: 1 of its results counts." in remarks(town)
