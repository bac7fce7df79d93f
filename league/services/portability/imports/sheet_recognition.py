"""How the secretary's files are understood: which subject a sheet has, and which of our columns each of its own is.

It is found by names and headings, shown before anything is loaded, and whoever loads the files may say otherwise. Rows
that people write into a list and that are none are not read: byes, separators, totals.
"""

import datetime as dt
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from league.enums import Night
from league.rules.names import clean_line
from league.rules.wording import clock, weekday_spelt
from league.services.portability.imports.books import Budget, Sheet, Unreadable, cell_name, column_name, sheets_of
from league.services.portability.imports.columns import Column, Row, squashed
from league.services.portability.imports.dates import date_of, either_way, month_of
from league.services.portability.imports.parsers import Wrong, parse_date, parse_dates, shortened
from league.services.portability.imports.row_reader import Log, check_cells
from league.services.portability.imports.spreadsheets import HEADINGS, SUBJECTS, word_of
from league.translation import N_, Text

SkippedKind = Literal["separator", "bye", "total", "headings"]
SKIPPED_KINDS: tuple[SkippedKind, ...] = get_args(SkippedKind)
# The lines of a sheet, each with its number.
Lines = Sequence[tuple[int, list[str]]]
BYES = {"bye", "byeweek", "nogame", "nomatch", "nofixture", "noopponent", "freeweek", "restweek"}
TOTALS = re.compile(r"(?:(?:grand|sub|season|match|week|weekly)?totals?(?:games|points|scores?|fixtures|matches)?|sum)")
_NUMBER = r"(?:\d{1,2}|[ivx]{1,4}|one|two|three|four|five|six|[a-h])\b"
_HEADS = re.compile(
    rf"(?:week|wk|round|rd|match ?(?:day|night|week)|division|div|section)[\s.:#-]*(?:no\.? *)?{_NUMBER}.*"
    r"|(?:week|w/c|w/e)\b.*\b(?:commencing|beginning|starting|ending|of)\b.*|w/[ce]\b.*"
    r"|(?:first|second|third|1st|2nd|3rd) (?:half|round)\b.*",
    re.IGNORECASE,
)
# Of a row that heads others, as far as it is looked at.
LONGEST = 100
# A venue may be called "Round 1", and a season has one row.
WITHOUT_SEPARATORS = {"venues.csv", "season.csv"}
# Above the headings there may be a title, a season, a blank line or two.
TOP = 10
LEFT_OUT = "leave out"
SAMPLES = 3
# Of a heading or a cell, as far as it is repeated to whoever loads it.
LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody says that a sheet is, where it was understood otherwise.

    Attributes:
        subject: of `SUBJECTS`, `LEFT_OUT`, or nothing to let it be found.
        columns: by number from 0, our column's name, or nothing for one that is not read.
    """

    subject: str = ""
    columns: Mapping[int, str] = field(default_factory=dict)


Choices = Mapping[str, Choice]


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """A sheet as it was understood.

    Attributes:
        subject: of `SUBJECTS`; None where it is unknown, or left out.
        headings: of the row that has them, in `line`.
        columns: by number, our column.
        rows: those below the headings that are read, each with its line.
        skipped: those that are not, by why.
    """

    sheet: Sheet
    subject: str | None
    left_out: bool = False
    line: int = 0
    headings: Sequence[str] = ()
    columns: Mapping[int, Column] = field(default_factory=dict)
    rows: Lines = ()
    skipped: Mapping[SkippedKind, Lines] = field(default_factory=dict)

    def heading(self, number: int) -> str:
        return self.headings[number][:LONGEST_SHOWN] if number < len(self.headings) else ""

    def cells(self, number: int) -> Iterator[str]:
        """Yield what stands in a column, without its blank cells."""
        return (cells[number] for _, cells in self.rows if number < len(cells) and cells[number])

    def filled(self, number: int) -> bool:
        return any(self.cells(number))

    def samples(self, number: int) -> list[Text]:
        texts = list(dict.fromkeys(self.cells(number)))[:SAMPLES]
        return [_format_sample(self.columns.get(number), text) for text in texts]

    def either_way(self, number: int) -> str:
        """Return the first date of a column that somebody may have meant month first, or nothing."""
        column = self.columns.get(number)
        of_dates = column is not None and column.parse in (parse_date, parse_dates)
        return next(filter(either_way, self.cells(number)), "") if of_dates else ""

    def missing(self) -> list[str]:
        present = {column.name for column in self.columns.values()}
        required = SUBJECTS[self.subject].required if self.subject else ()
        return [column.name for column in required if column.name not in present]

    def remarks(self) -> list[Text]:
        """Return what whoever loads a sheet may not expect: what is hidden in it, not read, or not there."""
        if not self.subject or not self.sheet.rows or self.missing():
            return []
        remarks = [N_("this sheet is hidden in the workbook; it is read all the same")] if self.sheet.hidden else []
        lines = [line for line, _ in self.rows if line in self.sheet.hidden_lines]
        if lines:
            remarks.append(
                Text.plural(
                    "{n} row is hidden in the workbook and read all the same: line {lines}",
                    "{n} rows are hidden in the workbook and read all the same: lines {lines}",
                    n=len(lines),
                    lines=", ".join(map(str, lines[:SAMPLES])) + ("…" if len(lines) > SAMPLES else ""),
                )
            )
        columns = sorted(n for n in self.columns if n in self.sheet.hidden_columns and self.filled(n))
        if columns:
            remarks.append(
                Text.plural(
                    "{n} column is hidden in the workbook and read all the same: {columns}",
                    "{n} columns are hidden in the workbook and read all the same: {columns}",
                    n=len(columns),
                    columns=", ".join(f"{column_name(n)} ({self.heading(n)})" for n in columns),
                )
            )
        if self.sheet.of_xls:
            remarks.append(
                N_("of an .xls workbook formulas are read as they were last saved, and hidden rows are not told")
            )
        if self.skipped:
            skipped = [_describe_skipped(kind, self.skipped[kind]) for kind in SKIPPED_KINDS if kind in self.skipped]
            remarks.append(Text("not read: {rows}", rows=Text.joined("; ", skipped)))
        if not self.rows:
            remarks.append(Text("no row is read below the headings in line {line}", line=self.line))
        return remarks


def _describe_skipped(kind: SkippedKind, lines: Lines) -> Text:
    """Return how many rows of a kind are not read, and where the first is."""
    n, (line, cells) = len(lines), lines[0]
    if kind == "separator":
        return Text.plural(
            "{n} row that only heads others (“{text}” in line {line})",
            "{n} rows that only head others (the first is “{text}” in line {line})",
            n=n, text=shortened(next(filter(None, cells))), line=line,
        )  # fmt: skip
    if kind == "bye":
        return Text.plural("{n} bye (line {line})", "{n} byes (the first in line {line})", n=n, line=line)
    if kind == "total":
        return Text.plural("{n} total (line {line})", "{n} totals (the first in line {line})", n=n, line=line)
    return Text.plural(
        "{n} row that repeats the headings (line {line})",
        "{n} rows that repeat the headings (the first in line {line})",
        n=n, line=line,
    )  # fmt: skip


def _format_sample(column: Column | None, text: str) -> Text:
    """Return a cell's text as it is understood in a column; of what is no date, what is wrong with it."""
    try:
        value = column.parse(text) if column is not None else text
    except Wrong as wrong:
        value = wrong.texts[0] if column is not None and column.parse is parse_date else text
    if isinstance(value, Text):
        return value
    if isinstance(value, dt.date):
        return weekday_spelt(value)
    if isinstance(value, dt.time):
        return clock(value)
    return Text("{night}", night=value.label) if isinstance(value, Night) else Text("{text}", text=text[:LONGEST_SHOWN])


