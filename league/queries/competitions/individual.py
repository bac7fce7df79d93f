"""Individual leagues: their tables, their games, and whom a player has still to meet."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from league.access import Grants
from league.enums import FixtureState
from league.models import Entrant, Entry, Fixture, IndividualLeague, League, Player, Registration, Team
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.people.personal_data import public_names
from league.queries.standings.standings import TableRow, table_of_entrants
from league.queries.visibility import players_for, public
from league.rules.competitions.individual import count_meetings_left

JOINED = ("competition__season__league", "competition__format", "venue")


class Standing(NamedTuple):
    """A line of the table: the player, if they have a page, and their place."""

    row: TableRow
    entrant: Entrant
    player: Player | None


@dataclass(frozen=True, slots=True)
class IndividualView:
    """An individual league as its page shows it.

    Attributes:
        games: the latest first.
        left: how often the reader, `mine`, may still meet each of the others.
    """

    individual: IndividualLeague
    standings: tuple[Standing, ...]
    withdrawn: tuple[Entrant, ...]
    games: tuple[FixtureLine, ...]
    mine: Entrant | None
    left: tuple[tuple[Entrant, int], ...]


def list_individuals(league: League, *, drafts: bool = False) -> list[IndividualLeague]:
    """Individual leagues of a league's published seasons, the latest first (one query)."""
    shown = Q(competition__season__hidden_at=None) if drafts else public("competition__season__")
    rows = IndividualLeague.objects.filter(shown, competition__season__league=league).select_related(*JOINED)
    return list(rows.order_by("-competition__season__first_week", "-opens_on", "competition__name"))


def list_editions(league: League, slug: str, *, drafts: bool = False) -> list[IndividualLeague]:
    """The editions of an individual league, the latest first (one query)."""
    return [one for one in list_individuals(league, drafts=drafts) if one.competition.slug == slug]


def list_entrants(individual: IndividualLeague) -> list[Entrant]:
    """Entrants with their sides and the players that these are, by name (two queries)."""
    members = Prefetch("team__members", Player.objects.select_related("league").order_by("pk"), to_attr="people")
    return list(individual.competition.entrants.select_related("team__league").prefetch_related(members))


def list_people(team: Team) -> list[Player]:
    people: list[Player] = getattr(team, "people", [])
    return people


def find_games(individual: IndividualLeague, teams: Collection[int] = ()) -> QuerySet[Fixture]:
    """Games that are played, or are to be; of any of these sides where they are named."""
    games = Fixture.objects.filter(division=individual.competition_id).exclude(state=FixtureState.CANCELLED)
    return games.filter(Q(home__in=teams) | Q(away__in=teams)) if teams else games


def list_pairs(games: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in games]


def build_individual_view(individual: IndividualLeague, grants: Grants) -> IndividualView:
    """Read an individual league's page (ten queries at most, whatever its size)."""
    division = individual.competition
    entrants = list_entrants(individual)
    by_team = {one.team_id: one for one in entrants}
    table = table_of_entrants(division, [_make_entry(one, individual) for one in entrants])
    people = {player.pk for one in entrants for player in list_people(one.team) if player.erased_at is None}
    seen = set(players_for(division.season.league, grants).filter(pk__in=people).values_list("pk", flat=True))
    games = lines_of(division.season.league, Q(division=division) & ~Q(state=FixtureState.CANCELLED))
    playing = [one for one in entrants if one.withdrawn_at is None]
    mine = next((one for one in playing if one.team_id in grants.captain_of), None)
    left: dict[int, int] = {}
    if mine is not None:
        met = list_pairs((line.fixture.home_id, line.fixture.away_id) for line in games)
        left = count_meetings_left(mine.team_id, [one.team_id for one in playing], met, individual.meetings)
    return IndividualView(
        individual,
        tuple(
            Standing(
                row,
                by_team[row.team.pk],
                next((p for p in list_people(by_team[row.team.pk].team) if p.pk in seen), None),
            )
            for row in table.rows
        ),
        tuple(one for one in entrants if one.withdrawn_at is not None),
        tuple(sorted(games, key=lambda line: (line.fixture.starts_at, line.fixture.pk), reverse=True)),
        mine,
        tuple((by_team[team], n) for team, n in left.items()),
    )


def _make_entry(entrant: Entrant, individual: IndividualLeague) -> Entry:
    """What a table needs of an entry; it is no row."""
    division = individual.competition
    left = entrant.withdrawn_at
    return Entry(
        pk=entrant.pk, season=division.season, division=division, team=entrant.team,
        withdrawn_on=left.astimezone(division.season.league.tz).date() if left else None,
    )  # fmt: skip


def list_candidates(individual: IndividualLeague, entered: Collection[int]) -> list[Registration]:
    """Players registered in the season who are not in it yet, with their teams, by name (one query)."""
    rows = Registration.objects.filter(season=individual.competition.season_id, ends_on=None)
    rows = (
        rows.exclude(player__in=entered).exclude(player__erased_at__isnull=False).exclude(team__hidden_at__isnull=False)
    )
    return list(rows.select_related("player", "team").order_by("player__name", "pk"))


def name_players(entrants: Iterable[Entrant], grants: Grants) -> dict[int, str]:
    """Names of entrants for this reader, by side: as short as elsewhere (no query)."""
    people = {one.team_id: list_people(one.team) for one in entrants}
    names = public_names([player for some in people.values() for player in some], grants)
    return {team: names[some[0].pk] for team, some in people.items() if some}
