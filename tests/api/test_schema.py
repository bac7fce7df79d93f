"""The description tells the truth: who may call what, what is refused, and where the server is."""

from typing import Any

import jsonschema
import pytest

from league.api.errors import PROBLEM
from league.api.schema import schema
from league.enums import RulesetName
from league.errors import Invalid
from league.services.calls.rule import Verification, check_hand
from tests.api import test_matrix
from tests.matrix import ROLES, rows_of

OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation for methods in schema()["paths"].values() for operation in methods.values()
}


def test_what_a_visitor_is_answered_is_what_security_says() -> None:
    """Held against the access matrix: where it has 401 for a visitor a scheme is needed, elsewhere none is."""
    anonymous = ROLES.index("anon") - len(ROLES)
    for name, *statuses in rows_of(test_matrix.__file__, "begun"):
        open_to_all = {} in OPERATIONS[name]["security"]
        assert open_to_all is (statuses[anonymous] != "401"), name


def test_each_operation_names_the_scope_of_a_token() -> None:
    for name, operation in OPERATIONS.items():
        assert operation["security"][:2] == [{"token": [operation["x-scope"]]}, {"session": []}], name


def test_the_server_the_licence_and_the_tags_are_declared() -> None:
    described = schema()
    assert described["servers"] == [{"url": "http://testserver", "description": "This server."}]
    assert described["info"]["license"]["identifier"] == "BSD-3-Clause"
    assert described["info"]["contact"]["url"] == "http://testserver"
    declared = {tag["name"] for tag in described["tags"] if tag["description"]}
    assert declared == {tag for operation in OPERATIONS.values() for tag in operation["tags"]}


def test_every_write_says_that_it_may_be_too_large_and_every_operation_that_it_may_come_too_often() -> None:
    for methods in schema()["paths"].values():
        for method, operation in methods.items():
            assert "429" in operation["responses"]
            assert ({"411", "413"} <= set(operation["responses"])) is (method != "get")
    shared = schema()["components"]["responses"]
    assert {"Retry-After", "RateLimit", "RateLimit-Policy"} <= set(shared["Error429"]["headers"])
    assert all(set(one["content"]) == {"application/json", PROBLEM} for one in shared.values())


@pytest.mark.parametrize(
    ("shape", "field", "said"),
    [
        (
            "League",
            "appeal_days",
            "Days after a ruling within which it may be appealed, once, to the hour for deadlines that follows.",
        ),
        ("Evening", "usual", "The home team’s evening, or one of the catch-up week’s."),
        ("Quality", "breaks", "How many."),
    ],
)
def test_a_field_is_described_by_the_model_or_the_value_that_has_it(shape: str, field: str, said: str) -> None:
    """Of a value, by its docstring: without what that says of other attributes along with it."""
    assert schema()["components"]["schemas"][shape]["properties"][field]["description"] == said


CARDS: dict[str, Any] = schema()["components"]["schemas"]["CheckIn"]["properties"]["cards"]


@pytest.mark.parametrize("ruleset", RulesetName.values)
@pytest.mark.parametrize("cards", ["", "AC", "AC 7D", "AC 7D 8H 3S 2C KH", "AC 7D 8H 1S", "AC 7D 8H 3S.", "x"])
def test_a_hand_that_is_none_is_refused_by_the_engine_and_by_the_description(cards: str, ruleset: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(cards, CARDS)
    with pytest.raises(Invalid):
        count(cards, ruleset)


@pytest.mark.parametrize(
    ("cards", "ruleset"),
    [
        ("AC 7D 8H 3S", "league"),
        ("ac7d8h3s", "hoyle"),
        (" AC, 7d;10♥\ufe0f\n3♠ ", "six-card"),
        ("TH,10C,JD,Q♣", "league"),
        ("AC 7D 8H", "five-card"),
        ("AC 7D 8H 3S 2C", "seven-card"),
    ],
)
def test_a_hand_that_the_engine_counts_is_none_that_the_description_refuses(cards: str, ruleset: str) -> None:
    assert count(cards, ruleset).show.points >= 0
    jsonschema.validate(cards, CARDS)


def count(cards: str, ruleset: str) -> Verification:
    return check_hand(cards=cards, starter="5C", crib=False, declared=None, claimed=None, takes=True, ruleset=ruleset)
