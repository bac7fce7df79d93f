"""Loading past winners from a sheet: a row a competition and year. All is checked, then all is written or nothing."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import League, Player, Team, User, Winner
from league.queries.honours.winners import KnownNames
from league.rules.competitions.past_winners import PLACES, check_winner, clean_fields
from league.rules.names import folded
from league.rules.problems import Problem
from league.services.honours.winners import slug_for, upsert_winner
from league.services.journal import record_numbered
from league.services.portability.imports.books import MOST_FILES, Budget, Sheet, Unreadable, sheets_of
from league.services.portability.imports.columns import Column, Row, Subject
from league.services.portability.imports.parsers import quoted
from league.services.portability.imports.row_reader import Log, in_order
from league.translation import N_, Text

# Above the headings there may be a title and a blank line or two.
TOP = 10
_PLACES = {"winner": 1, "runner-up": 2, "third": 3}
COLUMNS = Subject(
    ("winners", "honours", "champions"),
    (
        Column("year", ("years", "season", "date")),
        Column("competition", ("cup", "trophy", "event", "title", "division")),
        Column("winner", ("winners", "champion", "champions", "won by", "first", "1st")),
        Column("runner-up", ("runners-up", "finalist", "finalists", "second", "2nd"), omissible=True),
        Column("third", ("third place", "3rd"), needed=False),
        Column("note", ("notes", "remarks", "comment", "score"), omissible=True),
    ),
)


class PlannedWinner(NamedTuple):
    """A winner as it would be written; `team` and `players` are those of the league that its name means."""

    fields: dict[str, str]
    place: int
    row: Row
    slug: str
    team: Team | None
    players: Sequence[Player]
    known: bool

    @property
    def place_name(self) -> Text:
        return PLACES[self.place]


def load_winners(
    files: Mapping[str, bytes], league: League, *, check_only: bool = False, by: User, now: dt.datetime
) -> list[PlannedWinner]:
    """Load winners; return what is written, or would be. Those on record already stay; loaded again nothing changes.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem, each with its place; then nothing has been written.
    """
    access.require(by, "winner.record", league, now=now)
    if len(files) > MOST_FILES:
        raise Invalid([Problem("file", Text("more than {most} files: load them in parts.", most=MOST_FILES))])
    log = Log()
    rows = [row for file, data in files.items() for row in _rows_of(file, data, log)]
    if not rows and not log.problems:
        log.of_file(next(iter(files)), N_("there is nothing in it to load"))
    with transaction.atomic():
        # One load at a time, as of a season's spreadsheets.
        access.require_not_suspended(League.objects.select_for_update(no_key=True).get(pk=league.pk))
        planned = list(_plan(rows, league, log))
        if log.problems:
            raise Invalid(in_order(log.problems))
        if not check_only:
            _write(planned, league, by=by, now=now)
    return planned


def _write(planned: Sequence[PlannedWinner], league: League, *, by: User, now: dt.datetime) -> None:
    written = 0
    for one in planned:
        if not one.known:
            written += upsert_winner(
                league, one.fields, one.place, one.slug, None, one.team, one.players, by=by, now=now
            )[1]  # fmt: skip
    if written:
        what = Text.plural("loaded {n} past winner", "loaded {n} past winners", n=written)
        record_numbered(league, JournalKind.WINNER_RECORDED, "sheet:", what, by=by, now=now, data={"rows": written})


def _rows_of(file: str, data: bytes, log: Log) -> Iterator[Row]:
    try:
        sheets = sheets_of(file, data, _count_headings, Budget())
    except Unreadable as refused:
        log.of_file(file.replace(":", " "), refused.message)
        return
    for sheet in sheets:
        yield from _rows(sheet, log)


def _count_headings(cells: Sequence[str]) -> int:
    return len({COLUMNS.column(cell) for cell in cells if cell} - {None})


def _rows(sheet: Sheet, log: Log) -> Iterator[Row]:
    if not sheet.rows:
        return
    counts = [_count_headings(cells) for _, cells in sheet.rows[:TOP]]
    top = counts.index(max(counts))
    columns = {n: column for n, cell in enumerate(sheet.rows[top][1]) if cell and (column := COLUMNS.column(cell))}
    missing = [one.name for one in COLUMNS.required if one not in columns.values()]
    if missing:
        needed = ", ".join(f'"{name}"' for name in COLUMNS.needed)
        message = Text("no column {missing}; the columns must be {needed}", missing=", ".join(missing), needed=needed)
        log.of_file(sheet.place, message)
        return
    for line, cells in sheet.rows[top + 1 :]:
        texts = {column.name: cells[n] if n < len(cells) else "" for n, column in reversed(columns.items())}
        row = Row(sheet.place, line, clean_fields(texts))
        for n, column in columns.items():
            if (line, n) in sheet.faults:
                log.problem(row, column.name, sheet.faults[line, n], quote=False)
        if any(row.cells.values()):
            yield row


def _plan(rows: Sequence[Row], league: League, log: Log) -> Iterator[PlannedWinner]:
    """Yield the winners of the rows that are in order (three queries, and one for each competition that is new)."""
    names, slugs, lines = KnownNames(league), dict[str, str](), dict[tuple[str, ...], Row]()
    stored = Winner.objects.filter(league=league).values_list("slug", "year", "place", "name", "note")
    known = {(slug, year, place, name): note for slug, year, place, name, note in stored}
    for row in rows:
        fields = {name: row[name] for name in ("year", "competition", "note")}
        for heading, place in _PLACES.items():
            if place > 1 and not row[heading]:
                continue
            given = {**fields, "name": row[heading]} if place == 1 else {"name": row[heading]}
            for problem in check_winner(given):
                at = replace(problem, field=heading if problem.field == "name" else problem.field)
                log.problem(row, at.field, quoted(row[at.field], at.message) if row[at.field] else at, quote=False)
            if not log.good(row):
                continue
            competition = folded(fields["competition"])
            key = (competition, fields["year"], heading, folded(row[heading]))
            if (before := lines.setdefault(key, row)) is not row:
                log.problem(row, heading, Text("stands in line {line} already", line=row.line_of(before)))
            if competition not in slugs:
                slugs[competition] = slug_for(league, fields["competition"])
            slug, team, players = slugs[competition], *names.find(row[heading])
            there = known.get((slug, fields["year"], place, row[heading]))
            same = there is not None and (there == fields["note"] or not fields["note"])
            yield PlannedWinner({**fields, "name": row[heading]}, place, row, slug, team, players, same)
