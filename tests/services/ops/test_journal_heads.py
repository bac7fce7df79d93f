"""The daily head: once a day, only where something was decided, to secretaries; and it shows a chain made anew."""

import datetime as dt
from io import StringIO

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from league import tasks
from league.enums import Delivery, NoticeKind, NoticeState
from league.models import Heartbeat, JournalEntry, JournalHead, League, MailSettings, Notice, Preference, Role
from league.rules.chain import entry_hash
from league.services.journal import verify
from league.services.mail import delivery
from league.services.ops.journal_heads import queue_heads_due
from league.services.results import submit as results
from tests import factories
from tests.factories import Town
from tests.journals import unguarded

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)


@pytest.fixture
def decided(town: Town, now: dt.datetime) -> Town:
    """A town in which one result was entered, on Tuesday at noon, and whose secretary wants the proof at once."""
    Preference.objects.create(user=town.secretary, kind=NoticeKind.JOURNAL_HEAD, delivery=Delivery.MAIL)
    MailSettings.objects.create(user=town.secretary, officer_digest=False)
    submit(town, "Anchor", "Bell", now)
    return town


def submit(town: Town, home: str, away: str, now: dt.datetime) -> None:
    sheet = factories.result_sheet(town, home, away)
    results.submit(town.fixture(home, away), sheet, by=town.captains[home], now=now)


def heads_sent() -> list[Notice]:
    return list(Notice.objects.filter(kind=NoticeKind.JOURNAL_HEAD).order_by("pk"))


def test_the_secretary_is_told_the_last_entry_and_its_hash(decided: Town, now: dt.datetime) -> None:
    assert queue_heads_due(now=now) == 1
    head = JournalHead.objects.get(league=decided.league)
    [notice] = heads_sent()
    assert notice.recipient == decided.secretary
    assert notice.text == f"Entry {head.number} is the last of the journal. Its hash is {head.hash}."
    delivery.deliver_due(now=now)
    [sent] = [each for each in mail.outbox if each.to == [decided.secretary.email]]
    assert sent.subject == "Proof of the journal: Town League"
    assert head.hash in str(sent.body)
    assert "/leagues/town/secretary/journal/" in str(sent.body)


def test_nobody_is_told_twice_in_a_day_nor_of_a_journal_that_has_not_grown(decided: Town, now: dt.datetime) -> None:
    assert [queue_heads_due(now=now), queue_heads_due(now=now), queue_heads_due(now=now + HOUR)] == [1, 0, 0]
    assert [queue_heads_due(now=now + days * DAY) for days in (1, 2, 30)] == [0, 0, 0]
    submit(decided, "Castle", "Duke of York", now + 31 * DAY)
    assert [queue_heads_due(now=now + 31 * DAY), queue_heads_due(now=now + 32 * DAY)] == [1, 0]
    assert len({notice.text for notice in heads_sent()}) == 2


def test_what_is_decided_later_that_day_is_told_the_next_morning(decided: Town, now: dt.datetime) -> None:
    queue_heads_due(now=now)
    submit(decided, "Castle", "Duke of York", now + HOUR)
    assert queue_heads_due(now=now + 2 * HOUR) == 0
    early, seven = now + DAY - 6 * HOUR, now + DAY - 5 * HOUR
    assert [queue_heads_due(now=early), queue_heads_due(now=seven)] == [0, 1]


def test_the_morning_is_the_leagues_own(decided: Town, now: dt.datetime) -> None:
    League.objects.update(time_zone="Pacific/Auckland")
    # Noon in London is one in the night there.
    assert queue_heads_due(now=now) == 0
    assert queue_heads_due(now=now + 6 * HOUR) == 1
    assert heads_sent()[0].key == "head:town:2026-11-04"


def test_a_league_in_which_nothing_was_decided_or_that_has_no_secretary_is_told_nothing(
    town: Town, now: dt.datetime
) -> None:
    assert queue_heads_due(now=now) == 0
    submit(town, "Anchor", "Bell", now)
    Role.objects.filter(user=town.secretary).update(ends_on=now.date() - DAY)
    assert (queue_heads_due(now=now), heads_sent()) == (0, [])


@pytest.mark.parametrize("chosen", [None, Delivery.NONE])
def test_whoever_has_not_asked_for_it_is_told_nothing(decided: Town, now: dt.datetime, chosen: Delivery | None) -> None:
    Preference.objects.filter(user=decided.secretary).delete()
    if chosen is not None:
        Preference.objects.create(user=decided.secretary, kind=NoticeKind.JOURNAL_HEAD, delivery=chosen)
    assert (queue_heads_due(now=now), heads_sent()) == (0, [])


def test_it_comes_in_the_daily_mail_of_a_secretary_who_has_one(decided: Town, now: dt.datetime) -> None:
    MailSettings.objects.all().delete()
    queue_heads_due(now=now)
    delivery.deliver_due(now=now)
    assert (heads_sent()[0].state, heads_sent()[0].digest) == (NoticeState.WAITING, True)


def test_the_secretary_may_ask_for_it_under_mail_settings(decided: Town, client: Client, now: dt.datetime) -> None:
    client.force_login(decided.secretary)
    with time_machine.travel(now, tick=False):
        page = client.get("/leagues/town/messages/settings/").content.decode()
    assert "Proof of the journal, once a day" in page


def test_a_chain_that_was_made_anew_is_whole_and_no_longer_has_the_hash_that_was_mailed(
    decided: Town, now: dt.datetime
) -> None:
    """The owner of the database can forge a whole chain; the hash that was mailed gives it away."""
    queue_heads_due(now=now)
    mailed = heads_sent()[0].text.rpartition(" ")[2].rstrip(".")
    found = StringIO()
    call_command("verify_journal", "town", head=mailed, stdout=found)
    assert "this is the hash of entry" in found.getvalue()
    with unguarded():
        previous = ""
        for entry in JournalEntry.objects.filter(league=decided.league).order_by("number"):
            said = {name: getattr(entry, name) for name in ("number", "at", "kind", "key", "why", "data", "refs")}
            entry.what, entry.made_of, entry.previous = "nothing of the kind", {}, previous
            entry.hash = previous = entry_hash(previous, what=entry.what, **said)
            entry.save()
        JournalHead.objects.filter(league=decided.league).update(hash=previous)
    assert verify(decided.league).number == JournalEntry.objects.count()
    with pytest.raises(CommandError, match="A journal is not what was written"):
        call_command("verify_journal", "town", head=mailed, stdout=StringIO())


def test_the_task_says_what_it_did(decided: Town, now: dt.datetime) -> None:
    with time_machine.travel(now, tick=False):
        tasks.owe_journal_heads()
    assert Heartbeat.objects.get(job="heads").told == "1 told"
