"""Who asks too often is told when to ask again: by address, by user, by token."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client
from rest_framework.settings import api_settings

from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> Any:
    def turn(**few: str) -> None:
        usual = {"address": "1000/min", "user": "1000/min", "token": "1000/min"}
        monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {**usual, **few})

    return turn


def statuses(program: Program, times: int, **headers: str) -> list[int]:
    return [program.get("fixtures/", **headers).status_code for _ in range(times)]


def test_an_address_may_ask_so_often(town: Town, now: dt.datetime, rates: Any) -> None:
    rates(address="2/min")
    assert statuses(Program(), 3) == [200, 200, 429]
    answer = Program().get("fixtures/")
    assert problems(answer) == [("throttled", "")]
    assert answer.headers["Retry-After"] == "60"
    with time_machine.travel(now + dt.timedelta(seconds=61), tick=False):
        assert statuses(Program(), 1) == [200]


def test_what_is_left_is_told_with_every_answer(town: Town, now: dt.datetime, rates: Any) -> None:
    """A program slows down by itself, before it is refused."""
    rates(address="5/min", user="3/min", token="2/min")
    program = Program(town.captains["Anchor"])
    answers = [program.get("fixtures/", {"limit": 1}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {
        '"address";q=5;w=60, "user";q=3;w=60, "token";q=2;w=60'
    }
    assert [answer.headers["RateLimit"] for answer in answers] == [
        '"address";r=4;t=60, "user";r=2;t=60, "token";r=1;t=60',
        '"address";r=3;t=60, "user";r=1;t=60, "token";r=0;t=60',
        '"address";r=2;t=60, "user";r=0;t=60, "token";r=0;t=60',
    ]
    with time_machine.travel(now + dt.timedelta(seconds=20), tick=False):
        assert Program().get("nonsense/").headers.get("RateLimit") is None
        assert Program().get("fixtures/").headers["RateLimit"] == '"address";r=1;t=40'
    missing = Program().get("fixtures/", {"teem": "swan"})
    assert (missing.status_code, missing.headers["RateLimit"]) == (422, '"address";r=0;t=60')


def test_wrong_tokens_count_too(town: Town, rates: Any) -> None:
    rates(address="2/min")
    client = Client()
    asked = [client.get("/api/v1/leagues/", headers={"Authorization": f"Bearer mgn_{n}"}).status_code for n in range(3)]
    assert asked == [401, 401, 429]


def test_a_token_may_ask_so_often_and_another_of_the_same_user_still_may(town: Town, rates: Any) -> None:
    rates(token="2/min")
    first, second = (Program(town.captains["Anchor"]) for _ in range(2))
    assert statuses(first, 3) == [200, 200, 429]
    assert statuses(second, 1) == [200]


def test_a_user_may_ask_so_often_with_however_many_tokens(town: Town, rates: Any) -> None:
    rates(user="2/min")
    first, second = (Program(town.captains["Anchor"]) for _ in range(2))
    assert statuses(first, 1) + statuses(second, 2) == [200, 200, 429]
    assert statuses(Program(town.captains["Bell"]), 1) == [200]


@pytest.mark.parametrize(("proxies", "expected"), [(0, [200, 429]), (1, [200, 200])])
def test_an_address_is_what_the_proxies_say_and_not_what_the_asker_does(
    town: Town, rates: Any, monkeypatch: pytest.MonkeyPatch, proxies: int, expected: list[int]
) -> None:
    """Without a proxy the header is the asker's own and tells nothing; behind one its last part is the proxy's."""
    rates(address="1/min")
    monkeypatch.setattr(api_settings, "NUM_PROXIES", proxies)
    program = Program()
    found = [program.get("fixtures/", X_Forwarded_For=f"1.2.3.4, 203.0.113.{part}").status_code for part in (1, 2)]
    assert found == expected
    if proxies:
        assert program.get("fixtures/", X_Forwarded_For="9.9.9.9, 203.0.113.1").status_code == 429


def test_while_redis_is_away_each_process_counts_for_itself(town: Town, rates: Any, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "config.cache.CacheThatStands", "LOCATION": "redis://127.0.0.1:1/0"}}
    rates(address="2/min")
    assert statuses(Program(), 3) == [200, 200, 429]
