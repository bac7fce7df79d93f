"""Atom feeds, read with a parser of XML: what is in them, for how long it is the same, and what never is."""

import datetime as dt
from typing import Any

import pytest
from defusedxml import ElementTree
from django.db import connection
from django.test import Client

from league.enums import NewsState
from league.models import Fixture, League, Post, Result, Team
from league.rules.sheets import GameScore
from league.services.news import NewPost, write_post
from league.services.results import correct
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo
from tests.web.sharing.played import OWN, gone_when_hidden, play

__all__ = ["pseudo"]

pytestmark = pytest.mark.usefixtures("today")

ATOM = "{http://www.w3.org/2005/Atom}"
RESULTS = f"{OWN}feeds/results.atom"
NEWS = f"{OWN}feeds/news.atom"
TEAM = f"{OWN}feeds/teams/anchor.atom"
DIVISION = f"{OWN}feeds/tables/2026-27/division-1.atom"


def read(answer: Any) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return a feed and its entries, and hold what RFC 4287 asks of each."""
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    entries = root.findall(f"{ATOM}entry")
    told = [_texts(each) for each in (root, *entries)]
    for each in told:
        assert each["id"].startswith(("urn:uuid:", "http://testserver/"))
        assert dt.datetime.fromisoformat(each["updated"]).tzinfo is not None
        assert each["title"]
        assert each["alternate"].startswith("http://testserver/")
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    assert len({each["id"] for each in told}) == len(told)
    return told[0], told[1:]


def _texts(element: Any) -> dict[str, str]:
    found = {child.tag.removeprefix(ATOM): child.text or "" for child in element}
    return found | {str(link.get("rel")): str(link.get("href")) for link in element.findall(f"{ATOM}link")}


@pytest.mark.parametrize("address", [RESULTS, TEAM, DIVISION])
def test_a_confirmed_result_is_in_the_feeds_of_its_league_division_and_teams(
    town: Town, now: dt.datetime, client: Client, address: str
) -> None:
    before, none = read(client.get(address))
    assert (none, before["updated"]) == ([], "2000-01-01T00:00:00+00:00")
    play(town, now)
    feed, (entry,) = read(client.get(address, headers={"host": "localhost"}))
    fixture = town.fixture("Anchor", "Bell")
    live = fixture.results.get()
    assert entry["title"] == f"Anchor {live.home_games}–{live.away_games} Bell"
    assert entry["id"] == f"urn:uuid:{fixture.uid}"
    assert entry["alternate"] == f"http://testserver{OWN}fixtures/{fixture.pk}/"
    assert entry["summary"].startswith("Division 1, 2026-27. Played on ")
    assert feed["updated"] == entry["updated"] == now.isoformat()
    assert feed["self"] == feed["id"] == f"http://testserver{address}"


def test_a_corrected_result_comes_again_as_the_same_entry(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, now)
    fixture, later = town.fixture("Anchor", "Bell"), now + dt.timedelta(hours=2)
    _, (before,) = read(client.get(RESULTS))
    right = result_sheet(town, "Anchor", "Bell", first=GameScore(99, 121))
    correct.propose(fixture, 1, right, reason="It was 99.", by=town.captains["Anchor"], now=now)
    _, (proposed,) = read(client.get(RESULTS))
    assert proposed == before
    correct.answer_correction(fixture, 2, accept=True, by=town.captains["Bell"], now=later)
    _, (after,) = read(client.get(RESULTS))
    assert (after["id"], after["updated"]) == (before["id"], later.isoformat())
    assert after["title"] != before["title"]


def test_a_result_that_does_not_count_is_in_none(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, now)
    for state, live in (("disputed", True), ("submitted", True), ("superseded", False)):
        Result.objects.update(state=state, live=live)
        assert read(client.get(RESULTS))[1] == []
    Result.objects.update(state="confirmed", live=True)
    assert len(read(client.get(RESULTS))[1]) == 1
    Fixture.objects.update(state="cancelled")
    assert read(client.get(RESULTS))[1] == []


def test_what_is_hidden_is_in_no_feed(town: Town, now: dt.datetime) -> None:
    play(town, now)
    secretary = Client()
    secretary.force_login(town.secretary)
    gone_when_hidden([Client(), secretary], [DIVISION], now)
    town.season.__class__.objects.update(hidden_at=now)
    for client in (Client(), secretary):
        assert read(client.get(RESULTS))[1] == []
        assert client.get(TEAM).status_code == 404
    town.season.__class__.objects.update(hidden_at=None)
    Team.objects.filter(name="Bell").update(hidden_at=now)
    assert read(secretary.get(RESULTS))[1] == []
    League.objects.update(hidden_at=now)
    assert {Client().get(address).status_code for address in (RESULTS, NEWS, TEAM)} == {404}


def test_news_has_what_is_published_and_no_draft(town: Town, now: dt.datetime) -> None:
    write_post(town.league, NewPost("Finals", "On **Friday** <b>", "published"), by=town.secretary, now=now)
    write_post(town.league, NewPost("Secret plans", "None.", "draft"), by=town.secretary, now=now)
    secretary = Client()
    secretary.force_login(town.secretary)
    for client in (Client(), secretary):
        _, (entry,) = read(client.get(NEWS))
        assert entry["title"] == "Finals"
        assert entry["summary"].startswith("On Friday")
        assert "<b>" not in entry["summary"]
    Post.objects.update(state=NewsState.DRAFT, published_at=None)
    assert read(Client().get(NEWS))[1] == []


def test_whatever_is_typed_a_feed_can_be_read(town: Town, now: dt.datetime, client: Client) -> None:
    """A team's name is a script to a reader of HTML, or has what XML cannot say."""
    play(town, now)
    hostile = "A & <script>alert(1)</script> ]]> \x01\x0b\x1f\ufffe 🃏"
    # As a row of before names were checked has it.
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_team SET name = %s WHERE name = 'Anchor'", [hostile])
        cursor.execute("UPDATE league_league SET name = %s", [hostile])
        cursor.execute("UPDATE league_division SET name = %s", [hostile])
    for address in (RESULTS, NEWS, TEAM, DIVISION):
        feed, entries = read(client.get(address))
        assert "\x01" not in feed["title"]
        # A title is a text, and a summary is HTML.
        assert all("<script>" not in entry["summary"] and "🃏" in entry["title"] for entry in entries)


