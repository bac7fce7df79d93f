"""A result in two numbers on a phone, its taps counted; and a week of old cards typed by the secretary."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import ResultState
from league.models import Fixture, Result
from league.queries.fixtures import week_of
from tests.e2e.looking import faults_at
from tests.e2e.test_taps import COUNTING, taps
from tests.factories import Town

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
# The button, the two fields and their figures, and *Send score*; then *Confirm or dispute*, and *Confirm*.
MOST, MOST_TO_CONFIRM = 8, 2


@pytest.fixture
def begun(town: Town) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - dt.timedelta(hours=3))
    return town.fixture("Anchor", "Bell")


def test_a_score_takes_eight_taps_and_its_confirmation_two(town: Town, begun: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.add_init_script(COUNTING)
    page.goto("/leagues/town/my/")
    page.get_by_role("link", name=re.compile("Enter the result ?: Anchor v Bell")).tap()
    home, away = page.get_by_label("Anchor", exact=True), page.get_by_label("Bell", exact=True)
    expect(page.get_by_role("button", name="Send score")).to_be_in_viewport()
    assert faults_at(page, 390, 1280) == []
    before = taps(page)
    home.tap()
    page.keyboard.type("16")
    away.tap()
    page.keyboard.type("11")
    page.get_by_role("button", name="Send score").tap()
    page.wait_for_url("**/thank-you/")
    assert taps(page) - before + 1 <= MOST
    result = Result.objects.get()
    assert (result.home_games, result.away_games, result.score_only) == (16, 11, True)

    other = sign_in("Bell")
    other.add_init_script(COUNTING)
    other.goto("/leagues/town/my/")
    other.get_by_role("link", name=re.compile("Confirm or dispute ?: Anchor v Bell")).tap()
    expect(other.get_by_role("button", name="Confirm 16–11")).to_be_in_viewport()
    other.get_by_role("button", name="Confirm 16–11").tap()
    other.wait_for_url("**/thank-you/")
    assert taps(other) <= MOST_TO_CONFIRM
    result.refresh_from_db()
    assert result.state == ResultState.CONFIRMED


def test_a_wrong_score_says_what_can_be(town: Town, begun: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{begun.pk}/score/")
    page.get_by_label("Anchor", exact=True).fill("16")
    page.get_by_label("Bell", exact=True).fill("12")
    page.get_by_role("button", name="Send score").click()
    expect(page.locator("#home-score-error")).to_have_text(
        "16–12 makes 28 games; 27 are played here. It can be 16–11, 15–12."
    )
    expect(page.get_by_label("Bell", exact=True)).to_have_value("12")
    assert faults_at(page, 390) == []


def test_a_week_of_old_cards_is_typed_from_field_to_field(town: Town, begun: Fixture, sign_in: SignIn) -> None:
    page = sign_in("secretary")
    week = week_of(begun.starts_at.astimezone(town.league.tz).date())
    page.goto(f"/leagues/town/secretary/scores/?week={week}")
    page.locator(f"#f{begun.pk}-home-score").focus()
    page.keyboard.type("20")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    assert faults_at(page, 390) == []
    page.get_by_role("button", name="Save scores").click()
    expect(page.get_by_text("1 result entered.")).to_be_visible()
    assert Result.objects.get().home_games == 20
