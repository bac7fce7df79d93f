"""Deadlines and outages. London's clocks go back at 02:00 on 25 October 2026, forward at 01:00 on 28 March 2027."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.deadlines import Evenings, Gap, after_gap, waking_after

LONDON = ZoneInfo("Europe/London")
EIGHT = Evenings(LONDON, 20)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
MOMENTS = st.integers(0, 730 * 24 * 60).map(lambda n: dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + n * HOUR / 60)
LENGTHS = st.integers(1, 60 * 24 * 60).map(lambda n: n * HOUR / 60)


def london(*when: int) -> dt.datetime:
    return dt.datetime(*when, tzinfo=LONDON)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("ended", "until"),
    [
        (london(2026, 11, 3, 6), london(2026, 11, 3, 20)),  # before anybody is up: 8 to 20 o'clock
        (london(2026, 11, 3, 8), london(2026, 11, 3, 20)),
        (london(2026, 11, 3, 10), london(2026, 11, 3, 22)),  # just within one day
        (london(2026, 11, 3, 12), london(2026, 11, 4, 10)),  # ten hours today, two tomorrow
        (london(2026, 11, 3, 23), london(2026, 11, 4, 20)),
        (london(2026, 10, 24, 21), london(2026, 10, 25, 19)),  # one hour, then eleven of a day of 25
        (london(2027, 3, 27, 21), london(2027, 3, 28, 19)),  # one hour, then eleven of a day of 23
    ],
)
def test_twelve_hours_count_only_while_people_are_up(ended: dt.datetime, until: dt.datetime) -> None:
    assert waking_after(ended, 12, LONDON) == until


def test_a_day_that_a_zone_leaves_out_counts_nothing() -> None:
    """Samoa left out 30 December 2011 altogether."""
    zone = ZoneInfo("Pacific/Apia")
    began = dt.datetime(2011, 12, 29, 21, tzinfo=zone)
    assert waking_after(began, 12, zone) == dt.datetime(2011, 12, 31, 19, tzinfo=zone)


# An hour at noon; a laptop closed from 22 to 9; a week; the week in which the clocks go back.
NOON = Gap(london(2026, 11, 3, 12), london(2026, 11, 3, 13))
NIGHT = Gap(london(2026, 11, 3, 22), london(2026, 11, 4, 9))
WEEK = Gap(london(2026, 11, 3, 12), london(2026, 11, 10, 12))
AUTUMN = Gap(london(2026, 10, 24, 12), london(2026, 10, 26, 12))


@pytest.mark.parametrize(
    ("gap", "deadline", "expected"),
    [
        (NOON, london(2026, 11, 3, 12), london(2026, 11, 3, 12)),  # over when it began
        (NOON, london(2026, 11, 3, 12, 1), london(2026, 11, 4, 11)),  # nine hours today, three tomorrow
        (NOON, london(2026, 11, 3, 13), london(2026, 11, 4, 11)),
        (NOON, london(2026, 11, 3, 13, 30), london(2026, 11, 4, 11)),  # cut short: it comes half an hour after
        (NOON, london(2026, 11, 3, 14, 1), london(2026, 11, 3, 14, 1)),  # later than an hour after: untouched
        (NIGHT, london(2026, 11, 4, 7), london(2026, 11, 4, 21)),  # 18 o'clock by its length, 21 by the hours
        (NIGHT, london(2026, 11, 4, 19, 59), london(2026, 11, 4, 21)),  # not quite eleven hours after
        (NIGHT, london(2026, 11, 4, 20, 1), london(2026, 11, 4, 20, 1)),
        (NIGHT, london(2026, 11, 4, 21), london(2026, 11, 4, 21)),
        (WEEK, london(2026, 11, 5, 20), london(2026, 11, 12, 20)),
        (WEEK, london(2026, 11, 3, 13), london(2026, 11, 11, 10)),  # 13 o'clock on the 10th is too soon
        (AUTUMN, london(2026, 10, 25, 20), london(2026, 10, 27, 21)),  # 49 real hours
    ],
)
def test_a_deadline_that_fell_into_an_outage(gap: Gap, deadline: dt.datetime, expected: dt.datetime) -> None:
    assert after_gap(deadline, gap, LONDON) == expected


@given(MOMENTS, LENGTHS, MOMENTS)
def test_no_outage_makes_a_deadline_earlier_or_leaves_too_little(
    began: dt.datetime, length: dt.timedelta, deadline: dt.datetime
) -> None:
    gap = Gap(began, began + length)
    moved = after_gap(deadline, gap, LONDON)
    assert moved >= deadline
    if gap.began < deadline <= gap.reach:
        assert moved >= waking_after(gap.ended, 12, LONDON) >= gap.ended + 12 * HOUR
    if gap.began < deadline <= gap.ended:
        assert moved >= deadline + length
    if deadline > gap.reach:
        assert moved == deadline


def test_outages_add_up() -> None:
    second = Gap(london(2026, 11, 4, 10), london(2026, 11, 4, 12))
    once = after_gap(london(2026, 11, 3, 12, 30), NOON, LONDON)
    assert after_gap(once, second, LONDON) == london(2026, 11, 5, 10)
    assert (
        EIGHT.after_gaps(london(2026, 11, 3, 12, 30), [NOON, second])
        == EIGHT.next_after(once)
        == london(2026, 11, 4, 20)
    )


def test_an_outage_ends_after_it_began() -> None:
    with pytest.raises(ValueError, match="ends after"):
        Gap(NOON.ended, NOON.ended)


# The evening hour

EVENING_HOURS = st.integers(17, 22)
ZONES = st.sampled_from(["Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
                         "America/St_Johns", "Africa/Casablanca", "UTC"]).map(ZoneInfo)  # fmt: skip


@given(MOMENTS, EVENING_HOURS, ZONES)
def test_the_next_evening_hour_is_a_whole_hour_at_most_a_day_away(
    moment: dt.datetime, hour: int, zone: ZoneInfo
) -> None:
    evenings = Evenings(zone, hour)
    found = evenings.next_after(moment)
    assert moment <= found < moment + 25 * HOUR
    assert found.astimezone(zone).time() == dt.time(hour)
    assert evenings.next_after(found) == found
    assert evenings.last_before(found) == found
    earlier = evenings.last_before(moment)
    assert moment - 25 * HOUR < earlier <= moment
    assert earlier.astimezone(zone).time() == dt.time(hour)
    assert found == earlier or evenings.next_day(earlier) == found


@given(MOMENTS, EVENING_HOURS)
def test_a_later_moment_has_no_sooner_deadline(moment: dt.datetime, hour: int) -> None:
    evenings = Evenings(LONDON, hour)
    assert evenings.next_after(moment) <= evenings.next_after(moment + HOUR / 60)


@given(MOMENTS, EVENING_HOURS, ZONES, st.integers(1, 400), st.integers(1, 60))
def test_a_deadline_is_never_sooner_than_promised(
    moment: dt.datetime, hour: int, zone: ZoneInfo, hours: int, days: int
) -> None:
    evenings = Evenings(zone, hour)
    assert evenings.hours_after(moment, hours) >= moment + hours * HOUR
    assert evenings.days_after(moment, days).astimezone(zone).date() >= moment.astimezone(zone).date() + days * DAY
    assert evenings.short_notice(moment, hours) <= moment - hours * HOUR
    assert evenings.short_notice(moment, 0) == moment


@pytest.mark.parametrize(
    ("since", "hours", "due"),
    [
        (london(2026, 11, 3, 20), 48, london(2026, 11, 5, 20)),  # to the minute
        (london(2026, 11, 3, 20, 1), 48, london(2026, 11, 6, 20)),
        (london(2026, 11, 3, 19, 30), 48, london(2026, 11, 5, 20)),
        (london(2026, 11, 3, 5, 18), 2, london(2026, 11, 3, 20)),  # a short time: by this evening
        (london(2026, 11, 3, 20, 30), 2, london(2026, 11, 4, 20)),  # and by the next, late in the evening
        (london(2026, 10, 24, 20), 24, london(2026, 10, 25, 20)),  # 24 hours are over at 7 pm of a day of 25
        (london(2027, 3, 27, 20), 24, london(2027, 3, 29, 20)),  # and at 9 pm of a day of 23
    ],
)
def test_hours_run_on_to_the_evening(since: dt.datetime, hours: int, due: dt.datetime) -> None:
    assert EIGHT.hours_after(since, hours) == due


@pytest.mark.parametrize(
    ("since", "days", "due"),
    [
        (london(2026, 11, 3, 19, 30), 5, london(2026, 11, 8, 20)),
        (london(2026, 11, 3, 22, 30), 5, london(2026, 11, 9, 20)),
        (london(2026, 10, 24, 20), 1, london(2026, 10, 25, 20)),
        (london(2027, 3, 27, 20), 1, london(2027, 3, 28, 20)),  # days are the calendar's, however long they are
    ],
)
def test_days_run_on_to_the_evening(since: dt.datetime, days: int, due: dt.datetime) -> None:
    assert EIGHT.days_after(since, days) == due


def test_short_notice_begins_on_an_evening_that_leaves_the_whole_time() -> None:
    assert EIGHT.short_notice(london(2026, 11, 3, 20), 24) == london(2026, 11, 2, 20)
    assert EIGHT.short_notice(london(2026, 11, 3, 19, 30), 24) == london(2026, 11, 1, 20)
    assert EIGHT.short_notice(london(2026, 11, 3, 19, 30), 2) == london(2026, 11, 2, 20)


def test_an_evening_that_a_zone_leaves_out_is_the_next_one() -> None:
    """Samoa left out 30 December 2011 altogether."""
    apia = Evenings(ZoneInfo("Pacific/Apia"), 20)
    assert apia.moment_on(dt.date(2011, 12, 30)) == apia.moment_on(dt.date(2011, 12, 31))
    thursday = dt.datetime(2011, 12, 29, 21, tzinfo=apia.zone)
    assert apia.next_after(thursday) == dt.datetime(2011, 12, 31, 20, tzinfo=apia.zone)


def test_of_an_evening_that_a_zone_has_twice_the_later_counts() -> None:
    """Kwajalein went to the other side of the date line in the night after 30 September 1969, which came twice."""
    kwajalein, day = Evenings(ZoneInfo("Pacific/Kwajalein"), 20), dt.date(1969, 9, 30)
    first, second = dt.datetime(1969, 9, 30, 9, tzinfo=dt.UTC), dt.datetime(1969, 10, 1, 8, tzinfo=dt.UTC)
    assert {at.astimezone(kwajalein.zone).time() for at in (first, second)} == {dt.time(20)}
    assert kwajalein.moment_on(day) == kwajalein.next_after(first) == kwajalein.next_after(second) == second


def test_an_outage_moves_a_deadline_to_an_evening_and_leaves_others_at_their_minute() -> None:
    odd = london(2026, 11, 3, 12, 30)
    assert EIGHT.after_gap(odd, NOON) == EIGHT.next_after(after_gap(odd, NOON, LONDON)) == london(2026, 11, 4, 20)
    before = Gap(london(2026, 11, 1, 12), london(2026, 11, 1, 13))
    assert EIGHT.after_gap(odd, before) == odd
    assert EIGHT.after_gaps(odd, [before, NOON]) == london(2026, 11, 4, 20)
    # One that is an evening only since the first outage may fall into the second.
    second = Gap(london(2026, 11, 4, 19), london(2026, 11, 4, 21))
    assert EIGHT.after_gaps(odd, [NOON, second]) == london(2026, 11, 5, 20)


@given(MOMENTS, MOMENTS, LENGTHS)
def test_no_outage_makes_a_deadline_sooner(deadline: dt.datetime, began: dt.datetime, length: dt.timedelta) -> None:
    gap = Gap(began, began + length)
    found = EIGHT.after_gap(deadline, gap)
    assert found >= after_gap(deadline, gap, LONDON) >= deadline
