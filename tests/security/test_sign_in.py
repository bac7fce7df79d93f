"""The door of signing in: what it makes (a session), where it leads, and how long what opens it is good."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import User
from tests.factories import Town
from tests.second_factors import is_in, mailed_code
from tests.test_settings import settings as of_production

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
LOGIN, CODE, CONFIRM = (
    reverse(name) for name in ("account_login", "account_request_login_code", "account_confirm_login_code")
)
ELSEWHERE = ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "https:evil.example")


@pytest.fixture
def mailed(town: Town, mailoutbox: list[Any]) -> tuple[Client, str]:
    """Anchor's captain has had a code sent, in this browser."""
    client = Client()
    client.post(CODE, {"email": town.captains["Anchor"].email})
    return client, mailed_code(mailoutbox[-1].body)


def test_signing_in_makes_a_new_session_and_signing_out_ends_it(town: Town) -> None:
    """Whoever plants a session of theirs in another's browser would be signed in with its owner."""
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    planted = client.cookies["sessionid"].value
    client.post(LOGIN, _typed(town))
    inside = client.cookies["sessionid"].value
    assert is_in(client)
    assert inside != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert not is_in(thief)
    client.post(reverse("account_logout"))
    thief.cookies["sessionid"] = inside
    assert not is_in(thief)


def test_signing_in_welcomes_by_first_name_and_back_whoever_was_here_before(town: Town) -> None:
    User.objects.filter(pk=town.captains["Anchor"].pk).update(name="Una O'Hobday")
    for greeting in ("Welcome, Una", "Welcome back, Una"):
        page = Client().post(LOGIN, _typed(town), follow=True)
        assert [str(message) for message in page.context["messages"]] == [greeting]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_signing_in_leads_to_no_other_site(town: Town, address: str) -> None:
    """A link to our sign-in would end at a copy of it that asks for the password once more."""
    client = Client()
    answer = client.post(f"{LOGIN}?next={address}", {**_typed(town), "next": address})
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("start"))
    answer = client.post(f"{reverse('account_logout')}?next={address}", {"next": address})
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("start"))


def _typed(town: Town) -> dict[str, str]:
    return {"login": town.captains["Anchor"].email, "password": PASSWORD}


def test_a_mailed_code_opens_once(mailed: tuple[Client, str]) -> None:
    """Whoever reads the mail later signs in with what stands in it."""
    client, code = mailed
    client.post(CONFIRM, {"code": code})
    assert is_in(client)
    client.post(reverse("account_logout"))
    client.post(CONFIRM, {"code": code})
    assert not is_in(client)


def test_a_mailed_code_is_good_in_the_browser_that_asked(mailed: tuple[Client, str], town: Town) -> None:
    """Whoever reads the mail elsewhere has asked for another code, and types this one."""
    _, code = mailed
    thief = Client()
    thief.post(CODE, {"email": town.captains["Anchor"].email})
    thief.post(CONFIRM, {"code": code})
    assert not is_in(thief)


def test_a_mailed_code_runs_out(mailed: tuple[Client, str], time_machine: Any) -> None:
    """Whoever finds the browser left open an hour later types what they read in the mail."""
    client, code = mailed
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=3, seconds=1))
    client.post(CONFIRM, {"code": code})
    assert not is_in(client)


def test_a_mailed_code_is_not_guessed(mailed: tuple[Client, str]) -> None:
    """A program tries one code after the other in the browser that asked for it."""
    client, code = mailed
    for guess in ("BBBBBB", "CCCCCC", "DDDDDD"):
        client.post(CONFIRM, {"code": guess})
    client.post(CONFIRM, {"code": code})
    assert not is_in(client)


def test_production_keeps_passwords_by_argon2() -> None:
    """Whoever gets a copy of the database tries a list of passwords on it, a billion a second."""
    hashers = of_production("PASSWORD_HASHERS")["PASSWORD_HASHERS"]
    assert isinstance(hashers, list)
    assert hashers[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"
