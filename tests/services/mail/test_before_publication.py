"""Nothing is owed for evenings that were past when they were published, and several overdue results are one mail."""

import datetime as dt
from decimal import Decimal

import pytest
from django.core import mail

from league.enums import FixtureState, NoticeKind, PostponementState, Side
from league.models import Fixture, LateCard, Notice, Postponement, Season
from league.queries.dates.outstanding import lapsed_by_now, outstanding_rounds
from league.queries.desk.oversight import not_entered
from league.services.dates.place import lapse_unplayed
from league.services.mail.delivery import deliver_due
from league.services.mail.reminders import queue_due
from league.services.results.submit import submit
from tests import factories
from tests.factories import Town

DAY = dt.timedelta(days=1)
OVERDUE = (NoticeKind.RESULT_DUE, NoticeKind.RESULT_OVERDUE)


@pytest.fixture
def late(town: Town) -> Town:
    """A town whose timetable was published after the first two of its three evenings."""
    third = Fixture.objects.filter(week__number=4).first()
    assert third is not None
    Season.objects.filter(pk=town.season.pk).update(
        published_at=third.starts_at - DAY, late_card="both", late_card_points=Decimal(2)
    )
    return town


def past(town: Town) -> list[Fixture]:
    joined = Fixture.objects.select_related("division__season__league", "home", "away", "venue", "week")
    return list(joined.filter(week__number__lt=4))


@pytest.mark.parametrize("after", [dt.timedelta(seconds=35), DAY, 2 * DAY, 10 * DAY])
def test_no_result_of_an_evening_before_publication_is_due(late: Town, after: dt.timedelta) -> None:
    published = Season.objects.get(pk=late.season.pk).published_at
    assert published is not None
    queue_due(now=published + after)
    owed = Notice.objects.filter(kind__in=OVERDUE)
    assert not owed.filter(fixture__week__number__lt=4).exists()
    assert {line.fixture.week.number for line in not_entered(late.league, now=published + after)} <= {4}


def test_evenings_after_publication_are_due_as_ever(late: Town) -> None:
    third = Fixture.objects.filter(week__number=4).first()
    assert third is not None
    queue_due(now=third.starts_at + 6 * DAY)
    owed = Notice.objects.filter(kind=NoticeKind.RESULT_OVERDUE, recipient=late.secretary)
    assert {notice.fixture_id for notice in owed} == set(
        Fixture.objects.filter(week__number=4).values_list("pk", flat=True)
    )


def test_a_result_of_an_evening_before_publication_costs_no_points(late: Town) -> None:
    fixture = past(late)[0]
    published = fixture.division.season.published_at
    assert published is not None
    sheet = factories.result_sheet(late, fixture.home.name, fixture.away.name)
    submit(fixture, sheet, by=late.captains[fixture.home.name], now=published + 3 * DAY)
    assert not LateCard.objects.exists()


def test_a_fixture_put_off_before_publication_is_the_secretary_s_to_decide(late: Town) -> None:
    """Its catch-up week was over before anybody could have played it in that week."""
    Season.objects.filter(pk=late.season.pk).update(unplayed_policy="nil")
    fixture = past(late)[0]
    published = fixture.division.season.published_at
    assert published is not None
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, side=Side.HOME, reason="", state=PostponementState.OWED, requested_at=published
    )
    later = published + 30 * DAY
    assert lapsed_by_now(now=later) == []
    assert lapse_unplayed(now=later) == 0
    season = Season.objects.select_related("league").get(pk=late.season.pk)
    (line,) = [line for owed in outstanding_rounds(season, now=later) for line in owed.lines]
    assert line.in_hand
    assert str(line.then) == "Nothing happens automatically any more."


@pytest.mark.django_db(transaction=True)
def test_results_that_are_overdue_at_once_are_one_mail() -> None:
    town = factories.town()
    week = Fixture.objects.filter(week__number=4)
    first = week.first()
    assert first is not None
    now = first.starts_at + 6 * DAY
    queue_due(now=now)
    assert Notice.objects.filter(kind=NoticeKind.RESULT_OVERDUE, recipient=town.secretary).count() == 2
    deliver_due(now=now)
    deliver_due(now=now + DAY)  # the secretary's daily mail
    (sent,) = [letter for letter in mail.outbox if letter.to == [town.secretary.email]]
    assert sent.subject == "2 things to do in Town League"
    for fixture in week.select_related("home", "away"):
        assert f"{fixture.home.name} v {fixture.away.name}" in sent.body
    assert not Notice.objects.filter(state="waiting").exists()
