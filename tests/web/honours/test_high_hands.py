"""The page of a fixture's high hands, and the form for one inside the sheet's."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.enums import Registering
from league.models import Fixture, HighHand, Player, Season
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, summary, words

pytestmark = pytest.mark.usefixtures("today")
CARDS = "5H 5C 5S JD 5D"


@pytest.fixture
def night(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def one(town: Town, name: str = "Anchor", number: int = 1) -> str:
    return str(town.squads[name][number - 1].pk)


def test_a_player_and_a_button_record_a_score(town: Town, night: Fixture) -> None:
    client = signed_in(town.captains["Anchor"])
    form = client.get(page(night, "high-hands")).content.decode()
    assert [score for score in range(12, 30) if f'name="hand-score" value="{score}"' in form] == [24, 28, 29]
    answer = client.post(page(night, "high-hands"), {"hand-player": one(town), "hand-score": "29"}, follow=True)
    assert "Recorded: 29 by Anchor 1, without the cards." in words(answer)
    assert HighHand.objects.get().points == 29


def test_a_player_and_cards_are_counted(town: Town, night: Fixture) -> None:
    sent = {"hand-player": one(town, "Bell"), "hand": CARDS, "hand-do": "record", "hand-match": "2"}
    answer = signed_in(town.captains["Anchor"]).post(page(night, "high-hands"), sent, follow=True)
    assert "Recorded: 29 by Bell 1, counted from the cards." in words(answer)
    hand = HighHand.objects.get()
    assert (hand.player.name, hand.match_number, hand.verified) == ("Bell 1", 2, True)
    assert "cards/5D.svg" in answer.content.decode()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"hand": "27"}, ("hand", "27 is impossible: no cards make it. A high hand here is worth 24, 28 and 29.")),
        ({"hand": "2H 4C 6S 8D TD"}, ("hand", "A high hand is worth 24 or more in this league; this one is worth 0.")),
        ({"hand": CARDS, "hand-score": "28"},
         ("hand", "These cards make 29, not 28. Check the cards, or leave the score out.")),
        ({"hand": "5H 5H 5S JD 5D"},
         ("hand", "Card 2: “5H” is there twice: a pack has one five of hearts.")),
        ({"hand": "\0"}, ("hand", "Enter the cards, the starter last, or the score.")),
        ({"hand": "29", "hand-player": ""}, ("hand-player", "Choose a player who played in this fixture.")),
        ({"hand": "29", "hand-player": "9" * 15}, ("hand-player", "Choose a player who played in this fixture.")),
        ({"hand": "29", "hand-match": "x"}, ("hand-match", "Choose the match.")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_beside_its_field_and_kept_in_it(
    town: Town, night: Fixture, sent: dict[str, str], told: tuple[str, str]
) -> None:
    filled = {"hand-player": one(town), "hand-do": "record", **sent}
    answer = signed_in(town.captains["Anchor"]).post(page(night, "high-hands"), filled)
    assert answer.status_code == 422
    assert summary(answer) == [told]
    assert not HighHand.objects.exists()
    if filled["hand-player"] == one(town):
        assert f'<option value="{one(town)}" selected>' in answer.content.decode()
    if filled["hand"] == CARDS:
        assert f'value="{CARDS}"' in answer.content.decode()


def test_another_one_alike_is_asked_about_without_a_script(town: Town, night: Fixture) -> None:
    client, sent = signed_in(town.captains["Anchor"]), {"hand-player": one(town), "hand-score": "24"}
    client.post(page(night, "high-hands"), sent)
    asked = client.post(page(night, "high-hands"), sent)
    assert asked.status_code == 422
    html = asked.content.decode()
    assert "This player has a 24 on record tonight already. Is this another one?" in html
    assert 'name="hand-again" value="1"' in html
    assert 'name="hand" id="hand" value="24"' in html
    client.post(page(night, "high-hands"), {"hand-player": one(town), "hand": "24", "hand-again": "1"})
    assert HighHand.objects.count() == 2


def test_the_page_counts_cards_as_they_are_picked(town: Town, night: Fixture) -> None:
    client = signed_in(town.captains["Anchor"])
    good = client.get(page(night, "high-hands"), {"count": CARDS})
    assert "29" in words(good)
    crib = client.get(page(night, "high-hands"), {"count": "4H 5H 6H 6C 5S", "crib": "yes"})
    assert "24" in words(crib)
    wrong = client.get(page(night, "high-hands"), {"count": "4H 5H 6H 6C 5S 7S"})
    assert wrong.status_code == 200
    assert "The hand has 5 cards" in words(wrong)
    assert client.get(page(night, "high-hands"), {"count": "5" * 5000}).status_code == 200


def test_the_fixture_and_the_confirming_captain_are_told_and_strangers_before_there_is_a_sheet_are_not(
    town: Town, night: Fixture, now: dt.datetime
) -> None:
    new = NewHand(int(one(town)), "5H 5C 5S JD", "5D")
    record_high_hand(night, new, by=town.captains["Anchor"], now=now)
    assert "High hands" not in words(Client().get(page(night)))
    submit.submit(night, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    for client, address in ((Client(), page(night)), (signed_in(town.captains["Bell"]), page(night, "confirm"))):
        assert "29 Anchor 1 counted from the cards" in words(client.get(address))
    confirm.confirm(night, 1, by=town.captains["Bell"], now=now)
    captain = signed_in(town.captains["Anchor"])
    assert "Record a high hand" not in words(captain.get(page(night)))
    assert "The result is confirmed. Ask the secretary" in words(captain.get(page(night, "high-hands")))
    late = captain.post(page(night, "high-hands"), {"hand-player": one(town), "hand-score": "29"})
    assert late.status_code == 409
    assert "Record a high hand" in words(signed_in(town.secretary).get(page(night)))


def test_a_shortened_name_is_short_for_strangers(town: Town, night: Fixture, now: dt.datetime) -> None:
    submit.submit(night, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    Player.objects.filter(pk=one(town)).update(name="Olive Butcher", shorten_name=True)
    record_high_hand(night, NewHand(int(one(town)), points=29), by=town.captains["Anchor"], now=now)
    html = Client().get(page(night)).content.decode()
    assert "Olive B." in html
    assert "Butcher" not in html


@pytest.mark.parametrize("kind", [Registering.REQUIRED, Registering.OPEN])
def test_it_asks_as_much_for_one_hand_as_for_many(
    town: Town, night: Fixture, now: dt.datetime, kind: str, django_assert_num_queries: Any
) -> None:
    Season.objects.update(registration=kind)
    submit.submit(night, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    client = signed_in(town.captains["Bell"])
    for number in (1, 2, 3, 4):
        record_high_hand(night, NewHand(int(one(town, number=number)), points=24), by=town.secretary, now=now)
        if number in (1, 4):
            with django_assert_num_queries(9):
                client.get(page(night, "high-hands"))


def test_the_cards_of_a_score_are_added_on_a_page(town: Town, night: Fixture) -> None:
    client = signed_in(town.captains["Anchor"])
    client.post(page(night, "high-hands"), {"hand-player": one(town), "hand-score": "29"})
    hand = HighHand.objects.get()
    where = f"{page(night, 'high-hands')}{hand.pk}/"
    assert f'href="{where}"' in client.get(page(night, "high-hands")).content.decode()
    assert "They must make 29." in words(client.get(where))
    wrong = client.post(where, {"hand": "4H 5H 6H 6C 5S"})
    assert wrong.status_code == 422
    assert summary(wrong) == [("hand", "These cards make 24, not 29. Check the cards, or leave the score out.")]
    assert 'value="4H 5H 6H 6C 5S"' in wrong.content.decode()
    assert summary(client.post(where, {"hand": "29"})) == [("hand", "Enter the cards, the starter last.")]
    done = client.post(where, {"hand": CARDS}, follow=True)
    assert "Added: the cards of 29 by Anchor 1." in words(done)
    assert f'href="{where}"' not in done.content.decode()
    assert "has its cards already" in words(client.get(where))
    assert client.post(where, {"hand": "5H 5D 5S JC 5C"}).status_code == 409
    assert signed_in(town.captains["Bell"]).get(where).status_code == 403
    other = f"{page(town.fixture('Castle', 'Duke of York'), 'high-hands')}{hand.pk}/"
    assert signed_in(town.secretary).get(other).status_code == 404
