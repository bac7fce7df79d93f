"""A secretary's daily mail, however many workers send it, and though its rows are dealt with meanwhile."""

import datetime as dt
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings

from league.enums import NoticeKind, NoticeState
from league.models import Notice, Season
from league.services.mail.delivery import deliver_due
from league.services.notices import cancel_by_key, queue_notice
from league.services.standings import no_shows
from tests import factories
from tests.factories import Town
from tests.services.at_once import at_once
from tests.services.post_office import post_office
from tests.services.standings.test_no_shows import give_walkovers

WORKERS = 4
NINE = dt.datetime(2026, 11, 3, 21, tzinfo=ZoneInfo("Europe/London"))

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def town(transactional_db: None) -> Town:
    return factories.town()


@pytest.fixture
def waiting(town: Town, now: dt.datetime) -> Town:
    """Six rows wait for the evening."""
    for fixture in town.fixtures[:6]:
        queue_notice(
            town.league, [town.secretary], NoticeKind.CORRECTION_ANSWERED, f"{fixture.pk}:2", text="Answered.",
            now=now, fixture=fixture,
        )  # fmt: skip
    at_once(*[partial(deliver_due, now=now, batch=2)] * WORKERS)
    assert set(Notice.objects.values_list("digest", "send_at")) == {(True, NINE)}
    return town


def test_it_is_one_mail_however_many_workers_send_it(waiting: Town, settings: LazySettings) -> None:
    with post_office(settings) as office:
        at_once(*[partial(deliver_due, now=NINE, batch=2)] * WORKERS)
        deliver_due(now=NINE)
    assert [message["Subject"] for message in office.mails] == ["6 messages from Town League"]
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.SENT}


def test_a_row_that_is_called_off_meanwhile_is_in_it_or_not_and_never_in_another(
    waiting: Town, settings: LazySettings
) -> None:
    key = f"{waiting.fixtures[0].pk}:2"
    with post_office(settings) as office:
        at_once(
            *[partial(deliver_due, now=NINE)] * 2,
            partial(cancel_by_key, waiting.league, [NoticeKind.CORRECTION_ANSWERED], key),
        )
        deliver_due(now=NINE + dt.timedelta(hours=1))
    assert len(office.mails) == 1
    assert office.mails[0]["Subject"] in ("5 messages from Town League", "6 messages from Town League")
    assert not Notice.objects.filter(state=NoticeState.WAITING).exists()


def test_no_shows_are_told_once_however_many_look(town: Town, now: dt.datetime) -> None:
    Season.objects.update(no_show_limit=2)
    give_walkovers(town, "Bell", 2, now=now)
    at_once(*[partial(no_shows.queue_due, now=now)] * WORKERS)
    assert Notice.objects.filter(kind=NoticeKind.NO_SHOWS_DUE).count() == 1
