"""Opening the secretary's files: workbooks or CSV, told by what is in them and not by their names."""

import csv
import io
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import structlog

from league.rules.cells import unguarded
from league.services.portability.imports import decoder
from league.services.portability.imports.decoder import (
    LARGEST_FILE,
    LONGEST_CELL,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_LETTERS,
    MOST_ROWS,
    MOST_SHEETS,
)
from league.services.sandbox import Busy, Sandbox
from league.translation import N_, Text

Place = tuple[int, int]
Merged = tuple[int, int, int, int]


WORKBOOKS = (".xlsx", ".ods", ".xls")
MOST_FILES = 30
ENDINGS = (".csv", ".tsv", ".txt", *WORKBOOKS)


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


DELIMITERS = ",;\t"
# How a page or another document begins, whatever it is called.
DOCUMENTS = ("<!doctype", "<html", "<?xml", "%pdf-", "{\\rtf")
# Of the first lines, which tell the delimiter.
FIRST = 12
# Of a row, before it is taken apart into cells.
LONGEST_ROW = 100_000


def read_csv(data: bytes, headings_in: Callable[[Sequence[str]], int], budget: Budget) -> Sheet:
    """Return the rows of a text that are not blank, each with the line it begins on.

    Args:
        headings_in: counts the headings in a row; the delimiter is the one that shows most of them.

    Raises:
        Unreadable: the file is no such text.
    """
    text = _decoded(data)
    if "\0" in text:
        raise Unreadable(N_("this is not a CSV file; save the spreadsheet as CSV"))
    if text.lstrip()[:15].casefold().startswith(DOCUMENTS):
        raise Unreadable(N_("is not a spreadsheet, whatever it is called; save it as .xlsx, .ods or CSV"))
    first, _, rest = text.partition("\n")
    if first.casefold().startswith("sep=") and len(first.strip()) <= 5:
        # Excel's own way to name the delimiter; a tab may have been stripped as a blank.
        return _records(_without_blank_end(rest), first.rstrip("\r\n")[4:5] or "\t", budget, skipped=1)
    text = _without_blank_end(text)
    lines = islice(io.StringIO(text.lstrip("\r\n"), newline=""), FIRST)
    top = "\n".join(line.rstrip("\r\n") for line in lines)

    def likely(delimiter: str) -> tuple[int, int]:
        count = top.partition("\n")[0].count(delimiter)
        try:
            rows = [cells for _, cells in _records(top, delimiter, Budget()).rows]
        except Unreadable:
            return 0, count
        return max(map(headings_in, rows), default=0), count

    return _records(text, max(DELIMITERS, key=likely), budget)


def _without_blank_end(text: str) -> str:
    """Cut off the lines after the last that holds something: programs write up to a million of them."""
    end = len(text.rstrip("\r\n\t ,;"))
    return text[: next((at for at in (text.find("\n", end), text.find("\r", end)) if at >= 0), len(text))]


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", errors="replace")


def _records(text: str, delimiter: str, budget: Budget, skipped: int = 0) -> Sheet:
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1 + skipped
    sheet = Sheet("")
    try:
        for cells in reader:
            if line > MOST_ROWS:
                # Blank or not: a line that holds something comes after it.
                raise too_large("")
            sheet.add_row(line, cells, budget)
            line = reader.line_num + 1 + skipped
            lines.letters = 0
    except csv.Error as error:
        message = Text("line {line} cannot be read as CSV ({error})", line=line, error=str(error))
        raise Unreadable(message) from error
    return sheet


class _Lines(Iterator[str]):
    """The lines of a text, for a reader of rows; a row may go over several, within quotes.

    Attributes:
        letters: of the row that is being read.
    """

    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self.letters = 0

    def __next__(self) -> str:
        line = next(self._lines)
        self.letters += len(line)
        if self.letters > LONGEST_ROW:
            raise too_large("")
        return line


log = structlog.get_logger(__name__)

