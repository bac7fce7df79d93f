"""Who is who: captains to be told, squads to choose from."""

import datetime as dt

from django.db.models import Q

from league.access import CAPTAINS
from league.models import Division, Entry, Fixture, Player, Registration, Role, Season, User


def captains_of(team_id: int, *, on: dt.date) -> list[User]:
    """The users who are captain or vice-captain of a team on a day."""
    running = Q(roles__starts_on__lte=on) & (Q(roles__ends_on=None) | Q(roles__ends_on__gte=on))
    return list(
        User.objects.filter(running, roles__team_id=team_id, roles__kind__in=CAPTAINS, is_active=True)
        .distinct()
        .order_by("pk")
    )


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


def captains_of_season(season: Season, *, on: dt.date, division: Division | None = None) -> list[User]:
    """The users who are captain or vice-captain, on a day, of a team that is entered and has not withdrawn (one query).

    Args:
        division: only of its teams.
    """
    entries = Entry.objects.filter(season=season, withdrawn_on=None)
    if division is not None:
        entries = entries.filter(division=division)
    running = Q(starts_on__lte=on) & (Q(ends_on=None) | Q(ends_on__gte=on))
    roles = Role.objects.filter(running, kind__in=CAPTAINS, team__in=entries.values("team"))
    return list(User.objects.filter(pk__in=roles.values("user"), is_active=True).order_by("pk"))
