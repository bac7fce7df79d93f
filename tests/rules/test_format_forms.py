"""A format as the rows of a form: what is written is read back, and what is wrong is told at its field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.format_forms import PaperCard, Row, fields_of_format, paper_card, rows_of, typed_format
from league.rules.formats import parse_format

WORDS = ("S", "D", "T", "6P", "S5", "Sb3", "Db3w", "Sf4t", "D2t", "Db3p", "6E1w", "3E3")
LIMITS = ("", " / 2", " / 1S", " / 3 1S once", " / once", " / short-twice", " / 2 once short-last")


def fields_of(text: str) -> dict[str, str]:
    terms, problems = parse_format(text)
    assert not problems
    return fields_of_format(terms)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.sampled_from(LIMITS))
def test_a_format_is_read_back_from_its_rows(words: list[str], limits: str) -> None:
    text = " ".join(words) + limits
    terms, problems = parse_format(text)
    if problems:
        return
    assert typed_format(fields_of_format(terms)) == (str(terms), [])


def test_matches_that_are_alike_are_one_row() -> None:
    assert rows_of(parse_format("D5w D5w D5w S Db3p 6E1w")[0]) == (
        Row("3", "D", "", "all", "5", "winners"),
        Row("1", "S", "", "all", "3", "scores"),
        Row("1", "D", "", "best", "3", "pegged"),
        Row("1", "E", "6", "all", "1", "winners"),
    )


def test_an_empty_row_between_others_is_left_out() -> None:
    said = {name.replace("r2", "r7"): value for name, value in fields_of("S D").items()}
    assert typed_format(said) == ("S D", [])


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"r1-count": ""}, "r1-count", "Say how many matches there are"),
        ({"r1-count": "0"}, "r1-count", "from 1 to 60"),
        ({"r1-count": "61"}, "r1-count", "from 1 to 60"),
        ({"r1-count": "²"}, "r1-count", "from 1 to 60"),
        ({"r1-count": "9" * 400}, "r1-count", "from 1 to 60"),
        ({"r1-kind": "X"}, "r1-kind", "Choose one of the list"),
        ({"r1-kind": "P"}, "r1-side", "4 to 8"),
        ({"r1-kind": "P", "r1-side": "3"}, "r1-side", "4 to 8"),
        ({"r1-kind": "E", "r1-side": "8"}, "r1-side", "2 to 7"),
        ({"r1-ends": "never"}, "r1-ends", "Choose one of the list"),
        ({"r1-games": "10"}, "r1-games", "from 1 to 9"),
        ({"r1-ends": "first", "r1-games": "6"}, "r1-games", "from 1 to 5"),
        ({"r1-ends": "best", "r1-games": "4"}, "r1-games", "write 3 or 5"),
        ({"r1-written": ""}, "r1-written", "Choose one of the list"),
        ({"often-short": "sing"}, "often-short", "Choose one of the list"),
        ({"often-most": "many"}, "often-most", "or leave it empty"),
        ({"often-D": "1"}, "often-D", "no such match in the format"),
        ({"r1-count": "60", "r2-count": "1", "r2-kind": "S", "r2-ends": "all", "r2-games": "1",
          "r2-written": "scores"}, "", "60 matches at most"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_field(changed: dict[str, str], field: str, told: str) -> None:
    text, problems = typed_format(fields_of("S") | changed)
    assert text == ""
    assert [problem.field for problem in problems] == [field]
    assert told in problems[0].message


def test_everything_is_told_at_once() -> None:
    _, problems = typed_format(fields_of("S D") | {"r1-games": "x", "r2-count": "-1", "often-most": "0"})
    assert [problem.field for problem in problems] == ["r1-games", "r2-count", "often-most"]


@pytest.mark.parametrize("kind", ["", "SS", "S5", "<b>", "E" * 300])
def test_a_kind_that_no_list_has_is_refused(kind: str) -> None:
    assert typed_format(fields_of("S") | {"r1-kind": kind})[1]


def card_of(text: str) -> PaperCard:
    terms, problems = parse_format(text)
    assert not problems
    return paper_card(terms)


@pytest.mark.parametrize(
    ("text", "title", "how", "seats", "games"),
    [
        ("S", "1. Singles", "three games, all played", 1, 3),
        ("D5w", "1. Doubles", "five games, all played", 2, 5),
        ("Sb3", "1. Singles", "best of three", 1, 3),
        ("Tf2", "1. Trebles", "first to two", 3, 3),
        ("6P1", "1. Team match", "one game", 6, 1),
        ("Sb3t", "1. Singles", "best of three", 1, 0),
    ],
)
def test_a_match_has_a_box_for_each_seat_and_game(text: str, title: str, how: str, seats: int, games: int) -> None:
    [match] = card_of(text).matches
    assert (match.title, match.how, len(match.seats), len(match.games)) == (title, how, seats, games)
    assert not match.grid


def test_a_match_whose_points_are_written_down_has_a_box_for_them() -> None:
    card = card_of("S3p Sb3t")
    assert [(match.pegged, len(match.games)) for match in card.matches] == [(True, 0), (False, 0)]
    told = "Under “Pegged” write the points that each side pegged in all games of the match."
    assert told in card.legend
    assert told not in card_of("Sb3t").legend


def test_where_each_plays_each_there_is_one_grid_for_all_the_matches() -> None:
    first, each = card_of("D 3E1w").matches
    assert (first.numbers, each.title, each.grid) == ((1,), "2–10. Each plays each", True)
    assert each.rows == ((1, (2, 3, 4)), (2, (5, 6, 7)), (3, (8, 9, 10)))
    [pairs] = card_of("2ED1w").matches
    assert (pairs.title, pairs.grid, len(pairs.seats)) == ("1–4. Each pair plays each pair", True, 2)
    assert pairs.rows == ((1, (1, 2)), (2, (3, 4)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("S", ["Write each side’s score into its box of the game."]),
        ("Sw", ["Tick the winner’s box of each game."]),
        ("S3t", []),
        (
            "2E3p",
            [
                "Where each plays each, write into the box who won: H or A, once for each game.",
                "Add the points that each side pegged in all games of the match.",
            ],
        ),
        ("3E1w", ["Where each plays each, write into the box who won: H or A, once for each game."]),
    ],
)
def test_the_legend_says_what_is_to_be_written(text: str, told: list[str]) -> None:
    assert list(card_of(text).legend[:-1]) == told
