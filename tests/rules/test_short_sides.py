"""Sides that are short of players do what their format says: who plays twice, what is lost, where a dummy sits."""

import pytest

from league.rules.formats import parse_format
from league.rules.match_terms import Terms
from league.rules.rulebook import league_rules
from league.rules.scheme import PointsScheme
from league.rules.sheet_checks import check
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, broken_off

HOME = {1: "Keith Ellis", 2: "Una Mistry", 3: "Ivor Abbott", 4: "Zoë Dwyer"}
AWAY = {11: "Amir Tregenza", 12: "Hazel Upton", 13: "Ravi Cobb", 14: "Lorna Quick"}
PLAYED, LOST = (GameScore(121, 90),), (GameScore(awarded="away"),)
Seats = tuple[int | None, ...]


def terms_of(text: str) -> Terms:
    found, problems = parse_format(text, 1)
    assert not problems
    return found


def problems_with(text: str, *home: Seats, dummies: tuple[tuple[int, int], ...] = ()) -> list[tuple[str, str, str]]:
    """Return what is wrong with a sheet of that format, every match one game; the away side is whole.

    Args:
        home: who plays for the home side, match by match; the games of a match with nobody are awarded.
        dummies: match and seat of each dummy of the home side.
    """
    terms = terms_of(text)
    matches, next_away = [], 11
    for number, (due, seats) in enumerate(zip(terms.matches, home, strict=True), start=1):
        away = tuple(range(next_away, next_away + due.players))
        next_away = 11 if next_away + due.players > 14 else next_away + due.players
        of_this = tuple(("home", seat) for match, seat in dummies if match == number)
        nobody = not any(seats) and not of_this
        matches.append(MatchSheet(number, due.kind, seats, away, LOST if nobody else PLAYED, dummies=of_this))
    found = check(ResultSheet(tuple(matches)), terms, home_squad=HOME, away_squad=AWAY)
    return [(problem.code, problem.field, str(problem.message)) for problem in found]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("S S S S", 4),
        ("S S S S D D / 1S 1D", 4),
        ("S S S S D D", 8),
        ("D D D / 2", 3),
        ("6P", 6),
        ("4E1w", 4),
        ("4E1w D D / 2", 4),
        ("S6 / 2", 1),
    ],
)
def test_the_players_that_a_side_needs_follow_from_its_matches_and_limits(text: str, needed: int) -> None:
    assert terms_of(text).players_needed() == needed


@pytest.mark.parametrize("word", ["twice", "last", "first", "dummy"])
def test_what_a_short_side_does_stands_behind_the_slash_and_on_the_rules_page(word: str) -> None:
    terms = terms_of(f"S S D / 1S 1D Short-{word.title()}")
    assert (terms.short_side, str(terms)) == (word, f"S1 S1 D1 / 1S 1D short-{word}")
    assert str(terms_of(f"D / short-{word}")) == f"D1 / short-{word}"
    book = league_rules(terms, scheme=PointsScheme(), tie_breaks=(), settings=())
    sentences = [str(rule) for chapter in book for rule in chapter.rules]
    assert str(terms.short.sentence) in sentences


def test_a_word_that_no_short_side_knows_and_two_of_them_are_refused() -> None:
    known = "short-awarded, short-twice, short-last, short-first, short-dummy"
    for text, message in (
        ("S / short-thrice", f"“thrice” is nothing that a short side does; write one of {known}"),
        ("S / short-last short-dummy", f"a short side does one thing; write only one of {known}"),
    ):
        assert [str(problem.message) for problem in parse_format(text)[1]] == [message]


def test_a_player_plays_twice_for_a_side_that_is_short_and_for_no_other() -> None:
    assert problems_with("S S S / short-twice", (1,), (2,), (1,)) == []
    again = "Keith Ellis is on the sheet twice: match 1, home player; match 3, home player."
    assert problems_with("S S S", (1,), (2,), (1,)) == [("twice", "m3-home-1", again)]
    # Three are there for three matches of two kinds: nobody is missing.
    assert problems_with("S S D / 1S 1D short-twice", (1,), (1,), (2, 3)) == [
        ("too-often", "m2-home-1", "Keith Ellis is in 2 matches of this kind (singles); the most is 1.")
    ]


def test_twice_is_not_three_times_nor_twice_in_one_match() -> None:
    assert problems_with("S S S / short-twice", (1,), (1,), (1,)) == [
        ("too-often", "m3-home-1", "Keith Ellis is in 3 matches; 2 are the most.")
    ]
    assert [code for code, *_ in problems_with("D S / short-twice", (1, 1), (2,))] == ["twice"]


