"""A called hand in a real browser: picked with the thumb, counted in place, handed on as an address; ruled on."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Fixture, Ruling
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests import factories
from tests.e2e.looking import faults, faults_at
from tests.factories import Town
from tests.services.evenings import agreed

pytestmark = pytest.mark.e2e
NewPage = Callable[..., Page]


def pack_of(page: Page) -> Locator:
    return page.get_by_role("group", name="The pack")


def pick(page: Page, name: str) -> None:
    pack_of(page).get_by_label(name).tap()


PHONE_AND_DESK = [{}, {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"}]


@pytest.mark.parametrize("look", PHONE_AND_DESK)
def test_five_taps_are_a_hand_and_its_starter_counted_in_sight(
    new_page: NewPage, town: Town, look: dict[str, Any]
) -> None:
    page = new_page(**look)
    page.goto("/leagues/town/hand/")
    places = page.locator("[data-places]")
    for name in ("Five of hearts", "Five of diamonds", "Five of spades", "Jack of clubs"):
        pick(page, name)
    expect(places.get_by_role("status")).to_have_text("4 of 5: now the starter")
    page.evaluate("window.same = true")
    pick(page, "Five of clubs")
    expect(page.locator("#cards")).to_have_value("5H 5D 5S JC")
    expect(page.locator("#starter")).to_have_value("5C")
    expect(pack_of(page).get_by_role("checkbox", name="Five of hearts, in the hand", exact=True)).to_be_checked()
    expect(pack_of(page).get_by_role("checkbox", name="Five of clubs, the starter", exact=True)).to_be_checked()
    expect(places.locator(".place-starter")).to_contain_text("Starter")
    counted = page.get_by_role("region", name="The count")
    expect(counted.locator(".counted-points")).to_have_text("29 points")
    expect(counted.locator(".counted-points")).to_be_in_viewport(ratio=1)
    expect(places.locator(".place-starter")).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.same")
    expect(page).to_have_url(re.compile("starter=5C"))
    assert "pick=" not in page.url
    expect(pack_of(page).get_by_label("King of clubs")).to_be_disabled()
    assert faults(page) == []
    # Taken back from the pack or from its place, a hand's card leaves the starter where it is.
    places.get_by_role("button", name="Take back: Jack of clubs").tap()
    expect(counted).to_have_count(0)
    expect(page.locator("#cards")).to_have_value("5H 5D 5S")
    expect(page.locator("#starter")).to_have_value("5C")
    expect(pack_of(page).get_by_role("checkbox", name="Jack of clubs", exact=True)).to_be_focused()
    pick(page, "Six of clubs")
    expect(page.locator("#cards")).to_have_value("5H 5D 5S 6C")
    expect(counted).to_contain_text("points")
    pick(page, "Five of clubs")
    expect(page.locator("#starter")).to_have_value("")
    pick(page, "Jack of spades")
    expect(page.locator("#starter")).to_have_value("JS")


def test_the_pack_is_walked_and_picked_by_keys(new_page: NewPage, town: Town) -> None:
    page = new_page(viewport={"width": 1280, "height": 900}, has_touch=False, is_mobile=False)
    page.goto("/leagues/town/hand/")
    page.locator("#starter").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    suits = page.evaluate("[...document.querySelectorAll('[data-pack] input')].map(box => box.value)")
    expect(page.locator(f"#pick-{suits[0]}")).to_be_focused()
    for key in ("Space", "ArrowRight", "Space", "ArrowDown", "Space", "ArrowLeft", "Space", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(f"#pick-{suits[0]}")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#cards")).to_have_value(f"{suits[1]} {suits[14]} {suits[13]}")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator(f"#pick-{suits[5]}")).to_be_focused()
    expect(page.locator("#starter")).to_have_value(suits[5])
    expect(page.get_by_role("region", name="The count")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") != "pick", "the pack is one stop"


def test_as_many_cards_as_the_ruleset_has(new_page: NewPage, db: None) -> None:
    page = new_page()
    page.goto("/hand/?ruleset=five-card")
    expect(page.locator(".place")).to_have_count(4)
    page.locator(".hand-rules summary").tap()
    page.get_by_label("Rules").select_option("seven-card")
    expect(page.locator(".place")).to_have_count(6)
    page.get_by_label("the crib").check()
    expect(page.locator(".place")).to_have_count(5)
    page.locator("#cards").fill("5h 5♦ 5s jc 5c")
    expect(pack_of(page).get_by_role("checkbox", name="Five of clubs, the starter", exact=True)).to_be_checked()


def test_a_hand_is_typed_counted_in_place_and_handed_on(new_page: NewPage, town: Town) -> None:
    page = new_page()
    page.goto("/leagues/town/hand/")
    page.locator("#cards").fill("ac 7♦ 8h")
    expect(pack_of(page).get_by_label("Ace of clubs, in the hand")).to_be_checked()
    expect(pack_of(page).get_by_label("Three of spades")).not_to_be_checked()
    page.locator("#starter").fill("7C")
    page.locator("#cards").fill("AC 7D 8H 3S")
    page.get_by_label("Called").fill("6")
    page.get_by_label("Claimed").fill("8")
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Count it").click()
    expect(page.get_by_role("group", name="Verdict")).to_contain_text("the challenger takes the 2 missed")
    assert page.evaluate("window.same"), "the page itself was not loaded again"
    expect(page.locator("#result")).to_be_focused()
    expect(page).to_have_url(re.compile("challenged|claimed"))
    assert "pick=" not in page.url
    assert faults(page) == []
    other = new_page()
    other.goto(page.url)
    expect(other.get_by_role("group", name="Verdict")).to_contain_text("the challenger takes the 2 missed")
    page.get_by_text("Change the cards").tap()
    page.get_by_label("Called").fill("nine")
    page.get_by_label("Starter", exact=True).fill("8H")
    page.get_by_role("button", name="Count it").click()
    expect(page.locator("#declared-error")).to_contain_text("is not a number of points")
    expect(page.locator("#starter-error")).to_contain_text("The eight of hearts is in the hand and the starter")
    expect(page.locator(".problems")).to_be_focused()
    assert faults(page) == []
    page.go_back()
    expect(page.get_by_role("group", name="Verdict")).to_be_visible()
    expect(page.locator(".masthead")).to_be_visible()


def test_a_hand_is_counted_without_scripts(new_page: NewPage, town: Town) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/hand/")
    page.get_by_label("Or type the hand").fill("5H 5C 5S JD")
    page.get_by_label("Starter", exact=True).fill("5D")
    page.get_by_role("button", name="Count it").click()
    expect(page.get_by_role("region", name="The count")).to_contain_text("29 points")


def test_an_answer_stands_level_with_the_fields_on_a_desk_and_folds_the_pack(new_page: NewPage, town: Town) -> None:
    page = new_page(viewport={"width": 1280, "height": 900}, has_touch=False, is_mobile=False)
    page.goto("/hand/")
    top = page.locator(".hand-again").bounding_box()
    page.locator("#cards").fill("AC 7D 8H 3S")
    page.locator("#starter").fill("7C")
    assert page.locator(".hand-again").bounding_box() == top, "the pack stays where it was"
    page.get_by_label("Called").fill("6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Verdict")).to_be_visible()
    fold, answer = page.locator(".hand-again").bounding_box(), page.locator(".places").bounding_box()
    assert fold is not None
    assert answer is not None
    assert abs(fold["y"] - answer["y"]) < 16
    expect(page.locator(".picker-pack")).to_be_hidden()
    page.get_by_role("button", name="Take back: Ace of clubs").click()
    expect(page.locator("#pick-AC")).to_be_focused()
    assert faults(page) == []


@pytest.fixture
def referee(new_page: NewPage, town: Town, live_server: LiveServer) -> Callable[..., Page]:
    """A page on which the referee is signed in."""

    def enter(**options: Any) -> Page:
        client = Client()
        client.force_login(town.referee)
        page = new_page(**options)
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )
        return page

    return enter


def test_the_referee_s_pages_are_clean(referee: Callable[..., Page], town: Town, fixture: Fixture) -> None:
    after = fixture.starts_at + dt.timedelta(hours=3)
    sheet = factories.result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.captains["Anchor"], now=after)
    theirs = factories.result_sheet(town, "Anchor", "Bell", first=GameScore(61, 121))
    opened = confirm.dispute(fixture, 1, reason="We won the first.", sheet=theirs, by=town.captains["Bell"], now=after)
    page = referee()
    found = []
    for address in ("calls/", f"calls/new/?fixture={fixture.pk}", f"disputes/{opened.pk}/rule/", "hand/"):
        page.goto(f"/leagues/town/{address}")
        found += [f"{address}: {fault}" for fault in faults_at(page, 360, 1280)]
    assert found == []


def test_a_ruling_is_checked_stored_once_and_read(referee: Callable[..., Page], town: Town, fixture: Fixture) -> None:
    page = referee()
    page.goto(f"/leagues/town/calls/new/?fixture={fixture.pk}")
    page.get_by_label("Match").select_option("2, doubles")
    page.get_by_label("Game", exact=True).select_option("1")
    page.get_by_label("Anchor", exact=True).check()
    page.get_by_label("a hand").check()
    page.get_by_label("The caller’s name").select_option("Anchor 3")
    expect(page.get_by_label("Called by Anchor")).to_be_visible()
    expect(page.get_by_label("Claimed by Bell")).to_be_visible()
    page.get_by_label("Or type the hand").fill("AC 7D 8H 3S")
    page.get_by_label("Starter", exact=True).fill("7C")
    page.get_by_label("Called").fill("9")
    page.get_by_label("Claimed").fill("8")
    page.get_by_role("button", name="Check the call").click()
    expect(page.get_by_role("group", name="Verdict")).to_contain_text("it is corrected to 8")
    expect(page.locator("#result")).to_be_focused()
    assert not Ruling.objects.exists()
    page.get_by_role("button", name="Store the ruling").dblclick()
    # The second press breaks off the first one's page, so a wait for one page to load may fail.
    expect(page).to_have_url(re.compile(rf"/fixtures/{fixture.pk}/$"))
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    expect(page.get_by_text("hand of Anchor (Anchor 3)")).to_be_visible()
    assert Ruling.objects.count() == 1
    assert faults(page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_the_game_is_awarded_after_the_check(
    referee: Callable[..., Page], town: Town, fixture: Fixture, scripts: bool
) -> None:
    """The side is chosen where the check has shown whom R43 allows; it is shown what follows, then stored."""
    agreed(town, fixture, fixture.starts_at + dt.timedelta(hours=3))
    page = referee(java_script_enabled=scripts)
    page.goto(f"/leagues/town/calls/new/?fixture={fixture.pk}")
    page.get_by_label("Match").select_option("1, doubles")
    page.get_by_label("Game", exact=True).select_option("1")
    page.get_by_label("Anchor", exact=True).check()
    page.get_by_label("a hand").check()
    page.get_by_label("Or type the hand").fill("AC 7D 8H 3S")
    page.get_by_label("Starter", exact=True).fill("7C")
    page.get_by_label("Called").fill("12")
    page.get_by_role("button", name="Check the call").click()
    page.get_by_label("Award the game (R43)").select_option("to Bell")
    page.get_by_label("Reason").fill("For the fourth time.")
    page.get_by_role("button", name="Store the ruling").click()
    said = page.get_by_role("status").filter(has_text="The game would be awarded to Bell")
    expect(said).to_be_in_viewport()
    if scripts:
        expect(said).to_be_focused()
        assert faults(page) == []
    said.get_by_role("link", name="what follows").click()
    expect(page.get_by_role("heading", name="What follows")).to_be_in_viewport()
    expect(page.get_by_role("region", name="What follows")).to_contain_text("awarded to Bell")
    page.get_by_role("button", name="Store the ruling").click()
    page.wait_for_url(f"**/fixtures/{fixture.pk}/**")
    expect(page.get_by_text("The game was awarded to Bell.")).to_be_visible()
    assert Ruling.objects.get().awarded_to == "away"
