"""Fixtures in a phone's calendar: found, subscribed to, and read as a phone reads them."""

import re
from collections.abc import Callable

import icalendar
import pytest
from playwright.sync_api import Page, expect

from league.enums import FixtureState
from league.models import Fixture
from tests.e2e.looking import faults_at, open_more
from tests.factories import Town

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
NewPage = Callable[..., Page]


def subscribed(page: Page, name: str) -> icalendar.Calendar:
    """Return the calendar that a phone fetches after “Subscribe”: the same address by http, not signed in."""
    address = page.get_by_role("link", name=f"Subscribe to {name}", exact=True).get_attribute("href") or ""
    assert address.startswith("webcal://")
    phone = page.context.browser.new_context()  # type: ignore[union-attr]
    answer = phone.request.get(address.replace("webcal://", "http://", 1))
    assert (answer.status, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    body = answer.body()
    phone.close()
    return icalendar.Calendar.from_ical(body)


def test_a_visitor_finds_a_teams_calendar_without_being_told(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/leagues/town/fixtures/")
    page.get_by_role("link", name="Fixtures in your phone's calendar").tap()
    expect(page.get_by_role("link", name="Subscribe to Bell", exact=True)).to_be_hidden()
    page.locator("summary", has_text="Division 1").tap()
    expect(page.get_by_role("link", name="Subscribe to Bell", exact=True)).to_be_visible()
    Fixture.objects.filter(pk=town.fixtures[0].pk).update(state=FixtureState.POSTPONED, sequence=1)
    events = {str(event["SUMMARY"]): event for event in subscribed(page, "Bell").events}
    assert set(events) == {"Postponed: Anchor v Bell", "Bell v Castle", "Bell v Duke of York"}
    assert events["Bell v Castle"]["DTSTART"].dt == town.fixture("Bell", "Castle").starts_at


def test_a_captain_makes_a_calendar_of_their_own_and_takes_it_back(town: Town, sign_in: SignIn) -> None:
    page = sign_in("Anchor", permissions=["clipboard-read", "clipboard-write"])
    page.goto("/leagues/town/")
    page.get_by_role("link", name="My fixtures").tap()
    page.get_by_role("link", name="In your phone's calendar").tap()
    page.get_by_role("button", name="Make my calendar").tap()
    expect(page.get_by_text("Keep its address to yourself.")).to_be_visible()
    assert len(subscribed(page, "My fixtures").events) == 3
    address = page.get_by_label("Secret address").input_value()
    copy = page.get_by_role("button", name="Copy address of My fixtures")
    copy.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    # No page of ours may read what was copied; whoever copied it puts it where they want it.
    page.get_by_label("Secret address").evaluate("(field) => { field.readOnly = false; field.value = ''; }")
    page.get_by_label("Secret address").focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_label("Secret address")).to_have_value(address)
    page.get_by_role("button", name="Delete my calendar").tap()
    expect(page.get_by_role("button", name="Make my calendar")).to_be_visible()
    assert page.context.request.get(address).status == 404


def test_without_scripts_the_addresses_are_links(town: Town, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/leagues/town/teams/anchor/")
    open_more(page)
    expect(page.get_by_role("link", name=re.compile("File ?: Calendar of Anchor"))).to_be_visible()
    expect(page.get_by_role("button", name="Copy address")).to_be_hidden()
    assert len(subscribed(page, "Calendar of Anchor").events) == 3


def test_the_pages_are_clean(town: Town, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto("/leagues/town/calendars/")
    page.get_by_role("button", name="Make my calendar").tap()
    expect(page.get_by_text("Keep its address to yourself.")).to_be_visible()
    page.locator("summary", has_text="Division 1").tap()
    found = []
    for address in (None, "/leagues/town/teams/anchor/", "/health/"):
        if address is not None:
            page.goto(address)
        found += faults_at(page, 390, 1200)
    assert found == []