def test_what_is_lost_is_the_last_match_of_its_kind() -> None:
    assert problems_with("S S D / 1S 1D short-last", (1,), (None,), (None, None)) == []
    moved = "A team that is short leaves the last match empty: its players of match 3 play this one."
    assert problems_with("S S S / short-last", (None,), (1,), (2,)) == [("short-order", "m1", moved)]
    assert problems_with("S S S", (None,), (1,), (2,)) == []


def test_or_the_first() -> None:
    assert problems_with("S S S / short-first", (None,), (1,), (2,)) == []
    moved = "A team that is short leaves the first match empty: its players of match 1 play this one."
    assert problems_with("S S S / short-first", (1,), (2,), (None,)) == [("short-order", "m3", moved)]


def test_a_dummy_sits_beside_somebody_of_a_short_side() -> None:
    assert problems_with("D D / short-dummy", (1, 2), (3, None), dummies=((2, 2),)) == []
    choose = ("no-player", "m2-home-2", "Choose the second home player.")
    assert problems_with("D D / short-dummy", (1, 2), (3, None)) == [choose]
    assert problems_with("D D", (1, 2), (3, None), dummies=((2, 2),)) == [choose]


def test_a_dummy_is_refused_where_nobody_is_missing_and_where_it_would_sit_alone() -> None:
    enough = "This side has players enough for every seat: choose one, not a dummy."
    assert problems_with("S S D / 1S 1D short-dummy", (1,), (2,), (3, None), dummies=((3, 2),)) == [
        ("dummy", "m3-home-2", enough)
    ]
    alone = "A dummy needs a partner: choose one, or say that the side had nobody."
    assert problems_with("D D / short-dummy", (1, 2), (None, None), dummies=((2, 1), (2, 2))) == [
        ("dummy", "m2-home-1", alone), ("dummy", "m2-home-2", alone)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "seats"), [("T / short-dummy", (1, None, None)), ("4P / short-dummy", (1, 2, None, None))]
)
def test_dummies_sit_in_trebles_and_team_matches(text: str, seats: Seats) -> None:
    missing = tuple((1, seat) for seat, player in enumerate(seats, start=1) if player is None)
    assert problems_with(text, seats, dummies=missing) == []
    assert [field for _, field, _ in problems_with(text, seats, dummies=missing[1:])] == [f"m1-home-{missing[0][1]}"]


def test_no_dummy_plays_alone() -> None:
    beside = "A dummy sits beside a partner: choose a player here, or say that the side had nobody."
    assert problems_with("S D / short-dummy", (None,), (1, 2), dummies=((1, 1),)) == [("dummy", "m1-home-1", beside)]


def test_a_dummy_is_typed_as_nobody_and_read_back_the_same() -> None:
    terms = terms_of("D D / short-dummy")
    typed = {"m1-home-1": "1", "m1-home-2": "0", "m1-away-1": "11", "m1-away-2": "12"}
    sheet, problems = parse_sheet(typed, terms)
    assert problems == []
    assert (sheet.matches[0].home_players, sheet.matches[0].dummies) == ((1, None), (("home", 2),))
    assert fields_of(sheet, terms) == typed
    named = parse_sheet({"m1-home-2": "0", "m1-home-2-name": "Ida Moss"}, terms)[1]
    assert [(problem.code, problem.field) for problem in named] == [("both", "m1-home-2")]


HOME, AWAY = {1: "Keith Ellis", 2: "Una Mistry"}, {11: "Amir Tregenza", 12: "Hazel Upton"}
ONE_A_SIDE = {"m1-home-1": "1", "m1-away-1": "11", "m1-g1-winner": "home"}
EACH = ONE_A_SIDE | {"m3-home-1": "0", "m2-away-1": "0"}


def read(text: str, fields: dict[str, str]) -> ResultSheet:
    sheet, problems = parse_sheet(fields, parse_format(text)[0])
    assert problems == []
    return sheet


def problems_told(text: str, fields: dict[str, str]) -> list[tuple[str, str, str]]:
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
    assert problems_told(text, fields) == []
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
    assert problems_told("S1w S1w / short-last", first) == [("short-order", "m1", message)] * 2


def test_a_sheet_of_such_matches_alone_is_no_result() -> None:
    line_ups = dict.fromkeys(("m1-home-1", "m3-home-1", "m1-away-1", "m2-away-1"), "0")
    for text, fields in (("S1w", {"m1-short": "both"}), ("2E1w", line_ups)):
        assert problems_told(text, fields) == [
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
