"""Pairs of points of one fixture, against every sheet of games written out."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest

from league.rules.formats import parse_format
from league.rules.possible import outcomes_of
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
