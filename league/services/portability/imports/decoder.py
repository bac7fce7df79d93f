"""The program that opens strangers' workbooks (.xlsx, .ods, .xls): bytes in, their cells as JSON out.

A sandbox starts it as a process of its own with limits. It imports neither Django nor the site. A few thousand bytes
may unpack to gigabytes, XML may name entities that grow or fetch addresses, and a sheet may say that it has a billion
rows. So sizes are judged before unpacking, every part is read once in a stream without DTDs, and calamine, which
allocates the rectangle that a sheet's cells span, is given only what spans few. That pass also finds what calamine does
not tell: formulas, errors, merged cells of an .ods, hidden rows and columns.

Usage: decoder.py < workbook > json, `{"sheets": [...]}` or `{"refused": reason, "sheet": title}`
Ends with 0, also where a workbook is refused; or is killed by a limit.
"""

import datetime as dt
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.sax.handler import ContentHandler

LARGEST_FILE = 5 * 1024 * 1024
# More than any league has: the largest of the sheets, the results, has thirty lines a fixture.
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 30_000, 60, 30
# Of all files that are read together, blank cells between others counted.
MOST_CELLS, MOST_LETTERS = 600_000, 20_000_000
LONGEST_CELL, LONGEST_TITLE, MOST_MERGED = 4_000, 60, 1_000
MOST_PARTS, MOST_BYTES, MOST_RATIO = 500, 60 * 1024 * 1024, 250
# Of all parts, about four a cell that holds something. Blank cells and rows take as long, and are counted here alone.
MOST_ELEMENTS = 2_500_000
# Under this size a part may be as repetitive as it likes.
SMALL = 1024 * 1024
# Of this process, and of what it writes.
MEMORY, LARGEST_OUTPUT = 640 * 1024 * 1024, 64 * 1024 * 1024
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PACKAGE, MACROS = (name.encode("utf-16-le") for name in ("EncryptedPackage", "_VBA_PROJECT"))
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
TRUE = ("1", "true")
# What stands in these is shown nowhere on the sheet, or is not of it.
ASIDE = {"office:annotation", "table:tracked-changes", "table:dde-links", "table:shapes", "office:forms"}
_BREAK = re.compile(r"(</?text:)(?:tab|line-break)\b")
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_TIME = re.compile(r"PT(\d{1,4})H(\d{1,4})M(\d{1,6}(?:[.,]\d{1,20})?)S")


class Refused(Exception):
    """A workbook that is not read; `reason` is one of `books.REFUSALS`, of the sheet of a title or of all."""

    def __init__(self, reason: str, sheet: str = "") -> None:
        super().__init__(reason)
        self.reason, self.sheet = reason, sheet


class Extent:
    """What a sheet's XML says: its last row and column that hold something, and what calamine does not tell.

    Attributes:
        marks: by line and column (from 0), "=" where a formula stands, or the error that the cell shows.
        merged: first line, last line, first column and last column.
    """

    def __init__(self, title: str = "") -> None:
        self.title = title
        self.rows = self.columns = 0
        self.marks: dict[tuple[int, int], str] = {}
        self.merged: list[tuple[int, int, int, int]] = []
        self.hidden_lines: set[int] = set()
        self.hidden_columns: set[int] = set()

    def hold(self, line: int, column: int) -> None:
        self.rows, self.columns = max(self.rows, line), max(self.columns, column + 1)

    def hide_columns(self, first: int, last: int) -> None:
        self.hidden_columns.update(range(first, min(last, MOST_COLUMNS)))

    def merge(self, cells: tuple[int, int, int, int]) -> None:
        if len(self.merged) <= MOST_MERGED:
            self.merged.append(cells)


class Counted(ContentHandler):
    """A reader of XML that counts elements: of all parts together they may be so many."""

    def __init__(self, elements: Iterator[int]) -> None:
        super().__init__()
        self.elements = elements

    def startElement(self, name: str, attrs: Any) -> None:
        if next(self.elements) > MOST_ELEMENTS:
            raise Refused("unpacked")
        self.begin(name, dict(attrs.items()))

    def begin(self, name: str, of: dict[str, str]) -> None:
        """Read an element with its attributes."""


