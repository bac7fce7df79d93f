"""An evening on three phones: games tick in, somebody takes over, an entry waits, and it becomes the sheet."""

import datetime as dt
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, LiveScore, Result
from league.services import live as scoring
from league.web.ops.offline import MarkForOffline
from tests import stage
from tests.e2e.conftest import NewPage, Telephone
from tests.e2e.looking import faults_at
from tests.e2e.test_captain_evening import open_match
from tests.e2e.test_offline import wait_until_kept, with_worker
from tests.factories import Town

pytestmark = pytest.mark.e2e
# The stream's own time is held by the bench; a busy machine may take longer to load its pages.
SOON = 25_000
# To wait for a function that promises something is not to wait at all.
IN_THE_OUTBOX = """
async ([name, value]) => {
  const has = (one) => one.fields.some(([field, said]) => field === name && said === value);
  while (!(await mugginsOutbox.all()).some(has)) await new Promise((done) => setTimeout(done, 20));
}
"""
ALL_SENT = "mugginsOutbox.all().then((all) => all.every((one) => one.state === 'sent'))"


@pytest.fixture
def streaming(town: Town, tmp_path: Path, settings: Any) -> Iterator[int]:
    """The process that streams, for real, on a port of its own; the pages know it."""
    with stage.stage(tmp_path) as house:
        _, port = stage.streams(house)
        directives = dict(settings.CONTENT_SECURITY_POLICY["DIRECTIVES"])
        directives["connect-src"] = [*directives["connect-src"], f"http://localhost:{port}", f"http://127.0.0.1:{port}"]
        settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": directives}
        settings.LIVE_PORT = port
        yield port


def address(fixture: Fixture, page: str = "") -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/{page}"


def begin(page: Page, fixture: Fixture) -> None:
    page.goto(address(fixture, "live/"))
    page.get_by_role("button", name="Start scoring").click()
    expect(page.get_by_text("You are scoring.")).to_be_visible()


def tap(page: Page, match: int, game: int, winner: str, loser: str) -> None:
    """Enter a game as on the sheet: the winner, then the loser's score."""
    open_match(page, f"m{match}")
    page.locator(f"label[for=m{match}-g{game}-{winner}]").click()
    field = page.locator(f"#m{match}-g{game}-loser")
    field.fill(loser)
    field.press("Tab")


def saved(games: int) -> Callable[[], bool]:
    return lambda: bool(sum(LiveScore.objects.values_list("home_games", "away_games").get()) == games)


def test_games_tick_in_on_other_phones_and_in_the_table(
    town: Town, fixture: Fixture, streaming: int, sign_in: Callable[..., Page], new_page: NewPage
) -> None:
    writer, reader, table = sign_in("Anchor"), new_page(), new_page(viewport={"width": 1280, "height": 900})
    begin(writer, fixture)
    reader.goto(address(fixture))
    expect(reader.get_by_text("No game is in yet.")).to_be_visible()
    tap(writer, 1, 1, "home", "98")
    expect(writer.locator("[data-draft-state]")).to_have_text("Saved")
    expect(reader.locator(".live-game")).to_have_text("121–98", timeout=SOON)
    # What comes next is read out.
    tap(writer, 1, 2, "away", "77")
    expect(reader.locator("[data-said]")).to_have_text("Match 1, game 2: Bell 121–77. Games 1–1.", timeout=SOON)
    table.goto("/leagues/town/tables/2026-27/division-1/")
    stands = table.locator("section.live")
    expect(stands.get_by_role("heading", name="As it stands")).to_be_visible()
    tap(writer, 1, 3, "away", "60")
    expect(stands.get_by_role("link", name="Anchor 1–2 Bell")).to_be_visible(timeout=SOON)
    expect(stands.locator("tbody tr").first).to_contain_text("Bell")
    # A score that is taken back goes from there too.
    writer.locator("#m1-g3-loser").fill("")
    writer.locator("#m1-g3-loser").press("Tab")
    assert saved(3)()
    assert faults_at(reader, 390) == []
    assert faults_at(table, 1280) == []
    assert faults_at(writer, 390) == []


