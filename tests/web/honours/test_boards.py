"""The honours board, a player's page, averages that are kept private, and pictures of hands."""

import datetime as dt
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from league.models import Fixture, HighHand, Player, Result, Season
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")
HONOURS = "/leagues/town/honours/"


@pytest.fixture
def hand(town: Town, now: dt.datetime) -> HighHand:
    """Anchor 2's 29 in Anchor v Bell, which is confirmed."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    new = NewHand(town.squads["Anchor"][1].pk, "5H 5C 5S JD", "5D")
    return record_high_hand(fixture, new, by=town.secretary, now=now)


def test_who_had_the_29_is_told_and_leads_to_player_fixture_and_picture(hand: HighHand) -> None:
    for of in ("", "?of=all", "?season=2026-27"):
        answer = Client().get(HONOURS + of)
        assert "Anchor 2 Anchor v Bell" in words(answer)
        html = answer.content.decode()
        for address in (f"/leagues/town/players/{hand.player_id}/", f"/leagues/town/fixtures/{hand.fixture_id}/",
                        f"{HONOURS}hands/{hand.pk}/"):  # fmt: skip
            assert f'href="{address}"' in html
    assert Client().get(f"{HONOURS}?season=1066").status_code == 404


def test_without_any_it_says_so(town: Town) -> None:
    assert "No honours yet" in words(Client().get(HONOURS))


def test_long_and_short_names_are_told_as_everywhere(hand: HighHand) -> None:
    Player.objects.filter(pk=hand.player_id).update(name="Olive Butcher", shorten_name=True)
    html = Client().get(HONOURS).content.decode()
    assert "Olive B." in html
    assert "Butcher" not in html


def test_a_picture_has_the_cards_the_score_and_the_name_and_is_asked_for_once(hand: HighHand) -> None:
    address = f"{HONOURS}hands/{hand.pk}.svg"
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    drawn = ET.fromstring(answer.content)  # noqa: S314 - our own
    ns = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{ns}title") == "29 by Anchor 2"
    assert drawn.findtext(f"{ns}desc") == "5♣ 5♥ 5♠ J♦, 5♦. Anchor v Bell, 15 September 2026"
    assert len(drawn.findall(f"{ns}image")) == 5
    again = Client().get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Player.objects.filter(pk=hand.player_id).update(name="<b>&" + "W" * 100)
    renamed = Client().get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert renamed.status_code == 200
    assert "<b>" not in renamed.content.decode()
    ET.fromstring(renamed.content)  # noqa: S314 - our own


@pytest.mark.parametrize("what", ["removed", "unconfirmed", "hidden", "without cards"])
def test_what_is_not_on_the_board_has_no_picture(hand: HighHand, now: dt.datetime, what: str) -> None:
    match what:
        case "removed":
            HighHand.objects.update(removed_at=now)
        case "unconfirmed":
            Result.objects.update(state="disputed")
        case "hidden":
            Season.objects.update(hidden_at=now)
        case _:
            HighHand.objects.update(cards="", starter="")
    assert Client().get(f"{HONOURS}hands/{hand.pk}.svg").status_code == 404


def test_a_player_s_page_tells_their_figures(town: Town, hand: HighHand) -> None:
    said = words(Client().get(f"/leagues/town/players/{hand.player_id}/"))
    for told in ("Doubles 1 2 1 67", "Home 1 2 1 67", "Points a game 101.0", "Average losing score 61.0",
                 "1 match won", "High hands 29 Anchor v Bell", "Career", "2 opponents"):  # fmt: skip
        assert told in said


def test_who_keeps_averages_private_has_matches_and_hands_alone(town: Town, hand: HighHand) -> None:
    Player.objects.filter(pk=hand.player_id).update(hide_averages=True)
    address, api = f"/leagues/town/players/{hand.player_id}/", "/api/v1/leagues/town/"
    said = words(Client().get(address))
    assert "This player keeps their averages off public pages." in said
    assert "High hands 29" in said
    assert "2–1" in said
    for hidden in ("Won %", "Points a game", "Career", "opponents"):
        assert hidden not in said
    assert "Anchor 2 – – – –" in words(Client().get("/leagues/town/teams/anchor/"))
    assert "Anchor 2" not in words(Client().get("/leagues/town/merit/2026-27/division-1/"))
    followed = words(Client().get(f"/leagues/town/following/?player={hand.player_id}"))
    assert "Averages kept private" in followed
    assert "in games" not in followed
    told = Client().get(f"{api}players/{hand.player_id}/").json()
    assert (told["total"], told["singles"], told["doubles"], len(told["matches"])) == (None, None, None, 1)
    squad = {line["player"]["name"]: line["record"] for line in Client().get(f"{api}teams/anchor/").json()["squad"]}
    assert squad["Anchor 2"] is None
    assert squad["Anchor 1"]["won"] == 2
    assert Client().get(f"{api}players/{hand.player_id}/career/").status_code in (401, 403)
    assert "Points a game 101.0" in words(signed_in(town.secretary).get(address))


def test_a_player_makes_that_choice_under_their_details(town: Town, hand: HighHand) -> None:
    player = town.squads["Anchor"][0]
    client = signed_in(town.captains["Anchor"])
    client.post("/leagues/town/me/", {"name": player.name, "phone": "", "hide_averages": "on"})
    assert Player.objects.get(pk=player.pk).hide_averages
    assert "Points a game" in words(client.get(f"/leagues/town/players/{player.pk}/"))
    assert "Points a game" not in words(Client().get(f"/leagues/town/players/{player.pk}/"))
    client.post("/leagues/town/me/", {"name": player.name, "phone": ""})
    assert not Player.objects.get(pk=player.pk).hide_averages


def test_programs_read_the_board_and_a_career(town: Town, hand: HighHand) -> None:
    for where in ("honours/", "seasons/2026-27/honours/"):
        told = Client().get(f"/api/v1/leagues/town/{where}").json()
        assert [(one["points"], one["hands"][0]["player"]["name"]) for one in told["hands"]] == [(29, "Anchor 2")]
    career = Client().get(f"/api/v1/leagues/town/players/{hand.player_id}/career/").json()
    assert (career["figures"]["total"]["won"], career["figures"]["pegged"]["average_losing"]) == (2, 61)
    assert career["streaks"] == {"length": 1, "longest": 1, "running": "W"}
    assert [one["player"]["name"] for one in career["opponents"]] == ["Bell 1", "Bell 2"]
    assert career["best_partner"] is None


def _with_hands(town: Town, fixture: Fixture, count: int, now: dt.datetime) -> None:
    for number in range(count):
        player = town.squads["Anchor"][number]
        HighHand.objects.create(fixture=fixture, player=player, points=24, recorded_at=now)


@pytest.mark.parametrize("count", [1, 4])
def test_the_pages_ask_as_much_for_one_as_for_many(
    town: Town, hand: HighHand, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    _with_hands(town, hand.fixture, count, now)
    with django_assert_num_queries(8):
        Client().get(HONOURS)
    with django_assert_num_queries(18):
        Client().get(f"/leagues/town/players/{town.squads['Anchor'][0].pk}/")
