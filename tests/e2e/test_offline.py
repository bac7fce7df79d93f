"""A captain's telephone in a cellar without a signal: pages that still open, and whose they are."""

import re
import threading
import time
from collections.abc import Callable

import pytest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Fixture, Team, User
from league.web.ops.offline import MarkForOffline
from tests.e2e.conftest import PATIENCE
from tests.e2e.looking import faults_at
from tests.factories import Town

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
NewPage = Callable[..., Page]
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("kept-"));
  const asked = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return asked.flat().map((one) => new URL(one.url).pathname);
}"""
COPY = "async address => (await caches.match(address)).text()"


def cached_pages(page: Page) -> list[str]:
    """Return the addresses of the pages that the device has kept."""
    return sorted(page.evaluate(KEPT))


def wait_until(page: Page, said: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        if said():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it has not come about within {PATIENCE / 1000} seconds")


def wait_until_kept(page: Page, *addresses: str) -> None:
    wait_until(page, lambda: set(addresses) <= set(cached_pages(page)))


def with_worker(page: Page) -> Page:
    """Return the page once the service worker has taken it over."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


@pytest.fixture
def captain(fixture: Fixture, sign_in: SignIn) -> Page:
    """Anchor's captain has opened My fixtures with a signal, and the telephone has taken along what belongs to it."""
    page = sign_in("Anchor", service_workers="allow")
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/my/")
    league = ("", "my/", "hand/", "rules/", "teams/anchor/", "teams/bell/", f"fixtures/{fixture.pk}/sheet/")
    wait_until_kept(page, *(f"/leagues/town/{address}" for address in league))
    return page


def offline(page: Page) -> None:
    page.context.set_offline(True)


def test_the_pages_of_a_match_night_open_without_a_connection(captain: Page, fixture: Fixture) -> None:
    offline(captain)
    for address, words in {
        "/leagues/town/": "Anchor",
        "/leagues/town/my/": "My fixtures",
        "/leagues/town/teams/anchor/": "Anchor",
        "/leagues/town/teams/bell/": "Bell",
        f"/leagues/town/fixtures/{fixture.pk}/sheet/": "Enter the result",
        "/leagues/town/hand/": "Check a hand",
        "/leagues/town/rules/": "Rules",
    }.items():
        captain.goto(address)
        expect(captain.locator("h1")).to_contain_text(words)
        expect(captain.locator(".kept-line")).to_have_text(
            re.compile(r"You are offline: this is how it was at \d{1,2}\.\d\d [ap]m\. Try again")
        )
        # The styles came along.
        assert "Source Sans" in captain.evaluate("getComputedStyle(document.body).fontFamily")
        assert captain.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    captain.context.set_offline(False)
    captain.get_by_role("link", name="Try again").click()
    expect(captain.locator(".kept-line")).to_have_count(0)


def test_any_other_page_says_what_opens_and_leads_there(captain: Page) -> None:
    offline(captain)
    captain.goto("/leagues/town/tables/")
    expect(captain.get_by_text("this page has not been kept on this device")).to_be_visible()
    assert faults_at(captain, 390, 1280) == []
    pages = captain.locator(".kept-pages")
    expect(pages.get_by_role("link", name="My fixtures · Town League")).to_be_visible()
    # By the keyboard alone.
    pages.get_by_role("link", name="My fixtures").focus()
    captain.keyboard.press("Enter")
    expect(captain.locator("h1")).to_have_text("My fixtures")


