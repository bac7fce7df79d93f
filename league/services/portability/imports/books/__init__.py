"""Opening the secretary's files: .xlsx, .ods or CSV, told by what is in them and not by their names."""

from collections.abc import Callable, Sequence

from league.services.portability.imports.books.archive import is_workbook, opened
from league.services.portability.imports.books.csvs import read_csv
from league.services.portability.imports.books.ods import read_ods
from league.services.portability.imports.books.sheets import Sheet, Unreadable, cell_name
from league.services.portability.imports.books.xlsx import read_xlsx

__all__ = ["ENDINGS", "LARGEST_FILE", "MOST_FILES", "WORKBOOKS", "Sheet", "Unreadable", "cell_name", "sheets_of"]

WORKBOOKS = (".xlsx", ".ods")
LARGEST_FILE = 5 * 1024 * 1024
MOST_FILES = 30
ENDINGS = (".csv", ".tsv", ".txt", *WORKBOOKS)


def sheets_of(file: str, data: bytes, headings_in: Callable[[Sequence[str]], int]) -> list[Sheet]:
    """Return the sheets of a file; a text is one.

    Raises:
        Unreadable: it is no spreadsheet, or one that is refused; says why.
    """
    # A colon parts a place from its line.
    name = file.replace(":", " ")
    stem = name.rpartition(".")[0] or name
    if not is_workbook(data):
        return [Sheet(name, (stem,), read_csv(data, headings_in))]
    with opened(data) as (kind, archive):
        found = read_xlsx(archive, data) if kind == "xlsx" else read_ods(archive)
    if len(found) == 1:
        title, rows, faults, merged = found[0]
        return [Sheet(name, (title, stem), rows, faults, merged)]
    return [
        Sheet(f"{name}, {title.replace(':', ' ')}", (title,), rows, faults, merged)
        for title, rows, faults, merged in found
    ]
