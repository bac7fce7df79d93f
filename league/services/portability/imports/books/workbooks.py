"""Workbooks (.xlsx, .ods, .xls), opened by a program apart, whose answer is read as if a stranger had sent it."""

import json
from pathlib import Path
from typing import Any

import structlog

from league.services.portability.imports.books import decoder
from league.services.portability.imports.books.sheets import (
    TOO_MANY_CELLS,
    TOO_MANY_LETTERS,
    TOO_MANY_SHEETS,
    Budget,
    Sheet,
    Unreadable,
    cell_name,
    too_large,
)
from league.services.sandbox import Busy, Sandbox
from league.translation import N_, Text

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
