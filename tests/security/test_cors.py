"""What scripts of other sites may read: what everybody may, and nothing that is told to somebody who is known."""

import datetime as dt
import re
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.cors import PublicReads
from league.access import ACTIONS, anyone
from league.enums import Scope
from league.services.people.accounts import keys
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.routes import routes

OTHER = {"Origin": "https://club.example"}
PREFLIGHT = {**OTHER, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-none-match"}
LEAGUES = "/api/v1/leagues/"
FIXTURES = "/api/v1/leagues/town/fixtures/"
ALLOW = "Access-Control-Allow-Origin"


def of_cors(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_script_of_another_site_reads_what_everybody_may(town: Town, client: Client, method: str) -> None:
    answer = getattr(client, method)(FIXTURES, headers=OTHER)
    assert answer.status_code == 200
    assert of_cors(answer) == {
        ALLOW: "*", "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
    }  # fmt: skip
    assert {"Authorization", "Cookie"} <= set(re.split(r", *", answer["Vary"]))
    assert not answer.cookies


def test_a_script_reads_why_it_was_refused(town: Town, client: Client) -> None:
    missing = client.get("/api/v1/leagues/nowhere/", headers=OTHER)
    assert (missing.status_code, missing[ALLOW]) == (404, "*")


def test_a_browser_is_given_leave_to_read_and_to_send_the_etag_it_has(town: Town, client: Client) -> None:
    answer = client.options(FIXTURES, headers=PREFLIGHT)
    assert (answer.status_code, answer.content) == (204, b"")
    told = of_cors(answer)
    assert told.pop("Access-Control-Expose-Headers")
    assert told == {
        ALLOW: "*", "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "Accept, If-None-Match", "Access-Control-Max-Age": "86400",
    }  # fmt: skip


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "CONNECT", ""])
def test_nobody_is_given_leave_to_write(town: Town, client: Client, method: str) -> None:
    answer = client.options(FIXTURES, headers={**PREFLIGHT, "Access-Control-Request-Method": method})
    assert (answer.status_code, of_cors(answer)) == (405, {})


@pytest.mark.parametrize("file", ["2026-27/results.json", "2026-27/division-1/table.json", "2026-27/players.csv"])
@pytest.mark.parametrize("kept", [0, 1_000_000])
def test_a_script_of_another_site_reads_files_made_or_kept(
    town: Town, client: Client, settings: Any, file: str, kept: int, now: dt.datetime
) -> None:
    settings.KEPT_PAGES = kept
    address = f"/leagues/town/tables/{file}"
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    for headers in (OTHER, {}, OTHER):
        answer = client.get(address, headers=headers)
        assert (answer.status_code, answer[ALLOW], "ETag" in answer) == (200, "*", bool(kept))
    assert client.options(address, headers=PREFLIGHT).status_code == 204
    client.force_login(town.captains["Anchor"])
    assert of_cors(client.get(address, headers=OTHER)) == {}


def test_no_page_is_read_by_other_sites_and_nothing_that_needs_an_account(town: Town, client: Client) -> None:
    for address in ("/", "/leagues/town/", "/api/v1/leagues/town/me/", "/api/v1/leagues/town/secretary/", "/nothing/"):
        assert of_cors(client.get(address, headers=OTHER)) == {}, address
        assert of_cors(client.options(address, headers=PREFLIGHT)) == {}, address


def test_what_is_told_to_somebody_who_is_known_is_told_to_no_other_site(town: Town, now: Any) -> None:
    """A page somewhere else reads the league as a captain who visits it: by their session, or a token it was given."""
    captain = town.captains["Anchor"]
    signed_in = Client()
    signed_in.force_login(captain)
    _, secret = keys.make_token(captain, "Here", [Scope.READ], None, now=now)
    for answer in (
        signed_in.get(LEAGUES, headers=OTHER),
        Client().get(LEAGUES, headers={**OTHER, "Authorization": f"Bearer {secret}"}),
        Client().get(LEAGUES, headers={**OTHER, "Authorization": "Bearer wrong"}),
    ):
        assert of_cors(answer) == {}
        assert "Authorization" in answer["Vary"]


def test_a_write_is_answered_to_no_other_site(town: Town, client: Client) -> None:
    sent = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6}
    answer = client.post("/api/v1/hands/check/", sent, content_type="application/json", headers=OTHER)
    assert (answer.status_code, of_cors(answer)) == (200, {})


def test_no_operation_is_open_that_needs_an_account() -> None:
    """A new operation that is not everybody's is answered to scripts of other sites."""
    door = PublicReads(lambda request: HttpResponse())
    opened, shut, files = set(), set(), set()
    for route, pattern in routes():
        request: HttpRequest = RequestFactory().get(f"/{route}")
        door.process_view(request, pattern.callback, (), {})
        read = getattr(getattr(getattr(pattern.callback, "cls", None), "get", None), "operation", None)
        if door(request).headers.get(ALLOW) and read is None:
            files.add(pattern.name)
        elif door(request).headers.get(ALLOW):
            assert ACTIONS[read.action][0] is anyone, route
            opened.add(read.action)
        elif read is not None:
            shut.add(read.action)
    assert opened == {"league.view", "live.follow"}
    assert files == {"division-file", "season-file"}
    assert len(shut) > 10
    assert not opened & shut
