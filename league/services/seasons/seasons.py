"""A season: drafted from spreadsheets, and its settings."""

import copy
import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import Division, League, Season, User
from league.queries.results.sheets import has_results
from league.queries.seasons.rulesets import check_tie_breaks_of, played_by, rulesets_named_in
from league.queries.seasons.setting_changes import is_announced
from league.rules.formats import parse_format, read_format, terms
from league.rules.match_terms import GAMES
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS, check_scheme, stored_scheme
from league.rules.settings import (
    WHEN,
    Day,
    DivisionSettings,
    Kind,
    SeasonSettings,
    Weeks,
    check_settings,
    declared,
    stored,
)
from league.rules.wording import spelt
from league.services.dates.evenings import apply_home_to_teams, set_season_evening
from league.services.fixtures import change_format
from league.services.journal import record, record_numbered
from league.services.locks import lock_season, require_shown
from league.services.portability.imports import Choices, People, Report, import_season
from league.services.seasons.checking import (
    announce_change,
    changed_settings,
    changed_values,
    format_field_names,
    old_and_new,
    problems_of,
    read_reason,
    require_unchanged,
    save_settings,
)
from league.services.seasons.rulesets import changed_rulesets
from league.translation import N_, Text
from timetable.calendar import monday_of

MOST_DAYS = 365
OF_A_FIXTURE = ("fixture_format", "games_per_match")
OF_A_DIVISION = frozenset(
    {*declared(DivisionSettings), *OF_A_FIXTURE, *COLUMNS, "tie_breaks", "singles_ruleset", "doubles_ruleset", "order"}
)
# Told to the captains, with the reason, where a published season's change: not where a division stands among others.
TOLD = OF_A_DIVISION - {"order", *OF_A_FIXTURE}
# What follows of a change of a division follows of these too.
SEEN = TOLD | {*OF_A_FIXTURE, "singles_own_id", "doubles_own_id"}
DRAFT_FILES = ("venues.csv", "teams.csv", "season.csv", "players.csv")


def settings_of(season: Season) -> SeasonSettings:
    return stored(SeasonSettings, season)


