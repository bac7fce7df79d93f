"""Scores alone, against every night of a format written out."""

from fractions import Fraction as F
from itertools import product

import pytest

from league.rules.formats import parse_format
from league.rules.match_terms import Terms
from league.rules.scheme import PointsScheme
from league.rules.score_only import (
    asks_matches,
    check_score,
    parse_score,
    played_in_all,
    possible_matches,
    refusal,
    with_matches,
)
from league.rules.sheet_fields import differences
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, ScoreOnly

FORMATS = ["S S S D D", "D5 D5 D5", "Sb3 Sb3 Db5", "Sf2 D3 S1", "S2 S2", "6E1w"]
TEAMS = {"home": "Swan", "away": "Bell"}


def terms(text: str) -> Terms:
    found, problems = parse_format(text)
    assert not problems
    return found


def nights(played: Terms) -> set[tuple[int, int, int, int]]:
    """Every night on which each match was played, in games and matches won, by multiplying out."""
    ends = [[end for end in match.endings if any(end)] for match in played.matches]
    return {
        (sum(a for a, _ in night), sum(b for _, b in night), sum(a > b for a, b in night), sum(b > a for a, b in night))
        for night in product(*ends)
    }


@pytest.mark.parametrize("text", [text for text in FORMATS if text != "6E1w"])
def test_a_score_is_taken_just_where_a_night_can_end_so(text: str) -> None:
    played = terms(text)
    possible = nights(played)
    games = {night[:2] for night in possible}
    for home, away in product(range(18), repeat=2):
        wrong = check_score(ScoreOnly(home, away), played, matches=False)
        assert bool(wrong) == ((home, away) not in games)
    every = possible_matches(played)
    assert every is not None
    assert {(*games, *won) for games, ways in every.items() for won in ways} == possible


@pytest.mark.parametrize(
    ("text", "score", "told"),
    [
        ("D5 D5 D5", (9, 7), "9–7 makes 16 games; 15 are played here. It can be 9–6, 8–7."),
        ("D5 D5 D5", (1, 0), "1–0 makes 1 game; 15 are played here. It can be 1–14, 15–0."),
        ("D5 D5 D5", (16, 40), "16–40 makes 56 games; 15 are played here. It can be 15–0, 14–1."),
        ("Sb3 Sb3", (5, 0), "No night here ends 5–0. It can be 4–0, 4–1."),
        ("Sb3 Sb3", (7, 0), "7–0 makes 7 games; a night here has 4 to 6."),
    ],
)
def test_an_impossible_score_is_told_with_what_can_be(text: str, score: tuple[int, int], told: str) -> None:
    [problem] = check_score(ScoreOnly(*score), terms(text), matches=False)
    assert (problem.field, problem.message) == ("home-score", told)


def test_matches_are_told_with_what_can_be() -> None:
    played = terms("D5 D5 D5")
    assert check_score(ScoreOnly(9, 6, (2, 1)), played, matches=True) == []
    [problem] = check_score(ScoreOnly(9, 6, (0, 3)), played, matches=True)
    assert problem.field == "home-matches"
    assert problem.message == "9–6 in games cannot be 0–3 in matches. It can be 3–0, 2–1, 1–2."
    [problem] = check_score(ScoreOnly(9, 6), played, matches=True)
    assert problem.message == "Enter the matches each side won."
    assert check_score(ScoreOnly(2, 2), terms("S2 S2"), matches=True) == []


def test_matches_are_asked_only_where_something_rests_on_them() -> None:
    five, ones = terms("D5 D5"), terms("6E1w")
    assert not asks_matches(PointsScheme(), five)
    assert asks_matches(PointsScheme(match=F(1)), five)
    assert asks_matches(PointsScheme(won_by="matches"), five)
    assert not asks_matches(PointsScheme(won_by="matches"), ones)
    assert with_matches(ScoreOnly(20, 16), ones) == ScoreOnly(20, 16, (20, 16))
    assert with_matches(ScoreOnly(6, 4), five) == ScoreOnly(6, 4)


def test_points_that_rest_on_single_matches_need_the_card() -> None:
    assert refusal(PointsScheme(), terms("S S")) == ""
    assert refusal(PointsScheme(lurch=F(1)), terms("S S")).startswith("This division gives points per lurch")
    assert "so the whole card is needed" in refusal(PointsScheme(whole_match=F(1)), terms("S S"))
    assert refusal(PointsScheme(), Terms(())) == "This division has no fixture format yet."


def test_numbers_are_read_as_typed_and_each_wrong_one_is_told() -> None:
    assert parse_score({"home-score": " 9", "away-score": "06"}, TEAMS, matches=False) == (ScoreOnly(9, 6), [])
    score, problems = parse_score({"home-score": "nine", "home-matches": "2"}, TEAMS, matches=True)
    assert score is None
    assert [(one.field, str(one.message)) for one in problems] == [
        ("home-score", "“nine” is not a number of games; write digits, like 9."),
        ("away-score", "Enter Bell’s score."),
        ("away-matches", "Enter the matches Bell won."),
    ]


def test_the_size_of_a_night_is_told() -> None:
    assert played_in_all(terms("D5 D5 D5")) == "15 games in all"
    assert played_in_all(terms("Sb3 Sb3")) == "4 to 6 games in all"


def test_a_score_and_a_card_are_compared_by_what_both_say() -> None:
    win, loss = GameScore(121, 90), GameScore(90, 121)
    card = ResultSheet((MatchSheet(1, "singles", (1,), (2,), (win, win, loss)),))
    for agreeing in (ScoreOnly(2, 1), ScoreOnly(2, 1, (1, 0))):
        assert differences(ResultSheet((), score=agreeing), card) == ()
    [apart] = differences(card, ResultSheet((), score=ScoreOnly(1, 2)))
    assert (apart.field, str(apart.mine.text), str(apart.theirs.text)) == ("score", "2–1", "1–2")
    assert differences(card, ResultSheet((), score=ScoreOnly(2, 1, (0, 1))))
