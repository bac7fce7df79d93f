"""Home night and start of teams: their checks, their changes, and entries that follow a division or season.

They are written to the teams' entries (decisions 0059 and 0056), so that whoever reads an entry has the right ones.
"""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, QuerySet

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Changed, Invalid
from league.models import Availability, Division, Entry, Fixture, Season, User
from league.queries.dates.postponements import StartChange, StartScope, entries_in, season_of, start_change
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.people.people import captains_of_season
from league.queries.seasons.divisions import evening_in, home_of
from league.rules.problems import Problem
from league.rules.settings import AS_THE_SEASON
from league.rules.wording import clock
from league.services.journal import record_numbered
from league.services.locks import lock_season
from league.services.notices import cancel_notices_of, queue_notice
from league.translation import N_, Text
from timetable.calendar import WEEKDAYS


def apply_division_home(entry: Entry) -> list[str]:
    """Give an entry its division's night and start; return the columns to save."""
    home = home_of(entry.division, entry.home_night, entry.start_time)
    for name, value in home.items():
        setattr(entry, name, value)
    return list(home)


def problems_of_home(division: Division, night: int | None, start: dt.time | None) -> list[Problem]:
    """Return what is wrong with a team's night and start; None is right where the division or the season has them."""
    return [*problems_of_night(division, night), *problems_of_start(division, start)]


def problems_of_night(division: Division, night: int | None) -> list[Problem]:
    evening = evening_in(division)
    if evening is None:
        return [Problem("no-night", N_("Choose the home night."), "night")] if night is None else []
    if night in (None, evening):
        return []
    message = N_("Everybody plays on {evening} this season; leave the night out.")
    if division.own_evening != AS_THE_SEASON:
        message = N_("Everybody in {division} plays on {evening}; leave the night out.")
    return [Problem("night", Text(message, evening=WEEKDAYS[evening], division=division.name), "night")]


def problems_of_start(division: Division, time: dt.time | None) -> list[Problem]:
    start = division.own_start
    if start is None:
        return (
            [Problem("no-start", N_("Write when its home fixtures start, like 20:00."), "start")]
            if time is None
            else []
        )
    if time in (None, start):
        return []
    message = Text(
        "Everybody in {division} starts at {time}; leave the start out.", division=division.name, time=clock(start)
    )
    return [Problem("start", message, "start")]


def problems_of_nights(evening: int | None, teams: Iterable[tuple[str, int]]) -> list[Problem]:
    """Return a problem for each (team, night) that is not the evening on which everybody plays."""
    if evening is None:
        return []
    return [
        Problem(
            "night",
            Text(
                "Everybody plays on {evening}; leave {night} out of the line of {team}.",
                evening=WEEKDAYS[evening], night=WEEKDAYS[night], team=team,
            ),
            "teams",
        )
        for team, night in teams
        if night != evening
    ]  # fmt: skip


def set_season_evening(season: Season, evening: int | None) -> int:
    """Make an evening the home night of every team of a locked season, except in divisions with their own.

    Return how many teams change; None for the evening changes nothing (one query).
    """
    if evening is None:
        return 0
    teams = Entry.objects.filter(season=season, division__own_evening=AS_THE_SEASON)
    return teams.exclude(home_night=evening).update(home_night=evening)


def apply_home_to_teams(division: Division) -> None:
    """Give every team of a division of a locked season its night and start, where it has them (two queries at most)."""
    evening, start = evening_in(division), division.own_start
    teams = Entry.objects.filter(division=division)
    if evening is not None:
        teams.update(home_night=evening)
    if start is not None:
        teams.update(start_time=start)


