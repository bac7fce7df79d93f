"""Opening the secretary's files: workbooks or CSV, told by what is in them and not by their names."""

from collections.abc import Callable, Sequence

from league.services.portability.imports.books.csvs import read_csv
from league.services.portability.imports.books.decoder import LARGEST_FILE
from league.services.portability.imports.books.sheets import Budget, Sheet, Unreadable, cell_name, column_name
from league.services.portability.imports.books.workbooks import is_workbook, read_workbook
from league.translation import Text

__all__ = [
    "ENDINGS", "LARGEST_FILE", "MOST_FILES", "WORKBOOKS", "Budget", "Sheet", "Unreadable", "cell_name", "column_name",
    "sheets_of",
]  # fmt: skip

WORKBOOKS = (".xlsx", ".ods", ".xls")
MOST_FILES = 30
ENDINGS = (".csv", ".tsv", ".txt", *WORKBOOKS)


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
