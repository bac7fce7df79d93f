"""What is wrong with a sheet (R43, R50, R51), and what a result is worth."""

from collections.abc import Collection
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.match_terms import Kind, Terms, uniform
from league.rules.problems import Problem
from league.rules.sheet_checks import Doubt, check, check_game, doubts
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Side, blank_sheet
from tests.rules.sheetmaker import (
    AWAY_SQUAD,
    GAMES,
    HOME_SQUAD,
    LEGAL,
    TERMS,
    legal_sheets,
    with_game,
    with_match,
    with_seat,
)


def problems_of(
    sheet: ResultSheet, terms: Terms = TERMS, *, awarded: Collection[tuple[int, int]] = ()
) -> list[Problem]:
    return check(sheet, terms, home_squad=HOME_SQUAD, away_squad=AWAY_SQUAD, awarded=awarded)


@pytest.mark.parametrize(
    ("home", "away", "target", "message"),
    [
        (119, 117, 121, "nobody reached 121"),
        (60, 10, 61, "nobody reached 61"),
        (121, 121, 121, "a game cannot be drawn: one side pegs out first"),
        (50, 50, 121, "a game cannot be drawn: one side pegs out first"),
        (121, 125, 121, "both sides reached 121, but a game ends when the first does"),
        (-5, 121, 121, "a score cannot be below 0"),
        (150, 98, 121, "a game to 121 cannot end above 149"),
        (20, 90, 61, "a game to 61 cannot end above 89"),
    ],
)
def test_check_game_says_what_is_wrong(home: int, away: int, target: int, message: str) -> None:
    assert [p.message for p in check_game(home, away, target)] == [message]


@pytest.mark.parametrize(("home", "away", "target"), [(121, 120, 121), (0, 121, 121), (149, 3, 121), (61, 60, 61)])
def test_check_game_of_a_game_that_was_pegged_out(home: int, away: int, target: int) -> None:
    assert check_game(home, away, target) == []


def test_legal_sheet_has_no_problem() -> None:
    assert problems_of(LEGAL) == []


@given(legal_sheets())
def test_generated_legal_sheets_have_no_problem(sheet: ResultSheet) -> None:
    assert problems_of(sheet) == []
    assert sheet.games("home") + sheet.games("away") == 9


SHORT_AWAY = with_match(LEGAL, 1, away_players=(None,), games=(GameScore(awarded="home"),) * 3)


def test_short_side_with_its_games_awarded_is_no_problem() -> None:
    assert problems_of(SHORT_AWAY) == []
    assert (SHORT_AWAY.games("home"), SHORT_AWAY.games("away")) == (5, 4)


