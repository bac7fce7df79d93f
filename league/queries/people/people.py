"""People of a league: captains, squads and guests, role holders and invitations, printed codes, account keys."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import CharField, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from league.access import CAPTAINS, held_role_q
from league.enums import NoticeKind, Registering, ResultState, RoleKind, Side, TeamKind
from league.models import (
    NOT_OF_A_SIDE,
    PRESENT,
    ApiToken,
    Appearance,
    CalendarFeed,
    Division,
    Entry,
    Fixture,
    Invitation,
    League,
    Notice,
    Player,
    Registration,
    Result,
    Role,
    Ruling,
    Season,
    SecurityEvent,
    Team,
    TeamCode,
    User,
)
from league.prepared import Prepared
from league.queries.visibility import not_hidden, public, sides_shown

MOST_REGULARS = 300
_OF = "result__fixture__"
_SEASON = f"{_OF}division__season__"


@Prepared
def _captains(teams: list[int], day: dt.date) -> QuerySet[Role]:
    held = Role.objects.filter(held_role_q(day), team_id__in=teams, kind__in=CAPTAINS, user__is_active=True)
    return held.select_related("user").order_by("user_id")


def captains_of(*teams: int, on: dt.date) -> list[User]:
    """Captains and vice-captains of any of these teams, today or on a later day (one query)."""
    # Whoever is captain of two of them, or twice of one, comes twice.
    return list(dict.fromkeys(role.user for role in _captains(teams, on))) if teams else []


def nobody_else_answers(result: Result, *, on: dt.date) -> bool:
    """Whether nobody of the other side could answer a sheet, so that its silence is no agreement.

    It has no captain, or they sent it, or are captains of the sending side too and would agree with themselves.
    """
    return bool(result.side) and not answerers_of(result, on=on)


def answerers_of(result: Result, *, on: dt.date) -> list[User]:
    """Return who can answer a sheet: captains of the other side alone (one query)."""
    return asked_captains(result.fixture, result.side, sent_by=result.submitted_by_id, on=on)[1]


def asked_captains(fixture: Fixture, side: str, *, sent_by: int | None, on: dt.date) -> tuple[list[User], list[User]]:
    """Return the captains of the side that has not sent a sheet, and those of them who can answer it (one query)."""
    own, asked = fixture.team_id(side), fixture.away_id if side == Side.HOME else fixture.home_id
    people: dict[int, dict[int, User]] = {own: {}, asked: {}}
    for role in _captains([own, asked], on):
        if role.team_id is not None:
            people[role.team_id][role.user_id] = role.user
    able = [user for pk, user in people[asked].items() if pk not in people[own] and pk != sent_by]
    return list(people[asked].values()), able


def squads(fixture: Fixture) -> tuple[list[Player], list[Player]]:
    """Players registered for the home and the away team on the fixture's date, by name (one query).

    Where nobody need be registered, those who have played for a team before too, unless another team has registered
    them (four queries).
    """
    day = fixture.starts_at.astimezone(fixture.league.tz).date()
    registrations = (
        Registration.objects.filter(
            Q(ends_on=None) | Q(ends_on__gte=day),
            season_id=fixture.division.season_id,
            team_id__in=(fixture.home_id, fixture.away_id),
            starts_on__lte=day,
        )
        .select_related("player")
        .order_by("player__name", "player_id")
    )
    sides: tuple[list[Player], list[Player]] = ([], [])
    for registration in registrations:
        sides[0 if registration.team_id == fixture.home_id else 1].append(registration.player)
    for side, team in zip(sides, fixture.sides, strict=True):
        if team.kind != TeamKind.TEAM:
            side.extend(team.members.order_by("name", "pk"))
    if fixture.division.season.registration == Registering.OPEN:
        return _with_regulars(fixture, sides, day)
    return sides


def _with_regulars(
    fixture: Fixture, registered: tuple[list[Player], list[Player]], day: dt.date
) -> tuple[list[Player], list[Player]]:
    """Add to two squads those who played for their teams before; of an old team the latest alone (three queries)."""
    season = fixture.division.season
    teams = (fixture.home_id, fixture.away_id)
    # Whoever is registered in this very season is theirs, though it was done after the evening.
    before = Registration.objects.filter(
        Q(season=season) | Q(public("season__"), starts_on__lte=day), season__hidden_at=None, team_id__in=teams
    )
    theirs: dict[int, set[int]] = {team: set() for team in teams}
    for player, team in before.order_by().values_list("player", "team").distinct():
        theirs[team].add(player)
    # In whatever version of a sheet: a name that was written once is not made a second player.
    on_sheets = Appearance.objects.filter(
        Q(result__fixture__home__in=teams) | Q(result__fixture__away__in=teams), not_hidden(_SEASON), sides_shown(_OF)
    )
    seated = on_sheets.order_by().values_list("player", "side", "result__fixture__home", "result__fixture__away")
    for player, side, home, away in seated.distinct():
        team = home if side == Side.HOME else away
        if team in theirs:
            theirs[team].add(player)
    running = Registration.objects.filter(Q(ends_on=None) | Q(ends_on__gte=day), season=season, starts_on__lte=day)
    known = {player for their in theirs.values() for player in sorted(their)[-MOST_REGULARS:]}
    people = Player.objects.filter(PRESENT, pk__in=known).exclude(pk__in=running.values("player"))
    found = {player.pk: player for player in people}
    ours, opponents = (
        sorted([*squad, *(found[pk] for pk in theirs[team] if pk in found)], key=lambda one: (one.name, one.pk))
        for squad, team in zip(registered, teams, strict=True)
    )
    return ours, opponents


def stand_on(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Players on both sides of a fixture's sheets, or of one match, by name, registered or not (one query).

    Versions that were replaced or refused do not count.
    """
    over = (ResultState.SUPERSEDED, ResultState.REJECTED)
    appearances = Appearance.objects.filter(result__fixture=fixture).exclude(result__state__in=over)
    people: dict[str, dict[int, Player]] = {Side.HOME: {}, Side.AWAY: {}}
    for one in appearances.select_related("player", "match").order_by("player__name", "player_id"):
        if match_number in (None, one.match.number):
            people[one.side][one.player_id] = one.player
    return list(people[Side.HOME].values()), list(people[Side.AWAY].values())