class XlsxPart(Counted):
    """A part of an .xlsx: the cells of a sheet, or the list of sheets, or of the parts that hold them."""

    def __init__(self, elements: Iterator[int]) -> None:
        super().__init__(elements)
        self.extent = Extent()
        self.sheets: list[tuple[str, str]] = []
        self.targets: dict[str, str] = {}
        self.row = 0
        self.column = -1
        self.error: list[str] | None = None

    def begin(self, name: str, of: dict[str, str]) -> None:
        kind, extent = name.rpartition(":")[2], self.extent
        if kind == "row":
            self.row, self.column = int(of.get("r") or self.row + 1), -1
            if of.get("hidden") in TRUE and self.row <= MOST_ROWS:
                extent.hidden_lines.add(self.row)
        elif kind == "c":
            self.column = place_of(of["r"])[1] if of.get("r") else self.column + 1
            self.error = [] if of.get("t") == "e" else None
        elif kind in ("v", "is", "f"):
            extent.hold(self.row, self.column)
            if kind == "f":
                extent.marks[self.row, self.column] = "="
        elif kind == "col" and of.get("hidden") in TRUE:
            extent.hide_columns(int(of["min"]) - 1, int(of["max"]))
        elif kind == "mergeCell":
            first, _, last = of["ref"].partition(":")
            (top, left), (bottom, right) = place_of(first), place_of(last or first)
            extent.merge((top, bottom, left, right))
        elif kind == "sheet":
            self.sheets.append((of["name"], next(value for key, value in of.items() if key.endswith(":id"))))
        elif kind == "Relationship":
            self.targets[of["Id"]] = of["Target"]

    def characters(self, content: str) -> None:
        if self.error is not None:
            self.error.append(content)

    def endElement(self, name: str) -> None:
        if name.rpartition(":")[2] == "c" and self.error is not None:
            self.extent.marks.setdefault((self.row, self.column), "".join(self.error)[:LONGEST_TITLE])
            self.error = None


class OdsContent(Counted):
    """The part of an .ods that holds its cells; rows and cells may say how often they are repeated."""

    def __init__(self, elements: Iterator[int]) -> None:
        super().__init__(elements)
        self.extents: list[Extent] = []
        self.aside = self.line = self.column = self.columns = 0
        self.repeats = 1
        self.filled: list[tuple[int, int, bool]] = []
        self.cell: dict[str, str] | None = None
        self.hidden = self.text = self.untyped = False

    def begin(self, name: str, of: dict[str, str]) -> None:
        hidden = of.get("table:visibility", "visible") != "visible"
        if self.aside or name in ASIDE:
            self.aside += 1
        elif name == "table:table":
            self.line = self.columns = 0
            self.extents.append(Extent(of.get("table:name", "")))
        elif name == "table:table-column":
            first, self.columns = self.columns, self.columns + int(of.get("table:number-columns-repeated", 1))
            if hidden:
                self.extents[-1].hide_columns(first, self.columns)
        elif name == "table:table-row":
            self.filled, self.column, self.hidden = [], 0, hidden
            self.repeats = positive(of, "table:number-rows-repeated")
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self.cell, self.text = of, False

    def characters(self, content: str) -> None:
        if self.cell is not None and not self.aside and content.strip():
            self.text = True

    def endElement(self, name: str) -> None:
        if self.aside:
            self.aside -= 1
        elif name in ("table:table-cell", "table:covered-table-cell") and self.cell is not None:
            self._end_cell(self.cell, covered=name != "table:table-cell")
            self.cell = None
        elif name == "table:table-row":
            self._end_row()

    def _end_cell(self, of: dict[str, str], *, covered: bool) -> None:
        repeats = positive(of, "table:number-columns-repeated")
        across, down = (int(of.get(f"table:number-{what}-spanned", 1)) for what in ("columns", "rows"))
        if across > 1 or down > 1:
            line, column = self.line + 1, self.column
            self.extents[-1].merge((line, line + down - 1, column, column + across - 1))
        formula, kind = "table:formula" in of, of.get("office:value-type", "")
        if formula or self.text or kind not in ("", "string") or of.get("office:string-value"):
            self.filled.append((self.column, self.column + repeats - 1, formula))
            self.untyped |= not (kind or formula or covered)
        self.column += repeats

    def _end_row(self) -> None:
        extent, last = self.extents[-1], self.line + self.repeats
        for first, end, formula in self.filled:
            extent.hold(last, end)
            if formula:
                extent.marks[self.line + 1, first] = "="
        if self.hidden and self.filled:
            extent.hidden_lines.update(range(self.line + 1, min(last, MOST_ROWS) + 1))
        self.line = last


