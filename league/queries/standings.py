"""Tables of divisions, from confirmed live results. The totals lie on the result rows; no game is added up here.

A fixture that is cancelled does not count, whatever result it has: that of a team that has withdrawn is void, and
stays to be read. A team that has withdrawn and has no result that counts is not in the table.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Q

from league.enums import FixtureState, ResultKind, ResultState
from league.models import Division, Entry, Fixture, Result, Season, Team
from league.rules.points import PointsScheme
from league.rules.standings import Entrant, FixtureTotals, Row, table


@dataclass(frozen=True, slots=True)
class TableRow:
    """A team's place: the team, and the row that the rules computed."""

    team: Team
    row: Row


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division's table.

    Attributes:
        waiting: fixtures with a sheet that nobody has confirmed yet; they do not count.
        remaining: fixtures without a confirmed result, those included.
        teams: every team of the division by id.
        withdrawn: the entries of those that have withdrawn.
    """

    division: Division
    rows: tuple[TableRow, ...]
    teams: dict[int, Team]
    waiting: int
    remaining: int
    withdrawn: tuple[Entry, ...] = ()


def scheme_of(division: Division) -> PointsScheme:
    """The division's points as the rules want them: exact fractions."""
    return PointsScheme(
        game=Fraction(division.points_per_game),
        match=Fraction(division.points_per_match),
        win=Fraction(division.points_per_win),
        draw=Fraction(division.points_per_draw),
    )


def season_tables(season: Season) -> list[DivisionTable]:
    """The tables of all divisions of a season, in their order (four queries, whatever its size)."""
    return _tables(divisions_of(season))


def division_table(division: Division) -> DivisionTable:
    """The table of one division (three queries)."""
    return _tables([division])[0]


def table_without(entry: Entry, void: Collection[int]) -> DivisionTable:
    """A division's table as it would be if a team had withdrawn (three queries).

    Args:
        void: ids of the fixtures whose results would no longer count.
    """
    return _tables([entry.division], void=void, without=entry.pk)[0]


def _tables(divisions: Sequence[Division], *, void: Collection[int] = (), without: int = 0) -> list[DivisionTable]:
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(division__in=divisions).select_related("team"):
        entries[entry.division_id].append(entry)
    totals = _totals(divisions, void)
    counts = _counts(divisions)
    return [_table(d, entries[d.pk], totals[d.pk], counts.get(d.pk, (0, 0)), without) for d in divisions]


def _totals(divisions: Iterable[Division], void: Collection[int]) -> dict[int, list[FixtureTotals]]:
    confirmed = (
        Result.objects.filter(fixture__division__in=divisions, live=True, state=ResultState.CONFIRMED)
        .exclude(fixture__state=FixtureState.CANCELLED)
        .exclude(fixture__in=list(void))
        .order_by("fixture__starts_at", "fixture_id")
        .values_list(
            "fixture__division_id",
            "fixture_id",
            "fixture__home_id",
            "fixture__away_id",
            "home_games",
            "away_games",
            "home_matches",
            "away_matches",
            "home_awarded",
            "away_awarded",
            "kind",
        )
    )
    found: dict[int, list[FixtureTotals]] = defaultdict(list)
    for order, row in enumerate(confirmed):
        totals = FixtureTotals(*row[1:10], order=order, walkover=row[10] == ResultKind.WALKOVER)
        found[row[0]].append(totals)
    return found


def _counts(divisions: Iterable[Division]) -> dict[int, tuple[int, int]]:
    live = Q(results__live=True)
    counted = (
        Fixture.objects.filter(division__in=divisions)
        .exclude(state=FixtureState.CANCELLED)
        .values_list("division_id")
        .annotate(
            waiting=Count("results", filter=live & ~Q(results__state=ResultState.CONFIRMED)),
            confirmed=Count("results", filter=live & Q(results__state=ResultState.CONFIRMED)),
            all=Count("pk", distinct=True),
        )
    )
    return {division_id: (waiting, every - confirmed) for division_id, waiting, confirmed, every in counted}


def _table(
    division: Division, entries: list[Entry], totals: list[FixtureTotals], counts: tuple[int, int], without: int
) -> DivisionTable:
    counting = {team for found in totals for team in (found.home, found.away)}
    gone = tuple(entry for entry in entries if entry.withdrawn_on is not None or entry.pk == without)
    teams = {entry.team_id: entry.team for entry in entries if entry not in gone or entry.team_id in counting}
    entrants = [Entrant(team.pk, team.name) for team in teams.values()]
    computed = table(entrants, totals, scheme=scheme_of(division), tie_breaks=tuple(division.tie_breaks))
    rows = tuple(TableRow(teams[row.entrant.id], row) for row in computed.rows)
    waiting, remaining = counts
    return DivisionTable(division, rows, teams, waiting, remaining, gone)


def divisions_of(season: Season) -> list[Division]:
    """The divisions of a season in their order."""
    return list(season.divisions.order_by("order", "name"))
