"""Every code that can be answered stands in the catalogue, and every problem's type leads to it."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from rest_framework import fields, serializers

from league.api.catalogue import ERRORS
from league.api.errors import CODES
from tests.api.program import Program
from tests.factories import Town

LEAGUE = Path(__file__).resolve().parents[2] / "league"
# What no operation of the API reaches: pages, commands, the admin, tables to play at, lessons, whole leagues in files.
ELSEWHERE = (
    "admin",
    "management",
    "play",
    "learn",
    "ops",
    "league_import",
    "cups",
    "competitions",
    "web",
    "possible_results.py",
    "keys.py",
    "first_visit.py",
)
FIELDS = [one for one in vars(fields).values() if isinstance(one, type) and issubclass(one, fields.Field)]
FIELDS += [serializers.Serializer, serializers.ListSerializer]


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in LEAGUE.rglob("*.py"):
        if not set(path.relative_to(LEAGUE).parts) & set(ELSEWHERE):
            yield path, ast.parse(path.read_text())


def _codes() -> dict[str, set[str]]:
    """Codes as they are written in the code, with where."""
    found: dict[str, set[str]] = {}
    for path, tree in _modules():
        for node in ast.walk(tree):
            values: list[ast.expr] = []
            if isinstance(node, ast.Call):
                values = [one.value for one in node.keywords if one.arg == "code"]
                if getattr(node.func, "id", "") in (
                    "Problem",
                    "_problem",
                    "Reason",
                    "Breach",
                    "Violation",
                    "_violation",
                ):
                    values += node.args[:1]
            elif isinstance(node, ast.Yield) and path.name == "eligibility.py" and isinstance(node.value, ast.Tuple):
                values = node.value.elts[:1]
            elif isinstance(node, ast.ClassDef):
                values = [
                    one.value
                    for one in node.body
                    if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == "code"
                ]
            for value in values:
                if isinstance(value, ast.Constant) and re.fullmatch("[a-z-]+", str(value.value)):
                    found.setdefault(value.value, set()).add(f"{path.relative_to(LEAGUE)}:{value.lineno}")
    return found


def test_every_code_in_the_code_stands_in_the_catalogue() -> None:
    missing = {code: where for code, where in _codes().items() if code not in ERRORS}
    assert missing == {}


def test_every_code_of_a_status_and_of_a_field_stands_in_the_catalogue() -> None:
    messages = {code.replace("_", "-") for kind in FIELDS for code in getattr(kind, "default_error_messages", {})}
    unused = {"no-name", "invalid-image", "no-match", "max-length", "inconsistent"}
    assert (messages | set(CODES.values())) - set(ERRORS) - unused == set()


def test_each_entry_says_what_it_means_and_what_to_do() -> None:
    for kind in ERRORS.values():
        assert kind.statuses, kind
        assert (kind.meaning[-1:], kind.remedy[-1:]) == (".", "."), kind


@pytest.mark.django_db
def test_the_type_of_a_problem_leads_to_its_place_on_the_page(town: Town) -> None:
    page = Client().get("/api/v1/docs/").content.decode()
    for code in ERRORS:
        assert page.count(f'id="{code}"') == 1
    for path, query in (("fixtures/", {"teem": "x"}), ("nothing/", {}), ("fixtures/", {"teem": "x", "limit": "0"})):
        answer = Program().get(path, query, Accept="application/json, application/problem+json")
        problem = json.loads(answer.content)
        address, _, anchor = problem["type"].partition("#")
        assert (address, anchor) == ("http://testserver/api/v1/docs/", problem["code"])
        assert f'id="{anchor}"' in page
        assert answer.status_code in ERRORS[anchor].statuses


def test_nothing_stands_in_the_catalogue_that_nothing_answers() -> None:
    written = "\n".join(path.read_text() for path in LEAGUE.rglob("*.py") if path.name != "catalogue.py")
    of_fields = {code.replace("_", "-") for kind in FIELDS for code in getattr(kind, "default_error_messages", {})}
    # Made of a word and a place (services/calls/hands.py), and what the framework's validators say.
    made = {"wrong-cards", "wrong-starter", "parse-error"}
    made |= {f"{kind}-characters-not-allowed" for kind in ("null", "surrogate")}
    assert {code for code in ERRORS if f'"{code}"' not in written} - of_fields - made == set()
