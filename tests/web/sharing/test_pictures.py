"""Pictures of tables, results and hands: what is on them, for whom, how often they are drawn; and what a page tells."""

import datetime as dt
import io
import json
import re
from html.parser import HTMLParser
from threading import Thread
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from league.enums import FixtureState
from league.models import Division, HighHand, League, Player, Season, Team
from league.queries.standings.standings import division_table
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.results import confirm, submit
from league.web.sharing import pictures
from league.web.sharing.pictures import hand_data, result_data, table_data
from tests import factories
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo

__all__ = ["pseudo"]

pytestmark = pytest.mark.usefixtures("today")

OWN = "/leagues/town/"
TABLE = f"{OWN}pictures/tables/2026-27/division-1.png"
HOSTILE = '#panic("no") $x$ <b>"bold" & </b> '


class Metas(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta" and (name := found.get("property") or found.get("name")):
            assert name not in self.told or name == "theme-color", f"{name} is told twice"
            self.told[name] = found.get("content") or ""


@pytest.fixture(autouse=True)
def _nothing_is_drawn_yet() -> None:
    pictures._drawn.clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pictures that were drawn, by their template and data."""
    told: list[str] = []
    draw = pictures.png

    def counted(template: str, data: Any, **how: Any) -> list[bytes]:
        told.append(json.dumps([template, str(data)]))
        return draw(template, data, **how)

    monkeypatch.setattr(pictures, "png", counted)
    return told


@pytest.fixture
def played(town: Town, now: dt.datetime) -> str:
    """A confirmed result with a 29 whose cards are known; the address of the hand's picture."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    hand = NewHand(town.squads["Anchor"][0].pk, "5H 5C 5S JD", "5D")
    record_high_hand(fixture, hand, by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    return f"{OWN}honours/hands/{HighHand.objects.get().pk}.png"


def result_of(town: Town) -> str:
    return f"{OWN}pictures/fixtures/{town.fixture('Anchor', 'Bell').pk}.png"


def test_each_is_a_png_of_the_size_that_previews_want(town: Town, played: str, client: Client) -> None:
    for address in (TABLE, result_of(town), played):
        answer = client.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        with Image.open(io.BytesIO(answer.content)) as picture:
            picture.load()
            assert (picture.format, picture.size) == ("PNG", (1200, 630))
            # Baize, and something on it.
            assert picture.convert("RGB").getpixel((40, 300)) == (31, 90, 67)
            assert len(set(picture.convert("RGB").resize((120, 63)).get_flattened_data())) > 20
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not answer.cookies
        etag = answer["ETag"]
        again = client.get(address, headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")


def test_what_is_on_them(town: Town, played: str, now: dt.datetime) -> None:
    table = table_data(division_table(town.division))
    assert (table["league"], table["title"], table["season"]) == ("Town League", "Division 1", "2026-27")
    assert [row[1] for row in table["rows"]][:2] == ["Anchor", "Bell"]
    assert len(table["rows"][0]) == 2 + len(table["heads"])
    fixture = town.fixture("Anchor", "Bell")
    told = result_data(fixture, fixture.results.get(), type("Asked", (), {"now": now})())  # type: ignore[arg-type]
    live = fixture.results.get()
    assert (told["home"], told["home_games"], told["away_games"]) == (
        "Anchor",
        str(live.home_games),
        str(live.away_games),
    )
    hand = hand_data(
        HighHand.objects.select_related("player", "fixture__home", "fixture__away").get(), "A. 1", town.league
    )
    assert (hand["points"], hand["name"], len(hand["drawings"])) == ("29", "A. 1", 5)
    # Nobody is named who played.
    assert not [player for player in Player.objects.all() if player.name in json.dumps(told, default=str)]


def test_a_long_table_is_its_first_ten_teams(town: Town) -> None:
    division = factories.full_division(town, 14)
    table = table_data(division_table(division))
    assert (len(table["rows"]), str(table["note"])) == (10, "and 4 more teams")


def test_a_result_that_is_not_confirmed_says_so_and_a_fixture_has_no_score(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    asked: Any = type("Asked", (), {"now": now})()
    before = result_data(fixture, None, asked)
    assert (before["scored"], before["home_games"]) == (False, "")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    after = result_data(fixture, fixture.results.get(), asked)
    assert (after["scored"], str(after["badge"])) == (True, "Not confirmed yet")
    fixture.state = FixtureState.POSTPONED
    assert result_data(fixture, None, asked)["when"] == ""


@pytest.mark.parametrize("who", [None, "captain", "secretary"])
def test_what_is_hidden_has_no_picture(town: Town, played: str, now: dt.datetime, who: str | None) -> None:
    """A season is hidden, or taken back to a draft, and its table is still shown wherever its picture is linked."""
    asked = [TABLE, result_of(town), played, played.replace(".png", "/")]
    client = Client()
    if who:
        client.force_login(town.secretary if who == "secretary" else town.captains["Anchor"])
    assert [client.get(address).status_code for address in asked] == [200] * 4
    Season.objects.update(hidden_at=now)
    assert [client.get(address).status_code for address in asked] == [404] * 4
    Season.objects.update(hidden_at=None, published_at=None)
    assert [client.get(address).status_code for address in asked] == [404] * 4
    Season.objects.update(published_at=factories.PUBLISHED)
    League.objects.update(hidden_at=now)
    assert [client.get(address).status_code for address in asked] == [404] * 4
    League.objects.update(hidden_at=None)
    Team.objects.filter(name="Bell").update(hidden_at=now)
    assert [client.get(address).status_code for address in asked] == [200, 404, 404, 404]


def test_a_picture_shows_the_name_that_strangers_read(town: Town, played: str, drawn: list[str]) -> None:
    League.objects.update(shorten_names=True)
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(name="Una Hobday")
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    assert captain.get(played).status_code == 200
    assert "Una H." in drawn[0]
    assert "Hobday" not in drawn[0]
    page = captain.get(played.replace(".png", "/")).content.decode()
    assert Metas(page).told["og:title"] == "29 by Una H."
    assert "Hobday" not in page


def test_a_picture_is_drawn_once_for_what_is_on_it(town: Town, played: str, client: Client, drawn: list[str]) -> None:
    """Somebody asks for the same picture again and again, by other addresses too."""
    for address in (TABLE, TABLE, f"{TABLE}?v=1", f"{TABLE}?v=2&x=y"):
        assert client.get(address).status_code == 200
    assert len(drawn) == 1
    Division.objects.update(name="Premier Division")
    client.get(TABLE)
    client.get(TABLE)
    assert len(drawn) == 2


def test_those_who_ask_at_once_have_it_drawn_once(drawn: list[str]) -> None:
    data = {"league": "L", "title": "D", "season": "S", "heads": ["P"], "rows": [], "note": "", "none": "None"}
    key = "table", json.dumps(pictures.handed(data), ensure_ascii=False)
    asking = [Thread(target=pictures._draw_and_cache, args=(key, data)) for _ in range(6)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert len(drawn) == 1


def test_whoever_waits_too_long_is_told_to_come_back(
    town: Town, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 0.05)
    pictures._turn.acquire()
    try:
        answer = client.get(TABLE)
    finally:
        pictures._turn.release()
    assert (answer.status_code, answer["Retry-After"]) == (503, "0.05")
    assert client.get(TABLE).status_code == 200


def test_an_address_that_asks_for_ever_new_pictures_is_told_to_wait(town: Town, client: Client, settings: Any) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "picture-address": "2/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    asked = [f"{OWN}pictures/fixtures/{fixture.pk}.png" for fixture in town.fixtures[:3]]
    assert [client.get(address).status_code for address in asked] == [200, 200, 429]
    # What was drawn already costs nothing.
    assert client.get(asked[0]).status_code == 200


def test_nothing_that_was_typed_is_an_order(town: Town, played: str, client: Client) -> None:
    """A team's name reads a file of the server, or breaks the page that says it."""
    fixture, result = town.fixture("Anchor", "Bell").pk, result_of(town)
    Team.objects.filter(name="Anchor").update(name=HOSTILE)
    League.objects.update(name='"><script>alert(1)</script>')
    for address in (TABLE, result, played):
        assert client.get(address).status_code == 200
    for page in ("tables/2026-27/division-1/", f"fixtures/{fixture}/", "teams/anchor/", ""):
        html = client.get(f"{OWN}{page}").content.decode()
        assert "<script>alert" not in html
        assert Metas(html).told["og:site_name"] == '"><script>alert(1)</script>'


def test_a_page_tells_what_a_link_to_it_shows(town: Town, played: str, client: Client) -> None:
    table = Metas(client.get(f"{OWN}tables/2026-27/division-1/", headers={"host": "localhost"}).content.decode()).told
    assert table["og:title"] == table["twitter:title"] == "Division 1, 2026-27"
    assert table["og:description"].startswith("1. Anchor: ")
    assert table["og:url"] == f"http://testserver{OWN}tables/2026-27/division-1/"
    assert re.fullmatch(rf"http://testserver{re.escape(TABLE)}\?v=[0-9a-f]{{12}}", table["og:image"])
    assert table["og:image"] == table["twitter:image"]
    assert (table["og:image:width"], table["og:image:height"], table["twitter:card"]) == (
        "1200", "630", "summary_large_image",
    )  # fmt: skip
    fixture = town.fixture("Anchor", "Bell")
    told = Metas(client.get(f"{OWN}fixtures/{fixture.pk}/").content.decode()).told
    live = fixture.results.get()
    assert told["og:title"] == f"Anchor {live.home_games}–{live.away_games} Bell"
    assert client.get(told["og:image"].removeprefix("http://testserver")).status_code == 200
    assert Metas(client.get(f"{OWN}teams/anchor/").content.decode()).told["twitter:card"] == "summary"
    # Another table, another picture.
    Division.objects.update(name="Premier")
    other = Metas(client.get(f"{OWN}tables/2026-27/division-1/").content.decode()).told
    assert other["og:image"] != table["og:image"]


def test_pictures_cost_the_same_however_much_there_is(
    town: Town, played: str, client: Client, django_assert_num_queries: Any
) -> None:
    client.get(TABLE)
    for address, queries in ((TABLE, 6), (result_of(town), 3), (played, 2)):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200


def test_what_they_say_is_translated(town: Town, played: str, client: Client, pseudo: None, drawn: list[str]) -> None:
    data = pictures.handed(table_data(division_table(town.division)))
    assert data["heads"] == [accented(head) for head in ("Pld", "W", "D", "L", "Pts")]
    page = client.get(played.replace(".png", "/"))
    assert accented("As a picture") in page.content.decode()
