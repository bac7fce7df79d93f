"""The honours board: hands by score, nights on which every game was won, in a fixed number of queries."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.models import Fixture, HighHand, Player, Season
from league.queries.honours import high_hands as boards
from league.queries.honours.high_hands import honours_board
from league.rules.sheets import AWAY, GameScore, ResultSheet
from league.services.results import submit
from tests.factories import Town, result_sheet


def enter(town: Town, now: dt.datetime, *, whitewash: bool = False, awarded: bool = False) -> Fixture:
    fixture, sheet = town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell")
    if whitewash:
        games = (GameScore(121, 60),) * 3
        if awarded:
            games = (GameScore(121, 60), GameScore(121, 60), GameScore(awarded=AWAY))
        sheet = ResultSheet((*sheet.matches[:2], replace(sheet.matches[2], games=games)))
    submit.submit(fixture, sheet, by=town.secretary, now=now)
    return fixture


def hold(town: Town, fixture: Fixture, now: dt.datetime, number: int, points: int, name: str = "Anchor") -> HighHand:
    player = town.squads[name][number - 1]
    return HighHand.objects.create(fixture=fixture, player=player, points=points, recorded_at=now)


def test_who_had_the_29_is_answered_first(town: Town, now: dt.datetime) -> None:
    fixture = enter(town, now)
    for number, points in ((1, 24), (2, 29), (3, 28), (4, 24)):
        hold(town, fixture, now, number, points)
    found = honours_board(town.league, town.season)
    assert [(some.points, some.all, [hand.player.name for hand in some.hands]) for some in found.hands] == [
        (29, 1, ["Anchor 2"]),
        (28, 1, ["Anchor 3"]),
        (None, 2, ["Anchor 4", "Anchor 1"]),
    ]
    assert honours_board(town.league, None).hands[0].points == 29


def test_of_another_season_and_below_the_league_s_least_nothing_is_told(town: Town, now: dt.datetime) -> None:
    fixture = enter(town, now)
    hold(town, fixture, now, 1, 20)
    other = Season.objects.create(
        league=town.league, name="2025-26", slug="2025-26", first_week=dt.date(2025, 9, 1), published_at=now
    )
    assert honours_board(town.league, town.season).empty
    town.league.high_hand = 20
    assert not honours_board(town.league, town.season).empty
    assert honours_board(town.league, other).empty


def test_a_night_of_which_every_game_was_won_is_told(town: Town, now: dt.datetime) -> None:
    fixture = enter(town, now, whitewash=True)
    [one] = honours_board(town.league, town.season).nights
    assert (one.player.name, one.nights, one.latest) == ("Anchor 4", 1, fixture)
    Player.objects.filter(pk=one.player.pk).update(hide_averages=True)
    assert honours_board(town.league, None).nights == []


def test_a_night_with_an_awarded_game_is_not(town: Town, now: dt.datetime) -> None:
    fixture = enter(town, now, whitewash=True)
    match = fixture.results.get().matches.get(number=3)
    match.home_awarded = 1
    match.save(update_fields=["home_awarded"])
    assert honours_board(town.league, None).nights == []


def test_a_long_list_says_how_many_there_are(town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    fixture = enter(town, now)
    for number in (1, 2, 3, 4):
        hold(town, fixture, now, number, 24)
    monkeypatch.setattr(boards, "OTHERS", 2)
    [some] = honours_board(town.league, None).hands
    assert (some.all, len(some.hands)) == (4, 2)


@pytest.mark.parametrize("size", [1, 4])
def test_it_asks_six_queries(town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int) -> None:
    fixture = enter(town, now, whitewash=True)
    for number in range(1, size + 1):
        hold(town, fixture, now, number, 29 if number == 1 else 24)
    with django_assert_num_queries(6):
        assert not honours_board(town.league, None).empty
