"""A season before and while it runs: made as a draft from spreadsheets, its settings, a team that comes late."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import Division, Fixture, JournalEntry, League, Season, User
from league.rules.calendar import monday_of
from league.rules.formats import terms
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS, check_scheme, stored_scheme
from league.rules.settings import Day, Kind, SeasonSettings, Weeks, check_settings, declared, stored
from league.rules.tie_breaks import check_tie_breaks
from league.rules.wording import spelt
from league.services.journal import record
from league.services.portability.imports import Choices, People, Report, import_season
from league.services.seasons.upkeep.checking import (
    changed_settings,
    different,
    from_to,
    problems_of,
    save_settings,
    worded,
)
from league.translation import N_, Text

MOST_DAYS = 365
OF_A_FIXTURE = ("fixture_format", "games_per_match")
OF_A_DIVISION = frozenset({*OF_A_FIXTURE, *COLUMNS, "tie_breaks", "singles_ruleset", "doubles_ruleset", "order"})
DRAFT_FILES = ("venues.csv", "teams.csv", "season.csv", "players.csv")


def settings_of(season: Season) -> SeasonSettings:
    """A season's settings as they stand."""
    return stored(SeasonSettings, season)


@transaction.atomic
def make_season(
    league: League,
    files: Mapping[str, bytes],
    *,
    people: People | None = None,
    choices: Choices | None = None,
    by: User,
    now: dt.datetime,
) -> tuple[Season, Report]:
    """Make a draft of a season, or change one, from spreadsheets; nobody else sees it until it is published.

    Args:
        files: contents by file name, as `import_season` takes them: the season, and any other subject of `DRAFT_FILES`.
        people, choices: as `import_season` takes them.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem, each with its place; then nothing has been written.
        Unclear: an `Invalid` of rows that may mean people whom the league knows already.
        WrongState: the season is published already.
    """
    access.require(by, "season.make", league, now=now)
    report = import_season(
        files, league, people=people, choices=choices, among=DRAFT_FILES, needed=["season.csv"], by=by, now=now
    )
    season = report.season
    if season is None:
        raise WrongState(N_("The files name no season."))
    if season.published_at is not None:
        # The import goes with the transaction.
        raise WrongState(
            Text("{season} is published; what changes in it is loaded under “Load spreadsheets”.", season=season.name)
        )
    if "seasons" in report.created:
        what = Text("made a draft of {season}", season=season.name)
        record(league, JournalKind.SEASON_MADE, str(season.pk), by=by, now=now, what=what)
    return season, report


@transaction.atomic
def change_settings(season: Season, settings: SeasonSettings, *, by: User, now: dt.datetime) -> Season:
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
    new = changed_settings(season, settings)
    if not new:
        return season
    known = declared(SeasonSettings)
    settled = dict.fromkeys(known[name].settled for name in new if known[name].settled)
    if settled and season.published_at is not None:
        raise WrongState(Text.joined(" ", settled))
    what = Text("changed how {season} is run: {settings}", season=season.name, settings=worded(new))
    data = save_settings(season, new)
    _record_change(season.league, f"{season.pk}:settings:", what, data, by=by, now=now)
    return season


@transaction.atomic
def change_division(division: Division, changed: Mapping[str, Any], *, by: User, now: dt.datetime) -> Division:
    """Decide how a division is played and counted: rulesets, points, tie-breaks. Saying the same again does nothing.

    Args:
        changed: new values by field, those of `OF_A_DIVISION`.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem of the values: tie-breaks or rulesets that there are none of, points below nothing,
            games that a played fixture has already, points that can never come about.
    """
    access.require(by, "season.make", division.season.league, now=now)
    found = Division.objects.select_for_update(of=("self",)).select_related("season__league").get(pk=division.pk)
    before = Division.objects.get(pk=found.pk)
    problems = [*_not_of_a_division(changed), *_already_played(found, changed)] or problems_of(found, changed)
    own: dict[str, Any] = {}
    for kind in ("singles", "doubles"):
        if changed.get(f"{kind}_ruleset", getattr(before, f"{kind}_ruleset")) != getattr(before, f"{kind}_ruleset"):
            # One of the league's own would still hold in its place.
            own |= {f"{kind}_own": None, f"{kind}_rules": {}}
    for name, value in own.items():
        setattr(found, name, value)
    problems = problems or [*_not_written_down(found), *check_scheme(stored_scheme(found), terms(found))]
    if problems:
        raise Invalid(problems)
    new = different(before, {name: getattr(found, name) for name in changed})
    if not new:
        return before
    found.save(update_fields=[*new, *own])
    season = found.season
    what = Text(
        "changed how {division} of {season} is played and counted: {settings}",
        division=found.name,
        season=season.name,
        settings=worded(new),
    )
    key = f"{season.pk}:division:{found.pk}:"
    _record_change(season.league, key, what, from_to(before, new), by=by, now=now)
    return found


def _not_of_a_division(changed: Iterable[str]) -> list[Problem]:
    strange = sorted(set(changed) - OF_A_DIVISION)
    return [
        Problem("field", Text("This cannot be changed of a division: {field}.", field=worded([name])), name)
        for name in strange
    ]


def _not_written_down(division: Division) -> list[Problem]:
    """Return the tie-breaks of a division that need scores which its sheets do not have."""
    scored = all(match.written == "scores" for match in terms(division).matches)
    return check_tie_breaks(division.tie_breaks, written=("tables", "scores", "lots") if scored else ("tables", "lots"))


def _already_played(division: Division, changed: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of changing what a fixture consists of once a sheet of the division was sent."""
    fixed = [name for name in OF_A_FIXTURE if name in changed and changed[name] != getattr(division, name)]
    if not fixed or not Fixture.objects.filter(division=division, results__isnull=False).exists():
        return []
    return [
        Problem(
            "played",
            Text("{division} has results; its {what} cannot change now.", division=str(division), what=worded([name])),
            name,
        )
        for name in fixed
    ]


def _record_change(
    league: League, key: str, what: Text, data: Mapping[str, Any], *, by: User, now: dt.datetime
) -> None:
    # Numbered, as an import is: two changes may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=league, key__startswith=key).count() + 1
    record(league, JournalKind.SEASON_CHANGED, f"{key}{number}", by=by, now=now, what=what, data=data)


def _problems(settings: SeasonSettings, season: Season) -> list[Problem]:
    problems = check_settings(settings)
    opens, closes = monday_of(season.first_week), season.first_week + dt.timedelta(days=MOST_DAYS)
    for name, one in declared(SeasonSettings).items():
        if any(not opens <= day <= closes for day in _days(one.kind, getattr(settings, name))):
            problems.append(
                Problem("range", Text("Write a day of the season: it begins on {day}.", day=spelt(opens)), name)
            )
    if settings.catch_up == "named" and not settings.catch_up_weeks:
        problems.append(Problem("no-week", N_("Name at least one week, by any day of it."), "catch_up_weeks"))
    return problems


def _days(kind: Kind, value: Any) -> list[dt.date]:
    """Return the days of the season that a setting names."""
    if isinstance(kind, Weeks):
        return [dt.date.fromisoformat(day) for day in kind.usable(value)]
    return [value] if isinstance(kind, Day) and value is not None else []
