"""Mails are in the language of whoever gets them, also where one batch has several; what is stored stays English."""

import datetime as dt

import pytest
from django.core import mail
from django.test import Client
from django.urls import get_script_prefix
from django.utils import translation

from league.enums import Delivery, NoticeKind
from league.models import League, Notice, Preference, User
from league.services.mail.delivery import Delivered, deliver_due
from league.services.notices import queue_notice
from league.web.people.accounts.adapter import AccountAdapter
from tests.factories import Town

WHEN = {
    "en-gb": "Tuesday 15 September 2026, 8 pm BST",
    "en-us": "Tuesday, September 15, 2026, 8:00 PM BST",
    "fr": "mardi 15 septembre 2026 à 20\u00a0h BST",
}


def written(town: Town, *, now: dt.datetime, key: str = "1") -> None:
    """Two captains are told of their fixture."""
    fixture = town.fixture("Anchor", "Bell")
    people = [town.captains["Anchor"], town.captains["Bell"]]
    queue_notice(town.league, people, NoticeKind.RULING_MADE, key, text="It is soon.", now=now, fixture=fixture)


def sent_to() -> dict[str, str]:
    return {message.to[0].partition("@")[0]: str(message.body) for message in mail.outbox}


def test_one_batch_has_each_mail_in_its_recipients_language(town: Town, now: dt.datetime) -> None:
    User.objects.filter(pk=town.captains["Anchor"].pk).update(language="en-us")
    written(town, now=now)
    assert deliver_due(now=now) == Delivered(sent=2)
    assert WHEN["en-us"] in sent_to()["anchor"]
    assert WHEN["en-gb"] in sent_to()["bell"]
    html = {message.to[0].partition("@")[0]: str(message.alternatives[0][0]) for message in mail.outbox}
    assert '<html lang="en-US"' in html["anchor"]
    assert '<html lang="en-GB"' in html["bell"]
    assert (translation.get_language(), get_script_prefix()) == ("en-gb", "/")
    assert {notice.text for notice in Notice.objects.all()} == {"It is soon."}


@pytest.mark.long
def test_links_lead_to_pages_in_the_mails_language_without_signing_in(town: Town, now: dt.datetime) -> None:
    User.objects.filter(pk=town.captains["Anchor"].pk).update(language="fr")
    written(town, now=now)
    deliver_due(now=now)
    french, english = sent_to()["anchor"], sent_to()["bell"]
    assert WHEN["fr"] in french
    assert "http://testserver/fr/leagues/town/" in french
    assert "http://testserver/leagues/town/" not in french
    assert "/fr/" not in english
    stop = next(m.extra_headers["List-Unsubscribe"] for m in mail.outbox if m.to == ["anchor@town.example"])
    path = stop.strip("<>").removeprefix("http://testserver")
    assert path.startswith("/fr/mail/stop/")
    # A mail program posts there by itself.
    assert Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Preference.objects.get().delivery == Delivery.NONE


def test_whoever_has_chosen_none_is_written_to_in_the_leagues(town: Town, now: dt.datetime) -> None:
    League.objects.update(language="en-us")
    User.objects.filter(pk=town.captains["Bell"].pk).update(language="en-gb")
    written(town, now=now)
    deliver_due(now=now)
    assert WHEN["en-us"] in sent_to()["anchor"]
    assert "/en-us/" not in sent_to()["anchor"]
    assert WHEN["en-gb"] in sent_to()["bell"]
    assert "http://testserver/en-gb/leagues/town/" in sent_to()["bell"]


def test_a_daily_mail_is_in_one_language(town: Town, now: dt.datetime) -> None:
    User.objects.update(language="en-us")
    Preference.objects.create(
        user=town.captains["Anchor"], kind=NoticeKind.RULING_MADE, delivery=Delivery.DIGEST
    )  # fmt: skip
    written(town, now=now)
    deliver_due(now=now)
    assert "anchor" not in sent_to()
    deliver_due(now=now + dt.timedelta(hours=30))
    assert WHEN["en-us"] in sent_to()["anchor"]


def test_mail_of_an_account_is_in_its_own_language_else_in_that_of_the_page(town: Town) -> None:
    User.objects.filter(pk=town.captains["Anchor"].pk).update(language="fr")
    with translation.override("en-us"):
        said = [AccountAdapter.language_of(None, f"{who}@town.example") for who in ("Anchor", "bell", "nobody")]
    assert said == ["fr", "en-us", "en-us"]
