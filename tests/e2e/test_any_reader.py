"""Readers with large letters, colours of their own, no scripts, slow fonts or no cookies left."""

import time
from collections.abc import Callable
from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, Route, expect

from league.models import Fixture, Result, SheetDraft
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests.e2e.looking import enter_password
from tests.e2e.test_captain_evening import address, choose_players, draft_state, open_match, tap_game
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
NewPage = Callable[..., Page]
OWN = "/leagues/town/"
SHIFTS = """new PerformanceObserver(list => {
    for (const shift of list.getEntries()) window.moved = (window.moved || 0) + shift.value;
}).observe({type: "layout-shift", buffered: true})"""
# What reaches beyond the window, and stands in no box that scrolls by itself.
BEYOND = """() => [...document.querySelectorAll('body *')].filter(part => {
    if (!part.getClientRects().length || part.getBoundingClientRect().right <= innerWidth + 1) return false;
    for (let box = part.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return false;
    return true;
}).map(part => part.className || part.tagName).slice(0, 5)"""


@pytest.fixture
def played(town: Town, fixture: Fixture) -> dict[str, str]:
    """The main pages of a league in which something was played."""
    now = timezone.now()
    found = town.fixture("Anchor", "Castle")
    submit.submit(found, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    confirm.confirm(found, 1, by=town.captains["Castle"], now=now)
    waits = town.fixture("Duke of York", "Anchor")
    submit.submit(waits, result_sheet(town, "Duke of York", "Anchor"), by=town.captains["Duke of York"], now=now)
    confirm.dispute(
        waits, 1, reason="No.", by=town.captains["Anchor"], now=now,
        sheet=result_sheet(town, "Duke of York", "Anchor", first=GameScore(121, 117)),
    )  # fmt: skip
    return {
        "home": OWN, "fixtures": f"{OWN}fixtures/", "table": f"{OWN}tables/2026-27/division-1/",
        "fixture": f"{OWN}fixtures/{found.pk}/", "rules": f"{OWN}rules/", "team": f"{OWN}teams/anchor/",
        "player": f"{OWN}players/{town.squads['Anchor'][0].pk}/", "hand": f"{OWN}hand/", "none": f"{OWN}nothing/",
        "mine": f"{OWN}my/", "sheet": address(fixture, "sheet"), "accept": address(waits, "accept"),
    }  # fmt: skip


def corner(part: Locator) -> tuple[int, ...]:
    """The colour in the upper right corner of what is shown."""
    picture = Image.open(BytesIO(part.screenshot())).convert("RGB")
    pixel = picture.getpixel((picture.width - 8, 8))
    assert isinstance(pixel, tuple)
    return pixel


def test_large_letters_and_late_fonts_move_no_page(played: dict[str, str], sign_in: SignIn) -> None:
    page = sign_in("Anchor", forced_colors="none")
    page.add_init_script(SHIFTS)

    def late(route: Route) -> None:
        time.sleep(0.2)
        route.continue_()

    page.route("**/*.woff2", late)
    moved, wide = {}, {}
    for name, url in played.items():
        page.goto(url)
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        moved[name] = page.evaluate("window.moved || 0")
        if name == "player":
            lines = page.locator("th[scope=row]", has_text="Doubles").evaluate(
                "cell => { const all = document.createRange(); all.selectNodeContents(cell); "
                "return all.getClientRects().length }"
            )
            assert lines == 1
        for size in ("130%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            if page.evaluate("document.documentElement.scrollWidth") > 390 or page.evaluate(BEYOND):
                wide[f"{name} at {size}"] = page.evaluate(BEYOND)
        if name == "table":
            # What a table is for is still to be read: the team and its points.
            points = page.locator(".standings tbody tr").first.locator(".pts")
            box = points.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 390
    assert wide == {}
    assert {name: value for name, value in moved.items() if value >= 0.1} == {}


def test_forced_colours_show_who_won_what_is_picked_and_where_one_is(played: dict[str, str], sign_in: SignIn) -> None:
    page = sign_in("Anchor", forced_colors="active")
    page.goto(played["sheet"])
    tap_game(page, "m1-g1", GameScore(121, 98))
    tap_game(page, "m1-g2", GameScore(98, 121))
    home, away = (page.locator(f"label[for=m1-g{game}-home]") for game in (1, 2))
    assert corner(home) != corner(away)
    assert corner(page.locator("label[for=m1-g2-away]")) == corner(home)
    page.goto(played["fixture"])
    won, lost = page.locator(".sheet-score.won").first, page.locator(".sheet-score:not(.won)").first
    colour = "part => getComputedStyle(part).backgroundColor"
    assert won.evaluate(colour) != lost.evaluate(colour)
    tab = page.locator(".tabs a[aria-current] .tab-label")
    assert tab.evaluate("part => getComputedStyle(part).textDecorationLine") == "underline"


def test_enter_goes_to_the_next_game_and_low_scores_are_asked_about(fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor", has_touch=False, is_mobile=False)
    here = address(fixture, "sheet")
    page.goto(here)
    page.locator("label[for=m1-g1-home]").click()
    page.locator("#m1-g1-loser").fill("98")
    assert page.locator("#m1-g1-loser").get_attribute("enterkeyhint") == "next"
    page.keyboard.press("Enter")
    expect(page.locator("#m1-g2-home")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("#m1-g3-home")).to_be_focused()
    question = page.locator("#m1-g2 [data-really]")
    expect(question).to_contain_text("Really 7?")
    question.get_by_role("button", name="Yes, 7").click()
    expect(question).to_have_count(0)
    expect(page.locator("[name=sure][value='m1-g2:7']")).to_have_count(1)
    # Changed since, it is another score.
    page.locator("#m1-g2-loser").fill("8")
    page.keyboard.press("Enter")
    expect(question).to_contain_text("Really 8?")
    page.locator("#m1-g2-loser").fill("88")
    expect(question).to_have_count(0)
    # From a winner on to the score, from the last score of all to the button; nothing is ever sent.
    open_match(page, "m9")
    page.locator("#m9-g3-away").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#m9-g3-loser")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send result")).to_be_focused()
    open_match(page, "m2")
    page.get_by_text("Match 2: pegged past 121, or not played?").click()
    page.locator("#m2-g1-winner-score").press("Enter")
    expect(page.locator("#m2-g2-winner-score")).to_be_focused()
    assert page.url.endswith(here)
    assert not Result.objects.exists()


@pytest.mark.parametrize("touch", [False, True])
def test_a_press_on_the_next_game_counts_though_a_question_comes_above_it(
    fixture: Fixture, sign_in: Callable[..., Page], touch: bool
) -> None:
    page = sign_in("Anchor", has_touch=touch, is_mobile=touch)
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/sheet/")
    page.locator("label[for=m1-g1-home]").click()
    page.locator("#m1-g1-loser").fill("7")
    winner = page.locator("label[for=m1-g2-home]")
    if touch:
        winner.tap()
    else:
        # As long as a finger takes.
        winner.click(delay=120)
    expect(page.locator("#m1-g2-home")).to_be_checked()
    expect(page.locator("[data-really]")).to_contain_text("Really 7?")


def test_a_sheet_survives_the_loss_of_every_cookie(fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(fixture, "sheet"))
    page.route("**/draft/", lambda route: route.abort())
    tap_game(page, "m1-g1", GameScore(121, 98))
    expect(draft_state(page)).to_have_text("No connection: kept on this device")
    page.context.clear_cookies()
    page.get_by_role("button", name="Send result").tap()
    expect(page.get_by_role("heading", name="Not sent")).to_be_visible()
    expect(page.locator(".brand-name")).to_have_text("Town League")
    assert not SheetDraft.objects.exists()
    page.unroute("**/draft/")
    page.get_by_role("link", name="Sign in and come back").tap()
    expect(page.locator(".brand-name")).to_have_text("Town League")
    enter_password(page, "anchor@town.example")
    page.wait_for_url(f"**{address(fixture, 'sheet')}")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    expect(page.locator("#m1-g1-home")).to_be_checked()
    expect(draft_state(page)).to_have_text("Saved")
    assert SheetDraft.objects.get().sheet["m1-g1-loser"] == "98"


def test_a_sheet_is_sent_without_scripts(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    """Without scripts the server counts and asks, once the sheet is sent, what a script does during typing."""
    page = sign_in("Anchor", java_script_enabled=False)
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 7))
    page.goto(address(fixture, "sheet"))
    choose_players(page, sheet)
    page.locator("label[for=m1-g1-home]").tap()
    page.locator("#m1-g1-loser").fill("7")
    page.get_by_role("button", name="Send result").click()
    expect(page.locator("[data-total=home]")).to_have_text("1")
    expect(page.locator(".tally-note")).to_contain_text("When last saved: 26 games left")
    for match in sheet.matches:
        open_match(page, f"m{match.number}")
        for number, game in enumerate(match.games, start=1):
            name = f"m{match.number}-g{number}"
            page.locator(f"label[for={name}-{game.winner}]").tap()
            page.locator(f"#{name}-loser").fill(str(min(game.home or 0, game.away or 0)))
    page.get_by_role("button", name="Send result").click()
    expect(page.get_by_role("alert")).to_contain_text("Really 7?")
    page.get_by_role("button", name="Yes, send the result").click()
    expect(page.get_by_role("main")).to_contain_text("Sent: 18–9.")
    assert Result.objects.get(fixture=fixture).home_games == sheet.games("home")
