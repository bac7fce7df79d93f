"""The columns of the spreadsheets are declared once; what names them by hand agrees."""

import re
from pathlib import Path

from league.rules.scheme_columns import COLUMNS
from league.services.portability.imports.spreadsheets import HEADINGS, SUBJECTS

HELP = Path(__file__).parents[3] / "docs" / "import.md"


def test_the_help_page_lists_the_columns_of_every_file() -> None:
    rows = re.findall(r"^\| `(\w+\.csv)` \| (.+) \|$", HELP.read_text(), re.MULTILINE)
    listed = {
        name: tuple(column for column in re.findall(r"`([^`]+)`", re.sub(r"\([^)]*\)", "", cell)))
        for name, cell in rows
    }
    assert listed == HEADINGS


def test_the_help_page_names_the_columns_that_may_be_there_besides() -> None:
    counted = {str(column.label) for column in COLUMNS.values()}
    text = HELP.read_text()
    for name in HEADINGS:
        optional = {column.name for column in SUBJECTS[name].columns if not column.needed} - counted
        assert {column for column in optional if f"`{column}`" not in text} == set(), name
