"""The lights go out, the secretary decides on a phone, and everybody reads where the points come from."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.models import Fixture, Result
from league.services.results import submit
from tests.e2e.looking import faults, faults_at, follow, open_more
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e


def played(town: Town) -> None:
    """Castle 18, the Duke of York 9."""
    now = dt.datetime.now(dt.UTC)
    sheet = result_sheet(town, "Castle", "Duke of York")
    submit.submit(town.fixture("Castle", "Duke of York"), sheet, by=town.secretary, now=now)


def fill_game(page: Page, match: int, game: int, winner: str, loser: str) -> None:
    page.locator(f"label[for=m{match}-g{game}-{winner}]").click()
    page.locator(f"#m{match}-g{game}-loser").fill(loser)


def test_the_power_fails_and_the_secretary_decides(
    sign_in: Callable[..., Page], new_page: Callable[..., Page], town: Town, fixture: Fixture
) -> None:
    played(town)
    page = sign_in("secretary")
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    open_more(page)
    follow(page.get_by_role("link", name="Decide about the result"))
    assert faults(page) == []
    page.get_by_label("It was abandoned").check()
    follow(page.get_by_role("button", name="Go on"))
    assert faults(page) == []
    for seat, (home, away) in enumerate(zip(town.squads["Anchor"][:2], town.squads["Bell"][:2], strict=True), start=1):
        page.locator(f"[name=m1-home-{seat}]").select_option(str(home.pk))
        page.locator(f"[name=m1-away-{seat}]").select_option(str(away.pk))
    fill_game(page, 1, 1, "home", "90")
    fill_game(page, 1, 2, "away", "100")
    expect(page.locator("[data-total=home]")).to_have_text("1")
    page.get_by_role("button", name="See what follows").click()
    expect(page.get_by_role("table", name="What changes in the table")).to_contain_text("Anchor")
    assert faults(page) == []
    page.get_by_role("button", name="Sign it").click()
    expect(page.get_by_role("alert")).to_contain_text("Give the reason")
    assert faults(page) == []
    page.get_by_label("Reason").fill("The power failed.")
    page.get_by_role("button", name="Sign it").click()
    expect(page.get_by_text("Anchor v Bell is decided.")).to_be_visible()
    expect(page.get_by_text("The fixture was abandoned.")).to_be_visible()
    assert faults(page) == []
    live = Result.objects.get(fixture=fixture, live=True)
    assert (live.kind, live.home_games, live.away_games, live.note) == ("abandoned", 1, 1, "The power failed.")
    points_are_taken(page)
    everybody_reads_it(new_page())


def points_are_taken(page: Page) -> None:
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    page.get_by_role("link", name="Points given and taken").click()
    page.get_by_label("Team").select_option("Castle, Division 1")
    page.get_by_label("Points").fill("-17")
    page.get_by_label("Reason").fill("No card was sent.")
    assert faults(page) == []
    page.get_by_role("button", name="Sign it").click()
    expect(page.get_by_text("Castle: −17 points.")).to_be_visible()
    follow(page.get_by_role("link", name=re.compile("Reverse.*Castle")))
    assert faults(page) == []


def everybody_reads_it(page: Page) -> None:
    """A visitor goes from the table to a receipt: three teams are level on one point."""
    page.goto("/leagues/town/tables/2026-27/division-1/")
    page.get_by_text("Notes on results").click()
    expect(page.get_by_text("abandoned at 1–1; the other games were not played. The power failed.")).to_be_visible()
    assert faults_at(page, 390) == []
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Castle", exact=True))
    row.get_by_role("link", name=re.compile("1 point: where it comes from")).click()
    expect(page.get_by_role("row", name="Points in the table")).to_contain_text("1")
    expect(page.get_by_text("No card was sent.")).to_be_visible()
    expect(page.get_by_role("heading", name="Level on 1 point")).to_be_visible()
    expect(page.get_by_role("table", name="Games difference of the teams still level")).to_contain_text("+9")
    assert faults_at(page, 390) == []
