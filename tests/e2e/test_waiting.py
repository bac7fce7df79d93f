"""What is waiting on the telephone, told where somebody would do it again: on the sheet and in the header."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Fixture, Result
from tests.e2e.looking import faults_at
from tests.e2e.test_offline import captain, check_hand, offline, wait_until
from tests.e2e.test_outbox import send_without_a_signal, sheet_address, take_along
from tests.factories import Town, result_sheet

__all__ = ["captain"]
pytestmark = pytest.mark.e2e

WAITS = "A result of this fixture is waiting on this device to be sent. See what is waiting"


def test_the_sheet_says_that_a_result_of_its_fixture_waits_already(
    town: Town, fixture: Fixture, telephone: Callable[[], BrowserContext]
) -> None:
    context = telephone()
    page = take_along(context, fixture)
    page.goto(sheet_address(fixture))
    notice = page.locator("[data-outbox-has]")
    expect(notice).to_be_hidden()
    send_without_a_signal(context, page, fixture, result_sheet(town, "Anchor", "Bell"))
    page.goto(sheet_address(fixture))
    expect(notice).to_have_text(WAITS)
    header = page.locator(".outbox-way")
    expect(header).to_have_text("1 ↑1 to send")
    assert faults_at(page, 390, 1280) == []
    notice.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("Waiting to be sent")
    context.set_offline(False)
    wait_until(page, Result.objects.exists)
    page.goto(sheet_address(fixture))
    expect(notice).to_be_hidden()
    expect(header).to_have_count(0)


def test_a_count_on_the_device_says_how_it_is_called(captain: Page) -> None:
    captain.goto("/leagues/town/hand/")
    check_hand(captain, "AC 7D 8H 3S", "7C", "6", "8")
    said = captain.locator(".spoken")
    expect(said).to_have_text("As it is called: “fifteen two, fifteen four, fifteen six, and a pair makes eight”")
    captain.goto("/leagues/town/hand/")
    offline(captain)
    for declared in ("6", ""):
        check_hand(captain, "AC 7D 8H 3S", "7C", declared)
        expect(captain.get_by_text("Counted on this device: there is no connection.")).to_be_visible()
        expect(said).to_have_text("As it is called: “fifteen two, fifteen four, fifteen six, and a pair makes eight”")
    check_hand(captain, "2C 4D 6H 8S", "TC")
    expect(said).to_have_text("As it is called: “nineteen”")
