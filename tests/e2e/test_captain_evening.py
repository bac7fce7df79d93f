"""A captain's evening in a pub with a phone and a bad connection."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from league.models import Dispute, Fixture, Player, Result, SheetDraft, Team
from league.queries.results.sheets import sheet_of
from league.rules.sheets import SIDES, GameScore, ResultSheet
from league.services.results import confirm, submit
from tests.e2e.conftest import PHONE
from tests.e2e.looking import enter_password, faults_at
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
NewPage = Callable[..., Page]


def address(fixture: Fixture, name: str = "") -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/{name}/" if name else f"/leagues/town/fixtures/{fixture.pk}/"


def open_match(page: Page, match: str) -> None:
    """Open a match's row, which shows its games, where it is not open yet."""
    row = page.locator(f"#{match}")
    row.wait_for()
    if row.get_attribute("open") is None:
        row.locator("> summary").click()


def tap_game(page: Page, field: str, game: GameScore) -> None:
    """Tap the winner; the loser's score is then typed where the page puts the cursor."""
    open_match(page, field.split("-")[0])
    label = page.locator(f"label[for={field}-{game.winner}]")
    label.wait_for()
    # Its script has run by then.
    page.wait_for_load_state()
    label.tap()
    expect(page.locator(f"#{field}-loser")).to_be_focused()
    page.keyboard.type(str(min(game.home or 0, game.away or 0)))


def choose_players(page: Page, sheet: ResultSheet) -> None:
    for match in sheet.matches:
        for side in SIDES:
            for seat, player in enumerate(match.players(side), start=1):
                page.locator(f"#m{match.number}-{side}-{seat}").select_option(str(player))


def draft_state(page: Page) -> Locator:
    return page.locator("[data-draft-state]")


def expect_total(page: Page, home: int, away: int) -> None:
    for side, games in zip(SIDES, (home, away), strict=True):
        expect(page.locator(f"[data-total={side}]")).to_have_text(str(games))


def row_of(page: Page, team: str) -> str:
    """A team's row of the table, its words in one line."""
    row = page.locator("table tr").filter(has=page.get_by_role("link", name=team, exact=True)).first
    return " ".join(row.inner_text().split())


