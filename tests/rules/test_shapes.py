"""Shapes: each can be played, says what a night of it is, and is a division that the rules know."""

import pytest

from league.rules.formats import parse_format
from league.rules.scheme_columns import check_scheme
from league.rules.settings import SeasonSettings, check_settings
from league.rules.shapes import DEFAULT_SHAPE, SHAPES, Shape, night_of
from league.rules.tie_breaks import check_tie_breaks

EVERY = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


def test_eleven_leagues_stand_for_the_ways_to_play() -> None:
    assert len(SHAPES) == 11
    assert DEFAULT_SHAPE in SHAPES


@EVERY
def test_a_shape_is_a_format_that_can_be_played(shape: Shape) -> None:
    assert parse_format(shape.counting.fixture_format)[1] == []
    assert check_tie_breaks(shape.counting.tie_breaks, written=("tables", "points", "lots")) == []
    assert check_settings(SeasonSettings(**shape.season)) == []


@EVERY
def test_a_shape_tells_its_night(shape: Shape) -> None:
    told = " ".join(night_of(shape))
    assert told.startswith("A fixture is")
    assert "point" in told


def test_a_night_names_its_matches_players_and_points() -> None:
    assert [str(line) for line in night_of(SHAPES["bury"])[:6]] == [
        "A fixture is three doubles.",
        "Each match is five games, and all of them are played, even at 3–0; that makes 15 games.",
        "Games are played to 121.",
        "Of each game no more is written down than who won it.",
        "A player plays in one match of a fixture.",
        "A side needs 6 players.",
    ]


def test_the_players_that_a_night_needs() -> None:
    needed = {name: shape.terms.players_needed() for name, shape in SHAPES.items()}
    assert needed == {
        "town": 14, "rye": 4, "bury": 6, "bere-regis": 6, "legs-differ": 6, "lincoln": 12, "winners": 8, "coast": 6,
        "langley": 12, "stratton": 6, "waterside": 5,
    }  # fmt: skip


def test_a_night_tells_what_its_season_does_otherwise_than_the_first_shape() -> None:
    told = {name: [str(line) for line in night_of(shape)] for name, shape in SHAPES.items()}
    without = {name for name, lines in told.items() if "No week is left blank for postponed fixtures." in lines}
    assert without == SHAPES.keys() - {"town"}
    assert "No player need be registered: a new name is written on the sheet." in told["lincoln"]
    assert not [line for line in told["town"] if "postponed" in line]


def test_the_points_of_every_shape_can_come_about_on_its_nights() -> None:
    for name, shape in SHAPES.items():
        assert check_scheme(shape.scheme, shape.terms) == [], name


def test_a_night_that_tables_decide_says_so() -> None:
    told = {name: "whatever the games" in " ".join(night_of(shape)) for name, shape in SHAPES.items()}
    assert [name for name, by_tables in told.items() if by_tables] == ["waterside"]
