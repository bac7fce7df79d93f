"""A game in a real browser: by taps, by keyboard, by accessible names alone; interrupted at events, and in two tabs."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from cardroom.models import PlayTable
from cardroom.queries import sitting_at
from tests.cardroom.services.tables import moved, opened
from tests.e2e.conftest import NewPage
from tests.e2e.looking import faults, faults_at, follow

pytestmark = pytest.mark.e2e
MOST = 150  # moves of a person in a game to 61
PARTNERS = "Partners: a machine with you, two against you"
# What is due, the last button or card of it, and the count: what of them a phone does not show.
OUT_OF_SIGHT = """
() => ['.play-asks', '#play-form button:last-of-type', '.play-cards', '.play-total'].filter(one => {
  const found = document.querySelector(one);
  if (!found) return false;
  const { top, bottom } = found.getBoundingClientRect();
  return top < 0 || bottom > document.querySelector('.tabs').getBoundingClientRect().top + 1;
})
"""


# The cards, the felt and the score, of which a part is beyond the window.
HAND_AND_FELT = """
() => ['.board-key tbody', '.play-felt', '.play-asks', '.play-cards', '#play-form button:last-of-type'].filter(one => {
  if (!document.querySelector(one)) return false;
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  const tabs = document.querySelector('.tabs').getBoundingClientRect();
  return top < 0 || bottom > (tabs.top > innerHeight / 2 ? tabs.top : innerHeight) + 1;
})
"""


def drag_up(page: Page, card: Locator, pixels: int) -> None:
    """Put a finger on a card, move it up and lift it, as a touch screen tells the browser."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        at = {"x": x, "y": y - pixels * step / 8}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def wants(page: Page) -> str:
    return page.locator("#play-now").get_attribute("data-wants") or ""


def version(page: Page) -> int:
    """The state of the table that a page shows."""
    return int(page.locator("#play-now").get_attribute("data-version") or 0)


def open_table(page: Page, rules: str = "hoyle-61", mode: str = "One machine") -> None:
    page.goto("/play/")
    page.get_by_text("Choose the game").click()
    page.get_by_label("Rules").select_option(rules)
    page.get_by_label(mode, exact=True).check()
    page.get_by_role("radio", name=re.compile("beginner")).check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#play-now")
    by_hand(page)


