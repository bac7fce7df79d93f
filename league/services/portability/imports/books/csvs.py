"""Spreadsheets saved as text (CSV): whatever delimiter, encoding or line ends."""

import csv
import io
from collections.abc import Callable, Sequence
from itertools import islice

from league.services.portability.imports.books.archive import doctype_of
from league.services.portability.imports.books.sheets import MOST_ROWS, Unreadable, tidy
from league.translation import N_, Text

DELIMITERS = ",;\t"
# Of the first lines, which tell the delimiter.
FIRST = 12
Rows = list[tuple[int, list[str]]]


def read_csv(data: bytes, headings_in: Callable[[Sequence[str]], int]) -> Rows:
    """Return the rows of a text that are not blank, each with the line it begins on.

    Args:
        headings_in: counts the headings in a row; the delimiter is the one that shows most of them.

    Raises:
        Unreadable: the file is no such text.
    """
    text = _decoded(data)
    if "\0" in text:
        raise Unreadable(N_("this is not a CSV file; save the spreadsheet as CSV"))
    refused = doctype_of(text)
    if refused is not None:
        raise Unreadable(refused)
    skip = 0
    first, _, rest = text.partition("\n")
    if first.casefold().startswith("sep=") and len(first.strip()) <= 5:
        # Excel's own way to name the delimiter; a tab may have been stripped as a blank.
        text, skip = rest, 1
        return _records(text, first.rstrip("\r\n")[4:5] or "\t", skip)
    top = "\n".join(text.lstrip("\r\n").splitlines()[:FIRST])

    def likely(delimiter: str) -> tuple[int, int]:
        try:
            rows = [cells for _, cells in islice(_records(top, delimiter, 0), FIRST)]
        except Unreadable:
            return 0, 0
        return max(map(headings_in, rows), default=0), top.partition("\n")[0].count(delimiter)

    return _records(text, max(DELIMITERS, key=likely), skip)


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", errors="replace")


def _records(text: str, delimiter: str, skipped: int) -> Rows:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1 + skipped
    rows: Rows = []
    try:
        for cells in reader:
            stripped = [tidy(cell) for cell in cells]
            if any(stripped):
                rows.append((line, stripped))
            line = reader.line_num + 1 + skipped
            if len(rows) > MOST_ROWS:
                raise Unreadable(Text("has more than {rows} lines; load it in parts", rows=MOST_ROWS))
    except csv.Error as error:
        message = Text("line {line} cannot be read as CSV ({error})", line=line, error=str(error))
        raise Unreadable(message) from error
    return rows
