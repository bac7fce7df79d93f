"""Spreadsheets to fill in: the headings that loading knows, and the league's own venues, divisions and teams."""

from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from league.models import Entry, League, Season, Venue
from league.rules.cells import Cell, csv_text, guarded
from league.services.portability.imports import HEADINGS
from league.services.portability.imports.columns import word_of
from league.services.portability.imports.values import BLANK_WEEKS

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BOOK = "season.xlsx"
ROWS = 2000
# The names that a column's cells are chosen from: the sheet, and its column, where they stand.
CHOSEN_FROM = {
    ("teams.csv", "home venue"): ("Venues", "A"),
    ("players.csv", "team"): ("Teams", "A"),
    ("fixtures.csv", "home"): ("Teams", "A"),
    ("fixtures.csv", "away"): ("Teams", "A"),
    ("results.csv", "home"): ("Teams", "A"),
    ("results.csv", "away"): ("Teams", "A"),
}
Rows = list[list[Cell]]


def template_of(league: League, name: str) -> bytes:
    """Return one of the files of `HEADINGS`, or `BOOK` with a sheet for each.

    Raises:
        KeyError: there is no template of this name.
    """
    if name == BOOK:
        return _book(_filled(league))
    headings = HEADINGS[name]
    return csv_text(headings, _filled(league)[name]).encode("utf-8-sig")


def _filled(league: League) -> dict[str, Rows]:
    """The rows of each file (three queries): of the season that begins last."""
    season = Season.objects.filter(league=league, hidden_at=None).order_by("-first_week").first()
    venues = Venue.objects.filter(league=league, hidden_at=None).order_by("name")
    entries = Entry.objects.filter(season=season, withdrawn_on=None).select_related("team", "division", "venue")
    rows: dict[str, Rows] = {name: [] for name in HEADINGS}
    rows["venues.csv"] = [[venue.name, venue.address, venue.boards] for venue in venues]
    # A league that has a season chooses it on the page; left empty, the sheet changes nothing.
    rows["season.csv"] = [] if season else [["", "", "", next(iter(BLANK_WEEKS)), "", "", ""]]
    rows["teams.csv"] = [
        [
            entry.team.name,
            entry.division.name,
            entry.venue.name,
            str(entry.get_home_night_display()),
            f"{entry.start_time:%H:%M}",
            "",
        ]
        for entry in entries.order_by("division__order", "team__name")
    ]
    return rows


def _book(rows: dict[str, Rows]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for name, headings in HEADINGS.items():
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
            if (name, heading) in CHOSEN_FROM:
                of, column = CHOSEN_FROM[name, heading]
                choice = DataValidation("list", formula1=f"={of}!${column}$2:${column}${ROWS}", allow_blank=True)
                # A name that is not there yet may be typed.
                choice.showErrorMessage = False
                choice.add(f"{letter}2:{letter}{ROWS}")
                sheet.add_data_validation(choice)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