def _skipped_kind(
    subject: str, cells: Sequence[str], columns: Mapping[int, Column], headings: Sequence[str]
) -> SkippedKind | None:
    """Return why a row below the headings is not read, None for one that is."""
    filled = [cell for cell in cells if cell]
    if not filled or subject == "season.csv":
        return None
    if len(filled) > 1 and all(cell == heading for cell, heading in zip(cells, headings, strict=False) if cell):
        return "headings"
    if TOTALS.fullmatch(squashed(filled[0][:LONGEST])):
        return "total"
    sides = (cells[n] for n, column in columns.items() if column.name in ("home", "away", "team") and n < len(cells))
    if any(squashed(side) in BYES for side in sides):
        return "bye"
    heads = len(set(filled)) == 1 and subject not in WITHOUT_SEPARATORS and _heads_others(filled[0])
    return "separator" if heads else None


def _heads_others(text: str) -> bool:
    words = text.casefold().split()
    is_month = month_of(words[0].rstrip(".,")) is not None and len(words) < 3
    return bool(_HEADS.fullmatch(text[:LONGEST])) or is_month or date_of(text) is not None


def understand_files(files: Mapping[str, bytes], log: Log, choices: Choices | None = None) -> list[SheetPreview]:
    """Return how every sheet of the files is understood; files that cannot be read are in `log`."""
    previews: list[SheetPreview] = []
    budget = Budget()
    for file, data in files.items():
        try:
            sheets = sheets_of(file, data, _count_headings, budget)
        except Unreadable as refused:
            log.of_file(file.replace(":", " "), refused.message)
            continue
        previews += [_understand(sheet, (choices or {}).get(sheet.place, Choice())) for sheet in sheets]
    return previews


