"""Widgets in frames of other sites, and the page with the lines of HTML that put them there."""

import datetime as dt
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from league.models import League, Player, Season, Team
from league.web.sharing.widgets import COMING, LATEST
from tests import factories
from tests.factories import Town
from tests.pseudo import accented, pseudo
from tests.web.sharing.played import OTHER_SITE, OWN, gone_when_hidden, play

__all__ = ["pseudo"]

pytestmark = pytest.mark.usefixtures("today")


class Looked(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for found, attrs in self.tags if found == tag]


def widgets(town: Town) -> list[str]:
    return [
        f"{OWN}widgets/table/division-1/", f"{OWN}widgets/fixtures/division/division-1/",
        f"{OWN}widgets/fixtures/team/anchor/", f"{OWN}widgets/player/{town.squads['Anchor'][0].pk}/",
    ]  # fmt: skip


def words(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<body")[2])).split())


def test_a_widget_may_be_framed_by_every_site_and_does_nothing_there(town: Town, now: dt.datetime) -> None:
    play(town, now)
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    for address in [*widgets(town), f"{OWN}widgets/table/nothing/"]:
        for client in (Client(), captain):
            answer = client.get(address, headers=OTHER_SITE)
            policy = answer["Content-Security-Policy"]
            assert "frame-ancestors *" in policy
            assert "script-src 'none'" in policy
            assert "form-action 'none'" in policy
            assert "default-src 'none'" in policy
            assert "X-Frame-Options" not in answer
            assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert not answer.cookies
            page = Looked(answer.content.decode())
            assert not {tag for tag, _ in page.tags} & {"script", "form", "input", "button", "iframe", "style"}
            assert {(link["target"], link["rel"]) for link in page.of("a")} == {("_top", "noopener")}
            assert not [attrs for _, attrs in page.tags if "style" in attrs]


def test_nothing_else_may_be_framed(town: Town) -> None:
    for address in (
        OWN,
        f"{OWN}widgets/",
        f"{OWN}tables/2026-27/division-1/",
        f"{OWN}feeds/results.atom",
        "/sitemap.xml",
    ):
        answer = Client().get(address)
        assert answer.status_code == 200
        assert answer["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address


def test_everybody_is_shown_the_same(town: Town, now: dt.datetime) -> None:
    """A page of another site learns from its frame who its visitor is."""
    play(town, now)
    League.objects.update(shorten_names=True)
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Una Hobday", hide_averages=True, user=town.captains["Anchor"])
    own, secretary = Client(), Client()
    own.force_login(town.captains["Anchor"])
    secretary.force_login(town.secretary)
    for address in widgets(town):
        said = {client.get(address).content for client in (Client(), own, secretary)}
        assert len(said) == 1, address
        assert b"Hobday" not in said.pop()


def test_what_is_hidden_is_gone_for_everybody(town: Town, now: dt.datetime) -> None:
    clients = [Client(), Client()]
    clients[1].force_login(factories.user("super@town.example", is_superuser=True))
    asked = widgets(town)
    gone_when_hidden(clients, asked, now)
    League.objects.update(hidden_at=now, name="Secret League")
    answer = clients[0].get(asked[0])
    assert "There is nothing to show here" in words(answer)
    assert "Secret" not in answer.content.decode()
    League.objects.update(hidden_at=None)
    Team.objects.filter(name="Anchor").update(hidden_at=now)
    assert clients[0].get(asked[2]).status_code == 404
    assert "Anchor" not in words(clients[0].get(asked[0]))
    assert "Anchor" not in words(clients[0].get(asked[1]))


def test_a_table_has_its_teams_and_fixtures_what_comes_and_came(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, now)
    table, fixtures, team, player = (words(client.get(address)) for address in widgets(town))
    assert re.search(r"1 Anchor 1 1 0 0 \d+", table)
    assert re.search(r"Latest results Anchor \d+–\d+ Bell", fixtures)
    assert re.search(r"Latest results Anchor \d+–\d+ Bell", team)
    assert "Castle" not in team
    assert re.search(r"Matches \d Games won \d", player)
    assert "against Bell" in player


def test_no_more_is_listed_than_a_frame_holds(town: Town, client: Client) -> None:
    division = factories.full_division(town, 12)
    page = Looked(
        client.get(f"{OWN}widgets/fixtures/division/{division.slug}/?season={division.season.slug}").content.decode()
    )
    assert len(page.of("li")) <= COMING + LATEST


def test_averages_that_a_player_keeps_to_themselves_are_not_in_a_widget(town: Town, now: dt.datetime) -> None:
    play(town, now)
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(hide_averages=True)
    said = words(Client().get(f"{OWN}widgets/player/{player.pk}/"))
    assert "keeps their averages off public pages" in said
    assert "Games won" not in said
    Player.objects.filter(pk=player.pk).update(erased_at=now)
    assert Client().get(f"{OWN}widgets/player/{player.pk}/").status_code == 404


@pytest.mark.parametrize(("asked", "theme"), [("dark", "dark"), ("light", "light"), ("", None), ('"><b>', None)])
def test_a_site_chooses_the_theme(town: Town, client: Client, asked: str, theme: str | None) -> None:
    for address in (widgets(town)[0], f"{OWN}widgets/table/nothing/"):
        html = client.get(address, {"theme": asked}).content.decode()
        page = Looked(html)
        assert page.of("html")[0].get("data-theme") == theme
        assert "<b>" not in html


def test_a_season_can_be_named_and_wrong_ones_are_not_found(town: Town, client: Client) -> None:
    table = widgets(town)[0]
    assert client.get(table, {"season": "2026-27"}).status_code == 200
    for wrong in ("2020-21", "\x00", "a" * 5000, "'"):
        assert client.get(table, {"season": wrong}).status_code == 404


def test_the_page_has_a_line_to_copy_that_works(town: Town, client: Client) -> None:
    for chosen in ("", "?division=division-1", "?team=anchor", f"?player={town.squads['Anchor'][0].pk}&theme=dark"):
        answer = client.get(f"{OWN}widgets/{chosen}", headers={"host": "localhost"})
        assert "frame-src 'self'" in answer["Content-Security-Policy"]
        html = answer.content.decode()
        lines = [unescape(one) for one in re.findall(r"<code>([^<]*)</code>", html)]
        assert len(lines) == (1 if "team" in chosen or "player" in chosen else 2)
        for line in lines:
            assert "\n" not in line
            (frame,) = Looked(line).of("iframe")
            assert frame["loading"] == "lazy"
            assert (frame["title"] or "").endswith("Town League")
            assert (frame["src"] or "").startswith("http://testserver/leagues/town/widgets/")
            assert ("theme=dark" in (frame["src"] or "")) is ("dark" in chosen)
            assert client.get((frame["src"] or "").removeprefix("http://testserver")).status_code == 200


def test_a_line_names_a_season_that_is_not_the_one_of_the_day(town: Town, client: Client) -> None:
    division = factories.full_division(town, 4)
    older = client.get(f"{OWN}widgets/?season=2026-27&division=division-1").content.decode()
    now = client.get(f"{OWN}widgets/?season={division.season.slug}&division={division.slug}").content.decode()
    assert "widgets/table/division-1/?season=2026-27" in older
    assert f"widgets/table/{division.slug}/&quot;" in now
    assert client.get(f"{OWN}widgets/table/division-1/?season=2026-27").status_code == 200
    assert client.get(f"{OWN}widgets/table/division-1/").status_code == 404


def test_a_name_breaks_out_of_no_line(town: Town, client: Client) -> None:
    """A team's name closes the title of the frame, and a club puts a script on its own site."""
    Team.objects.filter(name="Anchor").update(name='A"><script>alert(1)</script>')
    html = client.get(f"{OWN}widgets/?team=anchor").content.decode()
    assert "<script>alert" not in html
    (line,) = (unescape(one) for one in re.findall(r"<code>([^<]*)</code>", html))
    assert [tag for tag, _ in Looked(line).tags] == ["iframe"]


@pytest.mark.parametrize(
    "wrong", ["?team=none", "?player=none", "?player=9999999", "?division=none", "?team=%00", "?player=²"]
)
def test_the_page_of_something_that_is_not_there_is_not_found(town: Town, client: Client, wrong: str) -> None:
    assert client.get(f"{OWN}widgets/{wrong}").status_code == 404


def test_widgets_cost_the_same_however_much_there_is(
    town: Town, now: dt.datetime, client: Client, django_assert_num_queries: Any
) -> None:
    play(town, now)
    costs = dict(zip(widgets(town), (7, 5, 5, 5), strict=True))
    for address, queries in costs.items():
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200
    play(town, now, "Castle", "Duke of York")
    for address, queries in costs.items():
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200


def test_what_they_say_is_translated(town: Town, now: dt.datetime, client: Client, pseudo: None) -> None:
    play(town, now)
    said = [words(client.get(address)) for address in widgets(town)]
    for text, wanted in zip(said, ("Team", "Latest results", "Next fixtures", "Latest matches"), strict=True):
        assert accented(wanted) in text
    assert accented("There is nothing to show here") in words(client.get(f"{OWN}widgets/table/none/"))


def test_what_is_shared_is_kept_as_pages_are_with_its_own_headers(
    town: Town, now: dt.datetime, settings: Any, django_assert_num_queries: Any
) -> None:
    """A widget that is kept is answered with the headers of another page, or to other sites after it was hidden."""
    settings.KEPT_PAGES = 1_000_000
    play(town, now)
    client = Client()
    asked = [*widgets(town), f"{OWN}feeds/results.atom", f"{OWN}pictures/tables/2026-27/division-1.png"]
    first = {address: client.get(address) for address in asked}
    for address, before in first.items():
        with django_assert_num_queries(1):
            again = client.get(address)
        assert (again.status_code, again.content, again["ETag"]) == (200, before.content, before["ETag"])
        assert again["Cross-Origin-Resource-Policy"] == "cross-origin"
        framed = "/widgets/" in address
        assert ("frame-ancestors *" in again["Content-Security-Policy"]) is framed
        assert ("X-Frame-Options" in again) is not framed


def test_a_league_without_a_season_or_a_division_has_no_lines_to_put_on_a_site(town: Town) -> None:
    page = "/leagues/town/widgets/"
    assert "iframe" in words(Client().get(page))
    bare = League.objects.create(name="Bare League", slug="bare")
    empty = Client().get(page.replace("town", "bare"))
    assert (empty.status_code, "iframe" in words(empty)) == (200, False)
    Season.objects.create(
        league=bare, name="2026-27", slug="2026-27", first_week=factories.FIRST_WEEK, published_at=factories.PUBLISHED
    )
    without = Client().get(page.replace("town", "bare"))
    assert (without.status_code, "iframe" in words(without)) == (200, False)
