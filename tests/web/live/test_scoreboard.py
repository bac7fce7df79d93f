"""The board on the bar: tapped by address, undone, and put into the live score as its game."""

import pytest
from django.test import Client

from league.models import Fixture, LiveScore
from league.rules.scoreboard import entry_of, scoreboard
from tests.factories import Town
from tests.web.pages import page, signed_in, words

NAMES = ("Anchor", "Bell")


def test_pegs_are_read_and_what_is_none_is_left_out() -> None:
    found = scoreboard("h8.a2.x9.h99.h12", NAMES, 121)
    assert (found.pegs, found.before, found.scores, found.winner) == ("h8.a2.h12", "h8.a2", (20, 2), "")
    assert found.with_peg("away", 3) == "h8.a2.h12.a3"


def test_nothing_counts_after_the_winning_peg() -> None:
    """R37."""
    found = scoreboard("h29.h29.h3.a29", NAMES, 61)
    assert (found.scores, found.winner) == ((61, 0), "home")
    over = scoreboard("a29.a29.a5", NAMES, 61)
    assert entry_of(over, 1, 2, 61, winners=False) == {
        "m1-g2-winner": "away", "m1-g2-loser": "0", "m1-g2-winner-score": "63",
    }  # fmt: skip
    assert entry_of(over, 1, 2, 61, winners=True) == {"m1-g2-winner": "away"}


@pytest.mark.usefixtures("today")
def test_a_finished_board_becomes_that_game_of_the_live_score(town: Town, fixture: Fixture) -> None:
    anchor = signed_in(town.captains["Anchor"])
    anchor.post(page(fixture, "live"), {"do": "begin"})
    url = page(fixture, "live/board/1/1")
    assert "Match 1, game 1" in words(anchor.get(url))
    pegs = ".".join(["h29"] * 4 + ["a20", "h5"])
    assert "Put it in the live score" in words(anchor.get(url, {"pegs": pegs}))
    answer = anchor.post(url, {"pegs": pegs}, follow=True)
    assert "Match 1, game 1 is in the live score." in words(answer)
    assert LiveScore.objects.get().fields == {"m1-g1-winner": "home", "m1-g1-loser": "20"}


@pytest.mark.usefixtures("today")
def test_only_whoever_scores_pegs(town: Town, fixture: Fixture) -> None:
    assert Client().get(page(fixture, "live/board/1/1")).status_code == 302
    assert signed_in(town.captains["Castle"]).get(page(fixture, "live/board/1/1")).status_code == 403
    assert signed_in(town.captains["Anchor"]).get(page(fixture, "live/board/99/1")).status_code == 404


@pytest.mark.usefixtures("today")
def test_there_is_no_board_for_a_game_that_the_fixture_has_not(anchor: Client, fixture: Fixture) -> None:
    boards = {place: anchor.get(page(fixture, f"live/board/{place}")) for place in ("3/3", "4/1", "3/4", "3/0")}
    assert {place: answer.status_code for place, answer in boards.items()} == {
        "3/3": 200, "4/1": 404, "3/4": 404, "3/0": 404,
    }  # fmt: skip
    assert "Nothing pegged here" in words(boards["3/4"])