def test_it_says_so_in_the_readers_language_where_the_address_names_none(
    fixture: Fixture, town: Town, sign_in: SignIn
) -> None:
    User.objects.filter(pk=town.captains["Anchor"].pk).update(language="fr")
    page = sign_in("Anchor", service_workers="allow")
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/my/")
    wait_until_kept(page, "/leagues/town/my/")
    offline(page)
    for address, not_kept in (("/leagues/town/tables/", True), ("/offline/", False)):
        page.goto(address)
        expect(page.locator("h1")).to_have_text("Sans connexion")
        expect(page.locator("[data-only-kept]")).to_be_visible(visible=not_kept)
        expect(page.locator(".kept-pages")).not_to_contain_text("Sans connexion")
    page.goto("/outbox/")
    expect(page.locator("h1")).to_have_text("En attente d’envoi")
    # An address that names its language is in that one.
    page.goto("/en-gb/leagues/town/tables/")
    expect(page.locator("h1")).to_have_text("Without a connection")


def test_a_page_about_keys_or_messages_is_never_kept(captain: Page) -> None:
    for address in ("/leagues/town/messages/", "/account/tokens/", "/accounts/email/", "/leagues/town/me/"):
        captain.goto(address)
    captain.goto("/leagues/town/my/")
    assert all(
        re.search(r"^/leagues/town/(|my/|hand/|rules/|teams/.*|fixtures/\d+/(sheet|score)/)$", found)
        for found in cached_pages(captain)
    )
    offline(captain)
    captain.goto("/leagues/town/messages/")
    expect(captain.locator("h1")).to_have_text("Without a connection")


def test_signing_out_throws_away_what_was_kept(captain: Page, fixture: Fixture) -> None:
    assert cached_pages(captain)
    captain.goto(f"/leagues/town/fixtures/{fixture.pk}/sheet/")
    captain.locator("#m1-g1-loser").fill("77")
    captain.keyboard.press("Tab")
    expect(captain.locator("[data-draft-state]")).to_have_text("Saved")
    drafts = "Object.keys(localStorage).filter(key => key.startsWith('muggins:sheet-')).length"
    assert captain.evaluate(drafts) == 1
    captain.locator(".account summary").click()
    captain.get_by_role("button", name="Sign out").click()
    captain.get_by_role("link", name="Sign in").first.wait_for()
    # The server has the draft too.
    assert captain.evaluate(drafts) == 0
    assert not any("/my/" in found or "/sheet/" in found for found in cached_pages(captain))
    offline(captain)
    captain.goto("/leagues/town/my/")
    expect(captain.locator("h1")).to_have_text("Without a connection")


def test_another_who_signs_in_sees_nothing_of_it(captain: Page, town: Town, sign_in: SignIn, fixture: Fixture) -> None:
    other = sign_in("Castle")
    session = next(cookie for cookie in other.context.cookies() if cookie["name"] == "sessionid")
    root = captain.url.partition("/leagues")[0]
    captain.context.add_cookies([{"name": "sessionid", "value": session["value"], "url": root}])
    captain.goto("/leagues/town/messages/")
    own = {f"/leagues/town/fixtures/{fixture.pk}/sheet/", "/leagues/town/my/"}
    wait_until(captain, lambda: not own & set(cached_pages(captain)))
    offline(captain)
    captain.goto(f"/leagues/town/fixtures/{fixture.pk}/sheet/")
    expect(captain.locator("h1")).to_have_text("Without a connection")
    captain.goto("/leagues/town/my/")
    expect(captain.locator("h1")).to_have_text("Without a connection")