def test_an_evening_from_the_first_tap_to_the_table(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    page = sign_in("Anchor")
    page.goto("/leagues/town/")
    page.get_by_role("link", name="My fixtures").click()
    page.get_by_role("link", name=re.compile("Enter the result ?: Anchor v Bell")).click()
    page.get_by_role("link", name="Enter the whole card").click()
    choose_players(page, sheet)
    expected = {"home": 0, "away": 0}
    for match in sheet.matches:
        for number, game in enumerate(match.games, start=1):
            tap_game(page, f"m{match.number}-g{number}", game)
            expected[str(game.winner)] += 1
        expect_total(page, expected["home"], expected["away"])
        expect(page.locator(f"#m{match.number} [data-unit-score]")).to_have_text("2–1")
    expect(page.locator("[data-left]")).to_have_text("all games in")
    expect_total(page, 18, 9)
    page.get_by_role("button", name="Send result").tap()
    expect(page.get_by_text("Sent: 18–9. The other captain has been told")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{address(fixture, 'thank-you')}$"))
    assert sheet_of(Result.objects.get()) == sheet
    # The phone shows the page as wide as itself, not zoomed out to whatever is wider.
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]") == [390, 390, 1]
    page.goto(address(fixture))
    # On a wide screen a match is one line, and each score stands in one.
    page.set_viewport_size({"width": 1280, "height": 900})
    heights = page.locator(".sheet-score").evaluate_all("scores => scores.map(score => score.clientHeight)")
    assert len(heights) == 54
    assert max(heights) <= 32

    other = sign_in("Bell")
    other.goto("/leagues/town/")
    other.get_by_role("link", name="My fixtures").click()
    other.get_by_role("link", name=re.compile("Confirm or dispute ?: Anchor v Bell")).click()
    other.get_by_role("button", name="Confirm 18–9").tap()
    expect(other.get_by_text("Confirmed: 18–9. It counts now.")).to_be_visible()
    other.goto("/leagues/town/tables/2026-27/division-1/")
    assert [int(n) for n in re.findall(r"-?\d+", row_of(other, "Anchor"))][:2] == [1, 1]
    assert row_of(other, "Anchor").split()[-1] == "18" or " 18 " in row_of(other, "Anchor")
    assert row_of(other, "Bell").split()[-1] == "9" or " 9 " in row_of(other, "Bell")


def test_what_is_filled_in_survives_a_dropped_connection(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(fixture, "sheet"))
    tap_game(page, "m1-g1", GameScore(121, 98))
    expect(draft_state(page)).to_have_text("Saved")
    page.context.set_offline(True)
    expect(draft_state(page)).to_have_text("No connection: kept on this device")
    tap_game(page, "m1-g2", GameScore(77, 121))
    page.locator("#m1-home-1").select_option(label="Anchor 4")
    expect(draft_state(page)).to_have_text("No connection: kept on this device")
    page.get_by_role("button", name="Send result").tap()
    expect(draft_state(page)).to_contain_text("Send it when you are back on line")
    expect(page.locator("#m1-g2-loser")).to_have_value("77")
    assert "m1-g2-loser" not in SheetDraft.objects.get().sheet

    # The phone is put away before the signal is back. A page that is closed hears, as it goes, that it may send again.
    context = page.context
    page.evaluate("() => { self.fetch = () => new Promise(() => null) }")
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(address(fixture, "sheet"))
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    expect(page.locator("#m1-g2-loser")).to_have_value("77")
    expect(page.locator("#m1-g2-away")).to_be_checked()
    expect(page.locator("#m1-home-1 option:checked")).to_have_text("Anchor 4")
    expect_total(page, 1, 1)
    expect(draft_state(page)).to_have_text("Saved")
    page.reload()
    expect(page.locator("#m1-g2-loser")).to_have_value("77")
    assert SheetDraft.objects.get().sheet["m1-g2-loser"] == "77"


def test_a_sheet_whose_sending_failed_is_still_there(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(fixture, "sheet"))

    def lost(route: Route) -> None:
        if route.request.method == "POST":
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/fixtures/**", lost)
    tap_game(page, "m1-g1", GameScore(121, 98))
    expect(draft_state(page)).to_have_text("No connection: kept on this device")
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        page.get_by_role("button", name="Send result").tap()
    # The browser's own page of the error comes after it; another that is asked for before would be broken off by it.
    page.wait_for_url("chrome-error://**")
    page.unroute("**/fixtures/**")
    page.goto(address(fixture, "sheet"))
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    expect(page.locator("#m1-g1-home")).to_be_checked()


def test_a_session_that_ends_meanwhile_loses_nothing(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(fixture, "sheet"))
    page.context.clear_cookies(name="sessionid")
    tap_game(page, "m1-g1", GameScore(121, 98))
    expect(draft_state(page)).to_contain_text("Signed out: kept on this device.")
    draft_state(page).get_by_role("link", name="Sign in again").tap()
    enter_password(page, "anchor@town.example")
    page.wait_for_url(f"**{address(fixture, 'sheet')}")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    expect(page.locator("#m1-g1-home")).to_be_checked()
    expect(draft_state(page)).to_have_text("Saved")


def test_the_reason_of_a_dispute_is_kept_too(town: Town, sign_in: SignIn) -> None:
    fixture = sent_by_the_other_side(town)
    page = sign_in("Anchor")
    page.goto(address(fixture, "dispute"))
    page.get_by_label("What is wrong").fill("We won game 1.")
    open_match(page, "m1")
    page.locator("#m1-g1-loser").fill("62")
    expect(draft_state(page)).to_have_text("Saved")
    page.reload()
    expect(page.get_by_label("What is wrong")).to_have_value("We won game 1.")
    expect(page.locator("#m1-g1-loser")).to_have_value("62")
    page.get_by_label("No, only the reason").check()
    expect(page.locator("#m1-g1-loser")).to_be_hidden()
    page.get_by_role("button", name="Send the dispute").tap()
    expect(page.get_by_text("Disputed. The other captain and the secretary have been told")).to_be_visible()
    opened = Dispute.objects.get()
    assert (opened.reason, opened.counter_result) == ("We won game 1.", None)


def test_a_draft_is_there_on_the_captains_other_device(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    phone = sign_in("Anchor")
    phone.goto(address(fixture, "sheet"))
    phone.locator("#m6-away-1").select_option(label="Bell 7")
    tap_game(phone, "m6-g3", GameScore(121, 119))
    expect(draft_state(phone)).to_have_text("Saved")
    desk = sign_in("Anchor", viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    desk.goto(address(fixture, "sheet"))
    expect(desk.locator("#m6-away-1 option:checked")).to_have_text("Bell 7")
    expect(desk.locator("#m6-g3-home")).to_be_checked()
    expect(desk.locator("#m6-g3-loser")).to_have_value("119")
    expect_total(desk, 1, 0)
    # A player who is chosen for a second place leaves the first one.
    desk.locator("#m7-away-1").select_option(label="Bell 7")
    expect(desk.locator("#m6-away-1")).to_have_value("")
    expect(desk.get_by_text("Bell 7 moved here; the other place is empty now.")).to_be_visible()


def test_a_game_is_entered_with_the_keyboard_alone(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor", is_mobile=False, has_touch=False)
    page.goto(address(fixture, "sheet"))

    def choose(player: str) -> None:
        """Type a name in the list that has the focus; a browser begins anew with a letter that comes a second late."""
        for _ in range(5):
            page.keyboard.type(player)
            if page.evaluate("document.activeElement.selectedOptions[0].textContent.trim()") == player:
                return
            page.wait_for_timeout(1100)

    presses = 0
    while page.evaluate("document.activeElement.id") != "m1-home-1":
        page.keyboard.press("Tab")
        presses += 1
        assert presses < 40, "the first list of players is out of reach"
    choose("Anchor 3")
    page.keyboard.press("Tab")
    choose("Anchor 5")
    while page.evaluate("document.activeElement.id") != "m1-g1-home":
        page.keyboard.press("Tab")
        presses += 1
        assert presses < 90, "the first game is out of reach"
    expect(page.locator("#m1-g1-home")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#m1-g1-loser")).to_be_focused()
    page.keyboard.type("104")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#m1-g2-loser")).to_be_focused()
    page.keyboard.type("97")
    expect(page.locator("#m1-home-1 option:checked")).to_have_text("Anchor 3")
    expect(page.locator("#m1-home-2 option:checked")).to_have_text("Anchor 5")
    expect(page.locator("#m1-g1-away")).to_be_checked()
    expect(page.locator("#m1-g2-home")).to_be_checked()
    expect_total(page, 1, 1)


def test_a_wrong_sheet_leads_to_the_place(town: Town, fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(address(fixture, "sheet"))
    choose_players(page, result_sheet(town, "Anchor", "Bell"))
    tap_game(page, "m5-g2", GameScore(121, 98))
    page.locator("#m5-g2-loser").fill("9o")
    page.get_by_role("button", name="Send result").tap()
    expect(page.locator(".problems")).to_be_focused()
    expect(page.locator(".problems li")).to_have_count(27)
    page.get_by_text("23 more").tap()
    page.get_by_role("link", name="Match 5, game 2: “9o” is not a number").tap()
    expect(page.locator("#m5-g2-loser")).to_be_focused()
    expect(page.locator("#m5-g2")).to_be_in_viewport()
    expect(page.locator("#m5-g2-loser")).to_have_value("9o")
    expect(page.locator("#m5-g2-error")).to_contain_text("write digits, like 98")


def disputed(town: Town) -> Fixture:
    """A second fixture of Anchor's, whose sheet the other side disputes with one of its own."""
    found = town.fixture("Anchor", "Castle")
    now = timezone.now()
    submit.submit(found, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    theirs = result_sheet(town, "Anchor", "Castle", first=GameScore(88, 121))
    confirm.dispute(found, 1, reason="We won the first.", sheet=theirs, by=town.captains["Castle"], now=now)
    return found


def sent_by_the_other_side(town: Town) -> Fixture:
    """A fixture of Anchor's whose sheet waits for Anchor."""
    found = town.fixture("Duke of York", "Anchor")
    sheet = result_sheet(town, "Duke of York", "Anchor")
    submit.submit(found, sheet, by=town.captains["Duke of York"], now=timezone.now())
    return found


def pages(town: Town, fixture: Fixture) -> dict[str, str]:
    """Every page of the evening by name, as Anchor's captain can open it."""
    waiting, in_dispute = sent_by_the_other_side(town), disputed(town)
    begun = {"m1-g1-winner": "away", "m1-g1-loser": "60"}
    SheetDraft.objects.create(fixture=waiting, user=town.captains["Anchor"], sheet=begun, updated_at=timezone.now())
    return {
        "my-fixtures": "/leagues/town/my/",
        "sheet": address(fixture, "sheet"),
        "confirm": address(waiting, "confirm"),
        "dispute": address(waiting, "dispute"),
        "accept": address(in_dispute, "accept"),
        "fixture": address(in_dispute),
        "division": "/leagues/town/tables/2026-27/division-1/",
    }


def test_axe_finds_nothing(town: Town, fixture: Fixture, new_page: NewPage, sign_in: SignIn) -> None:
    found: dict[str, object] = {}

    def look(page: Page, name: str) -> None:
        if wrong := faults_at(page, PHONE["width"]):
            found[name] = wrong

    visitor = new_page()
    visitor.goto("/accounts/login/")
    look(visitor, "sign-in")
    page = sign_in("Anchor")
    for name, url in pages(town, fixture).items():
        page.goto(url)
        look(page, name)
    page.goto(address(fixture, "sheet"))
    tap_game(page, "m1-g1", GameScore(121, 98))
    page.get_by_role("button", name="Send result").tap()
    expect(page.locator(".problems")).to_be_focused()
    look(page, "wrong sheet")
    assert found == {}


def test_no_page_scrolls_sideways(town: Town, fixture: Fixture, new_page: NewPage, sign_in: SignIn) -> None:
    Team.objects.filter(name="Bell").update(name="Prince of Wales and Lighthouse Arms B")
    Player.objects.filter(name="Bell 2").update(name="Bartholomew Featherstonehaugh-Cholmondeley")
    narrow = {"viewport": {"width": 360, "height": 740}}
    visitor = new_page(**narrow)
    visitor.goto("/accounts/login/")
    page = sign_in("Anchor", **narrow)
    too_wide = {}
    for name, url in {"sign-in": "", **pages(town, fixture)}.items():
        shown = page if url else visitor
        if url:
            page.goto(url)
        width = shown.evaluate("document.documentElement.scrollWidth")
        if width > 360:
            too_wide[name] = width
    assert too_wide == {}
