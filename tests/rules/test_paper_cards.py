"""A format on paper: a box for whatever is written down of it."""

import pytest

from league.rules.formats import parse_format
from league.rules.paper_cards import PaperCard, paper_card


def of(text: str) -> PaperCard:
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
    [match] = of(text).matches
    assert (match.title, match.how, len(match.seats), len(match.games)) == (title, how, seats, games)
    assert not match.grid


def test_a_match_whose_points_are_written_down_has_a_box_for_them() -> None:
    card = of("S3p Sb3t")
    assert [(match.pegged, len(match.games)) for match in card.matches] == [(True, 0), (False, 0)]
    told = "Under “Pegged” write the points that each side pegged in all games of the match."
    assert told in card.legend
    assert told not in of("Sb3t").legend


def test_where_each_plays_each_there_is_one_grid_for_all_the_matches() -> None:
    first, each = of("D 3E1w").matches
    assert (first.numbers, each.title, each.grid) == ((1,), "2–10. Each plays each", True)
    assert each.rows == ((1, (2, 3, 4)), (2, (5, 6, 7)), (3, (8, 9, 10)))


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
    assert list(of(text).legend[:-1]) == told
