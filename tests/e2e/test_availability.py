"""Who can play, on a phone: an answer in one tap without signing in, and the captain's page."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Availability, Fixture
from league.services.availability import answer
from tests.e2e.looking import faults_at
from tests.factories import Town

pytestmark = pytest.mark.e2e


@pytest.fixture
def coming(town: Town) -> Fixture:
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=timezone.now() + dt.timedelta(days=4))
    return town.fixture("Anchor", "Bell")


def test_one_tap_answers_without_signing_in(town: Town, coming: Fixture, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(f"/leagues/town/can-play/{answer.token_for(coming.pk, town.captains['Anchor'])}/")
    assert faults_at(page, 390) == []
    page.get_by_role("button", name="Yes").tap()
    expect(page.get_by_text("You said you can play.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    assert Availability.objects.get().answer == "yes"
    assert faults_at(page, 390) == []


def test_a_captain_answers_and_chooses_a_line_up(town: Town, coming: Fixture, sign_in: Callable[..., Page]) -> None:
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{coming.pk}/")
    page.get_by_role("link", name="Who can play?").tap()
    page.get_by_role("group", name="Can Anchor 4 play?").get_by_role("button", name="No").tap()
    expect(page.get_by_text("Anchor 4 can’t play.")).to_be_visible()
    page.locator("#m1-home-1").select_option(label="Anchor 5")
    page.get_by_role("button", name="Save and tell the players").tap()
    expect(page.get_by_text("Line-up saved. The players are told.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy line-up")).to_be_visible()
    assert faults_at(page, 390) == []
