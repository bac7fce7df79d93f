"""docs/security.md says which test proves what: a reader who trusts it must not be told of a test that is not there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/security.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", TEXT)))
ROWS = [line for line in TEXT.splitlines() if re.match(r"\| V?\d", line)]
CHAPTERS = 14


@pytest.mark.parametrize("name", NAMED)
def test_every_test_that_is_named_exists(name: str) -> None:
    path, _, function = name.partition("::")
    tree = ast.parse((ROOT / path).read_text())
    assert function in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_every_file_of_attacks_is_named() -> None:
    """A door that is tested and not told of would be looked for in vain."""
    files = {f"tests/security/{path.name}" for path in (ROOT / "tests/security").glob("test_*.py")}
    assert files - {name.partition("::")[0] for name in NAMED} == set()


def test_every_chapter_is_there_and_every_line_has_a_proof_a_reason_or_says_that_it_is_open() -> None:
    assert re.findall(r"^## V(\d+) ", TEXT, flags=re.MULTILINE) == [str(n) for n in range(1, CHAPTERS + 1)]
    assert len(ROWS) > 70
    for row in ROWS:
        number, requirement, told = (cell.strip() for cell in row.strip("|").split("|"))
        assert number
        assert requirement
        assert len(told) > 15, row
