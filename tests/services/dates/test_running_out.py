"""Captains are reminded that a postponed fixture has no date while its last day nears.

Anchor v Bell of 15 September was put off on the 9th; within fourteen days it is to be played by Tuesday 29 September.
"""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from league.enums import NoticeKind, NoticeState, WeekKind
from league.models import Fixture, Notice, Season, Week
from league.queries.mail.letters import facts_of, still_true, with_everything
from league.services.dates import postpone
from league.services.mail.reminders import queue_date_reminders
from tests.factories import Town

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)
LONDON = ZoneInfo("Europe/London")
ENDS = dt.datetime(2026, 9, 29, 18, tzinfo=LONDON)
"""Six in the evening of the last day."""


@pytest.fixture
def open_town(town: Town) -> Town:
    Week.objects.filter(season=town.season).update(kind=WeekKind.PLAY)
    Season.objects.update(catch_up="none", play_within=14)
    for fixture in town.fixtures:
        fixture.refresh_from_db()
    return town


def fixture_without_date(town: Town, home: str, away: str, now: dt.datetime = NOW) -> Fixture:
    fixture = town.fixture(home, away)
    postpone.request(fixture, reason="The cellar is flooded.", short_notice="Today.", by=town.captains[home], now=now)
    postpone.agree_without_date(fixture, seen=1, by=town.captains[away], now=now)
    return fixture


def scan(at: dt.datetime) -> int:
    return queue_date_reminders(now=at.astimezone(dt.UTC))


def reminded() -> list[tuple[str, str]]:
    found = Notice.objects.filter(kind=NoticeKind.TIME_RUNNING_OUT).order_by("pk")
    return [(str(notice.recipient), notice.text) for notice in found]


def test_both_captains_are_reminded_a_week_and_two_days_before_each_once(open_town: Town) -> None:
    fixture_without_date(open_town, "Anchor", "Bell")
    said = "Anchor v Bell still has no date and must be played by Tuesday 29 September; nobody sets one for you."
    assert scan(ENDS - 7 * DAY - MINUTE) == 0
    assert scan(ENDS - 7 * DAY) == 1
    assert sorted(reminded()) == [("Anchor 1", said), ("Bell 1", said)]
    assert scan(ENDS - 7 * DAY + MINUTE) == 0
    assert Notice.objects.filter(kind=NoticeKind.TIME_RUNNING_OUT).first().stale_at == ENDS - 2 * DAY  # type: ignore[union-attr]
    assert scan(ENDS - 2 * DAY) == 1
    assert len(reminded()) == 4
    assert scan(ENDS) == 0


def test_after_a_pause_only_the_last_reminder_that_still_helps_is_owed(open_town: Town) -> None:
    fixture_without_date(open_town, "Anchor", "Bell")
    assert scan(ENDS - DAY) == 1
    assert len(reminded()) == 2


def test_what_lost_its_date_within_the_week_is_reminded_of_two_days_before_alone(open_town: Town) -> None:
    """Its captains were told the day when it lost its date."""
    Season.objects.update(play_within=4)
    put_off = open_town.fixture("Anchor", "Bell")
    put_off.refresh_from_db()
    fixture_without_date(open_town, "Anchor", "Bell", NOW + 5 * DAY)
    last = dt.datetime(2026, 9, 19, 18, tzinfo=LONDON)
    assert [scan(at) for at in (NOW + 5 * DAY + MINUTE, last - 2 * DAY - MINUTE, last - 2 * DAY)] == [0, 0, 1]


@pytest.mark.parametrize("settings", [{"catch_up": "penultimate", "play_within": None}, {"catch_up": "last"}])
def test_of_a_fixture_that_will_be_placed_nobody_is_reminded(town: Town, settings: dict[str, object]) -> None:
    Season.objects.update(**settings)
    fixture_without_date(town, "Anchor", "Bell")
    assert sum(scan(NOW + days * DAY) for days in range(40)) == 0


def test_a_day_that_the_season_changes_is_told_anew(open_town: Town) -> None:
    fixture_without_date(open_town, "Anchor", "Bell")
    assert scan(ENDS - 7 * DAY) == 1
    Season.objects.update(play_within=21)
    assert [scan(ENDS - 7 * DAY), scan(ENDS)] == [0, 1]
    assert reminded()[-1][1].startswith("Anchor v Bell still has no date and must be played by Tuesday 6 October")


def test_nobody_is_reminded_of_what_has_a_date_a_result_or_is_hidden(open_town: Town) -> None:
    fixture = fixture_without_date(open_town, "Anchor", "Bell")
    Season.objects.update(hidden_at=NOW)
    assert scan(ENDS - 7 * DAY) == 0
    Season.objects.update(hidden_at=None)
    at = ENDS - 8 * DAY
    postpone.counter(fixture, slots=[ENDS + 2 * MINUTE * 60], seen=1, by=open_town.captains["Anchor"], now=at)
    postpone.agree(fixture, ENDS + 2 * MINUTE * 60, seen=2, by=open_town.captains["Bell"], now=at)
    assert scan(ENDS - 7 * DAY) == 0


def test_a_reminder_not_yet_mailed_is_overtaken_by_a_date(open_town: Town) -> None:
    fixture = fixture_without_date(open_town, "Anchor", "Bell")
    scan(ENDS - 7 * DAY)
    at, new = ENDS - 6 * DAY, ENDS + 2 * MINUTE * 60

    def stands() -> set[bool]:
        found = with_everything(Q(kind=NoticeKind.TIME_RUNNING_OUT, state=NoticeState.WAITING))
        facts = facts_of(found)
        return {still_true(notice, facts[fixture.pk]) for notice in found}

    assert stands() == {True}
    postpone.counter(fixture, slots=[new], seen=1, by=open_town.captains["Anchor"], now=at)
    postpone.agree(fixture, new, seen=2, by=open_town.captains["Bell"], now=at)
    assert stands() == {False}


def test_the_number_of_queries_does_not_grow_with_what_waits(open_town: Town) -> None:
    counts = []
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        fixture_without_date(open_town, home, away)
        scan(ENDS - 7 * DAY)
        with CaptureQueriesContext(
            connection,
        ) as done:
            scan(ENDS - 7 * DAY + MINUTE)
        counts.append(len(done))
    assert counts == [3, 3]
