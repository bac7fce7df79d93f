"""Players who may be one person entered twice, and what speaks against it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Min, QuerySet

from league.enums import Side
from league.models import (
    PRESENT,
    Appearance,
    Attendance,
    Call,
    Charge,
    ConductCase,
    Fixture,
    League,
    Player,
    Registration,
    Team,
)
from league.rules.names import folded, near
from league.rules.problems import Problem
from league.translation import N_, Text

# A page of new players: older ones are found under People.
MOST_NEW = 100
NEW_FOR = dt.timedelta(weeks=8)
# The registrations of players, the latest first: numbers of season and team, and their names.
Rows = dict[int, list[tuple[int, int, str, str]]]


class Namesake(NamedTuple):
    """A player and the teams they have played for, with their seasons, the latest first."""

    player: Player
    played: tuple[str, ...]


class Moved(NamedTuple):
    """How many rows a merge would move."""

    registrations: int
    matches: int
    calls: int
    charges: int


def namesakes_of(league: League) -> list[list[Namesake]]:
    """Players of a league who share a name and may be one person (two queries).

    Who plays for two teams in one season is two people; a large league has many of the same name.
    """
    by_name: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(PRESENT, league=league).order_by("name", "pk"):
        by_name[folded(player.name)].append(player)
    shared = [players for players in by_name.values() if len(players) > 1]
    rows = _registered([player.pk for players in shared for player in players])
    groups = [[one for one in players if any(_may_be(one, other, rows) for other in players)] for players in shared]
    return [[Namesake(one, _describe_registrations(rows[one.pk])) for one in group] for group in groups if group]


def _may_be(one: Player, other: Player, rows: Rows) -> bool:
    """Whether two rows may be one person: no season has them in two teams."""
    teams = {season: team for season, team, _, _ in rows[one.pk]}
    apart = any(teams.get(season, team) != team for season, team, _, _ in rows[other.pk])
    return one.pk != other.pk and not apart


def others_named(player: Player) -> list[Namesake]:
    """Other players of a league with this one's name (two queries)."""
    same = Player.objects.filter(PRESENT, league=player.league_id).exclude(pk=player.pk).order_by("pk")
    found = [other for other in same if folded(other.name) == folded(player.name)]
    rows = _registered([other.pk for other in found])
    return [Namesake(other, _describe_registrations(rows[other.pk])) for other in found]


def _registered(players: list[int]) -> Rows:
    found: Rows = defaultdict(list)
    rows = Registration.objects.filter(player__in=players).order_by("-season__first_week", "-pk")
    names = ("player_id", "season_id", "team_id", "team__name", "season__name")
    for player, season, team, team_name, season_name in rows.values_list(*names):
        found[player].append((season, team, team_name, season_name))
    return found


def _describe_registrations(registered: list[tuple[int, int, str, str]]) -> tuple[str, ...]:
    return tuple(f"{team} {season}" for _, _, team, season in registered)


class NewPlayer(NamedTuple):
    player: Player
    fixture: Fixture  # the first whose sheet names them
    team: Team
    alike: tuple[Player, ...]  # players of this name or a similar one


def new_players(league: League, *, since: dt.datetime) -> list[NewPlayer]:
    """Players made by a sheet since a moment, the latest first (three queries).

    Whoever is registered since, or has an account, is new no longer.
    """
    found = list(sheet_players(league, since=since).order_by("-sent", "name", "pk")[:MOST_NEW])
    seats = Appearance.objects.filter(player__in=found).select_related("result__fixture__home", "result__fixture__away")
    first = {seat.player_id: seat for seat in seats.order_by("-result__submitted_at", "-pk")}
    by_word: dict[str, list[tuple[str, Player]]] = defaultdict(list)
    if found:
        for player in Player.objects.filter(PRESENT, league=league).order_by("name", "pk"):
            name = folded(player.name)
            for word in set(name.split()):
                by_word[word].append((name, player))
    return [_new_player(player, first[player.pk], by_word) for player in found]


