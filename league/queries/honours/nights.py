"""Nights on which a player won every game of a fixture, counted by division."""

import datetime as dt
import heapq
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import F, Q, Sum

from league.models import League
from league.queries.teams import IN_LEAGUE, LOST, WON, appearances_that_count
from league.queries.visibility import public, sides_shown

# The slugs of a season and of a division of it.
DivisionSlugs = tuple[str, str]
# A night's games are something from so many on.
GAMES_OF_A_NIGHT = 3
AWARDED = F("match__home_awarded") + F("match__away_awarded")
DIVISION = "result__fixture__division__"


class Tally(NamedTuple):
    """How many such nights a player had, and when and in which fixture the last was."""

    nights: int
    latest: tuple[dt.datetime, int]


TallyByPlayer = Mapping[int, Tally]


@dataclass(frozen=True, slots=True)
class CleanNights:
    by_division: Mapping[DivisionSlugs, TallyByPlayer]
    totals: Mapping[int, int]

    @classmethod
    def build(cls, by_division: Mapping[DivisionSlugs, TallyByPlayer]) -> "CleanNights":
        return cls({}, {}).replace(by_division, by_division)

    @property
    def size(self) -> int:
        """How many tallies there are."""
        return sum(map(len, self.by_division.values()))

    def replace(
        self, divisions: Collection[DivisionSlugs], counted: Mapping[DivisionSlugs, TallyByPlayer]
    ) -> "CleanNights":
        """Return these with some divisions counted anew; the work is that of those divisions."""
        by_division, totals = {**self.by_division}, Counter(self.totals)
        for division in divisions:
            for player, tally in by_division.pop(division, {}).items():
                totals[player] -= tally.nights
            by_division[division] = counted.get(division, {})
            for player, tally in by_division[division].items():
                totals[player] += tally.nights
        return CleanNights(by_division, +totals)

    def of_season(self, slug: str) -> "CleanNights":
        return CleanNights.build({names: some for names, some in self.by_division.items() if names[0] == slug})

    def best(self, most: int) -> list[tuple[int, Tally]]:
        """Players with the most nights; of equals those whose last was latest, then by id."""
        least = min(heapq.nlargest(most, self.totals.values()), default=0)
        latest: dict[int, tuple[dt.datetime, int]] = {}
        candidates = {player for player, nights in self.totals.items() if nights >= least}
        for some in self.by_division.values():
            for player in candidates & some.keys():
                latest[player] = max(latest.get(player, some[player].latest), some[player].latest)
        tallies = [(player, Tally(self.totals[player], at)) for player, at in sorted(latest.items())]
        return sorted(tallies, key=lambda one: one[1], reverse=True)[:most]


def count_nights(
    league: League, divisions: Collection[DivisionSlugs] | None = None
) -> dict[DivisionSlugs, TallyByPlayer]:
    """Count the nights in some divisions, or in all (one query); not of those who hide their averages."""
    return _count(league, Q() if divisions is None else reduce(or_, map(_of_division, divisions)))


def count_nights_of_season(league: League, season: int) -> dict[DivisionSlugs, TallyByPlayer]:
    return _count(league, Q(**{f"{DIVISION}season": season}))


def _of_division(names: DivisionSlugs) -> Q:
    return Q(**{f"{DIVISION}season__slug": names[0], f"{DIVISION}slug": names[1]})


def _count(league: League, which: Q) -> dict[DivisionSlugs, TallyByPlayer]:
    seen = public(f"{DIVISION}season__") & sides_shown("result__fixture__")
    seen &= Q(**{"player__hide_averages": False, f"{DIVISION}season__league": league})
    rows = (
        appearances_that_count(IN_LEAGUE & seen & which)
        .order_by()
        .values("player_id", "result__fixture_id")
        .annotate(won=Sum(WON), lost=Sum(LOST), awarded=Sum(AWARDED))
        .filter(won__gte=GAMES_OF_A_NIGHT, lost=0, awarded=0)
        .values_list(
            "player_id", "result__fixture_id", "result__fixture__starts_at",
            f"{DIVISION}season__slug", f"{DIVISION}slug",
        )
    )  # fmt: skip
    counted: dict[DivisionSlugs, dict[int, Tally]] = {}
    for player, fixture, starts_at, season, division in rows:
        some, at = counted.setdefault((season, division), {}), (starts_at, fixture)
        before = some.get(player)
        some[player] = Tally(before.nights + 1, max(before.latest, at)) if before else Tally(1, at)
    return dict(counted)
