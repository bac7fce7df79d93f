"""The door of workbooks: what an attacker gains whose spreadsheet unpacks, refers or repeats more than it says.

Each file is refused with a sentence, in little time and memory, and whatever the bytes are, the answer is no error.
"""

import random
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore

import pytest

from league.services.portability.imports import books
from league.services.portability.imports.books import Unreadable, sheets_of
from tests.services.small_league import GOOD
from tests.services.workbooks import archive, ods, ods_of, part_of, typed, with_part, xlsx

BOOK = xlsx(typed(GOOD))
ODS = ods(typed(GOOD))
OLD = (Path(__file__).parents[1] / "services/portability/season.xls").read_bytes()
SHEET = "xl/worksheets/sheet1.xml"
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
FETCHES = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def with_sheet(change: Callable[[str], str]) -> bytes:
    return with_part(BOOK, SHEET, change(part_of(BOOK, SHEET)))


def with_doctype(doctype: str) -> Callable[[], bytes]:
    return lambda: with_sheet(lambda text: text.replace("<worksheet", f"{doctype}<worksheet", 1))


def with_row(row: str) -> Callable[[], bytes]:
    return lambda: with_sheet(lambda text: text.replace("</sheetData>", f"{row}</sheetData>"))


def table(row: str) -> Callable[[], bytes]:
    return lambda: ods_of(f'<table:table table:name="Teams">{row}</table:table>')


