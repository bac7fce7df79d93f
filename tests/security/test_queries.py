"""The door of the query string: a slip or a trick in it must not be answered with everything."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from league.api.filters import allowed_parameters
from league.api.operations import Operation
from league.api.schema import schema
from league.api.urls import urlpatterns
from league.api.views import ApiView
from tests.api.program import Program, problems
from tests.factories import Town
from tests.routes import routes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("query", "wrong", "named"),
    [
        ({"played": "maybe"}, ("filter", "played"), "true, false"),
        ({"played": "2"}, ("filter", "played"), "true, false"),
        ({"teem": "swan"}, ("unknown-parameter", "teem"), "team"),
        ({"Team": "anchor"}, ("unknown-parameter", "Team"), "team"),
        ({"team": ""}, ("filter", "team"), "leave it out"),
        ({"team": ["anchor", "bell"]}, ("filter", "team"), "2 times"),
        ({"state": "gone"}, ("filter", "state"), "scheduled"),
        ({"after": "yesterday"}, ("filter", "after"), "2026-09-21T19:30:00+01:00"),
        ({"x" * 500: "1"}, ("unknown-parameter", "x" * 50 + "…"), "team"),
        ({"cursor": "made-up"}, ("cursor", "cursor"), "start again"),
        ({"limit": "many"}, ("limit", "limit"), "1 to 200"),
    ],
)
def test_a_filter_with_a_slip_is_refused_by_name(
    town: Town, query: dict[str, Any], wrong: tuple[str, str], named: str
) -> None:
    """A program that misspells a filter would take every fixture there is for the ones it asked about."""
    answer = Program().get("fixtures/", query)
    assert (answer.status_code, problems(answer)) == (422, [wrong])
    assert named in json.loads(answer.content)["errors"][0]["message"]


def test_every_slip_is_told_at_once(town: Town) -> None:
    """Nobody should have to find out one wrong filter after the other."""
    answer = Program().get("results/", {"teem": "swan", "sate": "confirmed", "team": ""})
    assert answer.status_code == 422
    assert problems(answer) == [("unknown-parameter", "teem"), ("unknown-parameter", "sate"), ("filter", "team")]


@pytest.mark.parametrize("path", ["teams/", "rules/", "teams/anchor/", "seasons/2026-27/standings/", ""])
def test_single_things_and_small_lists_refuse_it_too(town: Town, path: str) -> None:
    """`?seasn=2025-26` must not answer this year's table to somebody who asked for last year's."""
    answer = Program().get(path, {"seasn": "2025-26"})
    assert (answer.status_code, problems(answer)) == (422, [("unknown-parameter", "seasn")])


def test_a_write_with_a_query_that_means_nothing_is_not_done(town: Town) -> None:
    """`POST …?dry_run=true` must not be done in earnest."""
    fixture = town.fixture("Anchor", "Bell")
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/?dry_run=true", {"matches": []})
    assert (answer.status_code, problems(answer)) == (422, [("unknown-parameter", "dry_run")])


def _views() -> Iterator[type[ApiView]]:
    for _, pattern in routes(urlpatterns):
        kind = getattr(pattern.callback, "cls", None)
        if kind is not None and issubclass(kind, ApiView):
            yield kind


def test_the_description_names_the_same_parameters_as_are_taken() -> None:
    """A parameter that is described but refused would shut out whoever reads the description."""
    described = {
        operation["operationId"]: sorted(p["name"] for p in operation.get("parameters", []) if p["in"] == "query")
        for path in schema()["paths"].values()
        for operation in path.values()
    }
    taken = {}
    for kind in _views():
        for method in ("get", "post", "put", "patch", "delete"):
            asked: Operation | None = getattr(getattr(kind, method, None), "operation", None)
            if asked is not None:
                taken[asked.id] = list(allowed_parameters(kind(), asked))
    assert described == taken
