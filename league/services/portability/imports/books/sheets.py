"""Sheets as they stand in a file, whatever its format: rows of texts, each with its line."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from league.rules.cells import unguarded
from league.services.portability.imports.books.decoder import (
    LONGEST_CELL,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_LETTERS,
    MOST_ROWS,
    MOST_SHEETS,
)
from league.translation import N_, Text

Place = tuple[int, int]
Merged = tuple[int, int, int, int]


class Unreadable(Exception):
    """A file that cannot be read, or is refused unread; `message` says why and what would be right."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


@dataclass(slots=True)
class Budget:
    """The sheets, cells and letters that the files of one upload may still hold, whatever their formats.

    A few bytes may repeat a cell a million times, so what is counted is what they unpack to.
    """

    sheets: int = MOST_SHEETS
    cells: int = MOST_CELLS
    letters: int = MOST_LETTERS

    def take_sheets(self, count: int) -> None:
        """Count sheets; raise `Unreadable` where they are too many."""
        self.sheets -= count
        if self.sheets < 0:
            raise Unreadable(TOO_MANY_SHEETS)

    def take_cells(self, cells: int, letters: int = 0) -> None:
        """Count cells and their letters; raise `Unreadable` where they are too many."""
        self.cells -= cells
        self.letters -= letters
        if self.cells < 0:
            raise Unreadable(TOO_MANY_CELLS)
        if self.letters < 0:
            raise Unreadable(TOO_MANY_LETTERS)


@dataclass(slots=True)
class Sheet:
    """A sheet of a file: every format adds its rows here, and the limits are the same for each.

    Attributes:
        title: its own name; nothing for a text, which is one sheet.
        place: what it is called in a problem: the file, and the sheet where there are several.
        names: its own name, and the file's where that says something of it: they may tell its subject.
        rows: those that are not blank, each with its line; of a workbook all as wide as the widest.
        faults: cells that hold no plain value, by line and column (from 0), and what is wrong with each.
        merged: first line, last line, first column and last column of merged cells.
        hidden, hidden_lines, hidden_columns: it, or these of its rows or columns (from 0), cannot be seen in a
            spreadsheet program.
        of_xls: whether its cells have formulas, and which of its rows are hidden, cannot be told.
    """

    title: str
    place: str = ""
    names: tuple[str, ...] = ()
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    faults: dict[Place, Text] = field(default_factory=dict)
    merged: Sequence[Merged] = ()
    hidden: bool = False
    hidden_lines: Collection[int] = ()
    hidden_columns: Collection[int] = ()
    of_xls: bool = False

    def add_row(self, line: int, cells: Sequence[str], budget: Budget) -> None:
        """Add a row of cells that is not blank; raise `Unreadable` past the limits."""
        width = next((n for n in range(len(cells), 0, -1) if cells[n - 1].strip()), 0)
        if width > MOST_COLUMNS or (width and line > MOST_ROWS):
            raise too_large(self.title)
        texts = [tidy(cell[:LONGEST_CELL]) for cell in cells[:MOST_COLUMNS]]
        if not any(texts):
            return
        budget.take_cells(len(texts), sum(map(len, texts)))
        for column, cell in enumerate(cells[:width]):
            if len(cell) > LONGEST_CELL:
                self.faults[line, column] = too_long(cell_name(line, column))
        self.rows.append((line, texts))


def tidy(text: str) -> str:
    """Return a cell's text without blanks around it, and without the apostrophe that guards it in CSV."""
    return unguarded(" ".join(text.split()))


def cell_name(line: int, column: int) -> str:
    """Return a cell's name as spreadsheet programs have it: line 3 of the first column is A3."""
    return f"{column_name(column)}{line}"


def column_name(column: int) -> str:
    """Return a column's name as spreadsheet programs have it: the first is A, the 27th AA."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def too_large(sheet: str) -> Unreadable:
    if not sheet:
        return Unreadable(
            Text(
                "is too large: at most {rows} lines and {columns} columns are read. Save only what the season needs, "
                "or load it in parts",
                rows=MOST_ROWS,
                columns=MOST_COLUMNS,
            )
        )
    return Unreadable(
        Text(
            "the sheet {sheet} is too large: at most {rows} rows and {columns} columns are read. Delete what lies "
            "beyond them",
            sheet=sheet,
            rows=MOST_ROWS,
            columns=MOST_COLUMNS,
        )
    )


def too_long(cell: str) -> Text:
    return Text("cell {cell} holds more than {most} letters; shorten it", cell=cell, most=LONGEST_CELL)


TOO_MANY_SHEETS = Text("at most {most} sheets are read; save only those of the season", most=MOST_SHEETS)
TOO_MANY_CELLS = Text("has more than {cells} cells; save only what the season needs, or load it in parts",
                      cells=MOST_CELLS)  # fmt: skip
TOO_MANY_LETTERS = N_("has far more text than a season’s spreadsheets need; save only these in a new file")