HUGE = 10**18
ONE = "<table:table-cell><text:p>x</text:p></table:table-cell>"
MANY = f'<table:table-cell table:number-columns-repeated="{HUGE}"><text:p>x</text:p></table:table-cell>'
ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (lambda: with_part(BOOK, "xl/more.xml", b"<a>" + b" " * 200_000_000 + b"</a>"), "unpacks to far more"),
    "a bomb that is no XML": (lambda: with_part(BOOK, "xl/media/x.bin", bytes(70_000_000)), "unpacks to far more"),
    "thousands of parts": (
        lambda: archive({"[Content_Types].xml": "", **{f"xl/{n}.xml": "" for n in range(2000)}}),
        "unpacks to far more",
    ),
    "entities that grow": (with_doctype(LAUGHS), "declares XML entities"),
    "entities that fetch": (with_doctype(FETCHES), "declares XML entities"),
    "entities of an .ods": (lambda: ods_of("", LAUGHS), "declares XML entities"),
    "a cell in the last corner": (with_row('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "too large"),
    "a row beyond counting": (with_row(f'<row r="{HUGE}"><c><v>1</v></c></row>'), "too large"),
    "a name that is no cell": (with_row('<row r="9"><c r="A-1"><v>1</v></c></row>'), "damaged"),
    "columns that repeat": (table(f"<table:table-row>{MANY}</table:table-row>"), "too large"),
    "rows that repeat": (
        table(f'<table:table-row table:number-rows-repeated="{HUGE}">{ONE}</table:table-row>'), "too large",
    ),
    "rows that repeat backwards": (
        table(f'<table:table-row table:number-rows-repeated="-5">{ONE}</table:table-row>'), "damaged",
    ),
    "macros": (lambda: with_part(BOOK, "xl/vbaProject.bin", b"x"), "contains macros"),
    "a password": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
    "no old workbook": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "damaged"),
    "macros of an old workbook": (
        lambda: OLD.replace(bytes(24), "_VBA_PROJECT".encode("utf-16-le"), 1), "contains macros",
    ),
    "the binary kind": (lambda: archive({"[Content_Types].xml": "", "xl/workbook.bin": "x"}), ".xlsb"),
    "another archive": (lambda: archive({"readme.txt": "x"}), "not a workbook"),
    "a document of text": (
        lambda: archive({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"}),
        "not a workbook",
    ),
    "a page called .csv": (lambda: b"<html><table><tr><td>team</td></tr></table></html>", "not a spreadsheet"),
    "a packing nobody uses": (lambda: archive({"[Content_Types].xml": "x" * 99}, zipfile.ZIP_LZMA), "damaged"),
    "no workbook in it": (lambda: with_part(BOOK, "xl/workbook.xml", None), "damaged"),
    "no sheet in it": (lambda: with_part(BOOK, SHEET, None), "damaged"),
    "a sheet of another world": (lambda: with_part(BOOK, SHEET, "<worksheet>"), "damaged"),
    "too many sheets": (lambda: xlsx({f"Sheet {n}": [["x"]] for n in range(40)}), "at most 30"),
    "too many lines of text": (lambda: b"x\n" * 40_000, "at most 30000 lines"),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_with_a_sentence_at_little_cost(attack: str) -> None:
    make, sentence = ATTACKS[attack]
    data = make()
    began = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable) as refused:
            sheets_of("x.xlsx", data, len)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert sentence in str(refused.value.message)
    assert peak < 40 * 1024 * 1024
    assert time.process_time() - began < 10


@pytest.mark.parametrize("book", [BOOK, ODS], ids=["xlsx", "ods"])
def test_a_workbook_cut_off_anywhere_is_refused(book: bytes) -> None:
    for length in range(4, len(book), len(book) // 40):
        with pytest.raises(Unreadable):
            sheets_of("x.xlsx", book[:length], len)


@pytest.mark.parametrize("book", [BOOK, ODS, OLD], ids=["xlsx", "ods", "xls"])
def test_random_bytes_in_a_workbook_are_no_error(book: bytes) -> None:
    chance = random.Random(13)
    for _ in range(60):
        data = bytearray(book)
        for _ in range(chance.choice((1, 5, 50))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with suppress(Unreadable):
            sheets_of("x.xlsx", bytes(data), len)


@pytest.mark.long
def test_random_bytes_in_the_xml_of_a_sheet_are_no_error() -> None:
    """The archive is whole, so that what reads the cells meets them."""
    chance = random.Random(14)
    for book, part in ((BOOK, SHEET), (BOOK, "xl/styles.xml"), (BOOK, "xl/workbook.xml"), (ODS, "content.xml")):
        text = part_of(book, part).encode()
        for _ in range(25):
            data = bytearray(text)
            data[chance.randrange(len(data))] = chance.randrange(32, 127)
            with suppress(Unreadable):
                sheets_of("x.xlsx", with_part(book, part, bytes(data)), len)


def test_what_a_sheet_says_of_its_size_is_not_believed() -> None:
    for said in ("A1:XFD1048576", "A1"):
        book = with_sheet(lambda text, said=said: text.replace('<dimension ref="A1:C5"', f'<dimension ref="{said}"'))
        assert next(len(sheet.rows) for sheet in sheets_of("x.xlsx", book, len)) == 4


HOSTILE = {
    "crashes": "import os; os.abort()",
    "takes memory": "bytearray(2_000_000_000)",
    "floods": "sys.stdout.buffer.write(b'x' * 80_000_000)",
    "answers nothing": "",
    "answers another shape": 'print(\'{"sheets": [{"title": 1}]}\')',
    "answers too much": "import json; print(json.dumps({'sheets': [dict(title='', hidden=0, merged=[], hidden_lines=[],"
    " hidden_columns=[], marks=[], rows=[[n, ['x'] * 60] for n in range(40000)])]}))",
}


@pytest.mark.parametrize("program", HOSTILE)
def test_a_decoder_that_is_taken_over_harms_nobody(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains the web process, by what a broken reader of cells does or answers."""
    hostile = tmp_path / "hostile.py"
    hostile.write_text(f"import sys; sys.stdin.buffer.read()\n{HOSTILE[program]}")
    monkeypatch.setattr(books.DECODER, "program", hostile)
    with pytest.raises(Unreadable):
        sheets_of("x.xlsx", BOOK, len)


def test_a_workbook_waits_for_no_turn_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gains the machine's memory: a hundred workbooks sent at once were a hundred decoders."""
    monkeypatch.setattr(books.DECODER, "turns", BoundedSemaphore(1))
    monkeypatch.setattr(books.DECODER, "patience", 0.1)
    with books.DECODER.turns, pytest.raises(Unreadable, match="try again in a minute"):
        sheets_of("x.xlsx", BOOK, len)
    assert sheets_of("x.xlsx", BOOK, len)
