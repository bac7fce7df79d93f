"""What people decide about a table: lots, play-offs and late cards."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.enums import CompetitionKind, FixtureState
from league.models import Division, Fixture, LateCard, League, LotsDrawn, Season, Team
from league.queries.outages import gaps_in
from league.queries.rows import Rows
from league.queries.standings.figures import needing
from league.queries.standings.halves import halves_of
from league.queries.standings.standings import DivisionTable, divisions_of, season_tables
from league.queries.visibility import not_closed, sides_shown
from league.rules.tie_breaks import arranged_between, decided_between


class Waiting(NamedTuple):
    """Teams that share a place until lots are drawn between them."""

    division: Division
    teams: tuple[Team, ...]
    position: int
    remaining: int  # fixtures of the division without a result that counts


class RecordedLots(NamedTuple):
    drawn: LotsDrawn
    teams: tuple[Team, ...]  # in the order drawn
    counts: bool  # exactly these teams are level now


class SeasonLots(NamedTuple):
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
    places = {row.team.pk: row.row.position for row in table.rows}
    for group in table.standings.awaiting("lots"):
        teams = tuple(table.teams[team] for team in group)
        yield Waiting(table.division, teams, places[group[0]], table.remaining)


@dataclass(frozen=True, slots=True)
class DuePlayOff:
    """Teams that share a place until play-offs have decided between them."""

    division: Division
    teams: tuple[Team, ...]
    position: int
    remaining: int  # fixtures of the division without a result that counts; none is made before
    missing: tuple[tuple[Team, Team], ...]  # one pair, or each team against each
    arranged: int  # made and not decided
    of_halves: bool = False  # they are the winners of the halves


@dataclass(frozen=True, slots=True)
class MadePlayOff:
    fixture: Fixture
    standing: str  # cancelled, arranged, level (it decided nothing) or won
    counts: bool  # these teams are level now, and placed by it
    home_games: int = 0
    away_games: int = 0
    of_halves: bool = False  # of the winners of the halves


class SeasonPlayOffs(NamedTuple):
    """Play-offs of a season: those due, and those made, the latest first."""

    due: tuple[DuePlayOff, ...]
    made: tuple[MadePlayOff, ...]


def plays_off(season: Season) -> bool:
    """Whether a season has play-offs, of its halves or as a tie-break of a division, or one was made (two queries)."""
    return season.halves or bool(needing(divisions_of(season), "play_offs")) or _play_off_fixtures(season).exists()


def play_offs_of_season(season: Season) -> SeasonPlayOffs:
    """Play-offs of a season (eight queries, whatever its size, and those that other tie-breaks cost)."""
    tables = season_tables(season)
    by_division = {table.division.pk: table for table in tables}
    finals = {table.division.pk: finalists_of(table) for table in tables}
    rows = _play_off_fixtures(season).select_related("division", "home", "away", "venue", "format").order_by("-pk")
    return SeasonPlayOffs(
        tuple(group for table in tables for group in _due_pairs(table)),
        tuple(_as_made(row, by_division[row.division_id], finals[row.division_id]) for row in rows),
    )


def play_offs_due(season: Season) -> tuple[DuePlayOff, ...]:
    """Groups whose play-offs are still to be made, everything else being played (one query, or those of the tables)."""
    if season.closed_at is not None or (not season.halves and not needing(divisions_of(season), "play_offs")):
        return ()
    groups = (group for table in season_tables(season) for group in _due_pairs(table))
    return tuple(group for group in groups if group.missing and not group.remaining)


def pairs_due(table: DivisionTable) -> frozenset[frozenset[int]]:
    """Pairs of team ids whose play-off can be made now: every other fixture is played."""
    if table.remaining:
        return frozenset()
    level = {frozenset(pair) for group in table.standings.awaiting("play_off") for pair in _missing(table, group)}
    return frozenset(level | {frozenset(team.pk for team in pair) for pair in _missing_final(table)})


def finalists_of(table: DivisionTable) -> frozenset[int]:
    """The winners of the halves where a play-off decides between them; empty where there is none, or not yet."""
    if not table.division.season.halves or table.remaining:
        return frozenset()
    return halves_of(table.division).finalists


def _missing_final(table: DivisionTable) -> Iterator[tuple[Team, Team]]:
    final = finalists_of(table)
    if final and decided_between(table.play_offs, *final) is None and arranged_between(table.play_offs, *final) is None:
        one, two = sorted((table.teams[team] for team in final), key=lambda team: team.name)
        yield one, two


def _play_off_fixtures(season: Season) -> QuerySet[Fixture]:
    return Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE, play_off=True)


def _missing(table: DivisionTable, group: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for pair in combinations(_present_teams(table, group), 2):
        if decided_between(table.play_offs, *pair) is None and arranged_between(table.play_offs, *pair) is None:
            yield pair


def _present_teams(table: DivisionTable, group: tuple[int, ...]) -> tuple[int, ...]:
    gone = {entry.team_id for entry in table.withdrawn}
    return tuple(team for team in group if team not in gone)


def _due_pairs(table: DivisionTable) -> Iterator[DuePlayOff]:
    places = {row.team.pk: row.row.position for row in table.rows}
    for level in table.standings.awaiting("play_off"):
        group = _present_teams(table, level)
        if len(group) < 2:
            continue
        arranged = sum(arranged_between(table.play_offs, *pair) is not None for pair in combinations(group, 2))
        yield DuePlayOff(
            table.division,
            tuple(table.teams[team] for team in group),
            places[group[0]],
            table.remaining,
            () if table.remaining else tuple((table.teams[a], table.teams[b]) for a, b in _missing(table, group)),
            arranged,
        )
    for pair in _missing_final(table):
        yield DuePlayOff(table.division, pair, 1, 0, (pair,), 0, of_halves=True)


def _as_made(fixture: Fixture, table: DivisionTable, final: frozenset[int]) -> MadePlayOff:
    found = next((off for off in table.play_offs if off.fixture == fixture.pk), None)
    if found is None:
        return MadePlayOff(fixture, "cancelled" if fixture.state == FixtureState.CANCELLED else "idle", counts=False)
    if not found.decided:
        return MadePlayOff(fixture, "arranged", counts=False)
    latest = decided_between(table.play_offs, found.home, found.away)
    of_halves = found.teams == final
    counts = latest == found and (of_halves or any(found.teams <= group for group in table.standings.played_off))
    standing = "won" if found.winner is not None else "level"
    return MadePlayOff(fixture, standing, counts, found.home_games, found.away_games, of_halves)


JOINED = ("fixture__division__season__league", "fixture__home", "fixture__away", "adjustment", "decided_by")
# Of one league, which is at hand: its columns are as many as all others of a card.
WITHOUT_LEAGUE = ("fixture__division__season", *JOINED[1:])
# Nobody decides on what is of a hidden team, or of a fixture that counts for nothing.
TO_DECIDE = Q(decided_at=None) & sides_shown("fixture__") & ~Q(fixture__state=FixtureState.CANCELLED)


def result_due(fixture: Fixture) -> dt.datetime:
    """When a fixture's result is due, later where an outage took of its time (two queries)."""
    season = fixture.division.season
    return season.league.evenings.after_gaps(season.result_due(fixture.starts_at), gaps_in(season))


def late_cards_of(season: Season) -> list[LateCard]:
    """Late cards of a season, those to decide first and then the latest (one query)."""
    decided = Q(decided_at__isnull=False) & sides_shown("fixture__")
    late_cards = LateCard.objects.filter(TO_DECIDE | decided, fixture__division__season=season).select_related(*JOINED)
    return sorted(late_cards.order_by("-sent_at", "pk"), key=lambda card: card.decided_at is not None)


def open_late_cards(league: League) -> Rows[LateCard]:
    """Late cards that wait for the secretary, the oldest first (one query)."""
    shown = not_closed("fixture__division__season__")
    late_cards = LateCard.objects.filter(shown, TO_DECIDE, fixture__division__season__league=league)

    def read(cards: Sequence[LateCard]) -> Sequence[LateCard]:
        for card in cards:
            card.fixture.division.season.league = league
        return cards

    return Rows(late_cards.select_related(*WITHOUT_LEAGUE).order_by("sent_at", "pk"), read)
