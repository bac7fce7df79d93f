"""A secretary makes next year's season in the browser: spreadsheets, a timetable, a swap, and out it goes."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.enums import WeekKind
from league.models import Fixture, Season, Week
from league.queries.seasons.timetables import made_timetable
from league.services.seasons import timetables
from tests.e2e.looking import faults, follow
from tests.factories import Town
from tests.services.draft_season import DRAFT, draft, ready

pytestmark = pytest.mark.e2e
DESK = {"viewport": {"width": 1200, "height": 1800}, "has_touch": False, "is_mobile": False}


def upload(page: Page, **more: str) -> None:
    files: Any = [
        {"name": name, "mimeType": "text/csv", "buffer": more.get(name.partition(".")[0], text).encode()}
        for name, text in DRAFT.items()
    ]
    page.locator("#files").set_input_files(files)
    page.get_by_role("button", name="Make the draft").click()


def drag(page: Page, one: Any, other: Any) -> None:
    """With a mouse, from the middle of one to the middle of another, once the page's script listens."""
    page.wait_for_load_state()
    for place, press in ((one, page.mouse.down), (other, page.mouse.up)):
        box = place.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        press()


def test_a_season_from_spreadsheets_to_the_public_page(sign_in: Callable[..., Page], town: Town) -> None:
    page = sign_in("secretary")
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    page.get_by_role("link", name="Seasons and their timetables").click()
    page.get_by_role("link", name="Make a season").click()
    upload(page, teams=DRAFT["teams.csv"].replace("Forge,Wednesday", "Forge,Wensday"))
    expect(page.get_by_role("alert")).to_contain_text("write a day of the week, like Tuesday")
    assert faults(page) == []
    upload(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("2027-28")
    assert faults(page) == []
    page.get_by_role("link", name="Change how it is run").click()
    page.get_by_text("More: Timetable").click()
    page.get_by_label("French").check()
    page.get_by_text("More: Postponed fixtures").click()
    page.get_by_label("Short notice, in hours").fill("48")
    assert faults(page) == []
    follow(page.get_by_role("button", name="See what would change"))
    assert faults(page) == []
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Make the timetable").click()
    page.get_by_label("Weeks off").fill("25/10/2027; 32/10/2027")
    page.get_by_role("button", name="Make the timetable").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no such day")
    # With wishes it is asked for on a page of its own.
    page.goto("/leagues/town/secretary/seasons/2027-28/timetables/new/")
    page.get_by_label("Weeks without play").fill("25/10/2027")
    page.get_by_role("main").locator("summary").first.click()
    first = page.get_by_role("group", name="Wish 1")
    first.get_by_label("Team", exact=True).select_option("Ash")
    first.get_by_label("Other team").select_option("Dogwood")
    first.get_by_label("Wish").select_option("are never both at home")
    assert faults(page) == []
    page.get_by_role("button", name="Make the timetable").click()
    expect(page.get_by_text("Queued.")).to_be_visible()
    assert faults(page) == []
    # The page that waits finds out by itself.
    assert timetables.make_waiting(now=dt.datetime.now(dt.UTC)) == 1
    expect(page.get_by_role("link", name="Check and publish").first).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="By week, to change it").click()
    expect(page.get_by_text("Left blank for postponed fixtures")).to_have_count(2)
    assert faults(page) == []
    swap_first_and_last(page)
    page.get_by_role("link", name="Check and publish").first.click()
    # Cedar cannot play on a Tuesday on which everybody does.
    page.get_by_role("button", name="Publish anyway").click()
    expect(page.get_by_role("alert")).to_contain_text("Cedar cannot play on Tuesday 21 September 2027")
    assert faults(page) == []
    page.get_by_label("Why it is published anyway").fill("They have two substitutes.")
    page.get_by_role("button", name="Publish anyway").click()
    expect(page.get_by_text("2027-28 is published.")).to_be_visible()
    season = Season.objects.get(name="2027-28")
    blank = Week.objects.filter(season=season, kind=WeekKind.CATCH_UP)
    assert sorted(blank.values_list("round__number", "number")) == [(1, 3), (2, 3)]
    assert Fixture.objects.filter(division__season=season).count() == 18
    assert not Fixture.objects.filter(week__in=blank).exists()
    page.goto("/leagues/town/fixtures/?season=2027-28")
    expect(page.get_by_role("main")).to_contain_text("Dogwood")


def swap_first_and_last(page: Page) -> None:
    """Look at what a swap would do, think better of it; turn one round and undo that."""
    boxes = page.get_by_role("checkbox")
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose exactly two fixtures")
    boxes.first.check()
    boxes.last.check()
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check this change")
    expect(page.get_by_role("heading", name="Conditions no longer met")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Cancel").click()
    boxes.first.check()
    page.get_by_role("button", name="Turn round").click()
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", name="Changed by hand")).to_be_visible()
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_text("The last change was undone.")).to_be_visible()
    expect(page.get_by_role("heading", name="Changed by hand")).to_have_count(0)


def test_dragging_one_fixture_onto_another_swaps_them_and_so_do_two_keys(
    sign_in: Callable[..., Page], town: Town
) -> None:
    row = ready(draft(town.league, town.secretary), town.secretary)
    page = sign_in("secretary", **DESK)
    page.goto(f"/leagues/town/secretary/timetables/{row.pk}/?view=weeks")
    fixtures = page.locator(".tt-fixture")
    drag(page, fixtures.nth(0), fixtures.nth(2))
    expect(page.get_by_role("heading", level=1)).to_have_text("Check this change")
    assert sorted(page.url.partition("?")[2].split("&")).count("do=swap") == 1
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", name="Changed by hand")).to_be_visible()
    row.refresh_from_db()
    assert (row.version, len(made_timetable(row).edits)) == (2, 1)
    # Onto a week: it is moved there.
    drag(page, fixtures.nth(0), page.locator("[data-week='1:3']"))
    expect(page.get_by_role("cell", name="Round 1, week 3")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    first, other = page.get_by_role("checkbox").nth(0), page.get_by_role("checkbox").nth(3)
    for box in (first, other):
        box.focus()
        page.keyboard.press("Space")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", level=1)).to_have_text("Check this change")


def test_a_team_withdraws_and_the_public_pages_say_so(sign_in: Callable[..., Page], town: Town) -> None:
    page = sign_in("secretary")
    page.goto("/leagues/town/secretary/seasons/2026-27/")
    page.get_by_role("link", name="Withdraw Bell").click()
    expect(page.get_by_text("The season’s policy: All its results are void.")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Withdraw Bell").click()
    expect(page.get_by_role("alert")).to_contain_text("Say why the team withdraws.")
    page.get_by_label("Why the team withdraws").fill("Too few players.")
    page.get_by_role("button", name="Withdraw Bell").click()
    expect(page.get_by_text("Bell has withdrawn; the captains of Division 1 have been told.")).to_be_visible()
    page.goto("/leagues/town/tables/2026-27/division-1/")
    expect(page.get_by_role("main")).to_contain_text("Bell withdrew on")
    expect(page.get_by_role("table").get_by_role("link", name="Bell")).to_have_count(0)
    page.goto("/leagues/town/teams/bell/")
    expect(page.get_by_role("main")).to_contain_text("None of its results counts.")
    page.goto(f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/")
    expect(page.get_by_role("main")).to_contain_text("will not be played: Bell withdrew on")