MUTATIONS = [
    (
        ResultSheet(LEGAL.matches[:2]),
        Problem("matches", "The sheet has 2 matches; this fixture has 3."),
    ),
    (
        with_match(LEGAL, 3, number=4),
        Problem("number", "This is match 3 of the sheet, not match 4.", "m4", "match 4"),
    ),
    (
        with_seat(LEGAL, 2, "home", 2, None),
        Problem("no-player", "Choose the second home player.", "m2-home-2", "match 2, second home player"),
    ),
    (
        with_seat(LEGAL, 3, "away", 1, None),
        Problem("no-player", "Choose the away player.", "m3-away-1", "match 3, away player"),
    ),
    (
        with_match(LEGAL, 2, away_players=(12,)),
        Problem("no-player", "Choose the second away player.", "m2-away-2", "match 2, second away player"),
    ),
    (
        with_match(LEGAL, 1, home_players=(1, 5)),
        Problem("players", "Singles has 1 a side, not 2.", "m1-home-1", "match 1"),
    ),
    (
        with_seat(LEGAL, 3, "home", 1, 2),
        Problem(
            "twice",
            "Una Mistry is on the sheet twice: match 2, first home player; match 3, home player.",
            "m3-home-1",
            "match 3, home player",
        ),
    ),
    (
        with_seat(LEGAL, 2, "away", 2, 12),
        Problem(
            "twice",
            "Hazel Upton is on the sheet twice: match 2, first away player; match 2, second away player.",
            "m2-away-2",
            "match 2, second away player",
        ),
    ),
    (
        with_match(LEGAL, 1, games=GAMES[:2]),
        Problem(
            "no-game",
            "Enter the score of game 3; all 3 games are played, even at 2–0.",
            "m1-g3",
            "match 1, game 3",
        ),
    ),
    (
        with_match(LEGAL, 1, games=(*GAMES, GameScore(121, 5))),
        Problem("games", "A match has 3 games.", "m1-g4", "match 1, game 4"),
    ),
    (
        with_game(LEGAL, 1, 2, GameScore(121, None)),
        Problem("half-game", "Enter the away side's score.", "m1-g2", "match 1, game 2"),
    ),
    (
        with_game(LEGAL, 1, 2, GameScore(None, 7)),
        Problem("half-game", "Enter the home side's score.", "m1-g2", "match 1, game 2"),
    ),
    (
        with_game(LEGAL, 2, 1, GameScore(121, 121)),
        Problem("equal", "121–121: a game cannot be drawn: one side pegs out first.", "m2-g1", "match 2, game 1"),
    ),
    (
        with_game(LEGAL, 2, 1, GameScore(119, 117)),
        Problem("nobody-won", "119–117: nobody reached 121.", "m2-g1", "match 2, game 1"),
    ),
    (
        with_game(LEGAL, 2, 1, GameScore(130, 121)),
        Problem(
            "both-won",
            "130–121: both sides reached 121, but a game ends when the first does.",
            "m2-g1",
            "match 2, game 1",
        ),
    ),
    (
        with_game(LEGAL, 2, 1, GameScore(-5, 121)),
        Problem("negative", "-5–121: a score cannot be below 0.", "m2-g1", "match 2, game 1"),
    ),
    (
        with_game(LEGAL, 2, 1, GameScore(150, 9)),
        Problem("too-many", "150–9: a game to 121 cannot end above 149.", "m2-g1", "match 2, game 1"),
    ),
    (
        with_game(LEGAL, 3, 3, GameScore(awarded="home")),
        Problem(
            "awarded",
            "Only a referee awards a single game. Leave a whole side empty if it had nobody to play.",
            "m3-g3",
            "match 3, game 3",
        ),
    ),
    (
        with_game(SHORT_AWAY, 1, 1, GameScore(121, 0, "home")),
        Problem("awarded-score", "A game that was not played has no score.", "m1-g1", "match 1, game 1"),
    ),
    (
        with_game(SHORT_AWAY, 1, 1, GameScore()),
        Problem(
            "short",
            "The away side has nobody: award every game to the home side, or choose who played.",
            "m1",
            "match 1",
        ),
    ),
    (
        with_game(SHORT_AWAY, 1, 1, GameScore(awarded="away")),
        Problem(
            "short",
            "The away side has nobody: award every game to the home side, or choose who played.",
            "m1",
            "match 1",
        ),
    ),
    (
        with_match(SHORT_AWAY, 1, home_players=(None,)),
        Problem(
            "nobody",
            "Choose the players of the side that was there, or say that both sides had nobody.",
            "m1",
            "match 1",
        ),
    ),
]


@pytest.mark.parametrize(("sheet", "problem"), MUTATIONS, ids=[f"{p.code}-{i}" for i, (_, p) in enumerate(MUTATIONS)])
def test_one_fault_is_one_problem(sheet: ResultSheet, problem: Problem) -> None:
    assert problems_of(sheet) == [problem]


def test_wrong_kind_is_told_once() -> None:
    swapped = ResultSheet(
        (LEGAL.matches[0], MatchSheet(2, "singles", (2,), (12,), GAMES), LEGAL.matches[2]),
    )
    assert problems_of(swapped) == [Problem("kind", "This match is doubles, not singles.", "m2", "match 2")]


def test_blank_sheet_asks_for_every_match_once() -> None:
    told = [(p.field, p.code) for p in problems_of(blank_sheet(TERMS))]
    assert told == [("m1", "empty-match"), ("m2", "empty-match"), ("m3", "empty-match")]


def test_match_that_is_begun_asks_for_every_seat_and_game() -> None:
    begun = replace(blank_sheet(TERMS).matches[1], home_players=(11, None))
    sheet = ResultSheet((LEGAL.matches[0], begun, LEGAL.matches[2]))
    fields = [p.field for p in problems_of(sheet) if p.code in ("no-player", "no-game")]
    assert fields == ["m2-home-2", "m2-away-1", "m2-away-2", "m2-g1", "m2-g2", "m2-g3"]


def test_two_nil_is_incomplete_r50() -> None:
    sheet = with_match(LEGAL, 1, games=(GameScore(121, 3), GameScore(121, 4), GameScore()))
    assert [(p.code, p.field) for p in problems_of(sheet)] == [("no-game", "m1-g3")]


def test_every_fault_is_told_at_once() -> None:
    sheet = with_seat(with_game(with_game(LEGAL, 1, 1, GameScore(1, 2)), 3, 3, GameScore()), 2, "home", 1, None)
    sheet = ResultSheet((*sheet.matches, MatchSheet(4, "singles", (5,), (15,), GAMES)))
    assert [(p.code, p.field) for p in problems_of(sheet)] == [
        ("matches", ""),
        ("nobody-won", "m1-g1"),
        ("no-player", "m2-home-1"),
        ("no-game", "m3-g3"),
    ]


