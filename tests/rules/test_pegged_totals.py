"""Matches of which it is written down how many games each side won, and how many points it pegged in all of them."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.enums import COUNTED_GAMES, GamesWritten
from league.rules.formats import parse_format
from league.rules.match_terms import MatchTerms, Terms
from league.rules.rulings import Award, undone, with_awards
from league.rules.sheet_checks import check, check_totals
from league.rules.sheet_fields import Fields, differences, fields_of, laid_over, parse_sheet
from league.rules.sheets import UNSAID, MatchSheet, Pegged, ResultSheet, Totals, as_pegged, broken_off

HOME_SQUAD, AWAY_SQUAD = {1: "Ann", 2: "Ben"}, {11: "Cat", 12: "Dan"}


def one_match(home: int, away: int, pegged: Pegged = UNSAID, **moved: Any) -> ResultSheet:
    """A sheet of one match that ended so."""
    games = Totals(home, away, **moved).games
    return ResultSheet((MatchSheet(1, "singles", (1,), (11,), games, totals=True, pegged=pegged),))


def problems_with(text: str, sheet: ResultSheet, **said: object) -> list[tuple[str, str]]:
    """Everything that is wrong with a sheet of a format: at which field, and what."""
    terms, _ = parse_format(text)
    found = check(sheet, terms, home_squad=HOME_SQUAD, away_squad=AWAY_SQUAD, **said)  # type: ignore[arg-type]
    return [(problem.field, str(problem.message)) for problem in found]


def possible(due: MatchTerms, home: int, away: int, pegged: tuple[int, ...]) -> bool:
    [match] = one_match(home, away, (pegged[0], pegged[1])).matches
    return not list(check_totals(match, due, rulings=0, unfinished=False))


@pytest.mark.parametrize(
    ("text", "home", "away", "pegged"),
    [
        ("S3p", 2, 1, (352, 318)),
        ("S3p", 2, 1, (242, 121)),
        ("S3p", 2, 1, (362, 361)),
        ("S3p", 3, 0, (363, 0)),
        ("Sb3p", 0, 2, (240, 242)),
        ("Sf2p", 2, 1, (300, 300)),
    ],
)
def test_points_that_can_be_pegged_stand(text: str, home: int, away: int, pegged: Pegged) -> None:
    assert problems_with(text, one_match(home, away, pegged)) == []


def test_points_that_cannot_be_are_told_at_their_fields_with_what_would_be_right() -> None:
    assert problems_with("S3p", one_match(2, 1, (241, 362))) == [
        ("m1-home-pegged", "Won 2, lost 1: the home side pegged 242 to 362 points in these games, not 241."),
        ("m1-away-pegged", "Won 1, lost 2: the away side pegged 121 to 361 points in these games, not 362."),
    ]
    assert problems_with("S3p", one_match(3, 0, (364, 400))) == [
        ("m1-home-pegged", "Won 3, lost 0: the home side pegged 363 points in these games, not 364."),
        ("m1-away-pegged", "Won 0, lost 3: the away side pegged 0 to 360 points in these games, not 400."),
    ]


def test_points_that_are_missing_are_asked_for_with_how_many_there_can_be() -> None:
    assert problems_with("S3p", one_match(2, 1, (None, 318))) == [
        ("m1-home-pegged", "Enter the points the home side pegged: 242 to 362."),
    ]
    assert problems_with("S3p", one_match(3, 0)) == [
        ("m1-home-pegged", "Enter the points the home side pegged: 363."),
        ("m1-away-pegged", "Enter the points the away side pegged: 0 to 360."),
    ]


def test_while_the_games_are_wrong_nobody_knows_how_many_points_there_can_be() -> None:
    assert problems_with("S3p", one_match(2, 2, (9999, None))) == [
        ("m1-games", "2–2 makes 4 games; all 3 are played, so the two numbers add up to 3."),
        ("m1-away-pegged", "Enter the points the away side pegged."),
    ]


def test_points_are_refused_where_only_games_are_written_down() -> None:
    assert problems_with("S3t", one_match(2, 1, (352, 318))) == [
        ("m1-home-pegged", "The points pegged are not written down here; leave them empty."),
        ("m1-away-pegged", "The points pegged are not written down here; leave them empty."),
    ]


def test_a_game_to_another_target_has_its_own_points() -> None:
    due = MatchTerms("singles", 3, written="pegged", target=61)
    assert possible(due, 2, 1, (150, 140))
    assert not possible(due, 2, 1, (242, 140))


@given(st.integers(1, 4), st.integers(1, 3), st.data())
def test_what_is_accepted_is_just_what_can_be_pegged_game_by_game(target: int, games: int, data: st.DataObject) -> None:
    home = data.draw(st.integers(0, games))
    away = games - home
    due = MatchTerms("singles", games, written="pegged", target=target)
    lost = {n: {sum(scores) for scores in product(range(target), repeat=n)} for n in (home, away)}
    ours, theirs = ({won * target + points for points in lost[games - won]} for won in (home, away))
    accepted = {pegged for pegged in product(range(games * target + 3), repeat=2) if possible(due, home, away, pegged)}
    assert accepted == set(product(ours, theirs))


@given(st.integers(1, 9), st.data())
def test_every_end_of_a_match_is_typed_and_read_back(games: int, data: st.DataObject) -> None:
    due = MatchTerms(games=games, written="pegged")
    terms, problems = parse_format(str(due))
    assert (terms, problems) == (Terms((due,)), [])
    home = data.draw(st.integers(0, games))
    pegged = tuple(data.draw(st.integers(*due.pegged_by(won, games - won))) for won in (home, games - home))
    sheet = one_match(home, games - home, (pegged[0], pegged[1]))
    assert parse_sheet(fields_of(sheet, terms), terms) == (sheet, [])
    assert problems_with(str(due), sheet) == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"m1-home-pegged": "many"}, [("m1-home-pegged", "“many” is not a number; write digits, like 98.")]),
        ({"m1-home-pegged": "-3"}, [("m1-home-pegged", "“-3” is not a number; write digits, like 98.")]),
        ({"m1-home-pegged": "352"}, []),
    ],
)
def test_points_that_cannot_be_read_are_told_at_their_field(typed: Fields, told: list[tuple[str, str]]) -> None:
    terms, _ = parse_format("S3p")
    sheet, problems = parse_sheet({"m1-home-games": "2", "m1-away-games": "1", **typed}, terms)
    assert [(problem.field, str(problem.message)) for problem in problems] == told
    assert sheet.matches[0].pegged == ((None if told else 352), None)


def test_a_side_that_had_nobody_pegs_nothing() -> None:
    terms, _ = parse_format("Sb3p")
    typed = {"m1-home-1": "1", "m1-short": "away", "m1-home-games": "2", "m1-away-games": "0", "m1-home-pegged": "242"}
    sheet, problems = parse_sheet(typed, terms)
    assert (problems, sheet.matches[0].pegged) == ([], UNSAID)
    assert problems_with("Sb3p", sheet) == []


def test_an_award_moves_a_game_and_no_point() -> None:
    sheet = one_match(2, 1, (352, 318))
    [match] = with_awards(sheet, [Award(1, 2, "away")]).matches
    assert (match.games_won("home"), match.games_won("away"), match.pegged) == (1, 2, (352, 318))
    assert problems_with("S3p", ResultSheet((match,)), awarded={(1, 0)}) == []
    assert (sheet.matches[0].counted.games_with_points, match.counted.games_with_points) == (3, 0)
    assert as_pegged(ResultSheet((match,))) == sheet


def test_an_appeal_gives_back_the_points_that_a_ruling_corrected() -> None:
    before, after = one_match(2, 1, (352, 318)), one_match(2, 1, (350, 318))
    assert undone(after, before=before, after=after) == before
    # Corrected again since: that stays.
    assert undone(one_match(2, 1, (349, 318)), before=before, after=after) == one_match(2, 1, (349, 318))


def test_an_abandoned_match_keeps_the_points_of_its_finished_games() -> None:
    terms, _ = parse_format("S3p")
    sheet = one_match(1, 1, (240, 230))
    assert problems_with("S3p", sheet, unfinished=True) == []
    assert problems_with("S3p", one_match(1, 1, (242, 230)), unfinished=True) == [
        ("m1-home-pegged", "Won 1, lost 1: the home side pegged 121 to 241 points in these games, not 242."),
    ]
    [match] = broken_off(sheet, terms, "home").matches
    assert (match.games_won("home"), match.pegged, match.counted.games_with_points) == (2, (240, 230), 2)


def test_two_sheets_differ_in_their_points_at_the_match() -> None:
    [apart] = differences(one_match(2, 1, (352, 318)), one_match(2, 1, (352, 308)))
    assert (apart.field, str(apart.mine), str(apart.theirs)) == (
        "m1-games", "2–1, pegged 352–318", "2–1, pegged 352–308",
    )  # fmt: skip
    assert str(Totals(2, 1, pegged=(352, None))) == "2–1, pegged 352–?"


def test_one_s_own_numbers_are_laid_over_theirs_all_four_together() -> None:
    theirs = {"m1-home-games": "2", "m1-away-games": "1", "m1-home-pegged": "352", "m1-home-1": "1"}
    assert laid_over(theirs, {"m1-away-pegged": "318"}) == {"m1-away-pegged": "318", "m1-home-1": "1"}


def test_points_without_a_game_are_none() -> None:
    [match] = one_match(0, 0, (5, 5)).matches
    assert match.pegged == UNSAID
    assert replace(match, totals=False, pegged=(5, 5)).pegged == UNSAID


def test_the_words_for_matches_whose_games_have_no_rows_are_the_same_everywhere() -> None:
    counted = [one for one in GamesWritten if MatchTerms(written=one.value).counted]  # type: ignore[arg-type]
    assert tuple(counted) == COUNTED_GAMES
