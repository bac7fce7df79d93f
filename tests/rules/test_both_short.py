"""A match that both sides had nobody for: over without a game, won by nobody, and left out of what is finished."""

import pytest

from league.rules.formats import parse_format
from league.rules.points import check
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, broken_off

HOME, AWAY = {1: "Keith Ellis", 2: "Una Mistry"}, {11: "Amir Tregenza", 12: "Hazel Upton"}
ONE_A_SIDE = {"m1-home-1": "1", "m1-away-1": "11", "m1-g1-winner": "home"}
EACH = ONE_A_SIDE | {"m3-home-1": "0", "m2-away-1": "0"}


def read(text: str, fields: dict[str, str]) -> ResultSheet:
    sheet, problems = parse_sheet(fields, parse_format(text)[0])
    assert problems == []
    return sheet


def told(text: str, fields: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return what is wrong with a sheet of that format."""
    found = check(read(text, fields), parse_format(text)[0], home_squad=HOME, away_squad=AWAY)
    return [(problem.code, problem.field, str(problem.message)) for problem in found]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("2E1w", EACH),
        ("S1w S1w", ONE_A_SIDE | {"m2-short": "both"}),
        ("S1w D5t", ONE_A_SIDE | {"m2-short": "both"}),
        ("S1w S1w / short-last", ONE_A_SIDE | {"m2-short": "both"}),
    ],
)
def test_a_match_that_both_sides_had_nobody_for_is_over_without_games(text: str, fields: dict[str, str]) -> None:
    sheet, terms = read(text, fields), parse_format(text)[0]
    assert told(text, fields) == []
    last = sheet.matches[-1]
    assert (last.nobody, last.short, last.home_players[0], last.known) == (True, None, None, ())
    assert sheet.finished(terms)
    assert fields_of(sheet, terms) == fields
    assert parse_sheet(fields_of(sheet, terms), terms) == (sheet, [])


def test_where_each_plays_each_only_the_match_of_two_nobodies_has_no_games() -> None:
    sheet = read("2E1w", EACH)
    assert [(match.short, match.nobody) for match in sheet.matches] == [
        (None, False),
        ("away", False),
        ("home", False),
        (None, True),
    ]
    assert (sheet.games("home"), sheet.games("away")) == (2, 1)


def test_what_else_was_typed_for_it_is_left_as_where_one_side_is_short() -> None:
    fields = ONE_A_SIDE | {"m2-short": "both", "m2-home-1": "2", "m2-away-1-name": "Ravi", "m2-g1-winner": "home"}
    assert read("S1w S1w", fields) == read("S1w S1w", ONE_A_SIDE | {"m2-short": "both"})


def test_a_team_that_leaves_the_last_match_leaves_it_though_the_other_has_nobody_either() -> None:
    first = {"m1-short": "both", "m2-home-1": "1", "m2-away-1": "11", "m2-g1-winner": "home"}
    message = "A team that is short leaves the last match empty: its players of match 2 play this one."
    assert told("S1w S1w / short-last", first) == [("short-order", "m1", message)] * 2


def test_a_sheet_of_such_matches_alone_is_no_result() -> None:
    line_ups = dict.fromkeys(("m1-home-1", "m3-home-1", "m1-away-1", "m2-away-1"), "0")
    for text, fields in (("S1w", {"m1-short": "both"}), ("2E1w", line_ups)):
        assert told(text, fields) == [
            ("nothing-played", "m1", "Nobody played a match. Ask your secretary to record that neither side came.")
        ]


def test_with_a_player_or_a_game_it_is_a_match_like_any_other() -> None:
    assert not MatchSheet(1, "singles", (1,), (None,), (), nobody=True).nobody
    assert not MatchSheet(1, "singles", (None,), (None,), (GameScore(awarded="home"),), nobody=True).nobody


def test_its_games_go_to_nobody_when_the_night_is_broken_off() -> None:
    terms = parse_format("S1w S1w S1w")[0]
    sheet = read("S1w S1w S1w", ONE_A_SIDE | {"m2-short": "both"})
    assert [match.number for match in broken_off(sheet, terms).matches] == [1, 2]
    awarded = broken_off(sheet, terms, "away")
    assert (awarded.games("home"), awarded.games("away"), awarded.finished(terms)) == (1, 1, True)


def test_a_game_awarded_where_neither_side_has_players_asks_who_was_there() -> None:
    game = (GameScore(awarded="home"),)
    sheet = ResultSheet((MatchSheet(1, "singles", (None,), (None,), game),))
    found = check(sheet, parse_format("S1w")[0], home_squad=HOME, away_squad=AWAY)
    assert [str(problem.message) for problem in found] == [
        "Choose the players of the side that was there, or say that both sides had nobody."
    ]
