"""The season's race in a browser: stepped through, replayed, by keyboard, without scripts, in large letters."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.enums import TeamColour
from league.models import Team
from tests import factories
from tests.e2e.looking import faults_at
from tests.factories import Town

pytestmark = pytest.mark.e2e

NewPage = Callable[..., Page]
RACE = "/leagues/town/race/full/premier/"
PEGS = """() => [...document.querySelectorAll('figure[data-board] .board-peg:not(.board-shape *)')].map(peg => {
    const { e, f } = peg.getCTM(), { a } = peg.ownerSVGElement.getCTM() ?? { a: 1 };
    return [peg.classList.contains('board-front'), Math.round(e), Math.round(f)];
}).map(String).sort()"""


@pytest.fixture
def played(town: Town) -> Town:
    """Twelve teams that have met once, one with a name of a single long word, beside a short one."""
    factories.full_division(town, 12, rounds=1)
    Team.objects.filter(slug="full-2").update(name="Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch A")
    return town


def monday(town: Town, week: int) -> str:
    return (factories.FIRST_WEEK + dt.timedelta(weeks=week)).isoformat()


def test_stepping_shows_what_the_weeks_own_page_shows(played: Town, new_page: NewPage) -> None:
    page, plain = new_page(), new_page(java_script_enabled=True)
    page.goto(f"{RACE}?team=full-1&team=full-2&team=full-3&team=full-4&week={monday(played, 4)}")
    for link, week in (("Week after", 5), ("Week after", 6), ("Week before", 5), ("Week before", 4)):
        page.get_by_role("link", name=link).press("Enter")
        expect(page.locator(".race-week > :not([hidden])")).to_have_attribute("data-week", monday(played, week))
        expect(page).to_have_url(re.compile(f"week={monday(played, week)}$"))
        plain.goto(page.url)
        assert page.evaluate(PEGS) == plain.evaluate(PEGS)
        for part in (".board-key", ".board-trail >> nth=0"):
            shown = "part => part.matches('path') ? part.outerHTML : part.innerText"
            assert page.locator(part).evaluate(shown) == plain.locator(part).evaluate(shown)
        now = [each.locator(".race-now >> nth=0").bounding_box() for each in (page, plain)]
        assert now[0] == now[1]


def test_the_season_is_replayed_to_its_last_week_and_can_be_stopped(played: Town, new_page: NewPage) -> None:
    page = new_page(alone=True)
    page.goto(RACE)
    page.clock.install()
    # It stands still but for what the test lets pass, however long the test itself takes.
    page.clock.pause_at(dt.datetime.now(dt.UTC) + dt.timedelta(hours=1))
    button = page.get_by_role("button", name="Replay the season")
    button.click()
    shown = page.locator(".race-week > :not([hidden])")
    expect(shown).to_have_attribute("data-week", monday(played, 1))
    expect(button).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(3_000)
    expect(shown).to_have_attribute("data-week", monday(played, 4))
    button.click()
    page.clock.run_for(5_000)
    expect(shown).to_have_attribute("data-week", monday(played, 4))
    button.click()
    page.clock.run_for(20_000)
    expect(shown).to_have_attribute("data-week", monday(played, 11))
    expect(button).to_have_attribute("aria-pressed", "false")


def test_without_scripts_every_week_is_a_page(played: Town, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(RACE)
    expect(page.get_by_role("button", name="Replay the season")).to_have_count(0)
    page.get_by_role("link", name="Week before").click()
    expect(page).to_have_url(re.compile(monday(played, 10)))
    page.get_by_role("link", name=re.compile("Full 12.*put it on the board")).click()
    expect(page.locator(".board-key tbody tr")).to_have_count(4)
    assert monday(played, 10) in page.url


@pytest.mark.usefixtures("played")
def test_axe_and_a_ruler_find_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto(RACE)
    assert faults_at(page, 390, 1280) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert faults_at(page, 390, 1280) == []


def test_a_team_s_disc_stands_beside_its_name(played: Town, new_page: NewPage) -> None:
    Team.objects.filter(slug="full-1").update(colour=TeamColour.RED)
    page = new_page()
    page.goto(RACE)
    row = page.locator(".race-table tbody tr").filter(has=page.locator(".team-disc"))
    disc, name = row.locator(".team-disc").bounding_box(), row.get_by_role("link").bounding_box()
    assert disc is not None
    assert name is not None
    assert name["y"] <= disc["y"] <= name["y"] + name["height"]
    assert disc["x"] + disc["width"] <= name["x"]


@pytest.mark.usefixtures("played")
def test_nobody_is_told_apart_by_colour_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto(RACE)
    shapes = page.locator(".board-key .board-peg").evaluate_all("pegs => pegs.map(peg => peg.getAttribute('d'))")
    dashes = page.locator(".race-chart >> nth=0").locator(".race-line[class*='race-line-']")
    assert len(set(shapes)) == len(shapes) == 3
    assert len(set(dashes.evaluate_all("lines => lines.map(line => getComputedStyle(line).strokeDasharray)"))) == 3
