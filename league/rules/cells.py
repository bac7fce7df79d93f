"""Cells of a CSV file: none of them is taken for a formula, whatever somebody called their team.

A spreadsheet program computes a cell that begins with one of ``= + - @`` (or with a tab or line end before one). Such a
text gets an apostrophe in front, as the programs themselves write it; reading takes it off again, so nothing is lost.
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
    """A cell as it may stand in a file. A number is a number, below nothing too; only text can be a formula."""
    if isinstance(cell, str):
        return f"'{cell}" if _DANGEROUS.match(cell) else cell
    return str(cell)


def unguarded(text: str) -> str:
    """The text that `guarded` made safe."""
    return text[1:] if _GUARDED.match(text) else text


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file with its headings in the first line and the line ends that spreadsheet programs write."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()
