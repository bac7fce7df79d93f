"""Pairs of points of one fixture, against every sheet of games written out."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.possible_results import LONGEST, Imagined, outcomes_of, scores_of
from league.rules.problems import Problem
from league.rules.scheme import PointsScheme, Walkover
from league.rules.tallies import FixtureTotals, match_counts

SCHEMES = [
    PointsScheme(),
    PointsScheme(game=F(1, 2), match=F(1), win=F(2), draw=F(1)),
    PointsScheme(game=F(0), match=F(2), match_drawn=F(1), whole_match=F(1, 4)),
    PointsScheme(game=F(0), win=F(2), loss=F(1), close_loss=F(1, 2), close_by=2, whole_fixture=F(3)),
    PointsScheme(game=F(0), win=F(2), draw=F(1), loss=F(1, 2), won_by="matches"),
    PointsScheme(match=F(1), win=F(3), draw=F(1), close_loss=F(1), close_by=1, whole_fixture=F(1), won_by="matches"),
    PointsScheme(lurch=F(1), double_lurch=F(2)),
    PointsScheme(walkover=Walkover(games=3, against=1)),
    PointsScheme(walkover=Walkover(points=F(5), absent=F(-2))),
]


def games_of(match):
    """Yield the ways a match's games can go, each game as its winner and how low the loser is."""
    ways = [(side, low) for side in (0, 1) for low in (0, 1, 2)]

    def further(so_far):
        home = sum(side == 0 for side, _ in so_far)
        if match.is_over(home, len(so_far) - home):
            yield so_far
            return
        for way in ways:
            yield from further((*so_far, way))

    return further(())


def counted_out(scheme, terms):
    """Return the pairs of points from every way each game can end, by the table's own count of a result."""
    found = set()
    # Of a match for which neither side has anybody there are no games; one match at least is played.
    for sheet in product(*([(), *games_of(match)] for match in terms.matches)):
        if not any(sheet):
            continue
        tables = tuple(tuple(sum(side == at for side, _ in games) for at in (0, 1)) for games in sheet)
        low = [[sum(side == at and depth >= least for games in sheet for side, depth in games) for at in (0, 1)]
               for least in (1, 2)]  # fmt: skip
        totals = FixtureTotals(
            1, 1, 2, sum(home for home, _ in tables), sum(away for _, away in tables),
            sum(home > away for home, away in tables), sum(away > home for home, away in tables),
            home_lurches=low[0][0], away_lurches=low[0][1],
            home_double_lurches=low[1][0], away_double_lurches=low[1][1], **match_counts(tables, terms),
        )  # fmt: skip
        home, away = totals.sources(scheme)
        found.add((home.total, away.total))
    for games in (scheme.walkover.games_of(terms), scheme.walkover.games_of(terms)[::-1]):
        matches = len(terms.matches)
        whole = matches if scheme.walkover.whole(terms) else 0
        home_given = games[0] > games[1]
        totals = FixtureTotals(
            1, 1, 2, *games, matches if home_given else 0, 0 if home_given else matches, how="walkover",
            home_whole=whole if home_given else 0, away_whole=0 if home_given else whole,
        )  # fmt: skip
        home, away = totals.sources(scheme)
        found.add((home.total, away.total))
    return found


@pytest.mark.parametrize("text", ["S2", "Sb3", "Sf2 S1", "S1 D1 S1"])
@pytest.mark.parametrize("number", range(len(SCHEMES)))
def test_pairs_are_those_of_every_sheet(text, number):
    terms, _ = parse_format(text)
    terms = replace(terms, matches=tuple(replace(match, lurch=91, double_lurch=61) for match in terms.matches))
    assert outcomes_of(SCHEMES[number], terms) == counted_out(SCHEMES[number], terms)


def test_a_usual_night_shares_its_games():
    terms, _ = parse_format("S S S S D D")
    played = range(3, 19, 3)
    assert outcomes_of(PointsScheme(), terms) == {(F(n), F(most - n)) for most in played for n in range(most + 1)}


def test_more_than_can_be_listed_is_not_guessed():
    scheme = PointsScheme(game=F("1.01"), match=F("7.13"), whole_match=F("0.11"), lurch=F("0.37"))
    terms, _ = parse_format("S9 " * 30)
    terms = replace(terms, matches=tuple(replace(match, lurch=91) for match in terms.matches))
    assert outcomes_of(scheme, terms) is None
    assert outcomes_of(scheme, replace(terms, matches=())) is None


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
