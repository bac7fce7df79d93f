"""Widgets in a page of another origin, in a real browser; and the page that shows the line of HTML."""

import datetime as dt

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from league.models import Fixture
from league.services.results import confirm, submit
from tests.e2e.conftest import Club, NewPage
from tests.e2e.looking import faults, faults_at
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

WIDTHS = (360, 1280)


@pytest.fixture
def played(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)


@pytest.mark.usefixtures("today", "played")
def test_the_line_that_is_copied_shows_the_table_on_a_club_s_site(
    new_page: NewPage, live_server: LiveServer, town: Town, club: Club
) -> None:
    page = new_page()
    page.goto("/leagues/town/widgets/?division=division-1")
    line = page.locator(".put-line").first.inner_text()
    # The site's own address is another one here than the server's.
    club.body = line.replace("http://testserver", live_server.url)
    page.goto(club.url)
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("row", name="Anchor")).to_be_visible()
    assert faults(page) == []
    frame = page.frames[1]
    assert frame.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert frame.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert page.context.cookies() == []
    inside.get_by_role("link", name="Anchor").click()
    page.wait_for_url(f"{live_server.url}/leagues/town/teams/anchor/")
    assert page.evaluate("window.top === window && window.opener === null")


@pytest.mark.usefixtures("today")
def test_no_other_page_shows_in_a_frame_and_what_is_not_there_says_so(
    new_page: NewPage, live_server: LiveServer, town: Town, club: Club
) -> None:
    page = new_page()
    club.body = f'<iframe src="{live_server.url}/leagues/town/widgets/table/none/" title="Table"></iframe>'
    page.goto(club.url)
    expect(page.frame_locator("iframe").get_by_text("There is nothing to show here")).to_be_visible()


@pytest.mark.usefixtures("today", "played")
def test_widgets_are_clean_at_every_width_and_in_both_themes(new_page: NewPage, town: Town) -> None:
    page = new_page()
    player = town.squads["Anchor"][0].pk
    found = []
    for address in (
        "table/division-1/", "table/none/", "fixtures/division/division-1/", "fixtures/team/anchor/",
        f"player/{player}/",
    ):  # fmt: skip
        page.goto(f"/leagues/town/widgets/{address}")
        found += faults_at(page, *WIDTHS)
        for theme in ("light", "dark"):
            # A theme that is chosen holds whatever the reader's device says.
            page.goto(f"/leagues/town/widgets/{address}?theme={theme}")
            page.emulate_media(color_scheme="dark" if theme == "light" else "light")
            found += faults(page, colours_alone=True)
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert ground == {"light": "rgb(252, 249, 242)", "dark": "rgb(38, 26, 18)"}[theme]
    assert found == []


@pytest.mark.usefixtures("today", "played")
def test_the_page_with_the_lines_is_clean_and_copies_one(new_page: NewPage, town: Town) -> None:
    # A browser with a window lets whoever pressed a button write; one without has nobody who could be asked.
    page = new_page(permissions=["clipboard-write"])
    for chosen in ("", "?team=anchor&theme=dark", f"?player={town.squads['Anchor'][0].pk}"):
        page.goto(f"/leagues/town/widgets/{chosen}")
        assert faults_at(page, *WIDTHS) == []
    page.get_by_role("button", name="Copy").click()
    # What is on the clipboard no page of ours may read (config/headers.py).
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.usefixtures("today", "played")
def test_another_site_s_script_reads_the_table_and_not_the_account(
    new_page: NewPage, live_server: LiveServer, town: Town, club: Club
) -> None:
    page = new_page()
    page.goto(club.url)
    read = "async address => { try { return (await fetch(address)).status } catch { return 'refused' } }"
    api = f"{live_server.url}/api/v1/leagues/town/"
    assert page.evaluate(read, f"{api}seasons/2026-27/standings/") == 200
    again = "async a => (await fetch(a, {headers: {'If-None-Match': '\"none\"'}})).status"
    assert page.evaluate(again, f"{api}fixtures/") == 200
