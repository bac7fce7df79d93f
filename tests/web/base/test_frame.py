"""The league's header and tabs where no page of the league was reached: not found, not signed in, not sent."""

import re

import pytest
from django.test import Client

from league.models import League
from tests.factories import Town
from tests.web.pages import signed_in, words

HOME = "/leagues/town/"


def brand(client: Client, address: str, **posted: str) -> str:
    """The name in the header."""
    answer = client.post(address, posted) if posted else client.get(address)
    found = re.search(r'class="brand-name">([^<]*)<', answer.content.decode())
    assert found is not None
    return found[1]


@pytest.fixture
def second(town: Town) -> League:
    """Another league of this server: which one an account page belongs to is not plain any more."""
    return League.objects.create(name="Harbour League", slug="harbour")


@pytest.mark.parametrize("path", ["nothing/", "fixtures/999999/", "teams/nobody/", "fixtures/1/nothing/at/all"])
def test_a_page_that_is_not_there_keeps_its_league(town: Town, second: League, path: str) -> None:
    answer = Client().get(HOME + path)
    assert answer.status_code == 404
    body = answer.content.decode()
    assert 'class="brand-name">Town League<' in body
    assert f'href="{HOME}fixtures/"' in body
    assert f'<a class="button" href="{HOME}">' in body
    # A captain keeps the tabs of a captain.
    assert "My fixtures" in words(signed_in(town.captains["Anchor"]).get(HOME + path))


@pytest.mark.parametrize("path", ["/nothing/", "/leagues/none/", "/leagues/none/my/", "/leagues/", "/leagues/%00/x/"])
def test_a_page_of_no_league_has_none(town: Town, path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert 'class="brand-name">Muggins<' in answer.content.decode()


def test_signing_in_from_a_league_keeps_it_through_every_account_page(town: Town, second: League) -> None:
    client = Client()
    assert brand(client, "/accounts/login/") == "Muggins"
    page = client.get("/leagues/harbour/fixtures/").content.decode()
    assert 'class="sign-in" href="/accounts/login/?next=/leagues/harbour/fixtures/"' in page
    assert brand(client, "/accounts/login/?next=/leagues/harbour/fixtures/") == "Harbour League"
    for name in ("login", "signup", "password/reset", "password/reset/done", "login/code"):
        assert brand(client, f"/accounts/{name}/") == "Harbour League", name
    assert brand(client, "/accounts/login/", login="nobody@town.example", password="wrong") == "Harbour League"
    # A page of one's account belongs to the league that one was in last.
    member = signed_in(town.captains["Anchor"])
    member.get(HOME)
    for path in ("/accounts/email/", "/accounts/password/change/", "/account/tokens/", "/accounts/logout/"):
        assert brand(member, path) == "Town League", path
    member.get("/leagues/harbour/")
    assert brand(member, "/accounts/email/") == "Harbour League"


def test_where_there_is_one_league_the_account_pages_are_its_own(town: Town) -> None:
    assert brand(Client(), "/accounts/login/") == "Town League"


@pytest.mark.parametrize(
    "wanted", ["https://evil.example/leagues/harbour/", "//evil.example/leagues/harbour/", "/leagues/none/", "\x00"]
)
def test_an_address_elsewhere_names_no_league(town: Town, second: League, wanted: str) -> None:
    client = Client()
    assert brand(client, "/accounts/login/?" + "next=" + wanted.replace("\x00", "%00")) == "Muggins"
    client.cookies["league"] = "'; drop"
    assert brand(client, "/accounts/login/") == "Muggins"


def test_nobody_gets_a_cookie_for_reading(town: Town) -> None:
    client = Client()
    for path in (HOME, HOME + "fixtures/", "/accounts/login/", HOME + "nothing/"):
        client.get(path)
    assert "league" not in client.cookies
    client.get(f"/accounts/login/?next={HOME}")
    cookie = client.cookies["league"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("town", True, "Lax")


def test_a_form_that_comes_without_cookies_leads_to_the_sign_in_page_and_back(town: Town) -> None:
    sheet = f"{HOME}fixtures/{town.fixture('Anchor', 'Bell').pk}/sheet/"
    client = Client(enforce_csrf_checks=True)
    answer = client.post(sheet, {"m1-g1-winner": "home"})
    assert answer.status_code == 403
    assert (
        f'<a class="button" href="/accounts/login/?next={sheet}">Sign in and come back</a>' in answer.content.decode()
    )
    assert 'class="brand-name">Town League<' in answer.content.decode()
    # From where a form was sent is where one comes back to, if it was one of ours.
    sent_from = client.post(f"{HOME}fixtures/1/draft/", {}, headers={"referer": f"http://testserver{sheet}?own=yes"})
    assert f"/accounts/login/?next={sheet}%3Fown%3Dyes" in sent_from.content.decode()
    elsewhere = client.post(sheet, {}, headers={"referer": "https://evil.example/x/"})
    assert f"/accounts/login/?next={sheet}" in elsewhere.content.decode()
    # Whoever is signed in opens the page again.
    client.force_login(town.captains["Anchor"])
    assert f'<a class="button" href="{sheet}">Open the page again</a>' in client.post(sheet, {}).content.decode()


def test_a_sign_in_form_that_is_too_old_leads_on_to_the_same_page(town: Town) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(f"/accounts/login/?next={HOME}my/", {"login": "anchor@town.example", "password": "x"})
    assert answer.status_code == 403
    assert f'href="/accounts/login/?next={HOME}my/">Sign in and come back' in answer.content.decode()
