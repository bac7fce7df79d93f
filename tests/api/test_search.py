"""Search, for programs."""

import pytest
from django.test import Client

from league.models import Player
from tests.factories import Town

pytestmark = pytest.mark.usefixtures("today")
SEARCH = "/api/v1/leagues/town/search/"


def test_a_program_finds_what_the_page_does(town: Town) -> None:
    told = Client().get(SEARCH, {"q": "anchor"}).json()
    assert told["teams"]["hits"] == [
        {
            "team": {"id": town.teams["Anchor"].pk, "slug": "anchor", "name": "Anchor"},
            "about": "Division 1, 2026-27",
            "rank": "exact",
        }
    ]
    assert told["players"]["count"] == 6
    assert told["players"]["hits"][0] == {
        "player": {"id": town.squads["Anchor"][0].pk, "name": "Anchor 1"}, "about": "Anchor", "rank": "beginning",
    }  # fmt: skip
    assert told["fixtures"]["count"] == 3
    assert told["venues"]["hits"][0]["venue"]["name"] == "Anchor"
    told = Client().get(SEARCH, {"q": "muggins"}).json()
    assert told["rules"]["hits"][0]["text"] == "Calls and muggins"
    page = {"page": "league-hand", "title": "Check a hand"}
    assert told["pages"]["hits"][0] == page | {"about": "Count a hand or a crib, and see what it scores and why."}


def test_a_shortened_name_is_not_found_and_not_told(town: Town) -> None:
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Olive Quillfeather", shorten_name=True)
    found = Client().get(SEARCH, {"q": "olive"})
    assert [hit["player"]["name"] for hit in found.json()["players"]["hits"]] == ["Olive Q."]
    assert "Quill" not in found.content.decode()
    assert Client().get(SEARCH, {"q": "quillfeather"}).json()["players"] == {"count": 0, "hits": []}


def test_what_cannot_be_sought_is_told(town: Town) -> None:
    refused = Client().get(SEARCH, {"q": "x" * 101})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["message"] == "Search for up to 100 letters."
    assert Client().get(SEARCH).json()["teams"] == {"count": 0, "hits": []}
    assert Client().get(SEARCH, {"q": "a\x00b"}).status_code < 500
