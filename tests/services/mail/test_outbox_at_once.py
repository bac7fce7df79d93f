"""Many workers at one outbox. Threads with connections of their own meet the database's real locks."""

import datetime as dt
from collections import Counter
from functools import partial
from threading import Thread

import pytest
from django.conf import LazySettings
from django.db import connection

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import Notice, Preference, User
from league.services.mail.delivery import Delivered, deliver_due
from league.services.mail.reminders import queue_due
from league.services.notices import queue_notice
from tests import factories
from tests.factories import Town
from tests.services.at_once import at_once
from tests.services.post_office import post_office

WORKERS, PEOPLE = 4, 60
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def town(transactional_db: None) -> Town:
    return factories.town()


@pytest.fixture
def people(town: Town, now: dt.datetime) -> list[User]:
    """Sixty people, each owed a notice."""
    made = [User.objects.create(email=f"p{n}@town.example", name=f"P {n}") for n in range(PEOPLE)]
    fixture = town.fixture("Anchor", "Bell")
    queue_notice(town.league, made, NoticeKind.RULING_MADE, "1", text="A ruling.", now=now, fixture=fixture)
    return made


def total(done: list[Delivered]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for one in done:
        counted.update(sent=one.sent, failed=one.failed, retried=one.retried, put_off=one.put_off)
    return +counted


def test_workers_share_the_work_and_send_nothing_twice(
    people: list[User], now: dt.datetime, settings: LazySettings
) -> None:
    with post_office(settings) as office:
        done = at_once(*[partial(deliver_due, now=now, batch=7)] * WORKERS)
    assert total(done) == {"sent": PEOPLE}
    assert Counter(office.ids()).most_common(1)[0][1] == 1
    assert len(office.mails) == PEOPLE


def test_leases_of_dead_workers_are_taken_over_once(
    people: list[User], now: dt.datetime, settings: LazySettings
) -> None:
    Notice.objects.update(leased_until=now + HOUR)
    with post_office(settings) as office:
        assert total(at_once(*[partial(deliver_due, now=now, batch=7)] * WORKERS)) == {}
        done = at_once(*[partial(deliver_due, now=now + HOUR, batch=7)] * WORKERS)
    assert total(done) == {"sent": PEOPLE}
    assert (len(office.mails), len(set(office.ids()))) == (PEOPLE, PEOPLE)


def test_a_worker_that_was_overtaken_marks_nothing_and_says_so(
    people: list[User], now: dt.datetime, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    """While it sends, its lease is taken by another (as after a long pause of the machine)."""
    caplog.set_level("WARNING", logger="league.services.mail.delivery")
    taken = now + DAY

    def take() -> None:
        Notice.objects.exclude(leased_until=None).update(leased_until=taken)
        connection.close()

    def overtake(*_: object) -> str:
        worker = Thread(target=take)
        worker.start()
        worker.join()
        return ""

    with post_office(settings, at_data=overtake):
        assert deliver_due(now=now, batch=PEOPLE) == Delivered()
    assert set(Notice.objects.values_list("state", "leased_until")) == {(NoticeState.WAITING, taken)}
    assert sum("lease_lost_while_sending" in str(record.msg) for record in caplog.records) == PEOPLE


def test_a_person_s_daily_mail_is_one_however_many_workers_there_are(
    people: list[User], town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    Preference.objects.bulk_create(
        Preference(user=user, kind=NoticeKind.RULING_MADE, delivery=Delivery.DIGEST) for user in people
    )
    for key in ("2", "3"):
        queue_notice(town.league, people, NoticeKind.RULING_MADE, key, text="Another.", now=now)
    assert deliver_due(now=now, batch=1000) == Delivered(put_off=3 * PEOPLE)
    with post_office(settings) as office:
        done = at_once(*[partial(deliver_due, now=now + DAY, batch=9)] * WORKERS)
        again = deliver_due(now=now + DAY)
    assert total([*done, again]) == {"sent": 3 * PEOPLE}
    assert {mail["Subject"] for mail in office.mails} == {"3 messages from Town League"}
    assert len(office.mails) == PEOPLE


def test_two_beats_at_once_owe_each_reminder_once(town: Town) -> None:
    eve = dt.datetime(2026, 9, 14, 19, tzinfo=dt.UTC)
    at_once(*[partial(queue_due, now=eve)] * WORKERS)
    assert Notice.objects.filter(kind=NoticeKind.FIXTURE_REMINDER).count() == 4