def positive(of: dict[str, str], name: str) -> int:
    """Return how often something is repeated; raise ValueError where it is no time."""
    number = int(of.get(name, 1))
    if number < 1:
        raise ValueError(number)
    return number


def place_of(name: str) -> tuple[int, int]:
    """Return the line and column of a cell's name; A3 is line 3, column 0."""
    letters, line = _CELL.fullmatch(name.replace("$", "")).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(line), column - 1


def judge_archive(archive: zipfile.ZipFile) -> str:
    """Return which kind of workbook an archive is, "xlsx" or "ods"; refuse what is none, or too large to unpack."""
    parts = archive.infolist()
    names = [part.filename for part in parts]
    swollen = [part for part in parts if part.file_size > max(SMALL, MOST_RATIO * max(part.compress_size, 1))]
    if any(part.flag_bits & 1 for part in parts):
        raise Refused("encrypted")
    if (
        len(parts) > MOST_PARTS
        or len(set(names)) < len(names)
        or sum(part.file_size for part in parts) > MOST_BYTES
        or swollen
    ):
        raise Refused("unpacked")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise Refused("damaged")
    if any(name.casefold().endswith(("vbaproject.bin", "xl/macrosheets")) or "/macrosheets/" in name for name in names):
        raise Refused("macros")
    if "xl/workbook.bin" in names:
        raise Refused("binary")
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return "xlsx"
    if "mimetype" in names and "content.xml" in names and archive.read("mimetype").strip() == ODS:
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Refused("encrypted")
        if any(name.startswith(("Basic/", "Scripts/")) and not name.endswith("/") for name in names):
            raise Refused("macros")
        return "ods"
    raise Refused("no book")


def look_through_xlsx(archive: zipfile.ZipFile) -> list[Extent]:
    """Read every XML part once; return the extents of the sheets in the workbook's order."""
    elements = iter(range(1, MOST_ELEMENTS + 2))
    parts = {}
    for name in archive.namelist():
        if name.endswith((".xml", ".rels", ".vml")):
            parts[name] = XlsxPart(elements)
            stream(archive, name, parts[name])
    targets = parts["xl/_rels/workbook.xml.rels"].targets
    extents = []
    for title, key in parts["xl/workbook.xml"].sheets:
        path = targets[key].lstrip("/")
        extents.append(parts[path if path.startswith("xl/") else f"xl/{path}"].extent)
        extents[-1].title = title
    return extents


def look_through_ods(archive: zipfile.ZipFile) -> list[Extent]:
    content = OdsContent(iter(range(1, MOST_ELEMENTS + 2)))
    stream(archive, "content.xml", content)
    check_size(content.extents)
    if content.untyped:
        # A program says of each cell what it holds; calamine takes one that does not for blank.
        raise Refused("damaged")
    return content.extents


def stream(archive: zipfile.ZipFile, name: str, handler: ContentHandler) -> None:
    """Read a part in a stream; its DTD, if it has one, refuses it."""
    from defusedxml.sax import parse

    with archive.open(name) as part:
        parse(part, handler, forbid_dtd=True)


def plain_ods(archive: zipfile.ZipFile) -> bytes:
    """Return an .ods of its cells alone; tabs and breaks within them are blanks, which calamine keeps."""
    # Latin-1 has a letter for every byte, whatever the text's own encoding.
    content = _BREAK.sub(r"\1s", archive.read("content.xml").decode("latin-1")).encode("latin-1")
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as plain:
        for name, data in (("mimetype", ODS), ("META-INF/manifest.xml", b"<manifest/>"), ("content.xml", content)):
            plain.writestr(name, data)
    return out.getvalue()


def check_size(extents: list[Extent]) -> None:
    """Refuse sheets of more rows, columns or cells than are read, before anything is made of them."""
    if len(extents) > MOST_SHEETS:
        raise Refused("sheets")
    for extent in extents:
        if extent.rows > MOST_ROWS or extent.columns > MOST_COLUMNS or len(extent.merged) > MOST_MERGED:
            raise Refused("large", extent.title[:LONGEST_TITLE])
    if sum(extent.rows * extent.columns for extent in extents) > MOST_CELLS:
        raise Refused("cells")


