"""A made-up night: its card has every match, and its points are those that the scheme gives."""

from fractions import Fraction

import pytest

from league.rules.example_night import example_card
from league.rules.formats import parse_format
from league.rules.scheme import PointsScheme, Walkover
from league.rules.shapes import SHAPES, Shape


def test_stratton_s_night() -> None:
    scheme = PointsScheme(win=Fraction(2), walkover=Walkover(games=10))
    card = example_card(parse_format("D5w D5w D5w")[0], scheme)
    assert [(row.home, row.away) for row in card.rows] == [(3, 2), (3, 2), (2, 3)]
    assert card.rows[0].games == ("home", "away", "home", "away", "home")
    assert (card.home.games, card.home.points, card.home.sentence) == (8, "10", "8 games: 8, the win: 2")
    assert (card.away.games, card.away.points) == (7, "7")
    assert (card.walkover_games, card.walkover.points, card.absent.points) == ((10, 0), "12", "0")
    assert card.absent.sentence == "nothing"


def test_matches_in_which_each_plays_each_are_one_row() -> None:
    [row] = example_card(parse_format("6E1w")[0], PointsScheme()).rows
    assert (row.home + row.away, row.games) == (36, ())


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_shape_has_a_night(shape: Shape) -> None:
    card = example_card(shape.terms, shape.scheme)
    assert sum(row.home for row in card.rows) == card.home.games
    assert sum(row.away for row in card.rows) == card.away.games
    assert card.home.total > 0
    for row in card.rows:
        if row.games:
            assert (row.games.count("home"), row.games.count("away")) == (row.home, row.away)