def guests_on(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Guests on both sides of a fixture's sheet (two queries)."""
    return _besides(squads(fixture), stand_on(fixture, match_number=match_number))


def may_be_named(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Players a call may name: each side's squad of the day and its guests on the sheet or in this match (two
    queries)."""
    home, away = squads(fixture)
    ours, theirs = _besides((home, away), stand_on(fixture, match_number=match_number))
    return home + ours, away + theirs


def only_players(fixture: Fixture, match_number: int) -> dict[str, Player]:
    """The one player of each side whom a call of a singles match can be about (one query, or three).

    Whoever is on the sheet in that match, or else the only one of the squad; a side with several is left out.
    """
    seated = stand_on(fixture, match_number=match_number)
    if not any(seated):
        seated = may_be_named(fixture, match_number=match_number)
    return {side: people[0] for side, people in zip(Side, seated, strict=True) if len(people) == 1}


def _besides(
    squad: tuple[list[Player], list[Player]], sheet: tuple[list[Player], list[Player]]
) -> tuple[list[Player], list[Player]]:
    known = {player.pk for side in squad for player in side}
    ours, theirs = ([player for player in side if player.pk not in known] for side in sheet)
    return ours, theirs


def captains_of_season(season: Season, *, on: dt.date, division: Division | None = None) -> list[User]:
    """Captains and vice-captains today of teams that have not withdrawn, of one division or all (one query)."""
    entries = Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None)
    if division is not None:
        entries = entries.filter(division=division)
    roles = Role.objects.filter(held_role_q(on), kind__in=CAPTAINS, team__in=entries.values("team"))
    return list(User.objects.filter(pk__in=roles.values("user"), is_active=True).order_by("pk"))


def secretaries_of(league: League, *, on: dt.date) -> list[User]:
    """Secretaries of today, or of a later day (one query)."""
    held = held_role_q(on, role="roles__")
    users = User.objects.filter(held, roles__league=league, roles__kind=RoleKind.SECRETARY, is_active=True)
    return list(users.distinct().order_by("pk"))


def ruling_recipients(ruling: Ruling) -> list[User]:
    """Users who got a notice of a ruling because they were concerned, and can still sign in (one query)."""
    got = Notice.objects.filter(kind=NoticeKind.RULING_MADE, key=f"ruling:{ruling.pk}")
    return list(User.objects.filter(pk__in=got.values("recipient"), is_active=True).order_by("pk"))


ORDER = {kind: place for place, kind in enumerate(RoleKind)}


class Holders(NamedTuple):
    """The people who speak for a team, or (team None) for the league, and those invited to.

    Open invitations come with `mail`, the state of the last letter.
    """

    team: Team | None
    roles: tuple[Role, ...]
    invitations: tuple[Invitation, ...]


def holders_of(league: League, *, now: dt.datetime, team: Team | None = None) -> list[Holders]:
    """The league's own roles, then those of each team, by name; or of one team (three queries)."""
    teams = [team] if team is not None else list(league.teams.filter(hidden_at=None).order_by("name", "pk"))
    places: list[Team | None] = [*teams] if team is not None else [None, *teams]
    which = Q(team=team) if team is not None else Q()
    today = now.astimezone(league.tz).date()
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    roles = _by_team(
        Role.objects.filter(NOT_OF_A_SIDE, which, lasting, league=league, ended_at=None).select_related("user")
    )
    invited = _by_team(open_invitations(league).filter(which).select_related("user", "invited_by", "player"))
    return [
        Holders(
            place,
            tuple(sorted(roles.get(place.pk if place else None, ()), key=_by_kind)),
            tuple(invited.get(place.pk if place else None, ())),
        )
        for place in places
    ]


def open_invitations(league: League) -> QuerySet[Invitation]:
    """Invitations that nobody has accepted or withdrawn, expired ones included."""
    key = Concat(Value("invitation:"), Cast(OuterRef("pk"), CharField()))
    letters = Notice.objects.filter(recipient=OuterRef("user"), kind=NoticeKind.INVITATION)
    of_it = letters.filter(Q(key=key) | Q(key__startswith=Concat(key, Value(":"))))
    latest = of_it.order_by("-created_at", "-pk").values("state")[:1]
    invitations = Invitation.objects.filter(league=league, accepted_at=None, revoked_at=None)
    return invitations.annotate(mail=Subquery(latest))


def _by_team(found: Iterable[Role] | Iterable[Invitation]) -> dict:
    grouped: dict[int | None, list[Role | Invitation]] = {}
    for row in found:
        grouped.setdefault(row.team_id, []).append(row)
    return grouped


def _by_kind(role: Role) -> tuple[int, str, int]:
    return ORDER[RoleKind(role.kind)], str(role.user).lower(), role.pk


@dataclass(frozen=True, slots=True)
class CodeSheet:
    """The last sheet of codes made for a team in a season; `codes` is empty where none was."""

    team: Team
    season: Season
    codes: tuple[TeamCode, ...]

    @property
    def unused(self) -> int:
        return sum(code.used_at is None and code.revoked_at is None for code in self.codes)

    @property
    def made_at(self) -> dt.datetime | None:
        return self.codes[0].made_at if self.codes else None


def code_sheet(team: Team, season: Season) -> CodeSheet:
    """The last sheet of a team in a season, with what each code was used for (two queries)."""
    made = TeamCode.objects.filter(team=team, season=season).aggregate(last=Max("sheet"))
    team_codes = TeamCode.objects.filter(team=team, season=season, sheet=made["last"] or 0)
    sides = ("used_for__fixture__home", "used_for__fixture__away")
    return CodeSheet(team, season, tuple(team_codes.select_related(*sides).order_by("number")))


def code_sheets(season: Season) -> list[CodeSheet]:
    """The last sheet of each team of a season, by name; those without one too (two queries)."""
    last: dict[int, list[TeamCode]] = {}
    for code in TeamCode.objects.filter(season=season).select_related("used_for").order_by("sheet", "number"):
        if code.number == 1:
            last[code.team_id] = []
        last[code.team_id].append(code)
    entries = Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None).select_related("team")
    return [
        CodeSheet(entry.team, season, tuple(last.get(entry.team_id, ()))) for entry in entries.order_by("team__name")
    ]


class Keys(NamedTuple):
    """Numbers of a user's valid tokens and secret calendar addresses."""

    tokens: int
    calendars: int


def tokens_of(user: User) -> list[ApiToken]:
    """A user's unrevoked tokens, the latest first (one query)."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None))


def keys_of(user: User, *, now: dt.datetime) -> Keys:
    lasting = Q(expires_at=None) | Q(expires_at__gt=now)
    return Keys(
        ApiToken.objects.filter(lasting, user=user, revoked_at=None).count(),
        CalendarFeed.objects.filter(user=user, revoked_at=None).count(),
    )


SHOWN = 100


def events_of(user: User) -> list[SecurityEvent]:
    """The latest events of an account (one query)."""
    return list(SecurityEvent.objects.filter(user=user).select_related("by")[:SHOWN])


def has_accounts() -> bool:
    """Whether anybody has an account on this server, closed or not (one query)."""
    return User.objects.exists()