def test_the_other_captain_takes_over_and_the_former_page_says_so(
    town: Town, fixture: Fixture, streaming: int, sign_in: Callable[..., Page]
) -> None:
    anchor, bell = sign_in("Anchor"), sign_in("Bell")
    begin(anchor, fixture)
    tap(anchor, 1, 1, "home", "98")
    expect(anchor.locator("[data-draft-state]")).to_have_text("Saved")
    bell.goto(address(fixture, "live/"))
    bell.get_by_role("button", name="Take over scoring from Anchor 1").click()
    expect(bell.get_by_text("You are scoring now.")).to_be_visible()
    expect(anchor.locator("[data-live-lost]")).to_contain_text("Bell 1 has taken over scoring.", timeout=SOON)
    expect(anchor.get_by_text("You are scoring.")).to_be_hidden()
    expect(anchor.locator("#m1-g2-loser")).to_be_disabled()
    tap(bell, 1, 2, "away", "80")
    stage.wait_for(saved(2), within=10, what="Bell's game")
    assert JournalEntry.objects.filter(kind=JournalKind.LIVE_TAKEN_OVER).count() == 1


def test_games_wait_for_a_signal_and_go_in_once(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page], new_page: NewPage
) -> None:
    page = sign_in("Anchor")
    begin(page, fixture)
    page.context.set_offline(True)
    tap(page, 1, 1, "home", "98")
    expect(page.locator("[data-draft-state]")).to_contain_text("saved on this device")
    tap(page, 1, 2, "away", "77")
    page.locator("#m1-g1-loser").fill("99")
    page.locator("#m1-g1-loser").press("Tab")
    page.wait_for_timeout(500)
    assert LiveScore.objects.get().sequence == 1
    page.context.set_offline(False)
    stage.wait_for(saved(2), within=15, what="what waited")
    live = LiveScore.objects.get()
    assert live.fields == {
        "m1-g1-winner": "home", "m1-g1-loser": "99", "m1-g2-winner": "away", "m1-g2-loser": "77",
    }  # fmt: skip
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    page.wait_for_timeout(500)
    assert LiveScore.objects.get().sequence == live.sequence


