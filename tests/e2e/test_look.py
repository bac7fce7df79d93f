"""The gallery and the account pages in a browser: what axe finds, and whether a phone has to scroll sideways."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.e2e.looking import faults_at
from tests.factories import Town

pytestmark = [pytest.mark.e2e, pytest.mark.urls("tests.web.gallery")]
VISITOR = ("login", "login/code", "signup", "password/reset", "password/reset/done", "inactive")
MEMBER = ("email", "password/change", "logout", "reauthenticate")
WIDTHS = (360, 1280)


def test_gallery_is_clean(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/gallery/")
    expect(page.locator("h1")).to_have_text("Division One")
    assert faults_at(page, *WIDTHS) == []


def test_account_pages_are_clean(live_server: Any, page: Page, town: Town) -> None:
    found = []
    for name in VISITOR:
        page.goto(f"{live_server.url}/accounts/{name}/")
        found += [f"{name}: {fault}" for fault in faults_at(page, *WIDTHS)]
    client = Client()
    client.force_login(town.captains["Anchor"])
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    for name in MEMBER:
        page.goto(f"{live_server.url}/accounts/{name}/")
        found += [f"{name}: {fault}" for fault in faults_at(page, *WIDTHS)]
    assert found == []


def test_nothing_breaks_the_content_policy(live_server: Any, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("requestfailed", lambda request: said.append(request.url))
    page.goto(f"{live_server.url}/gallery/")
    assert said == []
    # Of faces that share letters the last has to be there: the check of the browser's own asks for all of them.
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)")
    assert {name.strip('"') for name in loaded} >= {"Source Sans 3", "Young Serif"}


def test_problems_take_the_focus(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/gallery/")
    expect(page.locator("[class=problems]")).to_be_focused()


def test_picker_works_by_keyboard_and_stops_at_its_limit(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/gallery/")
    picker = page.locator("#hand")
    picker.locator("#hand-AS").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(picker.locator("#hand-2H")).to_have_attribute("tabindex", "0")
    chosen = picker.locator("input:checked").evaluate_all("boxes => boxes.map(box => box.value)")
    assert chosen == ["AS", "2H", "8D", "7C"]
    expect(picker.locator("input:enabled")).to_have_count(4)
    expect(page.locator("[data-picked]")).to_have_text("4 of 4. Press a card again to take it back.")


def test_targets_are_big_enough_for_a_thumb(live_server: Any, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/gallery/")
    small = page.evaluate(
        """[...document.querySelectorAll("button, .button, .tabs a, .crumbs a, summary, .pick label, select, .brand")]
        .filter(e => e.offsetParent !== null || e.closest(".tabs"))
        .map(e => [e.textContent.trim(), e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 38).map(([text]) => text)"""
    )
    assert small == []
