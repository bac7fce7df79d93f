"""Workbooks as LibreOffice saves them (.ods): the one part that holds the cells, read in a stream."""

import re
import zipfile
from xml.sax.handler import ContentHandler

from league.services.portability.imports.books.archive import Elements, streamed
from league.services.portability.imports.books.sheets import (
    LONGEST_CELL,
    LONGEST_TITLE,
    MOST_COLUMNS,
    Budget,
    SheetRows,
    cell_name,
    text_of,
    tidy,
    too_large,
)
from league.services.portability.imports.books.xlsx import formula

_TIME = re.compile(r"PT(\d{1,4})H(\d{1,4})M(\d{1,6}(?:[.,]\d{1,20})?)S")
# What stands in these is shown nowhere on the sheet, or is not of it.
ASIDE = {"office:annotation", "table:tracked-changes", "table:dde-links", "table:shapes", "office:forms"}


def read_ods(archive: zipfile.ZipFile, budget: Budget) -> list[SheetRows]:
    """Return the sheets of a workbook.

    Raises:
        Unreadable: a sheet is too large, or there are too many.
    """
    content = _Content(budget)
    streamed(archive, "content.xml", content)
    for sheet in content.sheets:
        width = max((len(cells) for _, cells in sheet.rows), default=0)
        budget.take_cells(sum(width - len(cells) for _, cells in sheet.rows))
        sheet.rows = [(line, cells + [""] * (width - len(cells))) for line, cells in sheet.rows]
    return content.sheets


class _Content(ContentHandler):
    """The sheets met so far, and the row and cell that are being read."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.sheets: list[SheetRows] = []
        self._budget = budget
        self._elements = Elements()
        self._style = ""
        self._unseen: set[str] = set()
        self._aside = 0
        self._inside: list[str] = []
        self._line = self._column = self._letters = 0
        self._repeats = 1
        self._hidden = False
        self._cells: list[str] = []
        self._formulas: list[int] = []
        self._blanks = 0
        self._cell: dict[str, str] | None = None
        self._paragraphs: list[str] = []

    def startElement(self, name: str, attrs: object) -> None:
        self._elements.take()
        of = dict(attrs.items())  # type: ignore[attr-defined]
        if self._aside or name in ASIDE:
            self._aside += 1
        elif name.startswith("style:"):
            self._read_style(name, of)
        elif name in ("table:table", "table:table-column", "table:table-row"):
            self._begin(name, of)
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._cell, self._paragraphs, self._letters = of, [], 0
        elif name == "text:p":
            if self._letters <= LONGEST_CELL:
                self._letters += 1
                self._paragraphs.append("")
        elif name in ("text:s", "text:tab", "text:line-break"):
            self.characters(" ")

    def _read_style(self, name: str, of: dict[str, str]) -> None:
        if name == "style:style":
            self._style = of.get("style:name", "")
        elif name == "style:table-properties" and of.get("table:display") == "false":
            self._unseen.add(self._style)

    def _begin(self, name: str, of: dict[str, str]) -> None:
        """Begin a sheet, a row or a column, which may be several alike."""
        if name == "table:table":
            self._line = self._column = 0
            self._budget.take_sheets(1)
            self.sheets.append(SheetRows(of.get("table:name", "")[:LONGEST_TITLE] or "?", self._budget))
            self.sheets[-1].hidden = of.get("table:style-name") in self._unseen
            return
        hidden = of.get("table:visibility", "visible") != "visible"
        if name == "table:table-row":
            self._cells, self._blanks, self._formulas = [], 0, []
            self._repeats = int(of.get("table:number-rows-repeated", 1))
            self._hidden = hidden
            return
        first, self._column = self._column, self._column + int(of.get("table:number-columns-repeated", 1))
        if hidden:
            self.sheets[-1].hidden_columns.update(range(first, min(self._column, MOST_COLUMNS)))

    def characters(self, content: str) -> None:
        if self._cell is not None and self._paragraphs and not self._aside and self._letters <= LONGEST_CELL:
            self._letters += len(content)
            self._paragraphs[-1] += content

    def endElement(self, name: str) -> None:
        if self._aside:
            self._aside -= 1
        elif name in ("table:table-cell", "table:covered-table-cell") and self._cell is not None:
            self._add_cell(self._cell)
            self._cell = None
        elif name == "table:table-row":
            self._add_row()

    def _add_cell(self, of: dict[str, str]) -> None:
        sheet, line = self.sheets[-1], self._line + 1
        text = tidy(_text(of, " ".join(self._paragraphs))[: LONGEST_CELL + 1])
        repeats = int(of.get("table:number-columns-repeated", 1))
        if repeats < 1:
            raise ValueError(repeats)
        column = len(self._cells) + self._blanks
        across, down = (int(of.get(f"table:number-{what}-spanned", 1)) for what in ("columns", "rows"))
        if across > 1 or down > 1:
            sheet.add_merged((line, self._line + down, column, column + across - 1))
        if not text and "table:formula" not in of:
            # Programs fill the sheet to its edge with one cell that is repeated; it counts only if something follows.
            self._blanks += repeats
            return
        if column + repeats > MOST_COLUMNS:
            raise too_large(sheet.title)
        if "table:formula" in of:
            text = text or "="
            self._formulas.append(column)
        self._cells += [""] * self._blanks + [text] * repeats
        self._blanks = 0

    def _add_row(self) -> None:
        if self._repeats < 1:
            raise ValueError(self._repeats)
        sheet, line = self.sheets[-1], self._line + 1
        if self._cells:
            sheet.add_row(line, self._cells, self._repeats)
            if self._hidden:
                sheet.hidden_lines.update(range(line, line + self._repeats))
        for column in self._formulas:
            sheet.faults[line, column] = formula(cell_name(line, column))
        self._line += self._repeats


def _text(of: dict[str, str], shown: str) -> str:
    kind = of.get("office:value-type", "string")
    if kind == "date":
        return of.get("office:date-value", "").replace("T", " ")
    if kind == "time":
        found = _TIME.fullmatch(of.get("office:time-value", ""))
        return _clock(int(found[1]), int(found[2]), float(found[3].replace(",", "."))) if found else shown
    if kind in ("float", "percentage", "currency"):
        return text_of(float(of.get("office:value", "")))
    if kind == "boolean":
        return of.get("office:boolean-value", "").upper()
    return of.get("office:string-value") or shown


def _clock(hours: int, minutes: int, seconds: float) -> str:
    """Return a time to the nearest second, as 20:00 where it is a whole minute, as somebody would have typed it.

    Programs keep a time as a part of a day, so that 20:00 may come as PT19H59M59.999999997S.
    """
    minutes, seconds = divmod(round(hours * 3600 + minutes * 60 + seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if seconds else f"{hours}:{minutes:02}"
