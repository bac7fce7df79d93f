"""Two captains on two phones agree a new date; a third fixture of the same pub cannot have that board."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Fixture, Season, Week
from tests.e2e.looking import faults, open_more
from tests.factories import Town

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]


@pytest.fixture
def coming(town: Town) -> Town:
    """The small league with its season moved: the first week is the next one, whenever the test runs."""
    today = timezone.now().astimezone(town.league.tz).date()
    first = today + dt.timedelta(days=7 - today.weekday())
    Season.objects.update(first_week=first)
    for week in reversed(town.weeks):
        week.starts_on = first + dt.timedelta(weeks=(week.number or 1) - 1)
        Week.objects.filter(pk=week.pk).update(starts_on=week.starts_on)
        tuesday = dt.datetime.combine(week.starts_on + dt.timedelta(days=1), dt.time(20), tzinfo=town.league.tz)
        Fixture.objects.filter(week=week).update(starts_at=tuesday, original_starts_at=tuesday)
    return town


def address(fixture: Fixture, name: str = "") -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/" + (f"{name}/" if name else "")


def in_words(day: dt.date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def test_two_captains_agree_a_date_and_a_third_fixture_cannot_take_that_board(coming: Town, sign_in: SignIn) -> None:
    fixture, third = coming.fixture("Anchor", "Bell"), coming.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=coming.venues["Anchor"])
    catch_up = coming.weeks[2].starts_on
    wednesday, thursday = catch_up + dt.timedelta(days=2), catch_up + dt.timedelta(days=3)

    anchor = sign_in("Anchor")
    anchor.goto(address(fixture))
    open_more(anchor)
    anchor.get_by_role("link", name="Postpone").tap()
    anchor.get_by_label("Why you cannot play then").fill("Half the team is away.")
    anchor.locator("#slot-1").select_option(wednesday.isoformat())
    anchor.locator("#slot-2").select_option(thursday.isoformat())
    anchor.locator("#slot-2-time").fill("19:30")
    assert faults(anchor) == []
    anchor.get_by_role("button", name="Ask to postpone").tap()
    expect(anchor.get_by_text("The other captain has been told; the fixture keeps its date")).to_be_visible()

    bell = sign_in("Bell")
    bell.goto("/leagues/town/")
    bell.get_by_role("link", name="My fixtures").click()
    bell.get_by_role("link", name=re.compile("Answer the postponement ?: Anchor v Bell")).tap()
    expect(bell.get_by_text("Half the team is away.")).to_be_visible()
    bell.get_by_label(f"{in_words(thursday)}, 7.30 pm").check()
    assert faults(bell) == []
    bell.get_by_role("button", name="Agree to this date").tap()
    expect(bell.get_by_text(f"Agreed: {in_words(thursday)} at 7.30 pm. Both teams have been told.")).to_be_visible()
    expect(bell.get_by_text(re.compile("^Moved: was Tue "))).to_be_visible()
    assert faults(bell) == []

    castle = sign_in("Castle")
    castle.goto(address(third, "postpone"))
    offered = castle.locator("#slot-1 option").evaluate_all("options => options.map(option => option.value)")
    assert wednesday.isoformat() in offered
    assert thursday.isoformat() not in offered
    castle.get_by_text("Unavailable evenings").tap()
    row = castle.locator(".shut li").filter(has_text=f"{thursday:%a} {thursday.day} {thursday:%B}")
    expect(row).to_contain_text("Anchor has no board free: it has one fixture that evening and holds 1.")
    assert faults(castle) == []


def test_a_date_that_fills_up_while_the_page_is_open(coming: Town, sign_in: SignIn) -> None:
    fixture, third = coming.fixture("Anchor", "Bell"), coming.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=coming.venues["Anchor"])
    wednesday = coming.weeks[2].starts_on + dt.timedelta(days=2)
    for team, asked in (("Anchor", fixture), ("Castle", third)):
        page = sign_in(team)
        page.goto(address(asked, "postpone"))
        page.get_by_label("Why you cannot play then").fill("Away.")
        page.locator("#slot-1").select_option(wednesday.isoformat())
        page.get_by_role("button", name="Ask to postpone").tap()
        page.wait_for_url(f"**{address(asked)}")
    bell, duke = sign_in("Bell"), sign_in("Duke of York")
    bell.goto(address(fixture, "answer"))
    duke.goto(address(third, "answer"))
    duke.get_by_role("button", name="Agree to this date").tap()
    expect(duke.get_by_text("Agreed:")).to_be_visible()
    bell.get_by_role("button", name="Agree to this date").tap()
    expect(bell.get_by_role("alert")).to_contain_text(
        f"{in_words(wednesday)} at 8 pm is no longer possible. Anchor has no"
    )
    assert faults(bell) == []
    bell.get_by_text("Offer other dates").tap()
    bell.locator("#slot-1").select_option((wednesday + dt.timedelta(days=1)).isoformat())
    bell.get_by_role("button", name="Offer these dates").tap()
    expect(bell.get_by_text("The other captain has been told of your dates.")).to_be_visible()
