"""From an empty server to the first card confirmed, on a phone, counting every field and tap."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.enums import RoleKind
from league.models import Fixture, Invitation, League, Result, Season, User
from league.services.seasons import timetables
from tests import factories
from tests.e2e.budgets import MOST_FIELDS
from tests.e2e.conftest import NewPage
from tests.e2e.looking import faults, follow

PhoneOf = Callable[[User], Page]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
MOST_TAPS = 20
TEAMS = [
    "Swan, at the Swan Inn, Tuesdays 8.30", "Bell", "Castle", "Duke of York", "Eagle, Swan Inn, Tue 8.30pm",
    "Fox, The Fox and Hounds, Wed", "Globe", "Hope", "Ivy\tThe Ivy Bush\t\t7.30pm", "Jolly Sailor",
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
        follow(self.page.get_by_role("link", name=name, exact=True).first)
        self.taps += 1

    def expect_heading(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert faults(self.page) == []


@pytest.fixture
def somebody(new_page: NewPage, monkeypatch: pytest.MonkeyPatch) -> Counted:
    monkeypatch.setattr(settings, "FIRST_VISIT_NEEDS_CODE", False)
    counted = Counted(new_page())
    counted.page.set_viewport_size({"width": 390, "height": 844})
    counted.page.goto("/")
    return counted


@pytest.fixture
def phone_of(new_page: NewPage, live_server: LiveServer) -> PhoneOf:
    """Makes a page on which somebody is signed in."""

    def enter(user: User) -> Page:
        visitor, page = Client(), new_page()
        visitor.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": visitor.cookies[name].value, "url": live_server.url}])
        return page

    return enter


def who_and_which_league(one: Counted) -> None:
    one.expect_heading("Set up your league")
    one.fill("Your name", "Ada Hobday")
    one.fill("Your email address", "ada@county.example")
    one.fill("A password", "fifteen-two-fifteen-four")
    one.press("Continue")
    one.expect_heading("Set up your league")
    one.fill("The league’s name", "Stratton Crib League")
    one.press("Continue")


def make_timetable(one: Counted) -> None:
    one.press("Make the timetable")
    expect(one.page.get_by_text("Queued.")).to_be_visible()
    assert timetables.make_waiting(now=timezone.now()) == 1
    expect(one.page.get_by_role("link", name="Check and publish").first).to_be_visible()


def test_ten_teams_from_nothing_to_the_first_card_confirmed(somebody: Counted, phone_of: PhoneOf) -> None:
    """Stratton: three pairs of five, a point a game and two for the night, a walkover of 10–0 and two."""
    one = somebody
    who_and_which_league(one)
    one.expect_heading("Start a season")
    one.tap(one.page.get_by_label("Three pairs, five games each", exact=True))
    one.press("Continue")
    one.expect_heading("A night of yours")
    # The template gives half a point a game: that is to be seen here, and the example changes with what is filled in.
    points = one.page.locator(".card-points")
    expect(points).to_contain_text("8 games: 4, the win: 2")
    one.fill("Points for each game won", "1")
    one.fill("Games to the team that came", "10")
    one.page.keyboard.press("Tab")
    expect(points).to_contain_text("8 games: 8, the win: 2")
    expect(one.page.locator("#card-sum")).to_have_text("Games 8–7 · Points 10–7 · Walkover 12")
    one.press("Continue")
    one.expect_heading("Your teams")
    one.fill("Teams", "\n".join(TEAMS))
    one.press("Continue")
    one.expect_heading("Is this right?")
    expect(one.page.get_by_text("Tuesdays at 8.30 pm at the Swan Inn")).to_be_visible()
    one.tap(one.page.get_by_label("Yes: call it The Swan Inn"))
    one.press("Continue")
    one.expect_heading("Players")
    one.follow("Continue")
    one.expect_heading("When you play")
    # In the week before this one, so that a card can be sent tonight.
    one.fill("First evening", (timezone.now().date() - dt.timedelta(days=7)).isoformat())
    make_timetable(one)
    one.expect_heading("Timetable")
    one.follow("Check and publish")
    one.expect_heading("Check your answers")
    expect(one.page.get_by_text("Swan and Eagle share The Swan Inn")).to_be_visible()
    expect(one.page.get_by_text("A walkover is 10–0 in games and brings 12 points")).to_be_visible()
    one.press("Publish")
    one.expect_heading("Invite the captains")
    assert (one.fields <= MOST_FIELDS, one.taps <= MOST_TAPS) == (True, True), (one.fields, one.taps)
    for team in Season.objects.get().entries.values_list("team__name", flat=True):
        one.fill(team, f"{team.lower().replace(' ', '-')}@county.example")
    one.press("Send the invitations")
    expect(one.page.get_by_text("10 captains are invited by mail.")).to_be_visible()
    assert (one.fields <= MOST_FIELDS, one.taps <= MOST_TAPS) == (True, True), (one.fields, one.taps)
    assert Fixture.objects.count() == 90
    assert Invitation.objects.filter(kind=RoleKind.CAPTAIN).count() == 10
    first_card(phone_of)
    one.page.goto(f"/leagues/{League.objects.get().slug}/")
    expect(one.page.get_by_role("heading", level=1)).to_be_visible()


def first_card(phone_of: PhoneOf) -> None:
    """Both captains at their phones: one writes the names and the winners, the other confirms."""
    fixture = Fixture.objects.filter(starts_at__lt=timezone.now()).earliest("starts_at")
    pages = []
    for team in (fixture.home, fixture.away):
        user = factories.user(f"{team.slug}@phone.example")
        factories.role(user, team.league, RoleKind.CAPTAIN, team)
        pages.append(phone_of(user))
    home, away = pages
    home.goto(f"/leagues/{fixture.home.league.slug}/fixtures/{fixture.pk}/sheet/")
    home.wait_for_load_state()
    write_card(home)
    follow(home.get_by_role("button", name="Send result").first)
    away.goto(f"/leagues/{fixture.home.league.slug}/fixtures/{fixture.pk}/confirm/")
    follow(away.get_by_role("button", name="Confirm").first)
    result = Result.objects.get()
    assert (result.state, result.home_games, result.away_games) == ("confirmed", 9, 6)


NAMES = [
    "Ann Archer", "Bob Miller", "Cath Young", "Dev Patel", "Eve Stone", "Frank Lodge", "Gill Harper", "Hugh Vickers",
    "Isla Quinn", "Jack Turner", "Kim Sanders", "Luke Osborne",
]  # fmt: skip


def write_card(page: Page) -> None:
    """Fill in the sheet's fields, wherever it has them: names as written, and who won each game."""
    page.evaluate(
        """people => {
          const done = new Set();
          for (const field of document.querySelectorAll('form [name]')) {
            if (/^m\\d+-(home|away)-\\d+-name$/.test(field.name) && !done.has(field.name)) {
              done.add(field.name);
              field.value = people.shift();
              field.dispatchEvent(new Event('input', { bubbles: true }));
              field.dispatchEvent(new Event('change', { bubbles: true }));
            }
            const game = /^m\\d+-g(\\d+)-winner$/.exec(field.name);
            if (game && field.value === (Number(game[1]) > 3 ? 'away' : 'home')) field.click();
          }
        }""",
        [*NAMES],
    )


