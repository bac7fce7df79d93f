"""A season before and while it runs: made as a draft from spreadsheets, its settings, a team that comes late."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from django.db import transaction

from league import access
from league.enums import Enforcement, GuestPolicy, JournalKind, Night, SecondHalf, UnplayedPolicy, WithdrawalPolicy
from league.errors import Invalid, WrongState
from league.models import Division, JournalEntry, League, Season, User
from league.rules.eligibility import spelt
from league.rules.problems import Problem
from league.services.imports import Report, import_season
from league.services.journal import record

MOST_DAYS, MOST_TRANSFERS, MOST_FIXTURES = 365, 20, 200
DRAFT_FILES = ("venues.csv", "teams.csv", "season.csv", "players.csv")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a secretary decides of a season; see the fields of `Season`."""

    second_half: SecondHalf
    short_notice_hours: int
    place_days: int
    catch_up_nights: tuple[Night, ...]
    unplayed_policy: UnplayedPolicy
    withdrawal_policy: WithdrawalPolicy
    eligibility: Enforcement
    registration_days: int
    registration_until: dt.date | None
    transfer_limit: int | None
    transfer_until: dt.date | None
    guests: GuestPolicy
    guest_limit: int | None


def settings_of(season: Season) -> Settings:
    """A season's settings as they stand."""
    return Settings(
        SecondHalf(season.second_half),
        season.short_notice_hours,
        season.place_days,
        tuple(Night(night) for night in season.catch_up_nights),
        UnplayedPolicy(season.unplayed_policy),
        WithdrawalPolicy(season.withdrawal_policy),
        Enforcement(season.eligibility),
        season.registration_days,
        season.registration_until,
        season.transfer_limit,
        season.transfer_until,
        GuestPolicy(season.guests),
        season.guest_limit,
    )


@transaction.atomic
def make_season(league: League, files: Mapping[str, bytes], *, by: User, now: dt.datetime) -> tuple[Season, Report]:
    """Make a draft of a season, or change one, from spreadsheets; nobody else sees it until it is published.

    Args:
        files: contents by file name: season.csv, and any of the others of `DRAFT_FILES`.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem, each with its place; then nothing has been written.
        WrongState: the season is published already.
    """
    access.require(by, "season.make", league, now=now)
    problems = [
        Problem("file", f"is for a season that runs; a draft is made of {', '.join(DRAFT_FILES)}", where=f"{name}:1")
        for name in files
        if name not in DRAFT_FILES
    ]
    if "season.csv" not in files:
        problems.append(Problem("file", "is needed: it names the season", where="season.csv:1"))
    if problems:
        raise Invalid(problems)
    report = import_season(files, league, by=by, now=now)
    season = report.season
    if season is None:
        raise WrongState("The files name no season.")
    if season.published_at is not None:
        # The import goes with the transaction.
        raise WrongState(f"{season} is published; what changes in it is loaded under “Load spreadsheets”.")
    if "seasons" in report.created:
        record(league, JournalKind.SEASON_MADE, str(season.pk), by=by, now=now, what=f"made a draft of {season}")
    return season, report


@transaction.atomic
def change_settings(season: Season, settings: Settings, *, by: User, now: dt.datetime) -> Season:
    """Decide how a season is run. Saying the same again changes nothing.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: hours, days, nights or numbers that cannot be.
        WrongState: the second half of a published season.
    """
    access.require(by, "season.make", season.league, now=now)
    season = Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season.pk)
    problems = _problems(settings, season)
    if problems:
        raise Invalid(problems)
    before = asdict(settings_of(season))
    different = {name: value for name, value in asdict(settings).items() if before[name] != value}
    if not different:
        return season
    if "second_half" in different and season.published_at is not None:
        raise WrongState("The timetable is published; how its second half follows from the first cannot change now.")
    for name, value in different.items():
        setattr(season, name, sorted(set(value)) if name == "catch_up_nights" else value)
    season.save(update_fields=list(different))
    what = f"changed how {season} is run: {_worded(different)}"
    data = {name: {"from": _kept(before[name]), "to": _kept(getattr(season, name))} for name in different}
    _record_change(season.league, f"{season.pk}:settings:", what, data, by=by, now=now)
    return season


@transaction.atomic
def change_division(division: Division, changed: Mapping[str, Any], *, by: User, now: dt.datetime) -> Division:
    """Decide how a division is played and counted: rulesets, points, tie-breaks. Saying the same again does nothing.

    Args:
        changed: new values by field, as a form has checked them.

    Raises:
        NotAllowed: `by` is not the league's secretary.
    """
    access.require(by, "season.make", division.season.league, now=now)
    found = Division.objects.select_for_update(of=("self",)).select_related("season__league").get(pk=division.pk)
    different = {name: value for name, value in changed.items() if getattr(found, name) != value}
    if not different:
        return found
    data = {name: {"from": _kept(getattr(found, name)), "to": _kept(value)} for name, value in different.items()}
    for name, value in different.items():
        setattr(found, name, value)
    found.save(update_fields=list(different))
    season = found.season
    what = f"changed how {found} of {season} is played and counted: {_worded(different)}"
    _record_change(season.league, f"{season.pk}:division:{found.pk}:", what, data, by=by, now=now)
    return found


def _record_change(league: League, key: str, what: str, data: Mapping[str, Any], *, by: User, now: dt.datetime) -> None:
    # Numbered, as an import is: two changes may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=league, key__startswith=key).count() + 1
    record(league, JournalKind.SEASON_CHANGED, f"{key}{number}", by=by, now=now, what=what, data=data)


def _worded(fields: Iterable[str]) -> str:
    return ", ".join(sorted(fields)).replace("_", " ")


def _kept(value: Any) -> Any:
    """As the journal keeps it."""
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def _problems(settings: Settings, season: Season) -> list[Problem]:
    problems = []
    if not 0 <= settings.short_notice_hours <= 24 * 14:
        problems.append(Problem("range", "Write hours from 0 to 336 (two weeks).", "short_notice_hours"))
    if not 0 <= settings.place_days <= 28:
        problems.append(Problem("range", "Write days from 0 to 28.", "place_days"))
    if not settings.catch_up_nights:
        problems.append(Problem("no-nights", "Choose at least one night.", "catch_up_nights"))
    if not 0 <= settings.registration_days <= MOST_DAYS:
        problems.append(Problem("range", f"Write days from 0 to {MOST_DAYS}.", "registration_days"))
    for field, most in (("transfer_limit", MOST_TRANSFERS), ("guest_limit", MOST_FIXTURES)):
        limit = getattr(settings, field)
        if limit is not None and not 0 <= limit <= most:
            problems.append(Problem("range", f"Write a number from 0 to {most}, or leave it empty.", field))
    opens, closes = season.first_week, season.first_week + dt.timedelta(days=MOST_DAYS)
    for field in ("registration_until", "transfer_until"):
        until = getattr(settings, field)
        if until is not None and not opens <= until <= closes:
            message = f"Write a day of the season: it begins on {spelt(opens)}."
            problems.append(Problem("range", message, field))
    return problems
