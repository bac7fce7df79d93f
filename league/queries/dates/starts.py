import datetime as dt
from dataclasses import dataclass

from league.enums import FixtureState
from league.models import Division, Entry, Fixture, Season

StartScope = Season | Division | Entry


@dataclass(frozen=True, slots=True)
class StartChange:
    """Teams whose start changes, and the fixtures that move with it.

    Attributes:
        entries: teams that start at another time now.
        fixtures: those to come that are set for the usual start of their home team, each with its new one.
        elsewhere: how many to come were set for a time of their own, which they keep.
    """

    entries: tuple[Entry, ...]
    fixtures: tuple[tuple[Fixture, dt.datetime], ...]
    elsewhere: int

    @property
    def by_start(self) -> list[tuple[dt.time, list[str]]]:
        """Team names by their former start, the earliest first."""
        found: dict[dt.time, list[str]] = {}
        for entry in self.entries:
            found.setdefault(entry.start_time, []).append(entry.team.name)
        return sorted(found.items())


def season_of(scope: StartScope) -> Season:
    return scope if isinstance(scope, Season) else scope.season


def entries_in(scope: StartScope) -> list[Entry]:
    """Teams of a scope that have not withdrawn, with division and team joined (one query)."""
    entries = Entry.objects.filter(withdrawn_on=None).select_related("division", "team", "season__league")
    column = {Season: "season", Division: "division", Entry: "pk"}[type(scope)]
    return list(entries.filter(**{column: scope.pk}).order_by("division__order", "team__name", "pk"))


def start_change(scope: StartScope, start: dt.time, *, now: dt.datetime) -> StartChange:
    """Return what a start would change for a scope's teams (two queries). Fixtures of today count as to come."""
    entries = {entry.team_id: entry for entry in entries_in(scope) if entry.start_time != start}
    season = season_of(scope)
    tz = season.league.tz
    midnight = dt.datetime.combine(now.astimezone(tz).date(), dt.time(), tzinfo=tz)
    to_come = Fixture.objects.filter(
        division__season=season, home__in=entries, state=FixtureState.SCHEDULED, starts_at__gte=midnight
    ).exclude(results__live=True)
    moved, elsewhere = [], 0
    for fixture in to_come.select_related("home", "away").order_by("starts_at", "pk"):
        local = fixture.starts_at.astimezone(tz)
        if local.time() == entries[fixture.home_id].start_time:
            moved.append((fixture, dt.datetime.combine(local.date(), start, tzinfo=tz)))
        else:
            elsewhere += 1
    return StartChange(tuple(entries.values()), tuple(moved), elsewhere)