def test_a_ruling_may_award_a_single_game_whatever_was_pegged_r43() -> None:
    scored = with_game(LEGAL, 3, 3, GameScore(90, 121, "home"))
    bare = with_game(LEGAL, 3, 3, GameScore(awarded="home"))
    stopped = with_game(LEGAL, 3, 3, GameScore(60, 55, "home"))
    assert [problems_of(sheet, awarded={(3, 3)}) for sheet in (scored, bare, stopped)] == [[], [], []]
    assert scored.games("home") == LEGAL.games("home") + 1


@pytest.mark.parametrize(("score", "text"), [(-1, "-1–?, awarded to home"), (150, "150–?, awarded to home")])
def test_a_ruling_keeps_no_impossible_score(score: int, text: str) -> None:
    sheet = with_game(LEGAL, 3, 3, GameScore(score, None, "home"))
    assert problems_of(sheet, awarded={(3, 3)}) == [
        Problem("awarded-score", f"{text}: a score is between 0 and 149.", "m3-g3", "match 3, game 3")
    ]


def test_targets_are_by_kind_r55() -> None:
    terms = uniform(("singles", "doubles"), 1, {"singles": 121, "doubles": 61})
    sheet = ResultSheet(
        (
            MatchSheet(1, "singles", (1,), (11,), (GameScore(61, 40),)),
            MatchSheet(2, "doubles", (2, 3), (12, 13), (GameScore(61, 40),)),
        )
    )
    assert [p.message for p in problems_of(sheet, terms)] == ["61–40: nobody reached 121."]


@pytest.mark.parametrize(
    ("due", "message"),
    [
        (1, "Enter the score of game 1."),
        (2, "Enter the score of game 1."),
        (3, "Enter the score of game 1; all 3 games are played, even at 2–0."),
        (5, "Enter the score of game 1; all 5 games are played, even at 3–0."),
    ],
)
def test_missing_game_in_words(due: int, message: str) -> None:
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), ()),))
    assert problems_of(sheet, uniform(("singles",), due))[0].message == message


PLACES = st.tuples(st.integers(1, 3), st.integers(1, 3))
BAD_GAMES = st.sampled_from(
    [GameScore(), GameScore(121, None), GameScore(121, 121), GameScore(120, 119), GameScore(122, 121),
     GameScore(-1, 121), GameScore(150, 0), GameScore(121, 5, "away")]
)  # fmt: skip


@given(legal_sheets(), PLACES, BAD_GAMES)
def test_any_bad_game_in_any_place_is_a_problem_there(
    sheet: ResultSheet, place: tuple[int, int], game: GameScore
) -> None:
    match, number = place
    found = problems_of(with_game(sheet, match, number, game))
    assert found
    assert {p.field for p in found} <= {f"m{match}", f"m{match}-g{number}", f"m{match}-home-1", f"m{match}-home-2",
                                        f"m{match}-away-1", f"m{match}-away-2"}  # fmt: skip


@given(legal_sheets(), st.integers(1, 3), st.sampled_from(["home", "away"]))
def test_any_empty_seat_is_a_problem_of_its_match(sheet: ResultSheet, match: int, side) -> None:
    changed = with_seat(sheet, match, side, 1, None)
    if changed != sheet and sheet.matches[match - 1].short is None:
        assert [p.field for p in problems_of(changed)] == [f"m{match}-{side}-1"]


def test_walkover_is_all_the_games() -> None:
    assert uniform(("doubles",) * 5 + ("singles",) * 4).games == 27


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("S1", "Nothing entered yet: 1 game needed."),
        ("Sb1", "Nothing entered yet: 1 game needed."),
        ("S3", "Nothing entered yet: all 3 games needed."),
        ("Sb3", "Nothing entered yet: games are needed until one side has won 2."),
    ],
)
def test_a_match_that_nobody_has_begun_says_how_many_games_it_needs(text: str, told: str) -> None:
    due = parse_format(text)[0]
    found = check(blank_sheet(due), due, home_squad={}, away_squad={})
    assert [str(problem.message) for problem in found] == [told]


@pytest.mark.parametrize(("target", "highest"), [(121, 60), (61, 30), (120, 59)])
def test_half_of_the_target_is_where_the_question_begins(target: int, highest: int) -> None:
    terms = uniform(("singles",), 2, targets={"singles": target})
    games = (GameScore(target, highest), GameScore(highest + 1, target))
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), games),))
    assert doubts(sheet, terms) == [Doubt(1, 1, highest)]


def test_each_place_has_a_key_of_its_own_and_awards_and_gaps_are_not_asked_about() -> None:
    kinds: tuple[Kind, ...] = ("doubles", "singles")
    awarded: list[Side] = list(get_args(Side))
    games = (GameScore(7, 121), GameScore(None, 121), GameScore(5, 121, awarded=awarded[0]))
    sheet = ResultSheet(tuple(MatchSheet(n, kind, (1, 2), (11, 12), games) for n, kind in enumerate(kinds, start=1)))
    assert [doubt.key for doubt in doubts(sheet, uniform(kinds))] == ["m1-g1:7", "m2-g1:7"]
