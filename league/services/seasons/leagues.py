"""A league's own settings, which hold for all its seasons."""

import datetime as dt
from dataclasses import asdict, dataclass, fields

from django.db import transaction

from league import access
from league.access import has_factor
from league.enums import JournalKind, SecondFactor
from league.errors import Invalid
from league.models import JournalEntry, League, User
from league.rules.problems import Problem
from league.rules.settings import OF_A_LEAGUE, out_of_range
from league.services.journal import record


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The settings of a league that its secretary decides; see the fields of `League`."""

    result_hours: int
    confirm_hours: int
    dispute_days: int
    appeal_days: int
    shorten_names: bool
    second_factor: str


def settings_of(league: League) -> LeagueSettings:
    """A league's settings as they stand."""
    return LeagueSettings(**{field.name: getattr(league, field.name) for field in fields(LeagueSettings)})


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
    problems = [*out_of_range(asdict(settings), OF_A_LEAGUE), *_factor_problems(league, settings, by)]
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
    data = {name: {"from": _plain(before[name]), "to": _plain(value)} for name, value in different.items()}
    record(league, JournalKind.SETTINGS_CHANGED, f"league:{number}", by=by, now=now, what=what, data=data)
    return league


def _factor_problems(league: League, settings: LeagueSettings, by: User) -> list[Problem]:
    """Refuse to ask a second factor of secretaries where whoever asks would be shut out by it at once."""
    if settings.second_factor not in SecondFactor.values:
        return [Problem("second-factor", "Choose who must have a second factor.", "second_factor")]
    if settings.second_factor == league.second_factor or settings.second_factor == SecondFactor.NOBODY:
        return []
    if has_factor(by):
        return []
    message = "Set up your own second factor first, under your name; without one you could not come back to this page."
    return [Problem("no-factor", message, "second_factor")]


def _plain(value: object) -> int | str:
    return value if isinstance(value, str) else int(value)  # type: ignore[call-overload]
