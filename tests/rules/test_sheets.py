"""Sheets as values: what they add up to, how they are kept, where two differ. Expectations are worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.match_terms import MatchTerms, uniform
from league.rules.sheet_fields import Difference, differences, fields_of, parse_sheet, places_apart
from league.rules.sheets import (
    AWAY,
    HOME,
    GameScore,
    MatchSheet,
    ResultSheet,
    Side,
    Totals,
    blank_sheet,
    other_side,
    seat_name,
)

SINGLES = MatchSheet(1, "singles", (1,), (11,), (GameScore(121, 85), GameScore(93, 121), GameScore(121, 120)))
DOUBLES = MatchSheet(2, "doubles", (2, 3), (12, 13), (GameScore(121, 60), GameScore(121, 99), GameScore(70, 121)))
SHORT = MatchSheet(3, "singles", (4,), (None,), (GameScore(awarded="home"),) * 3)
SHEET = ResultSheet((SINGLES, DOUBLES, SHORT))


def test_other_side() -> None:
    assert (other_side(HOME), other_side(AWAY)) == ("away", "home")


@pytest.mark.parametrize(
    ("game", "winner", "text"),
    [
        (GameScore(121, 85), "home", "121–85"),
        (GameScore(93, 121), "away", "93–121"),
        (GameScore(121, 121), None, "121–121"),
        (GameScore(121, None), None, "121–?"),
        (GameScore(None, 90), None, "?–90"),
        (GameScore(), None, "–"),
        (GameScore(awarded="away"), "away", "awarded to away"),
        (GameScore(121, 85, "away"), "away", "121–85, awarded to away"),
    ],
)
def test_game_winner_and_text(game: GameScore, winner: Side | None, text: str) -> None:
    assert (game.winner, str(game)) == (winner, text)


def test_sheet_adds_up() -> None:
    assert (SHEET.games("home"), SHEET.games("away")) == (7, 2)
    assert (SHEET.matches_won("home"), SHEET.matches_won("away")) == (3, 0)
    assert (SHEET.awarded("home"), SHEET.awarded("away")) == (3, 0)


def test_match_level_on_games_is_won_by_neither() -> None:
    level = ResultSheet((MatchSheet(1, "singles", (1,), (11,), (GameScore(121, 0), GameScore(0, 121))),))
    assert (level.matches_won("home"), level.matches_won("away")) == (0, 0)


@pytest.mark.parametrize(
    ("match", "short"),
    [
        (SHORT, "away"),
        (SINGLES, None),
        (MatchSheet(1, "singles", (), (11,), (GameScore(awarded="away"),) * 3), "home"),
        (MatchSheet(1, "singles", (None,), (11,), (GameScore(awarded="home"),) * 3), None),
        (MatchSheet(1, "singles", (None,), (11,), (GameScore(awarded="away"), GameScore(5, 121))), None),
        (MatchSheet(1, "doubles", (1, None), (11, 12), (GameScore(awarded="away"),) * 3), None),
        (MatchSheet(1, "singles", (None,), (11,), ()), None),
    ],
)
def test_short_side(match: MatchSheet, short: Side | None) -> None:
    assert match.short == short


@pytest.mark.parametrize(
    ("players", "side", "seat", "name"),
    [(1, "home", 1, "home player"), (2, "away", 1, "first away player"), (2, "home", 2, "second home player"),
     (8, "away", 8, "eighth away player")],
)  # fmt: skip
def test_seat_name(players, side, seat, name) -> None:
    assert seat_name(players, side, seat) == name


def test_blank_sheet_has_the_shape_of_its_format() -> None:
    sheet = blank_sheet(uniform(("doubles", "singles"), 2))
    assert sheet == ResultSheet(
        (
            MatchSheet(1, "doubles", (None, None), (None, None), (GameScore(), GameScore())),
            MatchSheet(2, "singles", (None,), (None,), (GameScore(), GameScore())),
        )
    )


FORMAT, _ = parse_format("S D Sb3t")


@st.composite
def games_of(draw: st.DrawFn, due: MatchTerms) -> tuple[GameScore, ...]:
    """Any games of a match, sensible or not, as far as its form can say them."""
    if due.written == "totals":
        home, away = draw(st.tuples(st.integers(0, 9), st.integers(0, 9)))
        return Totals(home, away).games
    scored = st.builds(
        lambda most, less, first: GameScore(most, less) if first else GameScore(less, most),
        st.integers(121, 200),
        st.integers(0, 120),
        st.booleans(),
    )
    return draw(st.tuples(*[scored | st.just(GameScore())] * due.most))


@st.composite
def sheets(draw: st.DrawFn) -> ResultSheet:
    """Any sheet of FORMAT, sensible or not."""
    matches = []
    for number, due in enumerate(FORMAT.matches, start=1):
        seats = st.tuples(*[st.none() | st.integers(1, 30)] * due.players)
        totals = due.written == "totals"
        matches.append(MatchSheet(number, due.kind, draw(seats), draw(seats), draw(games_of(due)), totals))
    return ResultSheet(tuple(matches))


@pytest.mark.long
@given(sheets())
def test_a_sheet_is_read_back_from_the_fields_of_its_form(sheet: ResultSheet) -> None:
    assert parse_sheet(fields_of(sheet, FORMAT), FORMAT) == (sheet, [])


def test_differences_name_seats_and_games() -> None:
    theirs = ResultSheet(
        (
            MatchSheet(1, "singles", (1,), (11,), (GameScore(121, 85), GameScore(121, 93), GameScore(121, 120))),
            MatchSheet(2, "doubles", (2, 5), (13, 12), DOUBLES.games),
            SHORT,
        )
    )
    assert differences(SHEET, theirs) == (
        Difference("m1-g2", "match 1, game 2", GameScore(93, 121), GameScore(121, 93)),
        Difference("m2-home", "match 2, home players", (2, 3), (2, 5)),
    )


def test_differences_ignore_the_order_of_partners() -> None:
    swapped = MatchSheet(2, "doubles", (3, 2), (13, 12), DOUBLES.games)
    assert differences(ResultSheet((DOUBLES,)), ResultSheet((swapped,))) == ()


def test_differences_see_what_only_one_sheet_has() -> None:
    longer = MatchSheet(1, "singles", (1,), (11,), (*SINGLES.games, GameScore(121, 7)))
    assert differences(ResultSheet((SINGLES,)), ResultSheet((longer,))) == (
        Difference("m1-g4", "match 1, game 4", GameScore(), GameScore(121, 7)),
    )
    only = ResultSheet((MatchSheet(1, "singles", (1,), (None,), (GameScore(121, 7),)),))
    assert differences(only, ResultSheet(())) == (
        Difference("m1-home", "match 1, home players", (1,), ()),
        Difference("m1-g1", "match 1, game 1", GameScore(121, 7), GameScore()),
    )


@pytest.mark.long
@given(sheets())
def test_a_sheet_does_not_differ_from_itself(sheet: ResultSheet) -> None:
    assert differences(sheet, sheet) == ()


@pytest.mark.long
@given(sheets(), sheets())
def test_differences_mirror(mine: ResultSheet, theirs: ResultSheet) -> None:
    mirrored = tuple(Difference(d.field, d.where, d.theirs, d.mine) for d in differences(theirs, mine))
    assert differences(mine, theirs) == mirrored


def test_places_apart_name_the_game_with_both_scores_and_count_the_rest() -> None:
    found = [
        Difference("m1-home", "match 1, home players", (1,), (2,)),
        Difference("m1-g1", "match 1, game 1", GameScore(121, 7), GameScore(121, 17)),
        Difference("m2-g3", "match 2, game 3", GameScore(), GameScore(3, 121)),
        Difference("m2-g2", "match 2, game 2", GameScore(), GameScore(3, 121)),
    ]
    assert places_apart(found[1:2]) == "match 1, game 1 (121–7 against 121–17)"
    assert places_apart(found) == "match 1, home players; match 1, game 1 (121–7 against 121–17); and 2 more"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (GameScore(won="home"), "won by home"),
        (GameScore(won="away"), "won by away"),
        (GameScore(won="home", awarded="away"), "won by home, awarded to away"),
        (GameScore(won="away", awarded="home"), "won by away, awarded to home"),
    ],
)
def test_a_game_of_which_only_the_winner_is_written_down_in_words(game: GameScore, said: str) -> None:
    assert str(game) == said
    assert game.winner == (game.awarded or game.won)
    assert not game.blank
