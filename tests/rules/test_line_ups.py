"""Who may be on a sheet together: every seat filled, and nobody in more matches than the format allows."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.line_ups import fields_of_line_up, line_up_of, places_of, recent_first
from league.rules.match_terms import Kind, Terms
from league.rules.sheet_checks import check
from league.rules.sheet_fields import without_line_up
from league.rules.sheets import GameScore, MatchSheet, ResultSheet

HOME = {1: "Keith Ellis", 2: "Una Mistry", 3: "Ivor Abbott", 4: "Zoë Dwyer"}
AWAY = {11: "Amir Tregenza", 12: "Hazel Upton", 13: "Ravi Cobb", 14: "Lorna Quick"}
ONE = (GameScore(121, 90),)


def problems_with(text: str, *matches: tuple[tuple[int | None, ...], tuple[int | None, ...]]) -> list[tuple[str, str]]:
    """What is wrong with the players of a sheet of that format, in which every match is one game."""
    found, problems = parse_format(text, 1)
    assert not problems
    sheet = ResultSheet(
        tuple(
            MatchSheet(number, due.kind, home, away, ONE)
            for number, (due, (home, away)) in enumerate(zip(found.matches, matches, strict=True), start=1)
        )
    )
    return [(p.field, str(p.message)) for p in check(sheet, found, home_squad=HOME, away_squad=AWAY)]


def test_nobody_is_on_a_sheet_twice_where_the_format_does_not_say_so() -> None:
    twice = "Keith Ellis is on the sheet twice: match 1, home player; match 2, home player."
    assert problems_with("S S", ((1,), (11,)), ((1,), (12,))) == [("m2-home-1", twice)]


def test_with_a_limit_for_each_kind_the_same_play_singles_and_pairs() -> None:
    assert problems_with("S S D / 1S 1D", ((1,), (11,)), ((2,), (12,)), ((1, 2), (11, 12))) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("S S D / 1S 1D", "Keith Ellis is in 2 matches of this kind (singles); the most is 1."),
        ("S S D / 3 1S", "Keith Ellis is in 2 matches of this kind (singles); the most is 1."),
        ("S S D / 2S", ""),
    ],
)
def test_somebody_is_in_too_many_matches_of_one_kind(text: str, wrong: str) -> None:
    found = problems_with(text, ((1,), (11,)), ((1,), (12,)), ((3, 4), (13, 14)))
    assert found == ([("m2-home-1", wrong)] if wrong else [])


def test_somebody_is_in_too_many_matches_in_all() -> None:
    found = problems_with("S S S / 2", ((1,), (11,)), ((1,), (12,)), ((1,), (13,)))
    assert found == [("m3-home-1", "Keith Ellis is in 3 matches; 2 are the most.")]


def test_somebody_stands_twice_in_one_match_or_on_both_sides_whatever_the_format() -> None:
    assert problems_with("D / 2", ((1, 1), (11, 12))) == [
        ("m1-home-2", "Keith Ellis is on the sheet twice: match 1, first home player; match 1, second home player."),
    ]
    assert problems_with("S S / 2", ((1,), (11,)), ((2,), (1,))) == [
        ("m2-away-1", "Keith Ellis is on the sheet twice: match 1, home player; match 2, away player."),
    ]


def test_two_are_partners_once_where_the_format_says_so() -> None:
    matches = (((1, 2), (11, 12)), ((2, 1), (11, 13)))
    assert problems_with("D D / 2", *matches) == []
    assert problems_with("D D / 2 once", *matches) == [
        ("m2-home-2", "Una Mistry and Keith Ellis are partners twice: match 1; match 2."),
    ]


def test_a_seat_too_many_with_one_of_the_partners_in_it_is_told_and_no_error() -> None:
    fields = [field for field, _ in problems_with("D D / 2 once", ((1, 2), (11, 12)), ((1, 2, 1), (13, 14)))]
    assert fields == ["m2-home-1", "m2-home-2"]


def test_three_and_six_a_side_are_asked_for_by_their_seats() -> None:
    assert problems_with("T", ((1, 2, None), (11, 12, 13))) == [("m1-home-3", "Choose the third home player.")]
    found = problems_with("4P", ((1, 2, 3, 4), (11, 12, None, None)))
    assert found == [
        ("m1-away-3", "Choose the third away player."),
        ("m1-away-4", "Choose the fourth away player."),
    ]


def test_the_terms_of_no_format_are_empty() -> None:
    assert (str(Terms(())), Terms(()).games, Terms(()).most) == ("", 0, 0)


def test_in_trebles_no_two_of_the_three_are_partners_again_where_the_format_says_so() -> None:
    away = (11, 12, 13)
    again = problems_with("T T / 2 once", ((1, 2, 3), away), ((4, 3, 1), (14, 15, 16)))
    assert [one for one in again if "partners" in one[1]] == [
        ("m2-home-3", "Ivor Abbott and Keith Ellis are partners twice: match 1; match 2.")
    ]
    assert problems_with("T T / 2", ((1, 2, 3), away), ((4, 3, 1), away)) == []


LAST = line_up_of([(1, "doubles", 2, 12), (1, "doubles", 1, 11), (2, "singles", 1, 13), (3, "singles", 1, 14)])


def test_a_line_up_is_read_from_the_seats_of_a_sheet() -> None:
    assert LAST == [("doubles", (11, 12)), ("singles", (13,)), ("singles", (14,))]
    assert line_up_of([(1, "doubles", 2, 12)]) == [("doubles", (None, 12))]
    assert line_up_of([]) == []


def test_pairs_come_back_in_the_matches_of_their_kind() -> None:
    terms, _ = parse_format("S S D")
    assert fields_of_line_up(LAST, "home", terms, {11, 12, 13, 14}) == {
        "m1-home-1": "13", "m2-home-1": "14", "m3-home-1": "11", "m3-home-2": "12",
    }  # fmt: skip


def test_whoever_is_not_there_leaves_the_seat_empty() -> None:
    terms, _ = parse_format("D S S S")
    assert fields_of_line_up(LAST, "away", terms, {12, 14}) == {"m1-away-2": "12", "m3-away-1": "14"}
    assert fields_of_line_up((), "away", terms, {12, 14}) == {}


def test_where_each_plays_each_a_player_is_set_down_once() -> None:
    terms, _ = parse_format("2E3")
    assert [number for _, number, _ in places_of(terms, "home")] == [1, 3]
    assert [number for _, number, _ in places_of(terms, "away")] == [1, 2]
    sheet = line_up_of([(1, "singles", 1, 7), (2, "singles", 1, 7), (3, "singles", 1, 8), (4, "singles", 1, 8)])
    assert fields_of_line_up(sheet, "home", terms, {7, 8}) == {"m1-home-1": "7", "m3-home-1": "8"}
    assert fields_of_line_up(sheet, "away", terms, {7, 8}) == {"m1-away-1": "7", "m2-away-1": "8"}


def test_those_who_played_last_come_first_and_the_others_keep_their_order() -> None:
    assert recent_first([1, 2, 3, 4, 5], {4: 0, 2: 3, 5: 0}) == [4, 5, 2, 1, 3]


def test_the_players_are_taken_off_and_everything_else_stays() -> None:
    fields = {"m1-home-1": "7", "m1-home-2-name": "Al", "m1-home-2-is": "3 Al", "m1-short": "away", "m2-g1-loser": "9"}
    assert without_line_up(fields | {"m2-home-games": "2"}) == {
        "m1-short": "away", "m2-g1-loser": "9", "m2-home-games": "2",
    }  # fmt: skip


KINDS: tuple[Kind, ...] = ("singles", "doubles")
SEATS = st.tuples(st.integers(1, 9), st.sampled_from(KINDS), st.integers(1, 2), st.integers(1, 12))


@given(
    st.lists(SEATS, max_size=30),
    st.sampled_from(["S S S D D", "D D 2(S)", "3E1", "S", "D S D"]),
    st.sets(st.integers(1, 12)),
)
def test_nobody_is_suggested_who_could_not_sit_there(
    rows: list[tuple[int, Kind, int, int]], said: str, there: set[int]
) -> None:
    terms, _ = parse_format(said)
    fields = fields_of_line_up(line_up_of(rows), "home", terms, there)
    assert {int(player) for player in fields.values()} <= there
    assert all(count <= terms.limits.matches for count in Counter(fields.values()).values())
    places = {f"m{n}-home-{seat}" for _, n, players in places_of(terms, "home") for seat in range(1, players + 1)}
    assert set(fields) <= places
