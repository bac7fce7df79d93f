"""The operator's operations: leagues listed, suspended, let go on, given quotas; and by what tokens."""

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client

from league.enums import Scope
from league.models import JournalEntry, League, User
from league.services.people.accounts.keys import make_token
from league.services.quotas import change_quota
from tests import factories
from tests.factories import Town
from tests.web.pages import signed_in

pytestmark = pytest.mark.usefixtures("today")
ROOT = "/api/v1/operator/leagues/"


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def sent(client: Client, method: str, address: str, body: Any = None) -> tuple[int, Any]:
    answer = client.generic(method, address, "" if body is None else json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_league_is_listed_with_what_it_uses(town: Town, operator: User, now: dt.datetime) -> None:
    change_quota(town.league, {"teams": 4}, by=operator, now=now)
    status, page = sent(signed_in(operator), "GET", ROOT)
    assert status == 200
    (one,) = page["results"]
    assert (one["slug"], one["state"], one["teams"]) == ("town", "open", 4)
    assert one["secretaries"] == [{"name": "Sally Secretary", "email": "secretary@town.example"}]
    assert one["usage"][1] == {"name": "teams", "used": 4, "limit": 4}
    assert one["concerns"][0] == {"text": "At its quota: Teams", "tone": "bad"}


def test_a_league_is_suspended_and_resumed(town: Town, operator: User) -> None:
    client = signed_in(operator)
    status, one = sent(client, "POST", f"{ROOT}town/suspend/", {"reason": "Unpaid."})
    assert (status, one["state"], one["suspended_because"]) == (200, "suspended", "Unpaid.")
    status, told = sent(client, "POST", f"{ROOT}town/suspend/", {"reason": "Spam."})
    assert (status, told["errors"][0]["code"]) == (409, "changed")
    status, told = sent(client, "POST", f"{ROOT}town/suspend/", {"reason": ""})
    assert (status, told["errors"][0]["field"]) == (422, "/reason")
    status, one = sent(client, "POST", f"{ROOT}town/resume/")
    assert (status, one["state"]) == (200, "open")
    assert sent(client, "POST", f"{ROOT}nowhere/resume/")[0] == 404


def test_a_quota_is_changed_a_limit_at_a_time(town: Town, operator: User) -> None:
    client, address = signed_in(operator), f"{ROOT}town/quota/"
    assert sent(client, "PATCH", address, {"teams": 20})[0] == 200
    status, one = sent(client, "PATCH", address, {"mails_a_day": 100})
    assert status == 200
    assert {usage["name"]: usage["limit"] for usage in one["usage"]} == {
        "photograph_megabytes": 0, "teams": 20, "mails_a_day": 100,
    }  # fmt: skip
    status, one = sent(client, "PATCH", address, {"teams": None})
    assert one["usage"][1]["limit"] == 0
    for body in ({"teams": -1}, {"teams": "many"}, {"venues": 3}, {"teams": 10**8}):
        assert sent(client, "PATCH", address, body)[0] == 422, body
    assert JournalEntry.objects.filter(kind="quota-changed").count() == 3


def test_an_address_for_a_leagues_mail_is_set_read_and_removed(town: Town, operator: User) -> None:
    client, address = signed_in(operator), f"{ROOT}town/sender/"
    assert sent(client, "GET", address) == (200, {"address": "", "name": "", "as_from": False})
    given = {"address": "results@town.example", "name": "Town", "as_from": True}
    assert sent(client, "PUT", address, given) == (200, given)
    assert sent(client, "PUT", address, given) == (200, given)
    assert sent(client, "GET", address) == (200, given)
    for body in ({"address": ""}, {"address": "nobody"}, {"address": "a@town.example", "name": "x" * 61}, {}):
        assert sent(client, "PUT", address, body)[0] == 422, body
    assert sent(client, "GET", address) == (200, given)
    for _ in range(2):
        assert client.delete(address).status_code == 204
    assert sent(client, "GET", address)[1]["address"] == ""
    assert JournalEntry.objects.filter(kind="sender-changed").count() == 2
    assert sent(signed_in(town.secretary), "PUT", address, given)[0] == 403


def test_a_hidden_league_is_there_for_its_operator(town: Town, operator: User, now: dt.datetime) -> None:
    League.objects.update(hidden_at=now)
    assert sent(signed_in(operator), "GET", f"{ROOT}town/")[1]["state"] == "hidden"


def test_a_token_needs_the_scope_and_its_user_the_office(town: Town, operator: User, now: dt.datetime) -> None:
    for who, scopes, status in (
        (operator, [Scope.OPERATE], 200),
        (operator, [Scope.READ, Scope.SEASON], 403),
        (town.secretary, [Scope.OPERATE], 403),
    ):
        _, token = make_token(who, "Overseer", scopes, None, now=now)
        answer = Client().get(ROOT, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status, (who, scopes, answer.content)