@transaction.atomic
def make_season(
    league: League,
    files: Mapping[str, bytes],
    *,
    people: People | None = None,
    choices: Choices | None = None,
    typed: Mapping[str, str] | None = None,
    by: User,
    now: dt.datetime,
) -> tuple[Season, Report]:
    """Create a draft of a season, or change one, from spreadsheets.

    `files` are contents by file name: the season, and any other subject of `DRAFT_FILES`; the rest as for
    `import_season`.

    Raises:
        Invalid: every problem, each with its place; then nothing has been written.
        Unclear: an `Invalid` of rows that may mean people whom the league knows already.
        WrongState: the season is published already.
    """
    access.require(by, "season.make", league, now=now)
    report = import_season(
        files,
        league,
        people=people,
        choices=choices,
        typed=typed,
        among=DRAFT_FILES,
        needed=["season.csv"],
        by=by,
        now=now,
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
def change_settings(
    season: Season, changed: Mapping[str, Any], *, reason: str = "", if_unchanged: bool = False, by: User,
    now: dt.datetime,
) -> Season:  # fmt: skip
    """Change a season's settings; the same values change nothing.

    Args:
        changed: new values by setting.
        reason: public; needed once a published season has results; its captains are told.
        if_unchanged: raise Changed unless every setting is as `season` has it, which the preview was made from.

    Raises:
        Invalid: hours, days, nights or numbers that cannot be; no reason.
        WrongState: the second half of a published season.
    """
    access.require(by, "season.make", season.league, now=now)
    read = settings_of(season)
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_shown(season)
    if if_unchanged:
        require_unchanged(read, settings_of(season))
    settings = replace(settings_of(season), **changed)
    check_season_settings(season, settings)
    new = changed_settings(season, settings)
    if not new:
        return season
    running = [season] if season.published_at is not None and is_announced(SeasonSettings, new) else []
    reason = read_reason(reason, running)
    what = Text("changed how {season} is run: {settings}", season=season.name, settings=format_field_names(new))
    data = save_settings(season, new)
    if "evening" in new:
        set_season_evening(season, settings.night)
    record_numbered(
        season.league, JournalKind.SEASON_CHANGED, f"{season.pk}:settings:", what, by=by, now=now, why=reason, data=data
    )
    announce_change(running, data, reason=reason, by=by, now=now)
    return season


def check_season_settings(season: Season, settings: SeasonSettings) -> None:
    """Raise for settings that a season cannot have, as `change_settings`."""
    problems = _problems(settings, season)
    if problems:
        raise Invalid(problems)
    declarations = declared(SeasonSettings)
    settled = dict.fromkeys(
        declarations[name].settled for name in changed_settings(season, settings) if declarations[name].settled
    )
    if settled and season.published_at is not None:
        raise WrongState(Text.joined(" ", settled))


@transaction.atomic
def change_division(
    division: Division, changed: Mapping[str, Any], *, reason: str = "", if_unchanged: bool = False, by: User,
    now: dt.datetime,
) -> Division:  # fmt: skip
    """Change how a division is played and counted: rulesets, points, tie-breaks; the same values change nothing.

    An evening or a start of its own becomes that of its teams; fixtures keep their dates. The format changes for
    fixtures without a result.

    Args:
        changed: new values by field, those of `OF_A_DIVISION`.
        reason: public; needed once the season has results, but for the format of a division without any.
        if_unchanged: raise Changed unless everything is as `division` has it, which the preview was made from.

    Raises:
        Invalid: every problem of the values: unknown tie-breaks or rulesets, negative points, points that can never
            come about; no reason.
    """
    access.require(by, "season.make", division.season.league, now=now)
    # The season first, as whoever makes a play-off of its table or enters a team: one decision about it at a time.
    lock_season(division.season)
    before = (
        Division.objects.select_for_update(of=("self",), no_key=True)
        .select_related("season__league")
        .get(pk=division.pk)
    )
    if if_unchanged:
        require_unchanged(*({name: getattr(row, name) for name in SEEN} for row in (division, before)))
    after, own = check_division(before, changed, reason=reason)
    new = changed_values(before, {name: getattr(after, name) for name in changed})
    if str(terms(after)) == str(terms(before)):
        # The same matches and games in other words are no change.
        new = {name: value for name, value in new.items() if name not in OF_A_FIXTURE}
        for name in OF_A_FIXTURE:
            setattr(after, name, getattr(before, name))
    if not new:
        return before
    season = after.season
    running = [season] if _is_announced(before, new) else []
    reason = read_reason(reason, running)
    after.save(update_fields=[*new, *own, *change_format(after, terms(before), now=now)])
    if new.keys() & set(WHEN):
        apply_home_to_teams(after)
    what = Text(
        "changed how {division} of {season} is played and counted: {settings}",
        division=after.name,
        season=season.name,
        settings=format_field_names(new),
    )
    key = f"{season.pk}:division:{after.pk}:"
    data, (named, public_data) = old_and_new(before, new), changed_rulesets(before, after)
    record_numbered(season.league, JournalKind.SEASON_CHANGED, key, what, by=by, now=now, why=reason, data=data | named)
    announce_change(running, data | public_data, reason=reason, division=after, by=by, now=now)
    return after


def decide_format(division: Division, text: str, *, reason: str = "", by: User, now: dt.datetime) -> Division:
    """Set the format of a division's fixtures, one line of text. Raises as `change_division`.

    The same in other words changes nothing: five games in each match of the line, or five in the division.
    """
    parsed, problems = parse_format(text)
    changed = {"fixture_format": text if problems else str(parsed), "games_per_match": GAMES}
    return change_division(division, changed, reason=reason, by=by, now=now)


def _is_announced(division: Division, new: Mapping[str, Any]) -> bool:
    """Whether the captains are told of these columns: the season is published."""
    if division.season.published_at is None:
        return False
    return bool(new.keys() & TOLD) or (bool(new.keys() & {*OF_A_FIXTURE}) and has_results(division))


def check_division(
    division: Division, changed: Mapping[str, Any], *, reason: str | None = None
) -> tuple[Division, dict[str, Any]]:
    """Validate a change; return the division as changed, not saved, and the columns with its rulesets.

    Raises Invalid as `change_division`; `reason` None is not checked. Season and league must be joined.
    """
    after = copy.copy(division)
    problems = _unknown_field_problems(changed) or problems_of(after, changed) or _idle_format_problems(division, after)
    if reason is not None:
        problems += _reason_problems(division, after, reason)
    own: dict[str, Any] = {}
    for kind in ("singles", "doubles"):
        if changed.get(f"{kind}_ruleset", getattr(division, f"{kind}_ruleset")) != getattr(division, f"{kind}_ruleset"):
            # One of the league's own would still hold in its place.
            own |= {f"{kind}_own": None, f"{kind}_rules": {}}
    if not problems:
        own |= _match_rules_columns(after, problems)
    for name, value in own.items():
        setattr(after, name, value)
    problems = problems or [*check_tie_breaks_of(after), *_unreachable_points(after)]
    if problems:
        raise Invalid(problems)
    return after, own


def _match_rules_columns(division: Division, problems: list[Problem]) -> dict[str, Any]:
    """The column for the rulesets that matches name; problems with them are appended."""
    named, wrong = rulesets_named_in(division.season.league, read_format(division.fixture_format)[0])
    problems += wrong
    return {} if named == division.match_rules else {"match_rules": named}


def _unknown_field_problems(changed: Iterable[str]) -> list[Problem]:
    strange = sorted(set(changed) - OF_A_DIVISION)
    return [
        Problem("field", Text("This cannot be changed of a division: {field}.", field=format_field_names([name])), name)
        for name in strange
    ]


def _idle_format_problems(division: Division, after: Division) -> list[Problem]:
    """Return what a new format of a division says without effect; the one that it has may stand.

    Args:
        found: the division as it would be.
    """
    if after.fixture_format == division.fixture_format:
        return []
    return [replace(problem, field="fixture_format") for problem in parse_format(after.fixture_format)[1]]


def _unreachable_points(division: Division) -> list[Problem]:
    """Return the points of a division that can never come about in one of the formats that its results have."""
    problems = [problem for played in played_by(division) for problem in check_scheme(stored_scheme(division), played)]
    return list(dict.fromkeys(problems))


def _reason_problems(division: Division, after: Division, reason: str) -> list[Problem]:
    """Problems of changing a format without a reason once a sheet was sent; `found` is the division as changed."""
    fixed = [name for name in OF_A_FIXTURE if getattr(after, name) != getattr(division, name)]
    if not fixed or str(terms(after)) == str(terms(division)) or reason.strip() or not has_results(division):
        return []
    message = Text(
        "{division} has results, which keep the format they were played by. Say why its {what} changes.",
        division=str(division),
        what=format_field_names(fixed),
    )
    return [Problem("no-reason", message, "reason")]


def _problems(settings: SeasonSettings, season: Season) -> list[Problem]:
    problems = check_settings(settings)
    opens, closes = monday_of(season.first_week), season.first_week + dt.timedelta(days=MOST_DAYS)
    for name, declaration in declared(SeasonSettings).items():
        if any(not opens <= day <= closes for day in _days(declaration.kind, getattr(settings, name))):
            problems.append(
                Problem("range", Text("Write a day of the season: it begins on {day}.", day=spelt(opens)), name)
            )
    if settings.catch_up == "named" and not settings.catch_up_weeks:
        problems.append(Problem("no-week", N_("Name at least one week, by any day of it."), "catch_up_weeks"))
    return problems


def _days(kind: Kind, value: Any) -> list[dt.date]:
    """Days of the season that a setting names."""
    if isinstance(kind, Weeks):
        return [dt.date.fromisoformat(day) for day in kind.usable(value)]
    return [value] if isinstance(kind, Day) and value is not None else []
