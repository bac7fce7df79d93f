"""Wrong passwords of strangers: they guess at no account for long, and keep nobody out of their own.

A captain stands in the pub at ten, the sheet has to go, and somebody has been sending wrong passwords for their
address all evening.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.models import User
from league.web.people.accounts import adapter
from tests import factories
from tests.factories import Town
from tests.second_factors import is_in, mailed_code
from tests.security.test_admin_addresses import readdressed

pytestmark = pytest.mark.django_db(transaction=True)
RIGHT, BELL, PUB = "a-long-enough-password", "bell@town.example", "198.51.100.7"
LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def clock(now: dt.datetime) -> Iterator[Any]:
    cache.clear()
    with time_machine.travel(now, tick=False) as clock:
        yield clock


@pytest.fixture
def captain(town: Town) -> User:
    return town.captains["Bell"]


def sign_in(client: Client, password: str, address: str = BELL) -> bool:
    client.post(LOGIN, {"login": address, "password": password})
    return is_in(client)


def phone_of(address: str = BELL, **network: str) -> Client:
    """A phone on which somebody has signed in once and out again."""
    phone = Client(REMOTE_ADDR=network.get("ip", PUB))
    assert sign_in(phone, RIGHT, address)
    phone.post(reverse("account_logout"))
    assert not is_in(phone)
    return phone


def attack(address: str = BELL, machines: int = 6) -> None:
    """Wrong passwords from several addresses, as many as each may send, and all else that is mailed for it."""
    for number in range(1, machines + 1):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        for guess in range(6):
            client.post(LOGIN, {"login": address, "password": f"wrong-{number}-{guess}"})
            client.post("/accounts/login/code/", {"email": address})
            client.post("/accounts/password/reset/", {"email": address})


def test_the_captain_gets_in_by_a_mailed_code(captain: User, mailoutbox: list[Any]) -> None:
    attack()
    phone = Client(REMOTE_ADDR=PUB)
    assert not sign_in(phone, RIGHT), "the password is shut on a device that nobody knows"
    mailoutbox.clear()
    phone.post("/accounts/login/code/", {"email": BELL})
    phone.post("/accounts/login/code/confirm/", {"code": mailed_code(mailoutbox[-1].body)})
    assert is_in(phone)


def test_the_captain_gets_in_by_the_password_on_their_own_phone(captain: User) -> None:
    phone = phone_of()
    attack()
    assert sign_in(phone, RIGHT)


def test_the_captain_gets_in_on_their_own_phone_beside_whoever_guesses_on_the_same_network(captain: User) -> None:
    phone = phone_of()
    guesser = Client(REMOTE_ADDR=PUB)
    for guess in range(12):
        guesser.post(LOGIN, {"login": BELL, "password": f"wrong-{guess}"})
    assert sign_in(phone, RIGHT)


def test_another_password_can_be_asked_for_meanwhile(captain: User, mailoutbox: list[Any]) -> None:
    attack()
    mailoutbox.clear()
    Client(REMOTE_ADDR=PUB).post("/accounts/password/reset/", {"email": BELL})
    assert re.search(r"/accounts/password/reset/key/\S+", mailoutbox[-1].body)


def test_whoever_is_refused_is_told_of_the_mailed_code(captain: User) -> None:
    attack()
    answer = Client(REMOTE_ADDR=PUB).post(LOGIN, {"login": BELL, "password": RIGHT})
    assert "Have a code sent to you by email" in answer.content.decode()


# And guessing stays limited


def guesses(clients: list[Client], clock: Any, *, minutes: int) -> int:
    """How many wrong passwords are looked at within some minutes, from clients that never rest."""
    looked_at = 0
    for minute in range(minutes):
        for client in clients:
            for guess in range(6):
                answer = client.post(LOGIN, {"login": BELL, "password": f"wrong-{minute}-{guess}"})
                looked_at += "Too many" not in answer.content.decode() and answer.status_code != 429
        clock.shift(60)
    return looked_at


def test_strangers_share_five_guesses_in_five_minutes(captain: User, clock: Any) -> None:
    strangers = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(1, 9)]
    assert guesses(strangers, clock, minutes=10) == 10


def test_a_known_device_has_five_guesses_in_five_minutes_wherever_it_is(captain: User, clock: Any) -> None:
    """A phone that was found in the pub."""
    phone = phone_of()
    moving = []
    for number in range(1, 5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        client.cookies = phone.cookies
        moving.append(client)
    assert guesses(moving, clock, minutes=10) == 10


def test_a_device_is_known_to_the_accounts_that_signed_in_on_it_alone(captain: User, town: Town) -> None:
    """Else whoever has an account here would have a budget of guesses of their own at everybody else's."""
    phone = phone_of("anchor@town.example")
    attack()
    assert not sign_in(phone, RIGHT)
    assert sign_in(phone, RIGHT, "anchor@town.example")
    phone.post(reverse("account_logout"))
    both = phone
    cache.clear()
    assert sign_in(both, RIGHT)
    both.post(reverse("account_logout"))
    attack()
    assert sign_in(both, RIGHT)


@pytest.mark.parametrize("forged", ["", "x", "WyJhIixbXV0:1abc:def", "plain"])
def test_a_cookie_that_nobody_made_is_no_device(captain: User, forged: str) -> None:
    attack()
    phone = Client(REMOTE_ADDR=PUB)
    phone.cookies["device"] = signing.dumps(["0" * 16, []], salt="another") if forged == "plain" else forged
    assert not sign_in(phone, RIGHT)


def test_a_device_is_forgotten_with_the_address_and_after_a_year(captain: User, clock: Any) -> None:
    phone, other = phone_of(), phone_of()
    clock.shift(dt.timedelta(seconds=adapter.DEVICE_LASTS + 1))
    attack()
    assert not sign_in(phone, RIGHT)
    cache.clear()
    phone = phone_of()
    root = factories.user("root@town.example", is_staff=True, is_superuser=True)
    for address in ("new@town.example", BELL):
        captain.refresh_from_db()
        assert readdressed(root, captain, email=address).status_code == 302
    captain.set_password(RIGHT)
    captain.save()
    attack()
    assert not sign_in(phone, RIGHT)
    assert not sign_in(other, RIGHT)


def test_the_cookie_is_of_this_host_and_no_script_and_strangers_get_none(captain: User) -> None:
    client = Client()
    client.get(LOGIN)
    sign_in(client, "wrong")
    assert "device" not in client.cookies
    sign_in(client, RIGHT)
    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")
    assert BELL not in cookie.value
