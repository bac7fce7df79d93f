"""Rows are read in the reader's language where their parts are known, and in English elsewhere."""

import datetime as dt
import json
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from league.enums import Enforcement, JournalKind, NoticeKind
from league.models import JournalEntry, Notice, Player, Result
from league.services.journal import record
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.results import submit
from league.translation import N_, Text, translated
from tests.api.program import Program
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo
from tests.rules.sheetmaker import with_seat
from tests.test_translation import text_of

__all__ = ["pseudo"]

DONE = Text(
    "registered {player} for {team}: {games}",
    player="{player}",
    team="Bell & Co",
    games=Text.plural("{n} game", "{n} games", n=2),
)
# The same in the language of the tests.
SHOWN = f"{accented('registered')} Anchor 1 {accented('for')} Bell & Co: 2 {accented('games')}"
TOLD = Text("{team} was moved, for {reason}", team="Bell & Co", reason="fog")
TOLD_SHOWN = f"Bell & Co {accented('was moved, for')} fog"
STRANGE: list[Any] = [{}, {"msgid": 7}, {"msgid": "{a.b}", "params": {"a": "x"}}, {"params": {"msgid": []}}]


@pytest.fixture
def secretary(town: Town) -> Client:
    client = Client()
    client.force_login(town.secretary)
    return client


def decided(town: Town, now: dt.datetime, what: str = DONE) -> JournalEntry:
    return record(
        town.league, JournalKind.PLAYER_REGISTERED, what, by=town.secretary, now=now, what=what,
        player=town.squads["Anchor"][0], fixture=town.fixture("Anchor", "Bell"),
    )  # fmt: skip


def owe_notice(town: Town, now: dt.datetime, text: str = TOLD) -> Notice:
    anchor = town.captains["Anchor"]
    queue_notice(
        town.league, [anchor], NoticeKind.RULING_MADE, text, text=text, now=now, fixture=town.fixture("Anchor", "Bell")
    )
    return Notice.objects.get(recipient=anchor, key=text)


@pytest.mark.parametrize("page", ["secretary/journal/", "fixtures/{fixture}/history/"])
def test_what_was_done_is_translated_on_pages(
    town: Town, secretary: Client, now: dt.datetime, page: str, pseudo: None
) -> None:
    decided(town, now)
    address = page.format(fixture=town.fixture("Anchor", "Bell").pk)
    assert SHOWN in text_of(secretary.get(f"/leagues/town/{address}"))


def test_what_was_done_is_translated_by_the_api(town: Town, now: dt.datetime, pseudo: None) -> None:
    decided(town, now)
    found = json.loads(Program(town.secretary).get("journal/").content)["results"]
    assert found[0]["what"] == SHOWN


def test_a_name_in_a_translated_sentence_is_no_markup(town: Town, secretary: Client, now: dt.datetime) -> None:
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(name="<b>Al</b> {team}")
    decided(town, now)
    page = secretary.get("/leagues/town/secretary/journal/").content.decode()
    assert "registered &lt;b&gt;Al&lt;/b&gt; {team} for Bell &amp; Co: 2 games" in page


@pytest.mark.parametrize("made_of", STRANGE)
def test_an_entry_of_before_or_with_strange_parts_stays_english(
    town: Town, secretary: Client, now: dt.datetime, made_of: Any, pseudo: None
) -> None:
    entry = decided(town, now, "registered {player} for Bell")
    copied = {field.attname: getattr(entry, field.attname) for field in entry._meta.concrete_fields}
    JournalEntry.objects.create(**{**copied, "id": None, "key": "2", "number": 2, "made_of": made_of})
    assert text_of(secretary.get("/leagues/town/secretary/journal/")).count("registered Anchor 1 for Bell") == 2


def test_a_sentence_that_names_the_player_in_its_own_words_is_told_with_the_name(
    town: Town, secretary: Client, now: dt.datetime
) -> None:
    decided(town, now, N_("merged another into {player}"))
    assert "merged another into Anchor 1" in text_of(secretary.get("/leagues/town/secretary/journal/"))


@pytest.mark.parametrize("page", ["messages/", "my/"])
def test_a_notice_is_translated_on_pages(town: Town, now: dt.datetime, page: str, pseudo: None) -> None:
    owe_notice(town, now)
    client = Client()
    client.force_login(town.captains["Anchor"])
    assert TOLD_SHOWN in text_of(client.get(f"/leagues/town/{page}"))


def test_a_notice_is_translated_by_the_api(town: Town, now: dt.datetime, pseudo: None) -> None:
    owe_notice(town, now)
    found = json.loads(Program(town.captains["Anchor"]).get("my/messages/").content)["results"]
    assert found[0]["text"] == TOLD_SHOWN


def test_a_notice_is_translated_in_its_mail(town: Town, now: dt.datetime, pseudo: None) -> None:
    owe_notice(town, now)
    deliver_due(now=now)
    assert TOLD_SHOWN in " ".join(str(mail.outbox[0].body).split())


@pytest.mark.parametrize("made_of", STRANGE)
def test_a_notice_of_before_or_with_strange_parts_stays_english(
    town: Town, now: dt.datetime, made_of: Any, pseudo: None
) -> None:
    notice = owe_notice(town, now)
    Notice.objects.filter(pk=notice.pk).update(made_of=made_of)
    found = json.loads(Program(town.captains["Anchor"]).get("my/messages/").content)["results"]
    assert found[0]["text"] == TOLD


@pytest.fixture
def result_with_breach(town: Town, now: dt.datetime) -> Result:
    """A sheet that was taken with a breach."""
    town.season.eligibility = Enforcement.WARN
    town.season.save()
    fixture = town.fixture("Anchor", "Bell")
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, town.squads["Castle"][0].pk)
    return submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)


def page_text(result: Result) -> str:
    client = Client()
    return text_of(client.get(f"/leagues/town/fixtures/{result.fixture_id}/"))


BREACH = Text("{player} is registered for {team}; this season a player plays for their own team only.",
              player="Castle 1", team="Castle")  # fmt: skip


def test_a_breach_is_translated_where_the_sheet_is_shown(result_with_breach: Result, pseudo: None) -> None:
    page = page_text(result_with_breach)
    assert translated(BREACH) in page
    assert f"{accented('Match 3, home player')}: {translated(BREACH)}" in page
    assert BREACH not in page


@pytest.mark.parametrize("made_of", [None, *STRANGE, {"message": [], "where": {"msgid": "elsewhere"}}])
def test_a_breach_of_before_or_with_strange_parts_stays_english(
    result_with_breach: Result, made_of: Any, pseudo: None
) -> None:
    [breach] = result_with_breach.breaches
    result_with_breach.breaches = [{**{name: value for name, value in breach.items() if name != "made_of"}}]
    if made_of is not None:
        result_with_breach.breaches[0]["made_of"] = made_of
    result_with_breach.save()
    assert f"Match 3, home player: {BREACH}" in page_text(result_with_breach)


def test_a_translation_with_another_gap_costs_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for broken in ("{nobody} is late", "{", "{0}"):
        monkeypatch.setattr("league.translation.looked_up", lambda msgid, broken=broken: broken)
        assert translated(Text("{team} is late", team="Bell")) == "Bell is late"
