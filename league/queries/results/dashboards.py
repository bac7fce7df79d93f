"""A captain's fixtures by what is to be done; and a player's dashboard: a team's place and fixtures, their season."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.access import Grants, anybody
from league.enums import Detail, FixtureState, ResultState, Side
from league.models import Entry, Fixture, League, Player, Result, Season, SheetDraft, Team, User
from league.prepared import Prepared
from league.queries.dates.postponements import PostponementView, open_by_fixture
from league.queries.fixtures import FixtureLine, lines_by_number, lines_of
from league.queries.standings.standings import DivisionTable, TableRow
from league.queries.teams import Record, season_record, teams_of
from league.queries.visibility import not_closed, players_for, public, sides_shown

DONE = 10


@dataclass(slots=True)
class CaptainsList:
    """A captain's fixtures by what is to be done about them."""

    asked: list[FixtureLine] = field(default_factory=list)  # dates offered to them, or a postponement asked for
    asking: list[FixtureLine] = field(default_factory=list)  # they wait for the reply
    confirm: list[FixtureLine] = field(default_factory=list)
    corrected: list[FixtureLine] = field(default_factory=list)  # the other side proposes to correct what counts
    due: list[FixtureLine] = field(default_factory=list)  # no sheet yet
    cards: list[FixtureLine] = field(default_factory=list)  # names and games to be added to a score that counts
    disputed: list[FixtureLine] = field(default_factory=list)
    waiting: list[FixtureLine] = field(default_factory=list)
    coming: list[FixtureLine] = field(default_factory=list)
    postponed: list[FixtureLine] = field(default_factory=list)
    cancelled: list[FixtureLine] = field(default_factory=list)
    done: list[FixtureLine] = field(default_factory=list)  # the last confirmed ones, the latest first


def fixtures_of_captain(
    league: League, teams: frozenset[int], *, now: dt.datetime, to_do: bool = False
) -> CaptainsList:
    """A captain's fixtures by what they have to do (seven queries at most).

    `to_do` leaves out those that are to come or settled, which grow with every season: nothing is asked about them.
    """
    found = CaptainsList()
    open_ones, corrected = open_by_fixture(league, teams), _corrected(league, teams)
    if to_do:
        named = [*open_ones, *corrected]
        wanted = _unsettled_fixtures(league.pk, sorted(teams), named, now)
        lines = lines_by_number(league, wanted) if wanted else []
    else:
        lines = lines_of(league, (Q(home_id__in=teams) | Q(away_id__in=teams)) & public("division__season__"))
    for line in lines:
        asked = open_ones.get(line.fixture.pk)
        heading = _of_the_date(asked, line, teams, now) if asked and line.result is None else ""
        if line.fixture.pk in corrected:
            heading = "corrected"
        getattr(found, heading or _heading(line, teams, now)).append(line)
    found.done = found.done[::-1][:DONE]
    return found


@Prepared
def _unsettled_fixtures(league: int, teams: list[int], named: list[int], now: dt.datetime) -> QuerySet[Any, int]:
    """Fixtures that are named, and those that have begun or have a result, where that is not settled."""
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    settled = live.filter(state=ResultState.CONFIRMED).exclude(detail=Detail.SCORE)
    begun = Q(state=FixtureState.SCHEDULED, starts_at__lte=now)
    found = Fixture.objects.filter(
        Q(home_id__in=teams) | Q(away_id__in=teams), public("division__season__"), not_closed("division__season__"),
        division__season__league=league,
    )  # fmt: skip
    return found.filter(Q(pk__in=named) | ~Exists(settled) & (begun | Exists(live))).values_list("pk", flat=True)


def _corrected(league: League, teams: frozenset[int]) -> set[int]:
    """Fixtures in which the other side's correction waits for these teams (one query)."""
    return set(_proposed_corrections(league.pk, sorted(teams)))