DECODER = Sandbox(
    Path(decoder.__file__).resolve(),
    memory=decoder.MEMORY,
    largest_output=decoder.LARGEST_OUTPUT,
    cpu_seconds=30,
    seconds=60.0,
    patience=30.0,
)
DAMAGED = N_("cannot be read: the workbook is damaged. Open it in a spreadsheet program and save it again as .xlsx")
BUSY = N_("cannot be read just now: other workbooks are being read; try again in a minute")
TOO_LARGE = N_("unpacks to far more than a season's spreadsheets need; save only these sheets in a new workbook")
REFUSALS = {
    "encrypted": N_("is protected by a password; save a copy without one"),
    "macros": N_("contains macros; save it as .xlsx (without macros), .ods or CSV"),
    "binary": N_("is a binary workbook (.xlsb); save it as .xlsx, .ods or CSV"),
    "no book": N_("is an archive, but not a workbook; save the spreadsheet as .xlsx, .ods or CSV"),
    "entities": N_("declares XML entities, which no spreadsheet program writes; save it again as .xlsx, .ods or CSV"),
    "unpacked": TOO_LARGE,
    "sheets": TOO_MANY_SHEETS,
    "cells": TOO_MANY_CELLS,
    "letters": TOO_MANY_LETTERS,
}


def is_workbook(data: bytes) -> bool:
    """Return True if a file's first bytes are those of a workbook, of whatever kind."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06") or data[:8] == decoder.OLE


def read_workbook(data: bytes, budget: Budget) -> list[Sheet]:
    """Return the sheets of a workbook; raise `Unreadable` with why it is refused."""
    try:
        status, written = DECODER.run(sent=data)
    except Busy as busy:
        raise Unreadable(BUSY) from busy
    if status != 0:
        # A signal or a limit: the operator's to know. The workbook itself is nobody's.
        log.warning("workbook_decoder_failed", status=status, bytes=len(data))
        raise Unreadable(TOO_LARGE if status < 0 else DAMAGED)
    try:
        answer = json.loads(written)
        if "refused" in answer:
            refused = str(answer["refused"])
            raise too_large(str(answer["sheet"])) if refused == "large" else Unreadable(REFUSALS.get(refused, DAMAGED))
        budget.take_sheets(len(answer["sheets"]))
        return [_sheet(sheet, budget, of_xls=data[:8] == decoder.OLE) for sheet in answer["sheets"]]
    except Unreadable:
        raise
    except Exception as found:
        log.warning("workbook_decoder_failed", status=status, bytes=len(data))
        raise Unreadable(DAMAGED) from found


def _sheet(written: dict[str, Any], budget: Budget, *, of_xls: bool) -> Sheet:
    sheet = Sheet(str(written["title"]), hidden=bool(written["hidden"]), of_xls=of_xls)
    sheet.merged = [(int(top), int(bottom), int(left), int(right)) for top, bottom, left, right in written["merged"]]
    sheet.hidden_lines, sheet.hidden_columns = set(written["hidden_lines"]), set(written["hidden_columns"])
    for line, cells in written["rows"]:
        sheet.add_row(int(line), [str(cell) for cell in cells], budget)
    for line, column, mark in written["marks"]:
        cell = cell_name(int(line), int(column))
        if mark == "=":
            message = Text("cell {cell} is a formula; copy the column and paste it as values", cell=cell)
        else:
            message = Text("cell {cell} shows an error, {error}; write the value itself", cell=cell, error=str(mark))
        sheet.faults[int(line), int(column)] = message
    return sheet


def sheets_of(
    file: str, data: bytes, headings_in: Callable[[Sequence[str]], int], budget: Budget | None = None
) -> list[Sheet]:
    """Return the sheets of a file; a text is one.

    Args:
        budget: what it may hold, less what files that are read with it hold; a whole one where it comes alone.

    Raises:
        Unreadable: it is no spreadsheet, or one that is refused; says why.
    """
    if len(data) > LARGEST_FILE:
        raise Unreadable(Text("is larger than {most} MB; load it in parts", most=LARGEST_FILE // 1024**2))
    budget = budget or Budget()
    # A colon parts a place from its line.
    name = file.replace(":", " ")
    stem = name.rpartition(".")[0] or name
    if is_workbook(data):
        sheets = read_workbook(data, budget)
    else:
        budget.take_sheets(1)
        sheets = [read_csv(data, headings_in, budget)]
    for sheet in sheets:
        title = sheet.title.replace(":", " ")
        sheet.place = name if len(sheets) == 1 else f"{name}, {title}"
        sheet.names = tuple(filter(None, (sheet.title, stem if len(sheets) == 1 else "")))
    return sheets
