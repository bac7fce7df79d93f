"""The secretary's ordinary evening on a phone, counted in taps: captains asked, cards entered, results confirmed."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import NoticeKind
from league.models import Fixture, Notice, Result
from league.services.results import submit
from tests import factories
from tests.e2e.conftest import PHONE
from tests.e2e.looking import faults, faults_at
from tests.e2e.test_taps import COUNTING, taps
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

DESK = "/leagues/town/secretary/"
DAY = dt.timedelta(days=1)
CARDS = (("Anchor", "Castle"), ("Bell", "Duke of York"))
CLEAR = (("Anchor", "Bell"), ("Castle", "Duke of York"))


@pytest.fixture
def evening(town: Town) -> dict[str, Fixture]:
    """Two results that nobody answered, and two cards of five days ago that nobody entered.

    Two days to answer end at 8 pm of the third at the latest, whatever the time is now.
    """
    now = timezone.now()
    fixtures = {f"{home} v {away}": town.fixture(home, away) for home, away in CARDS + CLEAR}
    Fixture.objects.exclude(pk__in=[fixture.pk for fixture in fixtures.values()]).delete()
    Fixture.objects.update(starts_at=now - 5 * DAY, original_starts_at=now - 5 * DAY)
    for home, away in CLEAR:
        sheet = result_sheet(town, home, away)
        submit.submit(town.fixture(home, away), sheet, by=town.captains[home], now=now - 4.9 * DAY)
    return fixtures


def fill_in(page: Page, town: Town, home: str, away: str) -> None:
    """Fill in a whole card; how few taps that takes is counted in test_taps."""
    for match in result_sheet(town, home, away).matches:
        for side in ("home", "away"):
            for seat, player in enumerate(getattr(match, f"{side}_players"), start=1):
                page.locator(f"#m{match.number}-{side}-{seat}").select_option(str(player))
        for number, game in enumerate(match.games, start=1):
            page.locator(f"label[for=m{match.number}-g{number}-{game.winner}]").click()
            page.locator(f"#m{match.number}-g{number}-loser").fill(str(min(game.home or 0, game.away or 0)))


def test_an_ordinary_evening_takes_eight_taps_besides_the_cards_themselves(
    sign_in: Callable[..., Page], town: Town, evening: dict[str, Fixture]
) -> None:
    page = sign_in("secretary")
    page.add_init_script(COUNTING)
    page.goto(DESK)
    found = faults(page)
    # All captains asked: one tap.
    page.get_by_role("button", name="Ask all 4 captains for results").tap()
    expect(page.get_by_text("4 captains are asked for results.")).to_be_visible()
    assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count() == 4
    assert taps(page) == 1
    # Clear results confirmed: two taps, the reason is there.
    page.get_by_role("link", name="Confirm 2 clear results").tap()
    expect(page.get_by_role("heading", name="Confirm clear results")).to_be_visible()
    found += faults(page)
    page.get_by_role("button", name="Confirm the chosen results").tap()
    expect(page.get_by_text("2 results are confirmed and count.")).to_be_visible()
    assert taps(page) == 3
    # The cards: one tap to begin, and one that sends each; the next opens by itself.
    page.get_by_role("link", name="Enter 2 cards").tap()
    expect(page.get_by_text("2 cards left")).to_be_visible()
    found += faults(page)
    spent = taps(page)
    assert spent == 4
    for left in (1, 0):
        number = int(page.url.split("/fixtures/")[1].split("/")[0])
        fixture = Fixture.objects.select_related("home", "away").get(pk=number)
        fill_in(page, town, fixture.home.name, fixture.away.name)
        before = taps(page)
        page.get_by_role("button", name="Send result").tap()
        expect(page.get_by_text("1 card is left." if left else "That was the last card.")).to_be_visible()
        spent += taps(page) - before
    assert spent == 6
    assert Result.objects.filter(live=True).count() == 4
    # Nothing is left to do, and a tool is two taps away.
    expect(page.get_by_text("All is well")).to_be_visible()
    page.get_by_text("All tools", exact=True).tap()
    found += faults(page)
    spent += 2
    page.get_by_role("link", name="Outstanding fixtures").tap()
    page.wait_for_url("**/owed/")
    assert spent == 8
    assert found == []


def test_an_address_opens_its_group_with_long_names_and_hundreds_of_rows(
    sign_in: Callable[..., Page], town: Town, evening: dict[str, Fixture]
) -> None:
    long = "The Ancient and Honourable Anchor of Llanfairpwllgwyngyllgogerychwyrndrobwll"
    town.teams["Anchor"].name = long
    town.teams["Anchor"].save()
    past, round = timezone.now() - 9 * DAY, town.season.rounds.first()
    for number in range(300):
        starts = dt.date(2030, 1, 7) + dt.timedelta(weeks=number)
        week = town.season.weeks.create(round=round, number=100 + number, starts_on=starts)
        factories.fixture(town, week, "Anchor", "Bell")
    Fixture.objects.filter(week__number__gte=100).update(starts_at=past)
    page = sign_in("secretary")
    page.goto(f"{DESK}#overdue")
    expect(page.get_by_role("heading", name="Overdue", exact=True)).to_be_in_viewport()
    assert faults_at(page, 390, 1280) == []
    # All of them, fifty a page: rows like those above, so once is enough for axe; the ruler is laid at every width.
    page.get_by_role("link", name=re.compile(r"^Show all 30\d$")).tap()
    expect(page).to_have_url(re.compile("/secretary/desk/overdue/$"))
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    assert faults(page) == []
    page.set_viewport_size({"width": 1280, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    page.go_back()
    page.get_by_role("link", name="Who is written to").tap()
    expect(page.get_by_role("heading", name="Ask for overdue results")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_the_evening_works_without_a_script(
    sign_in: Callable[..., Page], town: Town, evening: dict[str, Fixture]
) -> None:
    page = sign_in("secretary", java_script_enabled=False)
    page.goto(DESK)
    page.get_by_role("button", name="Ask all 4 captains for results").click()
    expect(page.get_by_text("4 captains are asked for results.")).to_be_visible()
    page.get_by_role("link", name="Confirm 2 clear results").click()
    page.get_by_role("button", name="Confirm the chosen results").click()
    expect(page.get_by_text("2 results are confirmed and count.")).to_be_visible()
