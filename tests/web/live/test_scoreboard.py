"""The board on the bar: tapped by address, undone, and put into the live score as its game."""

import pytest
from django.test import Client

from league.models import Fixture, LiveScore
from league.rules.live import entry_of, scoreboard, typed_peg
from league.rules.problems import Problem
from tests.factories import Town
from tests.web.pages import page, signed_in, words

NAMES = ("Anchor", "Bell")


def test_pegs_are_read_and_what_is_none_is_left_out() -> None:
    found = scoreboard("h8.a2.x9.h99.h12", NAMES, 121)
    assert (found.pegs, found.before, found.scores, found.winner) == ("h8.a2.h12", "h8.a2", (20, 2), "")
    assert found.with_peg("away", 3) == "h8.a2.h12.a3"


@pytest.mark.parametrize("points", range(1, 30))
def test_whatever_a_count_brings_is_one_peg_and_one_is_taken_back(points: int) -> None:
    found = scoreboard("h8.a2", NAMES, 121)
    pegs = typed_peg(found, "away", str(points))
    assert pegs == f"h8.a2.a{points}"
    pegged = scoreboard(pegs, NAMES, 121)
    back = pegged.board.tracks[1].side.back
    assert (pegged.scores, back, pegged.before) == ((8, 2 + points), 2, "h8.a2")


def test_a_number_is_typed_with_its_plus_or_blanks_too() -> None:
    found = scoreboard("", NAMES, 121)
    assert [typed_peg(found, "home", typed) for typed in ("+14", " 14 ")] == ["h14", "h14"]


@pytest.mark.parametrize("typed", ["0", "30", "-3", "", " ", "x", "1.5", "014", "٣", "²", "1\n2", "99999999"])
def test_what_no_count_brings_is_refused_at_its_field(typed: str) -> None:
    wrong = typed_peg(scoreboard("h8", NAMES, 121), "home", typed)
    assert isinstance(wrong, Problem)
    assert (wrong.field, str(wrong.message)) == ("points-home", "Write a number from 1 to 29.")


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
def test_a_typed_number_is_pegged_as_by_a_tap(anchor: Client, fixture: Fixture) -> None:
    url = page(fixture, "live/board/1/1")
    assert "+24" in words(anchor.get(url))
    answer = anchor.get(url, {"pegs": "h8.a2", "side": "away", "points": "17"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{url}?pegs=h8.a2.a17#board")
    assert 'href="?pegs=h8.a2#board">' in anchor.get(url, {"pegs": "h8.a2.a17"}).content.decode()


@pytest.mark.usefixtures("today")
@pytest.mark.parametrize("typed", ["0", "30", "text", "", "<b>", "1          30", "9" * 5000])
def test_a_bad_number_is_told_and_keeps_the_board(anchor: Client, fixture: Fixture, typed: str) -> None:
    answer = anchor.get(page(fixture, "live/board/1/1"), {"pegs": "h8.a2", "side": "home", "points": typed})
    assert answer.status_code == 422
    assert "Write a number from 1 to 29." in words(answer)
    assert answer.context["said"].pegs == "h8.a2"


@pytest.mark.usefixtures("today")
def test_a_number_for_nobody_or_for_a_game_that_is_won_pegs_nothing(anchor: Client, fixture: Fixture) -> None:
    url = page(fixture, "live/board/1/1")
    won = ".".join(["h29"] * 4 + ["a20", "h5"])
    for pegs, side in (("h8", "both"), ("h8", ""), (won, "home")):
        answer = anchor.get(url, {"pegs": pegs, "side": side, "points": "14"})
        assert (answer.status_code, answer.context["said"].pegs) == (200, pegs)


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
