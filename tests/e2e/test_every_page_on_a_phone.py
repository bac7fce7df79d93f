"""Every page on a phone of 390 pixels, with letters of the usual size and twice as large: nothing is wider than the
window, cut, glued or a letter a line; nor on the pages that answer a form.

The pages are asked of the server in this process, and what their forms change is undone; the browser lays them out.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, Route
from pytest_django.live_server_helper import LiveServer

from league.services.people.invite import invite, token_for
from tests.e2e.conftest import PHONE
from tests.matrix import undone
from tests.web.addresses import FIXTURE_PAGES, World
from tests.web.worlds import corrected, disputed, submitted, world

__all__ = ["corrected", "disputed", "submitted", "world"]

pytestmark = pytest.mark.e2e

NewPage = Callable[..., Page]
ALIKE = re.compile(r"\d+")
SIZES = ("100%", "200%")
CRAMPED = Path(__file__).with_name("cramped.js").read_text()
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# What each button of each form on a page sends, as the form stands and with nothing typed in it.
FORMS = """() => [...document.querySelectorAll("main form[method=post]")].flatMap((form) => {
  const entries = () => [...new FormData(form)].filter(([, value]) => typeof value === "string");
  const buttons = [...form.querySelectorAll("button:not([type=button]), input[type=submit]")];
  const press = (sent) => buttons.map((button) => [
    form.getAttribute("action") || location.pathname + location.search,
    button.name ? [...sent, [button.name, button.value]] : sent,
  ]);
  const full = press(entries());
  const typed = "input:not([type=hidden], [type=radio], [type=checkbox], [type=submit]), textarea";
  for (const input of form.querySelectorAll(typed)) if (input.type !== "file") input.value = "";
  for (const input of form.querySelectorAll("input:checked")) input.checked = false;
  return [...full, ...press(entries())];
})"""
# Columns and a team that are not known, a date that may be read either way, and a file that is none of ours.
FILES = {
    "players 2026.csv": b"Who,Team,Registration number,E-mail address\nAnn Lee,Ankor,12,ann.lee@post-office.example\n",
    "our teams.csv": b"Team,Division,Home venue,Home night,Start,Since\nAnchor,First,The Anchr,Monday,07.30,03/04/26\n",
    "Prize night.csv": b"Raffle,20\nWhist,15\n",
}


@dataclass
class Phone:
    """A phone on which a page that was answered in this process is laid out."""

    page: Page
    server: str
    answer: Any = None
    cramped: dict[str, list[str]] = field(default_factory=dict)
    seen: int = 0

    def fulfil(self, route: Route) -> None:
        """Answer the page's own address with what was kept; leave the rest, but for files, unanswered."""
        if "/static/" in route.request.url:
            route.continue_()
        elif route.request.is_navigation_request():
            headers = {"content-type": self.answer.headers["Content-Type"]}
            route.fulfill(status=200, headers=headers, body=self.answer.content)
        else:
            route.abort()

    def show(self, answer: Any, address: str) -> None:
        """Lay a page out, its folds open."""
        self.answer = answer
        self.page.goto(self.server + address)
        self.page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true })")

    def look_at(self, answer: Any, address: str, name: str) -> None:
        """Keep what is cramped on a page in each size of letters."""
        self.show(answer, address)
        self.seen += 1
        for size in SIZES:
            self.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            self.page.evaluate(FRAMES)
            if found := self.page.evaluate(CRAMPED):
                self.cramped[f"{name} at {size}"] = found


@pytest.fixture
def now() -> dt.datetime:
    """The browser's clock is the machine's."""
    return timezone.now()


@pytest.fixture
def phone(new_page: NewPage, live_server: LiveServer) -> Phone:
    made = Phone(new_page(viewport=PHONE), live_server.url)
    made.page.route("**/*", made.fulfil)
    return made


def is_page(answer: Any) -> bool:
    """Whether it is one, and no file, which is read to its end: it is closed with that."""
    if answer.streaming:
        b"".join(answer)
        return False
    return answer.headers.get("Content-Type", "").startswith("text/html") and not 300 <= answer.status_code < 400


def walk(phone: Phone, world: World, role: str, names: Iterable[str]) -> None:
    """Look at the pages of these names that a role may open."""
    client = world.client(role)
    for name in names:
        with undone():
            answer = client.get(world.address(name))
        if answer.status_code == 200 and is_page(answer):
            phone.look_at(answer, world.address(name), f"{role}: {name}")


