"""Matches of which no more is written down than how many games each side won: what stands, and what is told."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.match_terms import MatchTerms
from league.rules.rulings import Award, place_in, places_awarded, undone, with_awards, with_totals
from league.rules.sheet_checks import check
from league.rules.sheet_fields import Fields, differences, fields_of, laid_over, parse_sheet
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Totals, as_pegged, broken_off

HOME_SQUAD, AWAY_SQUAD = {1: "Keith Ellis"}, {11: "Amir Tregenza"}
small = st.integers(0, 4)


def one_match(home: int, away: int, **moved: Any) -> ResultSheet:
    """A sheet of one match that ended so."""
    return ResultSheet((MatchSheet(1, "singles", (1,), (11,), Totals(home, away, **moved).games, totals=True),))


def problems_with(text: str, sheet: ResultSheet, **said: object) -> list[tuple[str, str]]:
    """Everything that is wrong with a sheet of a format: at which field, and what."""
    terms, _ = parse_format(text)
    found = check(sheet, terms, home_squad=HOME_SQUAD, away_squad=AWAY_SQUAD, **said)
    return [(problem.field, str(problem.message)) for problem in found]


@pytest.mark.parametrize(
    ("text", "home", "away"),
    [("S3t", 2, 1), ("S3t", 0, 3), ("S2t", 1, 1), ("Sb3t", 2, 0), ("Sb3t", 1, 2), ("Sf4t", 4, 3), ("S1t", 0, 1)],
)
def test_what_a_match_can_end_at_stands(text: str, home: int, away: int) -> None:
    assert problems_with(text, one_match(home, away)) == []


@pytest.mark.parametrize(
    ("text", "home", "away", "message"),
    [
        ("S3t", 2, 2, "2–2 makes 4 games; all 3 are played, so the two numbers add up to 3."),
        ("S3t", 1, 0, "1–0 makes 1 game; all 3 are played, so the two numbers add up to 3."),
        (
            "Sb3t", 2, 2,
            "The best of 3 does not end 2–2: it is over as soon as one side has won 2 (2–0 · 2–1).",
        ),
        (
            "Sb3t", 3, 0,
            "The best of 3 does not end 3–0: it is over as soon as one side has won 2 (2–0 · 2–1).",
        ),
        (
            "Sf2t", 1, 1,
            "The first to 2 does not end 1–1: it is over as soon as one side has won 2 (2–0 · 2–1).",
        ),
        ("Sb3t", 0, 0, "Enter how many games each side won, like 2–0 or 2–1."),
        ("S1t", 0, 0, "Enter how many games each side won, like 1–0 or 0–1."),
    ],
)  # fmt: skip
def test_what_it_cannot_end_at_is_told_with_what_would_be_right(text: str, home: int, away: int, message: str) -> None:
    assert problems_with(text, one_match(home, away)) == [("m1-games", message)]


def test_of_an_abandoned_fixture_any_score_before_the_end_stands() -> None:
    assert problems_with("Sb5t", one_match(2, 1), unfinished=True) == []
    assert problems_with("Sb5t", one_match(4, 1), unfinished=True) != []


def test_games_one_by_one_are_refused_where_they_are_counted_and_the_other_way_round() -> None:
    one_by_one = ResultSheet((MatchSheet(1, "singles", (1,), (11,), (GameScore(121, 90),) * 3),))
    assert problems_with("S3t", one_by_one) == [
        ("m1-games", "Games are only counted here; leave the single ones empty."),
    ]
    assert problems_with("S3", one_match(3, 0)) == [
        ("m1-games", "The games of this match are written down one by one, not only how many each side won."),
    ]


def test_a_side_that_had_nobody_loses_the_games_that_win_the_match() -> None:
    sheet, problems = parse_sheet({"m1-home-1": "1", "m1-short": "away"}, parse_format("Sb3t")[0])
    assert problems == []
    assert sheet.matches[0].games == Totals(given_home=2).games
    assert problems_with("Sb3t", sheet) == []
    assert sheet.matches[0].short == "away"


def test_only_a_ruling_awards_a_game() -> None:
    moved = one_match(2, 1, to_away=1)
    assert [message for _, message in problems_with("Sb3t", moved)] == [
        "Only a referee awards a single game. Leave a whole side empty if it had nobody to play."
    ]
    assert problems_with("Sb3t", moved, awarded={(1, 0)}) == []


@given(small, small, small, small, small, small)
def test_totals_are_read_back_from_their_games(
    home: int, away: int, to_home: int, to_away: int, given_home: int, given_away: int
) -> None:
    totals = Totals(home, away, given_home=given_home, given_away=given_away).moved(to_home, to_away)
    assert Totals.from_games(totals.games) == totals
    assert len(totals.games) == home + away + given_home + given_away


def test_the_games_of_a_match_have_no_order() -> None:
    games = (GameScore(won="away"), GameScore(), GameScore(won="home"), GameScore(won="away"))
    match = MatchSheet(1, "singles", (1,), (11,), games, totals=True)
    assert match == replace(match, games=games[::-1])
    assert match.games == Totals(1, 2).games


@pytest.mark.parametrize(
    ("totals", "text"),
    [
        (Totals(2, 1), "2–1"),
        (Totals(2, 1, to_away=1), "1–2, 1 awarded to away"),
        (Totals(given_home=2), "2–0, 2 awarded to home"),
        (Totals(), "–"),
    ],
)
def test_totals_read_as_a_person_says_them(totals: Totals, text: str) -> None:
    assert str(totals) == text


def test_an_award_moves_one_game_and_stays_where_there_is_none_left() -> None:
    assert Totals(2, 1).awarded("away") == Totals(2, 1, to_away=1)
    assert Totals(0, 3).awarded("away") == Totals(0, 3)


def test_two_sheets_differ_in_the_match() -> None:
    (apart,) = differences(one_match(2, 1), one_match(1, 2))
    assert (apart.field, str(apart.where), str(apart.mine), str(apart.theirs)) == ("m1-games", "match 1", "2–1", "1–2")
    assert differences(one_match(2, 1), one_match(2, 1)) == ()


def test_awards_that_stand_are_made_once_however_often_a_sheet_is_looked_at() -> None:
    awards = [Award(1, 2, "away")]
    once = with_awards(one_match(2, 1), awards)
    assert once == one_match(2, 1, to_away=1)
    assert with_awards(once, awards) == once
    assert with_awards(one_match(0, 3), awards) == one_match(0, 3)
    assert places_awarded(once) == {(1, 3)}


def test_what_a_ruling_moved_goes_back_and_what_came_since_stays() -> None:
    before, after = one_match(2, 1), one_match(2, 1, to_away=1)
    assert undone(after, before=before, after=after) == before
    # Another ruling moved one more meanwhile.
    assert undone(one_match(2, 1, to_away=2), before=before, after=after) == after
    # A correction says that it was 3–0.
    assert undone(one_match(3, 0, to_away=1), before=before, after=after) == one_match(3, 0)
    assert undone(one_match(1, 2), before=before, after=one_match(1, 2)) == before


def test_the_sheet_as_it_was_played_and_as_it_was_broken_off() -> None:
    assert as_pegged(one_match(2, 1, to_away=1)) == one_match(2, 1)
    terms, _ = parse_format("Sb5t")
    assert broken_off(one_match(1, 2), terms) == one_match(1, 2)
    assert broken_off(one_match(1, 2), terms, "home") == one_match(1, 2, given_home=2)


def test_a_place_of_a_counted_match_is_all_its_games() -> None:
    assert place_in(one_match(2, 1), 1, 0) == Totals(2, 1)
    assert place_in(with_totals(one_match(2, 1), 1, Totals()), 1, 0) is None


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"m1-home-games": "2"}, ["Enter how many games the away side won."]),
        ({"m1-away-games": "2"}, ["Enter how many games the home side won."]),
        ({"m1-home-games": "two", "m1-away-games": "1"}, ["“two” is not a number; write digits, like 98."]),
        ({"m1-home-games": "99999", "m1-away-games": "1"}, ["“99999”: a match has 9 games at most."]),
        ({}, []),
    ],
)
def test_what_cannot_be_read_is_told_at_the_match(typed: Fields, told: list[str]) -> None:
    sheet, problems = parse_sheet(typed, parse_format("S3t")[0])
    assert [(problem.field, str(problem.message)) for problem in problems] == [("m1-games", text) for text in told]
    assert sheet.matches[0].games == ()


@given(st.builds(MatchTerms, games=st.integers(1, 9), written=st.just("totals")), st.data())
def test_every_end_of_a_match_is_typed_and_read_back(due: MatchTerms, data: st.DataObject) -> None:
    terms, _ = parse_format(str(due))
    home = data.draw(st.integers(0, due.games))
    sheet = one_match(home, due.games - home)
    assert parse_sheet(fields_of(sheet, terms), terms) == (sheet, [])
    assert problems_with(str(due), sheet) == []


def test_one_s_own_numbers_are_laid_over_theirs_both_together() -> None:
    theirs = {"m1-home-games": "2", "m1-away-games": "1", "m1-home-1": "1"}
    assert laid_over(theirs, {"m1-home-games": "3"}) == {"m1-home-games": "3", "m1-home-1": "1"}
