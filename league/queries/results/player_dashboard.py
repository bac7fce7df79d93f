"""Data for a player's dashboard: a team's place, its next and last fixture, the player's season."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.access import Grants, anybody
from league.enums import FixtureState
from league.models import Entry, League, Player, Season, Team
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.players import PlayerSeason, player_season, teams_of
from league.queries.standings.standings import DivisionTable, TableRow
from league.queries.visibility import players_for

# A fixture of this evening stays the next one until it is surely over.
EVENING = dt.timedelta(hours=6)
MOST_TEAMS = 3


@dataclass(frozen=True, slots=True)
class TeamDashboard:
    """A team that somebody plays for, or follows, in a season.

    `row` is None where it has withdrawn; `next` where no fixture has a date; `last` is the last that counts.
    """

    team: Team
    table: DivisionTable
    row: TableRow | None
    next: FixtureLine | None
    last: FixtureLine | None

    def row_of(self, team: int) -> TableRow | None:
        return next((row for row in self.table.rows if row.team.pk == team), None)


def team_dashboards(
    season: Season, teams: Sequence[int], tables: Sequence[DivisionTable], *, now: dt.datetime
) -> list[TeamDashboard]:
    """Return the dashboards of the first `MOST_TEAMS` teams that are entered in the season (two queries).

    `tables` are of every division that one of them may be in.
    """
    entered = [(table, pk) for pk in teams for table in tables if pk in table.teams][:MOST_TEAMS]
    if not entered:
        return []
    ids = [pk for _, pk in entered]
    lines = lines_of(season.league, Q(division__season=season) & (Q(home__in=ids) | Q(away__in=ids)))
    return [team_dashboard(lines, table, pk, now=now) for table, pk in entered]


def team_dashboard(lines: Sequence[FixtureLine], table: DivisionTable, team: int, *, now: dt.datetime) -> TeamDashboard:
    """Build a team's dashboard from lines in the order of their dates (no query)."""
    own = [line for line in lines if team in (line.fixture.home_id, line.fixture.away_id)]
    scheduled = [line for line in own if line.fixture.state == FixtureState.SCHEDULED]
    coming = [line for line in scheduled if line.result is None and line.fixture.starts_at > now - EVENING]
    # A walkover may be given before its fixture's day.
    played = [line for line in own if line.confirmed and line.fixture.starts_at <= now]
    counted = [line for line in played if line.fixture.state != FixtureState.CANCELLED]
    row = next((row for row in table.rows if row.team.pk == team), None)
    return TeamDashboard(table.teams[team], table, row, next(iter(coming), None), counted[-1] if counted else None)


def teams_of_visitor(grants: Grants) -> list[int]:
    """Return the ids of a visitor's teams, those they are captain of first (no query)."""
    return [*sorted(grants.captain_of), *sorted(grants.teams - grants.captain_of)]


@dataclass(frozen=True, slots=True)
class PlayerDashboard:
    player: Player
    season: PlayerSeason


def player_dashboard(player: Player, season: Season) -> PlayerDashboard:
    """Return a player with their season so far (one query)."""
    return PlayerDashboard(player, player_season(player, season))


def own_player(grants: Grants, season: Season) -> PlayerDashboard | None:
    """Return the visitor's own player with their season, or None (two queries at most)."""
    found = Player.objects.filter(pk__in=grants.players, merged_into=None).order_by("pk").first()
    return player_dashboard(found, season) if found else None


def followed_team(league: League, slug: str, season: Season) -> int | None:
    """Return the id of a team entered in a season, by its slug (one query)."""
    entered = Entry.objects.filter(season=season, team__league=league, team__slug=slug, team__hidden_at=None)
    return entered.values_list("team_id", flat=True).first()


def followed_player(league: League, number: int, season: Season) -> tuple[Player, list[int]] | None:
    """Return a player and the ids of their teams of a season, the present one first (two queries)."""
    found = players_for(league, anybody(league)).filter(pk=number, merged_into=None, erased_at=None).first()
    return (found, list(dict.fromkeys(each.team_id for each in teams_of(found, season)))) if found else None
