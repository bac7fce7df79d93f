"""Spreadsheets to fill in: the headings that loading knows, and the league's own venues, divisions and teams."""

from importlib import import_module

from league.models import Entry, League, Season, Venue
from league.rules.cells import Cell, csv_text
from league.services.portability.imports import HEADINGS
from league.services.portability.imports.parsers import BLANK_WEEKS

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BOOK = "season.xlsx"
Rows = list[list[Cell]]


def template_of(league: League, name: str) -> bytes:
    """Return one of the files of `HEADINGS`, or `BOOK` with a sheet for each.

    Raises:
        KeyError: there is no template of this name.
    """
    if name == BOOK:
        # It loads openpyxl, which no process but the one that is asked for a workbook has a use for.
        book: bytes = import_module("league.services.portability.exports.template_book").book_of(_filled(league))
        return book
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
