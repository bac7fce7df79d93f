"""The door of spreadsheets: what an attacker gains whose file is small and makes the server, or a page, large.

The limits are the same whatever the format, and no page repeats more of a file than a person reads.
"""

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.services.portability.imports import format_problem
from league.services.portability.imports.books import LARGEST_FILE, Budget, Unreadable, sheets_of
from league.services.portability.imports.decoder import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, MOST_SHEETS
from league.services.portability.imports.row_reader import MOST_PROBLEMS, Log
from league.services.portability.imports.sheet_recognition import rows_of, understand_files
from tests.factories import Town
from tests.services.small_league import GOOD
from tests.services.workbooks import ods, ods_of, part_of, with_part, xlsx

IMPORT, MAKE = "/leagues/town/secretary/import/", "/leagues/town/secretary/make-season/"
WIDE = b"a," * 400_000
LARGEST_PAGE = 250_000


def csv_of(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    (rows,) = sheets.values()
    return "\n".join(",".join("" if cell is None else str(cell) for cell in row) for row in rows).encode()


FORMATS = {"csv": csv_of, "xlsx": xlsx, "ods": ods}


@pytest.fixture
def office(town: Town) -> Client:
    client = Client()
    client.force_login(town.secretary)
    return client


def upload(client: Client, address: str, files: Mapping[str, bytes], **fields: str) -> tuple[Any, float]:
    """Return the answer to an upload, and the seconds of CPU that it took."""
    uploads = [SimpleUploadedFile(name, data) for name, data in files.items()]
    began = time.process_time()
    answer = client.post(address, {"files": uploads, "do": "look", **fields})
    return answer, time.process_time() - began


@pytest.mark.parametrize("do", ["look", "check", "load"])
@pytest.mark.parametrize("address", [IMPORT, MAKE])
def test_a_row_without_an_end_is_refused_at_once_by_a_small_page(office: Client, address: str, do: str) -> None:
    """Gains the server: 0.8 MB took 46 seconds and was answered with 146 MB."""
    office.get(address)
    answer, seconds = upload(office, address, {"teams.csv": WIDE}, do=do)
    assert seconds < 1
    assert len(answer.content) < 60_000
    assert "60 columns are read" in answer.content.decode()


def test_a_row_without_an_end_is_refused_at_once_by_the_api(office: Client) -> None:
    """Gains the same, with a program."""
    began = time.process_time()
    body = json.dumps({"files": {"teams.csv": WIDE.decode()}, "check_only": True})
    answer = office.post("/api/v1/leagues/town/import/", body, "application/json")
    assert time.process_time() - began < 1
    assert len(answer.content) < 4_000
    assert "60 columns are read" in answer.content.decode()


@pytest.mark.parametrize("kind", FORMATS)
def test_columns_and_rows_have_one_limit_in_every_format(kind: str) -> None:
    make, name = FORMATS[kind], f"Teams.{kind}"
    most = sheets_of(name, make({"Teams": [["x"] * MOST_COLUMNS + [None] * 9]}), len)
    assert [len([cell for cell in cells if cell]) for _, cells in most[0].rows] == [MOST_COLUMNS]
    with pytest.raises(Unreadable, match=r"at most 30000 (rows|lines) and 60 columns"):
        sheets_of(name, make({"Teams": [["x"] * (MOST_COLUMNS + 1)]}), lambda cells: 0)
    with pytest.raises(Unreadable, match=r"at most 30000 (rows|lines) and 60 columns"):
        sheets_of(name, make({"Teams": [[str(n * n)] for n in range(MOST_ROWS + 1)]}), len)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_cell_has_one_limit_in_every_format_and_is_told_where_it_is_read(kind: str) -> None:
    """A page of rules beside the teams does no harm; as the name of a team it is refused, and not repeated."""
    long = "x" * (LONGEST_CELL + 1)
    head, *rows = [line.split(",") for line in GOOD["teams.csv"].splitlines()]
    beside = FORMATS[kind]({"Teams": [[*head, "remarks"], [*rows[0], long], *([*row, ""] for row in rows[1:])]})
    log = Log()
    rows_of(understand_files({f"teams.{kind}": beside}, log), log)
    assert log.problems == []
    named = FORMATS[kind]({"Teams": [head, [long, *rows[0][1:]], *rows[1:]]})
    rows_of(understand_files({f"teams.{kind}": named}, log), log)
    assert [format_problem(problem) for problem in log.problems] == [
        f"teams.{kind}:2, team: cell A2 holds more than 4000 letters; shorten it"
    ]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_has_one_limit_in_every_format(kind: str) -> None:
    with pytest.raises(Unreadable, match="larger than 5 MB"):
        sheets_of(f"teams.{kind}", FORMATS[kind]({"Teams": [["x"]]}) + bytes(LARGEST_FILE), len)


@pytest.mark.parametrize("kind", FORMATS)
def test_files_of_one_upload_share_a_limit(kind: str) -> None:
    """Gains thirty times what one file may: thirty files were thirty times as many sheets, cells and letters."""
    one = FORMATS[kind]({"Teams": [["x" * 100] * 10] * 100})
    budget = Budget()
    for n in range(MOST_SHEETS):
        sheets_of(f"{n}.{kind}", one, len, budget)
    with pytest.raises(Unreadable, match=f"at most {MOST_SHEETS} sheets"):
        sheets_of(f"last.{kind}", one, len, budget)
    with pytest.raises(Unreadable, match="more than 600000 cells"):
        sheets_of(f"x.{kind}", one, len, Budget(cells=999))
    with pytest.raises(Unreadable, match="far more text"):
        sheets_of(f"x.{kind}", one, len, Budget(letters=99_999))
    sheets_of(f"x.{kind}", one, len, Budget(cells=1000, letters=100_000))


def test_a_page_shows_as_many_columns_as_a_person_reads(office: Client) -> None:
    """Gains a page of hundreds of megabytes: each column of each file was a row with all headings to choose from."""
    line = ",".join(f"{'heading' * 20} {n}" for n in range(MOST_COLUMNS)).encode() + b"\n"
    files = {f"teams {n}.csv": line + line.replace(b"h", b"x") for n in range(MOST_SHEETS)}
    answer, seconds = upload(office, IMPORT, files)
    assert len(answer.content) < LARGEST_PAGE
    assert "60 more columns are not shown here." in answer.content.decode()
    assert seconds < 5


@pytest.mark.parametrize("address", [IMPORT, MAKE])
def test_a_page_lists_as_many_faults_as_a_person_mends(office: Client, address: str) -> None:
    """Gains a page of megabytes from a file of one: each of 20,000 lines was quoted whole."""
    text = GOOD["teams.csv"].splitlines()[0] + "\n" + f"{'x' * 150},One,The Inn,Tuesday,20:00,\n" * 20_000
    answer, seconds = upload(office, address, {"teams.csv": text.encode(), "season.csv": GOOD["season.csv"].encode()},
                           do="load")  # fmt: skip
    page = answer.content.decode()
    assert answer.status_code == 422
    assert len(page) < LARGEST_PAGE
    assert page.count("is longer than 120 letters") == MOST_PROBLEMS
    assert "19800 more, like these, are not listed" in page
    assert seconds < 8


@pytest.mark.parametrize("address", [IMPORT, MAKE])
def test_what_was_typed_instead_is_not_repeated_without_end(office: Client, address: str) -> None:
    """Gains a page of fifteen megabytes: what does not fit into a field came back in it."""
    typed = {f"typed-{name}": "x" * 3_000_000 for name in ("name", "first_week", "evenings", "no_play", "format")}
    answer, _ = upload(office, address, {"teams.csv": GOOD["teams.csv"].encode()}, **typed)
    assert (answer.status_code, len(answer.content) < 60_000) == (413, True)
    assert "This form takes up to 100000 letters." in answer.content.decode()


def test_a_heading_of_any_length_is_looked_for_once() -> None:
    """Gains a second for each cell: every cell of the first rows is held against all headings."""
    began = time.process_time()
    understand_files({"teams.csv": b"\n".join([b",".join([b"x" * 1_500] * 60)] * 50)}, Log())
    assert time.process_time() - began < 1


BLANK_LINES = (b"\n", b"\r", b"\r\n", b" \n", b",,,,,,,,\n", b";\t\n", b'""\n')


@pytest.mark.parametrize("blank", BLANK_LINES)
@pytest.mark.parametrize("last", [b"", b"team,division\n"])
def test_blank_lines_of_a_text_cost_nothing(blank: bytes, last: bytes) -> None:
    """Gains the server: each of five million was a row, and they took six seconds; blank rows had no limit."""
    text = b"team,division\n" + blank * (4_900_000 // len(blank)) + last
    began = time.process_time()
    if last or blank == b'""\n':
        with pytest.raises(Unreadable, match="at most 30000 lines"):
            sheets_of("teams.csv", text, len)
    else:
        assert sheets_of("teams.csv", text, len)[0].rows == [(1, ["team", "division"])]
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("blank", [b"<row/>", b"<row>" + b"<c/>" * 59 + b"</row>"], ids=["rows", "cells"])
def test_blank_rows_and_cells_of_a_workbook_are_counted(blank: bytes) -> None:
    """Gains seven seconds for 200 KB: nothing of it held anything, so that nothing was counted."""
    filled = xlsx({"Teams": [["x"]]})
    blanks = b"".join(
        blank + (b"<!--%d-->" % n**5 if n % 40 == 0 else b"") for n in range(3_000_000 // blank.count(b"<"))
    )
    part = part_of(filled, "xl/worksheets/sheet1.xml").encode()
    with pytest.raises(Unreadable, match="unpacks to far more"):
        sheets_of(
            "t.xlsx",
            with_part(filled, "xl/worksheets/sheet1.xml", part.replace(b"<sheetData>", b"<sheetData>" + blanks)),
            len,
        )


def test_blank_rows_of_an_ods_are_counted() -> None:
    """Gains the same."""
    blanks = "".join("<table:table-row/>" + (f"<!--{n**5}-->" if n % 12 == 0 else "") for n in range(2_600_000))
    with pytest.raises(Unreadable, match="unpacks to far more"):
        sheets_of("t.ods", ods_of(f'<table:table table:name="Teams">{blanks}</table:table>'), len)
