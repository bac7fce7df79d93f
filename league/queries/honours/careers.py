"""Careers of players: seasons and teams, partners and opponents, averages and streaks.

From confirmed results of published seasons. Awarded games are nobody's doing.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from django.db.models import F

from league.enums import CompetitionKind
from league.models import Appearance, Division, Game, Player, Season, Team
from league.queries.teams import LOST, PLAYED, WON, appearances_that_count
from league.queries.visibility import public, sides_shown
from league.rules import careers as rules
from league.rules.careers import PartnerRecord, Pegged, Played, Streaks, Tally
from league.rules.match_terms import Kind

LAST = 5
Seats = list[tuple[int, str]]
Scores = list[tuple[int, int, str]]


class CareerLine(NamedTuple):
    season: Season
    team: Team
    tally: Tally


class CupLine(NamedTuple):
    """A player's record in a competition beside the league."""

    season: Season
    competition: Division
    tally: Tally


@dataclass(frozen=True, slots=True)
class Figures:
    """Totals of a player's matches."""

    total: Tally
    singles: Tally
    doubles: Tally  # all but singles
    home: Tally
    away: Tally
    pegged: Pegged


class Last(NamedTuple):
    """One of a player's last matches."""

    played: Played
    team: Team


@dataclass(frozen=True)
class Career:
    """All that a player has played, in order; teams by season and number, as they were called then.

    `against` is the opposing team's number by fixture. What was played in cups counts in `cups` alone.
    """

    matches: tuple[Played, ...]
    seasons: Mapping[int, Season]
    teams: Mapping[tuple[int, int], Team]
    people: Mapping[int, Player]
    against: Mapping[int, int]
    cups: tuple[CupLine, ...] = ()

    def figures(self, season: Season | None = None) -> Figures:
        played = [match for match in self.matches if season is None or match.season == season.pk]
        return Figures(
            rules.tally(played),
            rules.tally(one for one in played if one.kind == "singles"),
            rules.tally(one for one in played if one.kind != "singles"),
            rules.tally(one for one in played if one.home),
            rules.tally(one for one in played if not one.home),
            rules.pegged(played),
        )

    @cached_property
    def lines(self) -> list[CareerLine]:
        """A line for each season and team, the latest first."""
        found = rules.tallies_by(reversed(self.matches), lambda one: [(one.season, one.team)])
        return [
            CareerLine(self.seasons[season], self.teams[season, team], one) for (season, team), one in found.items()
        ]

    @property
    def last(self) -> list[Last]:
        return [Last(match, self.teams[match.season, self.against[match.fixture]]) for match in self.matches[-LAST:]]

    @property
    def streaks(self) -> Streaks | None:
        return rules.streaks(self.matches)

    @property
    def best_partner(self) -> PartnerRecord | None:
        shown = [
            replace(match, partners=tuple(p for p in match.partners if not self._keeps(p))) for match in self.matches
        ]
        return rules.best_partner(shown)

    @cached_property
    def opponents(self) -> list[PartnerRecord]:
        return [record for record in rules.opponents(self.matches) if not self._keeps(record.player)]

    def _keeps(self, player: int) -> bool:
        """Whether somebody hides their averages, and so other players' against them."""
        return self.people[player].hide_averages


def career_of(player: Player) -> Career:
    """A player's matches in a league's published seasons (five queries)."""
    seen = public("result__fixture__division__season__") & sides_shown("result__fixture__")
    own = appearances_that_count(seen).filter(PLAYED, player=player)
    everything = list(
        own.annotate(won=WON, lost=LOST, season=F("result__fixture__division__season_id"))
        .select_related("match", "result__fixture__home", "result__fixture__away", "result__fixture__division__season")
        .order_by("result__fixture__starts_at", "result__fixture_id", "match__number")
    )
    in_league = [row.result.fixture.division.kind == CompetitionKind.LEAGUE for row in everything]
    rows = [row for row, counts in zip(everything, in_league, strict=True) if counts]
    cups = [row for row, counts in zip(everything, in_league, strict=True) if not counts]
    seats = _seats([row.match_id for row in everything])
    scores = _scores([row.match_id for row in rows])
    matches = tuple(_played_match(row, seats[row.match_id], scores.get(row.match_id, ())) for row in rows)
    against = {row.result.fixture_id: row.result.fixture.team_id("away" if row.side == "home" else "home")
               for row in rows}  # fmt: skip
    people = {pk for match in matches for pk in (*match.partners, *match.opponents)}
    return Career(
        matches,
        Season.objects.in_bulk({match.season for match in matches}),
        {(row.season, team.pk): team for row in rows for team in (row.result.fixture.home, row.result.fixture.away)},
        Player.objects.in_bulk(people),
        against,
        _cup_lines(cups, seats),
    )


def _cup_lines(rows: list[Any], seats: Mapping[int, Seats]) -> tuple[CupLine, ...]:
    """Records in competitions beside the league, the latest first."""
    played: dict[int, list[Played]] = defaultdict(list)
    competitions = {row.result.fixture.division_id: row.result.fixture.division for row in reversed(rows)}
    for row in rows:
        played[row.result.fixture.division_id].append(_played_match(row, seats[row.match_id], ()))
    return tuple(CupLine(cup.season, cup, rules.tally(played[pk])) for pk, cup in competitions.items())


def _seats(matches: list[int]) -> dict[int, Seats]:
    """Numbers and sides of players, by match (one query)."""
    found: dict[int, Seats] = defaultdict(list)
    rows = Appearance.objects.filter(match__in=matches).order_by("seat")
    for match, player, side in rows.values_list("match", "player", "side"):
        found[match].append((player, side))
    return found


def _scores(matches: list[int]) -> dict[int, Scores]:
    """Known scores of games and their winners, by match (one query)."""
    found: dict[int, Scores] = defaultdict(list)
    known = Game.objects.filter(match__in=matches, awarded=False, home_score__isnull=False, away_score__isnull=False)
    for match, home, away, winner in known.values_list("match", "home_score", "away_score", "winner"):
        found[match].append((cast(int, home), cast(int, away), winner))
    return found


def _played_match(row: Any, seats: Seats, scores: Any) -> Played:
    match, home = row.match, row.side == "home"
    return Played(
        season=row.season,
        team=row.result.fixture.team_id(row.side),
        fixture=row.result.fixture_id,
        number=match.number,
        kind=cast(Kind, match.kind),
        home=home,
        won=row.won,
        lost=row.lost,
        pegged=_pegged(match, row.side, scores),
        partners=tuple(dict.fromkeys(pk for pk, side in seats if side == row.side and pk != row.player_id)),
        opponents=tuple(dict.fromkeys(pk for pk, side in seats if side != row.side)),
    )


def _pegged(match: Any, side: str, scores: Any) -> Pegged:
    """Points of a player's side in a match, of its games, or their total if none was awarded."""
    if match.home_pegged is not None:
        whole = not (match.home_awarded or match.away_awarded)
        points = match.home_pegged if side == "home" else match.away_pegged
        return Pegged(points, match.home_games + match.away_games) if whole else Pegged()
    own = [(home if side == "home" else away, winner) for home, away, winner in scores]
    losing = [points for points, winner in own if winner != side]
    return Pegged(sum(points for points, _ in own), len(own), sum(losing), len(losing))
