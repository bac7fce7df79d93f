"""shgddcl: the legs differ by the match: two, two and three."""

import datetime as dt

import pytest

from league.errors import Invalid
from league.services.results.confirm import confirm
from league.services.results.submit import submit
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Town:
    return league_of("D2 D2 D3")


def test_each_match_has_its_own_legs(league: Town, now: dt.datetime) -> None:
    home, away = league.squads["Anchor"], league.squads["Bell"]
    fixture = league.fixtures[0]
    night = sheet(
        match(1, "doubles", home[:2], away[:2], games("H90 A100")),
        match(2, "doubles", home[2:4], away[2:4], games("H90 H100")),
        match(3, "doubles", home[4:6], away[4:6], games("A90 A100 H118")),
    )
    sent = submit(fixture, night, by=league.captains["Anchor"], now=now)
    confirm(fixture, version=sent.version, by=league.captains["Bell"], now=now)
    assert table(league) == {"Anchor": (4, 3, 1, 4), "Bell": (3, 4, 0, 3)}


def test_a_third_leg_of_a_match_of_two_is_told(league: Town, now: dt.datetime) -> None:
    home, away = league.squads["Anchor"], league.squads["Bell"]
    night = sheet(
        match(1, "doubles", home[:2], away[:2], games("H90 A100 H1")),
        match(2, "doubles", home[2:4], away[2:4], games("H90 H100")),
        match(3, "doubles", home[4:6], away[4:6], games("A90 A100")),
    )
    with pytest.raises(Invalid) as refused:
        submit(league.fixtures[0], night, by=league.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m1-g3", "A match has 2 games."),
        ("m3-g3", "Enter the score of game 3; all 3 games are played, even at 2–0."),
    ]
