"""A league: founded by its first secretary, and its settings, which hold for all its seasons."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction

from league import access
from league.access import has_factor
from league.enums import JournalKind, RoleKind, SecondFactor
from league.errors import Invalid, NotAllowed, WrongState
from league.models import JournalEntry, League, User
from league.queries.seasons.setting_changes import is_announced, running_seasons
from league.rules.names import clean_line
from league.rules.problems import Problem
from league.rules.settings import LeagueSettings, check_settings, stored
from league.services.journal import record, record_numbered
from league.services.people.roles import begin_role, journal_given
from league.services.people.sides import rename_sides
from league.services.seasons.checking import (
    announce_change,
    changed_settings,
    format_field_names,
    journal_value,
    problems_of,
    read_reason,
    require_unchanged,
    save_settings,
)
from league.services.slugs import unique_slug
from league.translation import N_, Text

# Of one person: enough for whoever begins anew, and no way to fill a server.
LEAGUES_A_DAY = 5


@transaction.atomic
def found_league(name: str, time_zone: str, *, by: User, now: dt.datetime) -> League:
    """Found a league, with `by` as secretary.

    Raise NotAllowed if this server's operator does not let them, Invalid with every problem, or for too many today.
    """
    if not access.makes_leagues(by):
        raise NotAllowed(access.MAKES_NO_LEAGUES)
    # Of the same person one league is made after the other: their number holds.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    since = now - dt.timedelta(days=1)
    made_today = JournalEntry.objects.filter(kind=JournalKind.LEAGUE_MADE, by=by, at__gt=since).count()
    if made_today >= LEAGUES_A_DAY:
        message = Text("You have made {most} leagues within a day; you can make more tomorrow.", most=LEAGUES_A_DAY)
        raise Invalid([Problem("too-many", message)])
    called = clean_line(name.replace("\0", ""))
    taken = League.objects.values_list("slug", flat=True)
    values = {"name": called, "time_zone": time_zone, "slug": unique_slug(called, taken)}
    league = League()
    problems = problems_of(league, values)
    if problems:
        raise Invalid([problem for problem in problems if problem.field != "slug"] or problems)
    try:
        with transaction.atomic():
            league.save(force_insert=True)
    except IntegrityError as taken_meanwhile:
        raise WrongState(N_("Somebody made a league of that name at the same moment.")) from taken_meanwhile
    today = now.astimezone(league.tz).date()
    role = begin_role(league, by, RoleKind.SECRETARY, None, starts_on=today, ends_on=None)
    data = {field: journal_value(getattr(league, field)) for field in values}
    record(
        league, JournalKind.LEAGUE_MADE, f"league:{league.pk}", by=by, now=now, what=N_("made the league"), data=data
    )
    journal_given(role, by=by, now=now)
    return league


def settings_of(league: League) -> LeagueSettings:
    return stored(LeagueSettings, league)


@transaction.atomic
def change_settings(
    league: League, changed: Mapping[str, Any], *, reason: str = "", if_unchanged: bool = False, by: User,
    now: dt.datetime,
) -> League:  # fmt: skip
    """Change a league's settings; the same values change nothing.

    A sheet that waits keeps its deadline. Captains of running seasons are told what concerns play.

    Args:
        changed: new values by setting.
        reason: public; needed where captains are told of a season that has begun.
        if_unchanged: raise Changed unless every setting is as `league` has it, which the preview was made from.

    Raises:
        Invalid: hours or days that cannot be; a second factor asked of secretaries by one who has none; no reason.
    """
    access.require(by, "league.settings", league, now=now)
    read, league = settings_of(league), League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if if_unchanged:
        require_unchanged(read, settings_of(league))
    settings = replace(settings_of(league), **changed)
    check_league_settings(league, settings, by=by)
    new = changed_settings(league, settings)
    if not new:
        return league
    running = running_seasons(league, now=now) if is_announced(LeagueSettings, new) else []
    reason = read_reason(reason, running)
    what, data = (
        Text("changed how the league is run: {settings}", settings=format_field_names(new)),
        save_settings(league, new),
    )
    if "shorten_names" in new:
        rename_sides(league)
    record_numbered(league, JournalKind.SETTINGS_CHANGED, "league:", what, by=by, now=now, why=reason, data=data)
    announce_change(running, _public_changes(data), reason=reason, by=by, now=now)
    return league


def _public_changes(data: dict[str, Any]) -> dict[str, Any]:
    """Leave out what does not concern players."""
    return {name: change for name, change in data.items() if is_announced(LeagueSettings, [name])}


def check_league_settings(league: League, settings: LeagueSettings, *, by: User) -> None:
    """Raise Invalid for settings that a league cannot have."""
    problems = check_settings(settings) or _factor_problems(league, settings, by)
    if problems:
        raise Invalid(problems)


def _factor_problems(league: League, settings: LeagueSettings, by: User) -> list[Problem]:
    """Refuse to require a second factor of secretaries by one who would be locked out at once."""
    if settings.second_factor == league.second_factor or settings.second_factor == SecondFactor.NOBODY:
        return []
    if has_factor(by):
        return []
    message = N_("Set up your own second factor first, under your name; without one you could not come back.")
    return [Problem("no-factor", message, "second_factor")]
