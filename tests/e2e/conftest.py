"""A real browser, and a league whose captains carry phones. Nothing here is skipped: no browser is a failure."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, BrowserType, ConsoleMessage, Page, Response, WebError, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Fixture, User
from tests import factories

# The browser's driver runs an event loop in this thread; Django would refuse the tests' own look into the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

FORMAT = "D D D D D S S S S"
PHONE = {"width": 390, "height": 844}
# Milliseconds that anything may take, on a machine with ten times the work it can do. What works is not waited for.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
NewPage = Callable[..., Page]
Telephone = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium that `bin/browser` finds or gets, in place of one that playwright would fetch.

    One without windows takes a quarter less of a processor; and nothing here has a graphics card.
    """
    found = subprocess.run([settings.ROOT / "bin" / "browser"], capture_output=True, text=True)
    if found.returncode:
        pytest.fail(found.stderr)
    return browser_type_launch_args | {"executable_path": found.stdout.strip(), "args": ["--disable-gpu"]}


@pytest.fixture
def town(transactional_db: None) -> factories.Town:
    """The small league, playing five doubles and four singles."""
    return factories.town(match_format=FORMAT, players=15)


@pytest.fixture
def fixture(town: factories.Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


class Telephones:
    """Browser contexts that tests use one after the other: to open one, with its window, takes as long as two pages."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.free: list[BrowserContext] = []

    def opened(self, **options: Any) -> BrowserContext:
        # A page that comes out of a service worker does not show what a test does to the network: the tests that are
        # about the worker ask for it.
        looks: dict[str, Any] = {
            "viewport": PHONE, "has_touch": True, "is_mobile": True, "service_workers": "block", **options,
        }  # fmt: skip
        context = self.browser.new_context(base_url=self.url, reduced_motion="reduce", **looks)
        context.set_default_timeout(PATIENCE)
        return context

    def take_context(self) -> BrowserContext:
        if self.free:
            return self.free.pop()
        context = self.opened()
        # It keeps the window open.
        context.new_page()
        return context

    def reset_context(self, context: BrowserContext) -> None:
        """Make a context as good as new: no page, cookie, copy, draft or answer of a test is there in the next."""
        keeper, *pages = context.pages
        for page in pages:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        session = context.new_cdp_session(keeper)
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        session.send("Network.clearBrowserCache")
        session.detach()
        self.free.append(context)


@pytest.fixture(scope="session")
def telephones(browser: Browser, live_server: LiveServer) -> Telephones:
    return Telephones(browser, live_server.url)


@pytest.fixture
def new_page(telephones: Telephones) -> Iterator[NewPage]:
    """Makes a page in a context that is no other page's: `new_page(**options of the context)`, a phone unless told so.

    A page with options, or `alone=True`, has a context that nobody had before. Afterwards no page may have met a
    script's error, a breach of the content security policy, or a failing server.
    """
    lent: list[BrowserContext] = []
    own: list[BrowserContext] = []
    wrong: list[str] = []

    def console(message: ConsoleMessage) -> None:
        # What the network did (a dropped connection is part of the play) is looked at as responses.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            wrong.append(message.text)

    def error(met: WebError) -> None:
        wrong.append(str(met.error))

    def response(answer: Response) -> None:
        if answer.status >= 500 or (answer.status == 404 and "/static/" in answer.url):
            wrong.append(f"{answer.status} {answer.url}")

    def make(*, alone: bool = False, **options: Any) -> Page:
        if options or alone:
            own.append(context := telephones.opened(**options))
        else:
            lent.append(context := telephones.take_context())
        context.on("console", console)
        context.on("weberror", error)
        context.on("response", response)
        return context.new_page()

    yield make
    for context in own:
        context.close()
    for context in lent:
        telephones.reset_context(context)
        context.remove_listener("console", console)
        context.remove_listener("weberror", error)
        context.remove_listener("response", response)
    assert wrong == []


@pytest.fixture
def sign_in(new_page: NewPage, live_server: LiveServer) -> Callable[..., Page]:
    """Makes a page as `new_page` does, on which a team's captain is signed in: `sign_in("Anchor")`. It is empty yet.

    The page for signing in has tests of its own.
    """

    def enter(team: str, **options: Any) -> Page:
        visitor = Client()
        visitor.force_login(User.objects.get(email=f"{team.lower().replace(' ', '-')}@town.example"))
        page = new_page(**options)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": visitor.cookies[name].value, "url": live_server.url}])
        return page

    return enter


@pytest.fixture
def telephone(
    town: factories.Town,
    live_server: LiveServer,
    tmp_path: Path,
    browser: Browser,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
) -> Iterator[Telephone]:
    """Anchor's captain's: `telephone()`; one that is `put_away` meanwhile has each time what it had kept before."""
    visitor = Client()
    visitor.force_login(town.captains["Anchor"])
    name = settings.SESSION_COOKIE_NAME
    opened: list[BrowserContext] = []

    def take_up(*, put_away: bool = False, **options: Any) -> BrowserContext:
        looks: dict[str, Any] = {
            "base_url": live_server.url, "viewport": PHONE, "has_touch": True, "is_mobile": True,
            "reduced_motion": "reduce", **options,
        }  # fmt: skip
        # To be put away it needs a browser of its own.
        if put_away:
            where = tmp_path / "telephone"
            context = browser_type.launch_persistent_context(where, **looks, **browser_type_launch_args)
        else:
            context = browser.new_context(**looks)
        context.set_default_timeout(PATIENCE)
        if not opened:
            week = time.time() + 7 * 24 * 3600
            cookie = {"name": name, "value": visitor.cookies[name].value, "url": live_server.url, "expires": week}
            context.add_cookies([cookie])  # type: ignore[list-item]
        opened.append(context)
        return context

    yield take_up
    for context in opened:
        context.close()


class Club:
    """A club's own site: one plain page, on another port."""

    def __init__(self) -> None:
        club = self
        self.body = ""

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                head = "<!DOCTYPE html><html lang='en'><title>The club</title>"
                whole = f"{head}<main><h1>The club</h1>{club.body}</main>".encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(whole)))
                self.end_headers()
                self.wfile.write(whole)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"


@pytest.fixture
def club() -> Iterator[Club]:
    made = Club()
    serving = Thread(target=made.server.serve_forever, daemon=True)
    serving.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    serving.join()
