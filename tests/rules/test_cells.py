"""No cell of a file is taken for a formula, and none is lost for that."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.cells import csv_text, guarded, unguarded


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_text_that_begins_like_a_formula_gets_an_apostrophe(first: str) -> None:
    assert guarded(f"{first}SUM(A1)") == f"'{first}SUM(A1)"


@pytest.mark.parametrize("text", ["", "Anchor", "121-98", "2026-09-15", "'Til Late", "A=B", " =", "Zoë"])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


def test_a_number_below_nothing_is_a_number() -> None:
    assert [guarded(-3), guarded(Decimal("-1.5")), guarded("-3")] == ["-3", "-1.5", "'-3"]


@given(st.text(alphabet="'=+-@\t\r\nab"))
def test_reading_takes_off_what_writing_put_there(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in tuple("=+-@\t\r\n")


@given(st.lists(st.text(alphabet="'=@,;\"\r\n ab"), min_size=1))
def test_a_file_is_read_back_cell_by_cell(cells: list[str]) -> None:
    _, row = csv.reader(io.StringIO(csv_text(["x"] * len(cells), [cells]), newline=""))
    assert [unguarded(cell) for cell in row] == cells