def read_sheets(data: bytes) -> list[dict[str, Any]]:
    """Return the sheets of a workbook, or raise `Refused`; whatever else is raised, it is damaged."""
    if data[:8] == OLE:
        if PACKAGE in data or MACROS in data:
            raise Refused("encrypted" if PACKAGE in data else "macros")
        return list(cells_of(data, None))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if judge_archive(archive) == "xlsx":
            extents = look_through_xlsx(archive)
        else:
            extents, data = look_through_ods(archive), plain_ods(archive)
    check_size(extents)
    return list(cells_of(data, extents))


def cells_of(data: bytes, extents: list[Extent] | None) -> Iterator[dict[str, Any]]:
    """Yield the sheets as calamine reads them; without `extents` (of an .xls) nothing is known but what it tells."""
    import python_calamine as calamine

    book = calamine.load_workbook(BytesIO(data))
    letters = 0
    for number, sheet in enumerate(book.sheets_metadata):
        if sheet.typ is calamine.SheetTypeEnum.MacroSheet:
            raise Refused("macros")
        if sheet.typ is not calamine.SheetTypeEnum.WorkSheet:
            continue
        cells = book.get_sheet_by_index(number)
        extent = extents[number] if extents is not None else Extent()
        extent.title = sheet.name
        for (top, left), (bottom, right) in (cells.merged_cell_ranges or ()) if extents is None else ():
            extent.merge((top + 1, bottom + 1, left, right))
        if cells.end is not None:
            extent.hold(cells.end[0] + 1, cells.end[1])
        check_size([extent])
        rows = [list(map(text_of, row)) for row in cells.to_python(skip_empty_area=False)]
        rows += [[] for _ in range(extent.rows - len(rows))]
        for row in rows:
            row += [""] * (extent.columns - len(row))
        for (line, column), mark in extent.marks.items():
            rows[line - 1][column] = rows[line - 1][column] or mark
        letters += sum(len(text) for row in rows for text in row)
        if letters > MOST_LETTERS:
            raise Refused("letters")
        yield {
            "title": sheet.name[:LONGEST_TITLE] or "?",
            "hidden": sheet.visible is not calamine.SheetVisibleEnum.Visible,
            "rows": [(line, row) for line, row in enumerate(rows, start=1) if any(row)],
            "marks": [(line, column, mark) for (line, column), mark in extent.marks.items()],
            "merged": extent.merged,
            "hidden_lines": sorted(extent.hidden_lines),
            "hidden_columns": sorted(extent.hidden_columns),
        }


def text_of(value: object) -> str:
    """Return a cell's value as somebody would have typed it."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, str) and (length := _TIME.fullmatch(value)):
        # A time of an .ods that calamine does not know, like PT19H29M30,4S.
        value = dt.timedelta(hours=int(length[1]), minutes=int(length[2]), seconds=float(length[3].replace(",", ".")))
    if isinstance(value, dt.timedelta):
        within = dt.timedelta(0) <= value < dt.timedelta(days=1)
        value = (dt.datetime.combine(dt.date.min, dt.time()) + value).time() if within else str(value)
    if isinstance(value, dt.datetime):
        # Spreadsheets keep moments as fractions of a day, not always to the second.
        value = (value + dt.timedelta(milliseconds=500)).replace(microsecond=0)
        return value.date().isoformat() if value.time() == dt.time() else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, dt.time):
        rounded = (dt.datetime.combine(dt.date.min, value) + dt.timedelta(milliseconds=500)).time()
        # Whoever typed 8:30 into a cell, typed it as it is read elsewhere: without a zero before the hour.
        clock = f"{rounded.hour}:{rounded:%M}"
        return f"{clock}:{rounded:%S}" if rounded.second else clock
    return " ".join(str(value).split())[: LONGEST_CELL + 1]


def main() -> None:
    data = sys.stdin.buffer.read()
    try:
        answer: dict[str, Any] = {"sheets": read_sheets(data)}
    except Refused as refused:
        answer = {"refused": refused.reason, "sheet": refused.sheet}
    except MemoryError:
        answer = {"refused": "unpacked", "sheet": ""}
    except Exception as found:  # noqa: BLE001 - what no program writes is met with errors of any kind
        kinds = {kind.__name__ for kind in type(found).__mro__}
        reason = (
            "entities" if "DefusedXmlException" in kinds else "encrypted" if "PasswordError" in kinds else "damaged"
        )
        answer = {"refused": reason, "sheet": ""}
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode(errors="replace"))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
