"""Every page of the web, read in a language that nobody speaks (tests/pseudo.py), on whatever database there is.

What stands there in plain letters was never looked up in a catalogue. It is the name of somebody or something, the
software's own, a card or an address, or a text that a translator cannot reach. Its links and stylesheets are looked at
on the way.
"""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.db.models import CharField, TextField

from cardroom.models import PlayTable
from league.models import Ruling, Timetable, User
from league.queries.mail import letters
from tests.matrix import rows_of, undone
from tests.pseudo import pseudo
from tests.web import test_matrix
from tests.web.addresses import FIXTURE_PAGES, World
from tests.web.worlds import corrected, disputed, submitted, world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["corrected", "disputed", "pseudo", "submitted", "world"]

READERS = ("anon", "home", "ref", "secr")
# Pages that show how a fixture stands, and so differ when it stands otherwise.
TELLING = {
    "fixture",
    "my-fixtures",
    "versions",
    "version",
    "fixture-history",
    "dispute-case",
    "messages",
    *FIXTURE_PAGES,
}
# Pages of whoever was sent a link of their own, and works on them.
BY_A_LINK = {"can-play", "confirm-link", "enter"}
# A table, whose look nobody needs who does not play.
PLAYED = {"play", "league-play", "play-table", "play-game", "play-analysis", "play-deal", "play-position"}
SAID = {"alt", "aria-label", "aria-description", "placeholder", "title", "data-confirm"}
# What somebody has typed, or is to type in the notation of cards, is nobody's to translate.
NOT_READ = {"script", "style", "code", "kbd", "pre", "samp", "textarea"}
WORD = re.compile(r"[A-Za-z]{2,}")
# Addresses, files and cards as they are typed are the same in every language, and so are these names.
KEPT = re.compile(
    r"https?://\S+|\S+@\S+|/[a-z][\w/.-]*/|\b[\w-]+\.(?:csv|json|ics|zip|md)\b|\b(?:10|[A2-9TJQK])[CDHS]\b"
    r"|\bgo(?= [A2-9TJQK]0?[CDHS]\b)"
    r"|\b(?:BST|GMT|Muggins|CSV|JSON|API|PDF|ICS|UTC|JPEG|PNG|WebP|HEIC|Google|Apple|Outlook|Excel|TOTP|English)\b"
    r"|\b(?:British English|American English|Français)\b"
)


class Reader(HTMLParser):
    """Whoever looks at a page, or has it read to them."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.said += [told[name] or "" for name in SAID & set(told)]
        if tag == "input" and told.get("type") in ("submit", "button"):
            self.said.append(told.get("value") or "")
        if tag in NOT_READ:
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.said.append(data)


def names() -> list[str]:
    """Return every name and word of a person that the database holds, the longest first."""
    found: set[str] = set()
    for model in apps.get_models():
        fields = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, CharField | TextField) and not field.choices and not field.primary_key
        ]
        for row in model._base_manager.values_list(*fields) if fields else ():
            found.update(value for value in row if isinstance(value, str) and WORD.search(value))
    # A stored verdict keeps the sentence that was said then.
    found.update(
        str(verdict["reason"]).removesuffix(".")
        for verdict in Ruling.objects.values_list("verdict", flat=True)
        if verdict
    )
    # So does a timetable that was kept with how it was made.
    for made in Timetable.objects.exclude(made={}).values_list("made", flat=True):
        found.update(re.findall(r'"([^"]{30,})"', json.dumps(made, ensure_ascii=False)))
    # What the journal and notices say was made by the software.
    made = {
        text
        for model, column in (("JournalEntry", "what"), ("Notice", "text"))
        for text in apps.get_model("league", model)._default_manager.values_list(column, flat=True)
    }
    # Those who sit at tables to play at are no rows.
    found.update(seat["name"] for seats in PlayTable.objects.values_list("seats", flat=True) for seat in seats)
    found.update(name.split()[0] for name in User.objects.exclude(name="").values_list("name", flat=True))
    return sorted(found - made, key=len, reverse=True)


def plain(page: str, known: list[str]) -> list[str]:
    """Return what of a page is in plain letters though it is nobody's name."""
    reader = Reader()
    reader.feed(page)
    told = []
    for text in reader.said:
        left = KEPT.sub(" ", " ".join(text.split()))
        if WORD.search(left):
            for name in known:
                left = left.replace(name, " ")
            if WORD.search(KEPT.sub(" ", left)):
                told.append(" ".join(text.split()))
    return told


def stylesheets(state: str, role: str, method: str, page: str) -> int:
    """Return how many a page may link: a stranger’s phone waits for one, and for another to enter something."""
    # A code has nothing to confirm before a sheet waits for its answer.
    entering = page in BY_A_LINK | PLAYED or (page == "confirm-code" and state != "begun")
    return 1 if role == "anon" and method == "GET" and not entering else 2


def read(world: World, role: str, method: str, address: str, known: list[str], most: int) -> list[str]:
    sent = {"fixture": str(world.fixture.pk), "version": "1"} if method == "POST" else None
    # Whoever signs in stays signed in: a session that is rolled back would leave a stranger to read the rest.
    client = world.client(role)
    with undone():
        answer: Any = getattr(client, method.lower())(address, sent)
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        # To close the answer would close the connection that all of it is undone on.
        for close in answer._resource_closers:
            close()
        return []
    body = answer.content.decode()
    assert 'href=""' not in body, f"{address}: a link of it leads nowhere"
    assert 'hreflang=""' not in body, f"{address}: its other languages are not named"
    if body.lstrip().startswith("<!DOCTYPE html>"):
        assert 1 <= body.count('rel="stylesheet"') <= most, f"{address} links too many stylesheets, or none"
    return plain(body, known)


def check(world: World, state: str, which: list[tuple[str, str]]) -> None:
    known, found = names(), {}
    for page, method in which:
        for role in READERS:
            left = read(world, role, method, world.address(page), known, stylesheets(state, role, method, page))
            if left:
                found[f"{state} {method} {page} as {role}"] = left
    assert found == {}


ALL = [(page, method) for page, method, *_ in rows_of(test_matrix.__file__, "begun")]
PARTS = [ALL[start : start + 40] for start in range(0, len(ALL), 40)]


@pytest.mark.parametrize("which", PARTS, ids=[part[0][0] for part in PARTS])
def test_every_text_of_every_page_is_translated(world: World, pseudo: None, which: list[tuple[str, str]]) -> None:
    check(world, "begun", which)


@pytest.mark.parametrize("state", ["submitted", "disputed", "corrected"])
def test_every_text_about_a_fixture_is_translated_however_it_stands(
    request: pytest.FixtureRequest, state: str, pseudo: None
) -> None:
    check(request.getfixturevalue(state), state, [(page, method) for page, method in ALL if page in TELLING])


def test_every_text_of_every_mail_is_translated(world: World, pseudo: None, settings: Any) -> None:
    settings.MAIL_PREVIEWS = True
    client, found = world.client("secr"), dict[str, list[str]]()
    known = [letters.HAS_ASKED, letters.HAS_DISPUTED, letters.ENTRY_FEE, letters.AGREED, letters.NAMES, *names()]
    mails = client.get("/leagues/town/secretary/mail/previews/").context["samples"]
    assert len(mails) > 20
    for notice, mail in mails:
        left = [line for line in mail.body.splitlines() if plain(line, known)]
        left += plain(str(mail.alternatives[0][0]), known) + plain(mail.subject, known)
        if left:
            found[notice.kind] = left
    assert found == {}
