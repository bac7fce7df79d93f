"""The search page: found by everybody in one tap, without scripts, and hard to annoy."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.settings import api_settings

from league.models import Player
from tests.factories import Town
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")
SEARCH = "/leagues/town/search/"


def asked(text: str, **more: str) -> Any:
    return Client().get(SEARCH, {"q": text, **more})


def test_every_page_of_the_league_leads_to_the_box(town: Town) -> None:
    for page in ("", "fixtures/", "rules/", "nowhere/"):
        html = Client().get(f"/leagues/town/{page}").content.decode()
        assert f'class="search-way" href="{SEARCH}"' in html
    html = Client().get(SEARCH).content.decode()
    assert f'role="search" method="get" action="{SEARCH}"' in html
    assert '<label for="q">' in html
    assert 'id="q" name="q"' in html


def test_the_box_is_in_the_header_but_for_the_search_page_itself(town: Town) -> None:
    box = f'<form class="search-box" role="search" method="get" action="{SEARCH}">'
    html = Client().get("/leagues/town/rules/").content.decode()
    assert html.count(box) == 1
    assert '<label class="visually-hidden" for="search-box">Search</label>' in html
    assert 'id="search-box" name="q"' in html
    assert box not in asked("anchor").content.decode()
    assert "search-box" not in Client().get("/hand/").content.decode()


def test_what_is_found_is_told_by_kind_with_counts_and_links(town: Town) -> None:
    answer = asked("anchor")
    seen, html = words(answer), answer.content.decode()
    assert "11 results for “anchor”" in seen
    assert "Teams 1" in seen
    assert "Players 6" in seen
    player, venue = town.squads["Anchor"][0].pk, town.venues["Anchor"].pk
    for address in (
        "/leagues/town/teams/anchor/",
        f"/leagues/town/players/{player}/",
        f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/",
        f"/leagues/town/calendars/venue/{venue}.ics",
        "https://www.openstreetmap.org/search?query=Anchor",
    ):
        assert f'href="{address}' in html
    assert '<meta name="robots" content="noindex">' in html
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_rule_leads_to_its_place_on_the_rules_page(town: Town) -> None:
    html = asked("lays away").content.decode()
    rules = Client().get("/leagues/town/rules/").content.decode()
    anchors = [part.split('"')[0] for part in html.split('href="/leagues/town/rules/#')[1:]]
    assert anchors
    assert all(f'id="{anchor}"' in rules for anchor in anchors)


def test_a_lesson_is_found_and_a_rule_leads_to_its_own(town: Town) -> None:
    answer = asked("flush")
    html = answer.content.decode()
    assert '<a href="/play/lessons/flush-and-nob/">Flush and his nob</a>' in html
    assert "Lessons 1" in words(answer)
    # The rules on flushes lead there too.
    assert html.count('class="learn-link" href="/play/lessons/flush-and-nob/"') >= 1


def test_a_slip_is_asked_about(town: Town) -> None:
    answer = asked("anxhor")
    assert "Did you mean Anchor" in words(answer)
    assert 'href="?q=Anchor"' in answer.content.decode()


def test_many_results_are_shown_on_a_page_of_their_kind(town: Town) -> None:
    made = [Player(league=town.league, name=f"Quentin Zed {n}") for n in range(70)]
    Player.objects.bulk_create(made)
    office = signed_in(town.secretary)
    answer = office.get(SEARCH, {"q": "quentin"})
    assert "Players: show all 70" in words(answer)
    assert answer.content.decode().count("Quentin Zed") == 8
    one = office.get(SEARCH, {"q": "quentin", "kind": "players"})
    assert "The first 50 of 70. Type more letters to find the others." in words(one)
    assert one.content.decode().count("Quentin Zed") == 50
    assert office.get(SEARCH, {"q": "quentin", "kind": "secrets"}).status_code == 404


def test_nothing_found_says_what_to_try(town: Town) -> None:
    assert "No results for “zzzzqq” Nothing found" in words(asked("zzzzqq")).replace("10 20 ", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x" * 10_000, "Search for up to 100 letters."),
        ('" * %_', "Type a name, a date or a word: letters or numbers."),
        ("🎉", "Type a name, a date or a word: letters or numbers."),
    ],
)
def test_what_cannot_be_searched_for_is_told_in_a_sentence(town: Town, text: str, told: str) -> None:
    answer = asked(text)
    assert answer.status_code == 422
    assert told in words(answer)
    assert len(answer.content) < 20_000


def test_blanks_are_nothing_and_a_null_character_is_no_page(town: Town) -> None:
    assert "results" not in words(asked("   "))
    assert asked("a\x00b").status_code == 404


def test_what_was_typed_is_never_html(town: Town) -> None:
    html = asked('"><script>alert(1)</script> a').content.decode()
    assert "<script>alert" not in html


def test_who_asks_faster_than_anybody_types_waits(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "search-address", "3/min")
    assert [asked("anchor").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = asked("bell")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    # The empty box costs nothing.
    assert Client().get(SEARCH).status_code == 200
    cache.clear()


def test_a_shortened_name_is_nowhere_on_the_page(town: Town) -> None:
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Olive Quillfeather", shorten_name=True)
    assert "Olive Q." in words(asked("olive"))
    for text in ("olive", "quillf", "Olive Quilfeather"):
        assert "Quillf" not in asked(text).content.decode()
