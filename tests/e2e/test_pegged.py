"""A sheet of which the games and the points of each side are written down, on a phone with a script and without one."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.models import Result
from league.queries.results.sheets import sheet_of
from tests import factories
from tests.e2e.test_captain_evening import open_match
from tests.factories import Town

pytestmark = pytest.mark.e2e


@pytest.fixture
def town(transactional_db: None) -> Town:
    """A league of two singles, one of which has its points written down."""
    return factories.town(match_format="Sb3p S3t")


def filled(page: Page, town: Town) -> None:
    """Fill in who plays and, by typing, what is written down of the first match."""
    for number, at in ((1, 0), (2, 1)):
        for side, team in (("home", "Anchor"), ("away", "Bell")):
            page.locator(f"[name=m{number}-{side}-1]").select_option(str(town.squads[team][at].pk))
    for name, value in (("home-games", "2"), ("away-games", "1"), ("home-pegged", "352"), ("away-pegged", "99")):
        page.locator(f"[name=m1-{name}]").fill(value)


def no_wider(page: Page) -> bool:
    """Return True if nothing of the page stands beyond its right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def look(page: Page, name: str) -> None:
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)


@pytest.mark.parametrize("script", [True, False])
def test_games_are_stepped_to_and_points_typed(town: Town, sign_in: Callable[..., Page], script: bool) -> None:
    page = sign_in("Anchor", java_script_enabled=script)
    fixture = town.fixture("Anchor", "Bell")
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/sheet/")
    filled(page, town)
    open_match(page, "m2")
    if script:
        page.get_by_role("button", name="Match 2: one game more for Anchor").click(click_count=3)
        # Enter leads on from one number to the next, and never sends.
        open_match(page, "m1")
        page.locator("[name=m1-away-games]").press("Enter")
        expect(page.locator("[name=m1-home-pegged]")).to_be_focused()
        expect(page.locator("[data-total=home]")).to_have_text("5")
    else:
        for side, games in (("home", "3"), ("away", "0")):
            page.locator(f"[name=m2-{side}-games]").fill(games)
    assert page.locator("[name=m1-home-pegged]").get_attribute("inputmode") == "numeric"
    look(page, f"filled-{script}")
    page.get_by_role("button", name="Send result").click()
    wrong = page.locator("#m1-away-pegged-error")
    expect(wrong).to_contain_text("Bell pegged 121 to 361 points in these games, not 99.")
    if script:
        assert no_wider(page)
    look(page, f"wrong-{script}")
    open_match(page, "m1")
    page.locator("[name=m1-away-pegged]").fill("318")
    page.get_by_role("button", name="Send result").click()
    page.wait_for_url("**/thank-you/")
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    expect(page.get_by_text("352–318 pegged")).to_be_visible()
    look(page, f"sent-{script}")
    assert sheet_of(Result.objects.get()).matches[0].pegged == (352, 318)
