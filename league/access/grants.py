"""What a user may speak for in a league on a day: read once, and asked of by every predicate."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, FilteredRelation, Q
from django.db.models.functions import TruncDate

from league.enums import RoleKind
from league.models import Appearance, Fixture, League, Player, Role, User

CAPTAINS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)


@dataclass(frozen=True, slots=True)
class Grants:
    """What one user may speak for in one league on one day.

    Attributes:
        user_id: None for a visitor who has not signed in.
        captain_of: ids of the teams he is captain or vice-captain of.
        teams: ids of the teams he belongs to in any way; he is not neutral about these.
        players: ids of the league's players that he is.
        played_in: ids of the fixtures in which he stood on a sheet, in any version, for whichever side, or of a side of
            which he was registered on its day; read for referees and secretaries only, who are not neutral about these.
        shorten_names: whether the league shortens everybody's name for those who hold no role in it.
    """

    league_id: int
    user_id: int | None = None
    secretary: bool = False
    referee: bool = False
    captain_of: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    played_in: frozenset[int] = frozenset()
    shorten_names: bool = False

    def side_of(self, fixture: Fixture) -> str:
        """The side he is captain of in a fixture: "home", "away" or ""."""
        if fixture.home_id in self.captain_of:
            return "home"
        return "away" if fixture.away_id in self.captain_of else ""


def anybody(league: League) -> Grants:
    """What everybody may see and do in a league, signed in or not."""
    return Grants(league.pk, shorten_names=league.shorten_names)


def held_on(day: dt.date, *, role: str = "") -> Q:
    """Roles that are held today, or will be on a later `day`: those that run then and were not taken back at once.

    Args:
        role: how the query reaches the role, such as "roles__" from a user.
    """
    begun = Q(**{f"{role}starts_on__lte": day, f"{role}ended_at": None})
    return begun & (Q(**{f"{role}ends_on": None}) | Q(**{f"{role}ends_on__gte": day}))


def grants(user: User | AnonymousUser, league: League, *, now: dt.datetime) -> Grants:
    """What `user` may speak for in `league` at `now`.

    Two queries, none for a visitor, and a third for a referee or secretary who plays or has played in the league.
    """
    if not isinstance(user, User) or not user.is_active:
        return anybody(league)
    today = now.astimezone(league.tz).date()
    running = Q(starts_on__lte=today) & (Q(ends_on=None) | Q(ends_on__gte=today))
    kept = Q(ended_at=None) | Q(ended_at__gt=now)
    held = list(Role.objects.filter(running, kept, user=user, league=league).values_list("kind", "team_id"))
    his = Q(registrations__starts_on__lte=today) & (
        Q(registrations__ends_on=None) | Q(registrations__ends_on__gte=today)
    )
    playing = list(
        Player.objects.filter(user=user, league=league)
        .annotate(running=FilteredRelation("registrations", condition=his))
        .values_list("pk", "running__team_id")
    )
    kinds = {kind for kind, _ in held}
    secretary, referee = RoleKind.SECRETARY in kinds or user.is_superuser, RoleKind.REFEREE in kinds
    players = frozenset(player for player, _ in playing)
    return Grants(
        league_id=league.pk,
        user_id=user.pk,
        secretary=secretary,
        referee=referee,
        captain_of=frozenset(team for kind, team in held if kind in CAPTAINS and team),
        teams=frozenset(team for _, team in [*held, *playing] if team),
        players=players,
        played_in=_played_in(league, players) if players and (secretary or referee) else frozenset(),
        shorten_names=league.shorten_names,
    )


def _played_in(league: League, players: frozenset[int]) -> frozenset[int]:
    """The fixtures of a league that were some players' own, by their sheets or by the squads of the day (one query)."""
    stood = Appearance.objects.filter(player__in=players).values_list("result__fixture_id", flat=True)
    team, season = "division__season__registrations__team", "division__season__registrations"
    registered = (
        Fixture.objects.filter(division__season__league=league)
        .annotate(day=TruncDate("starts_at", tzinfo=league.tz))
        .filter(
            Q(**{team: F("home")}) | Q(**{team: F("away")}),
            Q(**{f"{season}__ends_on": None}) | Q(**{f"{season}__ends_on__gte": F("day")}),
            **{f"{season}__player__in": players, f"{season}__starts_on__lte": F("day")},
        )
        .values_list("pk", flat=True)
    )
    return frozenset(stood.order_by().union(registered.order_by()))
