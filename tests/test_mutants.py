"""The copies that `bin/mutants` changes have settings of their own, which must know what the tests of the rules say."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTEST_S_OWN = {"parametrize", "skipif"}


def test_every_mark_of_the_tests_of_the_rules_is_known_there() -> None:
    said = {
        mark
        for test in (ROOT / "tests/scoring").rglob("*.py")
        for mark in re.findall(r"pytest\.mark\.(\w+)", test.read_text("utf-8"))
    }
    told = (ROOT / "bin/mutants").read_text("utf-8").partition("markers =\n")[2].partition("INI")[0]
    assert said - PYTEST_S_OWN <= set(re.findall(r"^ +(\w+):", told, re.MULTILINE))
    assert "long" in said
