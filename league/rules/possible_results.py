"""Points that one fixture can bring its two sides, as pairs; and imagined results, ``12-6``, with theirs.

Pairs, because 12 of 18 games leave the other side 6. A fixture is taken as played to its end, with matches that nobody
plays, or as a walkover. Abandoned fixtures, those without sides, and later deductions are not foreseen. Where an
imagined score can bring several points, these are written too, ``5-4=7-3``; nothing is guessed, and no lurches are
imagined.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from league.rules.match_terms import MatchTerms, Terms
from league.rules.problems import Problem
from league.rules.scheme import PARTS, PointsScheme, Share, sources, walkover_shares
from league.rules.tallies import FixtureTotals, match_counts
from league.rules.wording import points_told
from scoring.text import N_, Text

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
                one, other = _match_points(scheme, home, away, ours), _match_points(scheme, away, home, theirs)
                yield home, away, int(one * parts), int(other * parts), lead


def _lurches(match: MatchTerms, scheme: PointsScheme, won: int) -> Iterator[tuple[int, int]]:
    """Yield possible numbers of lurches, and double ones, among games won."""
    counted = "lurches" in scheme.needs and match.lurch and match.written == "scores"
    for lurches in range(won + 1 if counted else 1):
        for double in range(lurches + 1 if match.double_lurch else 1):
            yield lurches, double


def _match_points(scheme: PointsScheme, own: int, others: int, lurches: tuple[int, int]) -> Fraction:
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


LONGEST = 24
_NUMBER = r"\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*"
_DASH = r"[-–—:/]"
_SAID = re.compile(rf"\s*(\d{{1,3}})\s*{_DASH}\s*(\d{{1,3}})\s*(?:={_NUMBER}{_DASH}{_NUMBER})?")
# Games of each match, home and away.
Tables = tuple[tuple[int, int], ...]
Games = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scores:
    """Possible final scores, each with its points and example matches; `together` is the fixed total of games, if
    any."""

    found: Mapping[Games, Mapping[Pair, Tables]]
    together: int | None

    def read(self, text: str, field: str) -> "Imagined | Problem":
        said = _SAID.fullmatch(text) if len(text) <= LONGEST else None
        if said is None:
            return Problem("unreadable", N_("Write the games of both sides, like 12-6."), field)
        games = (int(said[1]), int(said[2]))
        ways = self.found.get(games)
        if ways is None:
            return Problem("games", self._impossible(games), field)
        if said[3] is None and len(ways) > 1:
            return Problem("points", _ambiguous_points(games, ways), field)
        if said[3] is None:
            points = next(iter(ways))
        else:
            points = (Fraction(said[3].replace(",", ".")), Fraction(said[4].replace(",", ".")))
        if points not in ways:
            return Problem("points", _ambiguous_points(games, ways), field)
        return Imagined(games, points, ways[points])

    def _impossible(self, games: Games) -> Text:
        score = f"{games[0]}–{games[1]}"
        if self.together is None:
            return Text("No fixture here ends {score}.", score=score)
        return Text(
            "No fixture here ends {score}: with every match played, the two sides have {n} games together.",
            score=score,
            n=self.together,
        )


def _ambiguous_points(games: Games, ways: Mapping[Pair, Tables]) -> Text:
    score = f"{games[0]}–{games[1]}"
    told = [f"{points_told(home)}–{points_told(away)}" for home, away in sorted(ways)]
    shown = ", ".join(told if len(told) <= 8 else [*told[:4], "…", *told[-3:]])
    like = f"{games[0]}-{games[1]}={_typed(min(ways)[0])}-{_typed(min(ways)[1])}"
    return Text(
        "{score} can bring these points here: {points}. Write them too, like {like}.",
        score=score,
        points=shown,
        like=like,
    )


def _typed(points: Fraction) -> str:
    return f"{float(points):g}"


@dataclass(frozen=True, slots=True)
class Imagined:
    """An imagined result, with example matches."""

    games: Games
    points: Pair
    tables: Tables

    def totals(self, fixture: int, home: int, away: int, terms: Terms, order: int) -> FixtureTotals:
        counts: dict[str, Any] = dict(match_counts(self.tables, terms))
        home_won, away_won = (sum(pair[side] > pair[1 - side] for pair in self.tables) for side in (0, 1))
        games = self.games
        return FixtureTotals(
            fixture, home, away, games[0], games[1], home_won, away_won, order=order, tables=self.tables, **counts
        )


@lru_cache(maxsize=128)
def scores_of(scheme: PointsScheme, terms: Terms) -> Scores | None:
    """Possible scores of a fixture; None where there are too many to list."""
    by_match = scheme.of_matches
    parts = lcm(*(worth.denominator for worth in by_match.nonzero_parts.values()))
    # By games, the points of matches in so many parts of one and, where they decide, the matches won: one way to each.
    found: dict[tuple[int, int, int, int, int], Tables] = {(0, 0, 0, 0, 0): ()}
    steps = 0
    for match in terms.matches:
        ways = []
        for home, away in match.endings:
            ours, theirs = (int(points * parts) for points in _table_points(by_match, ((home, away),), Terms((match,))))
            lead = (home > away) - (home < away) if scheme.won_by == "matches" else 0
            ways.append((home, away, ours, theirs, lead))
        steps += len(found) * len(ways)
        if steps > MOST_STEPS:
            return None
        further: dict[tuple[int, int, int, int, int], Tables] = {}
        for so_far, tables in found.items():
            for way in ways:
                key = (
                    so_far[0] + way[0], so_far[1] + way[1], so_far[2] + way[2], so_far[3] + way[3], so_far[4] + way[4]
                )  # fmt: skip
                if key not in further:
                    further[key] = (*tables, way[:2])
        found = further
    scores: dict[Games, dict[Pair, Tables]] = {}
    for (home, away, *_), tables in found.items():
        if home or away:
            scores.setdefault((home, away), {}).setdefault(_table_points(scheme, tables, terms), tables)
    fixed = all(match.ends == "all" for match in terms.matches)
    return Scores(scores, sum(match.most for match in terms.matches) if fixed else None) if terms.matches else None


def _table_points(scheme: PointsScheme, tables: Tables, terms: Terms) -> Pair:
    """Points of both sides, as the table counts them."""
    games = sum(home for home, _ in tables), sum(away for _, away in tables)
    said = Imagined(games, (Fraction(0), Fraction(0)), tables).totals(0, 1, 2, terms, 0).sources(scheme)
    return said[0].total, said[1].total
