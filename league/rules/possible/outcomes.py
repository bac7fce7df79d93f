"""Points that one fixture can bring its two sides, as pairs: home points and away points.

Pairs, because 12 of 18 games leave the other side 6. A fixture is taken as played to its end, with matches that nobody
plays, or as a walkover. Abandoned fixtures, those without sides, and later deductions are not foreseen.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from league.rules.match_terms import MatchTerms, Terms
from league.rules.point_parts import Share
from league.rules.scheme import PARTS, PointsScheme, sources, walkover_shares

Pair = tuple[Fraction, Fraction]
# Home and away games so far, the points that single matches have brought, in whole parts of one, and by how many
# matches the home side leads: 0 where a fixture is won by games.
_State = tuple[int, int, int, int, int]
# Formats of many matches and points for lurches could come to more; then nothing is said of what is possible.
MOST_STEPS = 400_000


@lru_cache(maxsize=256)
def outcomes_of(scheme: PointsScheme, terms: Terms) -> frozenset[Pair] | None:
    """Every pair of points of a fixture; None where there are too many to list."""
    by_match, by_fixture = scheme.of_matches, _of_fixtures(scheme)
    parts = lcm(*(worth.denominator for worth in by_match.nonzero_parts.values()))
    found: set[_State] = {(0, 0, 0, 0, 0)}
    steps = 0
    for match in terms.matches:
        ways = set(_ways(match, by_match, parts))
        steps += len(found) * len(ways)
        if steps > MOST_STEPS:
            return None
        found = {
            (home + more_home, away + more_away, ours + more_ours, theirs + more_theirs, lead + more_lead)
            for home, away, ours, theirs, lead in found
            for more_home, more_away, more_ours, more_theirs, more_lead in ways
        }
    pairs = {
        (
            Fraction(home_points, parts) + _of_fixture(by_fixture, home, away, lead),
            Fraction(away_points, parts) + _of_fixture(by_fixture, away, home, -lead),
        )
        for home, away, home_points, away_points, lead in found
        if home or away
    }
    given, absent = (sources(scheme, share).total for share in walkover_shares(scheme, terms))
    return frozenset(pairs | {(given, absent), (absent, given)}) if terms.matches else None


def _of_fixtures(scheme: PointsScheme) -> PointsScheme:
    """A scheme's points for whole fixtures alone."""
    matches: dict[str, Any] = {name: Fraction(0) for name, one in PARTS.items() if one.of_matches}
    return replace(scheme, **matches)


def _of_fixture(by_fixture: PointsScheme, own: int, others: int, lead: int) -> Fraction:
    share = Share(
        games=own, against=others, matches=max(lead, 0), matches_against=max(-lead, 0), won_by=by_fixture.won_by
    )
    return sources(by_fixture, share).total


def _ways(match: MatchTerms, scheme: PointsScheme, parts: int) -> Iterator[_State]:
    """Yield the ends of a match with their points, in so many parts of a point."""
    for home, away in match.endings:
        lead = (home > away) - (home < away) if scheme.won_by == "matches" else 0
        for ours in _lurches(match, scheme, home):
            for theirs in _lurches(match, scheme, away):
                one, other = _points(scheme, home, away, ours), _points(scheme, away, home, theirs)
                yield home, away, int(one * parts), int(other * parts), lead


def _lurches(match: MatchTerms, scheme: PointsScheme, won: int) -> Iterator[tuple[int, int]]:
    """Yield possible numbers of lurches, and double ones, among games won."""
    counted = "lurches" in scheme.needs and match.lurch and match.written == "scores"
    for lurches in range(won + 1 if counted else 1):
        for double in range(lurches + 1 if match.double_lurch else 1):
            yield lurches, double


def _points(scheme: PointsScheme, own: int, others: int, lurches: tuple[int, int]) -> Fraction:
    share = Share(
        games=own,
        against=others,
        matches=int(own > others),
        matches_drawn=int(own == others > 0),
        whole_matches=int(own > others == 0),
        lurches=lurches[0],
        double_lurches=lurches[1],
    )
    return sources(scheme, share).total
