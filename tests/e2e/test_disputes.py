"""A dispute from the captain's phone to the appeal, in a real browser: evidence, a neutral referee, what follows."""

import datetime as dt
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league.enums import DisputeSubject
from league.models import Fixture, Photograph, Result, User
from league.services.disputes import dispute
from league.services.results import confirm, submit
from tests import factories
from tests.e2e.looking import faults, follow, open_more
from tests.factories import Town
from tests.services.test_photographs import photograph

pytestmark = pytest.mark.e2e
NewPage = Callable[..., Page]
Enter = Callable[..., Page]


@pytest.fixture
def enter(new_page: NewPage, live_server: LiveServer) -> Enter:
    """A page on which somebody is signed in."""

    def signed_in(user: User, **options: Any) -> Page:
        client = Client()
        client.force_login(user)
        page = new_page(**options)
        value = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        return page

    return signed_in


@pytest.fixture
def counting(town: Town, fixture: Fixture) -> Result:
    """Anchor's sheet against Bell, confirmed just now."""
    now = timezone.now()
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=now - dt.timedelta(hours=3))
    sheet = factories.result_sheet(town, "Anchor", "Bell")
    sent = submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)
    return confirm.confirm(sent.fixture, 1, by=town.captains["Bell"], now=now)


@pytest.fixture
def today() -> Iterator[None]:
    """The season's registrations run on the tests' own day."""
    with time_machine.travel(dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC), tick=True):
        yield


def test_a_photograph_of_22_mb_is_shrunk_and_what_is_none_says_so_in_the_page(
    today: None, enter: Enter, town: Town, fixture: Fixture, counting: Result, tmp_path: Path
) -> None:
    large, none = tmp_path / "large.jpg", tmp_path / "none.jpg"
    noise = Image.frombytes("RGB", (3600, 2700), random.Random(1).randbytes(3600 * 2700 * 3))
    noise.save(large, "JPEG", quality=95)
    assert large.stat().st_size > 9 * 1024 * 1024
    none.write_bytes(b"no picture" * 1024 * 1024)
    now = timezone.now()
    by = town.captains["Bell"]
    case = dispute.open_dispute(
        counting.fixture,
        subject=DisputeSubject.GAME,
        match_number=1,
        game_number=1,
        reason="We won it.",
        by=by,
        now=now,
    )
    page = enter(by)
    page.goto(f"/leagues/town/disputes/{case.pk}/")
    page.get_by_text("A photograph of the score card").click()
    page.get_by_label("What it shows").fill("The card")
    page.locator("#photograph").set_input_files(none)
    page.get_by_role("button", name="Add the photograph").click()
    expect(page.locator("#photograph-note")).to_contain_text("Photographs can be up to 8 MB")
    expect(page.get_by_label("What it shows")).to_have_value("The card")
    assert faults(page) == []
    page.locator("#photograph").set_input_files(large)
    page.get_by_role("button", name="Add the photograph").click()
    expect(page.get_by_role("img", name="The card")).to_be_visible()
    kept = Photograph.objects.get()
    assert (kept.width, kept.height) == (2000, 1500)


