"""One line a request in production, with nothing in it that its reader could act or tell tales with."""

import datetime as dt
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import User
from league.services.people import invite
from league.services.people.accounts import keys
from league.services.results import handover, submit
from tests import factories
from tests.factories import Town
from tests.security.test_logs import written

LINE = {
    "event", "method", "path", "route", "status", "ms", "league", "account", "request_id", "level", "logger",
    "timestamp",
}  # fmt: skip


def lines(said: Callable[[], str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said().splitlines()]


def one_line(client: Client, address: str, method: str = "GET", **more: Any) -> dict[str, Any]:
    """Ask for a page and return its line, the only one there is."""
    with written(as_json=True, level="INFO") as said:
        answer = client.generic(method, address, **more)
        [line] = lines(said)
    assert line.keys() == LINE
    assert line["status"] == answer.status_code
    assert line["request_id"] == answer.headers["X-Request-ID"]
    return line


def test_a_request_has_one_line(town: Town) -> None:
    client, captain = Client(), town.captains["Anchor"]
    line = one_line(client, "/leagues/town/")
    assert [line[name] for name in ("event", "method", "path", "route", "status", "league", "account")] == [
        "request", "GET", "/leagues/town/", "league", 200, "town", None
    ]  # fmt: skip
    assert 0 < line["ms"] < 60_000
    assert dt.datetime.fromisoformat(line["timestamp"]).tzinfo is not None
    client.force_login(captain)
    assert one_line(client, "/fr/leagues/town/my/")["account"] == captain.pk
    _, token = keys.make_token(town.captains["Bell"], "phone", ["read"], None, now=dt.datetime.now(dt.UTC))
    line = one_line(Client(), "/api/v1/leagues/town/me/", headers={"authorization": f"Bearer {token}"})
    assert (line["account"], line["league"]) == (town.captains["Bell"].pk, "town")
    assert token not in json.dumps(line)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/leagues/town/nothing/", 404),
        ("GET", "/nowhere/", 404),
        ("GET", "/leagues/nowhere/", 404),
        ("POST", "/leagues/town/", 405),
        ("BREW", "/leagues/town/", 405),
        ("GET", "/leagues/town/fixtures", 301),
        ("GET", "/health/web/", 200),
        ("GET", "/metrics", 401),
        ("GET", "/static/js/nothing.js", 404),
    ],
)
def test_a_refusal_has_one_line_too(town: Town, method: str, address: str, status: int) -> None:
    assert one_line(Client(), address, method)["status"] == status


def test_a_strange_host_has_one_line_and_no_traceback(town: Town) -> None:
    assert one_line(Client(), "/leagues/town/", headers={"host": "evil.example"})["status"] == 400


def test_a_page_from_memory_has_one_line(town: Town, now: dt.datetime, settings: Any) -> None:
    settings.KEPT_PAGES = 1_000_000
    submit.submit(
        town.fixture("Anchor", "Bell"), factories.result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now
    )
    client = Client()
    made, kept = one_line(client, "/leagues/town/rules/"), one_line(client, "/leagues/town/rules/")
    assert (kept["route"], kept["league"], kept["status"]) == ("rules", "town", 200)
    assert made["request_id"] != kept["request_id"]
    assert client.get("/leagues/town/rules/").headers["X-Request-ID"] not in (made["request_id"], kept["request_id"])


def test_a_fault_s_traceback_has_the_id_of_its_line(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.web.home.render", None)
    with written(as_json=True, level="INFO") as said:
        answer = Client(raise_request_exception=False).get("/leagues/town/")
        fault, line = lines(said)
    assert (answer.status_code, line["event"], line["status"]) == (500, "request", 500)
    assert fault["request_id"] == line["request_id"] == answer.headers["X-Request-ID"]
    assert "TypeError" in fault["exception"]


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("4f2a-0123456789ab", True),
        ("short", False),
        ("x" * 65, False),
        ('a"}\n{"event": "request", "status": 200', False),
        ("abcdefgh\r\nSet-Cookie: a=b", False),
        ("ÀÉÎÕÜabcd", False),
        ("", False),
    ],
)
def test_the_proxy_s_id_is_taken_where_it_is_one(db: None, given: str, taken: bool) -> None:
    line = one_line(Client(), "/health/web/", headers={"x-request-id": given})
    assert (line["request_id"] == given) is taken
    assert len(line["request_id"]) >= 8


@pytest.mark.parametrize(
    "address",
    [
        '/x%0A{"event":"request","status":200}/',
        "/x%0D%0Alevel=error/",
        "/x%00%1B[31mred/",
        "/x%E2%80%A8line/",
        "/%ff%fe/",
        "/" + "long" * 2000,
    ],
)
def test_no_address_makes_a_line_of_its_own_or_a_long_one(db: None, address: str) -> None:
    with written(as_json=True, level="INFO") as said:
        Client().get(address)
        text = said()
    [line] = lines(said)
    assert text.count("\n") == 1
    assert line["path"].isascii()
    assert "\n" not in line["path"]
    assert len(text) < 1000


def test_a_line_has_no_key_no_question_and_nothing_of_the_visitor(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Bell"]
    result = submit.submit(
        town.fixture("Anchor", "Bell"), factories.result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now
    )
    invite.invite(town.league, "new@example.org", "player", town.teams["Bell"], by=captain, now=now)
    invited = User.objects.get(email="new@example.org").invitations.first()
    assert invited is not None
    secrets = [
        handover.token_for(result, captain),
        invite.token_for(invited.pk),
        keys.make_feed(town.league, by=captain, now=now).token,
    ]
    addresses = [
        f"/leagues/town/confirm/{secrets[0]}/",
        f"/fr/leagues/town/confirm/{secrets[0]}/",
        f"/invitations/{secrets[1]}/",
        f"/leagues/town/calendars/my/{secrets[2]}.ics",
    ]
    with written(as_json=True, level="INFO") as said:
        for address in addresses:
            Client(REMOTE_ADDR="203.0.113.9").get(
                f"{address}?code=c0de&email=someone@example.org",
                headers={"user-agent": "Browser of somebody", "x-forwarded-for": "203.0.113.7", "referer": address},
            )
        text = said()
    for personal in (*secrets, "203.0.113", "Browser of somebody", "c0de", "someone@", "?"):
        assert personal not in text, personal
    assert [line["path"].count("…") or line["path"].count("%E2%80%A6") for line in lines(said)] == [1, 1, 1, 1]


def test_on_one_machine_for_itself_there_is_no_line(db: None) -> None:
    with written(as_json=False, level="INFO") as said:
        Client().get("/health/web/")
        assert said() == ""


def test_the_pages_tell_of_no_log_below_the_level(db: None) -> None:
    with written(as_json=True, level="WARNING") as said:
        Client().get("/health/web/")
        assert said() == ""
