"""Loading a season from the secretary's spreadsheets: everything is checked, then all is written or nothing."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import JournalEntry, League, Season, User
from league.queries.seasons.rulesets import rulesets_named_in
from league.rules.formats import parse_format
from league.rules.names import clean_line, folded
from league.rules.problems import Problem
from league.services.journal import record
from league.services.portability.imports.books import ENDINGS, LARGEST_FILE, MOST_FILES, WORKBOOKS
from league.services.portability.imports.check_files import make_plan
from league.services.portability.imports.columns import Row
from league.services.portability.imports.existing import Plan
from league.services.portability.imports.parsers import BLANK_WEEKS
from league.services.portability.imports.result_sheets import NamedSheet, named_sheets
from league.services.portability.imports.row_reader import (
    MOST_PROBLEMS,
    TYPED,
    Log,
    check_cells,
    format_problem,
    in_order,
)
from league.services.portability.imports.row_writer import NEW, People, Question, Report, Unclear, Writer
from league.services.portability.imports.sheet_recognition import (
    LEFT_OUT,
    Choice,
    Choices,
    SheetPreview,
    rows_of,
    understand_files,
)
from league.services.portability.imports.spreadsheets import HEADINGS, SEASON, SUBJECTS, WISHES, PlayerRow
from league.services.portability.imports.write_plan import write_plan
from league.services.portability.imports.write_results import add_newcomers, lock_fixtures, write_results
from league.services.slugs import unique_slug
from league.translation import N_, Text, speaking

__all__ = [
    "BLANK_WEEKS", "ENDINGS", "HEADINGS", "LARGEST_FILE", "LEFT_OUT", "MOST_FILES", "NEW", "SEASON", "SUBJECTS",
    "TYPED", "WORKBOOKS", "Choice", "Choices", "People", "Question", "Report", "SheetPreview", "Unclear",
    "ensure_league", "files_in", "format_problem", "import_season", "preview_files", "season_named",
]  # fmt: skip


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
    for league in leagues:
        if name == league.slug or folded(name) == folded(league.name):
            return league
    return League.objects.create(name=name, slug=unique_slug(name, [league.slug for league in leagues]))


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
    for season in seasons:
        if name == season.slug or folded(name) == folded(season.name):
            return season
    known = ", ".join(season.name for season in seasons)
    message = (
        Text("There is no season “{name}”; there are: {known}.", name=name, known=known)
        if known
        else Text("There is no season “{name}”; there are: none yet.", name=name)
    )
    raise Invalid([Problem("season", message, "season")])


def preview_files(files: Mapping[str, bytes], choices: Choices) -> tuple[list[SheetPreview], list[Problem]]:
    log = Log()
    sheets = understand_files(files, log, choices)
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
    players: Sequence[Row] = (),
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
        players: what players.csv would say, where somebody typed it instead; the cells that each has.
        among: the subjects that may be loaded.
        needed: those of them that must be there.
        check_only: find every problem and count what would be written, but write nothing.
        progress: told in a few words how far it is.

    Returns:
        counts by kind and the warnings. Running it again changes nothing.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Suspended: the operator lets the league only be read.
        Invalid: every problem, each with its place; then nothing has been written.
        Unclear: an `Invalid` of rows that may mean people whom the league knows already.
    """
    tell = progress or (lambda text: None)
    if by is not None:
        access.require(by, "season.import", league, now=now)
    log = Log()
    rows = _read(files, choices, among, log, tell) if files or not players else {}
    if typed is not None:
        _add_typed(rows, typed, log)
    if players:
        rows[PlayerRow.file] = [*rows.get(PlayerRow.file, ()), *players]
    if not any(rows.values()) and not log.problems:
        # Nothing is left to load: the warnings say why.
        log.problems, log.unreadable = log.warnings, True
    for name in needed:
        if name not in rows:
            log.of_file(name, N_("is needed: it names the season; you may also type the season instead"))
    try:
        with transaction.atomic():
            # The league's row keeps two imports apart: the second is checked against what the first has written.
            # Its key does not change: the journal's and the notices' new rows, which refer to it, need not wait.
            access.require_not_suspended(League.objects.select_for_update(no_key=True).get(pk=league.pk))
            today = now.astimezone(league.tz).date()
            # Dates stand in the order of the league's own language, whoever loads them.
            with speaking(league.language):
                plan, named = _checked(rows, league, log, today, season)
            writer = Writer(league, plan, log, today, now, by, people or {})
            write_plan(writer, tell)
            if writer.questions:
                raise Unclear(in_order(log.problems), writer.questions[:MOST_PROBLEMS])
            _stop_if_wrong(log)
            fixtures = lock_fixtures(writer, named)
            add_newcomers(writer, named)
            write_results(writer, named, fixtures)
            tell("results")
            _stop_if_wrong(log)
            if check_only:
                raise _CheckedOnly
            _journal(writer)
    except _CheckedOnly:
        pass
    writer.report.warnings, writer.report.season = tuple(in_order(log.warnings)), writer.season
    return writer.report


