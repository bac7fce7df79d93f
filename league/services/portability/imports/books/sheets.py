"""Sheets as they stand in a file, whatever its format: rows of texts, each with its line."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.rules.cells import unguarded
from league.translation import Text

# More than any league has: the largest of the sheets, the results, has thirty lines a fixture.
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 30_000, 60, 30
# Of a whole workbook, blank ones between others counted.
MOST_CELLS = 2_000_000
Place = tuple[int, int]


class Unreadable(Exception):
    """A file that cannot be read, or is refused unread; `message` says why and what would be right."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a file.

    Attributes:
        place: what it is called in a problem: the file, and the sheet where there are several.
        names: its own name, and the file's where that says something of it: they may tell its subject.
        rows: those that are not blank, each with its line; all as wide as the widest.
        faults: cells that hold no plain value, by line and column (from 0), and what is wrong with each.
        merged: first line, last line, first column and last column of merged cells.
    """

    place: str
    names: tuple[str, ...]
    rows: Sequence[tuple[int, list[str]]]
    faults: Mapping[Place, Text] = field(default_factory=dict)
    merged: Sequence[tuple[int, int, int, int]] = ()


def text_of(value: object) -> str:
    """Return a cell's value as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, dt.timedelta):
        within = dt.timedelta(0) <= value < dt.timedelta(days=1)
        value = (dt.datetime.combine(dt.date.min, dt.time()) + value).time() if within else str(value)
    if isinstance(value, dt.datetime):
        # Spreadsheets keep moments as fractions of a day, not always to the second.
        value = (value + dt.timedelta(milliseconds=500)).replace(microsecond=0)
        return value.date().isoformat() if value.time() == dt.time() else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, dt.time):
        rounded = (dt.datetime.combine(dt.date.min, value) + dt.timedelta(milliseconds=500)).time()
        # Whoever typed 8:30 into a cell, typed it as it is read elsewhere: without a zero before the hour.
        told = f"{rounded.hour}:{rounded:%M}"
        return f"{told}:{rounded:%S}" if rounded.second else told
    return str(value)


def tidy(text: str) -> str:
    """Return a cell's text without blanks around it, and without the apostrophe that guards it in CSV."""
    return unguarded(" ".join(text.split()))


def cell_name(line: int, column: int) -> str:
    """Return a cell's name as spreadsheet programs have it: line 3 of the first column is A3."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{line}"


def too_large(sheet: str) -> Unreadable:
    """The refusal of a sheet with more rows or columns than are read."""
    return Unreadable(
        Text(
            "the sheet {sheet} is too large: at most {rows} rows and {columns} columns are read. Delete what lies "
            "beyond them",
            sheet=sheet,
            rows=MOST_ROWS,
            columns=MOST_COLUMNS,
        )
    )


TOO_MANY_CELLS = Text(
    "has more than {cells} cells; save only the sheets of the season in a new workbook", cells=MOST_CELLS
)
