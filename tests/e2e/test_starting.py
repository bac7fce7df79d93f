"""From an empty server to a published season with its captains invited, on a phone, counting every field and tap."""

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from league.enums import RoleKind
from league.models import Fixture, Invitation, League, Season
from league.services.seasons import timetables
from tests.e2e.conftest import NewPage
from tests.e2e.looking import faults, follow

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
MOST_FIELDS, MOST_TAPS = 60, 45
TEAMS = [
    "Anchor", "Bell", "Castle", "Duke of York", "Eagle", "Fox, The Fox and Hounds, Wed", "Globe", "Hope",
    "Ivy\tThe Ivy Bush\t\t7.30pm", "Jolly Sailor",
]  # fmt: skip


class Counted:
    """A person at a page: what they fill in and what they tap is counted, and each page that they see is looked at."""

    def __init__(self, page: Page) -> None:
        self.page, self.fields, self.taps = page, 0, 0

    def fill(self, label: str, value: str) -> None:
        self.page.get_by_label(label, exact=True).fill(value)
        self.fields += 1

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def press(self, name: str) -> None:
        follow(self.page.get_by_role("button", name=name, exact=True))
        self.taps += 1

    def follow(self, name: str) -> None:
        follow(self.page.get_by_role("link", name=name))
        self.taps += 1

    def expect_heading(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert faults(self.page) == []


@pytest.fixture
def somebody(new_page: NewPage, settings: Any) -> Counted:
    settings.FIRST_VISIT_NEEDS_CODE = False
    counted = Counted(new_page())
    counted.page.goto("/")
    return counted


def who_and_which_league(one: Counted) -> None:
    one.expect_heading("Set up your league")
    one.fill("Your name", "Ada Hobday")
    one.fill("Your mail address", "ada@county.example")
    one.fill("A password", "fifteen-two-fifteen-four")
    one.press("Continue")
    one.expect_heading("Set up your league")
    one.fill("The league’s name", "County Crib League")
    one.press("Continue")


def test_ten_teams_from_nothing_to_published_in_sixty_fields_and_forty_five_taps(somebody: Counted) -> None:
    one = somebody
    who_and_which_league(one)
    one.expect_heading("Start a season")
    one.tap(one.page.get_by_label("Three pairs, five legs each"))
    one.tap(one.page.get_by_text("An example night: Three pairs, five legs each"))
    expect(one.page.get_by_text("A side needs 6 players.").first).to_be_visible()
    one.press("Continue")
    one.expect_heading("Teams and venues")
    one.fill("Teams", "\n".join([*TEAMS, "anchor"]))
    one.press("Continue")
    expect(one.page.get_by_role("alert")).to_contain_text("Line 11: “anchor” stands in line 1 already")
    assert faults(one.page) == []
    one.fill("Teams", "\n".join(TEAMS))
    one.press("Continue")
    one.expect_heading("First evening and divisions")
    day = dt.datetime.now(dt.UTC).date() + dt.timedelta(weeks=5)
    one.fill("First evening", day.isoformat())
    one.fill("Divisions", "Premier\nFirst")
    one.press("Continue")
    one.expect_heading("Teams in their divisions")
    for team in ("Fox", "Globe", "Hope", "Ivy", "Jolly Sailor"):
        one.page.get_by_label(team, exact=True).select_option("First")
        one.fields += 1
    one.press("Continue")
    one.expect_heading("Make the timetable")
    one.press("Make the timetable")
    expect(one.page.get_by_text("Queued.")).to_be_visible()
    assert timetables.make_waiting(now=dt.datetime.now(dt.UTC)) == 1
    expect(one.page.get_by_role("link", name="Publish…")).to_be_visible()
    one.follow("Publish…")
    one.press("Publish")
    one.follow("Go on setting it up")
    one.expect_heading("Invite the captains")
    for line in TEAMS:
        team = line.replace("\t", ",").partition(",")[0]
        one.fill(team, f"{team.lower().replace(' ', '-')}@county.example")
    one.press("Send the invitations")
    expect(one.page.get_by_text("10 captains are invited by mail.")).to_be_visible()
    assert faults(one.page) == []
    assert (one.fields <= MOST_FIELDS, one.taps <= MOST_TAPS) == (True, True), (one.fields, one.taps)
    season = Season.objects.get()
    assert (season.published_at is not None, season.divisions.count()) == (True, 2)
    assert Fixture.objects.filter(division__season=season).count() == 2 * 5 * 4
    assert Invitation.objects.filter(kind=RoleKind.CAPTAIN).count() == 10
    # It is there for everybody to read.
    one.page.goto(f"/leagues/{League.objects.get().slug}/")
    expect(one.page.get_by_role("heading", level=1)).to_have_text("2026–27")


def test_it_is_left_after_any_step_and_taken_up_again(somebody: Counted) -> None:
    one = somebody
    who_and_which_league(one)
    one.expect_heading("Start a season")
    one.page.goto("/")
    one.follow("Start a season")
    one.press("Continue")
    one.expect_heading("Teams and venues")
    one.fill("Teams", "Anchor\nBell\nCastle\nDuke")
    one.press("Continue")
    one.page.goto("/")
    one.follow("Go on setting it up")
    expect(one.page.get_by_role("link", name="Continue: First evening and divisions")).to_be_visible()
    assert faults(one.page) == []
    one.follow("Teams and venues")
    expect(one.page.get_by_label("Teams", exact=True)).to_have_value(
        "Anchor, Anchor, Tuesday, 20:00\nBell, Bell, Tuesday, 20:00\n"
        "Castle, Castle, Tuesday, 20:00\nDuke, Duke, Tuesday, 20:00"
    )
