"""Every operation of a suspended league: what is read is read, and what would write says that it is suspended."""

import json

import pytest
from django.test import Client

from league.services.seasons.suspension import suspend
from tests.api.test_matrix import Asker, _unlimited, operations
from tests.web.addresses import World
from tests.web.worlds import submitted, world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["_unlimited", "submitted", "world"]

TAKEN = {
    "league_export", "season_export", "my_data_export", "my_data_erase", "personal_data_export", "personal_data_erase",
}  # fmt: skip


@pytest.fixture
def suspended(submitted: World) -> World:
    operator = submitted.visitors["super"]
    assert operator is not None
    suspend(submitted.town.league, reason="Spam was sent.", by=operator, now=submitted.fixture.starts_at)
    return submitted


def test_no_operation_writes_for_anybody(suspended: World) -> None:
    asker, told = Asker(suspended), {}
    for name, (method, path) in operations().items():
        if method != "GET" and path.startswith("/api/v1/leagues/{league}/") and name not in TAKEN:
            for role in ("anon", "away", "secr", "super"):
                told[name, role] = asker.sends(role, name)
    assert {status for (_, role), status in told.items() if role != "anon"} == {409}
    assert {status for (_, role), status in told.items() if role == "anon"} == {401, 409}


def test_what_everybody_reads_is_read(suspended: World) -> None:
    asker = Asker(suspended)
    for name in ("league_read", "fixtures_list", "standings_list", "result_read", "players_list"):
        assert asker.sends("anon", name) == 200
    assert asker.sends("secr", "league_export") == 200


def test_the_problem_says_so_in_a_word_and_a_sentence(suspended: World) -> None:
    body = json.dumps({"season": "2026-27"})
    answer = suspended.client("secr").post(
        "/api/v1/leagues/town/seasons/2026-27/timetables/", body, content_type="application/json"
    )
    assert answer.status_code == 409
    (problem,) = answer.json()["errors"]
    assert problem["code"] == "suspended"
    assert problem["message"] == "This league is suspended by the operator: Spam was sent."


def test_a_confirmation_link_confirms_nothing(suspended: World) -> None:
    answer = Client().post(f"/api/v1/leagues/town/confirm/{suspended.link()}/", "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "suspended")
