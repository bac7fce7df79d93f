"""A league's own settings, which hold for all its seasons."""

import datetime as dt

from django.db import transaction

from league import access
from league.access import has_factor
from league.enums import JournalKind, SecondFactor
from league.errors import Invalid
from league.models import JournalEntry, League, User
from league.rules.problems import Problem
from league.rules.settings import LeagueSettings, check_settings, stored
from league.services.journal import record
from league.services.seasons.upkeep.checking import changed_settings, save_settings, worded
from league.translation import N_, Text


def settings_of(league: League) -> LeagueSettings:
    """A league's settings as they stand."""
    return stored(LeagueSettings, league)


@transaction.atomic
def change_settings(league: League, settings: LeagueSettings, *, by: User, now: dt.datetime) -> League:
    """Decide how the league is run. Saying the same again changes nothing.

    A sheet that waits already keeps the deadline that it was sent with.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: hours or days that cannot be; a second factor asked of secretaries by one who has none.
    """
    access.require(by, "league.settings", league, now=now)
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    problems = check_settings(settings) or _factor_problems(league, settings, by)
    if problems:
        raise Invalid(problems)
    new = changed_settings(league, settings)
    if not new:
        return league
    what, data = Text("changed how the league is run: {settings}", settings=worded(new)), save_settings(league, new)
    # Numbered: two changes may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=league, kind=JournalKind.SETTINGS_CHANGED).count() + 1
    record(league, JournalKind.SETTINGS_CHANGED, f"league:{number}", by=by, now=now, what=what, data=data)
    return league


def _factor_problems(league: League, settings: LeagueSettings, by: User) -> list[Problem]:
    """Refuse to ask a second factor of secretaries where whoever asks would be shut out by it at once."""
    if settings.second_factor == league.second_factor or settings.second_factor == SecondFactor.NOBODY:
        return []
    if has_factor(by):
        return []
    message = N_(
        "Set up your own second factor first, under your name; without one you could not come back to this page."
    )
    return [Problem("no-factor", message, "second_factor")]
