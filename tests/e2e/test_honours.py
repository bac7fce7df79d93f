"""High hands in a real browser: two taps after the sheet is sent, cards counted as they are picked, and the board."""

import datetime as dt
import re
from collections.abc import Callable, Iterator

import pytest
import time_machine
from playwright.sync_api import Page, expect

from league.models import Fixture, HighHand, Player
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.results import submit
from tests.e2e.looking import faults
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e
NewPage = Callable[..., Page]


@pytest.fixture
def today(now: dt.datetime) -> Iterator[None]:
    """The tests' own day, on which the clock goes on."""
    with time_machine.travel(now, tick=True):
        yield


@pytest.mark.usefixtures("today")
def test_a_score_takes_a_player_and_a_button_after_the_sheet_is_sent(
    sign_in: Callable[..., Page], town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/thank-you/")
    assert faults(page) == []
    page.get_by_role("link", name="Add high hands").click()
    page.locator("#hand-player").select_option(str(town.squads["Anchor"][0].pk))
    page.get_by_role("button", name="29", exact=True).click()
    expect(page.locator(".high-hand-points")).to_have_text("29")
    assert HighHand.objects.get().points == 29
    page.get_by_role("button", name="Remove 29 by Anchor 1").click()
    expect(page.locator(".high-hand-points")).to_have_count(0)


@pytest.mark.usefixtures("today")
def test_cards_are_picked_one_after_the_other_and_counted_at_once(
    sign_in: Callable[..., Page], town: Town, fixture: Fixture
) -> None:
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/high-hands/")
    page.locator("#hand-player").select_option(str(town.squads["Bell"][0].pk))
    page.get_by_text("Pick the cards").click()
    pack = page.get_by_role("group", name="The pack")
    for name in ("Five of hearts", "Jack of diamonds", "Five of clubs", "Five of spades", "Five of diamonds"):
        pack.get_by_label(name).check()
    expect(page.locator("#hand")).to_have_value("5H JD 5C 5S 5D")
    expect(page.locator("[data-counted]")).to_have_text("29 points")
    expect(page.locator("[data-counted]")).to_be_in_viewport(ratio=1)
    expect(pack.get_by_role("checkbox", name="Five of diamonds, the starter", exact=True)).to_be_checked()
    assert faults(page) == []
    page.locator("#hand").press("Enter")
    expect(page.get_by_text("Recorded: 29 by Bell 1, counted from the cards.")).to_be_visible()
    assert faults(page) == []


@pytest.mark.usefixtures("today")
@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark", "viewport": {"width": 1280, "height": 900}}])
def test_the_board_and_a_player_with_a_long_name_fit(
    new_page: NewPage, town: Town, fixture: Fixture, now: dt.datetime, look: dict[str, object]
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Featherstonehaugh-Cholmondeley Wolfeschlegelsteinhausen")
    record_high_hand(fixture, NewHand(player.pk, "5H 5C 5S JD", "5D"), by=town.secretary, now=now)
    record_high_hand(fixture, NewHand(player.pk, points=24), by=town.secretary, now=now)
    page = new_page(**look)
    for address in ("honours/", "honours/?of=all", f"players/{player.pk}/", f"fixtures/{fixture.pk}/"):
        page.goto(f"/leagues/town/{address}")
        assert faults(page) == []
    page.goto("/leagues/town/honours/")
    page.locator(".honour-cards a").first.click()
    expect(page).to_have_url(re.compile(rf"/honours/hands/{HighHand.objects.get(points=29).pk}/$"))
