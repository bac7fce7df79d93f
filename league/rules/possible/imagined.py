"""Imagined results, ``12-6``, and their points.

Where one score can bring several, points are written too, ``5-4=7-3``; nothing is guessed. No lurches are imagined.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from league.rules.match_terms import Terms
from league.rules.possible.outcomes import MOST_STEPS, Pair
from league.rules.problems import Problem
from league.rules.scheme import PointsScheme
from league.rules.tallies import FixtureTotals, match_counts
from league.rules.wording import points_told
from scoring.text import N_, Text

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
        """Parse a text into a result, or a problem at `field`."""
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
    """Say which points belong to a score."""
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
        """What it counts for in a fixture of two teams."""
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
            ours, theirs = (int(points * parts) for points in _points(by_match, ((home, away),), Terms((match,))))
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
            scores.setdefault((home, away), {}).setdefault(_points(scheme, tables, terms), tables)
    fixed = all(match.ends == "all" for match in terms.matches)
    return Scores(scores, sum(match.most for match in terms.matches) if fixed else None) if terms.matches else None


def _points(scheme: PointsScheme, tables: Tables, terms: Terms) -> Pair:
    """Points of both sides, as the table counts them."""
    games = sum(home for home, _ in tables), sum(away for _, away in tables)
    said = Imagined(games, (Fraction(0), Fraction(0)), tables).totals(0, 1, 2, terms, 0).sources(scheme)
    return said[0].total, said[1].total
