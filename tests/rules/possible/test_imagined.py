"""Imagined results: what is read of them, and that they count as the table counts real ones."""

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.possible.imagined import LONGEST, Imagined, scores_of
from league.rules.problems import Problem
from league.rules.scheme import PointsScheme
from league.rules.tallies import FixtureTotals, match_counts

GAMES, NIGHT = PointsScheme(), "S S D"
MATCHES = PointsScheme(game=F(0), match=F(2), match_drawn=F(1), whole_match=F(1, 2), win=F(3))


def terms(text):
    return parse_format(text)[0]


def read(text, scheme=GAMES, night=NIGHT):
    return scores_of(scheme, terms(night)).read(text, "f1")


@pytest.mark.parametrize("text", ["6-3", "6–3", " 6 - 3 ", "6:3", "6/3", "6—3", "6-3=6-3"])
def test_scores_are_read_as_people_write_them(text):
    found = read(text)
    assert isinstance(found, Imagined)
    assert (found.games, found.points) == ((6, 3), (6, 3))


@pytest.mark.parametrize(
    "text", ["", "x", "6", "6-", "-6-3", "6-3-1", "6.5-2.5", "٦-٣x", "9" * 400, "6-3=", "6-3=6", "=6-3"]
)
def test_what_is_no_score_is_refused_in_clear_words(text):
    found = read(text)
    assert isinstance(found, Problem)
    assert (str(found.message), found.field) == ("Write the games of both sides, like 12-6.", "f1")


def test_a_score_that_cannot_be_is_refused_with_what_could():
    assert (
        str(read("6-4").message)
        == "No fixture here ends 6–4: with every match played, the two sides have 9 games together."
    )
    assert str(read("1-0", night="Sb3 Sb3 Sb3").message) == "No fixture here ends 1–0."
    assert isinstance(read("0-0"), Problem)


def test_a_match_that_nobody_is_there_for_counts_nothing():
    found = read("4-2")
    assert isinstance(found, Imagined)
    assert (found.points, found.tables.count((0, 0))) == ((4, 2), 1)
    counted = found.totals(1, 1, 2, terms(NIGHT), 0)
    assert (counted.home_matches + counted.away_matches, counted.matches_drawn) == (2, 0)


def test_where_points_go_by_matches_they_are_asked_for_and_not_guessed():
    found = read("5-4", MATCHES)
    assert isinstance(found, Problem)
    assert str(found.message).startswith("5–4 can bring these points here: ")
    assert "Write them too, like 5-4=" in found.message
    like = str(found.message).rpartition("like ")[2].rstrip(".")
    assert isinstance(read(like, MATCHES), Imagined)
    assert isinstance(read("5-4=99-0", MATCHES), Problem)


@pytest.mark.parametrize("night", ["S S", "Sb3 D", "Sf2 S1", "S2 D2"])
@pytest.mark.parametrize("scheme", [GAMES, MATCHES, PointsScheme(game=F(1, 2), win=F(2), close_loss=F(1), close_by=1)])
def test_scores_and_points_are_those_of_every_way_the_matches_can_end(scheme, night):
    played = terms(night)
    each = [
        [(h, a) for h in range(4) for a in range(4) if match.can_end_at(h, a)] + [(0, 0)] for match in played.matches
    ]
    expected: dict[tuple[int, int], set[tuple[F, F]]] = {}
    for tables in product(*each):
        home, away = sum(h for h, _ in tables), sum(a for _, a in tables)
        if not home + away:
            continue
        won = [sum(h > a for h, a in tables), sum(a > h for h, a in tables)]
        totals = FixtureTotals(1, 1, 2, home, away, *won, **match_counts(tables, played))
        points = tuple(side.total for side in totals.sources(scheme))
        expected.setdefault((home, away), set()).add(points)
    found = scores_of(scheme, played).found
    assert {games: set(ways) for games, ways in found.items()} == expected
    for games, ways in found.items():
        for points, tables in ways.items():
            assert (sum(h for h, _ in tables), sum(a for _, a in tables)) == games
            counted = Imagined(games, points, tables).totals(1, 1, 2, played, 0).sources(scheme)
            assert tuple(side.total for side in counted) == points


@given(st.text(max_size=LONGEST + 4))
def test_anything_that_is_typed_is_read_or_refused(text):
    assert isinstance(read(text), Imagined | Problem)
