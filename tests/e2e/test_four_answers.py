"""What a player asks a league: where we stand, whom we play, how I am doing, who had the 29; in two taps at most."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Fixture, Player
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.results import confirm, submit
from tests.e2e.looking import faults
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

HOME = "/leagues/town/"


@pytest.fixture
def played(town: Town, fixture: Fixture) -> Fixture:
    """Anchor have beaten Castle, 18–9; the captain of Anchor plays for it."""
    now = timezone.now()
    found = town.fixture("Anchor", "Castle")
    submit.submit(found, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    confirm.confirm(found, 1, by=town.captains["Castle"], now=now)
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(user=town.captains["Anchor"])
    return found


def on_the_first_screen(page: Page, *texts: str) -> None:
    """Check that texts can be read without scrolling, above the tabs."""
    tabs = page.locator("nav.tabs").bounding_box()
    assert tabs is not None
    for text in texts:
        box = page.get_by_role("main").get_by_text(text).first.bounding_box()
        assert box is not None, text
        assert box["y"] + box["height"] <= tabs["y"], text


def test_a_player_reads_their_answers_without_a_tap(town: Town, played: Fixture, sign_in: Callable[..., Page]) -> None:
    page = sign_in("Anchor")
    page.goto(HOME)
    on_the_first_screen(page, "1st", "of 4 in Division 1", "Last", "in games", "Enter result: ")
    expect(page.get_by_text("Who had the 29?")).to_have_count(0)  # nobody had: no high hand is recorded
    page.get_by_role("link", name="of 4 in Division 1").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Division 1")


def test_a_stranger_follows_a_team_on_this_device_alone(
    town: Town, played: Fixture, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(HOME)
    page.get_by_label("Follow a team").select_option("Anchor")
    page.get_by_role("button", name="Follow").tap()
    expect(page.get_by_role("heading", name="Anchor")).to_be_visible()
    # From now on it is the first thing on the plain address.
    page.goto(HOME)
    expect(page.get_by_role("heading", name="Anchor")).to_be_visible()
    on_the_first_screen(page, "1st", "of 4 in Division 1")
    assert faults(page) == []
    assert page.context.cookies() == []
    page.get_by_role("link", name="Stop following").tap()
    expect(page.get_by_label("Follow a team")).to_be_visible()
    page.goto(HOME)
    expect(page.get_by_role("heading", name="Anchor")).to_have_count(0)


def test_a_stranger_follows_a_player_from_their_page(
    town: Town, played: Fixture, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    player = town.squads["Anchor"][0]
    page.goto(f"{HOME}players/{player.pk}/")
    button = page.locator("[data-follow]")
    button.tap()
    expect(button).to_have_text("Following")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.goto(HOME)
    expect(page.locator(".mine-own")).to_contain_text(f"{player.name} 2–1 in games")
    # Somebody who has gone is forgotten, and the page asks anew.
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
    page.goto(HOME)
    expect(page.get_by_label("Follow a team")).to_be_visible()
    page.wait_for_function("() => localStorage.length === 0")


def test_without_a_signal_whom_one_follows_is_not_forgotten(
    town: Town, played: Fixture, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(HOME)
    page.evaluate("localStorage.setItem('muggins-follows-town', 'team=anchor')")
    page.route("**/following/**", lambda route: route.abort())
    page.goto(HOME)
    expect(page.get_by_label("Follow a team")).to_be_visible()
    page.unroute("**/following/**")
    page.goto(HOME)
    expect(page.get_by_role("heading", name="Anchor")).to_be_visible()


def test_a_stranger_finds_table_and_fixtures_in_two_taps(
    town: Town, played: Fixture, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(HOME)
    page.get_by_role("link", name="Tables", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    on_the_first_screen(page, "Anchor", "Castle")
    page.get_by_role("link", name="Fixtures", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fixtures")
    row = page.locator(".fx").first
    box = row.bounding_box()
    assert box is not None
    assert box["height"] <= 60
    assert faults(page) == []


def test_a_stranger_finds_who_had_the_29_in_a_tap(town: Town, played: Fixture, new_page: Callable[..., Page]) -> None:
    player = town.squads["Anchor"][0]
    hand = NewHand(player.pk, "5C 5H 5S JD", "5D")
    record_high_hand(played, hand, by=town.secretary, now=timezone.now())
    page = new_page()
    page.goto(HOME)
    answer = page.get_by_role("link", name="Who had the 29?")
    expect(answer).to_contain_text(f"{player.name}, 29")
    on_the_first_screen(page, "Who had the 29?")
    answer.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Honours")
    expect(page.get_by_role("main")).to_contain_text(player.name)
    assert faults(page) == []


def test_an_earlier_week_opens_in_place_and_without_scripts_on_its_own_page(
    town: Town, played: Fixture, new_page: Callable[..., Page]
) -> None:
    for scripts in (True, False):
        page = new_page(java_script_enabled=scripts)
        page.goto(f"{HOME}fixtures/")
        if page.locator("details.earlier").count():
            page.locator("details.earlier > summary").tap()
        folded = page.locator(".week-link").first
        week = folded.get_attribute("hx-target")
        assert week is not None
        folded.tap()
        expect(page.locator(f"{week} .fx").first).to_be_visible()
        assert ("week=" in page.url) is not scripts
