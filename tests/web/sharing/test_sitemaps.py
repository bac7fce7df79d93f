"""What search engines are told: robots.txt, sitemaps with public pages alone, and the icon."""

import datetime as dt
import io
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from defusedxml import ElementTree
from django.test import Client
from PIL import Image

from league.models import League, Season, Team
from league.services.news import NewPage, NewPost, write_page, write_post
from league.web.sharing.sitemaps import LeagueSitemap
from tests import factories
from tests.factories import Town
from tests.web.sharing.played import OWN, play

pytestmark = pytest.mark.usefixtures("today")

NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
SITE = "http://testserver"


def listed(answer: Any) -> dict[str, str]:
    """Return the addresses of a sitemap or an index, with their last changes."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml")
    found = ElementTree.fromstring(answer.content)
    places = [*found.iterfind("s:url", NAMES), *found.iterfind("s:sitemap", NAMES)]
    told = {each.findtext("s:loc", "", NAMES): each.findtext("s:lastmod", "", NAMES) for each in places}
    assert len(told) == len(places)
    return told


def test_the_index_has_each_league_that_is_shown(town: Town, now: dt.datetime, client: Client) -> None:
    factories.town("Abroad League", "abroad")
    index = listed(client.get("/sitemap.xml", headers={"host": "localhost"}))
    assert set(index) == {f"{SITE}/leagues/{slug}/sitemap.xml" for slug in ("town", "abroad")}
    League.objects.filter(slug="abroad").update(hidden_at=now)
    admin = Client()
    admin.force_login(factories.user("super@town.example", is_superuser=True))
    for one in (client, admin):
        assert set(listed(one.get("/sitemap.xml"))) == {f"{SITE}/leagues/town/sitemap.xml"}
        assert one.get("/leagues/abroad/sitemap.xml").status_code == 404


@pytest.mark.long
def test_every_page_of_a_sitemap_is_there_for_a_stranger(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, now)
    write_post(town.league, NewPost("Finals", "On Friday.", "published"), by=town.secretary, now=now)
    write_page(town.league, NewPage("contacts", "Contacts", "Sally", state="published"), by=town.secretary, now=now)
    places = listed(client.get(f"{OWN}sitemap.xml", headers={"host": "localhost"}))
    assert len(places) > 15
    for address in places:
        assert address.startswith(f"{SITE}{OWN}")
        assert client.get(address.removeprefix(SITE)).status_code == 200, address
    fixture = town.fixture("Anchor", "Bell").pk
    assert places[f"{SITE}{OWN}fixtures/{fixture}/"] == "2026-11-03"
    assert f"{SITE}{OWN}tables/2026-27/division-1/" in places
    assert not [address for address in places if "/players/" in address]


def test_nothing_that_is_hidden_or_not_published_is_in_a_sitemap(town: Town, now: dt.datetime) -> None:
    write_post(town.league, NewPost("Secret", "None.", "draft"), by=town.secretary, now=now)
    secretary = Client()
    secretary.force_login(town.secretary)
    whole = listed(secretary.get(f"{OWN}sitemap.xml"))
    assert not [address for address in whole if "/news/1" in address]
    Team.objects.filter(name="Bell").update(hidden_at=now)
    without_bell = listed(secretary.get(f"{OWN}sitemap.xml"))
    assert f"{SITE}{OWN}teams/bell/" in whole.keys() - without_bell.keys()
    assert f"{SITE}{OWN}fixtures/{town.fixture('Anchor', 'Bell').pk}/" not in without_bell
    for change in ({"hidden_at": now}, {"hidden_at": None, "published_at": None}):
        Season.objects.update(**change)
        left = listed(secretary.get(f"{OWN}sitemap.xml"))
        assert not [
            address for address in left if "/tables/" in address.removesuffix("/tables/") or "/teams/" in address
        ]
        assert not [address for address in left if "/fixtures/" in address.removesuffix("/fixtures/")]


def test_a_sitemap_costs_the_same_however_much_there_is(
    town: Town, now: dt.datetime, client: Client, django_assert_num_queries: Any
) -> None:
    for more in (True, False):
        with django_assert_num_queries(7):
            answer = client.get(f"{OWN}sitemap.xml")
        with django_assert_num_queries(6):
            client.get("/sitemap.xml")
        if more:
            factories.full_division(town, 6)
    assert client.get(f"{OWN}sitemap.xml", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_large_league_has_its_sitemap_in_parts(
    town: Town, now: dt.datetime, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.town("Abroad League", "abroad")
    factories.full_division(town, 6)
    write_post(town.league, NewPost("Finals", "On Friday.", "published"), by=town.secretary, now=now)
    write_post(town.league, NewPost("Secret", "None.", "draft"), by=town.secretary, now=now)
    whole = listed(client.get(f"{OWN}sitemap.xml"))
    monkeypatch.setattr(LeagueSitemap, "limit", 20)
    parts = [part.removeprefix(SITE) for part in listed(client.get("/sitemap.xml")) if OWN in part]
    assert parts == [f"{OWN}sitemap.xml", *(f"{OWN}sitemap.xml?p={part}" for part in range(2, len(parts) + 1))]
    places: dict[str, str] = {}
    for part in parts:
        of_part = listed(client.get(part))
        assert 0 < len(of_part) <= 20
        assert places.keys().isdisjoint(of_part)
        places |= of_part
    assert places == whole
    assert len(parts) == -(-len(whole) // 20)
    assert client.get(f"{OWN}sitemap.xml?p={len(parts) + 1}").status_code == 404


def test_robots_read_pages_and_pictures_and_nothing_that_is_somebodys(client: Client, db: None) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    robots = RobotFileParser()
    robots.parse(text.splitlines())
    assert robots.site_maps() == [f"{SITE}/sitemap.xml"]
    for address in (
        "/",
        OWN,
        f"{OWN}tables/2026-27/division-1/",
        f"{OWN}pictures/fixtures/1.png",
        "/static/css/base.css",
    ):
        assert robots.can_fetch("Any", f"{SITE}{address}"), address
    for address in ("/accounts/login/", "/admin/", "/api/v1/", "/setup/"):
        assert not robots.can_fetch("Any", f"{SITE}{address}"), address
    # The parser of the library reads no stars.
    assert "Disallow: /leagues/*/what-if/\n" in text


@pytest.mark.parametrize(("file", "size"), [("favicon.ico", (48, 48)), ("apple-touch-icon.png", (180, 180))])
def test_the_icon_is_where_browsers_ask_for_it(client: Client, db: None, file: str, size: tuple[int, int]) -> None:
    answer = client.get(f"/{file}")
    assert answer["Content-Type"] in ("image/x-icon", "image/png")
    with Image.open(io.BytesIO(answer.content)) as icon:
        icon.load()
        assert icon.size == size
    assert client.post(f"/{file}").status_code == 405
