"""Create next season's draft with the settings, divisions, teams, venues and nights of one before.

Roles belong to the league: a captain stays captain until their role ends.
"""

import datetime as dt
from typing import Any

from django.db import transaction

from league.enums import JournalKind
from league.errors import Invalid
from league.models import Entry, League, Season, User
from league.rules.problems import Problem
from league.rules.settings import Day, SeasonSettings, Weeks, declared
from league.services.journal import record
from league.services.seasons.setup.drafts import check_named, copied, lock_league
from league.translation import N_, Text

# From the first week of one season to that of the one like it.
A_YEAR = dt.timedelta(weeks=52)
OWN = ("id", "league", "name", "slug", "first_week", "published_at", "hidden_at")


@transaction.atomic
def like_last(league: League, last: Season, name: str, first_day: dt.date, *, by: User, now: dt.datetime) -> Season:
    """Copy a season as a draft.

    Dates, such as the last day of registration, move with the first week. Withdrawn or hidden teams, and hidden venues
    with
    their teams, are left out.
    """
    locked = lock_league(league, by=by, now=now)
    if last.league_id != locked.pk or last.hidden_at is not None:
        raise Invalid([Problem("last", N_("Choose a season of this league."), "like")])
    season = Season(league=locked, **_settings(last))
    problems = check_named(season, name, first_day)
    if problems:
        raise Invalid(problems)
    moved = season.first_week - last.first_week
    for field, one in declared(SeasonSettings).items():
        then = getattr(season, field)
        if isinstance(one.kind, Day) and then is not None:
            setattr(season, field, then + moved)
        if isinstance(one.kind, Weeks):
            setattr(season, field, [(dt.date.fromisoformat(day) + moved).isoformat() for day in then])
    season.save(force_insert=True)
    entered = 0
    for division in last.divisions.order_by("order", "name"):
        new = copied(division, season=season)
        new.save(force_insert=True)
        entries = Entry.objects.filter(division=division, withdrawn_on=None, team__hidden_at=None)
        made = [
            Entry(
                season=season, division=new, team_id=entry.team_id, venue_id=entry.venue_id,
                home_night=entry.home_night, start_time=entry.start_time,
            )
            for entry in entries.filter(venue__hidden_at=None).order_by("pk")
        ]  # fmt: skip
        entered += len(Entry.objects.bulk_create(made))
    what = Text("made a draft of {season}, like {last}", season=season.name, last=last.name)
    data = {"like": last.pk, "teams": entered}
    record(locked, JournalKind.SEASON_MADE, str(season.pk), by=by, now=now, what=what, data=data)
    return season


def _settings(last: Season) -> dict[str, Any]:
    fields = [field.attname for field in Season._meta.concrete_fields if field.name not in OWN]
    return {name: getattr(last, name) for name in fields}
