"""Confirming without signing in: the link in the mail, and the phone of the captain who sent the sheet."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client

from league.enums import ResultState
from league.models import Fixture, Result, Role
from league.services.mail.delivery import deliver_due
from league.services.results import confirm, handover, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, words

HOURS = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    cache.clear()
    with time_machine.travel(now, tick=False):
        yield
    cache.clear()


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor's sheet waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


@pytest.fixture
def link(town: Town, fixture: Fixture) -> str:
    return f"/leagues/town/confirm/{handover.token_for(Result.objects.get(), town.captains['Bell'])}/"


def test_the_mail_leads_to_the_sheet_and_one_press_confirms_it(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    deliver_due(now=now)
    (letter,) = mail.outbox
    (address,) = re.findall(r"http://testserver(/leagues/town/confirm/\S+)", str(letter.body))
    client = Client()
    seen = words(client.get(address))
    assert "Anchor sent this sheet on Tuesday 3 November at 12 noon." in seen
    assert "If nobody answers by Thursday 5 November, 8 pm , it will be confirmed automatically." in seen
    assert "Confirm 6–3" in seen
    assert Result.objects.get().state == ResultState.SUBMITTED
    answer = client.post(address, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "You have confirmed it: 6–3 counts. The link is used up." in words(answer)
    assert Result.objects.get().settled_by == town.captains["Bell"]
    assert "_auth_user_id" not in client.session
    # Pressed again with the back button.
    assert "The link is used up." in words(client.post(address, follow=True))
    assert "Confirm 6–3" not in words(client.get(address))


def test_the_link_shows_where_the_sheet_differs_from_their_draft(
    town: Town, now: dt.datetime, fixture: Fixture, link: str
) -> None:
    assert "what you filled in" not in words(Client().get(link))
    begun = {"m1-g1-winner": "away", "m1-g1-loser": "88"}
    submit.save_draft(fixture, begun, by=town.captains["Bell"], now=now)
    assert "1 difference from what you filled in Where You They Match 1, game 1 88–121 121–61" in words(
        Client().get(link)
    )


def test_something_is_wrong_leads_through_the_sign_in_page_to_the_dispute(fixture: Fixture, link: str) -> None:
    client = Client()
    assert f'href="{page(fixture, "dispute")}"' in client.get(link).content.decode()
    found = client.get(page(fixture, "dispute"))
    assert found.headers["Location"] == f"/accounts/login/?next={page(fixture, 'dispute')}"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_came_too_late_says_so(
    town: Town, now: dt.datetime, fixture: Fixture, link: str, method: str
) -> None:
    ask, status = getattr(Client(), method), 200 if method == "get" else 409
    Role.objects.filter(user=town.captains["Bell"]).update(ends_on=now.date() - dt.timedelta(days=1))
    answer = ask(link)
    assert (answer.status_code, "is no longer a captain" in words(answer)) == (status, True)
    # Not even the sheet.
    assert "121" not in words(answer)
    with time_machine.travel(now + 56 * HOURS, tick=False):
        Role.objects.update(ends_on=None)
        confirm.confirm_due(now=now + 56 * HOURS)
        answer = ask(link)
        assert (answer.status_code, "The deadline passed" in words(answer)) == (status, True)
    confirm.confirm_due(now=now + 56 * HOURS)
    answer = ask(link)
    assert (answer.status_code, "so it was confirmed automatically: 6–3 counts" in words(answer)) == (status, True)


@pytest.mark.parametrize("token", ["x", "W10:abc", "%00", "x" * 3000, "é"])
def test_a_link_that_nobody_made_is_not_found(town: Town, token: str) -> None:
    for method in ("get", "post"):
        answer = getattr(Client(), method)(f"/leagues/town/confirm/{token}/")
        assert answer.status_code == 404
    assert "It may have been cut short" in words(Client().get("/leagues/town/confirm/x/"))


def test_a_link_leads_nowhere_in_another_league(town: Town, link: str) -> None:
    factories.town("Abroad", "abroad")
    assert Client().get(link.replace("/town/", "/abroad/")).status_code == 404


def test_a_link_is_not_kept_by_caches_nor_found_by_searchers(link: str) -> None:
    answer = Client().get(link)
    assert "no-store" in answer.headers["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


# On the same phone


def test_the_other_captain_confirms_on_the_senders_phone(town: Town, fixture: Fixture) -> None:
    phone, bell = signed_in(town.captains["Anchor"]), town.captains["Bell"]
    assert "Confirm on this phone" in words(phone.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    answer = phone.get(page(fixture, "confirm-here"))
    html = answer.content.decode()
    assert f'value="{bell.pk}" checked> Bell 1' in html
    assert bell.email not in html
    sent = {"version": "1", "person": str(bell.pk), "secret": "a-long-enough-password"}
    answer = phone.post(page(fixture, "confirm-here"), sent, follow=True)
    assert "Confirmed: 6–3. It counts now." in words(answer)
    assert Result.objects.get().settled_by == bell
    assert int(phone.session["_auth_user_id"]) == town.captains["Anchor"].pk
    assert phone.post(page(fixture, "confirm-here"), sent).status_code == 409


def test_what_is_wrong_is_said_at_its_field_and_nothing_secret_comes_back(town: Town, fixture: Fixture) -> None:
    phone, bell = signed_in(town.captains["Anchor"]), town.captains["Bell"]
    for sent, field, told in [
        ({"person": "", "secret": "x"}, "person", "Choose who confirms it"),
        ({"person": "9" * 40, "secret": "x"}, "person", "Choose who confirms it"),
        ({"person": str(town.captains["Anchor"].pk), "secret": "x"}, "person", "Choose who confirms it"),
        ({"person": str(bell.pk), "secret": ""}, "secret", "Enter the code from your email"),
        ({"person": str(bell.pk), "secret": "guess\x00ed"}, "secret", "neither Bell 1’s password nor the code"),
    ]:
        answer = phone.post(page(fixture, "confirm-here"), {"version": "1", **sent})
        assert answer.status_code == 422, sent
        assert f'href="#{field}"' in answer.content.decode()
        assert told in words(answer)
        assert "guess" not in answer.content.decode()
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_too_many_wrong_tries_say_what_to_do(town: Town, fixture: Fixture) -> None:
    phone, bell = signed_in(town.captains["Anchor"]), town.captains["Bell"]
    for secret in ["00000000"] * 5 + ["a-long-enough-password"]:
        sent = {"version": "1", "person": str(bell.pk), "secret": secret}
        answer = phone.post(page(fixture, "confirm-here"), sent)
        assert answer.status_code == 422
    assert "Too many wrong tries for Bell 1. Confirm from the link in your own mail" in words(answer)


def test_a_side_without_captains_cannot_confirm_here(town: Town, fixture: Fixture) -> None:
    Role.objects.filter(user=town.captains["Bell"]).delete()
    answer = signed_in(town.captains["Anchor"]).get(page(fixture, "confirm-here"))
    assert (answer.status_code, "none of their captains has an account" in words(answer)) == (200, True)
