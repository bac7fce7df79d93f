"""What a phone pays for a page: bytes and requests, letters twice as large, what moves, and when something is seen.

The files are as production ships them (collected, compressed, named by their contents), the league is the demo's, and
what is counted is what the browser itself says it received, headers too.
"""

import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as project
from django.core.management import call_command
from django.test import Client
from django.test.testcases import LiveServerThread
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import CDPSession, Page

from league.enums import ResultState
from league.models import Division, Fixture, League, User
from league.queries.leagues import current_season
from tests.e2e import budgets
from tests.e2e.conftest import Club
from tests.e2e.test_any_reader import BEYOND, SHIFTS

pytestmark = pytest.mark.e2e

NewPage = Callable[..., Page]
HOME = "/leagues/marlbury/"
ROWS = "".join(f"<tr><th>Team {number}<td>{number}<td>{number % 7}" for number in range(300))
PLAIN_PAGE = f"<style>th {{ text-align: left }} td {{ padding: 2px }}</style><table>{ROWS}</table>"
BLOCKING = "performance.getEntriesByType('resource').filter(one => one.renderBlockingStatus === 'blocking').length"
# Whatever reaches beyond a phone's 390 pixels, in a box that scrolls or not: the window grows with what is too wide.
WIDER = """() => [...document.querySelectorAll('body *')].filter(
    part => part.getClientRects().length && part.getBoundingClientRect().right > 391
).map(part => part.getAttribute('class') || part.tagName).slice(-8)"""
SETTLED = (
    "document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
CRAMPED = Path(__file__).with_name("cramped.js").read_text()
LINK = "[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))"
# What is no page, or leaves the league.
NO_PAGE = re.compile(
    r"\.(csv|json|ics|zip|pdf|md|svg|xlsx|ods)\b|/card/|/(paper|calendars/.|export|logout|admin|api|accounts|health)|as=text"
)


@dataclass(frozen=True, slots=True)
class Load:
    """What a browser received for a page."""

    bytes: int
    font_bytes: int
    requests: int
    blocking: int
    first_paint: float
    shift: float


@pytest.fixture
def shipped(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[str]:
    """The address of a server of the demo league, with static files as production has them and pages that are kept."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES, "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }  # fmt: skip
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    settings.KEPT_PAGES = 1_000_000
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("load_demo", verbosity=0)
    server = LiveServerThread("127.0.0.1", lambda handler: handler)
    server.daemon = True
    server.start()
    assert server.is_ready.wait(30)
    assert server.error is None
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()
    server.join()


def slow(session: CDPSession) -> None:
    """Let a page be loaded as a cheap phone at the edge of the network loads it."""
    session.send("Network.enable")
    speed = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
    session.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def load(new_page: NewPage, address: str) -> Load:
    """Load a page cold and slowly, and return what it took."""
    page = new_page(alone=True)
    page.add_init_script(SHIFTS)
    session = page.context.new_cdp_session(page)
    slow(session)
    kinds: dict[str, str] = {}
    received: dict[str, float] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on(
        "Network.loadingFinished", lambda event: received.update({event["requestId"]: event["encodedDataLength"]})
    )
    page.goto(address, wait_until="networkidle")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    shift, blocking = page.evaluate("window.moved || 0"), page.evaluate(BLOCKING)
    page.context.close()
    fonts = sum(size for request, size in received.items() if kinds.get(request) == "Font")
    return Load(round(sum(received.values()) - fonts), round(fonts), len(received), blocking, paint / 1000, shift)


def addresses() -> dict[str, str]:
    season = current_season(League.objects.get(slug="marlbury"), now=timezone.now())
    assert season is not None
    division = Division.objects.filter(season=season).order_by("order").first()
    assert division is not None
    return {"home": HOME, "division": f"{HOME}tables/{season.slug}/{division.slug}/"}


def report(text: str) -> None:
    print(f"\n{text}", end="")  # noqa: T201 - a measurement is there to be read


def test_home_and_division_are_light_and_soon_there(shipped: str, new_page: NewPage, club: Club) -> None:
    found: list[str] = []
    club.body = PLAIN_PAGE
    for name, address in addresses().items():
        Client().get(address, headers={"accept-encoding": "gzip"})
        loads, plain = [], []
        for _ in range(5):
            loads.append(load(new_page, shipped + address))
            plain.append(load(new_page, club.url).first_paint)
        one, paint = loads[-1], min(each.first_paint for each in loads)
        slower = max(1, min(plain) / budgets.PLAIN)
        # A browser that shows the first rows before the last have come sets a table's columns twice: seldom.
        shift = statistics.median(each.shift for each in loads)
        report(
            f"{name}: {one.bytes} bytes, fonts {one.font_bytes}, {one.requests} requests, {one.blocking} before the "
            f"first paint after {paint:.2f} s (a plain page's after {min(plain):.2f} s), moved {shift:.4f}"
        )
        figures = {
            "bytes": (one.bytes, budgets.MOST_BYTES[name]), "bytes of fonts": (one.font_bytes, budgets.MOST_FONT_BYTES),
            "requests": (one.requests, budgets.MOST_REQUESTS), "moved": (shift, budgets.MOST_SHIFT),
            "requests before the first paint": (one.blocking, budgets.MOST_BLOCKING),
            "seconds to the first paint": (paint, budgets.SHARED * budgets.FIRST_PAINT * slower),
        }  # fmt: skip
        found += [f"{name}, {what}: {got} of {most}" for what, (got, most) in figures.items() if got > most]
        assert one.font_bytes > 0
        assert one.blocking > 0
    assert found == []


def test_pages_keep_to_their_budgets_on_a_phone(shipped: str, new_page: NewPage) -> None:
    """Few links, what people came for at the top, and at least eight teams of a table above the fold."""
    found, over = addresses(), list[str]()
    evening = Fixture.objects.filter(
        division__season__league__slug="marlbury", results=None, starts_at__lte=timezone.now()
    )
    named = {
        "evening": evening.filter(home__name="Swan").latest("starts_at").pk,
        "played": Fixture.objects.filter(
            division__season__league__slug="marlbury", results__state=ResultState.CONFIRMED, results__kind="played"
        )
        .latest("starts_at", "pk")
        .pk,
        "division": found["division"].removeprefix(HOME),
        "season": found["division"].split("/")[4],
        "division_settings": "seasons/{}/divisions/{}/settings/".format(*found["division"].split("/")[4:6]),
    }
    for budget in budgets.PAGES:
        page = new_page(viewport={"width": 390, "height": 844})
        if budget.who:
            signed_in(page, shipped, budget.who)
        path = budget.path.format(**named)
        address = path if path.startswith("/") else HOME + path
        answer = page.goto(shipped + address)
        assert answer is not None
        assert answer.status == 200, address
        figures = {
            "links": (page.locator("a[href]").count(), budget.links),
            "visible links": (page.locator("a[href]:visible").count(), budget.visible),
            "px high": (page.evaluate("document.documentElement.scrollHeight"), budget.height),
        }
        if budget.action:
            box = page.locator(budget.action).first.bounding_box()
            assert box is not None, address
            figures["px to the action"] = (round(box["y"] + box["height"]), budget.down)
        if budget.path == "{division}":
            tabs = page.locator("nav.tabs").bounding_box()
            assert tabs is not None
            boxes = [row.bounding_box() for row in page.locator(".standings tbody tr").all()]
            seen = sum(box is not None and box["y"] + box["height"] <= tabs["y"] for box in boxes)
            figures["teams above the fold, as a negative number"] = (-seen, -budgets.LEAST_TEAMS)
        report(f"{address} {budget.who}: " + ", ".join(f"{got} {what}" for what, (got, _) in figures.items()))
        over += [f"{address} {budget.who}: {got} {what}, {most}" for what, (got, most) in figures.items() if got > most]
        page.context.close()
    assert over == []


def pages_from(page: Page, server: str, start: str, each: int) -> Iterator[str]:
    """Open the pages of the league that are linked, at most so many of each route, and yield the address of each."""
    seen, met, ahead = {start}, Counter[str | None](), [start]
    while ahead:
        address = ahead.pop(0)
        answer = page.goto(server + address)
        assert answer is not None
        assert answer.status == 200, address
        yield address
        for link in page.evaluate(LINK):
            address = link.partition("#")[0]
            if not address.startswith(HOME) or NO_PAGE.search(address) or address in seen:
                continue
            seen.add(address)
            route = resolve(urlsplit(address).path).url_name
            met[route] += 1
            if met[route] <= each:
                ahead.append(address)


def signed_in(page: Page, server: str, who: str) -> None:
    visitor = Client()
    visitor.force_login(User.objects.get(email=f"{who}@demo.example"))
    name = project.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": visitor.cookies[name].value, "url": server}])


def test_letters_twice_as_large_widen_no_page(shipped: str, new_page: NewPage) -> None:
    page = new_page()
    twice_as_large(page, pages_from(page, shipped, HOME, each=1), least=25)
    for who, start in (("captain", "my/"), ("referee", "disputes/")):
        signed_in(page, shipped, who)
        twice_as_large(page, pages_from(page, shipped, HOME + start, each=1), least=30)
    # A count with its verdict, which is as wide as a page's widest part.
    page.goto(f"{shipped}{HOME}hand/?cards=5H+5D+5S+JC&starter=5C&declared=28&claimed=29")
    twice_as_large(page, [page.url], least=1)


def test_letters_twice_as_large_widen_no_page_of_the_secretary(shipped: str, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, shipped, "secretary")
    twice_as_large(page, pages_from(page, shipped, f"{HOME}secretary/", each=2), least=120)


def twice_as_large(page: Page, opened: Iterable[str], *, least: int) -> None:
    """Look at pages as they are opened with letters of 200 %: all of them, folded parts too, can be read on a phone."""
    wide, count = {}, 0
    for address in opened:
        count += 1
        page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true })")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.evaluate(SETTLED)
        beyond = page.evaluate(BEYOND)
        if beyond or page.evaluate("document.documentElement.scrollWidth") > 390:
            wide[address] = beyond or page.evaluate(WIDER)
        elif cramped := page.evaluate(CRAMPED):
            wide[address] = cramped
    assert wide == {}
    assert count >= least
