"""Search in a browser: found from any page in a few taps, by keyboard, and with nothing for axe or a ruler to find."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.models import Player, Team
from tests.e2e.looking import faults, faults_at
from tests.factories import Town

pytestmark = pytest.mark.e2e

NewPage = Callable[..., Page]
AT = "/leagues/town"
LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch A"


def test_a_team_is_found_by_a_slip_from_any_page(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{AT}/rules/")
    page.get_by_role("link", name="Search").tap()
    box = page.get_by_role("searchbox")
    expect(box).to_be_focused()
    page.keyboard.type("anchro")
    page.keyboard.press("Enter")
    page.get_by_role("region", name=re.compile("^Teams")).get_by_role("link", name="Anchor").tap()
    expect(page).to_have_url(re.compile("/teams/anchor/$"))


def test_it_works_by_keyboard_and_without_scripts(town: Town, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{AT}/search/")
    box = page.get_by_role("searchbox")
    box.press_sequentially("anchor v bell")
    box.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Fixtures"))).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("anchor v bell")


def test_axe_and_a_ruler_find_nothing(town: Town, new_page: NewPage) -> None:
    Team.objects.filter(slug="bell").update(name=LONG)
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(name=f"Anna {LONG}")
    page = new_page()
    found = []
    for asked in ("", "?q=an", "?q=lan", "?q=anchor+v+castle", "?q=rule", "?q=zzzzzz", "?q=-", f"?q={'a' * 300}"):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{AT}/search/{asked}")
        found += faults_at(page, 390, 1280)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found += faults(page)
    assert found == []