@pytest.mark.parametrize(("role", "least"), [("secr", 120), ("ref", 60), ("home", 70)])
def test_every_page_fits_a_phone(world: World, phone: Phone, role: str, least: int) -> None:
    world.address("start")
    walk(phone, world, role, world.addresses["town"])
    assert phone.cramped == {}
    assert phone.seen >= least


@pytest.mark.parametrize("state", ["submitted", "disputed", "corrected"])
def test_every_state_of_a_fixture_fits_a_phone(request: pytest.FixtureRequest, phone: Phone, state: str) -> None:
    world = request.getfixturevalue(state)
    for role in ("home", "away", "ref", "secr"):
        walk(phone, world, role, ("fixture", "my-fixtures", "fixture-history", "version", "secretary", *FIXTURE_PAGES))
    assert phone.cramped == {}
    assert phone.seen >= 20


def answers_of(client: Client, page: Page, asked: set[str]) -> Iterable[tuple[Any, str, str]]:
    """Press each button of a page's forms, with what stands in them and with nothing: yield what is not done at once.

    Of forms that are alike, as those of a list's rows are, one is sent.
    """
    for address, sent in page.evaluate(FORMS):
        name = ALIKE.sub("…", f"{address} {sorted({field for field, value in sent if value})} {sent[-1:]}")
        if name in asked:
            continue
        asked.add(name)
        with undone():
            values: dict[str, list[str]] = {}
            for field_name, value in sent:
                values.setdefault(field_name, []).append(value)
            answer = client.post(address, values)
        if is_page(answer) and answer.status_code in (200, 400, 409, 422):
            yield answer, address, name


def send(phone: Phone, client: Client, address: str, sent: dict[str, Any], status: int = 422) -> str:
    """Look at what a form filled in like this is answered; return it."""
    with undone():
        answer = client.post(address, sent)
    assert answer.status_code == status, address
    phone.look_at(answer, address, f"{address} {sent}")
    return str(answer.content.decode())


@pytest.mark.parametrize(("role", "least"), [("secr", 90), ("ref", 20), ("home", 25)])
def test_answers_to_forms_are_no_wider_than_a_phone(world: World, phone: Phone, role: str, least: int) -> None:
    world.address("start")
    client, asked, answered = world.client(role), set[str](), 0
    for name, address in world.addresses["town"].items():
        with undone():
            page = client.get(address)
        if page.status_code != 200 or not is_page(page) or b'method="post"' not in page.content:
            continue
        phone.show(page, address)
        for answer, at, form in list(answers_of(client, phone.page, asked)):
            phone.look_at(answer, at, f"{role}: {name}: {form}")
            answered += 1
    assert phone.cramped == {}
    assert answered >= least


def test_answers_to_what_was_filled_in_wrongly_are_no_wider_than_a_phone(
    submitted: World, phone: Phone, now: dt.datetime
) -> None:
    world, town = submitted, submitted.town
    secretary, referee, home = (world.client(role) for role in ("secr", "ref", "home"))
    venue = {"name": "Duke of Yorke", "boards": "1"}
    assert "very like" in send(phone, secretary, world.address("venue-new"), venue)
    where = {"division": town.division.pk, "venue": town.venues["Bell"].pk, "night": "1", "start": "20:00"}
    assert "very like" in send(phone, secretary, world.address("team-add"), {"name": "Duke of Yorke", **where})
    for do, status in (("look", 200), ("check", 422), ("load", 422)):
        files = [SimpleUploadedFile(name, text) for name, text in FILES.items()]
        page = send(phone, secretary, world.address("import"), {"do": do, "files": files}, status)
        assert "How your files are read" in page
    # An invitation that somebody opens who is signed in with another account.
    address = "bartholomew.fotheringay@post-office.example"
    made = invite(town.league, address, "captain", town.teams["Bell"], by=town.secretary, now=now)
    assert "Choose which account" in send(phone, home, f"/invitations/{token_for(made.pk)}/", {})
    place = {"fixture": world.fixture.pk, "match": "2", "game": "1", "counter": "home"}
    call = {"cards": "5H 5D 5S JC 5H", "starter": "XX", "declared": "thirty", "claimed": "-1", "do": "store"}
    assert "Please fix the following" in send(phone, referee, world.address("rule"), place | call)
    call = {"cards": "5H 5D 5S JC", "starter": "5C", "kind": "hand", "declared": "28", "claimed": "29", "do": "check"}
    assert "Undercalled" in send(phone, referee, world.address("rule"), place | call, 200)
    assert phone.cramped == {}
