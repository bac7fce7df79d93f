"""The secretary charges and notes payments in a browser; the captain and the player look at what they owe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.models import Charge
from tests.e2e.looking import faults, faults_at, follow, open_more
from tests.factories import Town

pytestmark = pytest.mark.e2e
WIDTHS = (390, 1280)


def charge(page: Page, whom: str, kind: str, amount: str, reason: str) -> None:
    page.get_by_role("link", name="Charge", exact=True).first.click()
    page.get_by_label("Who is charged").select_option(label=whom)
    page.get_by_label(kind, exact=True).check()
    page.get_by_label("Amount").fill(amount)
    page.get_by_label("What for").fill(reason)
    follow(page.get_by_role("button", name="Charge", exact=True))
    expect(page.get_by_text("told").first).to_be_visible()


def test_a_season_is_charged_paid_and_looked_at(sign_in: Callable[..., Page], town: Town) -> None:
    page, found = sign_in("secretary"), []
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    follow(page.get_by_role("link", name="Fees, fines and pennies"))
    found += faults(page)
    charge(page, "Every team (4)", "Fee", "20", "Entry fee for the season")
    charge(page, "Bell", "Fine", "5,00", "The score card of week 3 came four days late")
    charge(page, "Anchor 2", "Pennies", "£0.50", "A nineteen hand")
    page.locator(".debtor").first.get_by_role("button", name="Paid today").click()
    page.get_by_text("Marked as paid.").wait_for()
    page.locator(".debtor").nth(1).get_by_role("link", name="Change").first.click()
    page.get_by_label("Why it is cancelled").fill("It was in the post")
    found += faults_at(page, *WIDTHS)
    page.get_by_role("button", name="Cancel this charge").click()
    page.get_by_text("Cancelled. Whoever").wait_for()
    found += faults_at(page, *WIDTHS)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Show", exact=True).select_option(label="Owed")
    page.get_by_role("button", name="Show", exact=True).click()
    owing = ["Bell", "Castle", "Duke of York", "Anchor 2 Anchor"]
    expect(page.locator(".debtor h2")).to_have_text(owing, use_inner_text=True)
    page.get_by_role("link", name="Charge", exact=True).first.click()
    page.get_by_role("button", name="Charge", exact=True).click()
    page.locator(".problems").wait_for()
    found += faults_at(page, *WIDTHS)
    assert Charge.objects.filter(paid_on=None, cancelled_at=None).count() == 4
    captain = sign_in("Anchor")
    captain.goto("/leagues/town/teams/anchor/")
    open_more(captain)
    captain.get_by_role("link", name="Fees, fines and pennies").click()
    expect(captain.locator(".facts dd")).to_have_text(["£20.50", "£20.00", "£0.50"])
    found += faults_at(captain, *WIDTHS)
    captain.set_viewport_size({"width": 390, "height": 844})
    captain.goto("/leagues/town/my/charges/")
    found += faults(captain)
    assert found == []


def test_a_button_pressed_twice_charges_once(sign_in: Callable[..., Page], town: Town) -> None:
    page = sign_in("secretary")
    page.goto("/leagues/town/secretary/seasons/2026-27/charges/new/")
    page.get_by_label("Who is charged").select_option(label="Every team (4)")
    page.get_by_label("Fee", exact=True).check()
    page.get_by_label("Amount").fill("20")
    page.get_by_label("What for").fill("Entry fee")
    page.get_by_role("button", name="Charge", exact=True).dblclick()
    # The second press breaks off the first one's page, so a wait for one page to load may fail.
    expect(page).to_have_url(re.compile(r"/charges/$"))
    expect(page.locator(".debtor")).to_have_count(4)
    assert Charge.objects.count() == 4
