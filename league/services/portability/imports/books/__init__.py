"""Opening the secretary's files: .xlsx, .ods or CSV, told by what is in them and not by their names."""

from collections.abc import Callable, Sequence

from league.services.portability.imports.books.archive import is_workbook, opened
from league.services.portability.imports.books.csvs import read_csv
from league.services.portability.imports.books.ods import read_ods
from league.services.portability.imports.books.sheets import (
    LARGEST_FILE,
    Budget,
    Sheet,
    SheetRows,
    Unreadable,
    cell_name,
    column_name,
)
from league.services.portability.imports.books.xlsx import read_xlsx
from league.translation import Text

__all__ = [
    "ENDINGS", "LARGEST_FILE", "MOST_FILES", "WORKBOOKS", "Budget", "Sheet", "Unreadable", "cell_name", "column_name",
    "sheets_of",
]  # fmt: skip

WORKBOOKS = (".xlsx", ".ods")
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
    if not is_workbook(data):
        budget.take_sheets(1)
        return [_sheet(name, (stem,), read_csv(data, headings_in, budget))]
    with opened(data) as (kind, archive):
        sheets = read_xlsx(archive, data, budget) if kind == "xlsx" else read_ods(archive, budget)
    if len(sheets) == 1:
        return [_sheet(name, (sheets[0].title, stem), sheets[0])]
    return [_sheet(f"{name}, {one.title.replace(':', ' ')}", (one.title,), one) for one in sheets]


def _sheet(place: str, names: tuple[str, ...], read: SheetRows) -> Sheet:
    return Sheet(place, names, read.rows, read.faults, read.merged, read.hidden, read.hidden_lines, read.hidden_columns)