def _count_headings(cells: Sequence[str]) -> int:
    return max(_count_subject_headings(subject, cells) for subject in SUBJECTS)


def _count_subject_headings(subject: str, cells: Sequence[str]) -> int:
    return len({SUBJECTS[subject].column(cell) for cell in cells if cell} - {None})


def _understand(sheet: Sheet, choice: Choice) -> SheetPreview:
    if choice.subject == LEFT_OUT:
        return SheetPreview(sheet, None, left_out=True)
    subject = choice.subject if choice.subject in SUBJECTS else _subject_of(sheet)
    if not sheet.rows:
        return SheetPreview(sheet, subject)
    first = [cells for _, cells in sheet.rows[:TOP]]
    counts = [_count_headings(cells) if subject is None else _count_subject_headings(subject, cells) for cells in first]
    top = counts.index(max(counts))
    line, headings = sheet.rows[top]
    below = sheet.rows[top + 1 :]
    if subject is None:
        return SheetPreview(sheet, None, line=line, headings=headings, rows=below)
    chosen = {n: choice.columns.get(n, heading) for n, heading in enumerate(headings)}
    columns = {n: column for n, heading in chosen.items() if heading and (column := SUBJECTS[subject].column(heading))}
    rows: list[tuple[int, list[str]]] = []
    skipped: dict[SkippedKind, list[tuple[int, list[str]]]] = defaultdict(list)
    for row in below:
        kind = _skipped_kind(subject, row[1], columns, headings)
        (rows if kind is None else skipped[kind]).append(row)
    return SheetPreview(sheet, subject, False, line, headings, columns, rows, skipped)


def _subject_of(sheet: Sheet) -> str | None:
    """Return the subject whose name a sheet has, or all of whose headings, or whose name is a word of its name."""
    named = {squashed(name): key for key, one in SUBJECTS.items() for name in (word_of(key), *one.also)}
    for name in sheet.names:
        if squashed(name) in named:
            return named[squashed(name)]
    rows = [cells for _, cells in sheet.rows[:TOP]]
    whole = [key for key in SUBJECTS if any(_has_all(key, cells) for cells in rows)]
    if len(whole) == 1:
        return whole[0]
    words = {squashed(word) for name in sheet.names for word in name.replace("_", " ").replace("-", " ").split()}
    of_words = {named[word] for word in words if word in named}
    return of_words.pop() if len(of_words) == 1 else None


