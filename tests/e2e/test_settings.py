"""The secretary finds a setting as they type, sees what would change, and saves it for a reason."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.models import RuleChange
from tests.e2e.looking import faults_at, follow
from tests.factories import Town, begin

pytestmark = pytest.mark.e2e


def looked_at(page: Page) -> list[str]:
    return faults_at(page, 390, 1280)


def test_a_setting_is_found_seen_and_saved(sign_in: Callable[..., Page], town: Town) -> None:
    begin(town.fixtures[0])
    page: Any = sign_in("secretary")
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    follow(page.get_by_role("link", name="Settings", exact=True))
    found = looked_at(page)
    page.get_by_label("Search all settings").press_sequentially("points match WON")
    page.get_by_text("3 settings", exact=True).wait_for()
    expect(page.locator("#found .setting-name")).to_have_text(
        ["A fixture is won by", "Points per match won", "Points per match won outright"]
    )
    found += looked_at(page)
    follow(page.get_by_role("link", name="Points per match won", exact=True))
    expect(page).to_have_url(re.compile("/divisions/division-1/settings/#set-points_per_match$"))
    found += looked_at(page)
    page.get_by_label("Points per match won", exact=True).fill("2")
    page.get_by_role("button", name="See what would change").click()
    page.get_by_role("heading", name="What changes if you change this now").wait_for()
    found += looked_at(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".problems").wait_for()
    found += looked_at(page)
    page.get_by_label("Why it changes during the season").fill("The captains agreed on it.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("The captains are told.").wait_for()
    assert RuleChange.objects.get().reason == "The captains agreed on it."
    page.goto("/leagues/town/rules/")
    page.get_by_text("Points per match won: 2 instead of 0").wait_for()
    found += looked_at(page)
    assert found == []


def test_without_a_script_the_button_searches(sign_in: Callable[..., Page], town: Town) -> None:
    page = sign_in("secretary", java_script_enabled=False)
    page.goto("/leagues/town/secretary/settings/")
    page.get_by_label("Search all settings").fill("second factor")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found .setting-name")).to_have_text(["Who must have a second factor"])


def test_a_venue_is_added_and_a_team_moves_to_it(sign_in: Callable[..., Page], town: Town) -> None:
    page: Any = sign_in("secretary")
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    follow(page.get_by_role("link", name="Seasons, venues and teams"))
    found = looked_at(page)
    follow(page.get_by_role("link", name="A venue"))
    found += looked_at(page)
    page.get_by_label("Name").fill("The Fox")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("The Fox is added.").wait_for()
    # The first is the venue of that name.
    follow(page.get_by_role("link", name="Change Anchor", exact=True).nth(1))
    found += looked_at(page)
    page.get_by_role("link", name="Move in 2026-27").click()
    page.get_by_label("Home venue").select_option(label="The Fox")
    found += looked_at(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    page.goto(f"/leagues/town/secretary/upkeep/venue/{town.venues['Anchor'].pk}/")
    page.get_by_label("It is the same place as").select_option(label="The Fox")
    found += looked_at(page)
    page.get_by_label("Why they are one place").fill("One pub under two names.")
    page.get_by_role("button", name="See what would move", exact=True).click()
    page.get_by_text("This cannot be undone.").wait_for()
    found += looked_at(page)
    page.get_by_role("button", name="Merge", exact=True).click()
    page.get_by_text("is The Fox now.").wait_for()
    assert found == []
