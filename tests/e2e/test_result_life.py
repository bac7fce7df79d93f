"""Two captains, two phones, one result: agreed, disputed, confirmed by mail and across the table, corrected."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import ResultState, Settlement
from league.models import Fixture, Player, Result, SheetDraft, Team
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import confirm, correct, handover, submit
from tests.e2e.looking import enter_password, faults_at, open_more
from tests.e2e.test_captain_evening import address, draft_state, tap_game
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
NewPage = Callable[..., Page]
FILL = """fields => {
  for (const [name, value] of Object.entries(fields)) {
    const input = document.querySelector("form.sheet").elements[name];
    input.value = value;
    (input.dispatchEvent ? input : input[0]).dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


@pytest.fixture(autouse=True)
def _no_tries_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def submitted(town: Town, fixture: Fixture) -> Result:
    """Anchor's sheet, 18–9, waits for Bell."""
    sheet = result_sheet(town, "Anchor", "Bell")
    return submit.submit(fixture, sheet, by=town.captains["Anchor"], now=timezone.now())


def other_sheet(town: Town) -> ResultSheet:
    return result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))


def fill(page: Page, fixture: Fixture, sheet: ResultSheet) -> None:
    """All of a sheet at once; that it can be typed and tapped is another test's affair."""
    page.evaluate(FILL, fields_of(sheet, terms(fixture.division)))
    expect(page.locator("[data-left]")).to_have_text("all games in")


def test_two_captains_who_send_the_same_sheet_agree(
    town: Town, fixture: Fixture, submitted: Result, sign_in: SignIn
) -> None:
    page = sign_in("Bell")
    page.goto(address(fixture, "sheet"))
    expect(page.get_by_role("heading", name="They have sent their sheet")).to_be_visible()
    page.get_by_role("link", name="Fill in your own sheet").tap()
    expect(page.get_by_role("heading", name="Your own sheet")).to_be_visible()
    fill(page, fixture, result_sheet(town, "Anchor", "Bell"))
    page.get_by_role("button", name="Send result").tap()
    expect(page.get_by_text("Both sheets are the same: 18–9. It counts now.")).to_be_visible()
    assert Result.objects.get().settlement == Settlement.AGREED


def test_two_captains_who_differ_see_where_and_one_of_them_gives_way(
    town: Town, fixture: Fixture, submitted: Result, sign_in: SignIn
) -> None:
    bell = sign_in("Bell")
    bell.goto(address(fixture, "sheet") + "?own=yes")
    fill(bell, fixture, other_sheet(town))
    bell.get_by_role("button", name="Send result").tap()
    expect(bell.get_by_text("Your sheet is kept, and it differs from theirs.")).to_be_visible()
    expect(bell.get_by_role("row", name="Match 1, game 1 88–121 121–61")).to_be_visible()

    anchor = sign_in("Anchor")
    anchor.goto(address(fixture))
    anchor.get_by_role("link", name="See the other sheet").tap()
    expect(anchor.get_by_role("row", name="Match 1, game 1 121–61 88–121")).to_be_visible()
    bell.get_by_role("button", name="They are right: accept 18–9").tap()
    expect(bell.get_by_text("Accepted: 18–9. It counts now.")).to_be_visible()
    # The other one is too late, and told so.
    anchor.get_by_role("button", name="They are right: accept 17–10").tap()
    expect(anchor.get_by_role("heading", name="Things have moved on")).to_be_visible()
    assert Result.objects.get(live=True).version == 1


def test_a_link_in_a_mail_confirms_without_signing_in(
    town: Town, fixture: Fixture, submitted: Result, new_page: NewPage
) -> None:
    link = f"/leagues/town/confirm/{handover.token_for(submitted, town.captains['Bell'])}/"
    page = new_page()
    page.goto(link)
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.get_by_role("button", name="Confirm 18–9").tap()
    expect(page.get_by_text("You have confirmed it: 18–9 counts. The link is used up.")).to_be_visible()
    page.go_back()
    page.reload()
    expect(page.get_by_role("button", name="Confirm 18–9")).to_have_count(0)


def test_something_is_wrong_leads_from_the_mail_to_the_dispute(
    town: Town, fixture: Fixture, submitted: Result, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"/leagues/town/confirm/{handover.token_for(submitted, town.captains['Bell'])}/")
    page.get_by_role("link", name="Dispute").tap()
    enter_password(page, "bell@town.example")
    expect(page.get_by_role("heading", name="What is wrong with it?")).to_be_visible()


def test_the_other_captain_confirms_across_the_table(
    town: Town, fixture: Fixture, submitted: Result, sign_in: SignIn
) -> None:
    phone = sign_in("Anchor")
    phone.goto(address(fixture))
    phone.get_by_role("link", name="Confirm on this phone").tap()
    phone.get_by_label("Your password, or a code").fill("00000000")
    phone.get_by_role("button", name="Confirm 18–9").tap()
    expect(phone.locator(".problems")).to_be_focused()
    expect(phone.locator("#secret-error")).to_contain_text("neither Bell 1’s password nor the code")
    phone.get_by_label("Your password, or a code").fill(handover.code_for(submitted, town.captains["Bell"]))
    phone.get_by_role("button", name="Confirm 18–9").tap()
    expect(phone.get_by_text("Confirmed: 18–9. It counts now.")).to_be_visible()
    assert Result.objects.get().settled_by == town.captains["Bell"]
    # It is still its owner's phone.
    phone.get_by_role("link", name="My fixtures").click()
    expect(phone.get_by_role("heading", name="My fixtures")).to_be_visible()


