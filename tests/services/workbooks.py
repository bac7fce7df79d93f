"""Workbooks for the tests: the small league's spreadsheets as Excel and LibreOffice save them, and damaged ones."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from openpyxl import Workbook

Value = str | int | dt.datetime | dt.time | None
Sheets = Mapping[str, Sequence[Sequence[Value]]]


def typed(files: Mapping[str, str]) -> dict[str, list[list[Value]]]:
    """Return spreadsheets as sheets with true dates, times and numbers, below a title and a blank row."""
    sheets: dict[str, list[list[Value]]] = {}
    for name, text in files.items():
        first, *rest = list(csv.reader(io.StringIO(text)))
        rows: list[list[Value]] = [["The league", *[None] * (len(first) - 1)], [None] * len(first), [*first]]
        rows += [[_value(cell) for cell in row] for row in rows_of_equal_width(rest, len(first))]
        sheets[name.removesuffix(".csv").title()] = rows
    return sheets


def rows_of_equal_width(rows: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _value(text: str) -> Value:
    for read in (int, dt.datetime.fromisoformat, dt.time.fromisoformat):
        try:
            return read(text)  # type: ignore[operator, no-any-return]
        except ValueError:
            continue
    return text or None


def xlsx(sheets: Sheets) -> bytes:
    """Return a workbook as Excel has it."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for cells in sheet.iter_rows():
            for cell in cells:
                if isinstance(cell.value, dt.datetime):
                    cell.number_format = "dd-mmm-yy"
                elif isinstance(cell.value, dt.time):
                    cell.number_format = "h:mm AM/PM"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def ods(sheets: Sheets) -> bytes:
    """Return a workbook as LibreOffice has it, each sheet filled to the edge with blank cells."""
    tables = "".join(
        f"<table:table table:name={quoteattr(title)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_cell, row))}{_blank(16384 - len(row))}</table:table-row>" for row in rows
        )
        + f'<table:table-row table:number-rows-repeated="1048000">{_blank(16384)}</table:table-row></table:table>'
        for title, rows in sheets.items()
    )
    return ods_of(tables)


def ods_of(tables: str, before: str = "") -> bytes:
    content = (
        f"<?xml version='1.0'?>{before}<office:document-content {NAMES}><office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def _blank(count: int) -> str:
    return f'<table:table-cell table:number-columns-repeated="{count}"/>'


def _cell(value: Value) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, dt.datetime):
        kind, shown = f'office:value-type="date" office:date-value="{value:%Y-%m-%d}"', f"{value:%d/%m/%y}"
    elif isinstance(value, dt.time):
        kind, shown = f'office:value-type="time" office:time-value="PT{value:%HH%MM%SS}"', f"{value:%H:%M}"
    elif isinstance(value, int):
        kind, shown = f'office:value-type="float" office:value="{value}"', str(value)
    else:
        kind, shown = 'office:value-type="string"', value
    text = shown.replace("&", "&amp;").replace("<", "&lt;")
    note = "<office:annotation><text:p>a comment</text:p></office:annotation>"
    return f"<table:table-cell {kind}>{note}<text:p>{text}</text:p></table:table-cell>"


def archive(parts: Mapping[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as opened:
        for name, content in parts.items():
            opened.writestr(name, content)
    return out.getvalue()


def with_part(data: bytes, name: str, content: str | bytes | None) -> bytes:
    """Return a workbook with a part replaced or added, or taken out."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        parts: dict[str, str | bytes] = {one: book.read(one) for one in book.namelist()}
    if content is None:
        del parts[name]
    else:
        parts[name] = content
    return archive(parts)


def part_of(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return book.read(name).decode()
