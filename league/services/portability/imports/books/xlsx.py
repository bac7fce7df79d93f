"""Workbooks as Excel, LibreOffice and Google Sheets save them (.xlsx), read with openpyxl.

It is imported when the first workbook comes: each process would take a quarter of a second longer to start, and hardly
one is ever given any.
"""

import zipfile
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from typing import Any

from league.services.portability.imports.books.archive import DAMAGED, Extent, looked_through
from league.services.portability.imports.books.sheets import (
    LONGEST_CELL,
    LONGEST_TITLE,
    MOST_COLUMNS,
    MOST_ROWS,
    Budget,
    SheetRows,
    Unreadable,
    cell_name,
    text_of,
    too_large,
)
from league.translation import Text


def read_xlsx(archive: zipfile.ZipFile, data: bytes, budget: Budget) -> list[SheetRows]:
    """Return the sheets of a workbook.

    Raises:
        Unreadable: a sheet is too large, or there are too many.
    """
    extents = looked_through(archive)
    book = import_module("openpyxl").load_workbook(BytesIO(data), read_only=True, keep_links=False)
    try:
        budget.take_sheets(len(book.worksheets))
        if len(book.sheetnames) < max((extent.sheets for extent in extents.values()), default=0):
            # openpyxl passes over a sheet whose part is missing.
            raise Unreadable(DAMAGED)
        # The path is openpyxl's own affair, but it alone says which part holds which sheet.
        sheets = [(sheet, extents[sheet._worksheet_path]) for sheet in book.worksheets]
        for sheet, extent in sheets:
            if extent.rows > MOST_ROWS or extent.columns > MOST_COLUMNS:
                raise too_large(sheet.title[:LONGEST_TITLE])
        # Blank cells between others are made as well.
        replace(budget).take_cells(sum(extent.rows * extent.columns for _, extent in sheets))
        return [_sheet(sheet, extent, budget) for sheet, extent in sheets]
    finally:
        book.close()


def _sheet(sheet: Any, extent: Extent, budget: Budget) -> SheetRows:
    made = SheetRows(sheet.title[:LONGEST_TITLE], budget)
    made.hidden = sheet.sheet_state != "visible"
    made.hidden_lines, made.hidden_columns = extent.hidden_rows, extent.hidden_columns
    for cells in extent.merged:
        made.add_merged(cells)
    if extent.rows:
        used = sheet.iter_rows(min_row=1, max_row=extent.rows, min_col=1, max_col=extent.columns)
        for line, cells in enumerate(used, start=1):
            made.add_row(line, [text_of(_value(cell))[: LONGEST_CELL + 1] for cell in cells])
            for column, cell in enumerate(cells):
                fault = _fault(cell, line, column)
                if fault is not None:
                    made.faults[line, column] = fault
    return made


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
