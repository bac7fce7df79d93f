"""Workbooks as Excel, LibreOffice and Google Sheets save them (.xlsx), read with openpyxl.

It is imported when the first workbook comes: each process would take a quarter of a second longer to start, and hardly
one is ever given any.
"""

import zipfile
from importlib import import_module
from io import BytesIO
from typing import Any

from league.services.portability.imports.books.archive import DAMAGED, Extent, looked_through
from league.services.portability.imports.books.sheets import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_SHEETS,
    TOO_MANY_CELLS,
    Place,
    Unreadable,
    cell_name,
    text_of,
    tidy,
    too_large,
)
from league.translation import Text

Read = tuple[str, list[tuple[int, list[str]]], dict[Place, Text], list[tuple[int, int, int, int]]]


def read_xlsx(archive: zipfile.ZipFile, data: bytes) -> list[Read]:
    """Return each sheet: its name, rows, faults and merged cells.

    Raises:
        Unreadable: a sheet is too large, or there are too many.
    """
    extents = looked_through(archive)
    book = import_module("openpyxl").load_workbook(BytesIO(data), read_only=True, keep_links=False)
    try:
        if len(book.worksheets) > MOST_SHEETS:
            raise too_many(len(book.worksheets))
        if len(book.sheetnames) < max((extent.sheets for extent in extents.values()), default=0):
            # openpyxl passes over a sheet whose part is missing.
            raise Unreadable(DAMAGED)
        # The path is openpyxl's own affair, but it alone says which part holds which sheet.
        sheets = [(sheet, extents[sheet._worksheet_path]) for sheet in book.worksheets]
        for sheet, extent in sheets:
            if extent.rows > MOST_ROWS or extent.columns > MOST_COLUMNS:
                raise too_large(sheet.title)
        if sum(extent.rows * extent.columns for _, extent in sheets) > MOST_CELLS:
            raise Unreadable(TOO_MANY_CELLS)
        return [_sheet(sheet, extent) for sheet, extent in sheets]
    finally:
        book.close()


def too_many(count: int) -> Unreadable:
    """The refusal of a workbook with more sheets than are read."""
    return Unreadable(
        Text(
            "has {count} sheets; at most {most} are read. Save only those of the season", count=count, most=MOST_SHEETS
        )
    )


def _sheet(sheet: Any, extent: Extent) -> Read:
    rows: list[tuple[int, list[str]]] = []
    faults: dict[Place, Text] = {}
    if extent.rows:
        used = sheet.iter_rows(min_row=1, max_row=extent.rows, min_col=1, max_col=extent.columns)
        for line, cells in enumerate(used, start=1):
            for column, cell in enumerate(cells):
                fault = _fault(cell, line, column)
                if fault is not None:
                    faults[line, column] = fault
            texts = [tidy(text_of(_value(cell))) for cell in cells]
            if any(texts):
                rows.append((line, texts))
    return sheet.title, rows, faults, extent.merged


def _value(cell: Any) -> object:
    return "=" if cell.data_type == "f" else cell.value


def _fault(cell: Any, line: int, column: int) -> Text | None:
    if cell.data_type == "f":
        return formula(cell_name(line, column))
    if cell.data_type == "e":
        return Text(
            "cell {cell} shows an error, {error}; write the value itself",
            cell=cell_name(line, column),
            error=str(cell.value),
        )
    return None


def formula(cell: str) -> Text:
    """What is told of a cell with a formula."""
    return Text("cell {cell} is a formula; copy the column and paste it as values", cell=cell)
