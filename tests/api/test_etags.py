"""Every read has an ETag and answers 304; a stranger's is kept in memory by the version that their pages have."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.services.results import confirm, submit
from tests.api import test_matrix
from tests.api.test_matrix import Asker, operations
from tests.factories import Town, full_division, result_sheet
from tests.web.test_matrix import World

world, submitted = test_matrix.world, test_matrix.submitted
FIXTURES = "/api/v1/leagues/town/fixtures/"
# Whose address is a secret: what it answers is in no memory.
BY_A_LINK = ("availability_link_read", "link_read")


@pytest.fixture
def pages_kept(settings: Any) -> None:
    settings.KEPT_PAGES = 10_000_000


def reads(world: World, client: Client) -> Iterator[tuple[str, str, Any]]:
    """Yield every operation that this client reads as JSON: its name, its address, its answer."""
    asker = Asker(world)
    for name, (method, path) in operations().items():
        if method == "GET":
            answer = client.get(address := asker.address(path))
            if answer.status_code == 200 and answer["Content-Type"] == "application/json":
                yield name, address, answer


@pytest.mark.long
@pytest.mark.parametrize("role", ["anon", "secr"])
def test_every_read_is_304_to_whoever_has_it(submitted: World, pages_kept: None, role: str) -> None:
    """A club's site asks every minute for what changes once a week."""
    client, wrong, count, asked = Client(), {}, 0, {}
    if role != "anon":
        client.force_login(submitted.visitors[role])
    for name, address, answer in reads(submitted, client):
        count += 1
        with CaptureQueriesContext(connection) as queries:
            again = client.get(address, headers={"If-None-Match": answer.get("ETag", "")})
        if (again.status_code, again.content) != (304, b""):
            wrong[name] = again.status_code
        asked[name] = len(queries)
    assert wrong == {}
    assert count >= {"anon": 35, "secr": 80}[role]
    if role == "anon":
        # The state of the league, and the league.
        dear = {name: n for name, n in asked.items() if n > 2 and name not in BY_A_LINK}
        assert dear == {}


def test_what_is_kept_for_a_stranger_ends_with_the_next_decision(
    town: Town, pages_kept: None, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    client, fixture = Client(), town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    address = f"{FIXTURES}{fixture.pk}/"
    before = client.get(address)
    with django_assert_num_queries(2):
        again = client.get(address)
    assert (again.content, again["ETag"]) == (before.content, before["ETag"])
    assert again["Cache-Control"] == "private, no-cache"
    assert again["RateLimit"] != before["RateLimit"]
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, after.json()["result"]["state"]) == (200, "confirmed")


def test_somebody_who_is_known_is_answered_afresh(town: Town, pages_kept: None, now: dt.datetime) -> None:
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    town.squads["Bell"][0].__class__.objects.filter(name="Bell 2").update(shorten_name=True, name="Bell Quillfeather")
    address = "/api/v1/leagues/town/players/"
    stranger, captain = Client(), Client()
    captain.force_login(town.captains["Bell"])
    assert b"Quillfeather" not in stranger.get(address).content
    assert b"Quillfeather" in captain.get(address).content
    assert b"Quillfeather" not in stranger.get(address).content


def test_a_list_that_goes_on_is_the_same_a_second_later(town: Town, now: dt.datetime) -> None:
    full_division(town, 16)
    first = Client().get(FIXTURES)
    assert first.json()["next"]
    with time_machine.travel(now + dt.timedelta(seconds=70), tick=False):
        again = Client().get(FIXTURES, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
