"""Captains, secretary and scans at the same second, where the secretary sets the date."""

import datetime as dt

import pytest

from league.enums import NoticeKind, PostponementState
from league.errors import Changed, LeagueError
from league.models import Fixture, Notice, Offer, Postponement, Season, Week
from league.services.dates import override, postpone
from league.services.mail import reminders
from tests.factories import Town
from tests.services.at_once import at_once, sorted_out
from tests.services.dates.test_postponements_at_once import FREE, NOW, again, requested

DAY = dt.timedelta(days=1)
AT = dt.datetime(2026, 9, 22, 18, tzinfo=dt.UTC)
"""A week before the last day, and an hour."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    Season.objects.update(new_dates="committee")
    return town.fixture("Anchor", "Bell")


def test_of_two_captains_who_say_when_they_can_one_sees_the_other_first(town: Town, fixture: Fixture) -> None:
    for _ in again(fixture):
        requested(town, fixture)
        _, late = sorted_out(
            at_once(
                lambda: postpone.counter(fixture, slots=[FREE + DAY], seen=1, by=town.captains["Anchor"], now=NOW),
                lambda: postpone.counter(fixture, slots=[FREE], seen=1, by=town.captains["Bell"], now=NOW),
            )
        )
        assert isinstance(late, Changed)
        assert Offer.objects.filter(postponement__fixture=fixture).count() == 2


def test_a_request_is_withdrawn_or_its_date_is_set(town: Town, fixture: Fixture) -> None:
    """Without a request the secretary needs a reason; with a date there is nothing to withdraw."""
    step = override.Override("", 0, town.secretary, NOW)
    for _ in again(fixture):
        requested(town, fixture)
        done = at_once(
            lambda: override.move(fixture, FREE, step),
            lambda: postpone.withdraw(fixture, by=town.captains["Anchor"], now=NOW),
        )
        refused = [answer for answer in done if isinstance(answer, LeagueError)]
        assert len(refused) == 1, done
        moved = Fixture.objects.get(pk=fixture.pk).starts_at == FREE
        state = Postponement.objects.get(fixture=fixture).state
        assert state == (PostponementState.AGREED if moved else PostponementState.WITHDRAWN)


def test_two_scans_at_once_remind_once(town: Town) -> None:
    Week.objects.update(kind="play")
    Season.objects.update(catch_up="none", play_within=14)
    fixture = town.fixture("Anchor", "Bell")
    for _ in again(fixture):
        postpone.request(fixture, reason="Away.", by=town.captains["Anchor"], now=NOW)
        postpone.agree_without_date(fixture, seen=1, by=town.captains["Bell"], now=NOW)
        at_once(lambda: reminders.queue_date_reminders(now=AT), lambda: reminders.queue_date_reminders(now=AT))
        assert Notice.objects.filter(kind=NoticeKind.TIME_RUNNING_OUT).count() == 2
