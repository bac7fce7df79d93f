"""Teams and players: squads, officers, and players' records.

Only games count that were pegged out, in results that count: not awarded games, walkovers, void results and cancelled
fixtures.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Sum, When

from league.access import CAPTAINS, held_role_q
from league.enums import CompetitionKind, FixtureState, MatchKind, Registering, ResultKind, ResultState, Side
from league.models import (
    PRESENT,
    Appearance,
    Blackout,
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Role,
    Season,
    Team,
)
from league.queries.visibility import not_hidden
from league.rules.careers import Merit, ranked

# The games of a player's side that were not awarded, and those of the other side.
AT_HOME = (F("match__home_games") - F("match__home_awarded"), F("match__away_games") - F("match__away_awarded"))
WON = Case(When(side="home", then=AT_HOME[0]), default=AT_HOME[1])
LOST = Case(When(side="home", then=AT_HOME[1]), default=AT_HOME[0])
# A match of which every game was awarded was not played.
PLAYED = Q(match__home_games__gt=F("match__home_awarded")) | Q(match__away_games__gt=F("match__away_awarded"))
KNOWN = Q(match__games__awarded=False, match__games__home_score__isnull=False, match__games__away_score__isnull=False)
# The points of all its games count together: none that was played is awarded.
KNOWN_TOGETHER = Q(
    match__home_pegged__isnull=False,
    match__home_games=F("match__home_played") + F("match__home_awarded"),
    match__away_games=F("match__away_played") + F("match__away_awarded"),
)
# Games of cups are in no record of the league.
IN_LEAGUE = Q(result__fixture__division__kind=CompetitionKind.LEAGUE)
COUNTS = Q(result__live=True, result__state=ResultState.CONFIRMED)


def appearances_that_count(which: Q) -> QuerySet[Appearance]:
    """Appearances in confirmed results that count: not of cancelled fixtures, nor of void results."""
    appearances = Appearance.objects.filter(COUNTS, which)
    return appearances.exclude(result__fixture__state=FixtureState.CANCELLED).exclude(result__kind=ResultKind.VOID)


@dataclass(frozen=True, slots=True)
class Record:
    """Matches and games of one player, awarded games not among them."""

    matches: int = 0
    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost

    @property
    def percentage(self) -> int | None:
        """Percentage of games won, rounded half up; None before the first game."""
        return (200 * self.won + self.games) // (2 * self.games) if self.games else None


class SquadLine(NamedTuple):
    """A player of a squad with their record of the season."""

    player: Player
    record: Record


def squad_of(team: Team, season: Season, *, on: dt.date) -> list[SquadLine]:
    """Players registered for a team on a day, by name, with their records (two queries).

    Before a season has begun, its squad is that of its first day.
    """
    day = max(on, season.first_week)
    registered = (
        Registration.objects.filter(Q(ends_on=None) | Q(ends_on__gte=day), team=team, season=season, starts_on__lte=day)
        .select_related("player")
        .order_by("player__name", "player_id")
    )
    counted = (
        appearances_that_count(IN_LEAGUE & Q(result__fixture__division__season=season))
        .filter(Q(side="home", result__fixture__home=team) | Q(side="away", result__fixture__away=team))
        .values_list("player_id")
        .annotate(
            matches=Count("match", filter=PLAYED),
            won=Sum(WON),
            lost=Sum(LOST),
        )
    )
    records = {player_id: Record(*numbers) for player_id, *numbers in counted}
    return [SquadLine(r.player, records.get(r.player_id, Record())) for r in registered]


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """One match from a player's side of it."""

    appearance: Appearance
    won: int
    lost: int

    @property
    def opponent(self) -> Team:
        fixture = self.appearance.result.fixture
        return fixture.away if self.appearance.side == "home" else fixture.home


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    matches: tuple[PlayerMatch, ...]
    total: Record
    singles: Record
    doubles: Record


NOTHING_PLAYED = PlayerSeason((), Record(), Record(), Record())


def player_season(player: Player, season: Season) -> PlayerSeason:
    """A player's matches in a season, the last first, with totals (one query)."""
    found = (
        appearances_that_count(IN_LEAGUE & Q(result__fixture__division__season=season))
        .filter(PLAYED, player=player)
        .select_related("match", "result__fixture__home", "result__fixture__away", "result__fixture__division")
        .annotate(
            won=WON,
            lost=LOST,
        )
        .order_by("-result__fixture__starts_at", "match__number")
    )
    matches = tuple(PlayerMatch(a, a.won, a.lost) for a in found)
    return PlayerSeason(
        matches,
        _sum(matches),
        _sum(m for m in matches if m.appearance.match.kind == MatchKind.SINGLES),
        _sum(m for m in matches if m.appearance.match.kind == MatchKind.DOUBLES),
    )


def season_record(player: Player, season: Season) -> Record:
    """The total of `player_season` alone (one query)."""
    counted = appearances_that_count(IN_LEAGUE & Q(result__fixture__division__season=season)).filter(
        PLAYED, player=player
    )
    total = counted.aggregate(matches=Count("match"), won=Sum(WON, default=0), lost=Sum(LOST, default=0))
    return Record(**total)


def _sum(matches: Iterable[PlayerMatch]) -> Record:
    listed = list(matches)
    return Record(len(listed), sum(m.won for m in listed), sum(m.lost for m in listed))


def teams_of(player: Player, season: Season) -> list[Registration]:
    """A player's registrations of a season, the present one first (one query)."""
    registrations = Registration.objects.filter(player=player, season=season, team__hidden_at=None)
    return list(registrations.select_related("team").order_by("-starts_on", "-pk"))


