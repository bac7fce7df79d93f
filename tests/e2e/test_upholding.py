"""One captain speaks for both sides: the secretary reads their sheet on a phone and confirms it, without a pointer."""

import datetime as dt
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.enums import ResultState, RoleKind
from league.models import Fixture, Result, Role
from league.services.results import submit
from tests import factories
from tests.e2e.looking import faults
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e


def tab_to(page: Page, name: str) -> None:
    """Go on with the tabulator until something of this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement.innerText || document.activeElement.name || ''"):
            return
    raise AssertionError(f"no {name} within reach of the keyboard")


def test_the_secretary_confirms_a_sheet_that_nobody_else_can(
    sign_in: Callable[..., Page], town: Town, fixture: Fixture
) -> None:
    Role.objects.filter(team=town.teams["Bell"]).delete()
    captain = town.captains["Anchor"]
    factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=captain, now=dt.datetime.now(dt.UTC))
    page = sign_in("secretary")
    page.goto("/leagues/town/secretary/")
    assert faults(page) == []
    tab_to(page, "View")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody else can answer it")).to_be_visible()
    assert faults(page) == []
    tab_to(page, "Confirm ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Say why it counts")
    assert faults(page) == []
    tab_to(page, "reason")
    page.keyboard.type("I saw both cards.")
    tab_to(page, "Confirm ")
    page.keyboard.press("Enter")
    expect(page.get_by_text("is confirmed and counts. Both captains have been told.")).to_be_visible()
    assert faults(page) == []
    assert Result.objects.get(live=True).state == ResultState.CONFIRMED
