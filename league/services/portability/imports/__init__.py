"""Loading a season from the secretary's spreadsheets: everything is checked, then all is written or nothing."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import Division, Fixture, JournalEntry, League, Season, User
from league.queries.seasons.rulesets import rulesets_named_in
from league.rules.formats import parse_format, terms
from league.rules.match_terms import Terms
from league.rules.names import clean_line, folded
from league.rules.problems import Problem
from league.services.journal import record
from league.services.portability.imports.books import ENDINGS, LARGEST_FILE, MOST_FILES, WORKBOOKS
from league.services.portability.imports.columns import HEADINGS, SEASON, SUBJECTS, WISHES
from league.services.portability.imports.parsers import BLANK_WEEKS
from league.services.portability.imports.plan import make_plan
from league.services.portability.imports.planned import Plan
from league.services.portability.imports.readers import MOST_PROBLEMS, TYPED, Log, Row, check_cells, in_order, told
from league.services.portability.imports.reading import (
    LEFT_OUT,
    Choice,
    Choices,
    Understood,
    rows_of,
    understood,
)
from league.services.portability.imports.results import add_newcomers, lock_fixtures, write_results
from league.services.portability.imports.sheets import NamedSheet, named_sheets
from league.services.portability.imports.write import write_plan
from league.services.portability.imports.writer import NEW, People, Question, Unclear, Writer
from league.services.slugs import unique_slug
from league.translation import N_, Text, speaking

__all__ = [
    "BLANK_WEEKS", "ENDINGS", "HEADINGS", "LARGEST_FILE", "LEFT_OUT", "MOST_FILES", "NEW", "SEASON", "SUBJECTS",
    "TYPED", "WORKBOOKS", "Choice", "Choices", "People", "Question", "Report", "Unclear", "Understood",
    "ensure_league", "files_in", "import_season", "preview_files", "season_named", "told",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """The report of an import: rows by kind, warnings, and the season that it was about."""

    created: Mapping[str, int] = field(default_factory=dict)
    changed: Mapping[str, int] = field(default_factory=dict)
    unchanged: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    season: Season | None = None


class _CheckedOnly(Exception):
    """Raised to leave the transaction without keeping anything."""


def ensure_league(name: str | None) -> League:
    """Return the league of a name or slug, made if there is none; without a name the only one, else raise Invalid."""
    leagues = list(League.objects.order_by("pk"))
    if name is None:
        if len(leagues) > 1:
            known = ", ".join(league.slug for league in leagues)
            raise Invalid([Problem("league", Text("Say which league: --league with one of {known}.", known=known))])
        name = leagues[0].name if leagues else "Cribbage League"
    found = next((one for one in leagues if name == one.slug or folded(name) == folded(one.name)), None)
    return found or League.objects.create(name=name, slug=unique_slug(name, [league.slug for league in leagues]))


def files_in(path: Path, names: Collection[str] = tuple(HEADINGS)) -> tuple[dict[str, bytes], list[str]]:
    """Return a workbook, or the spreadsheets of a folder by name, and the names of those that are not read.

    A text of another name may be anything; of a workbook the sheets tell what they are, so every one is read.

    Args:
        names: of the texts that are read.
    """
    if path.is_file():
        return {path.name: path.read_bytes()}, []
    files = [one for one in sorted(path.iterdir()) if one.is_file()]
    read = {one.name: one.read_bytes() for one in files if one.name in names or one.suffix.lower() in WORKBOOKS}
    unread = [one.name for one in files if one.name not in read and one.suffix.lower() in ENDINGS]
    return read, unread


def season_named(league: League, name: str) -> Season:
    """Return the season of this name or slug; raise Invalid with those there are."""
    seasons = list(Season.objects.filter(league=league, hidden_at=None).order_by("-first_week"))
    found = next((one for one in seasons if name == one.slug or folded(name) == folded(one.name)), None)
    if found is None:
        known = ", ".join(season.name for season in seasons)
        message = (
            Text("There is no season “{name}”; there are: {known}.", name=name, known=known)
            if known
            else Text("There is no season “{name}”; there are: none yet.", name=name)
        )
        raise Invalid([Problem("season", message, "season")])
    return found


def preview_files(files: Mapping[str, bytes], choices: Choices) -> tuple[list[Understood], list[Problem]]:
    log = Log()
    sheets = understood(files, log, choices)
    return sheets, in_order(log.problems)


def import_season(
    files: Mapping[str, bytes],
    league: League,
    *,
    by: User | None,
    now: dt.datetime,
    season: Season | None = None,
    people: People | None = None,
    choices: Choices | None = None,
    typed: Mapping[str, str] | None = None,
    among: Collection[str] = tuple(HEADINGS),
    needed: Collection[str] = (),
    check_only: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Load the spreadsheets of a season.

    Args:
        files: contents by file name, CSV or workbooks; any part of a season, as long as what they name is known.
        by: the secretary; None for the command line.
        season: of this league, which the files are for; none: season.csv names it, or the dates tell.
        people: answers to an earlier try's questions: the player whom a row means, None for somebody new.
        choices: by the place of a sheet, how it is to be understood where that was not found rightly.
        typed: what season.csv would say, by column, where somebody typed it instead.
        among: the subjects that may be loaded.
        needed: those of them that must be there.
        check_only: find every problem and count what would be written, but write nothing.
        progress: told in a few words how far it is.

    Returns:
        counts by kind and the warnings. Running it again changes nothing.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem, each with its place; then nothing has been written.
        Unclear: an `Invalid` of rows that may mean people whom the league knows already.
    """
    tell = progress or (lambda text: None)
    if by is not None:
        access.require(by, "season.import", league, now=now)
    if not files:
        raise Invalid([Problem("file", Text("no file: choose at least one of {known}.", known=", ".join(HEADINGS)))])
    if len(files) > MOST_FILES:
        raise Invalid([Problem("file", Text("more than {most} files: load them in parts.", most=MOST_FILES))])
    log = Log()
    rows = _read(files, choices, among, log, tell)
    if typed is not None:
        _add_typed(rows, typed, log)
    _stop_if_empty(rows, log)
    for name in needed:
        if name not in rows:
            log.of_file(name, N_("is needed: it names the season; you may also type the season instead"))
    try:
        with transaction.atomic():
            # The league's row keeps two imports apart: the second is checked against what the first has written.
            # Its key does not change: the journal's and the notices' new rows, which refer to it, need not wait.
            League.objects.select_for_update(no_key=True).get(pk=league.pk)
            today = now.astimezone(league.tz).date()
            # Dates stand in the order of the league's own language, whoever loads them.
            with speaking(league.language):
                plan, named = _checked(rows, league, log, today, season)
            _hold(plan.known.season)
            writer = Writer(league, plan, log, today, now, by, people or {})
            write_plan(writer, tell)
            if writer.questions:
                raise Unclear(in_order(log.problems), writer.questions[:MOST_PROBLEMS])
            _stop_if_wrong(log)
            lock_fixtures(writer, named)
            add_newcomers(writer, named)
            write_results(writer, named)
            tell("results")
            _stop_if_wrong(log)
            if check_only:
                raise _CheckedOnly
            _journal(writer)
    except _CheckedOnly:
        pass
    counts = writer.counts
    return Report(counts.created, counts.changed, counts.unchanged, tuple(in_order(log.warnings)), writer.season)