def test_a_stranger_begins_with_one_press_and_goes_on_later(new_page: NewPage, db: None) -> None:
    page = new_page()
    page.goto("/play/")
    expect(page.get_by_text("Continue your game")).to_be_hidden()
    assert faults(page) == []
    page.get_by_role("button", name="Play a game").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#play-now")
    table = page.url
    page.goto("/play/")
    expect(page.get_by_role("link", name="Continue your game")).to_be_in_viewport()
    assert faults(page) == []
    page.get_by_role("link", name="Continue your game").click()
    assert page.url == table
    page.evaluate(
        "localStorage.setItem('muggins:table', JSON.stringify({path: 'https://example.org/', at: Date.now()}))"
    )
    page.goto("/play/")
    expect(page.get_by_text("Continue your game")).to_be_hidden()


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
def test_cards_felt_and_score_are_seen_together(new_page: NewPage, db: None, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    open_table(page)
    for _ in range(8):
        if wants(page) == "away":
            break
        page.locator(".play-hand button:not(:disabled)").first.click()
        page.wait_for_timeout(300)
    for part in ("figcaption [data-points]", ".play-felt", ".play-hand .play-card >> nth=-1"):
        expect(page.locator(f".play {part}").first).to_be_in_viewport(ratio=0.9)


def by_hand(page: Page) -> None:
    """Let nothing at the table happen by itself, as it does by the rules of some: each move is the test's own."""
    table = page.locator("#play-now")
    if table.get_attribute("data-pace") == "off":
        return
    page.locator("#play-switches > summary").click()
    page.get_by_label("Continue automatically").select_option("off")
    page.get_by_role("button", name="Save settings").click()
    expect(table).to_have_attribute("data-pace", "off")


SETTLED = "() => !document.querySelector('.htmx-swapping, .htmx-settling, .htmx-added, [aria-busy]')"


def move(page: Page, do: Callable[[Page, str], None]) -> None:
    """Make a move, and wait for its answer."""
    # Nobody is as quick as the moment between an answer's arrival and its being ready.
    page.wait_for_function(SETTLED)
    version = page.locator("#play-now").get_attribute("data-version")
    what = wants(page)
    if what == "play":
        expect(page.locator("button.play-card:not([disabled])").or_(page.locator("[data-go]")).first).to_be_visible()
    do(page, what)
    expect(page.locator("#play-now")).not_to_have_attribute("data-version", version or "")


def tap(page: Page, what: str) -> None:
    """Do what is due by taps."""
    if what in ("cut", "deal", "starter"):
        page.get_by_text("Anywhere").tap()
    elif what == "away":
        for place in range(int(page.locator("[data-lays-away]").get_attribute("data-lays-away") or 0)):
            page.locator(".play-card label").nth(place).tap()
        page.locator("#play-form button").tap()
    elif what == "play":
        fits = page.locator("button.play-card:not([disabled])")
        (fits.first if fits.count() else page.locator("[data-go]")).tap()
    else:
        page.locator("[data-on]").tap()


def press(page: Page, what: str) -> None:
    """Do what is due by keys alone."""
    if what in ("cut", "deal", "starter"):
        page.locator("#play-depth").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    elif what == "away":
        for place in range(int(page.locator("[data-lays-away]").get_attribute("data-lays-away") or 0)):
            page.keyboard.press(str(place + 1))
        page.keyboard.press("Enter")
    elif what == "play":
        if page.locator("button.play-card:not([disabled])").count():
            numbers = page.locator(".play-hand button.play-card").evaluate_all(
                "all => all.findIndex(one => !one.disabled)"
            )
            page.keyboard.press(str(numbers + 1))
        else:
            page.keyboard.press("g")
    else:
        page.locator("[data-on]").focus()
        page.keyboard.press("Enter")


def call(page: Page, what: str) -> None:
    """Do what is due by the names and roles that a screen reader tells."""
    if what in ("cut", "deal", "starter"):
        page.get_by_role("slider", name="Cards to lift off").fill("20")
        page.get_by_role("button", name="Cut and deal" if what == "deal" else "Cut here").click()
    elif what == "away":
        button = page.get_by_role("button", name="Lay away")
        said = re.search(r"\d+", button.inner_text())
        for place in range(int(said[0]) if said else 1):
            page.get_by_role("group", name="Your cards").get_by_role("checkbox").nth(place).check(force=True)
        button.click()
    elif what == "play":
        fits = page.get_by_role("group", name="Your cards").get_by_role("button", disabled=False)
        (fits.first if fits.count() else page.get_by_role("button", name="Go", exact=True)).click()
    else:
        page.get_by_role("button", name="Continue").click()


def play_out(page: Page, do: Callable[[Page, str], None]) -> None:
    for _ in range(MOST):
        if wants(page) == "over":
            return
        move(page, do)
    pytest.fail("the game does not end")


@pytest.mark.long
def test_a_six_card_game_by_taps_is_interrupted_at_every_event_and_goes_on(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "six-card-61")
    seen = set()
    for _ in range(MOST):
        what = wants(page)
        if what == "over":
            break
        seen.add(what)
        page.goto("about:blank")
        page.go_back()
        expect(page.locator("#play-now")).to_have_attribute("data-wants", what)
        move(page, tap)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert seen >= {"cut", "deal", "away", "play", "on"}
    assert faults_at(page, 390, 1280) == []


@pytest.mark.long
def test_a_game_by_keys_alone(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    play_out(page, press)
    page.keyboard.press("?")
    expect(page.locator("[data-help]")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-help]")).not_to_have_attribute("open", "")


@pytest.mark.long
def test_a_five_card_partners_game_by_accessible_names(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 900})
    open_table(page, "five-card", PARTNERS)
    move(page, call)
    # What happened is read out as at a table, and then what is due.
    expect(page.locator("[data-said]")).to_contain_text("cuts the")
    play_out(page, call)
    expect(page.locator("[data-said]")).to_contain_text(re.compile("wins? the game"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "mode", "do"),
    [
        ("six-card-61", "One machine", press),
        ("six-card-61", "One machine", call),
        ("five-card", PARTNERS, tap),
        ("five-card", PARTNERS, press),
    ],
)
def test_a_game_is_played_out(new_page: NewPage, rules: str, mode: str, do: Callable[[Page, str], None]) -> None:
    page = new_page()
    open_table(page, rules, mode)
    play_out(page, do)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_on_a_phone_ones_cards_and_the_felt_are_in_one_sight(new_page: NewPage) -> None:
    """Between the top of the window and the tabs, after every move, without scrolling back and forth."""
    page = new_page()
    open_table(page)
    for _ in range(16):
        assert page.evaluate(OUT_OF_SIGHT) == []
        move(page, tap)


def test_on_a_phone_on_its_side_ones_cards_the_felt_and_the_score_are_in_one_sight(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    open_table(page)
    # The score before anything is scrolled, too.
    assert page.locator(".board-key tbody").evaluate("score => score.getBoundingClientRect().bottom") < 390
    for _ in range(12):
        page.locator(".play-felt").evaluate("felt => felt.scrollIntoView()")
        assert page.evaluate(HAND_AND_FELT) == []
        move(page, tap)


def test_a_card_is_dragged_to_the_felt_with_a_finger(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    while wants(page) != "play" or not page.locator("button.play-card:not([disabled])").count():
        move(page, tap)
    page.wait_for_function(SETTLED)
    before = page.locator("#play-now").get_attribute("data-version") or ""
    drag_up(page, page.locator("button.play-card:not([disabled])").first, 30)
    expect(page.locator("#play-now")).to_have_attribute("data-version", before)
    drag_up(page, page.locator("button.play-card:not([disabled])").first, 160)
    expect(page.locator("#play-now")).not_to_have_attribute("data-version", before)


def test_the_cards_that_end_a_count_are_seen_on_the_felt(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    for _ in range(40):
        if page.locator(".play-count-over").count():
            break
        move(page, tap)
    expect(page.locator(".play-count-over .play-laid li").first).to_be_visible()
    assert int(page.locator(".play-count-over .play-total").inner_text()) > 21


def test_the_help_is_where_the_game_is_and_what_is_pegged_is_read_whole(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "hoyle-61")
    here = {"cut": "The deal", "deal": "The deal", "away": "The crib and the starter", "play": "The play"}
    seen: set[str] = set()
    for _ in range(MOST):
        what = wants(page)
        if what in here:
            seen.add(what)
            section = page.locator("[data-help] > section[data-here]")
            expect(section.locator("h2")).to_have_text(here[what])
            page.locator("[data-help] > summary").click()
            tops = page.locator("[data-help] > section").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().top)"
            )
            assert section.evaluate("one => one.getBoundingClientRect().top") == min(tops)
            page.locator("[data-help] > summary").click()
        last = page.locator(".play-last > .play-pegged")
        if last.count():
            cut = last.evaluate(
                "one => one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right"
            )
            assert not cut
        if page.get_by_role("heading", name="Deal 2").count():
            break
        move(page, tap)
    assert seen == set(here)


def test_every_kind_of_move_has_no_faults(new_page: NewPage) -> None:
    """In the light and in the dark, on a phone and on a desk."""
    page = new_page()
    open_table(page)
    seen: set[str] = set()
    for _ in range(MOST):
        what = wants(page)
        if what not in seen:
            seen.add(what)
            assert faults_at(page, 1280, 390) == []
        if seen >= {"cut", "deal", "away", "play", "on"}:
            break
        move(page, tap)


def test_two_tabs_of_one_table_never_make_two_moves(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    other = page.context.new_page()
    other.goto(page.url)
    move(page, tap)
    before = sitting_at(PlayTable.objects.get()).course.last
    other.get_by_text("Anywhere").click()
    expect(other.get_by_role("alert")).to_contain_text("The game has gone on since this page was shown.")
    assert sitting_at(PlayTable.objects.get()).course.last == before


@pytest.mark.parametrize(
    ("rules", "mode", "seats"),
    [
        ("three-handed", "Another person and a machine, each for themselves", 3),
        ("five-card", "Partners: a machine with you, against another person with theirs", 4),
    ],
)
def test_two_people_and_their_machines_play_a_deal_on_two_phones(
    new_page: NewPage, rules: str, mode: str, seats: int
) -> None:
    ann, ben = new_page(), new_page()
    open_table(ann, rules, mode)
    ben.goto(ann.get_by_label("Send this link to the other player").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").tap()
    expect(ben.locator("#play-switches")).to_be_visible()
    by_hand(ben)
    moves = {ann: 0, ben: 0}
    while not ann.get_by_role("heading", name="Deal 2").count():
        # Whoever is not to move learns of it by themselves.
        phone = next((phone for phone in moves if phone.locator("#play-now[data-mine]").count()), None)
        if phone is None:
            ann.wait_for_timeout(100)
            continue
        shows = version(phone)
        if wants(phone) == "on" and shows < max(map(version, moves)):
            # The other has gone on already: a tap would find that out, or that there is nothing to go on with by then.
            expect(phone.locator("#play-now")).not_to_have_attribute("data-version", str(shows))
            continue
        if wants(phone) == "away":
            # Of all the hands on the table, a phone holds one.
            dealt = sitting_at(PlayTable.objects.get()).course.game.table
            assert dealt is not None
            shown = set(re.findall(r"cards/(\w\w)\.", phone.content()))
            assert [set(map(str, hand)) <= shown for hand in dealt.hands].count(True) == 1
        move(phone, tap)
        moves[phone] += 1
        assert sum(moves.values()) < MOST
    assert min(moves.values()) > 3
    expect(ben.get_by_role("heading", name="Deal 2")).to_be_visible()
    for phone in moves:
        expect(phone.locator(".play-seat")).to_have_count(seats)
        assert faults(phone) == []


def test_a_tampered_move_is_refused_with_the_rule(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    while wants(page) != "away":
        move(page, tap)
    held = page.locator(".play-card input").evaluate_all("all => all.map(one => one.value)")
    other = next(card for card in ("KS", "KH", "KD", "KC", "AS", "AH", "AD") if card not in held)
    page.locator(".play-card input").first.evaluate(f"one => {{ one.value = '{other}'; }}")
    tap(page, "away")
    expect(page.get_by_role("alert")).to_contain_text("it is not among")


@pytest.mark.usefixtures("transactional_db")
def test_a_finished_game_is_looked_through_and_leads_to_its_positions(new_page: NewPage) -> None:
    game = moved(opened(timezone.now()), timezone.now()).game
    page = new_page()
    page.goto(f"/play/games/{game.share}/")
    follow(page.get_by_role("link", name="Look through this game"))
    follow(page.get_by_role("button", name="Look through it"))
    expect(page.get_by_role("heading", name="Ann’s chance to win")).to_be_visible()
    page.get_by_text("The same in figures").tap()
    expect(page.get_by_role("rowheader", name="Before the first deal")).to_be_visible()
    page.locator("#analysis-others > summary").tap()
    assert faults_at(page, 390, 1280) == []
    follow(page.get_by_role("link", name=re.compile("^All choices of Ann in deal 1")).first)
    expect(page.get_by_role("heading", name="The best first")).to_be_visible()
    assert faults(page) == []


def test_without_a_script_the_same_forms_play(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    open_table(page)
    page.get_by_role("button", name="Anywhere").click()
    said = page.locator("[data-lines]")
    expect(said).to_contain_text(re.compile("cut the lowest card and deals|cut again"))