def test_a_game_is_disputed_ruled_on_and_appealed(
    today: None, enter: Enter, town: Town, fixture: Fixture, counting: Result, tmp_path: Path
) -> None:
    card = tmp_path / "card.jpg"
    card.write_bytes(photograph((1600, 1200), orientation=6))
    wrong: list[str] = []
    bell = enter(town.captains["Bell"])
    bell.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    open_more(bell)
    follow(bell.get_by_role("link", name="Open a dispute"))
    wrong += faults(bell)
    bell.get_by_label("Which game").select_option("Match 1, game 1: 121–61")
    bell.get_by_role("button", name="Open the dispute").click()
    expect(bell.locator("#reason-error")).to_have_text("Say what is wrong.")
    wrong += faults(bell)
    bell.get_by_label("What is wrong").fill("We won it: look at the card.")
    bell.get_by_role("button", name="Open the dispute").click()
    bell.wait_for_url("**/disputes/*/")
    case = bell.url
    bell.get_by_text("A photograph of the score card").click()
    bell.get_by_label("Photograph", exact=False).first.set_input_files(card)
    bell.get_by_label("What it shows").fill("The card, signed by both")
    bell.get_by_role("button", name="Add the photograph").click()
    shown = bell.get_by_role("img", name="The card, signed by both")
    expect(shown).to_be_visible()
    assert shown.evaluate("image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [
        1200,
        1600,
    ]
    assert Photograph.objects.get().width == 1200
    bell.get_by_role("link", name="A whole game").click()
    bell.get_by_label("Starter").fill("JD")
    bell.get_by_label("The play", exact=True).fill("4C 8C XX")
    bell.get_by_role("button", name="Add this deal").click()
    expect(bell.locator(".record-fault mark")).to_have_text("XX")
    wrong += faults(bell)
    follow(bell.get_by_role("button", name="Add it to the dispute"))
    wrong += faults(bell)

    anchor = enter(town.captains["Anchor"], color_scheme="dark")
    anchor.goto(case)
    anchor.get_by_text("A statement", exact=True).last.click()
    anchor.get_by_label("What you have to say").fill("That is another evening's card.")
    anchor.get_by_role("button", name="Add the statement").click()
    expect(anchor.get_by_text("That is another evening's card.")).to_be_visible()
    wrong += faults(anchor)

    referee = enter(town.referee)
    referee.goto("/leagues/town/disputes/")
    wrong += faults(referee)
    referee.get_by_role("main").get_by_role("link", name="View").click()
    referee.get_by_role("button", name="Take it").click()
    referee.get_by_role("link", name="Rule on it").click()
    referee.get_by_label("The game is awarded", exact=True).check()
    referee.get_by_label("If the game is awarded, to whom?").select_option("Bell")
    referee.get_by_label("Rule", exact=True).select_option("R43")
    referee.get_by_label("Reason").fill("The card is signed by both.")
    referee.get_by_role("button", name="Preview the effect").click()
    follows = referee.get_by_role("region", name="What follows")
    expect(follows).to_contain_text("121–61, awarded to Bell")
    expect(follows.get_by_role("row", name="Anchor")).to_contain_text("become 17")
    expect(follows).to_be_focused()
    assert Result.objects.get(live=True).version == 1
    wrong += faults(referee)
    referee.get_by_role("button", name="Sign the ruling").click()
    expect(referee.get_by_text("the game is awarded to Bell (R43)")).to_be_visible()
    wrong += faults(referee)

    anchor.goto(f"/leagues/town/fixtures/{fixture.pk}/")
    anchor.get_by_role("link", name="Appeal").click()
    anchor.get_by_label("Why the ruling is wrong").fill("It was signed later.")
    wrong += faults(anchor)
    follow(anchor.get_by_role("button", name="Appeal"))
    secretary = enter(town.secretary, color_scheme="dark")
    secretary.goto("/leagues/town/disputes/")
    secretary.get_by_role("main").get_by_role("link", name="Decide").click()
    expect(secretary.get_by_role("region", name="What follows")).to_contain_text("121–61, awarded to Bell")
    secretary.get_by_label("Reason for the decision").fill("He has shown it.")
    wrong += faults(secretary)
    secretary.get_by_role("button", name="Allow it").click()
    expect(secretary.get_by_text("Revoked on appeal")).to_be_visible()
    live = Result.objects.get(live=True)
    assert (live.version, live.home_awarded + live.away_awarded) == (3, 0)
    assert wrong == []


def test_a_called_hand_is_disputed_without_scripts(
    today: None, enter: Enter, town: Town, fixture: Fixture, counting: Result
) -> None:
    bell = enter(town.captains["Bell"], java_script_enabled=False)
    bell.goto(f"/leagues/town/fixtures/{fixture.pk}/disputes/new/?about=call")
    bell.get_by_label("The game in which it was called").select_option("2-1")
    bell.get_by_label("Anchor", exact=True).check()
    bell.get_by_label("a hand").check()
    bell.get_by_label("Or type the hand").fill("AC 7D 8H 3S")
    bell.get_by_label("Starter", exact=True).fill("7C")
    bell.get_by_label("Called", exact=True).fill("6")
    bell.get_by_label("Claimed").fill("8")
    bell.get_by_label("What is wrong").fill("It was eight.")
    bell.get_by_role("button", name="Open the dispute").click()
    expect(bell.get_by_role("group", name="Verdict")).to_contain_text("the challenger takes the 2 missed")
