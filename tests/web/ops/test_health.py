"""The health page, the headers of every answer, and the pages of refusals."""

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.db import connections
from django.test import Client, RequestFactory

from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.models import League
from league.rules.problems import Problem
from league.web.forms import LeagueErrors
from tests import factories
from tests.factories import Town
from tests.web.public_pages import words


def test_health_asks_database_and_cache(db: None, client: Client) -> None:
    answer = client.get("/health/web/")
    assert (answer.status_code, answer.json()) == (
        200,
        {"ok": True, "degraded": False, "database": "ok", "cache": "ok", "visitor": "127.0.0.1"},
    )


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "192.0.2.1", "127.0.0.1"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "192.0.2.77, 192.0.2.1", "192.0.2.1"),
        (2, "192.0.2.77, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        (2, "192.0.2.1", ""),
        (1, "nowhere", ""),
    ],
)
def test_health_says_whom_it_sees_and_no_more(
    db: None, client: Client, settings: Any, proxies: int, forwarded: str, seen: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    answer = client.get("/health/web/", headers={"X-Forwarded-For": forwarded})
    assert (answer.status_code, answer.json()["visitor"]) == (200, seen)


def test_pages_are_served_where_the_cache_does_not_answer(db: None, client: Client, settings: Any) -> None:
    # Nobody listens on port 1.
    settings.CACHES = {"default": {"BACKEND": "config.cache.CacheThatStands", "LOCATION": "redis://127.0.0.1:1/0"}}
    answer = client.get("/health/web/")
    told = {"ok": True, "degraded": True, "database": "ok", "cache": "ConnectionError", "visitor": "127.0.0.1"}
    assert (answer.status_code, answer.json()) == (200, told)
    assert client.get("/health/").status_code == 503


def test_a_cache_that_keeps_nothing_is_told(db: None, client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    answer = client.get("/health/web/")
    assert (answer.status_code, answer.json()["degraded"], answer.json()["cache"]) == (200, True, "LookupError")


def test_health_is_503_where_the_database_does_not_answer(client: Client) -> None:
    """Without the `db` fixture every question to the database is refused, much as a dead one does."""
    answer = client.get("/health/web/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert (answer.json()["ok"], answer.json()["cache"]) == (False, "ok")
    assert answer.json()["database"] != "ok"


def test_health_tells_nothing_but_kinds(db: None, client: Client) -> None:
    name = str(connections["default"].settings_dict["NAME"])
    for address in ("/health/", "/health/web/"):
        assert name not in json.dumps(client.get(address).json())


# What every page sends


PAGES = (
    "/",
    "/leagues/town/",
    "/leagues/town/fixtures/",
    "/hand/",
    "/accounts/login/",
    "/nowhere/",
    "/leagues/town/my/",
)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_has_a_strict_policy_and_keeps_to_it(town: Town, address: str) -> None:
    factories.League.objects.create(name="Second", slug="second")
    client = Client()
    if address.endswith("/my/"):
        client.force_login(town.captains["Anchor"])
    answer = client.get(address)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "http" not in answer.headers["Content-Security-Policy"]
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert (policy["frame-ancestors"], policy["base-uri"], policy["form-action"]) == ("'none'", "'self'", "'self'")
    body = answer.content.decode()
    assert " style=" not in body
    assert "<style" not in body
    assert " onclick=" not in body
    assert body.count("<script") == body.count("<script src=") + len(
        re.findall(r'<script [^>]*type="application/json"', body)
    )
    assert (answer.headers["X-Frame-Options"], answer.headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert answer.headers["Referrer-Policy"] == "same-origin"


# How it refuses


KINDS = (
    (NotAllowed("Only captains may."), 403, "You don’t have permission to do this Only captains may."),
    (WrongState("It is settled."), 409, "Things have moved on It is settled."),
    (
        Invalid([Problem("a", "This is wrong.", "x", where="match 3"), Problem("b", "So is this.")]),
        422,
        "This can’t be accepted This is wrong.; So is this. Match 3: This is wrong. So is this.",
    ),
    (LeagueError("Something else."), 422, "This can’t be accepted Something else."),
)


@pytest.mark.parametrize(("error", "status", "said"), KINDS, ids=lambda given: type(given).__name__)
def test_every_kind_of_error_is_a_page_of_its_own(
    town: Town, rf: RequestFactory, error: LeagueError, status: int, said: str
) -> None:
    request: Any = rf.post("/leagues/town/somewhere/")
    request.user, request.session, request._messages = town.captains["Anchor"], {}, []
    answer = LeagueErrors(lambda _: None).process_exception(request, error)  # type: ignore[arg-type, return-value]
    assert answer is not None
    assert (answer.status_code, said in words(answer)) == (status, True), words(answer)


def test_an_error_that_is_not_the_leagues_is_left_alone(rf: RequestFactory) -> None:
    handler = LeagueErrors(lambda _: None)  # type: ignore[arg-type, return-value]
    assert handler.process_exception(rf.get("/"), ValueError("ours to mend")) is None


def test_a_refused_page_says_who_may_and_as_whom_one_is_signed_in(town: Town, client: Client) -> None:
    client.force_login(town.captains["Anchor"])
    answer = client.get("/leagues/town/secretary/")
    assert answer.status_code == 403
    seen = words(answer)
    assert "Only the league's secretary may see this. You are signed in as anchor@town.example." in seen
    assert "Go to Town League" in seen


def test_a_refused_visitor_is_led_to_sign_in_and_back(town: Town, client: Client) -> None:
    answer = client.get("/leagues/town/calls/new/?fixture=7&cards=AC")
    assert answer.headers["Location"] == "/accounts/login/?next=/leagues/town/calls/new/%3Ffixture%3D7%26cards%3DAC"
    assert client.head("/leagues/town/secretary/").status_code == 302


def test_a_wrong_state_is_told_with_a_way_on(town: Town, now: dt.datetime, client: Client) -> None:
    client.force_login(town.captains["Bell"])
    answer = client.get(f"/leagues/town/fixtures/{town.fixtures[0].pk}/confirm/")
    assert answer.status_code == 409
    seen = words(answer)
    assert "There is no sheet yet: nobody has sent one for this fixture." in seen
    assert "reload the page" in seen


def test_an_unknown_page_wears_the_leagues_look(town: Town, client: Client) -> None:
    answer = client.get("/leagues/town/nowhere/")
    assert answer.status_code == 404
    assert "Nothing pegged here" in words(answer)
    assert "css/site.css" in answer.content.decode()
    inside = client.get("/leagues/town/fixtures/999999/")
    assert inside.status_code == 404
    assert "Town League" in words(inside)
    assert League.objects.count() == 1


def test_a_forged_form_is_refused_with_a_page(town: Town) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(town.captains["Anchor"])
    answer = client.post("/leagues/town/my/")
    assert answer.status_code == 403
    assert "css/site.css" in answer.content.decode()