def test_a_correction_from_one_phone_to_the_other(
    town: Town, fixture: Fixture, submitted: Result, sign_in: SignIn
) -> None:
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=timezone.now())
    bell, anchor = sign_in("Bell"), sign_in("Anchor")
    bell.goto(address(fixture))
    open_more(bell)
    bell.get_by_role("link", name="Correct the result").tap()
    bell.get_by_label("Why it has to be corrected").fill("We won the first game.")
    bell.locator("#m1 > summary").tap()
    bell.locator("label[for=m1-g1-away]").tap()
    bell.locator("#m1-g1-loser").fill("88")
    bell.get_by_role("button", name="Propose the correction").tap()
    expect(bell.get_by_text("Proposed: 17–10.")).to_be_visible()

    anchor.goto(address(fixture))
    anchor.get_by_role("link", name="Answer the correction").tap()
    expect(anchor.get_by_role("row", name="Match 1, game 1 121–61 88–121")).to_be_visible()
    anchor.get_by_role("button", name="Accept 17–10").tap()
    expect(anchor.get_by_text("Accepted: 17–10 counts now.")).to_be_visible()
    open_more(anchor)
    anchor.get_by_role("link", name="All 2 versions of the sheet").tap()
    expect(anchor.get_by_text("This is the current one.")).to_have_count(1)
    assert Result.objects.get(live=True).version == 2


def test_a_page_that_slept_on_another_device_asks_before_it_writes_over_what_is_newer(
    town: Town, fixture: Fixture, sign_in: SignIn
) -> None:
    phone, desk = sign_in("Anchor"), sign_in("Anchor")
    for page in (phone, desk):
        page.goto(address(fixture, "sheet"))
    tap_game(phone, "m1-g1", GameScore(121, 98))
    expect(draft_state(phone)).to_have_text("Saved")
    tap_game(desk, "m1-g1", GameScore(77, 121))
    expect(draft_state(desk)).to_contain_text("You have filled in more on another device.")
    assert SheetDraft.objects.get().sheet["m1-g1-loser"] == "98"
    expect(desk.locator("#m1-g1-loser")).to_have_value("77")
    desk.get_by_role("button", name="Keep this").tap()
    expect(draft_state(desk)).to_have_text("Saved")
    assert SheetDraft.objects.get().sheet["m1-g1-loser"] == "77"
    # Now the phone is the older one; it takes over what is newer.
    tap_game(phone, "m1-g2", GameScore(121, 5))
    phone.get_by_role("button", name="Show that").tap()
    expect(phone.locator("#m1-g1-loser")).to_have_value("77")
    expect(phone.locator("#m1-g2-loser")).to_have_value("")


def pages(town: Town, fixture: Fixture) -> dict[str, tuple[str, str]]:
    """Return each page by name, with its user and address."""
    now = timezone.now()
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    waiting, corrected = town.fixture("Anchor", "Castle"), fixture
    disputed = town.fixture("Duke of York", "Anchor")
    live = submit.submit(waiting, result_sheet(town, "Anchor", "Castle"), by=anchor, now=now)
    theirs = result_sheet(town, "Duke of York", "Anchor")
    submit.submit(disputed, theirs, by=town.captains["Duke of York"], now=now)
    mine = result_sheet(town, "Duke of York", "Anchor", first=GameScore(88, 121))
    submit.submit(disputed, mine, by=anchor, now=now)
    submit.submit(corrected, result_sheet(town, "Anchor", "Bell"), by=anchor, now=now)
    confirm.confirm(corrected, 1, by=bell, now=now)
    proposed = correct.propose(corrected, 1, other_sheet(town), reason="Swapped.", by=bell, now=now)
    assert proposed.state == ResultState.PROPOSED
    link = handover.token_for(live, town.captains["Castle"])
    return {
        "choice": ("Castle", address(waiting, "sheet")),
        "own": ("Castle", address(waiting, "sheet") + "?own=yes"),
        "here": ("Anchor", address(waiting, "confirm-here")),
        "link": ("Anchor", f"/leagues/town/confirm/{link}/"),
        "no-link": ("Anchor", "/leagues/town/confirm/x/"),
        "fixture": ("Anchor", address(corrected)),
        "correction": ("Anchor", address(corrected, "correction")),
        "accept": ("Anchor", address(disputed, "accept")),
        "versions": ("Anchor", address(corrected, "versions")),
        "version": ("Anchor", f"{address(corrected, 'versions')}2/"),
        "correct": ("Secretary", address(corrected, "correct")),
        "settings": ("Secretary", "/leagues/town/secretary/settings/league/"),
    }


def test_axe_finds_nothing_and_no_page_scrolls_sideways(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    Team.objects.filter(name="Castle").update(name="Prince of Wales and Lighthouse Arms B")
    Player.objects.filter(name="Bell 2").update(name="Bartholomew Featherstonehaugh-Cholmondeley")
    found: dict[str, object] = {}
    visitors = {team: sign_in(team) for team in ("Anchor", "Castle", "Secretary")}
    for name, (team, url) in pages(town, fixture).items():
        page = visitors[team]
        page.goto(url)
        if wrong := faults_at(page, 360):
            found[name] = wrong
    assert found == {}
