"""The gallery and the account pages in a browser: what axe finds, and whether a phone has to scroll sideways."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.e2e.looking import faults
from tests.factories import Town

pytestmark = [pytest.mark.e2e, pytest.mark.urls("tests.web.test_components")]
VISITOR = ("login", "login/code", "signup", "password/reset", "password/reset/done", "inactive")
MEMBER = ("email", "password/change", "logout", "reauthenticate")
SIZES = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]


def open_as(page: Page, width: int, scheme: Any) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_gallery_is_clean(live_server: Any, page: Page, width: int, scheme: str) -> None:
    open_as(page, width, scheme)
    page.goto(f"{live_server.url}/gallery/")
    assert page.locator("h1").inner_text() == "Division One"
    assert faults(page) == []


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_account_pages_are_clean(live_server: Any, page: Page, town: Town, width: int, scheme: str) -> None:
    open_as(page, width, scheme)
    found = []
    for name in VISITOR:
        page.goto(f"{live_server.url}/accounts/{name}/")
        found += [f"{name}: {fault}" for fault in faults(page)]
    client = Client()
    client.force_login(town.captains["Anchor"])
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    for name in MEMBER:
        page.goto(f"{live_server.url}/accounts/{name}/")
        found += [f"{name}: {fault}" for fault in faults(page)]
    assert found == []


def test_nothing_breaks_the_content_policy(live_server: Any, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("requestfailed", lambda request: said.append(request.url))
    page.goto(f"{live_server.url}/gallery/")
    assert said == []
    assert page.evaluate(
        "document.fonts.check('16px \"Source Sans 3\"') && document.fonts.check('16px \"Young Serif\"')"
    )


def test_problems_take_the_focus(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/gallery/")
    assert page.evaluate("document.activeElement.className") == "problems"


def test_picker_works_by_keyboard_and_stops_at_its_limit(live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/gallery/")
    picker = page.locator("#hand")
    picker.locator("#hand-AS").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    chosen = picker.locator("input:checked").evaluate_all("boxes => boxes.map(box => box.value)")
    assert chosen == ["AS", "2H", "8D", "7C"]
    assert picker.locator("input:enabled").count() == 4
    assert picker.locator("[data-picked]").inner_text() == "4 of 4 chosen"


def test_targets_are_big_enough_for_a_thumb(live_server: Any, page: Page) -> None:
    open_as(page, 360, "light")
    page.goto(f"{live_server.url}/gallery/")
    small = page.evaluate(
        """[...document.querySelectorAll("button, .button, .tabs a, .crumbs a, summary, .pick label, select, .brand")]
        .filter(e => e.offsetParent !== null || e.closest(".tabs"))
        .map(e => [e.textContent.trim(), e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 38).map(([text]) => text)"""
    )
    assert small == []
