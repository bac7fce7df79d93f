"""The news by the API: what everybody reads."""

import datetime as dt

import pytest
from django.test import Client

from league.enums import Side
from league.services import news
from league.services.news import NewPage, NewPost
from league.services.results import submit
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")
OWN = "/api/v1/leagues/town/"


def test_a_post_is_read_once_it_is_published(town: Town, now: dt.datetime) -> None:
    new = NewPost("Finals night", "On **Friday**.", "draft", False)
    draft = news.write_post(town.league, new, by=town.secretary, now=now)
    address = f"{OWN}posts/{draft.pk}/"
    assert Client().get(address).status_code == 404
    changed = NewPost("Finals night", "On **Friday**.", "published", False)
    news.change_post(draft, changed, seen=1, by=town.secretary, now=now)
    assert Client().get(address).json()["html"] == "<p>On <strong>Friday</strong>.</p>\n"
    assert Client().get(f"{OWN}posts/").json()["results"][0]["title"] == "Finals night"


def test_a_page_is_named_by_its_word(town: Town, now: dt.datetime) -> None:
    news.write_page(town.league, NewPage("contacts", "Contacts", "Ring.", 0, "published"), by=town.secretary, now=now)
    assert Client().get(f"{OWN}pages/contacts/").json()["title"] == "Contacts"
    assert [one["slug"] for one in Client().get(f"{OWN}pages/").json()["results"]] == ["contacts"]


def test_a_match_report_is_read_until_it_is_hidden(town: Town, now: dt.datetime) -> None:
    fixture, captain = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    type(fixture).objects.filter(pk=fixture.pk).update(starts_at=now)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=captain, now=now)
    news.write_report(fixture, Side.HOME, "Close.", seen=0, by=captain, now=now)
    address = f"{OWN}fixtures/{fixture.pk}/reports/"
    assert Client().get(address).json()["reports"][0]["html"] == "<p>Close.</p>\n"
    news.hide_report(fixture.reports.get(), reason="Names.", by=town.secretary, now=now)
    assert Client().get(address).json() == {"reports": []}