def test_whoever_has_a_feed_is_told_that_it_is_as_it_was(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, now)
    for address in (RESULTS, TEAM, DIVISION, NEWS):
        answer = client.get(address)
        assert not answer.cookies
        again = client.get(address, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    play(town, now, "Castle", "Duke of York")
    assert client.get(RESULTS, headers={"If-None-Match": client.get(TEAM)["ETag"]}).status_code == 200


def test_pages_name_their_feeds(town: Town, client: Client) -> None:
    pages = {OWN: (RESULTS, NEWS), f"{OWN}teams/anchor/": (TEAM,), f"{OWN}tables/2026-27/division-1/": (DIVISION,)}
    for page, feeds in pages.items():
        html = client.get(page).content.decode()
        for feed in feeds:
            assert f'href="{feed}"' in html
    assert "application/atom+xml" not in client.get("/hand/").content.decode()


def test_a_feed_costs_the_same_however_much_there_is(
    town: Town, now: dt.datetime, client: Client, django_assert_num_queries: Any
) -> None:
    costs = {RESULTS: 2, NEWS: 2, TEAM: 3, DIVISION: 3}
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        play(town, now, home, away)
        for address, queries in costs.items():
            with django_assert_num_queries(queries):
                assert client.get(address).status_code == 200


def test_what_feeds_say_is_translated(town: Town, now: dt.datetime, client: Client, pseudo: None) -> None:
    play(town, now)
    feed, (entry,) = read(client.get(RESULTS))
    assert feed["title"] == f"Town League: {accented('results')}"
    assert accented("Played on") in entry["summary"]
