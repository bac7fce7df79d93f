from collections.abc import Iterator
from dataclasses import dataclass

from league.models import Division, LotsDrawn, Season, Team
from league.queries.standings.figures import needing
from league.queries.standings.standings import DivisionTable, divisions_of, season_tables


@dataclass(frozen=True, slots=True)
class Waiting:
    """Teams that share a place until lots are drawn between them."""

    division: Division
    teams: tuple[Team, ...]
    position: int
    remaining: int  # fixtures of the division without a result that counts


@dataclass(frozen=True, slots=True)
class RecordedLots:
    drawn: LotsDrawn
    teams: tuple[Team, ...]  # in the order drawn
    counts: bool  # exactly these teams are level now


@dataclass(frozen=True, slots=True)
class SeasonLots:
    """Lots of a season: those to be drawn, and those recorded, the latest first."""

    waiting: tuple[Waiting, ...]
    recorded: tuple[RecordedLots, ...]


def draws_lots(season: Season) -> bool:
    """Whether a division of a season has lots as a tie-break, or had some drawn (two queries)."""
    return bool(needing(divisions_of(season), "lots")) or LotsDrawn.objects.filter(division__season=season).exists()


def lots_of_season(season: Season) -> SeasonLots:
    """Lots of a season (nine queries, whatever its size, and those that other tie-breaks cost)."""
    tables = season_tables(season)
    drawn = {table.division.pk: table.standings.drawn for table in tables}
    rows = LotsDrawn.objects.filter(division__season=season).select_related("division__season", "recorded_by")
    recorded = []
    for row in rows.prefetch_related("lots__team").order_by("-pk"):
        teams = tuple(lot.team for lot in row.lots.all())
        among = frozenset(team.pk for team in teams)
        counts = row.withdrawn_at is None and among in drawn.get(row.division_id, frozenset())
        recorded.append(RecordedLots(row, teams, counts))
    return SeasonLots(tuple(group for table in tables for group in _waiting(table)), tuple(recorded))


def _waiting(table: DivisionTable) -> Iterator[Waiting]:
    places = {found.team.pk: found.row.position for found in table.rows}
    for group in table.standings.awaiting("lots"):
        teams = tuple(table.teams[team] for team in group)
        yield Waiting(table.division, teams, places[group[0]], table.remaining)
