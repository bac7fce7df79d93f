"""A result that is sent in a cellar: it waits on the telephone, goes in once, and is never lost."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Fixture, League, Result, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.ops.maintenance import begin_maintenance, end_maintenance
from league.services.results import submit
from league.web.ops.offline import MarkForOffline
from tests.e2e.conftest import PHONE, Telephone
from tests.e2e.looking import enter_password, faults_at
from tests.e2e.test_captain_evening import choose_players, draft_state, tap_game
from tests.e2e.test_offline import SignIn, cached_pages, wait_until, wait_until_kept, with_worker
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e


# The words of a name that stand in more lines than one.
BROKEN = """name => name.textContent.split(" ").filter((word, place, words) => {
    const range = document.createRange();
    const start = words.slice(0, place).join(" ").length + (place ? 1 : 0);
    range.setStart(name.firstChild, start);
    range.setEnd(name.firstChild, start + word.length);
    return range.getClientRects().length > 1;
})"""


ENTRY = """const entry = (id) => ({
    id, reader: "me", delivery: "/nowhere/", page: "/", fields: [], basis: "", seen: "",
    state: "waiting", at: new Date().toISOString()
});"""
# Whether the outbox was ever seen with another number of entries than one, while one took the place of another.
EVER_EMPTY = f"""async () => {{
    {ENTRY}
    await mugginsOutbox.lay(entry("0"));
    const seen = new Set();
    for (let number = 1; number <= 40; number += 1) {{
        let laying = true;
        const laid = mugginsOutbox.lay(entry(String(number))).then(() => {{ laying = false; }});
        while (laying) seen.add((await mugginsOutbox.all()).length);
        await laid;
    }}
    return [...seen];
}}"""
# What is there after an entry was replaced while it was on its way.
REPLACED_ON_ITS_WAY = f"""async (status) => {{
    {ENTRY}
    await mugginsOutbox.lay(entry("older"));
    self.fetch = async () => {{
        await mugginsOutbox.lay(entry("newer"));
        if (!status) throw new TypeError("no connection");
        return new Response("", {{ status }});
    }};
    await mugginsOutbox.deliver("older");
    return (await mugginsOutbox.all()).map((one) => one.id);
}}"""
# What is asked for after the second of two entries was deleted while the first was on its way.
DELETED_MEANWHILE = f"""async () => {{
    {ENTRY}
    for (const id of ["1", "2"]) await mugginsOutbox.lay({{ ...entry(id), delivery: `/${{id}}/`, at: id }});
    const asked = [];
    self.fetch = async (address) => {{
        asked.push(address);
        await mugginsOutbox.remove("2");
        throw new TypeError("no connection");
    }};
    await mugginsOutbox.deliver();
    return asked;
}}"""


def sheet_address(fixture: Fixture) -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/sheet/"


def take_along(context: BrowserContext, fixture: Fixture) -> Page:
    page = context.new_page()
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/my/")
    wait_until_kept(page, sheet_address(fixture))
    return page


def fill_in(page: Page, sheet: ResultSheet) -> None:
    choose_players(page, sheet)
    for match in sheet.matches:
        for number, game in enumerate(match.games, start=1):
            page.locator(f"label[for=m{match.number}-g{number}-{game.winner}]").click()
            page.locator(f"#m{match.number}-g{number}-loser").fill(str(min(game.home or 0, game.away or 0)))


def send_without_a_signal(context: BrowserContext, page: Page, fixture: Fixture, sheet: ResultSheet) -> None:
    """Fill in and send a sheet that was taken along, and find it in the outbox."""
    context.set_offline(True)
    page.goto(sheet_address(fixture))
    expect(page.locator(".kept-line")).to_be_visible()
    fill_in(page, sheet)
    page.get_by_role("button", name="Send result").click()
    expect(page.locator("h1")).to_have_text("Waiting to be sent")
    expect(page.get_by_role("heading", name="Anchor v Bell")).to_be_visible()
    expect(page.get_by_text("18–9 · Waiting for a connection")).to_be_visible()
    assert not Result.objects.exists()


def test_a_result_from_a_cellar_goes_in_once_when_the_telephone_is_taken_up_again(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    League.objects.update(name="Marlbury Cribbage League")
    sheet = result_sheet(town, "Anchor", "Bell")
    context = telephone(put_away=True)
    page = take_along(context, fixture)
    send_without_a_signal(context, page, fixture, sheet)
    expect(page.get_by_role("link", name="1 to send")).to_be_visible()
    assert faults_at(page, 390, 1280) == []
    page.set_viewport_size(PHONE)
    page.goto(sheet_address(fixture))
    expect(page.get_by_role("link", name="1 to send")).to_be_visible()
    assert page.locator(".brand-name").evaluate(BROKEN) == []
    context.close()

    context = telephone(put_away=True)
    page = context.new_page()
    page.goto("/leagues/town/")
    wait_until(page, Result.objects.exists)
    expect(page.get_by_role("link", name="1 to send")).to_have_count(0)
    assert [sheet_of(result) for result in Result.objects.all()] == [sheet]
    page.goto("/outbox/")
    expect(page.get_by_text("18–9 · Sent")).to_be_visible()
    expect(page.get_by_text("The other captain has been told")).to_be_visible()
    page.get_by_role("button", name="Remove from this list").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()


def test_a_result_whose_answer_was_lost_is_still_one(
    town: Town, fixture: Fixture, telephone: Telephone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    context = telephone()
    page = take_along(context, fixture)
    send_without_a_signal(context, page, fixture, sheet)
    answers, lost = MarkForOffline.__call__, []

    def loses(middleware: MarkForOffline, request: HttpRequest) -> HttpResponseBase:
        answer = answers(middleware, request)
        if request.path.endswith("/delivery/") and request.method == "POST":
            lost.append(answer.status_code)
            # Done, and said to nobody.
            answer.status_code = 504
        return answer

    monkeypatch.setattr(MarkForOffline, "__call__", loses)
    context.set_offline(False)
    page.goto("/outbox/")
    wait_until(page, lambda: bool(lost))
    assert lost[0] == 200
    expect(page.get_by_text("18–9 · Waiting for a connection")).to_be_visible()
    monkeypatch.undo()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("18–9 · Sent")).to_be_visible()
    assert Result.objects.count() == 1


def test_a_post_that_does_not_get_through_waits_in_the_outbox(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    """The telephone thinks that it is connected, and is not."""
    sheet = result_sheet(town, "Anchor", "Bell")
    context = telephone()
    page = take_along(context, fixture)
    page.goto(sheet_address(fixture))
    fill_in(page, sheet)
    page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    context.set_offline(True)
    page.get_by_role("button", name="Send result").click()
    expect(page.locator("h1")).to_have_text("Waiting to be sent")
    expect(page.get_by_text("18–9 · Waiting for a connection")).to_be_visible()
    context.set_offline(False)
    page.reload()
    wait_until(page, Result.objects.exists)
    assert [sheet_of(result) for result in Result.objects.all()] == [sheet]


def test_a_result_that_is_sent_during_maintenance_waits_in_the_outbox(
    town: Town, fixture: Fixture, telephone: Telephone, settings: Any, tmp_path: Path
) -> None:
    settings.MAINTENANCE_FILE = tmp_path / "maintenance.json"
    sheet = result_sheet(town, "Anchor", "Bell")
    context = telephone(put_away=True)
    page = take_along(context, fixture)
    page.goto(sheet_address(fixture))
    fill_in(page, sheet)
    begin_maintenance(until=None, reason="A larger disk.", closed=False, now=timezone.now())
    page.get_by_role("button", name="Send result").click()
    expect(page.locator("h1")).to_have_text("Waiting to be sent")
    expect(page.get_by_text("18–9 · Waiting for a connection")).to_be_visible()
    # It is tried, and refused again.
    page.goto("/leagues/town/")
    expect(page.get_by_role("link", name="1 to send")).to_be_visible()
    assert not Result.objects.exists()
    end_maintenance()
    page.goto("/leagues/town/")
    wait_until(page, Result.objects.exists)
    expect(page.get_by_role("link", name="1 to send")).to_have_count(0)
    assert [sheet_of(result) for result in Result.objects.all()] == [sheet]


def test_a_sheet_is_not_kept_before_all_that_brings_it_to_life(
    fixture: Fixture, telephone: Telephone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its script the form would be posted into the void, and what is in it with it."""
    answers, asked, let = StaticFilesHandler.get_response, threading.Event(), threading.Event()

    def late(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        if request.path.endswith("/js/sheet.js"):
            asked.set()
            let.wait(60)
        return answers(handler, request)

    monkeypatch.setattr(StaticFilesHandler, "get_response", late)
    context = telephone()
    page = context.new_page()
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/my/")
    # The worker has read the sheet itself by then.
    wait_until(page, asked.is_set)
    assert sheet_address(fixture) not in cached_pages(page)
    context.set_offline(True)
    page.goto(sheet_address(fixture))
    expect(page.locator("h1")).to_have_text("Without a connection")
    context.set_offline(False)
    let.set()
    page.goto("/leagues/town/my/")
    wait_until_kept(page, sheet_address(fixture))
    context.set_offline(True)
    page.goto(sheet_address(fixture))
    expect(page.locator("[data-left]")).to_have_text(re.compile("27 games left$"))
    tap_game(page, "m1-g1", GameScore(121, 98))
    expect(draft_state(page)).to_have_text("No connection: kept on this device")


def test_a_half_filled_sheet_that_does_not_get_through_comes_back_as_it_was(
    fixture: Fixture, telephone: Telephone
) -> None:
    """It cannot wait in the outbox; nor does its captain end on the browser's own page of an error."""
    context = telephone()
    page = take_along(context, fixture)
    page.goto(sheet_address(fixture))
    tap_game(page, "m1-g1", GameScore(121, 98))
    page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    context.set_offline(True)
    page.get_by_role("button", name="Send result").tap()
    expect(page.locator(".kept-line")).to_be_visible()
    expect(draft_state(page)).to_have_text("Restored from this device")
    expect(page.locator("#m1-g1-home")).to_be_checked()
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    assert not Result.objects.exists()


def test_a_sheet_that_is_sent_with_a_connection_leaves_nothing_behind(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    context = telephone()
    page = take_along(context, fixture)
    page.goto(sheet_address(fixture))
    fill_in(page, sheet)
    page.get_by_role("button", name="Send result").click()
    expect(page.get_by_text("Sent: 18–9. The other captain has been told")).to_be_visible()
    page.goto("/outbox/")
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    assert Result.objects.count() == 1


def test_a_result_that_came_meanwhile_is_shown_beside_ones_own(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    context = telephone()
    page = take_along(context, fixture)
    send_without_a_signal(context, page, fixture, result_sheet(town, "Anchor", "Bell"))
    theirs = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    submit.submit(fixture, theirs, by=town.captains["Bell"], now=timezone.now())
    context.set_offline(False)
    page.goto("/outbox/")
    expect(page.get_by_text("18–9 · Needs your answer")).to_be_visible()
    row = page.locator(".outbox-differences tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Match 1, game 1")
    expect(row).to_contain_text("88–121")
    assert faults_at(page, 390, 1280) == []
    assert Result.objects.count() == 1
    # By the keyboard: it is deleted by its writer alone, who is asked first.
    page.get_by_role("button", name="Delete").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete for good?").press("Escape")
    expect(page.get_by_text("18–9 · Needs your answer")).to_be_visible()
    page.get_by_role("button", name="Send mine anyway").press("Enter")
    expect(page.get_by_text("18–9 · Sent")).to_be_visible()
    assert sorted(result.version for result in Result.objects.all()) == [1, 2]
    assert SheetDraft.objects.filter(user=town.captains["Anchor"]).count() <= 1


def test_a_session_that_has_ended_keeps_it_until_its_writer_signs_in(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    context = telephone()
    page = take_along(context, fixture)
    send_without_a_signal(context, page, fixture, result_sheet(town, "Anchor", "Bell"))
    context.clear_cookies(name="sessionid")
    context.set_offline(False)
    page.goto("/outbox/")
    expect(page.get_by_text("Sign in to send it")).to_be_visible()
    # Nobody is signed in: what is in it is nobody's to read or to delete.
    expect(page.get_by_text("18–9")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    wait_until(page, lambda: not any("/my/" in found for found in cached_pages(page)))

    def sign_in(email: str) -> None:
        page.goto("/accounts/login/?next=/outbox/")
        enter_password(page, email)
        page.wait_for_url("**/outbox/")

    sign_in("bell@town.example")
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    expect(page.get_by_text("Anchor v Bell")).to_have_count(0)
    assert not Result.objects.exists()
    context.clear_cookies(name="sessionid")
    sign_in("anchor@town.example")
    expect(page.get_by_text(re.compile("18–9 · (Sent|Sending)"))).to_be_visible()
    wait_until(page, Result.objects.exists)
    assert Result.objects.get().submitted_by == town.captains["Anchor"]


def test_a_deleted_entry_is_gone(town: Town, fixture: Fixture, telephone: Telephone) -> None:
    context = telephone()
    page = take_along(context, fixture)
    send_without_a_signal(context, page, fixture, result_sheet(town, "Anchor", "Bell"))
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good?").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    context.set_offline(False)
    page.goto("/leagues/town/my/")
    # Whatever was waiting would have gone by the end of this.
    page.evaluate("mugginsOutbox.deliver()")
    assert not Result.objects.exists()


def test_an_entry_takes_the_place_of_another_at_one_stroke(fixture: Fixture, sign_in: SignIn) -> None:
    """A telephone that goes out between the two would have had neither."""
    page = sign_in("Anchor")
    page.goto(sheet_address(fixture))
    assert page.evaluate(EVER_EMPTY) == [1]


@pytest.mark.parametrize("status", [0, 401, 403], ids=["no connection", "signed out", "refused"])
def test_what_was_replaced_on_its_way_does_not_come_back(fixture: Fixture, sign_in: SignIn, status: int) -> None:
    page = sign_in("Anchor")
    page.goto(sheet_address(fixture))
    assert page.evaluate(REPLACED_ON_ITS_WAY, status) == ["newer"]


def test_what_was_deleted_while_another_was_on_its_way_is_not_sent(fixture: Fixture, sign_in: SignIn) -> None:
    page = sign_in("Anchor")
    page.goto(sheet_address(fixture))
    # The page tries by itself too, when it has loaded.
    assert set(page.evaluate(DELETED_MEANWHILE)) == {"/1/"}


def test_a_score_alone_from_a_cellar_goes_in_once(town: Town, fixture: Fixture, telephone: Telephone) -> None:
    context = telephone()
    page = context.new_page()
    page.goto("/leagues/town/")
    with_worker(page).goto("/leagues/town/my/")
    score = f"/leagues/town/fixtures/{fixture.pk}/score/"
    wait_until_kept(page, score)
    context.set_offline(True)
    page.goto(score)
    expect(page.locator(".kept-line")).to_be_visible()
    page.get_by_label("Anchor", exact=True).fill("16")
    page.get_by_label("Bell", exact=True).fill("11")
    page.get_by_role("button", name="Send score").click()
    expect(page.locator("h1")).to_have_text("Waiting to be sent")
    expect(page.get_by_text("16–11 · Waiting for a connection")).to_be_visible()
    assert not Result.objects.exists()
    page.goto(score)
    expect(page.get_by_text("A result of this fixture is waiting on this device to be sent.")).to_be_visible()
    context.set_offline(False)
    page.goto("/outbox/")
    wait_until(page, Result.objects.exists)
    expect(page.get_by_text("16–11 · Sent")).to_be_visible()
    result = Result.objects.get()
    assert (result.home_games, result.away_games, result.score_only) == (16, 11, True)


def test_a_score_that_is_sent_with_a_connection_leaves_nothing_behind(
    town: Town, fixture: Fixture, telephone: Telephone
) -> None:
    context = telephone()
    page = context.new_page()
    page.goto("/leagues/town/")
    with_worker(page).goto(f"/leagues/town/fixtures/{fixture.pk}/score/")
    page.get_by_label("Anchor", exact=True).fill("16")
    page.get_by_label("Bell", exact=True).fill("11")
    page.get_by_role("button", name="Send score").click()
    page.wait_for_url("**/thank-you/")
    page.goto("/outbox/")
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    assert Result.objects.count() == 1
