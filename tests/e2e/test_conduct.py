"""A guest on a sheet, told of while it is filled in; three overcalls that end in an award and a player's record."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Appearance, ConductCase, Fixture, Result, User
from tests import factories
from tests.e2e.looking import faults
from tests.factories import Town
from tests.services.evenings import agreed, overcall

pytestmark = pytest.mark.e2e
NewPage = Callable[..., Page]
Enter = Callable[[User], Page]


@pytest.fixture
def enter(new_page: NewPage, live_server: LiveServer) -> Enter:
    """A phone on which somebody is signed in."""

    def signed_in(user: User) -> Page:
        client = Client()
        client.force_login(user)
        page = new_page()
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )
        return page

    return signed_in


def test_a_guest_is_warned_about_at_their_seat_and_taken(enter: Enter, town: Town, fixture: Fixture) -> None:
    town.season.guests, town.season.guest_limit, town.season.eligibility = "other-teams", 0, "warn"
    town.season.save()
    sheet = f"/leagues/town/fixtures/{fixture.pk}/sheet/"
    page = enter(town.captains["Anchor"])
    page.goto(sheet)
    page.evaluate("window.same = true")
    seat = page.get_by_label("Match 9, Anchor’s player")
    seat.select_option("Castle 1 (Castle)")
    told = page.locator("#m9-home-1-breach")
    expect(told).to_contain_text("Castle 1 would be a guest, and the season allows none.")
    assert page.evaluate("window.same"), "it was told without loading the page again"
    assert faults(page) == []
    seat.select_option("Anchor 15")
    expect(told).to_be_empty()
    seat.select_option("Castle 1 (Castle)")
    expect(told).not_to_be_empty()
    fill(page, town)
    page.get_by_role("button", name="Send result").click()
    page.wait_for_url(f"**/fixtures/{fixture.pk}/thank-you/")
    expect(page.get_by_text("taken with 1 breach of eligibility").first).to_be_visible()
    page.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    expect(page.get_by_text("(guest)")).to_be_visible()
    assert Appearance.objects.get(guest=True).player == town.squads["Castle"][0]
    assert faults(page) == []
    other = enter(town.captains["Bell"])
    other.goto(f"/leagues/town/fixtures/{fixture.pk}/confirm/")
    expect(other.get_by_text("Taken with 1 breach of eligibility:")).to_be_visible()


def fill(page: Page, town: Town) -> None:
    """Every seat that is empty, and every game 121–75 to the home side."""
    waiting = {side: [p.name for p in town.squads[team]] for side, team in (("home", "Anchor"), ("away", "Bell"))}
    for select in page.locator("select[data-seat]").all():
        side = "home" if "-home-" in str(select.get_attribute("name")) else "away"
        if not select.input_value():
            select.select_option(waiting[side].pop(0))
    for match in range(1, 10):
        for game in range(1, 4):
            page.locator(f"#m{match}-g{game}-home").check(force=True)
            page.locator(f"#m{match}-g{game}-loser").fill("75")


def test_three_overcalls_are_decided_and_the_player_reads_their_record(
    enter: Enter, town: Town, fixture: Fixture
) -> None:
    after = fixture.starts_at + dt.timedelta(hours=3)
    agreed(town, fixture, after)
    olive = town.squads["Anchor"][2]
    olive.user = factories.user("olive@town.example", name="Olive")
    olive.save()
    for _ in range(3):
        overcall(town, fixture, olive, after)
    case = ConductCase.objects.get()
    referee = enter(town.referee)
    referee.goto("/leagues/town/calls/")
    referee.get_by_role("link", name="Look into it").click()
    referee.wait_for_url(f"**/calls/conduct/{case.pk}/")
    expect(referee.get_by_text("Overcall: The hand is worth 8")).to_have_count(3)
    assert faults(referee) == []
    referee.get_by_role("button", name="Sign the decision").click()
    expect(referee.locator(".problems")).to_be_focused()
    assert faults(referee) == []
    referee.get_by_label("Yes: the captain is informed, and the game awarded to Bell").check()
    referee.get_by_label("Reason").fill("Three times four too many.")
    referee.get_by_role("button", name="Sign the decision").click()
    referee.wait_for_url("**/calls/conduct/")
    expect(referee.get_by_text("the game is awarded, and the captain informed")).to_be_visible()
    assert faults(referee) == []
    assert Result.objects.get(live=True).away_awarded == 1
    own = enter(olive.user)
    own.goto(f"/leagues/town/players/{olive.pk}/")
    own.get_by_role("link", name="Calls and challenges: your record").click()
    expect(own.get_by_text("Three times four too many.")).to_be_visible()
    assert faults(own) == []
    anybody = enter(town.captains["Bell"])
    anybody.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    expect(anybody.get_by_text("Match 2, game 1: awarded to Bell (R43).")).to_be_visible()
    assert "Three times four too many." not in anybody.content()
    assert faults(anybody) == []


def test_the_pages_about_players_are_clean(enter: Enter, town: Town, fixture: Fixture) -> None:
    page = enter(town.secretary)
    castle = town.squads["Castle"][0]
    found = []
    for address in ("teams/anchor/players/", f"players/{castle.pk}/transfer/", "secretary/seasons/2026-27/settings/"):
        page.goto(f"/leagues/town/{address}")
        found += [f"{address}: {fault}" for fault in faults(page)]
    page.goto("/leagues/town/teams/anchor/players/")
    page.get_by_text("Transfer or end").first.click()
    page.get_by_label("Last day").first.fill("2020-01-01")
    page.get_by_role("button", name=re.compile(r"^End it ?: Anchor 1$")).click()
    expect(page.locator(".problems")).to_contain_text("its last day cannot be before")
    found += faults(page)
    assert found == []
