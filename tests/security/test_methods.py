"""The door of the methods: TRACE, and whatever else an address does not have, is 405 and does nothing."""

import pytest
from django.test import Client

from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db

API = ("/api/v1/", "/api/v1/schema/", "/api/v1/docs/", "/api/v1/hands/check/", "/api/v1/leagues/town/me/")


@pytest.mark.parametrize("path", API)
@pytest.mark.parametrize("method", ["TRACE", "OPTIONS", "PUT", "PROPFIND"])
def test_the_api_has_no_such_method(town: Town, path: str, method: str) -> None:
    """TRACE would send the asker's cookies and token back, for a script to read."""
    answer = Program(town.captains["Anchor"]).send(method, path)
    assert (answer.status_code, problems(answer)) == (405, [("method-not-allowed", "")])
    assert "TRACE" not in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/", "/leagues/town/", "/leagues/town/fixtures/", "/health/", "/accounts/login/"])
def test_a_page_does_not_answer_trace(town: Town, path: str) -> None:
    """A page that takes TRACE for GET answers it to whoever may not send a GET."""
    assert Client().generic("TRACE", path).status_code == 405
