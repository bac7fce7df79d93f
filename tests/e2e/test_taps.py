"""The taps that a sheet of 27 games costs, counted: every touch and key, and those of players who change."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Fixture, Result, Season
from league.queries.results.sheets import sheet_of
from league.rules.sheets import SIDES, MatchSheet, ResultSheet
from league.services.results import submit
from tests.e2e.looking import violations
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
MOST = 95
# Two for each list in which somebody else is chosen: one opens it, one chooses.
CHANGED, EACH = 2, 2
COUNTING = """
window.taps = Number(sessionStorage.taps || 0);
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, (event) => { if (event.isTrusted) sessionStorage.taps = ++window.taps; }, true);
}
"""
# Losers' scores as an evening has them: four in ten past a hundred.
# One match in four or five goes to one side whole.
WHITEWASHED = (3, 7)
LOSERS = (98, 104, 87, 117, 92, 109, 95, 78, 112, 99)


@pytest.fixture
def played(town: Town) -> Fixture:
    """Both teams have played before: Anchor at home, Bell away."""
    now = timezone.now()
    for home, away in (("Anchor", "Castle"), ("Duke of York", "Anchor"), ("Bell", "Castle")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=now - dt.timedelta(minutes=5))
    return town.fixture("Anchor", "Bell")


def address(fixture: Fixture) -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/sheet/"


def taps(page: Page) -> int:
    return int(page.evaluate("window.taps"))


def score(page: Page, match: MatchSheet, number: int) -> None:
    """Tap the winner and type the loser's score where the page puts the cursor."""
    field = f"m{match.number}-g{number}"
    page.wait_for_load_state()
    page.locator(f"label[for={field}-{match.games[number - 1].winner}]").tap()
    expect(page.locator(f"#{field}-loser")).to_be_focused()
    page.keyboard.type(str(LOSERS[(3 * match.number + number) % len(LOSERS)]))


def test_a_sheet_of_27_games_takes_95_taps_at_most(town: Town, played: Fixture, sign_in: SignIn) -> None:
    # Where two numbers are enough these come first; here the whole card is asked for.
    Season.objects.update(score_only=False)
    page = sign_in("Anchor")
    page.add_init_script(COUNTING)
    page.goto("/leagues/town/my/")
    page.get_by_role("link", name="Enter the result").first.tap()
    page.wait_for_url(f"**{address(played)}")
    expect(page.get_by_text("As last time: check who played.")).to_be_visible()
    sheet: ResultSheet = result_sheet(town, "Anchor", "Bell")
    page.get_by_text("Change", exact=True).tap()
    # Three of the other side's have changed since: an eleventh player, and two who exchange their seats.
    page.locator("#m1-away-1").select_option(label="Bell 15")
    expect(page.locator("#m1-away-1-suggested")).to_be_hidden()
    expect(page.locator("#m1-away-2-suggested")).to_be_visible()
    there = page.locator("#m7-away-1").input_value()
    page.locator("#m6-away-1").select_option(there)
    expect(page.get_by_text("have swapped places.")).to_be_visible()
    expect(page.locator("#m7-away-1")).not_to_have_value(there)
    for match in sheet.matches:
        expect(page.locator(f"#m{match.number}")).to_have_attribute("open", "")
        if match.number in WHITEWASHED:
            page.get_by_role("button", name="Anchor won all 3").locator("visible=true").tap()
            for number in range(1, len(match.games) + 1):
                expect(page.locator(f"#m{match.number}-g{number}-loser")).to_be_focused()
                page.keyboard.type(str(LOSERS[(3 * match.number + number) % len(LOSERS)]))
            continue
        for number in range(1, len(match.games) + 1):
            score(page, match, number)
    expect(page.locator("[data-left]")).to_have_text("all games in")
    page.get_by_role("button", name="Send result").tap()
    expect(page.get_by_text("The other captain has been told")).to_be_visible()
    expect(page.get_by_text("If Bell confirm by")).to_be_visible()
    counted = taps(page) + CHANGED * EACH
    assert counted <= MOST, counted
    sent = sheet_of(Result.objects.get(fixture=played))
    assert [match.players("home") for match in sent.matches] == [match.players("home") for match in sheet.matches]
    assert sum(sent.games(side) for side in SIDES) == 27


