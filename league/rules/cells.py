"""Cells of a CSV file that no spreadsheet takes for a formula.

Text that begins with one of ``= + - @`` (or with a tab or line end before one) gets an apostrophe in front, as the
programs themselves write it; reading removes it.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

Cell = str | int | Decimal

_DANGEROUS = re.compile(r"'*[=+\-@\t\r\n]")
_GUARDED = re.compile(r"'+[=+\-@\t\r\n]")


def guarded(cell: Cell) -> str:
    """Escape a text that looks like a formula. Numbers, negative ones too, stay."""
    if isinstance(cell, str):
        return f"'{cell}" if _DANGEROUS.match(cell) else cell
    return str(cell)


def unguarded(text: str) -> str:
    return text[1:] if _GUARDED.match(text) else text


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()