@Prepared
def _proposed_corrections(league: int, teams: list[int]) -> QuerySet[Any, int]:
    proposed = Result.objects.filter(
        Q(side=Side.HOME, fixture__away__in=teams) | Q(side=Side.AWAY, fixture__home__in=teams),
        public("fixture__division__season__"),
        not_closed("fixture__division__season__"),
        state=ResultState.PROPOSED,
        fixture__division__season__league=league,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    return proposed.values_list("fixture_id", flat=True)


def _of_the_date(view: PostponementView, line: FixtureLine, teams: frozenset[int], now: dt.datetime) -> str:
    """Return the list that an open postponement belongs to; blank without a proposal."""
    offer = view.to_answer
    if offer is None or (line.fixture.state == FixtureState.SCHEDULED and line.fixture.starts_at <= now):
        return ""
    return "asking" if line.fixture.team_id(offer.side) in teams else "asked"


def _heading(line: FixtureLine, teams: frozenset[int], now: dt.datetime) -> str:
    fixture, result = line.fixture, line.result
    if fixture.division.season.closed_at is not None:
        return "cancelled" if result is None else "done"
    if result is None:
        return _unplayed(fixture, now)
    if result.state == ResultState.SUBMITTED:
        sender = fixture.team_id(result.side) if result.side else None
        return "waiting" if sender in teams else "confirm"
    if result.state == ResultState.DISPUTED:
        return "disputed"
    # What the secretary typed from old cards is no captain's to complete.
    owes = result.score_only and result.side and fixture.division.season.card_days is not None
    return "cards" if owes and fixture.state == FixtureState.SCHEDULED else "done"


def _unplayed(fixture: Fixture, now: dt.datetime) -> str:
    if fixture.state != FixtureState.SCHEDULED:
        return "postponed" if fixture.state == FixtureState.POSTPONED else "cancelled"
    return "due" if fixture.starts_at <= now else "coming"


def draft_of(fixture: Fixture, user: User) -> SheetDraft | None:
    return SheetDraft.objects.filter(fixture=fixture, user=user).first()


def teams_led(league: League, teams: frozenset[int]) -> Mapping[int, Team]:
    """Teams by id (one query)."""
    return Team.objects.filter(league=league).in_bulk(list(teams))


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


def team_dashboards(
    season: Season, teams: Sequence[int], tables: Sequence[DivisionTable], *, now: dt.datetime
) -> list[TeamDashboard]:
    """Return the dashboards of the first `MOST_TEAMS` teams that are entered in the season (three queries).

    `tables` are of every division that one of them may be in.
    """
    entered = [(table, pk) for pk in teams for table in tables if pk in table.teams][:MOST_TEAMS]
    if not entered:
        return []
    wanted = _next_and_last(season, [pk for _, pk in entered], now)
    lines = lines_by_number(season.league, sorted(wanted))
    return [team_dashboard(lines, table, pk, now=now) for table, pk in entered]


def _next_and_last(season: Season, teams: Sequence[int], now: dt.datetime) -> set[int]:
    """The fixtures that dashboards of teams show, of all that they play in a season (one query)."""
    following: dict[int, int] = {}
    last: dict[int, int] = {}
    for pk, home, away, state, starts_at, has_result, counts in _fixtures_of_teams(season.pk, teams):
        for team in (home, away):
            if counts and starts_at <= now:
                last[team] = pk
            elif state == FixtureState.SCHEDULED and not has_result and starts_at > now - EVENING:
                following.setdefault(team, pk)
    return {found[team] for found in (following, last) for team in teams if team in found}


@Prepared
def _fixtures_of_teams(season: int, teams: list[int]) -> QuerySet[Any, tuple[Any, ...]]:
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    return (
        Fixture.objects.filter(sides_shown(), Q(home__in=teams) | Q(away__in=teams), division__season=season)
        .exclude(state=FixtureState.CANCELLED)
        .order_by("starts_at", "pk")
        .values_list("pk", "home_id", "away_id", "state", "starts_at")
        .annotate(has_result=Exists(live), counts=Exists(live.filter(state=ResultState.CONFIRMED)))
    )


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


class PlayerDashboard(NamedTuple):
    """A player with their season so far."""

    player: Player
    total: Record


def player_dashboard(player: Player, season: Season) -> PlayerDashboard:
    """Return a player's dashboard (one query)."""
    return PlayerDashboard(player, season_record(player, season))


def own_player(grants: Grants, season: Season) -> PlayerDashboard | None:
    """Return the visitor's own player with their season, or None (two queries at most)."""
    player = Player.objects.filter(pk__in=grants.players, merged_into=None).order_by("pk").first()
    return player_dashboard(player, season) if player else None


def followed_team(league: League, slug: str, season: Season) -> int | None:
    """Return the id of a team entered in a season, by its slug (one query)."""
    entered = Entry.objects.filter(season=season, team__league=league, team__slug=slug, team__hidden_at=None)
    return entered.values_list("team_id", flat=True).first()


def followed_player(league: League, number: int, season: Season) -> tuple[Player, list[int]] | None:
    """Return a player and the ids of their teams of a season, the present one first (two queries)."""
    found = players_for(league, anybody(league)).filter(pk=number, merged_into=None, erased_at=None).first()
    return (
        (found, list(dict.fromkeys(registration.team_id for registration in teams_of(found, season))))
        if found
        else None
    )
