"""The door of signing in: what it makes (a session), where it leads, and how long what opens it is good."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import League, User
from tests.factories import Town
from tests.second_factors import add_app, is_in, mailed_code
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
        assert greeting in [str(message) for message in page.context["messages"]]


def test_a_passkey_is_offered_once_on_a_device(town: Town) -> None:
    device = Client()
    offers = []
    for _ in range(2):
        page = device.post(LOGIN, _typed(town), follow=True)
        offers.append(["add a passkey" in str(message) for message in page.context["messages"]])
        device.post(reverse("account_logout"))
        device.get(reverse("account_login"))
    assert offers == [[False, True], [False]]


def test_the_front_door_leads_whoever_is_in_one_league_to_it(town: Town) -> None:
    League.objects.create(name="Another", slug="another")
    client = Client()
    assert client.get(reverse("start")).status_code == 200
    client.force_login(town.captains["Anchor"])
    assert client.get(reverse("start")).headers["Location"] == "/leagues/town/"
    assert client.get(f"{reverse('start')}?all").status_code == 200


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
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=15, seconds=1))
    client.post(CONFIRM, {"code": code})
    assert not is_in(client)


def test_a_mailed_code_is_not_guessed(mailed: tuple[Client, str]) -> None:
    """A program tries one code after the other in the browser that asked for it."""
    client, code = mailed
    for guess in (f"{(int(code) + n) % 10**6:06}" for n in (1, 2, 3)):
        client.post(CONFIRM, {"code": guess})
    client.post(CONFIRM, {"code": code})
    assert not is_in(client)


def test_production_keeps_passwords_by_argon2() -> None:
    """Whoever gets a copy of the database tries a list of passwords on it, a billion a second."""
    hashers = of_production("PASSWORD_HASHERS")["PASSWORD_HASHERS"]
    assert isinstance(hashers, list)
    assert hashers[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


def mailed_link(body: str) -> str:
    [path] = re.findall(r"https?://[^/\s]+(/accounts/login/link/\S+)", body)
    return str(path)


def test_a_mailed_link_opens_any_browser_once_and_only_when_its_button_is_pressed(
    mailed: tuple[Client, str], mailoutbox: list[Any]
) -> None:
    """Programs that read mail open every link in it, and a mail is read on the phone that did not ask for it."""
    link, phone = mailed_link(mailoutbox[-1].body), Client()
    assert phone.get(link).status_code == 200
    assert not is_in(phone)
    assert phone.post(link, {"remember": "on"}).status_code == 302
    assert is_in(phone)
    thief = Client()
    assert thief.get(link).status_code == 410
    thief.post(link)
    assert not is_in(thief)


def test_a_mailed_link_runs_out(mailed: tuple[Client, str], mailoutbox: list[Any], time_machine: Any) -> None:
    client, link = Client(), mailed_link(mailoutbox[-1].body)
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=15, seconds=2))
    assert b"no longer works" in client.post(link).content
    assert not is_in(client)


@pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: f"x{token}", lambda token: "x"])
def test_a_link_that_was_not_mailed_opens_nothing(
    mailed: tuple[Client, str], mailoutbox: list[Any], change: Any
) -> None:
    token = mailed_link(mailoutbox[-1].body).split("/")[-2]
    client = Client()
    assert client.post(reverse("account_login_link", args=[change(token)])).status_code == 410
    assert not is_in(client)


def test_a_mailed_link_does_not_pass_a_second_factor(town: Town, mailoutbox: list[Any]) -> None:
    add_app(town.captains["Anchor"])
    client = Client()
    client.post(CODE, {"email": town.captains["Anchor"].email})
    answer = client.post(mailed_link(mailoutbox[-1].body))
    assert answer.headers["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)


def test_a_mailed_link_leads_on_to_where_it_was_asked_for(town: Town, mailoutbox: list[Any]) -> None:
    client, phone = Client(), Client()
    client.post(CODE, {"email": town.captains["Anchor"].email, "next": "/leagues/town/my/"})
    link = mailed_link(mailoutbox[-1].body)
    assert phone.post(link, {"next": "/leagues/town/my/"}).headers["Location"] == "/leagues/town/my/"
    assert "next=/leagues/town/my/" in link.replace("%2F", "/")
    client.post(CODE, {"email": town.captains["Anchor"].email, "next": "//evil.example/"})
    assert "evil" not in mailoutbox[-1].body


@pytest.mark.parametrize(("ticked", "days"), [({"remember": "on"}, 90), ({}, 0)])
def test_a_device_stays_signed_in_for_90_days_where_it_is_ones_own(
    town: Town, mailoutbox: list[Any], ticked: dict[str, str], days: int
) -> None:
    """By a code, by a link and by a password alike; a session that is not remembered ends with the browser."""
    by_code, by_link, by_password = Client(), Client(), Client()
    by_code.post(CODE, {"email": town.captains["Anchor"].email, **ticked})
    mail = mailoutbox[-1].body
    by_link.post(mailed_link(mail), ticked)
    by_code.post(CONFIRM, {"code": mailed_code(mail)})
    by_password.post(LOGIN, {**_typed(town), **ticked})
    for client in (by_code, by_link, by_password):
        assert is_in(client)
        cookie = client.cookies["sessionid"]
        assert cookie["max-age"] == (days * 24 * 3600 or "")


def test_wrong_codes_of_an_account_are_used_up_by_the_day_and_its_link_still_opens(
    town: Town, mailoutbox: list[Any]
) -> None:
    """A program asks for one code after the other and guesses three times at each, from many addresses."""
    anchor = town.captains["Anchor"].email
    for n in range(10):
        client = Client(REMOTE_ADDR=f"10.0.0.{n}")
        client.post(CODE, {"email": anchor})
        right = int(mailed_code(mailoutbox[-1].body))
        for wrong in (1, 2, 3):
            client.post(CONFIRM, {"code": f"{(right + wrong) % 10**6:06}"})
    owner = Client()
    owner.post(CODE, {"email": anchor})
    page = owner.post(CONFIRM, {"code": mailed_code(mailoutbox[-1].body)})
    assert not is_in(owner)
    assert b"Use the link in the mail" in page.content
    owner.post(mailed_link(mailoutbox[-1].body))
    assert is_in(owner)
