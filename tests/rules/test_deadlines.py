"""Deadlines and outages. London's clocks go back at 02:00 on 25 October 2026, forward at 01:00 on 28 March 2027."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.deadlines import Gap, after_gap, after_gaps, last_day_after_gaps, waking_after

LONDON = ZoneInfo("Europe/London")
HOUR = dt.timedelta(hours=1)
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
    assert after_gaps(london(2026, 11, 3, 12, 30), [NOON, second], LONDON) == after_gap(once, second, LONDON)
    assert after_gaps(london(2026, 11, 3, 12, 30), [NOON, second], LONDON) == london(2026, 11, 5, 10)


def test_the_last_day_is_a_day_later_for_each_day_that_nobody_could_have() -> None:
    """Sunday 8 November is the last day, and its evening fell into an outage, or it did not."""
    sunday = dt.date(2026, 11, 8)
    touching = Gap(london(2026, 11, 7, 12), london(2026, 11, 9, 12))
    assert last_day_after_gaps(sunday, [touching], LONDON) == dt.date(2026, 11, 10)
    before = Gap(london(2026, 11, 6, 12), london(2026, 11, 7, 12))
    assert last_day_after_gaps(sunday, [before], LONDON) == sunday
    # Six minutes at its very end leave twelve waking hours of Monday.
    end = Gap(london(2026, 11, 8, 23, 55), london(2026, 11, 9, 0, 1))
    assert last_day_after_gaps(sunday, [end], LONDON) == dt.date(2026, 11, 9)
    assert last_day_after_gaps(sunday, [], LONDON) == sunday


def test_an_outage_ends_after_it_began() -> None:
    with pytest.raises(ValueError, match="ends after"):
        Gap(NOON.ended, NOON.ended)
