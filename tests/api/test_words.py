"""What a program is answered has no words of pages in it."""

import ast
import json
import re
from pathlib import Path

import pytest

from league.rules.sheets import GameScore
from tests.api.program import Program, as_sent
from tests.factories import Town, result_sheet

LEAGUE = Path(__file__).resolve().parents[2] / "league"
WORDS = re.compile(
    r"this page|the page|you filled in|\bTap\b|\bTick\b|\bPress\b|\bbutton\b|Open (it|the|its)|page again"
)
# What nobody reaches but through a page, a command or the admin.
ON_PAGES = ("web", "admin", "management", "play", "learn", "ops", "imports", "imported", "paper", "mail")


def _texts(node: ast.AST) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_no_message_of_a_service_or_a_rule_speaks_of_pages() -> None:
    """`Changed` aside, which programs are told in other words, and what an error says `on_page`."""
    wrong = []
    for layer in ("services", "queries", "rules", "access", "api"):
        for path in (LEAGUE / layer).rglob("*.py"):
            if set(path.relative_to(LEAGUE).parts) & set(ON_PAGES):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("Problem", "WrongState", "NotAllowed", "LeagueError", "NothingThere"):
                    said = [text for value in node.args for text in _texts(value)]
                    wrong += [f"{path.name}:{node.lineno} {text}" for text in said if WORDS.search(text)]
    assert wrong == []


@pytest.mark.django_db
def test_a_visitor_without_a_token_is_told_to_send_one(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell").pk
    for path in ("my/fixtures/", "me/", "secretary/", f"fixtures/{fixture}/draft/"):
        answer = Program().get(path)
        [problem] = json.loads(answer.content)["errors"]
        assert (answer.status_code, problem["code"]) == (401, "not-authenticated")
        assert problem["message"] == "Nobody is signed in. Send a token as “Authorization: Bearer …”, or sign in."


@pytest.mark.django_db
def test_a_second_sheet_is_refused_without_a_word_of_what_was_filled_in(town: Town) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    path = f"fixtures/{fixture.pk}/result/"
    other = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99)))
    assert Program(bell).post(path, as_sent(result_sheet(town, "Anchor", "Bell"))).status_code == 201
    answer = Program(bell).post(path, other)
    [problem] = json.loads(answer.content)["errors"]
    assert (answer.status_code, problem["code"]) == (409, "wrong-state")
    assert not WORDS.search(problem["message"]), problem["message"]
