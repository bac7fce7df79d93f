"""The sheet form's fields: what a phone sends, read and written, whatever was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules import formats
from league.rules.match_terms import uniform
from league.rules.problems import Problem
from league.rules.sheet_checks import check
from league.rules.sheet_fields import Fields, fields_of, laid_over, parse_sheet
from league.rules.sheets import GameScore, ResultSheet
from league.web.forms import merge_problems
from league.web.results.sheet_form import Filled, fields_from, sheet_form
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import AWAY_SQUAD, HOME_SQUAD, LEGAL, TERMS, legal_sheets, with_game

ONE_SINGLES = uniform(("singles",))


def read(**fields: str) -> tuple[ResultSheet, list[Problem]]:
    """One singles match; `g1_winner` stands for ``m1-g1-winner``."""
    return parse_sheet({f"m1-{name.replace('_', '-')}": value for name, value in fields.items()}, ONE_SINGLES)


def all_problems(fields: Fields) -> list[Problem]:
    sheet, unreadable = parse_sheet(fields, TERMS)
    return merge_problems(unreadable, check(sheet, TERMS, home_squad=HOME_SQUAD, away_squad=AWAY_SQUAD))


@given(legal_sheets())
def test_a_legal_sheet_comes_back_as_it_was(sheet: ResultSheet) -> None:
    fields = fields_of(sheet, TERMS)
    assert parse_sheet(fields, TERMS) == (sheet, [])
    assert fields_from(fields) == fields
    assert all_problems(fields) == []


def test_the_names_of_the_fields() -> None:
    fields = fields_of(LEGAL, TERMS)
    assert {name: value for name, value in fields.items() if name.startswith("m2")} == {
        "m2-home-1": "2", "m2-home-2": "3", "m2-away-1": "12", "m2-away-2": "13",
        "m2-g1-winner": "home", "m2-g1-loser": "85",
        "m2-g2-winner": "away", "m2-g2-loser": "93",
        "m2-g3-winner": "away", "m2-g3-loser": "120", "m2-g3-winner-score": "123",
    }  # fmt: skip


def test_a_sheet_laid_over_theirs_takes_a_game_whole_and_leaves_the_rest() -> None:
    theirs = {
        "m1-home-1": "1", "m1-g1-winner": "home", "m1-g1-loser": "90", "m1-g1-winner-score": "123",
        "m1-g2-winner": "away", "m1-g2-loser": "80", "m2-short": "home", "m2-away-1": "11", "m3-short": "away",
    }  # fmt: skip
    mine = {"m1-g1-winner": "away", "m1-g1-loser": "60", "m2-home-1": "2"}
    assert laid_over(theirs, mine) == {
        "m1-home-1": "1", "m1-g1-winner": "away", "m1-g1-loser": "60", "m1-g2-winner": "away", "m1-g2-loser": "80",
        "m2-home-1": "2", "m2-away-1": "11", "m3-short": "away",
    }  # fmt: skip
    assert laid_over(theirs, {}) == theirs
    assert laid_over({}, mine) == mine


@given(st.dictionaries(st.sampled_from(sorted(fields_of(LEGAL, TERMS))), st.text(max_size=12)))
def test_nothing_that_is_typed_breaks_the_form(typed: Fields) -> None:
    fields = fields_of(LEGAL, TERMS) | typed
    sheet, unreadable = parse_sheet(fields_from(fields), TERMS)
    assert len(sheet.matches) == 3
    assert all(problem.field and problem.where and problem.message for problem in unreadable)


@pytest.mark.parametrize("text", ["12l", "９８", "-5", "1e3", "9.5", "0x10", "1_0", "١٢", "9 8", "9" * 300, "²"])
def test_what_is_not_a_number_is_said_at_its_game(text: str) -> None:
    sheet, problems = read(g2_winner="home", g2_loser=text)
    assert problems == [
        Problem("number", f"“{text}” is not a number; write digits, like 98.", "m1-g2", "match 1, game 2")
    ]
    assert sheet.matches[0].games[1] == GameScore(121, None)


def test_three_hundred_digits_are_cut_before_they_are_kept() -> None:
    assert fields_from({"m1-g1-loser": "9" * 300}) == {"m1-g1-loser": "9" * 12}


def test_a_score_beyond_the_game_is_a_number_and_the_rules_affair() -> None:
    sheet, problems = read(g1_winner="home", g1_loser="999")
    assert problems == []
    found = check(sheet, ONE_SINGLES, home_squad={}, away_squad={})
    assert ("m1-g1", "both-won") in [(p.field, p.code) for p in found]


def test_a_score_without_a_winner_asks_who_won() -> None:
    _, problems = read(g1_loser="98", g3_winner="nobody", g3_winner_score="122")
    assert [(p.code, p.field, p.message) for p in problems] == [
        ("no-winner", "m1-g1", "Say who won this game."),
        ("no-winner", "m1-g3", "Say who won this game."),
    ]


def test_a_winner_without_a_score_is_half_a_game() -> None:
    sheet, problems = read(g1_winner="away")
    assert problems == []
    assert sheet.matches[0].games[0] == GameScore(None, 121)


def test_a_winner_with_the_lower_score_is_not_turned_into_the_loser() -> None:
    _, problems = read(g1_winner="home", g1_loser="130", g1_winner_score="100")
    assert [(p.field, p.message) for p in problems] == [("m1-g1", "The winner’s score is below the loser’s.")]


def test_only_the_fields_of_a_sheet_are_taken() -> None:
    posted = {
        "csrfmiddlewaretoken": "x", "version": "1", "reason": "y", "m1-home-9": "1", "m1-homer-1": "1",
        "m100-home-1": "1",
        "m1-g1-winner; drop": "home", "m１-home-1": "1", "xm1-home-1": "1", "m1-g1-winner\n": "home", "m1-short": "",
        "m1-home-1": " 7 ", "m2-g1-loser": 98,
    }  # fmt: skip
    assert fields_from(posted) == {"m1-home-1": "7", "m2-g1-loser": "98"}


@pytest.mark.parametrize("tampered", ["abc", "-1", "1.0", "null", "１"])
def test_a_tampered_player_is_said_at_their_seat(tampered: str) -> None:
    sheet, problems = read(home_1=tampered)
    assert sheet.matches[0].home_players == (None,)
    assert [(p.field, p.where) for p in problems] == [("m1-home-1", "match 1, home player")]
    assert problems[0].message == "Choose the home player from the list."


def test_who_may_play_is_the_affair_of_eligibility() -> None:
    fields = fields_of(LEGAL, TERMS) | {"m1-home-1": "11", "m3-away-1": "999999999"}
    assert [(p.field, p.message) for p in all_problems(fields)] == [
        ("m1-away-1", "Amir Tregenza is on the sheet twice: match 1, home player; match 1, away player."),
    ]


@pytest.mark.parametrize(("short", "winner"), [("home", "away"), ("away", "home")])
def test_a_short_side_has_nobody_and_gives_its_games_away(short: str, winner: str) -> None:
    present = "away" if short == "home" else "home"
    sheet, problems = read(short=short, home_1="1", away_1="11", g1_winner=short, g1_loser="9x")
    match = sheet.matches[0]
    assert problems == []
    assert match.short == short
    assert match.players(short) == (None,)  # type: ignore[arg-type]
    assert match.players(present) != (None,)  # type: ignore[arg-type]
    assert [game.winner for game in match.games] == [winner] * 3


def test_a_made_up_short_side_is_none() -> None:
    assert read(short="neither")[0] == read()[0]


def test_problems_come_in_the_order_of_the_sheet_and_once_a_field() -> None:
    fields = fields_of(LEGAL, TERMS)
    del fields["m1-home-1"], fields["m3-g1-winner"], fields["m3-g1-loser"]
    fields |= {"m1-g2-loser": "9o", "m2-g1-loser": "121", "m2-away-1": "11", "m3-g2-winner": "", "m1-g3-loser": "140"}
    told = [(p.field, p.code) for p in all_problems(fields)]
    assert told == [
        ("m1-home-1", "no-player"),
        ("m1-g2", "number"),
        ("m1-g3", "winner-below"),
        ("m2-away-1", "twice"),
        ("m2-g1", "equal"),
        ("m3-g1", "no-game"),
        ("m3-g2", "no-winner"),
    ]


def test_seats_stand_before_games_and_home_before_away() -> None:
    begun = all_problems({"m1-g1-loser": "x", "m1-g2-winner": "home", "m2-away-2": "x", "m2-g2-winner": "home"})
    places = [p.field for p in begun]
    assert places == [
        "m1-home-1", "m1-away-1", "m1-g1", "m1-g2", "m1-g3",
        "m2-home-1", "m2-home-2", "m2-away-1", "m2-away-2", "m2-g1", "m2-g2", "m2-g3",
        "m3",
    ]  # fmt: skip


def test_a_match_with_something_unreadable_in_it_is_not_called_empty() -> None:
    told = [(p.field, p.code) for p in all_problems({"m1-g1-loser": "x"})]
    assert told == [("m1-g1", "number"), ("m2", "empty-match"), ("m3", "empty-match")]


def test_one_game_that_cannot_be_read_twice_over_is_told_once_each() -> None:
    _, problems = read(g1_winner="home", g1_loser="9o", g1_winner_score="12l")
    assert [p.message for p in problems] == [
        "“9o” is not a number; write digits, like 98.",
        "“12l” is not a number; write digits, like 98.",
    ]


def test_a_game_that_cannot_be_read_is_not_asked_for_its_winner_too() -> None:
    assert [p.code for p in all_problems(fields_of(LEGAL, TERMS) | {"m1-g1-winner": "", "m1-g1-loser": "9o"})] == [
        "number"
    ]


def test_an_awarded_game_is_left_to_the_referee() -> None:
    fields = fields_of(with_game(LEGAL, 1, 1, GameScore(121, 90, "away")), TERMS)
    assert not [name for name in fields if name.startswith("m1-g1")]


def test_the_form_shows_what_was_typed_with_its_problems(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    typed = fields_of(result_sheet(town, "Anchor", "Bell"), formats.terms(fixture.division)) | {"m2-g1-loser": "9o"}
    problem = Problem("number", "No.", "m2-g1", "match 2, game 1")
    squads = (town.squads["Anchor"], town.squads["Bell"])
    form = sheet_form(Filled(fixture, typed), squads=squads, problems=[problem])
    second = form.matches[1]
    assert (second.games[0].loser, second.games[0].problems) == ("9o", (problem,))
    assert [len(match.home) for match in form.matches] == [2, 1, 1]
    assert [name for _, name in second.home[0].options] == [f"Anchor {n}" for n in range(1, 7)]
    assert second.home[0].value == str(town.squads["Anchor"][2].pk)
    assert (form.home_games, form.away_games) == (5, 3)


def test_the_tally_leaves_out_a_match_that_both_sides_had_nobody_for(town: Town) -> None:
    """As static/js/sheet.js does."""
    fixture = town.fixture("Anchor", "Bell")
    squads = (town.squads["Anchor"], town.squads["Bell"])
    begun = sheet_form(
        Filled(fixture, {"m3-short": "both", "m2-g1-winner": "home", "m2-g1-loser": "90"}), squads=squads
    )
    assert begun.games_left == 5
    full = fields_of(result_sheet(town, "Anchor", "Bell"), formats.terms(fixture.division))
    over = sheet_form(Filled(fixture, full | {"m3-short": "both"}), squads=squads)
    assert (over.games_left, over.home_games + over.away_games) == (0, 6)
    assert "Play all 9 games." in over.intro
    one = sheet_form(Filled(fixture, full | {"m3-short": "away"}), squads=squads)
    assert one.games_left == 0
