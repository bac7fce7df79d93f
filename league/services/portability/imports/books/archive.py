"""The archive that a workbook is: looked at before anything of it is parsed, so that nothing in it can harm.

A few thousand bytes may unpack to gigabytes, XML may name entities that grow or fetch addresses, and a sheet may say
that it has a billion rows. Sizes are therefore judged before unpacking, every part is read once in a stream without
DTDs, and the readers are given the extent that is really used.
"""

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.sax import parse

from league.services.portability.imports.books.sheets import MOST_COLUMNS, MOST_MERGED, MOST_ROWS, Unreadable
from league.translation import N_, Text

MOST_PARTS, MOST_BYTES, MOST_RATIO = 500, 60 * 1024 * 1024, 250
# Of all parts, about four a cell that holds something. Blank cells and rows take as long, and are counted here alone.
MOST_ELEMENTS = 2_500_000
# Under this size a part may be as repetitive as it likes.
SMALL = 1024 * 1024
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PACKAGE = "EncryptedPackage".encode("utf-16-le")
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
DAMAGED = N_("cannot be read: the workbook is damaged. Open it in a spreadsheet program and save it again as .xlsx")
ENCRYPTED = N_("is protected by a password; save a copy without one")
OLD = N_("is a workbook of the old kind (.xls); save it as .xlsx, .ods or CSV")
MACROS = N_("contains macros; save it as .xlsx (without macros), .ods or CSV")
NO_BOOK = N_("is an archive, but not a workbook; save the spreadsheet as .xlsx, .ods or CSV")
TOO_LARGE = N_("unpacks to far more than a season's spreadsheets need; save only these sheets in a new workbook")
DTD = N_("declares XML entities, which no spreadsheet program writes; save it again as .xlsx, .ods or CSV")
BINARY = N_("is a binary workbook (.xlsb); save it as .xlsx, .ods or CSV")


def is_workbook(data: bytes) -> bool:
    """Return True if a file's first bytes are those of a workbook, of whatever kind."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06") or data[:8] == OLE


@contextmanager
def opened(data: bytes) -> Iterator[tuple[str, zipfile.ZipFile]]:
    """Open a workbook's archive and say which kind it is, "xlsx" or "ods".

    Raises:
        Unreadable: it is of another kind, protected, too large, has macros, or cannot be read.
    """
    if data[:8] == OLE:
        raise Unreadable(ENCRYPTED if PACKAGE in data else OLD)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            yield _kind(archive), archive
    except Unreadable:
        raise
    except DefusedXmlException as found:
        raise Unreadable(DTD) from found
    except Exception as found:
        # What no program writes is met by zipfile, expat and openpyxl with errors of any kind.
        raise Unreadable(DAMAGED) from found


def _kind(archive: zipfile.ZipFile) -> str:
    parts = archive.infolist()
    names = [part.filename for part in parts]
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable(ENCRYPTED)
    packed = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or len(set(names)) < len(names) or packed > MOST_BYTES or any(map(_swells, parts)):
        raise Unreadable(TOO_LARGE)
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise Unreadable(DAMAGED)
    if any(name.casefold().endswith(("vbaproject.bin", "xl/macrosheets")) or "/macrosheets/" in name for name in names):
        raise Unreadable(MACROS)
    if "xl/workbook.bin" in names:
        raise Unreadable(BINARY)
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return "xlsx"
    if "mimetype" in names and "content.xml" in names and archive.read("mimetype").strip() == ODS:
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Unreadable(ENCRYPTED)
        if any(name.startswith(("Basic/", "Scripts/")) and not name.endswith("/") for name in names):
            raise Unreadable(MACROS)
        return "ods"
    raise Unreadable(NO_BOOK)


def _swells(part: zipfile.ZipInfo) -> bool:
    return part.file_size > SMALL and part.file_size > MOST_RATIO * max(part.compress_size, 1)


def streamed(archive: zipfile.ZipFile, name: str, handler: ContentHandler) -> None:
    """Read a part in a stream; its DTD, if it has one, refuses it."""
    with archive.open(name) as part:
        parse(part, handler, forbid_dtd=True)


def looked_through(archive: zipfile.ZipFile) -> dict[str, "Extent"]:
    """Read every XML part of an .xlsx once; return what each says of its cells."""
    found, elements = {}, Elements()
    for name in archive.namelist():
        if name.endswith((".xml", ".rels", ".vml")):
            found[name] = Extent(elements)
            streamed(archive, name, found[name])
    return found


TRUE = ("1", "true")
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def place_of(name: str) -> tuple[int, int]:
    """Return the line and column of a cell's name; A3 is line 3, column 0."""
    letters, line = _CELL.fullmatch(name.replace("$", "")).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(line), column - 1


@dataclass(slots=True)
class Elements:
    """How many elements the parts of a workbook may still have."""

    left: int = MOST_ELEMENTS

    def take(self) -> None:
        """Count one; raise `Unreadable` where they are too many."""
        self.left -= 1
        if self.left < 0:
            raise Unreadable(TOO_LARGE)


class Extent(ContentHandler):
    """The last row and column of a part that hold something, its merged and hidden cells, and the sheets it lists."""

    def __init__(self, elements: Elements) -> None:
        super().__init__()
        self._elements = elements
        self.rows = self.columns = self.sheets = 0
        self.merged: list[tuple[int, int, int, int]] = []
        self.hidden_rows: set[int] = set()
        self.hidden_columns: set[int] = set()
        self._row = self._column = 0

    def startElement(self, name: str, attrs: object) -> None:
        self._elements.take()
        of = attrs.get  # type: ignore[attr-defined]
        kind = name.rpartition(":")[2]
        if kind == "row":
            self._row, self._column = int(of("r") or self._row + 1), 0
            if of("hidden") in TRUE and self._row <= MOST_ROWS:
                self.hidden_rows.add(self._row)
        elif kind == "col" and of("hidden") in TRUE:
            self.hidden_columns.update(range(int(of("min")) - 1, min(int(of("max")), MOST_COLUMNS)))
        elif kind == "c":
            self._column = place_of(of("r"))[1] + 1 if of("r") else self._column + 1
        elif kind in ("v", "is", "f"):
            self.rows, self.columns = max(self.rows, self._row), max(self.columns, self._column)
        elif kind == "sheet":
            self.sheets += 1
        elif kind == "mergeCell" and len(self.merged) <= MOST_MERGED:
            first, _, last = of("ref").partition(":")
            (top, left), (bottom, right) = place_of(first), place_of(last or first)
            self.merged.append((top, bottom, left, right))


def doctype_of(text: str) -> Text | None:
    """Return why a text is no spreadsheet if it is a page or another document, else None."""
    start = text.lstrip()[:15].casefold()
    if start.startswith(("<!doctype", "<html", "<?xml", "%pdf-", "{\\rtf")):
        return N_("is not a spreadsheet, whatever it is called; save it as .xlsx, .ods or CSV")
    return None
