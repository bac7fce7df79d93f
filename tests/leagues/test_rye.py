"""Rye: four players a side, who play four singles and then two pairs, the same four."""

import datetime as dt

import pytest

from league.enums import ResultState
from league.errors import Invalid
from league.models import Player
from league.queries.teams import player_season
from league.services.results.confirm import confirm
from league.services.results.submit import submit
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def rye() -> Town:
    return league_of("S S S S D D / 1S 1D")


def night(home: list[Player], away: list[Player], **instead: list[Player]):
    """Two games to one in every match: to home in the singles, to away in the pairs."""
    return sheet(
        match(1, "singles", home[:1], away[:1], games("H90 A100 H118")),
        match(2, "singles", home[1:2], away[1:2], games("H90 A100 H118")),
        match(3, "singles", home[2:3], away[2:3], games("H90 A100 H118")),
        match(4, "singles", home[3:4], away[3:4], games("H90 A100 H118")),
        match(5, "doubles", home[:2], away[:2], games("A90 H100 A61")),
        match(6, "doubles", instead.get("last", home[2:4]), away[2:4], games("A90 H100 A61")),
    )


def test_the_same_four_play_singles_and_pairs(rye: Town, now: dt.datetime) -> None:
    home, away = rye.squads["Anchor"], rye.squads["Bell"]
    fixture = rye.fixtures[0]
    sent = submit(fixture, night(home, away), by=rye.captains["Anchor"], now=now)
    result = confirm(fixture, version=sent.version, by=rye.captains["Bell"], now=now)
    assert result.state == ResultState.CONFIRMED
    # Singles 8–4, pairs 2–4; a point a game.
    assert table(rye) == {"Anchor": (10, 8, 1, 10), "Bell": (8, 10, 0, 8)}
    season = player_season(home[0], rye.season)
    assert [(one.appearance.match.kind, one.won, one.lost) for one in season.matches] == [
        ("singles", 2, 1),
        ("doubles", 1, 2),
    ]
    assert (season.total.matches, season.singles.won, season.doubles.won) == (2, 2, 1)


def test_nobody_plays_two_singles_or_two_pairs(rye: Town, now: dt.datetime) -> None:
    home, away = rye.squads["Anchor"], rye.squads["Bell"]
    twice = night(home, away, last=[home[0], home[2]])
    with pytest.raises(Invalid) as refused:
        submit(rye.fixtures[0], twice, by=rye.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m6-home-1", "Anchor 1 is in 3 matches; 2 are the most."),
    ]
