"""A user's grants in a league on a day, read once for every predicate."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Max, Q
from django.db.models.functions import TruncDate

from league.enums import RoleKind, SecondFactor
from league.models import Appearance, Fixture, League, Player, Role, Season, User
from league.prepared import Prepared

CAPTAINS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
ON_THE_COMMITTEE = (RoleKind.CHAIR, RoleKind.COMMITTEE)
# Those who rule, decide or vote, and may not where it is their own case.
OFFICES = (RoleKind.SECRETARY, RoleKind.REFEREE, *ON_THE_COMMITTEE, RoleKind.JUDGE)
# The roles that count only with a second factor, by what a league has chosen.
WITH_FACTOR: dict[str, frozenset[str]] = {
    SecondFactor.NOBODY: frozenset(),
    SecondFactor.SECRETARIES: frozenset({RoleKind.SECRETARY}),
    SecondFactor.OFFICIALS: frozenset(OFFICES),
}
# Recovery codes are a way back to a factor, and none themselves.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


@dataclass(frozen=True, slots=True)
class Grants:
    """What one user may speak for in one league on one day.

    Attributes:
        user_id: None for a visitor who has not signed in.
        captain_of: teams they are captain or vice-captain of.
        teams: teams they belong to in any way; they are not neutral about these.
        players: the league's players that they are.
        played_in: fixtures with them on any version of a sheet, or in a squad of the day; read for holders of an office
            only (`OFFICES`), who are not neutral about these.
        once_of: (season, team) pairs of roles that have ended; likewise.
        administrator: of this server.
        suspended: the operator's reason why nothing changes in the league; blank where it may.
        shorten_names: the league shortens names for those without a role in it.
        without_factor: roles that do not count for want of a second factor; no other attribute includes them.
    """

    league_id: int
    user_id: int | None = None
    secretary: bool = False
    referee: bool = False
    captain_of: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    played_in: frozenset[int] = frozenset()
    once_of: frozenset[tuple[int, int]] = frozenset()
    shorten_names: bool = False
    without_factor: frozenset[str] = frozenset()
    administrator: bool = False
    committee: bool = False
    judge: bool = False
    suspended: str = ""

    def side_of(self, fixture: Fixture) -> str:
        """The side they are captain of in a fixture: "home", "away" or ""."""
        if fixture.home_id in self.captain_of:
            return "home"
        return "away" if fixture.away_id in self.captain_of else ""


def anybody(league: League) -> Grants:
    return Grants(league.pk, shorten_names=league.shorten_names, suspended=league.suspended_because)


def held_role_q(day: dt.date, *, role: str = "") -> Q:
    """Filter roles held today, or on a later `day`; `role` is the prefix of the lookup."""
    begun = Q(**{f"{role}starts_on__lte": day, f"{role}ended_at": None})
    return begun & (Q(**{f"{role}ends_on": None}) | Q(**{f"{role}ends_on__gte": day}))


# Every request asks these.
_roles = Prepared(lambda user, league, day: Role.objects.filter(user=user, league=league, starts_on__lte=day))
_registered: Prepared[Any] = Prepared(
    lambda user, league: (
        Player.objects.filter(user=user, league=league)
        .values_list("pk", "registrations__team_id", "registrations__starts_on", "registrations__ends_on")
        .order_by()
    )
)


def grants(user: User | AnonymousUser, league: League, *, now: dt.datetime) -> Grants:
    """Return the grants of `user` in `league` at `now`.

    Two queries, none for a visitor, a third for an office holder who plays or has played, one more if they once had a
    role in a team, and one for a role that needs a second factor.
    """
    if not isinstance(user, User) or not user.is_active:
        return anybody(league)
    if league.hidden_at is not None and not user.is_superuser:
        # Nobody speaks for anything in a league that is hidden, whatever way they come.
        return anybody(league)
    today = now.astimezone(league.tz).date()
    begun = _roles(user.pk, league.pk, today)
    running = [role for role in begun if _runs(role, today, now)]
    held = [(role.kind, role.team_id) for role in running]
    playing = [
        (player, team if first is not None and first <= today and (last is None or last >= today) else None)
        for player, team, first, last in _registered(user.pk, league.pk)
    ]
    kinds = {kind for kind, _ in held} | ({RoleKind.SECRETARY} if user.is_superuser else set())
    without_factor = _without_factor(user, league, kinds)
    counting, in_office = kinds - without_factor, bool(kinds & {*OFFICES})
    players = frozenset(player for player, _ in playing)
    return Grants(
        league_id=league.pk,
        user_id=user.pk,
        secretary=RoleKind.SECRETARY in counting,
        referee=RoleKind.REFEREE in counting,
        captain_of=frozenset(team for kind, team in held if kind in CAPTAINS and team),
        teams=frozenset(team for _, team in [*held, *playing] if team),
        players=players,
        played_in=_played_in(league, players) if players and in_office else frozenset(),
        once_of=_once_of(league, [role for role in begun if role not in running]) if in_office else frozenset(),
        shorten_names=league.shorten_names,
        without_factor=without_factor,
        administrator=user.is_superuser,
        committee=bool(counting & {*ON_THE_COMMITTEE}),
        judge=RoleKind.JUDGE in counting,
        suspended=league.suspended_because,
    )


def has_factor(user: User) -> bool:
    """Whether a user has an authenticator app or a passkey (one query)."""
    return Authenticator.objects.filter(user_id=user.pk, type__in=FACTORS).exists()


def with_factor(users: Iterable[int]) -> set[int]:
    """Users with a second factor (one query)."""
    return set(Authenticator.objects.filter(user__in=list(users), type__in=FACTORS).values_list("user_id", flat=True))


def _without_factor(user: User, league: League, kinds: set[str]) -> frozenset[str]:
    """Roles that do not count for want of a second factor (one query, or none)."""
    asked = WITH_FACTOR[league.second_factor] & kinds
    return frozenset() if not asked or has_factor(user) else frozenset(asked)


def _played_in(league: League, players: frozenset[int]) -> frozenset[int]:
    """Fixtures of players by their sheets or by the squads of the day (one query)."""
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


def _runs(role: Role, today: dt.date, now: dt.datetime) -> bool:
    """Whether a role that has begun has neither expired nor been revoked."""
    return (role.ends_on is None or role.ends_on >= today) and (role.ended_at is None or role.ended_at > now)


def _once_of(league: League, ended: list[Role]) -> frozenset[tuple[int, int]]:
    """Seasons and teams of roles that have ended (one query if there are any)."""
    of_teams = [role for role in ended if role.team_id is not None]
    if not of_teams:
        return frozenset()
    seasons = Season.objects.filter(league=league).annotate(last=Max("weeks__starts_on"))
    kinds = set()
    for pk, first, last in seasons.values_list("pk", "first_week", "last"):
        over = (last or first) + dt.timedelta(days=6)
        kinds |= {
            (pk, role.team_id)
            for role in of_teams
            if role.team_id is not None and role.starts_on <= over and (role.ends_on is None or role.ends_on >= first)
        }
    return frozenset(kinds)


def is_operator(user: User | AnonymousUser) -> bool:
    """Whether somebody oversees all leagues: an administrator of this server."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def makes_leagues(user: User | AnonymousUser) -> bool:
    """Whether somebody may found a league: administrators, or anybody with a proved address (one query).

    The operator decides (`LEAGUES_MADE_BY`).
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    if is_operator(user):
        return True
    return settings.LEAGUES_MADE_BY == "anyone" and EmailAddress.objects.filter(user=user, verified=True).exists()
