"""Line-ups that are suggested: the pairs of last time in the matches of this time."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.match_terms import Kind
from league.rules.sheet_fields import without_line_up
from league.rules.suggested_line_ups import fields_of_line_up, line_up_of, places_of, recent_first

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