def test_next_on_the_number_pad_walks_from_score_to_score(town: Town, played: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(played))
    for match, game in ((1, 1), (1, 2), (1, 3), (2, 1)):
        field = page.locator(f"#m{match}-g{game}-loser")
        if (match, game) == (1, 1):
            field.tap()
        expect(field).to_be_focused()
        assert (field.get_attribute("inputmode"), field.get_attribute("enterkeyhint")) == ("numeric", "next")
        page.keyboard.type("98")
        page.keyboard.press("Enter")
    # The tap on a winner keeps the pad open.
    page.locator("label[for=m2-g2-home]").tap()
    expect(page.locator("#m2-g2-loser")).to_be_focused()
    assert not Result.objects.filter(fixture=played).exists()


def test_with_a_keyboard_enter_leads_to_a_winner_that_nobody_has_said(
    town: Town, played: Fixture, sign_in: SignIn
) -> None:
    page = sign_in("Anchor", is_mobile=False, has_touch=False, viewport={"width": 1280, "height": 800})
    page.goto(address(played))
    page.locator("label[for=m1-g2-home]").click()
    page.locator("label[for=m1-g1-home]").click()
    expect(page.locator("#m1-g1-loser")).to_be_focused()
    page.keyboard.type("98")
    page.keyboard.press("Enter")
    expect(page.locator("#m1-g2-loser")).to_be_focused()
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(page.locator("#m1-g3-home")).to_be_focused()


def test_the_line_up_is_cleared_with_one_tap_and_entries_stay(town: Town, played: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(played))
    assert violations(page) == []
    page.locator("label[for=m1-g1-home]").tap()
    expect(page.locator("#m1-g1-loser")).to_be_focused()
    page.keyboard.type("98")
    page.get_by_text("Change", exact=True).tap()
    page.get_by_role("button", name="Clear line-up").tap()
    expect(page.get_by_role("button", name="Fill in last time’s line-up")).to_be_visible()
    expect(page.locator("#m1-home-1")).to_have_value("")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    page.get_by_role("button", name="Fill in last time’s line-up").tap()
    expect(page.locator("#m1-home-1")).not_to_have_value("")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")


def test_enter_after_the_last_score_leads_to_send_and_a_cleared_line_up_is_undone(
    played: Fixture, sign_in: SignIn
) -> None:
    page = sign_in("Anchor", has_touch=False, is_mobile=False)
    page.goto(address(played))
    clear, seat = page.get_by_role("button", name="Clear line-up"), page.locator("#m1-home-1")
    chosen = seat.input_value()
    page.locator("#m9 > summary").click()
    page.locator("input[name$=-loser]").last.press("Enter")
    expect(page.get_by_role("button", name="Send result")).to_be_focused()
    page.get_by_text("Change", exact=True).click()
    clear.click()
    expect(seat).to_have_value("")
    assert violations(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("28 of 28 filled")).to_be_visible()
    assert chosen
    expect(seat).to_have_value(chosen)


def test_a_missing_player_is_registered_with_enter_and_can_be_chosen(
    town: Town, played: Fixture, sign_in: SignIn
) -> None:
    page = sign_in("Anchor")
    page.goto(address(played))
    page.locator("label[for=m1-g1-home]").tap()
    expect(page.locator("#m1-g1-loser")).to_be_focused()
    page.keyboard.type("98")
    page.get_by_text("Change", exact=True).tap()
    page.get_by_text("Player missing from the list?").tap()
    page.get_by_label("Name of the player to register for Anchor").fill("Ned Newman")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ned Newman is registered for Anchor.")).to_be_visible()
    page.get_by_text("Change", exact=True).tap()
    page.locator("#m1-home-1").select_option(label="Ned Newman")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    assert violations(page) == []