def _has_all(subject: str, cells: Sequence[str]) -> bool:
    columns = {SUBJECTS[subject].column(cell) for cell in cells if cell}
    return columns.issuperset(SUBJECTS[subject].required)


def rows_of(
    previews: Sequence[SheetPreview], log: Log, among: Collection[str] = tuple(HEADINGS)
) -> dict[str, list[Row]]:
    """Return the rows of each subject; what is wrong with a sheet as a whole is in `log`.

    Args:
        among: the subjects that may be loaded: all of them, or those of a draft.
    """
    rows: dict[str, list[Row]] = {}
    for preview in previews:
        place = preview.sheet.place
        if preview.left_out:
            continue
        if not preview.sheet.rows and preview.subject is None:
            log.warn_of_file(place, N_("the sheet is empty"))
        elif preview.subject is None:
            known = ", ".join(map(word_of, among))
            message = Text("is none of {known}: give it one of these names, or leave it out", known=known)
            log.of_file(place, message)
        elif preview.subject not in among:
            files = ", ".join(among)
            log.of_file(place, Text("is for a season that runs; a draft is made of {files}", files=files))
        else:
            read = rows.setdefault(preview.subject, [])
            wrong = _wrong_headings(preview, preview.subject)
            if wrong:
                log.of_file(place, wrong)
            else:
                read += _rows(preview, log)
            for remark in preview.remarks():
                log.warn_of_file(place, remark)
    return rows


def _wrong_headings(preview: SheetPreview, subject: str) -> Text | None:
    if not preview.sheet.rows:
        return N_("the file is empty")
    if missing := preview.missing():
        return Text(
            "no column {missing}; the columns must be {needed}",
            missing=_list(missing), needed=_list(SUBJECTS[subject].needed),
        )  # fmt: skip
    counts = Counter(column.name for column in preview.columns.values())
    for name, count in counts.items():
        if count > 1:
            both = _list([preview.heading(n) for n, column in preview.columns.items() if column.name == name])
            return Text("{columns} are both “{name}”; rename one of them", columns=both, name=name)
    return None


def _rows(preview: SheetPreview, log: Log) -> Iterator[Row]:
    faults, columns = _faults(preview), preview.columns
    written = {
        column.name: heading
        for number, column in columns.items()
        if (heading := preview.heading(number)) and heading.casefold() != column.name
    }
    for line, cells in preview.rows:
        texts = {column.name: clean_line(cells[n]) if n < len(cells) else "" for n, column in columns.items()}
        row = Row(preview.sheet.place, line, texts, written)
        check_cells(row, log)
        if any(cells[len(preview.headings) :]):
            first = columns[min(columns)].name
            log.problem(row, first, N_("this line has more cells than there are headings"), quote=False)
        for number, column in columns.items():
            if (line, number) in faults:
                log.problem(row, column.name, faults[line, number], quote=False)
        if any(texts.values()):
            yield row


def _faults(preview: SheetPreview) -> dict[tuple[int, int], Text]:
    """Return what is wrong with cells that are read, by line and column: formulas, errors, merged cells."""
    faults = dict(preview.sheet.faults)
    lines = [line for line, _ in preview.rows]
    for top, bottom, left, right in preview.sheet.merged:
        first = next((n for n in preview.columns if left <= n <= right), None)
        at = bisect_left(lines, top)
        line = lines[at] if at < len(lines) and lines[at] <= bottom else None
        if first is not None and line is not None:
            cells = f"{cell_name(top, left)}:{cell_name(bottom, right)}"
            faults[line, first] = Text("the cells {cells} are merged; unmerge them, and fill in each", cells=cells)
    return faults


def _list(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