def _read(
    files: Mapping[str, bytes],
    choices: Choices | None,
    among: Collection[str],
    log: Log,
    tell: Callable[[str], None],
) -> dict[str, list[Row]]:
    sheets = [sheet for sheet in understood(files, log, choices) if not _only_wishes(sheet, log)]
    rows = rows_of(sheets, log, among)
    for name, found in rows.items():
        tell(f"{name}: {len(found)} lines")
    if not rows and not log.problems:
        log.of_file(next(iter(files)), N_("there is nothing in it to load"))
    return rows


def _add_typed(rows: dict[str, list[Row]], typed: Mapping[str, str], log: Log) -> None:
    """Add the season as it was typed, which no file may say as well."""
    also = rows.get(SEASON, [])
    if also:
        log.of_file(also[0].file, N_("says what you typed too: leave this sheet out, or clear what you typed"))
    else:
        row = Row(TYPED, 0, {column: clean_line(text) for column, text in typed.items()})
        check_cells(row, log)
        rows[SEASON] = [row]


def _stop_if_empty(rows: Mapping[str, list[Row]], log: Log) -> None:
    """Make problems of the warnings where nothing is left to load: they say why."""
    if not any(rows.values()) and not log.problems:
        log.problems, log.unreadable = log.warnings, True


def _only_wishes(sheet: Understood, log: Log) -> bool:
    """Warn of wishes, which a workbook of a whole season may hold."""
    if sheet.subject != WISHES:
        return False
    log.warnings.append(
        Problem(
            "import", N_("wishes are only for a timetable; nothing of them is loaded"), where=f"{sheet.sheet.place}:1"
        )
    )
    return True


def _checked(
    rows: Mapping[str, list[Row]],
    league: League,
    log: Log,
    today: dt.date,
    chosen: Season | None,
) -> tuple[Plan, list[NamedSheet]]:
    plan = make_plan(rows, league, log, today=today, chosen=chosen)
    if plan.season is not None:
        for problem in rulesets_named_in(league, parse_format(plan.season.fixture_format)[0])[1]:
            log.problem(plan.season.row, "format", problem, quote=False)
    named = named_sheets(plan, log, _terms(plan, league)) if plan.results else []
    _stop_if_wrong(log)
    return plan, named


def _hold(season: Season | None) -> None:
    """Lock a season that is there and its fixtures, in the order in which everybody takes them; venues come later."""
    if season is not None:
        Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season.pk)
        fixtures = Fixture.objects.filter(division__season=season).order_by("pk")
        list(fixtures.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))


def _stop_if_wrong(log: Log) -> None:
    if log.problems:
        raise Invalid(in_order(log.problems))


def _terms(plan: Plan, league: League) -> dict[str, Terms]:
    known = {}
    if plan.known.season is not None:
        known = {division.name: division for division in Division.objects.filter(season=plan.known.season)}
    found = {}
    for name, text in plan.formats.items():
        division = known.get(name) or Division(name=name)
        if division.fixture_format != text:
            division.fixture_format = text
            division.match_rules = rulesets_named_in(league, parse_format(text)[0])[0]
        found[name] = terms(division)
    return found


def _journal(writer: Writer) -> None:
    for write in writer.decisions:
        write()
    counts = writer.counts
    if not counts.created and not counts.changed:
        return
    season, added, changed = writer.season.name, _counted(counts.created), _counted(counts.changed)
    if not counts.changed:
        what = Text("loaded {season}: new {added}", season=season, added=added)
    elif not counts.created:
        what = Text("loaded {season}: changed {changed}", season=season, changed=changed)
    else:
        what = Text("loaded {season}: new {added}; changed {changed}", season=season, added=added, changed=changed)
    # Numbered, not named by its time: two imports may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=writer.league, kind=JournalKind.SEASON_IMPORTED).count() + 1
    data = {"created": counts.created, "changed": counts.changed}
    record(writer.league, JournalKind.SEASON_IMPORTED, str(number), by=writer.by, now=writer.now, what=what, data=data)


def _counted(counts: Mapping[str, int]) -> Text:
    return Text.joined(", ", (Text("{count} {kind}", count=count, kind=kind) for kind, count in counts.items()))
