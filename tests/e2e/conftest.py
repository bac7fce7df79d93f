"""A real browser, and a league whose captains carry phones. Nothing here is skipped: no browser is a failure."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response
from pytest_django.live_server_helper import LiveServer

from league.models import Fixture, User
from tests import factories

# The browser's driver runs an event loop in this thread; Django would refuse the tests' own look into the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

FORMAT = "D D D D D S S S S"
PHONE = {"width": 390, "height": 844}
NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Chromium as the system's package installs it, in place of a browser that playwright would fetch."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("The browser's tests need Chromium: install the package “chromium” (apt install chromium).")
    return browser_type_launch_args | {"executable_path": path}


@pytest.fixture
def town(transactional_db: None) -> factories.Town:
    """The small league, playing five doubles and four singles."""
    return factories.town(match_format=FORMAT, players=15)


@pytest.fixture
def fixture(town: factories.Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def new_page(browser: Browser, live_server: LiveServer) -> Iterator[NewPage]:
    """Makes a page in a context of its own: `new_page(**options of the context)`, a phone unless told otherwise.

    Afterwards no page may have met a script's error, a breach of the content security policy, or a failing server.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def console(message: ConsoleMessage) -> None:
        # What the network did (a dropped connection is part of the play) is looked at as responses.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            wrong.append(message.text)

    def response(answer: Response) -> None:
        if answer.status >= 500 or (answer.status == 404 and "/static/" in answer.url):
            wrong.append(f"{answer.status} {answer.url}")

    def make(**options: Any) -> Page:
        # A page that comes out of a service worker does not show what a test does to the network: the tests that are
        # about the worker ask for it.
        looks: dict[str, Any] = {
            "viewport": PHONE, "has_touch": True, "is_mobile": True, "service_workers": "block", **options,
        }  # fmt: skip
        context = browser.new_context(base_url=live_server.url, reduced_motion="reduce", **looks)
        context.set_default_timeout(10_000)
        context.on("console", console)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("response", response)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def sign_in(new_page: NewPage, live_server: LiveServer) -> Callable[..., Page]:
    """Opens a page as a team's captain who has signed in: `sign_in("Anchor")`. The page for it has tests of its own."""

    def enter(team: str, **options: Any) -> Page:
        visitor = Client()
        visitor.force_login(User.objects.get(email=f"{team.lower().replace(' ', '-')}@town.example"))
        page = new_page(**options)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": visitor.cookies[name].value, "url": live_server.url}])
        page.goto("/leagues/town/")
        return page

    return enter
