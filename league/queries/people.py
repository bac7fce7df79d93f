"""Who is who: captains to be told, squads to choose from."""

import datetime as dt

from django.db.models import Q

from league.access import CAPTAINS, held_on
from league.enums import NoticeKind, ResultState, RoleKind, Side
from league.models import (
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


def captains_of(team_id: int, *, on: dt.date) -> list[User]:
    """The users who are captain or vice-captain of a team today, or will be on a later day."""
    held = held_on(on, role="roles__")
    return list(
        User.objects.filter(held, roles__team_id=team_id, roles__kind__in=CAPTAINS, is_active=True)
        .distinct()
        .order_by("pk")
    )


def nobody_else_answers(result: Result, *, on: dt.date) -> bool:
    """Whether the other side of a sheet has captains, all of whom sent it or are captains of the side that did.

    Each of them would agree with himself. A side without any captain is another matter: nobody of it was asked.
    """
    if not result.side:
        return False
    fixture = result.fixture
    other = fixture.away_id if result.side == Side.HOME else fixture.home_id
    asked = {user.pk for user in captains_of(other, on=on)}
    own = {user.pk for user in captains_of(fixture.team_id(result.side), on=on)} | {result.submitted_by_id}
    return bool(asked) and asked <= own


def squads(fixture: Fixture) -> tuple[list[Player], list[Player]]:
    """The players registered for the home and the away team on the fixture's own date, by name (one query)."""
    day = fixture.starts_at.astimezone(fixture.division.season.league.tz).date()
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
    return sides


def stand_on(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Who stands on the home and the away side of a fixture's sheet, by name, whether registered or not (one query).

    Every version is looked at but those that were replaced or refused.

    Args:
        match_number: only of this match.
    """
    over = (ResultState.SUPERSEDED, ResultState.REJECTED)
    found = Appearance.objects.filter(result__fixture=fixture).exclude(result__state__in=over)
    people: dict[str, dict[int, Player]] = {Side.HOME: {}, Side.AWAY: {}}
    for one in found.select_related("player", "match").order_by("player__name", "player_id"):
        if match_number in (None, one.match.number):
            people[one.side][one.player_id] = one.player
    return list(people[Side.HOME].values()), list(people[Side.AWAY].values())


def guests_on(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Who stands on the home and the away side of a fixture's sheet and was in neither squad (two queries)."""
    return _besides(squads(fixture), stand_on(fixture, match_number=match_number))


def may_be_named(fixture: Fixture, *, match_number: int | None = None) -> tuple[list[Player], list[Player]]:
    """Whom a call of a fixture may name: each side's squad of the day and its guests on the sheet (two queries).

    Args:
        match_number: only the guests of this match.
    """
    home, away = squads(fixture)
    ours, theirs = _besides((home, away), stand_on(fixture, match_number=match_number))
    return home + ours, away + theirs


def _besides(
    squad: tuple[list[Player], list[Player]], sheet: tuple[list[Player], list[Player]]
) -> tuple[list[Player], list[Player]]:
    known = {player.pk for side in squad for player in side}
    ours, theirs = ([player for player in side if player.pk not in known] for side in sheet)
    return ours, theirs


def captains_of_season(season: Season, *, on: dt.date, division: Division | None = None) -> list[User]:
    """Who is captain or vice-captain today of a team that is entered and has not withdrawn (one query).

    Args:
        division: only of its teams.
    """
    entries = Entry.objects.filter(season=season, withdrawn_on=None)
    if division is not None:
        entries = entries.filter(division=division)
    roles = Role.objects.filter(held_on(on), kind__in=CAPTAINS, team__in=entries.values("team"))
    return list(User.objects.filter(pk__in=roles.values("user"), is_active=True).order_by("pk"))


def secretaries_of(league: League, *, on: dt.date) -> list[User]:
    """The league's secretaries of today, or of a later day (one query)."""
    held = held_on(on, role="roles__")
    found = User.objects.filter(held, roles__league=league, roles__kind=RoleKind.SECRETARY, is_active=True)
    return list(found.distinct().order_by("pk"))


def told_of(ruling: Ruling) -> list[User]:
    """Whoever got a notice of a ruling because he was concerned, and can sign in still (one query)."""
    got = Notice.objects.filter(kind=NoticeKind.RULING_MADE, key=f"ruling:{ruling.pk}")
    return list(User.objects.filter(pk__in=got.values("recipient"), is_active=True).order_by("pk"))
