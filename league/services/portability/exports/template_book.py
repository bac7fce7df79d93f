"""The workbook to fill in: a sheet for each file that loading knows. Imported when one is asked for, with openpyxl."""

from collections.abc import Mapping, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from league.rules.cells import Cell, guarded
from league.services.portability.imports import HEADINGS
from league.services.portability.imports.columns import TEAM, VENUE
from league.services.portability.imports.spreadsheets import SUBJECTS, word_of

ROWS = 2000
# The sheets, and the columns of them, where the names stand that others are chosen from.
CHOSEN_FROM = {VENUE: ("Venues", "A"), TEAM: ("Teams", "A")}


def book_of(rows: Mapping[str, Sequence[Sequence[Cell]]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for name, headings in HEADINGS.items():
        columns = {column.name: column for column in SUBJECTS[name].columns}
        sheet = book.create_sheet(word_of(name).title())
        sheet.append(list(headings))
        for row in rows[name]:
            # As in CSV: no name is taken for a formula.
            sheet.append([guarded(cell) if isinstance(cell, str) else cell for cell in row])
        sheet.freeze_panes = "A2"
        for number, heading in enumerate(headings, start=1):
            letter = get_column_letter(number)
            sheet.cell(1, number).font = Font(bold=True)
            sheet.column_dimensions[letter].width = max(14, len(heading) + 4)
            names = columns[heading].names
            if names in CHOSEN_FROM and not columns[heading].new:
                of, column = CHOSEN_FROM[names]
                choice = DataValidation("list", formula1=f"={of}!${column}$2:${column}${ROWS}", allow_blank=True)
                # A name that is not there yet may be typed.
                choice.showErrorMessage = False
                choice.add(f"{letter}2:{letter}{ROWS}")
                sheet.add_data_validation(choice)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
