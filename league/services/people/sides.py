"""Pairs and single players as sides of fixtures: rows of teams that are called as strangers may read their players."""

import datetime as dt
import re
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from django.db.models import Q

from league.access import anybody
from league.enums import RoleKind, TeamKind
from league.errors import Invalid
from league.models import PRESENT, Division, Entrant, League, Player, Role, Team, TeamMember
from league.queries.people.personal_data import public_names
from league.rules.names import LONGEST_NAME, check_line, clean_line, folded
from league.rules.problems import Problem
from league.translation import N_, Text, join_names

# Players of a side.
SIZES = {TeamKind.PAIR: 2, TeamKind.PLAYER: 1}
SEPARATOR = re.compile(r"[&/,;+]")
# Looking for the nearest names takes long.
MOST_FAULTS = 30


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


def store_entrants(
    competition: Division, sides: Iterable[tuple[Team, int | None]], *, now: dt.datetime
) -> list[Entrant]:
    """Enter sides, each with its home venue, for a locked competition; return those that were not in it.

    One that had withdrawn is in it again.
    """
    entered = []
    for team, home in sides:
        defaults = {"entered_at": now, "venue_id": home}
        row, created = Entrant.objects.get_or_create(competition=competition, team=team, defaults=defaults)
        if row.withdrawn_at is not None:
            row.withdrawn_at, created = None, True
            row.save(update_fields=["withdrawn_at"])
        if created:
            entered.append(row)
    return entered


def read_sides(league: League, text: str, size: int) -> list[list[Player]]:
    """Find the players of a typed list, a side of `size` a line: "Ann Archer & Bob Brown" (one query).

    Raises:
        Invalid: every name that is not that of one player, with its line and the names nearest to it; lines with too
            many or too few; players who stand in an earlier line.
    """
    known: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(PRESENT, league=league):
        known[folded(player.name)].append(player)
    sides: list[list[Player]] = []
    problems: list[Problem] = []
    lines: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if len(problems) >= MOST_FAULTS:
            break
        typed = [clean_line(part) for part in SEPARATOR.split(line, 3) if part.strip()]
        problems += [fault for name in typed if (fault := _check_name(name, known, str(number)))]
        side = [known[key][0] for name in typed if (key := folded(name)) in known]
        problems += _check_side(side, len(typed), size, number, lines)
        if side:
            sides.append(side)
    if not sides and not problems:
        problems.append(Problem("names", N_("Write who plays."), "names"))
    if problems:
        raise Invalid(problems)
    return sides


def _check_side(side: Sequence[Player], typed: int, size: int, number: int, lines: dict[int, int]) -> Iterator[Problem]:
    """Faults of one line; `lines` says where a player stood first, and is filled."""
    if typed not in (0, size):
        message = (
            Text("Line {n}: a pair is two players, with “&” between them.", n=number)
            if size == 2
            else Text("Line {n}: write one player a line.", n=number)
        )
        yield Problem("line", message, "names")
    for player in side:
        if (earlier := lines.setdefault(player.pk, number)) != number or side.count(player) > 1:
            message = Text(
                "Line {n}: {name} stands in line {earlier} already.", n=number, name=player.name, earlier=earlier
            )
            yield Problem("twice", message, "names")


def _check_name(name: str, known: Mapping[str, list[Player]], line: str) -> Problem | None:
    if wrong := check_line(name, "names"):
        return wrong[0]
    key = folded(name)
    if key in known:
        params = {"n": line, "name": known[key][0].name}
        message = Text("Line {n}: two players are called {name}. Give one of them another name.", **params)
        return Problem("line", message, "names") if len(known[key]) > 1 else None
    near = [known[close][0].name for close in get_close_matches(key, known, n=2)]
    message = Text("Line {n}: {name} is no player of this league.", n=line, name=name)
    if near:
        message = Text(
            "Line {n}: {name} is no player of this league. Did you mean {near}?", n=line, name=name,
            near=join_names(near),
        )  # fmt: skip
    return Problem("unknown", message, "names")
