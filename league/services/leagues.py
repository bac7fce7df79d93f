"""A league's own settings, which hold for all its seasons."""

import datetime as dt
from dataclasses import asdict, dataclass

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import JournalEntry, League, User
from league.rules.problems import Problem
from league.services.journal import record

# The least and the most of each number, and what it counts.
RANGES = {
    "result_hours": (1, 24 * 28, "hours"),
    "confirm_hours": (1, 24 * 28, "hours"),
    "dispute_days": (1, 90, "days"),
    "appeal_days": (1, 90, "days"),
}


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """What a secretary decides of his league; see the fields of `League`."""

    result_hours: int
    confirm_hours: int
    dispute_days: int
    appeal_days: int
    shorten_names: bool


def settings_of(league: League) -> LeagueSettings:
    """A league's settings as they stand."""
    return LeagueSettings(
        league.result_hours, league.confirm_hours, league.dispute_days, league.appeal_days, league.shorten_names
    )


@transaction.atomic
def change_settings(league: League, settings: LeagueSettings, *, by: User, now: dt.datetime) -> League:
    """Decide how the league is run. Saying the same again changes nothing.

    A sheet that waits already keeps the deadline that it was sent with.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: hours or days that cannot be.
    """
    access.require(by, "league.settings", league, now=now)
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    problems = _problems(settings)
    if problems:
        raise Invalid(problems)
    before = asdict(settings_of(league))
    different = {name: value for name, value in asdict(settings).items() if before[name] != value}
    if not different:
        return league
    for name, value in different.items():
        setattr(league, name, value)
    league.save(update_fields=list(different))
    what = f"changed how the league is run: {', '.join(sorted(different)).replace('_', ' ')}"
    # Numbered: two changes may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=league, kind=JournalKind.SETTINGS_CHANGED).count() + 1
    data = {name: {"from": int(before[name]), "to": int(value)} for name, value in different.items()}
    record(league, JournalKind.SETTINGS_CHANGED, f"league:{number}", by=by, now=now, what=what, data=data)
    return league


def _problems(settings: LeagueSettings) -> list[Problem]:
    said = asdict(settings)
    return [
        Problem("range", f"Write {what} from {least} to {most}.", name)
        for name, (least, most, what) in RANGES.items()
        if not least <= said[name] <= most
    ]
