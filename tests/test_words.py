"""The words of the code and its tests: public docstrings begin with the thing, and people are "they"."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(
    path
    for name in ("config", "league", "scoring", "timetable")
    for path in (ROOT / name).rglob("*.py")
    if "migrations" not in path.parts
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
QUESTION = re.compile(r"(What|Whether|Who|Whose|Whom|How|Where|When|Which|Why)\b")
# His nob and his heels are the game's own.
HE = re.compile(r"\b(he|him|himself|his(?! (nobs?|heels)\b))\b", re.IGNORECASE)
Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def docstrings(tree: ast.Module) -> Iterator[tuple[Documented, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (said := ast.get_docstring(node)):
            yield node, said


def is_public(node: Documented) -> bool:
    return isinstance(node, ast.Module) or not node.name.startswith("_")


@pytest.mark.long
def test_public_docstrings_begin_with_a_verb_or_a_noun() -> None:
    """One in fifty may open with a question word; strangers called the rest riddles."""
    said = [
        (path.relative_to(ROOT).as_posix(), text.splitlines()[0])
        for path in FILES
        for node, text in docstrings(ast.parse(path.read_text()))
        if is_public(node)
    ]
    riddles = [one for one in said if QUESTION.match(one[1])]
    assert len(said) > 2000
    assert len(riddles) <= len(said) / 50, riddles


@pytest.mark.long
def test_docstrings_comments_and_names_of_tests_say_they() -> None:
    found = []
    for path in (*FILES, *TESTS):
        text = path.read_text()
        if not HE.search(text.replace("_", " ")):
            continue
        tree = ast.parse(text)
        said = [words for _, words in docstrings(tree)]
        said += [
            node.name.replace("_", " ")
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
        said += [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT
        ]
        found += [(path.relative_to(ROOT).as_posix(), words[:80]) for words in said if HE.search(words)]
    assert found == []