def sheet_players(league: League, *, since: dt.datetime) -> QuerySet[Any]:
    """Players whom a sheet has named since a moment and nobody has registered."""
    made = Player.objects.filter(PRESENT, league=league, registrations=None, user=None)
    return made.annotate(sent=Min("appearances__result__submitted_at")).filter(sent__gte=since)


def _new_player(player: Player, seat: Appearance, by_word: Mapping[str, list[tuple[str, Player]]]) -> NewPlayer:
    # Who shares a word with them: that finds exchanged names, initials, and a slip in one of two.
    name = folded(player.name)
    alike = {
        other.pk: other
        for word in name.split()
        for said, other in by_word[word]
        if other.pk != player.pk and near(name, said)
    }
    fixture = seat.result.fixture
    team = fixture.home if seat.side == Side.HOME else fixture.away
    return NewPlayer(player, fixture, team, tuple(alike.values()))


def why_two(kept: Player, gone: Player) -> list[Problem]:
    """Return what shows that two players are two people, or cannot be merged (six queries)."""
    problems = []
    if kept.pk == gone.pk:
        return [Problem("same-row", N_("This is one player already. Choose another."), "player")]
    if kept.user_id is not None and gone.user_id is not None:
        problems.append(Problem("two-accounts", N_("Each of them has an account: they are two people."), "player"))
    sheets = Appearance.objects.filter(player=kept).values("result__fixture")
    together = Appearance.objects.filter(player=gone, result__fixture__in=sheets)
    met = together.select_related("result__fixture__home", "result__fixture__away").order_by("pk").first()
    if met is not None:
        fixture = met.result.fixture
        message = Text(
            "Both are on the sheet of {home} v {away}: they are two people.",
            home=fixture.home.name, away=fixture.away.name,
        )  # fmt: skip
        problems.append(Problem("both-played", message, "player"))
    if Call.objects.filter(counter_player__in=(kept, gone), challenger_player__in=(kept, gone)).exists():
        problems.append(Problem("both-called", N_("One of them challenged the other: they are two people."), "player"))
    if Attendance.objects.filter(player=gone, sitting__attendances__player=kept).exists():
        message = N_("Both were at one club night or tournament: they are two people.")
        problems.append(Problem("both-there", message, "player"))
    games = ConductCase.objects.filter(player=kept).values_list("fixture", "match_number", "game_number")
    if set(games) & set(ConductCase.objects.filter(player=gone).values_list("fixture", "match_number", "game_number")):
        message = N_("There is a conduct case of each in one game: they are two people.")
        problems.append(Problem("both-reported", message, "player"))
    return [*problems, *_registered_apart(kept, gone)]


def _registered_apart(kept: Player, gone: Player) -> list[Problem]:
    """The season in which the two were registered for different teams on one day."""
    rows = list(Registration.objects.filter(player__in=(kept, gone)).select_related("season", "team").order_by("pk"))
    for one in (row for row in rows if row.player_id == kept.pk):
        for other in (row for row in rows if row.player_id == gone.pk):
            if one.season_id == other.season_id and one.team_id != other.team_id and _overlap(one, other):
                message = Text(
                    "In {season} one is registered for {team} and the other for {other} at once.",
                    season=one.season.name, team=one.team.name, other=other.team.name,
                )  # fmt: skip
                return [Problem("both-registered", message, "player")]
    return []


def _overlap(one: Registration, other: Registration) -> bool:
    ends = [row.ends_on is None or row.ends_on >= after.starts_on for row, after in ((one, other), (other, one))]
    return all(ends)


def what_moves(gone: Player) -> Moved:
    """Count what a merge would move (five queries)."""
    calls = Call.objects.filter(counter_player=gone).count() + Call.objects.filter(challenger_player=gone).count()
    matches = Appearance.objects.filter(player=gone, result__live=True).count()
    charges = Charge.objects.filter(player=gone).count()
    return Moved(Registration.objects.filter(player=gone).count(), matches, calls, charges)
