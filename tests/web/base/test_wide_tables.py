"""A table of numbers scrolls in a place of its own; the page itself never scrolls sideways on a phone."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3] / "templates"
TABLE = re.compile(r'(.{0,400})<table class="numbers', re.DOTALL)
WITH_TABLES = sorted(path for path in ROOT.rglob("*.html") if '<table class="numbers' in path.read_text())


@pytest.mark.parametrize("path", WITH_TABLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_table_of_numbers_scrolls_by_itself(path: Path) -> None:
    before = [found[1].rpartition("<div")[2] for found in TABLE.finditer(path.read_text())]
    assert before
    assert [tag for tag in before if not re.match(r' class="scroller', tag)] == []