def test_a_slow_server_is_not_waited_for(captain: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three seconds without an answer the copy is shown; what comes later is there the next time."""
    address = "/leagues/town/teams/anchor/"
    Team.objects.filter(name="Anchor").update(name="Anchor Inn")
    answers, let = MarkForOffline.__call__, threading.Event()

    def slowly(middleware: MarkForOffline, request: HttpRequest) -> HttpResponseBase:
        if request.path == address:
            let.wait(4 * PATIENCE / 1000)
        return answers(middleware, request)

    monkeypatch.setattr(MarkForOffline, "__call__", slowly)
    began = time.monotonic()
    captain.goto(address)
    expect(captain.locator(".kept-line")).to_be_visible()
    assert time.monotonic() - began >= 3
    expect(captain.locator("h1")).to_have_text("Anchor")
    let.set()
    wait_until(captain, lambda: "Anchor Inn" in captain.evaluate(COPY, address))
    offline(captain)
    captain.goto(address)
    expect(captain.locator("h1")).to_contain_text("Anchor Inn")


def test_a_stranger_has_what_they_have_read(town: Town, new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/")
    wait_until_kept(page, "/leagues/town/", "/leagues/town/rules/", "/leagues/town/hand/")
    offline(page)
    page.goto("/leagues/town/")
    expect(page.locator(".kept-line")).to_be_visible()
    page.goto("/leagues/town/hand/?cards=AC")
    expect(page.locator("h1")).to_have_text("Check a hand")


def check_hand(page: Page, cards: str, starter: str, declared: str = "", claimed: str = "") -> None:
    page.get_by_label("Or type the hand").fill(cards)
    page.get_by_label("Starter", exact=True).fill(starter)
    page.get_by_label("Called").fill(declared)
    page.get_by_label("Claimed").fill(claimed)
    page.get_by_role("button", name="Count it").click()


def test_a_hand_is_counted_and_judged_without_a_connection(captain: Page) -> None:
    captain.goto("/leagues/town/hand/")
    check_hand(captain, "AC 7D 8H 3S", "7C", "6", "8")
    sentence = "The hand is worth 8 and was called 6, so the player pegs 6 and the challenger takes the 2 missed."
    expect(captain.locator(".verdict-reason")).to_have_text(sentence)
    expect(captain.get_by_text("Counted on this device")).to_have_count(0)
    captain.goto("/leagues/town/hand/")
    offline(captain)
    check_hand(captain, "AC 7D 8H 3S", "7C", "6", "8")
    expect(captain.get_by_text("Counted on this device: there is no connection.")).to_be_visible()
    expect(captain.locator(".verdict-reason")).to_have_text(sentence)
    expect(captain.locator(".verdict-points b")).to_have_text("8")
    expect(captain.locator(".combo")).to_have_count(4)
    expect(captain.locator(".verdict dd")).to_have_text(["6", "8", "6", "2"])
    assert faults_at(captain, 390, 1280) == []
    # The page as it was kept, and an address with a hand in it.
    captain.goto("/leagues/town/hand/?cards=5H+5C+5S+JD&starter=5D&declared=29")
    expect(captain.locator(".kept-line")).to_be_visible()
    expect(captain.locator(".verdict-points b")).to_have_text("29")
    expect(captain.locator(".verdict-reason")).to_have_text(
        "The hand is worth 29, as it was called, and the player pegs 29."
    )
    check_hand(captain, "5H 5C 5S JD", "5D", "30")
    expect(captain.locator(".problems")).to_contain_text("Points are a whole number from 0 to 29.")
    check_hand(captain, "5H 5C 5S", "5D")
    expect(captain.locator(".problems")).to_contain_text("Give 4 different cards")
    assert faults_at(captain, 390) == []
    check_hand(captain, "5H 5C 5S <b>", "5D")
    expect(captain.locator(".problems")).to_contain_text("Give 4 different cards")
    captain.get_by_label("Clear").or_(captain.get_by_role("link", name="Clear")).click()
    check_hand(captain, "4H 5H 6H 7H", "8S")
    expect(captain.locator(".counted-points")).to_have_text("13 points")


def test_a_connection_in_name_only_is_told_by_the_request_that_fails(
    town: Town, browser: Browser, live_server: LiveServer
) -> None:
    # A context of its own: that the request fails is an error in the browser's console, and meant.
    context = browser.new_context(base_url=live_server.url, service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/leagues/town/hand/")
    page.route("**/hand/?*", lambda route: route.abort("connectionreset"))
    check_hand(page, "AC 7D 8H 3S", "7C", "8")
    expect(page.get_by_text("Counted on this device")).to_be_visible()
    expect(page.locator(".verdict-points b")).to_have_text("8")
    context.close()