def _read(
    files: Mapping[str, bytes], choices: Choices | None, among: Collection[str], log: Log, tell: Callable[[str], None]
) -> dict[str, list[Row]]:
    if not files:
        raise Invalid([Problem("file", Text("no file: choose at least one of {known}.", known=", ".join(HEADINGS)))])
    if len(files) > MOST_FILES:
        raise Invalid([Problem("file", Text("more than {most} files: load them in parts.", most=MOST_FILES))])
    sheets = understand_files(files, log, choices)
    for sheet in sheets:
        if sheet.subject == WISHES:
            # A workbook of a whole season may hold them.
            log.warn_of_file(sheet.sheet.place, N_("wishes are only for a timetable; nothing of them is loaded"))
    rows = rows_of([sheet for sheet in sheets if sheet.subject != WISHES], log, among)
    for name, found in rows.items():
        tell(f"{name}: {len(found)} lines")
    if not rows and not log.problems:
        log.of_file(next(iter(files)), N_("there is nothing in it to load"))
    return rows


def _add_typed(rows: dict[str, list[Row]], typed: Mapping[str, str], log: Log) -> None:
    """Add the season as it was typed, which no file may say as well."""
    if also := rows.get(SEASON, []):
        log.of_file(also[0].file, N_("says what you typed too: leave this sheet out, or clear what you typed"))
        return
    row = Row(TYPED, 0, {column: clean_line(text) for column, text in typed.items()})
    check_cells(row, log)
    rows[SEASON] = [row]


def _checked(
    rows: Mapping[str, list[Row]], league: League, log: Log, today: dt.date, chosen: Season | None
) -> tuple[Plan, list[NamedSheet]]:
    plan = make_plan(rows, league, log, today=today, chosen=chosen)
    if plan.season is not None:
        for problem in rulesets_named_in(league, parse_format(plan.season.fixture_format)[0])[1]:
            log.problem(plan.season.row, "format", problem, quote=False)
    named = named_sheets(plan, league, log) if plan.results else []
    _stop_if_wrong(log)
    return plan, named


def _stop_if_wrong(log: Log) -> None:
    if log.problems:
        raise Invalid(in_order(log.problems))


def _journal(writer: Writer) -> None:
    for write in writer.decisions:
        write()
    report = writer.report
    if not report.created and not report.changed:
        return
    season, added, changed = writer.season.name, _format_counts(report.created), _format_counts(report.changed)
    if not report.changed:
        what = Text("loaded {season}: new {added}", season=season, added=added)
    elif not report.created:
        what = Text("loaded {season}: changed {changed}", season=season, changed=changed)
    else:
        what = Text("loaded {season}: new {added}; changed {changed}", season=season, added=added, changed=changed)
    # Numbered, not named by its time: two imports may fall into one moment of a coarse clock.
    number = JournalEntry.objects.filter(league=writer.league, kind=JournalKind.SEASON_IMPORTED).count() + 1
    data = {"created": report.created, "changed": report.changed}
    record(writer.league, JournalKind.SEASON_IMPORTED, str(number), by=writer.by, now=writer.now, what=what, data=data)


def _format_counts(counts: Mapping[str, int]) -> Text:
    return Text.joined(", ", (Text("{count} {kind}", count=count, kind=kind) for kind, count in counts.items()))
