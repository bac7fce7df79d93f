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
from league.queries.dates.postponements import (
    NewStart,
    StartChange,
    StartScope,
    entries_in,
    moved_start,
    season_of,
    start_change,
)
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.people.people import captains_of_season
from league.queries.seasons.divisions import evening_in, home_of
from league.rules.problems import Problem
from league.rules.settings import AS_THE_SEASON
from league.rules.wording import clock
from league.services.journal import record_numbered
from league.services.locks import lock_season
from league.services.notices import cancel_notices_of, queue_notice
from league.translation import N_, Text, join_names
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
    scope: StartScope, start: NewStart, *, seen: int | None = None, by: User, now: dt.datetime
) -> StartChange:
    """Change the start of a scope's teams and of their fixtures to come that had the usual one; the days stay.

    Captains are told once, not fixture by fixture. The same time again changes nothing; the same minutes move again.

    Raises:
        Invalid: the team's division has a start of its own, a start would be on another day, or the scope has no team.
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
    divisions = _divisions_of(scope).exclude(own_start=None)
    own = {one.pk: moved_start(one.own_start, start) for one in divisions if one.own_start is not None}
    own = {one.pk: own[one.pk] for one in divisions if own[one.pk] not in (None, one.own_start)}
    if not change.entries and not own:
        return change
    for pk, new in own.items():
        Division.objects.filter(pk=pk).update(own_start=new)
    for before in {entry.start_time for entry in change.entries}:
        teams = [entry.pk for entry in change.entries if entry.start_time == before]
        Entry.objects.filter(pk__in=teams).update(start_time=moved_start(before, start))
    _move_fixtures(change, now)
    _announce(scope, start, change, by=by, now=now)
    return change


def _divisions_of(scope: StartScope) -> QuerySet[Division]:
    if isinstance(scope, Season):
        return Division.objects.filter(season=scope)
    return Division.objects.filter(pk=scope.pk) if isinstance(scope, Division) else Division.objects.none()


def check_starts(scope: StartScope, start: NewStart) -> None:
    """Raise Invalid where the teams of a scope cannot start then (two queries at most)."""
    if isinstance(scope, Entry):
        own = scope.division.own_start
        if own is not None and own != moved_start(scope.start_time, start):
            message = Text(
                "Everybody in {division} starts at {time}; change the start of the division.",
                division=scope.division.name, time=clock(own),
            )  # fmt: skip
            raise Invalid([Problem("start", message, "start")])
    entries = entries_in(scope)
    if not entries:
        raise Invalid([Problem("no-team", N_("No team plays there."), "scope")])
    late = [entry.team.name for entry in entries if moved_start(entry.start_time, start) is None]
    if late:
        message = Text("{teams} would start on another day. Move by fewer minutes.", teams=join_names(late))
        raise Invalid([Problem("range", message, "start")])


def _move_fixtures(change: StartChange, now: dt.datetime) -> None:
    for fixture, starts_at in change.fixtures:
        # The timetable itself was meant otherwise: the fixture was not moved, and does not say so.
        same = {"original_starts_at": starts_at} if fixture.original_starts_at == fixture.starts_at else {}
        Availability.objects.filter(fixture=fixture, starts_at=fixture.starts_at).update(starts_at=starts_at)
        Fixture.objects.filter(pk=fixture.pk).update(
            starts_at=starts_at, sequence=F("sequence") + 1, changed_at=now, **same
        )
    cancel_notices_of([fixture.pk for fixture, _ in change.fixtures], ABOUT_A_DATE)


def _announce(scope: StartScope, start: NewStart, change: StartChange, *, by: User, now: dt.datetime) -> None:
    season = season_of(scope)
    league = season.league
    what, text = _describe_minutes(scope, start) if isinstance(start, dt.timedelta) else _describe_time(scope, start)
    before = {entry.team.slug: f"{entry.start_time:%H:%M}" for entry in change.entries}
    said = f"{start:%H:%M}" if isinstance(start, dt.time) else f"{minutes_of(start):+}"
    data = {"start": said, "before": before, "fixtures": len(change.fixtures)}
    made = record_numbered(league, JournalKind.SEASON_CHANGED, f"{season.pk}:starts:", what, by=by, now=now, data=data)
    if change.fixtures and season.published_at is not None:
        division = None if isinstance(scope, Season) else scope if isinstance(scope, Division) else scope.division
        people = captains_of_season(season, on=now.astimezone(league.tz).date(), division=division)
        key = f"starts:{change.entries[0].pk}:{made.number}"
        queue_notice(league, people, NoticeKind.FIXTURE_MOVED, key, text=text, now=now)


def minutes_of(start: dt.timedelta) -> int:
    return round(start / dt.timedelta(minutes=1))


def _describe_minutes(scope: StartScope, start: dt.timedelta) -> tuple[Text, Text]:
    """The journal's words and the captains' sentence."""
    minutes, season = minutes_of(start), season_of(scope)
    who = scope.team.name if isinstance(scope, Entry) else scope.name
    later = Text.plural("{n} minute later", "{n} minutes later", n=minutes)
    when = later if minutes > 0 else Text.plural("{n} minute earlier", "{n} minutes earlier", n=-minutes)
    what = Text("moved the starts of {who} in {season}: {when}", who=who, season=season.name, when=when)
    message = N_("Fixtures of {who} start {when} from now on.")
    if isinstance(scope, Entry):
        message = N_("Home fixtures of {who} start {when} from now on.")
    return what, Text(message, who=who, when=when)


def _describe_time(scope: StartScope, start: dt.time) -> tuple[Text, Text]:
    season, time = season_of(scope), clock(start)
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
    return what, text