def test_a_game_that_is_entered_before_the_page_is_whole_goes_out(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    """On a slow line the form is there before the script that sends its games."""
    page = sign_in("Anchor")
    held: list[Route] = []
    page.route("**/js/live-score.js", lambda route: held.append(route))
    page.goto(address(fixture, "live/"))
    page.get_by_role("button", name="Start scoring").click(no_wait_after=True)
    tap(page, 1, 1, "home", "98")
    assert LiveScore.objects.get().sequence == 1
    held[0].continue_()
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    assert LiveScore.objects.get().fields == {"m1-g1-winner": "home", "m1-g1-loser": "98"}


def tap_while_the_line_hangs(page: Page) -> None:
    """Tap the first game, which the line takes and says nothing; afterwards it is as it was."""
    sent = f"**{page.locator('form[data-live]').get_attribute('data-live')}"
    page.route(sent, lambda route: None)
    tap(page, 1, 1, "home", "98")
    expect(page.locator("[data-draft-state]")).to_contain_text("saved on this device", timeout=SOON)
    page.evaluate(IN_THE_OUTBOX, ["m1-g1-loser", "98"])
    page.unroute(sent)


def test_a_game_that_a_hanging_line_took_is_kept_and_goes_in_once(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    """The signal is there, and nothing comes through: whoever closed the page then would have lost the game."""
    page = sign_in("Anchor")
    begin(page, fixture)
    tap_while_the_line_hangs(page)
    tap(page, 1, 2, "away", "77")
    stage.wait_for(saved(2), within=15, what="what hung, and what came after it")
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    assert LiveScore.objects.get().fields == {
        "m1-g1-winner": "home", "m1-g1-loser": "98", "m1-g2-winner": "away", "m1-g2-loser": "77",
    }  # fmt: skip


def test_what_hung_goes_in_by_itself_once_the_line_is_back_though_nobody_noticed(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    """The telephone believed all the time that it was connected, and its owner watches the game."""
    page = sign_in("Anchor")
    page.clock.install()
    begin(page, fixture)
    tap_while_the_line_hangs(page)
    page.clock.fast_forward(16_000)
    stage.wait_for(saved(1), within=15, what="what hung")
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    expect(page.locator(".outbox-way")).to_have_count(0)


def test_what_was_refused_goes_again_with_what_is_mended(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    page = sign_in("Anchor")
    begin(page, fixture)
    page.context.set_offline(True)
    tap(page, 1, 1, "home", "98")
    tap(page, 1, 2, "away", "130")
    page.evaluate(IN_THE_OUTBOX, ["m1-g2-loser", "130"])
    page.context.set_offline(False)
    expect(page.locator("[data-live-problem]")).to_be_visible(timeout=SOON)
    tap(page, 1, 2, "away", "77")
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    stage.wait_for(saved(2), within=15, what="what was right from the first")
    assert LiveScore.objects.get().fields == {
        "m1-g1-winner": "home", "m1-g1-loser": "98", "m1-g2-winner": "away", "m1-g2-loser": "77",
    }  # fmt: skip
    stage.wait_for(lambda: page.evaluate(ALL_SENT), within=15, what="what was refused is owed no more")


def test_a_form_that_came_back_with_what_is_wrong_sends_all_of_it_once_that_is_mended(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    """It was sent as a form, before the scripts came: nothing of it is in the score."""
    page = sign_in("Anchor")
    begin(page, fixture)
    page.route("**/js/*.js", lambda route: route.abort())
    page.reload()
    tap(page, 1, 1, "home", "98")
    tap(page, 1, 2, "away", "130")
    page.unroute("**/js/*.js")
    page.locator("form[data-live]").evaluate("form => form.submit()")
    expect(page.locator(".problems")).to_be_visible()
    tap(page, 1, 2, "away", "77")
    stage.wait_for(saved(2), within=15, what="both games")


def test_the_kept_page_scores_on_after_the_browser_was_closed(
    town: Town, fixture: Fixture, telephone: Telephone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = address(fixture, "live/")
    context = telephone(put_away=True)
    page = context.new_page()
    page.goto("/leagues/town/")
    begin(with_worker(page), fixture)
    tap(page, 1, 1, "home", "98")
    expect(page.locator("[data-draft-state]")).to_have_text("Saved")
    page.goto(scores)
    wait_until_kept(page, scores)
    # What a page is told of its being offline does not reach the service worker: what that sends gets no answer either.
    answered = MarkForOffline.__call__

    def unanswered(middleware: MarkForOffline, request: HttpRequest) -> HttpResponseBase:
        return HttpResponse(status=503) if request.method == "POST" else answered(middleware, request)

    monkeypatch.setattr(MarkForOffline, "__call__", unanswered)
    context.set_offline(True)
    tap(page, 1, 2, "away", "77")
    expect(page.locator("[data-draft-state]")).to_contain_text("saved on this device")
    # That is said from the winner on: the score that was typed after it is to be there too.
    page.evaluate(IN_THE_OUTBOX, ["m1-g2-loser", "77"])
    # The browser is closed in the cellar, and opened there again, where nothing it asks for gets anywhere.
    context.close()
    context = telephone(put_away=True, proxy={"server": "http://127.0.0.1:9"})
    page = context.new_page()
    page.goto(scores)
    expect(page.locator(".kept-line")).to_contain_text("You are offline: this is how it was at")
    expect(page.locator("#m1-g1-loser")).to_have_value("98")
    expect(page.locator("#m1-g2-loser")).to_have_value("77")
    expect(page.locator("[data-draft-state]")).to_contain_text("saved on this device")
    tap(page, 1, 3, "home", "60")
    tap(page, 2, 1, "home", "55")
    page.evaluate(IN_THE_OUTBOX, ["m2-g1-loser", "55"])
    assert LiveScore.objects.get().sequence == 2
    # It is taken upstairs.
    context.close()
    monkeypatch.undo()
    context = telephone(put_away=True)
    page = context.new_page()
    page.goto(scores)
    stage.wait_for(saved(4), within=30, what="what was written with and without a browser's end")
    # All of it was one delivery, and comes a second time by no way.
    page.reload()
    page.wait_for_timeout(500)
    live = LiveScore.objects.get()
    assert live.sequence == 3
    assert live.fields == {
        "m1-g1-winner": "home", "m1-g1-loser": "98", "m1-g2-winner": "away", "m1-g2-loser": "77",
        "m1-g3-winner": "home", "m1-g3-loser": "60", "m2-g1-winner": "home", "m2-g1-loser": "55",
    }  # fmt: skip
    expect(page.locator("#m2-g1-loser")).to_have_value("55")


def test_what_waited_too_long_is_shown_as_differences(
    town: Town, fixture: Fixture, sign_in: Callable[..., Page]
) -> None:
    page, bell = sign_in("Anchor"), town.captains["Bell"]
    begin(page, fixture)
    page.context.set_offline(True)
    tap(page, 1, 1, "home", "98")
    expect(page.locator("[data-draft-state]")).to_contain_text("saved on this device")
    now = timezone.now()
    scoring.take_over(fixture, turn=1, phone="bell", by=bell, now=now)
    entry = {"m1-g1-winner": "away", "m1-g1-loser": "98"}
    scoring.write(fixture, entry, phone="bell", by=bell, now=now + dt.timedelta(seconds=1))
    page.context.set_offline(False)
    lost = page.locator("[data-live-lost]")
    expect(lost).to_contain_text("Bell 1 is scoring this fixture now.", timeout=15_000)
    expect(lost.locator("tbody tr")).to_have_text("Match 1, game 1121–9898–121")
    assert LiveScore.objects.get().fields == entry


def test_it_becomes_the_sheet_with_everything_filled_in(
    town: Town, fixture: Fixture, streaming: int, sign_in: Callable[..., Page], new_page: NewPage
) -> None:
    page, reader = sign_in("Anchor"), new_page()
    begin(page, fixture)
    squads = {side: [str(p.pk) for p in town.squads[name]] for side, name in (("home", "Anchor"), ("away", "Bell"))}
    seats = {f"m{n}-{side}-{seat}": squads[side].pop() for side in squads for n in range(1, 6) for seat in (1, 2)}
    seats |= {f"m{n}-{side}-1": squads[side].pop() for side in squads for n in range(6, 10)}
    games = {f"m{n}-g{g}-{what}": said for n in range(1, 10) for g in (1, 2, 3) for what, said in _game(g)}
    scoring.write(
        fixture, seats | games, phone=LiveScore.objects.get().phone, by=town.captains["Anchor"], now=timezone.now()
    )
    reader.goto(address(fixture))
    expect(reader.get_by_text("All games are in.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Make this the result").click()
    expect(page.get_by_text("Filled in from the live score.")).to_be_visible()
    page.get_by_role("button", name="Send result").click()
    expect(page.get_by_text("Sent: 18–9.")).to_be_visible()
    assert Result.objects.get().home_games == 18
    expect(reader.get_by_text("The live score is over.")).to_be_visible(timeout=SOON)
    assert JournalEntry.objects.filter(kind=JournalKind.LIVE_BECAME_RESULT).count() == 1


def _game(number: int) -> list[tuple[str, str]]:
    return [("winner", "away" if number == 3 else "home"), ("loser", str(80 + number))]


def test_the_screen_for_the_pub_follows_and_has_nothing_to_press(
    town: Town, fixture: Fixture, streaming: int, new_page: NewPage
) -> None:
    now = timezone.now()
    scoring.begin(fixture, phone="a", by=town.captains["Anchor"], now=now)
    screen = new_page(viewport={"width": 1920, "height": 1080}, is_mobile=False, has_touch=False)
    screen.goto("/leagues/town/tv/")
    expect(screen.get_by_text("Being played")).to_be_visible()
    entry = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
    scoring.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=now)
    expect(screen.get_by_text("Match 1, game 1: Anchor 121–98. Games 1–0.")).to_be_visible(timeout=SOON)
    assert screen.locator("a, button, input, select").count() == 0
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    size = screen.locator(".tv-games").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 60, "readable across a room"
    assert faults_at(screen, 1920) == []


def test_without_a_stream_a_page_asks_by_itself(town: Town, fixture: Fixture, new_page: NewPage) -> None:
    now = timezone.now()
    anchor = town.captains["Anchor"]
    scoring.begin(fixture, phone="a", by=anchor, now=now)
    page = new_page()
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(answer.url) if "/live/parts/" in answer.url else None)
    page.goto(address(fixture))
    stage.wait_for(lambda: page.wait_for_timeout(100) or asked, within=10, what="the page asks")
    told = page.evaluate("fetch(document.querySelector('[data-follow]').dataset.ask).then((one) => one.text())")
    assert json.loads(told)["parts"][0]["part"] == f"fixture-{fixture.pk}"
