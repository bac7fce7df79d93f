"""Things that the tests of pages share: browsers, addresses of fixtures, what a page says and what its forms hold."""

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from league.models import Fixture
from league.rules.formats import terms
from league.rules.sheet_fields import Fields, fields_of
from tests.factories import Town, result_sheet


def signed_in(who: Any) -> Client:
    """Return a browser of somebody who has signed in."""
    client = Client()
    client.force_login(who)
    return client


def page(fixture: Fixture, name: str = "") -> str:
    """Return the address of a fixture's page of this name, or of its own."""
    return f"/leagues/town/fixtures/{fixture.pk}/" + (f"{name}/" if name else "")


def in_words(html: str) -> str:
    """Return the text that a reader of some HTML sees, in one line."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def words(answer: Any) -> str:
    """Return the text that a reader of a page sees, in one line."""
    return in_words(answer.content.decode())


def typed(town: Town, fixture: Fixture, **changes: str) -> Fields:
    """The home side's sheet as fields; `m1_g1_loser="9"` changes one, an empty value takes it out."""
    sheet = result_sheet(town, fixture.home.name, fixture.away.name)
    fields = fields_of(sheet, terms(fixture.division))
    fields |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in fields.items() if value}


def filled(answer: HttpResponse) -> Fields:
    """Return the fields that a page's sheet form is filled with."""
    html, found = answer.content.decode(), {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'(\w[\w-]*)="([^"]*)"', tag))
        name = given.get("name", "")
        if name.startswith("m") and (given.get("type") != "radio" or " checked" in tag):
            found[name] = unescape(given.get("value", ""))
    for name, options in re.findall(r'<select name="(m[^"]+)"[^>]*>(.*?)</select>', html, flags=re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen.group(1) if chosen else ""
    return {name: value for name, value in found.items() if value}


def section(html: str, name: str) -> str:
    """One section of My fixtures, by its heading's id; empty where there is none."""
    found = re.search(rf'<section[^>]*aria-labelledby="{name}-title".*?</section>', html, flags=re.DOTALL)
    return found.group() if found else ""


def summary(answer: HttpResponse) -> list[tuple[str, str]]:
    """The problems told at the top: the field each one leads to, and its words."""
    block = answer.content.decode().split('class="problems"')[1].split("</div>")[0]
    links = re.findall(r'<a href="#([^"]+)">(.*?)</a>', block, flags=re.DOTALL)
    return [(field, " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())) for field, text in links]


def beside(answer: HttpResponse, field: str) -> str:
    """Return the error shown next to a field."""
    found = re.search(rf'<div id="{field}-error">(.*?)</div>', answer.content.decode(), flags=re.DOTALL)
    return unescape(found.group(1)) if found else ""


def apart(answer: HttpResponse) -> list[str]:
    """The cells of the table of differences."""
    table = re.search(r'<table class="differences.*?</table>', answer.content.decode(), flags=re.DOTALL)
    assert table is not None
    return [unescape(text) for text in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", table.group())]
