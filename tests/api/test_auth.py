"""Who asks: tokens and their scopes, sessions and their CSRF."""

import datetime as dt
import hashlib

import pytest
import time_machine
from django.test import Client

from league.enums import Scope
from league.errors import Invalid
from league.models import ApiToken
from league.services.people.accounts.keys import make_token, revoke_token, use_token
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db


def test_a_token_is_256_random_bits_and_only_its_hash_is_kept(town: Town, now: dt.datetime) -> None:
    token, secret = make_token(town.captains["Anchor"], "Scoreboard", ["read"], None, now=now)
    assert secret.startswith("mgn_")
    assert len(secret) == 4 + 43
    stored = ApiToken.objects.values().get()
    assert stored["token_hash"] == hashlib.sha256(secret.encode()).hexdigest()
    assert secret not in str(stored)
    assert token.prefix == secret[:12]


def test_a_token_lets_its_user_in(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    answer = Program(town.captains["Anchor"], now=now).post(f"fixtures/{fixture.pk}/result/", sheet)
    assert answer.status_code == 201


@pytest.mark.parametrize("secret", ["", "mgn_", "mgn_nonsense", "\xff", "mgn_ two words", "x" * 5000])
def test_a_token_that_is_none_is_refused(town: Town, secret: str) -> None:
    answer = Client().get("/api/v1/leagues/", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, problems(answer)) == (401, [("token", "")])
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Muggins"'


def test_a_revoked_token_is_refused_at_once(town: Town, now: dt.datetime) -> None:
    anchor = Program(town.captains["Anchor"], now=now)
    assert anchor.get("fixtures/").status_code == 200
    revoke_token(ApiToken.objects.get().pk, by=town.captains["Bell"], now=now)
    assert anchor.get("fixtures/").status_code == 200, "another's token is not theirs to revoke"
    revoke_token(ApiToken.objects.get().pk, by=town.captains["Anchor"], now=now)
    assert anchor.get("fixtures/").status_code == 401


def test_an_expired_token_is_refused(town: Town, now: dt.datetime) -> None:
    _, secret = make_token(town.captains["Anchor"], "Short", ["read"], now + dt.timedelta(hours=1), now=now)
    assert use_token(secret, now=now + dt.timedelta(minutes=59)) is not None
    assert use_token(secret, now=now + dt.timedelta(hours=1)) is None


@pytest.mark.parametrize("field", ["is_active", "erased_at"])
def test_the_token_of_a_closed_account_is_refused(town: Town, now: dt.datetime, field: str) -> None:
    anchor = Program(town.captains["Anchor"], now=now)
    user = town.captains["Anchor"]
    setattr(user, field, False if field == "is_active" else now)
    user.save()
    assert anchor.get("fixtures/").status_code == 401


def test_its_last_use_is_noted_at_most_once_a_minute(town: Town, now: dt.datetime) -> None:
    token, secret = make_token(town.captains["Anchor"], "Busy", ["read"], None, now=now)
    noted = []
    for seconds in (0, 30, 59, 60, 100, 121):
        use_token(secret, now=now + dt.timedelta(seconds=seconds))
        token.refresh_from_db()
        noted.append((token.last_used_at - now).seconds)
    assert noted == [0, 0, 0, 60, 60, 121]


def test_a_token_is_good_for_its_scopes_alone(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    reads = Program(town.captains["Anchor"], scopes=["read"], now=now)
    sends = Program(town.captains["Anchor"], scopes=["results"], now=now)
    assert reads.get("fixtures/").status_code == 200
    refused = reads.post(f"fixtures/{fixture.pk}/result/", sheet)
    assert (refused.status_code, problems(refused)) == (403, [("scope", "")])
    refused = sends.get("fixtures/")
    assert (refused.status_code, problems(refused)) == (403, [("scope", "")])
    assert sends.post(f"fixtures/{fixture.pk}/result/", sheet).status_code == 201


def test_no_scope_gives_more_than_its_user_may(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    castle = Program(town.captains["Castle"], scopes=Scope.values, now=now)
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    assert castle.post(f"fixtures/{fixture.pk}/result/", sheet).status_code == 403


def test_a_session_writes_with_its_csrf_token_alone(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    path = f"/api/v1/leagues/town/fixtures/{fixture.pk}/result/"
    client = Client(enforce_csrf_checks=True)
    client.force_login(town.captains["Anchor"])
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    assert client.get(path).status_code == 200
    refused = client.post(path, sheet, content_type="application/json")
    assert (refused.status_code, problems(refused)) == (403, [("csrf", "")])
    client.get("/account/tokens/")
    key = client.cookies["csrftoken"].value
    assert client.post(path, sheet, content_type="application/json", headers={"X-CSRFToken": key}).status_code == 201


@pytest.mark.parametrize(
    ("name", "scopes", "days", "wrong"),
    [
        (" ", [], -1, ["name", "scopes", "expires_at"]),
        ("x" * 61, ["read", "everything"], 0, ["name", "scopes", "expires_at"]),
        ("Fine", ["read"], 1, []),
    ],
)
def test_every_problem_of_a_new_token_is_told_at_once(
    town: Town, now: dt.datetime, name: str, scopes: list[str], days: int, wrong: list[str]
) -> None:
    expires = now + dt.timedelta(days=days)
    if not wrong:
        assert make_token(town.captains["Anchor"], name, scopes, expires, now=now)
        return
    with pytest.raises(Invalid) as refused:
        make_token(town.captains["Anchor"], name, scopes, expires, now=now)
    assert [problem.field for problem in refused.value.problems] == wrong


def test_the_page_shows_a_token_once(town: Town, now: dt.datetime) -> None:
    client = Client()
    client.force_login(town.captains["Anchor"])
    made = client.post(
        "/account/tokens/", {"do": "make", "name": "Scoreboard", "scopes": ["read", "results"], "days": "30"}
    )
    page = made.content.decode()
    secret = page.partition('value="mgn_')[2].partition('"')[0]
    assert use_token(f"mgn_{secret}", now=now) is not None
    assert made.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    again = client.get("/account/tokens/").content.decode()
    assert secret not in again
    assert "Scoreboard" in again
    token = ApiToken.objects.get()
    assert token.expires_at == now + dt.timedelta(days=30)
    with time_machine.travel(now + dt.timedelta(days=31), tick=False):
        client.force_login(town.captains["Anchor"])
        assert "Expired" in client.get("/account/tokens/").content.decode()
    client.post("/account/tokens/", {"do": "revoke", "token": str(token.pk)})
    assert "Scoreboard" not in client.get("/account/tokens/").content.decode()


def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(town: Town) -> None:
    client = Client()
    client.force_login(town.captains["Anchor"])
    answer = client.post("/account/tokens/", {"do": "make", "name": "Scoreboard", "scopes": ["all"], "days": "30"})
    assert answer.status_code == 422
    assert 'value="Scoreboard"' in answer.content.decode()
    assert client.post("/account/tokens/", {"do": "revoke", "token": "x"}).status_code == 422
