"""The first card of a league whose players nobody knows: the names in one screen, then the games."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import Registering
from league.models import Fixture, Registration, Result, Season
from league.rules.shapes import SHAPES
from tests.e2e.looking import faults_at
from tests.e2e.test_score_only import SignIn
from tests.factories import Town, town

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
HIGHEST, FOLD = 2_200, 844
FIRST = ("Ann", "Robert", "Catherine", "Dev", "Evelyn", "Finn", "Gus", "Harold", "Ivy", "Jack", "Kim", "Leonard")
HOME = "Archer,Miller,Young,Patel,Stonehouse,Lodge,Harper,Vickers,Quinn,Turnbull,Saunders,Osborne"
AWAY = "Abbott,Thackeray,Wren,Fitzroy,Pole,Umber,Birch,Kettlewell,Nunn,Corrigan,Dalby,Ingram"
PEOPLE = [f"{first} {last}" for names in (HOME, AWAY) for first, last in zip(FIRST, names.split(","), strict=True)]


@pytest.fixture
def langley(transactional_db: None) -> Town:
    made = town(match_format=SHAPES["langley"].counting.fixture_format, players=1)
    Registration.objects.all().delete()
    Season.objects.update(registration=Registering.OPEN)
    Fixture.objects.update(starts_at=timezone.now() - dt.timedelta(hours=3))
    return made


@pytest.fixture
def sheet(langley: Town, sign_in: SignIn) -> Page:
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{langley.fixture('Anchor', 'Bell').pk}/sheet/")
    return page


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def test_the_names_come_first_and_enter_leads_from_name_to_name_and_to_the_games(sheet: Page) -> None:
    assert height(sheet) <= HIGHEST
    first = sheet.locator("[data-typed]").first
    expect(first).to_be_in_viewport()
    expect(sheet.locator("[data-unit][open]")).to_have_count(0)
    assert faults_at(sheet, 390, 1280) == []
    sheet.set_viewport_size({"width": 390, "height": FOLD})
    first.focus()
    for name in PEOPLE:
        sheet.keyboard.type(name)
        sheet.keyboard.press("Enter")
    assert [field.input_value() for field in sheet.locator("[data-typed]").all()] == PEOPLE
    expect(sheet.locator("#line-up")).not_to_have_attribute("open", "")
    expect(sheet.locator("[data-unit][open]")).to_have_count(1)
    game = sheet.locator("[data-unit][open] [data-game] label").first
    sheet.evaluate("scrollTo(0, 0)")
    box = game.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= FOLD
    assert height(sheet) <= HIGHEST


def test_the_games_may_come_before_the_names(sheet: Page) -> None:
    sheet.get_by_role("button", name="Next: the games").click()
    for number in range(1, 37):
        unit = sheet.locator(f"#m{number}-g1-home")
        unit.evaluate("one => one.closest('details').open = true")
        unit.check(force=True)
    sheet.locator("#line-up summary").first.click()
    for field, name in zip(sheet.locator("[data-typed]").all(), PEOPLE, strict=True):
        field.fill(name)
    sheet.get_by_role("button", name="Send result").click()
    sheet.wait_for_url("**/thank-you/")
    result = Result.objects.get()
    assert (result.home_games, result.away_games) == (36, 0)