class MeritLine(NamedTuple):
    """A player's line of the merit table; `teams` are those they played for in the division."""

    player: Player
    teams: tuple[Team, ...]
    merit: Merit


def merit_table(division: Division) -> list[MeritLine]:
    """Players of a division who have played, best first (four queries).

    The same for every reader: who keeps their averages off public pages is in none. Only played games of confirmed
    results of standing fixtures count, not play-offs. Games of merged players are the kept one's; who was erased is a
    former player.
    """
    merits: dict[int, Merit] = {}
    played_for: dict[int, set[int]] = defaultdict(set)
    for player, team, games, won, pegged, scores in _game_counts(division):
        before = merits.get(player, Merit(player, 0, 0))
        so_far = (before.games + games, before.won + won, before.pegged + pegged, before.scores + scores)
        merits[player] = Merit(player, *so_far)
        if games:
            played_for[player].add(team)
    players = Player.objects.filter(hide_averages=False).select_related("league").in_bulk(list(merits))
    lines = ranked([merit for pk, merit in merits.items() if pk in players], division.merit_minimum)
    entries = Entry.objects.filter(
        season=division.season_id, team__in={pk for some in played_for.values() for pk in some}, team__hidden_at=None
    )
    shown = {entry.team_id: entry.team for entry in entries.select_related("team")}
    return [
        MeritLine(
            players[line.player_id],
            tuple(team for pk, team in sorted(shown.items()) if pk in played_for[line.player_id]),
            line,
        )
        for line in lines
    ]


def _game_counts(division: Division) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield games played and won, points pegged and in how many games, by player and team (two queries)."""
    home = When(side="home", then=F("result__fixture__home_id"))
    own = Case(When(side="home", then=F("match__games__home_score")), default=F("match__games__away_score"))
    total = Case(When(side="home", then=F("match__home_pegged")), default=F("match__away_pegged"))
    played = F("match__home_played") + F("match__away_played")
    seats = (
        appearances_that_count(Q(result__fixture__division=division, result__fixture__play_off=False))
        .annotate(team_id=Case(home, default=F("result__fixture__away_id")))
        .order_by()
        .values_list("player_id", "team_id")
    )
    pegged = seats.annotate(pegged=Sum(own, filter=KNOWN), scores=Count("match__games", filter=KNOWN))
    known = {(player, team): (points or 0, scores) for player, team, points, scores in pegged}
    counted = seats.filter(PLAYED).annotate(
        won=Sum(WON),
        lost=Sum(LOST),
        together=Sum(total, filter=KNOWN_TOGETHER, default=0),
        played=Sum(played, filter=KNOWN_TOGETHER, default=0),
    )
    for player, team, won, lost, together, n in counted:
        points, scores = known[player, team]
        yield player, team, won + lost, won, points + together, scores + n


def newcomers_among(fixture: Fixture, players: set[int]) -> frozenset[int]:
    """Players on a fixture's sheet who are registered nowhere and on no other sheet (one query at most)."""
    if not players or fixture.division.season.registration != Registering.OPEN:
        return frozenset()
    return frozenset(unregistered(Player.objects.filter(pk__in=players), fixture))


def unregistered(people: QuerySet[Player], fixture: Fixture) -> QuerySet[Player, int]:
    """Ids of players who were never registered, and are on no sheet but this fixture's."""
    elsewhere = Appearance.objects.exclude(result__fixture=fixture).values("player")
    found = people.filter(PRESENT, league=fixture.league).exclude(pk__in=elsewhere)
    return found.filter(registrations=None).order_by().values_list("pk", flat=True).distinct()


def have_played(league: League) -> dict[str, dict[str, int]]:
    """Players on sheets of each team of a league: their ids by the team's name and theirs (one query)."""
    seats = Appearance.objects.filter(
        Q(player__erased_at=None, player__merged_into=None),
        not_hidden("result__fixture__division__season__"),
        player__league=league,
    ).order_by()
    found: dict[str, dict[str, int]] = defaultdict(dict)
    sides = ("result__fixture__home__name", "result__fixture__away__name")
    for pk, name, side, home, away in seats.values_list("player", "player__name", "side", *sides).distinct():
        found[home if side == Side.HOME else away][name] = pk
    return found


def entry_of(team: Team, season: Season) -> Entry | None:
    """A team's entry in a season, with division, venue and blackout dates (two queries)."""
    return (
        Entry.objects.filter(team=team, season=season)
        .select_related("division__season__league", "venue")
        .prefetch_related(Prefetch("blackouts", queryset=Blackout.objects.order_by("date")))
        .first()
    )


def withdrawn_of(fixture: Fixture) -> Entry | None:
    """The side of a fixture that has withdrawn from its season (one query)."""
    sides = (fixture.home_id, fixture.away_id)
    entries = Entry.objects.filter(season=fixture.division.season_id, team__in=sides, withdrawn_on__isnull=False)
    return entries.select_related("team").first()


def officers_of(team: Team, *, on: dt.date) -> list[Role]:
    """A team's captain and vice-captain today, with their users (one query). Names only: never show an address.

    Each has `shorten_name`: whether they are a player of the league who has their name shortened.
    """
    shortened = Player.objects.filter(user=OuterRef("user"), league=OuterRef("league"), shorten_name=True)
    roles = Role.objects.filter(held_role_q(on), team=team, kind__in=CAPTAINS).annotate(shorten_name=Exists(shortened))
    return list(roles.select_related("user").order_by("kind", "pk"))


def teams_of_season(season: Season) -> list[Team]:
    """Teams of a season that have not withdrawn, by name (one query)."""
    teams = Team.objects.filter(hidden_at=None, entries__season=season, entries__withdrawn_on=None)
    return list(teams.order_by("name", "pk"))
