"""Spreadsheets saved as text (CSV): whatever delimiter, encoding or line ends."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from league.services.portability.imports.books.decoder import MOST_ROWS
from league.services.portability.imports.books.sheets import Budget, Sheet, Unreadable, too_large
from league.translation import N_, Text

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