@transaction.atomic
def change_starts(
    scope: StartScope, start: dt.time, *, seen: int | None = None, by: User, now: dt.datetime
) -> StartChange:
    """Change the start of a scope's teams and of their fixtures to come that had the usual one; the days stay.

    Captains are told once, not fixture by fixture. The same start again changes nothing.

    Raises:
        Invalid: the team's division has a start of its own, or the scope has no team.
        Changed: another number of fixtures would move than was `seen` (None: any).
        WrongState: the season is hidden.
    """
    season = season_of(scope)
    league = season.league
    access.require(by, "season.make", league, now=now)
    lock_season(season)
    check_starts(scope, start)
    # Whoever moves one of them, or sends its result, holds its row.
    planned = [fixture.pk for fixture, _ in start_change(scope, start, now=now).fixtures]
    locked = Fixture.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=planned).order_by("pk")
    list(locked.values_list("pk", flat=True))
    change = start_change(scope, start, now=now)
    if seen is not None and seen != len(change.fixtures):
        raise Changed(N_("The fixtures have changed since the page was opened. Look at what would change once more."))
    own = _divisions_of(scope).exclude(own_start=None).exclude(own_start=start)
    if not change.entries and not own.exists():
        return change
    own.update(own_start=start)
    Entry.objects.filter(pk__in=[entry.pk for entry in change.entries]).update(start_time=start)
    _move_fixtures(change, now)
    _announce(scope, start, change, by=by, now=now)
    return change


def _divisions_of(scope: StartScope) -> QuerySet[Division]:
    if isinstance(scope, Season):
        return Division.objects.filter(season=scope)
    return Division.objects.filter(pk=scope.pk) if isinstance(scope, Division) else Division.objects.none()


def check_starts(scope: StartScope, start: dt.time) -> None:
    """Raise Invalid where the teams of a scope cannot start at this time (two queries at most)."""
    if isinstance(scope, Entry):
        own = scope.division.own_start
        if own is not None and own != start:
            message = Text(
                "Everybody in {division} starts at {time}; change the start of the division.",
                division=scope.division.name, time=clock(own),
            )  # fmt: skip
            raise Invalid([Problem("start", message, "start")])
    if not entries_in(scope):
        raise Invalid([Problem("no-team", N_("No team plays there."), "scope")])


def _move_fixtures(change: StartChange, now: dt.datetime) -> None:
    for fixture, starts_at in change.fixtures:
        # The timetable itself was meant otherwise: the fixture was not moved, and does not say so.
        same = {"original_starts_at": starts_at} if fixture.original_starts_at == fixture.starts_at else {}
        Availability.objects.filter(fixture=fixture, starts_at=fixture.starts_at).update(starts_at=starts_at)
        Fixture.objects.filter(pk=fixture.pk).update(
            starts_at=starts_at, sequence=F("sequence") + 1, changed_at=now, **same
        )
    cancel_notices_of([fixture.pk for fixture, _ in change.fixtures], ABOUT_A_DATE)


def _announce(scope: StartScope, start: dt.time, change: StartChange, *, by: User, now: dt.datetime) -> None:
    season, time = season_of(scope), clock(start)
    league = season.league
    if isinstance(scope, Entry):
        named = {"team": scope.team.name, "season": season.name, "time": time}
        what = Text("changed the start of {team} at home in {season} to {time}", **named)
        text = Text("Home fixtures of {team} start at {time} from now on.", **named)
    elif isinstance(scope, Division):
        named = {"division": scope.name, "season": season.name, "time": time}
        what = Text("changed the start of {division} in {season} to {time}", **named)
        text = Text("Fixtures of {division} start at {time} from now on.", **named)
    else:
        named = {"season": season.name, "time": time}
        what = Text("changed the start of every team in {season} to {time}", **named)
        text = Text("Fixtures of {season} start at {time} from now on.", **named)
    before = {entry.team.slug: f"{entry.start_time:%H:%M}" for entry in change.entries}
    data = {"start": f"{start:%H:%M}", "before": before, "fixtures": len(change.fixtures)}
    made = record_numbered(league, JournalKind.SEASON_CHANGED, f"{season.pk}:starts:", what, by=by, now=now, data=data)
    if change.fixtures and season.published_at is not None:
        division = None if isinstance(scope, Season) else scope if isinstance(scope, Division) else scope.division
        people = captains_of_season(season, on=now.astimezone(league.tz).date(), division=division)
        key = f"starts:{change.entries[0].pk}:{made.number}"
        queue_notice(league, people, NoticeKind.FIXTURE_MOVED, key, text=text, now=now)
