"""How the secretary's files are understood: which subject a sheet has, and which of our columns each of its own is.

It is found by names and headings, shown before anything is loaded, and whoever loads the files may say otherwise. Rows
that people write into a list and that are none are not read: byes, separators, totals.
"""

import datetime as dt
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from league.enums import Night
from league.rules.names import clean_line
from league.rules.problems import Problem
from league.rules.wording import clock, weekday_spelt
from league.services.portability.imports.books import Budget, Sheet, Unreadable, cell_name, column_name, sheets_of
from league.services.portability.imports.columns import HEADINGS, SUBJECTS, Column, squashed, word_of
from league.services.portability.imports.moments import date_of, either_way, month_of
from league.services.portability.imports.parsers import Wrong, parse_date, parse_dates, shortened
from league.services.portability.imports.readers import Log, Row, check_cells
from league.translation import N_, Text

Kind = Literal["bye", "separator", "total", "headings"]
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


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A row that is not read, since it is no fixture, team or result.

    Attributes:
        text: of its first cell with something in it.
    """

    line: int
    kind: Kind
    text: str


def kind_of_row(
    subject: str, cells: Sequence[str], columns: Mapping[int, Column], headings: Sequence[str]
) -> Kind | None:
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
    of_month = month_of(words[0].rstrip(".,")) is not None and len(words) < 3
    return bool(_HEADS.fullmatch(text[:LONGEST])) or of_month or date_of(text) is not None


def describe_passed_over(rows: Collection[PassedOver]) -> Text:
    """Return how many rows of each kind are not read, and where the first of each is."""
    found = []
    for kind in ("separator", "bye", "total", "headings"):
        alike = [row for row in rows if row.kind == kind]
        if alike:
            found.append(_counted(kind, len(alike), alike[0]))
    return Text("not read: {rows}", rows=Text.joined("; ", found))


def _counted(kind: str, n: int, first: PassedOver) -> Text:
    line = first.line
    if kind == "separator":
        return Text.plural(
            "{n} row that only heads others (“{text}” in line {line})",
            "{n} rows that only head others (the first is “{text}” in line {line})",
            n=n, text=shortened(first.text), line=line,
        )  # fmt: skip
    if kind == "bye":
        return Text.plural("{n} bye (line {line})", "{n} byes (the first in line {line})", n=n, line=line)
    if kind == "total":
        return Text.plural("{n} total (line {line})", "{n} totals (the first in line {line})", n=n, line=line)
    return Text.plural(
        "{n} row that repeats the headings (line {line})",
        "{n} rows that repeat the headings (the first in line {line})",
        n=n,
        line=line,
    )


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
class Understood:
    """A sheet as it was understood.

    Attributes:
        subject: of `SUBJECTS`; None where it is unknown, or left out.
        top: which of its rows has the headings.
        columns: by number, our column.
        rows: those below the headings that are read, each with its line.
        passed_over: those that are not.
    """

    sheet: Sheet
    subject: str | None
    left_out: bool = False
    top: int = 0
    columns: Mapping[int, Column] = field(default_factory=dict)
    rows: Sequence[tuple[int, list[str]]] = ()
    passed_over: Sequence[PassedOver] = ()

    @property
    def headings(self) -> list[str]:
        return self.sheet.rows[self.top][1] if self.sheet.rows else []

    def heading(self, number: int) -> str:
        return self.headings[number][:LONGEST_SHOWN] if number < len(self.headings) else ""

    def filled(self, number: int) -> bool:
        return any(number < len(cells) and cells[number] for _, cells in self.rows)

    def samples(self, number: int) -> list[Text]:
        column = self.columns.get(number)
        texts = (cells[number] for _, cells in self.rows if number < len(cells) and cells[number])
        return [shown(column, text) for text, _ in zip(dict.fromkeys(texts), range(SAMPLES), strict=False)]

    def either_way(self, number: int) -> str:
        """Return the first date of a column that somebody may have meant month first, or nothing."""
        column = self.columns.get(number)
        if column is None or column.parse not in (parse_date, parse_dates):
            return ""
        return next((cells[number] for _, cells in self.rows if number < len(cells) and either_way(cells[number])), "")

    def missing(self) -> list[str]:
        found = {column.name for column in self.columns.values()}
        required = SUBJECTS[self.subject].required if self.subject else ()
        return [column.name for column in required if column.name not in found]

    def remarks(self) -> list[Text]:
        """Return what whoever loads a sheet may not expect: what is hidden in it, not read, or not there."""
        if not self.subject or not self.sheet.rows or self.missing():
            return []
        found = [N_("this sheet is hidden in the workbook; it is read all the same")] if self.sheet.hidden else []
        lines = [line for line, _ in self.rows if line in self.sheet.hidden_lines]
        if lines:
            found.append(
                Text.plural(
                    "{n} row is hidden in the workbook and read all the same: line {lines}",
                    "{n} rows are hidden in the workbook and read all the same: lines {lines}",
                    n=len(lines),
                    lines=", ".join(map(str, lines[:SAMPLES])) + ("…" if len(lines) > SAMPLES else ""),
                )
            )
        columns = [n for n in self.columns if n in self.sheet.hidden_columns and self.filled(n)]
        if columns:
            found.append(
                Text.plural(
                    "{n} column is hidden in the workbook and read all the same: {columns}",
                    "{n} columns are hidden in the workbook and read all the same: {columns}",
                    n=len(columns),
                    columns=", ".join(f"{column_name(n)} ({self.heading(n)})" for n in sorted(columns)),
                )
            )
        if self.sheet.of_xls:
            found.append(
                N_("of an .xls workbook formulas are read as they were last saved, and hidden rows are not told")
            )
        if self.passed_over:
            found.append(describe_passed_over(self.passed_over))
        if not self.rows:
            found.append(Text("no row is read below the headings in line {line}", line=self.sheet.rows[self.top][0]))
        return found


def shown(column: Column | None, text: str) -> Text:
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


def understood(files: Mapping[str, bytes], log: Log, choices: Choices | None = None) -> list[Understood]:
    """Return how every sheet of the files is understood; files that cannot be read are in `log`."""
    found: list[Understood] = []
    budget = Budget()
    for file, data in files.items():
        try:
            sheets = sheets_of(file, data, _count_headings, budget)
        except Unreadable as refused:
            log.of_file(file.replace(":", " "), refused.message)
            continue
        found += [_understand(sheet, (choices or {}).get(sheet.place, Choice())) for sheet in sheets]
    return found


def _count_headings(cells: Sequence[str]) -> int:
    return max(_count_subject_headings(subject, cells) for subject in SUBJECTS)


def _count_subject_headings(subject: str, cells: Sequence[str]) -> int:
    columns = (SUBJECTS[subject].column(cell) for cell in cells if cell)
    return len({column.name for column in columns if column is not None})


def _understand(sheet: Sheet, choice: Choice) -> Understood:
    if choice.subject == LEFT_OUT:
        return Understood(sheet, None, left_out=True)
    subject = choice.subject if choice.subject in SUBJECTS else _subject_of(sheet)
    first = [cells for _, cells in sheet.rows[:TOP]]
    counts = [_count_headings(cells) if subject is None else _count_subject_headings(subject, cells) for cells in first]
    top = counts.index(max(counts)) if counts else 0
    if subject is None:
        return Understood(sheet, None, top=top, rows=sheet.rows[top + 1 :])
    columns = {}
    for number, heading in enumerate(first[top] if first else ()):
        column = SUBJECTS[subject].column(heading) if heading else None
        if number in choice.columns:
            column = SUBJECTS[subject].column(choice.columns[number])
        if column is not None:
            columns[number] = column
    headings = first[top] if first else []
    rows: list[tuple[int, list[str]]] = []
    passed_over = []
    for line, cells in sheet.rows[top + 1 :]:
        kind = kind_of_row(subject, cells, columns, headings)
        if kind is None:
            rows.append((line, cells))
        else:
            passed_over.append(PassedOver(line, kind, next(filter(None, cells))))
    return Understood(sheet, subject, top=top, columns=columns, rows=rows, passed_over=passed_over)


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


def rows_of(sheets: Sequence[Understood], log: Log, among: Collection[str] = tuple(HEADINGS)) -> dict[str, list[Row]]:
    """Return the rows of each subject; what is wrong with a sheet as a whole is in `log`.

    Args:
        among: the subjects that may be loaded: all of them, or those of a draft.
    """
    rows: dict[str, list[Row]] = {}
    for one in sheets:
        place = one.sheet.place
        if one.left_out:
            continue
        if not one.sheet.rows and one.subject is None:
            log.empty(place)
        elif one.subject is None:
            log.of_file(place, _strange(among))
        elif one.subject not in among:
            files = ", ".join(among)
            log.of_file(place, Text("is for a season that runs; a draft is made of {files}", files=files))
        else:
            rows.setdefault(one.subject, []).extend(_rows(one, log))
            log.warnings += [Problem("import", remark, where=f"{place}:1") for remark in one.remarks()]
    return rows


def _strange(among: Collection[str]) -> Text:
    known = ", ".join(word_of(subject) for subject in among)
    return Text("is none of {known}: give it one of these names, or leave it out", known=known)


def _rows(one: Understood, log: Log) -> Iterator[Row]:
    place = one.sheet.place
    if not one.sheet.rows:
        log.of_file(place, N_("the file is empty"))
        return
    if one.missing():
        needed = SUBJECTS[str(one.subject)].needed
        message = Text(
            "no column {missing}; the columns must be {needed}", missing=_list(one.missing()), needed=_list(needed)
        )
        log.of_file(place, message)
        return
    twice = [name for name, count in Counter(column.name for column in one.columns.values()).items() if count > 1]
    if twice:
        numbers = [number for number, column in one.columns.items() if column.name == twice[0]]
        both = _list([one.heading(number) for number in numbers])
        log.of_file(place, Text("{columns} are both “{name}”; rename one of them", columns=both, name=twice[0]))
        return
    faults = _faults(one)
    written = {
        column.name: one.heading(number)
        for number, column in one.columns.items()
        if one.heading(number) and one.heading(number).casefold() != column.name
    }
    for line, cells in one.rows:
        texts = {
            column.name: clean_line(cells[number]) if number < len(cells) else ""
            for number, column in one.columns.items()
        }
        row = Row(place, line, texts, written)
        check_cells(row, log)
        if any(cells[len(one.headings) :]):
            first = one.columns[min(one.columns)].name
            log.problem(row, first, N_("this line has more cells than there are headings"), quote=False)
        for number, column in one.columns.items():
            if (line, number) in faults:
                log.problem(row, column.name, faults[line, number], quote=False)
        if any(texts.values()):
            yield row


def _faults(one: Understood) -> dict[tuple[int, int], Text]:
    """Return what is wrong with cells that are read, by line and column: formulas, errors, merged cells."""
    found = dict(one.sheet.faults)
    lines = [line for line, _ in one.rows]
    for top, bottom, left, right in one.sheet.merged:
        first = next((n for n in one.columns if left <= n <= right), None)
        at = bisect_left(lines, top)
        line = lines[at] if at < len(lines) and lines[at] <= bottom else None
        if first is not None and line is not None:
            cells = f"{cell_name(top, left)}:{cell_name(bottom, right)}"
            found[line, first] = Text("the cells {cells} are merged; unmerge them, and fill in each", cells=cells)
    return found


def _list(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