def test_it_is_left_after_any_step_and_taken_up_on_another_device(somebody: Counted, phone_of: PhoneOf) -> None:
    one = somebody
    who_and_which_league(one)
    one.expect_heading("Start a season")
    one.page.goto("/")
    one.follow("Start a season")
    one.press("Continue")
    one.expect_heading("A night of yours")
    one.press("Continue")
    one.expect_heading("Your teams")
    one.fill("Teams", "Anchor\nBell\nCastle\nDuke")
    one.press("Continue")
    other = Counted(phone_of(User.objects.get()))
    other.page.goto("/")
    other.follow("Go on setting it up")
    expect(other.page.get_by_role("link", name="Continue: When you play")).to_be_visible()
    assert faults(other.page) == []
    other.follow("Teams")
    expect(other.page.get_by_label("Teams", exact=True)).to_have_value(
        "Anchor, Anchor, Tuesday, 20:00\nBell, Bell, Tuesday, 20:00\n"
        "Castle, Castle, Tuesday, 20:00\nDuke, Duke, Tuesday, 20:00"
    )
    # A wrong line is told, and the others stay as they were typed.
    other.fill("Teams", "Anchor\nBell, 25.00\nCastle")
    other.press("Continue")
    expect(other.page.get_by_role("alert")).to_contain_text("Line 2: “25.00” is not a time of day.")
    expect(other.page.get_by_label("Teams", exact=True)).to_have_value("Anchor\nBell, 25.00\nCastle")


def test_two_divisions_are_named_with_the_teams_and_dealt_next(somebody: Counted) -> None:
    one = somebody
    who_and_which_league(one)
    one.press("Continue")
    one.press("Continue")
    one.fill("Teams", "Anchor\nBell\nCastle\nDuke")
    one.tap(one.page.get_by_text("More than one division?"))
    one.fill("Divisions", "Premier\nFirst")
    one.press("Continue")
    one.press("Continue")
    one.expect_heading("Teams in their divisions")
    for team in ("Castle", "Duke"):
        one.page.get_by_label(team, exact=True).select_option("First")
    one.press("Continue")
    one.expect_heading("When you play")
    make_timetable(one)
    assert sorted(Season.objects.get().divisions.values_list("name", flat=True)) == ["First", "Premier"]


def test_players_are_pasted_and_read_back(somebody: Counted) -> None:
    one = somebody
    who_and_which_league(one)
    one.press("Continue")
    one.press("Continue")
    one.fill("Teams", "Anchor\nBell\nCastle\nDuke")
    one.press("Continue")
    one.press("Continue")
    one.expect_heading("Players")
    one.tap(one.page.get_by_text("Have a list of players?"))
    pasted = "Anchor: Ann Archer, Bob Miller\nBall\nCath Young"
    one.fill("Players", pasted)
    one.press("Check the list")
    expect(one.page.get_by_role("alert")).to_contain_text("Line 2: Is “Ball” the team Bell?")
    pasted = pasted.replace("Ball", "Bell")
    one.fill("Players", pasted)
    one.press("Check the list")
    one.expect_heading("Are these your players?")
    expect(one.page.get_by_text("Ann Archer, Bob Miller")).to_be_visible()
    one.press("Change")
    expect(one.page.get_by_label("Players", exact=True)).to_have_value(pasted)
    one.fill("Players", "Anchor: Ann Archer, Bob Miller\nBall: Cath Young")
    one.press("Check the list")
    expect(one.page.get_by_role("alert")).to_contain_text("Line 2: “Ball” is not a team of this season.")
    assert faults(one.page) == []
    one.fill("Players", "Anchor: Ann Archer, Bob Miller\nBell: Cath Young")
    one.press("Check the list")
    one.press("Register 3 players")
    one.expect_heading("Players")
    expect(one.page.get_by_text("3 players are registered.")).to_be_visible()
    one.follow("Continue")
    one.expect_heading("When you play")
