"""Reading the secretary's spreadsheets as Excel saves them: whatever delimiter, encoding or date, one row at a time."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from league.rules.cells import unguarded
from league.rules.problems import Problem
from league.translation import N_, Text

DELIMITERS = ",;\t"
DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y")
# Beyond these a mistyped year would run out of the calendar.
YEARS = range(1900, 2200)
NO_DATE = N_("is not a date; write it like 2026-09-15 or 15/09/2026")
NO_DAY = N_("there is no such day; write it like 2026-09-15 or 15/09/2026")
LOOKS_LIKE_A_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")

# The secretary's own headings; those of each file that must be there.
HEADINGS: dict[str, tuple[str, ...]] = {
    "venues.csv": ("venue", "address", "fixtures at once"),
    "season.csv": ("season", "first week", "rounds", "blank week", "weeks with no play", "format", "points per game"),
    "teams.csv": ("team", "division", "home venue", "home night", "start", "cannot play on"),
    "players.csv": ("player", "team", "role", "email"),
    "fixtures.csv": ("division", "round", "week", "date", "home", "away"),
    "results.csv": (
        "division", "date", "home", "away", "match", "format", "home players", "away players", "game", "score", "note",
    ),
}  # fmt: skip
# Those of every file that is read at all. Wishes are only for a timetable; an import has no use for them.
COLUMNS: dict[str, tuple[str, ...]] = {**HEADINGS, "wishes.csv": ("wish", "team", "other", "round", "week")}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file.

    Attributes:
        line: the line of the file it begins on; the headings stand on line 1.
        cells: by heading, without blanks around them.
    """

    file: str
    line: int
    cells: dict[str, str]

    def __getitem__(self, heading: str) -> str:
        return self.cells.get(heading, "")

    def __contains__(self, heading: str) -> bool:
        """Whether its file has such a column."""
        return heading in self.cells


@dataclass(slots=True)
class Log:
    """The findings on the way. Problems stop the import, warnings do not."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    faulty: dict[tuple[str, int], Row] = field(default_factory=dict)
    unreadable: bool = False

    def problem(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        """Something wrong in a cell, or a rule's problem with it; the cell is quoted in front of the message."""
        self.faulty[row.file, row.line] = row
        self.problems.append(_located(row, heading, message, quote))

    def warning(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        """Something odd in a cell that does not stop the import."""
        self.warnings.append(_located(row, heading, message, quote))

    def of_file(self, file: str, message: Text, *, field: str = "") -> None:
        """Something wrong with a whole file; without it the others cannot be judged."""
        self.unreadable = True
        self.problems.append(Problem("import", message, field, where=f"{file}:1"))

    def passed_over(self, row: Row) -> None:
        """A row that rests on a faulty one: it cannot be judged, and nothing is said of it."""
        self.faulty[row.file, row.line] = row

    def good(self, row: Row) -> bool:
        """Return True if nothing has been found wrong in a row."""
        return (row.file, row.line) not in self.faulty


def _located(row: Row, heading: str, found: Text | Problem, quote: bool) -> Problem:
    message = found.message if isinstance(found, Problem) else found
    text = _quoted(row[heading], message) if quote else message
    return Problem("import", text, heading, f"{row.file}:{row.line}")


def _quoted(cell: str, message: str) -> Text:
    return Text('"{cell}": {message}', cell=cell, message=message)


def told(problem: Problem) -> str:
    """A located problem in one line of English: ``results.csv:17, score: "119-117": nobody reached 121``."""
    place = f"{problem.where}, {problem.field}" if problem.field else problem.where
    return f"{place}: {problem.message}" if place else problem.message


def in_order(problems: list[Problem]) -> list[Problem]:
    """Problems by file and line."""

    def key(problem: Problem) -> tuple[int, str, int]:
        file, _, line = problem.where.partition(":")
        order = list(COLUMNS)
        return order.index(file) if file in order else -1, file, int(line or 0)

    return sorted(problems, key=key)


def read_rows(file: str, data: bytes, log: Log) -> list[Row]:
    """The rows of a file under the headings it must have; blank ones are left out."""
    text = _decoded(data)
    if "\0" in text:
        log.of_file(file, N_("this is not a CSV file; save the spreadsheet as CSV"))
        return []
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    records = _records(text, delimiter, file, log)
    headings: list[str] = []
    rows: list[Row] = []
    for line, cells in records:
        if not headings:
            headings = [" ".join(cell.casefold().split()) for cell in cells]
            missing = [heading for heading in COLUMNS[file] if heading not in headings]
            if missing:
                log.of_file(file, _without(missing, COLUMNS[file]))
                return []
            continue
        row = Row(file, line, dict(zip(headings, cells, strict=False)))
        if any(cells[len(headings) :]):
            log.problem(row, headings[0], N_("this line has more cells than there are headings"), quote=False)
        rows.append(row)
    if not headings:
        log.of_file(file, N_("the file is empty"))
    return rows


def _without(missing: list[str], needed: tuple[str, ...]) -> Text:
    return Text("no column {missing}; the columns must be {needed}", missing=_list(missing), needed=_list(needed))


def _list(words: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", errors="replace")


def _records(text: str, delimiter: str, file: str, log: Log) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            stripped = [unguarded(" ".join(cell.split())) for cell in cells]
            if any(stripped):
                yield line, stripped
            line = reader.line_num + 1
    except csv.Error as error:
        log.of_file(file, Text("line {line} cannot be read as CSV ({error})", line=line, error=str(error)))


def date_of(text: str) -> dt.date | None:
    """Return the date that a text is, in any of the ways dates are written; None if it is none."""
    for layout in DATE_FORMATS:
        try:
            date = dt.datetime.strptime(text, layout).date()  # noqa: DTZ007 - a date has no time zone
        except ValueError:
            continue
        if date.year in YEARS:
            return date
    return None


def read_date(row: Row, heading: str, log: Log, text: str | None = None) -> dt.date | None:
    """The date in a cell (or in one part of it); None, and a problem, if it is none."""
    text = row[heading] if text is None else text
    date = date_of(text)
    if date is not None:
        return date
    message = NO_DAY if LOOKS_LIKE_A_DATE.fullmatch(text) else NO_DATE
    log.problem(row, heading, _quoted(text, message), quote=False)
    return None


def read_dates(row: Row, heading: str, log: Log) -> tuple[dt.date, ...]:
    """The dates of a cell, separated by semicolons or commas."""
    parts = [part.strip() for part in re.split("[;,]", row[heading]) if part.strip()]
    found = [read_date(row, heading, log, part) for part in parts]
    return tuple(date for date in found if date is not None)


def read_number(row: Row, heading: str, log: Log, *, least: int = 1, most: int = 99) -> int | None:
    """The whole number in a cell; None, and a problem, if it is none or out of bounds."""
    text = row[heading]
    if re.fullmatch(r"[0-9]{1,4}", text) and least <= int(text) <= most:
        return int(text)
    log.problem(row, heading, Text("write a whole number from {least} to {most}", least=least, most=most))
    return None
