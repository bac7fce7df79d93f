"""Pairs and single players as sides of fixtures: rows of teams that are called as strangers may read their players."""

import datetime as dt
import uuid
from collections.abc import Sequence

from django.db.models import Q

from league.access import anybody
from league.enums import RoleKind, TeamKind
from league.models import League, Player, Role, Team, TeamMember
from league.queries.people.personal_data import public_names
from league.rules.names import LONGEST_NAME
from league.translation import join_names


def make_side(league: League, players: Sequence[Player], *, now: dt.datetime) -> Team:
    """The side that a pair or a player is in a league: the one that there is, or a new one.

    Players with an account are its captains. The league's row is locked, so that two do not make one side twice.
    """
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    kind = TeamKind.PAIR if len(players) == 2 else TeamKind.PLAYER
    wanted = {one.pk for one in players}
    rows = Team.every.filter(league=league, kind=kind, team_members__player=players[0]).prefetch_related("team_members")
    for team in rows:
        if {member.player_id for member in team.team_members.all()} == wanted:
            return team
    uid = uuid.uuid4()
    name = _format_name(league, players)
    team = Team.every.create(league=league, uid=uid, name=name, kind=kind, slug=f"side-{uid.hex[:12]}")
    TeamMember.objects.bulk_create([TeamMember(team=team, player=one) for one in players])
    for one in players:
        _make_captain(team, one, now=now)
    return team


def _format_name(league: League, players: Sequence[Player]) -> str:
    names = public_names(players, anybody(league))
    return str(join_names([names[one.pk] for one in players]))[:LONGEST_NAME]


def _make_captain(team: Team, player: Player, *, now: dt.datetime) -> None:
    if player.user_id is None:
        return
    today = now.astimezone(team.league.tz).date()
    held = Role.objects.filter(user=player.user_id, team=team, kind=RoleKind.CAPTAIN, ends_on=None, ended_at=None)
    if not held.exists():
        Role.objects.create(
            user_id=player.user_id, league=team.league, kind=RoleKind.CAPTAIN, team=team, starts_on=today
        )


def follow_player(player: Player, *, now: dt.datetime) -> None:
    """Call the sides of a player as they are called now, and make them their captain if they have an account."""
    rename_sides(player.league, Q(members=player))
    for team in Team.every.filter(members=player).select_related("league"):
        _make_captain(team, player, now=now)


def rename_sides(league: League, which: Q | None = None) -> None:
    """Call sides of a league as strangers may read their players: after a name, or who shortens it, has changed."""
    sides = Team.every.filter(which or Q(), league=league).exclude(kind=TeamKind.TEAM).distinct()
    for team in sides.prefetch_related("members"):
        name = _format_name(league, sorted(team.members.all(), key=lambda one: one.pk))
        if name != team.name:
            team.name = name
            team.save(update_fields=["name"])
