"""Printed codes on pages: made and shown once, offered where a sheet waits, and typed on any phone."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from league.models import Result, TeamCode
from league.rules.sheets import GameScore
from league.services.people.captains import make_codes
from league.services.results import confirm, correct, submit
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, words

pytestmark = pytest.mark.django_db
CODES = "/leagues/town/secretary/seasons/2026-27/codes/"


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    cache.clear()
    with time_machine.travel(now, tick=False):
        yield


def test_a_sheet_is_shown_once_to_be_printed_and_then_only_told_of(town: Town) -> None:
    client = signed_in(town.secretary)
    assert "Bell no codes" in words(client.get(CODES))
    made = client.post(f"{CODES}bell/", {"do": "make"})
    found = re.findall(r"<code>([0-9A-Z]{5}-[0-9A-Z]{5})</code>", made.content.decode())
    assert (made.status_code, len(found)) == (200, 20)
    assert "no-store" in made.headers["Cache-Control"]
    again = client.get(f"{CODES}bell/").content.decode()
    assert not any(code in again for code in found)
    assert "Bell 20 of 20 codes are unused; made on 3 November 2026" in words(client.get(CODES))
    client.post(f"{CODES}bell/", {"do": "revoke"})
    assert "0 of 20 codes are unused" in words(client.get(f"{CODES}bell/"))


def test_a_visitor_confirms_with_a_code_from_the_fixture_s_page(town: Town, now: dt.datetime) -> None:
    fixture, link = town.fixture("Anchor", "Bell"), "Confirm with a printed code"
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    visitor = Client()
    assert link not in words(visitor.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    none = visitor.get(page(fixture, "confirm-code"))
    assert (none.status_code, "Bell has no unused codes" in words(none)) == (409, True)
    [code, *_] = make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now).codes
    assert link in words(visitor.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    wrong = visitor.post(page(fixture, "confirm-code"), {"version": "1", "code": "K7QD2-MXR40"})
    assert (wrong.status_code, "That is no unused code of Bell for this season." in words(wrong)) == (422, True)
    done = visitor.post(page(fixture, "confirm-code"), {"version": "1", "code": code})
    assert done.status_code == 302
    said = words(visitor.get(done.headers["Location"]))
    assert "Confirmed with a printed code of the other side" in said
    assert (Result.objects.get().state, TeamCode.objects.exclude(used_at=None).count()) == ("confirmed", 1)
    assert visitor.get(page(fixture, "confirm-code")).status_code == 409


def test_on_the_sender_s_phone_the_code_is_offered_even_where_no_captain_has_an_account(
    town: Town, now: dt.datetime
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    town.captains["Bell"].roles.all().delete()
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    assert "none of their captains has an account" in words(anchor.get(page(fixture, "confirm-here")))
    make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now)
    here = words(anchor.get(page(fixture, "confirm-here")))
    assert "Confirm with a printed code" in here
    assert "none of their captains has an account" not in here


@pytest.mark.parametrize("code", ["", " ", "x" * 5000, "\x00", "😀"])
def test_what_is_no_code_is_told_and_no_error(town: Town, now: dt.datetime, code: str) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now)
    assert Client().post(page(fixture, "confirm-code"), {"version": "1", "code": code}).status_code == 422
    assert Client().post(page(fixture, "confirm-code"), {"version": "x" * 99, "code": "K7QD2-MXR40"}).status_code == 409


def test_a_visitor_disputes_with_a_code_and_what_was_typed_is_kept(town: Town, now: dt.datetime) -> None:
    fixture, visitor = town.fixture("Anchor", "Bell"), Client()
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    [code, *_] = make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now).codes
    sent = {"version": "1", "code": code, "do": "refuse", "reason": ""}
    asked = visitor.post(page(fixture, "confirm-code"), sent)
    assert (asked.status_code, "Say what is wrong." in words(asked)) == (422, True)
    assert '<details class="refuse" open>' in asked.content.decode()
    assert f'value="{code}"' in asked.content.decode()
    wrong = visitor.post(page(fixture, "confirm-code"), sent | {"reason": "Game 2 <was> ours.", "code": "xyz"})
    assert 'value="xyz"' not in wrong.content.decode()
    assert "Game 2 &lt;was&gt; ours." in wrong.content.decode()
    done = visitor.post(page(fixture, "confirm-code"), sent | {"reason": "Game 2 was ours."})
    said = words(visitor.get(done.headers["Location"]))
    assert "Disputed: 6–3 does not count until that is settled. The secretary has been told." in said
    assert "Game 2 was ours." not in said


def test_a_visitor_answers_a_correction_with_a_code(town: Town, now: dt.datetime) -> None:
    fixture, visitor = town.fixture("Anchor", "Bell"), Client()
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    [code, *_] = make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now).codes
    link = "Answer with a printed code"
    assert link not in words(visitor.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(77, 121))
    correct.propose(fixture, 1, other, reason="A private slip.", by=town.captains["Anchor"], now=now)
    assert link in words(visitor.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    shown = words(visitor.get(page(fixture, "confirm-code")))
    assert "the other side proposes 5–4 instead of 6–3" in shown
    assert "A private slip." not in shown
    done = visitor.post(page(fixture, "confirm-code"), {"version": "2", "code": code, "do": "agree"})
    assert "Accepted: 5–4 counts now." in words(visitor.get(done.headers["Location"]))
