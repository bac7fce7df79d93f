import datetime as dt
from operator import attrgetter

from django.db.models import Q

from league.access import CAPTAINS, held_role_q
from league.enums import NoticeKind, Registering, ResultState, RoleKind, Side
from league.models import (
    PRESENT,
    Appearance,
    Division,
    Entry,
    Fixture,
    League,
    Notice,
    Player,
    Registration,
    Result,
    Role,
    Ruling,
    Season,
    User,
)
from league.queries.visibility import not_hidden, public, sides_shown

MOST_REGULARS = 300
_OF = "result__fixture__"
_SEASON = f"{_OF}division__season__"


def captains_of(*teams: int, on: dt.date) -> list[User]:
    """Captains and vice-captains of any of these teams, today or on a later day (one query)."""
    held = held_role_q(on, role="roles__")
    found = User.objects.filter(held, roles__team_id__in=teams, roles__kind__in=CAPTAINS, is_active=True)
    # Whoever is captain of two of them, or twice of one, comes twice.
    return sorted(set(found), key=attrgetter("pk"))


def nobody_else_answers(result: Result, *, on: dt.date) -> bool:
    """Whether nobody of the other side could answer a sheet, so that its silence is no agreement.

    It has no captain, or they sent it, or are captains of the sending side too and would agree with themselves.
    """
    return bool(result.side) and not answerers_of(result, on=on)


def answerers_of(result: Result, *, on: dt.date) -> list[User]:
    """Return who can answer a sheet: captains of the other side alone (two queries)."""
    fixture = result.fixture
    other = fixture.away_id if result.side == Side.HOME else fixture.home_id
    own = {user.pk for user in captains_of(fixture.team_id(result.side), on=on)} | {result.submitted_by_id}
    return [user for user in captains_of(other, on=on) if user.pk not in own]


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
    known = {player for found in theirs.values() for player in sorted(found)[-MOST_REGULARS:]}
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
    found = Appearance.objects.filter(result__fixture=fixture).exclude(result__state__in=over)
    people: dict[str, dict[int, Player]] = {Side.HOME: {}, Side.AWAY: {}}
    for one in found.select_related("player", "match").order_by("player__name", "player_id"):
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
    found = User.objects.filter(held, roles__league=league, roles__kind=RoleKind.SECRETARY, is_active=True)
    return list(found.distinct().order_by("pk"))


def ruling_recipients(ruling: Ruling) -> list[User]:
    """Users who got a notice of a ruling because they were concerned, and can still sign in (one query)."""
    got = Notice.objects.filter(kind=NoticeKind.RULING_MADE, key=f"ruling:{ruling.pk}")
    return list(User.objects.filter(pk__in=got.values("recipient"), is_active=True).order_by("pk"))
