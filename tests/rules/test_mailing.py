"""When mail goes. In London the clocks go back at 02:00 on 25 October 2026, and forward at 01:00 on 28 March 2027."""

import datetime as dt
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.mailing import (
    Wishes,
    next_digest,
    quiet_until,
    reminder_at,
    reminders,
    retry_after,
    waits_until,
)

LONDON = ZoneInfo("Europe/London")
NIGHT = (dt.time(22), dt.time(7))
MINUTE = dt.timedelta(minutes=1)
# Any minute of 2026 and 2027.
MOMENTS = st.integers(0, 730 * 24 * 60).map(lambda minute: dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + minute * MINUTE)


def local(*when: int) -> dt.datetime:
    return dt.datetime(*when, tzinfo=LONDON)  # type: ignore[misc,arg-type]


def utc(*when: int) -> dt.datetime:
    return dt.datetime(*when, tzinfo=dt.UTC)  # type: ignore[misc,arg-type]


# Reckoned by hand from the offsets: British Summer Time is an hour ahead of UTC.
@pytest.mark.parametrize(
    ("starts_at", "days", "goes_at"),
    [
        (utc(2026, 11, 3, 20), 1, utc(2026, 11, 2, 20)),  # both in winter
        (utc(2026, 7, 7, 19), 7, utc(2026, 6, 30, 19)),  # both in summer
        (utc(2026, 10, 27, 20), 7, utc(2026, 10, 20, 19)),  # 169 hours: the week has an hour more
        (utc(2026, 10, 25, 20), 1, utc(2026, 10, 24, 19)),  # 25 hours
        (utc(2027, 3, 30, 19), 7, utc(2027, 3, 23, 20)),  # 167 hours
        (utc(2027, 3, 28, 19), 1, utc(2027, 3, 27, 20)),  # 23 hours
        (utc(2027, 3, 29, 0, 30), 1, utc(2027, 3, 28, 1, 30)),  # 01:30 does not exist that day: 02:30 is meant
        (utc(2026, 10, 26, 1, 30), 1, utc(2026, 10, 25, 0, 30)),  # 01:30 comes twice: the first
    ],
)
def test_a_reminder_goes_at_the_same_time_of_day(starts_at: dt.datetime, days: int, goes_at: dt.datetime) -> None:
    assert reminder_at(starts_at, days, LONDON) == goes_at


ZONES = ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/St_Johns"]


@given(
    MOMENTS,
    st.integers(1, 28),
    st.sampled_from(ZONES),
)
def test_a_reminder_shows_the_start_s_time_on_a_clock_of_that_day(start: dt.datetime, days: int, name: str) -> None:
    """Held by a search over minutes, which knows nothing of how the moment is made."""
    zone = ZoneInfo(name)
    begins = start.astimezone(zone)
    shown = (begins.date() - dt.timedelta(days=days), begins.strftime("%H:%M"))
    guess = start - dt.timedelta(days=days, hours=2)
    near = [guess + minute * MINUTE for minute in range(241)]
    same = [m for m in near if (m.astimezone(zone).date(), m.astimezone(zone).strftime("%H:%M")) == shown]
    goes_at = reminder_at(begins, days, zone)
    if same:
        assert goes_at == same[0]
    else:  # the clocks skip that time; it comes as much later as they skip
        before = goes_at - dt.timedelta(hours=1)
        skipped = goes_at.astimezone(zone).utcoffset() - before.astimezone(zone).utcoffset()  # type: ignore[operator]
        assert (goes_at - skipped).astimezone(dt.UTC) < goes_at
        assert skipped > dt.timedelta()


def test_each_reminder_is_stale_when_the_next_one_goes_and_the_last_at_the_start() -> None:
    starts_at = local(2026, 11, 3, 20)
    found = reminders(starts_at, [1, 7, 3, 7], LONDON)
    assert [reminder.days for reminder in found] == [7, 3, 1]
    assert [reminder.stale_at for reminder in found] == [found[1].goes_at, found[2].goes_at, starts_at]
    assert reminders(starts_at, [], LONDON) == ()


@given(st.lists(st.integers(1, 28), max_size=5), st.integers(0, 60 * 24 * 366))
def test_at_most_one_reminder_of_a_fixture_is_fresh_at_any_moment(days: list[int], minute: int) -> None:
    starts_at = local(2027, 3, 30, 20)
    at = starts_at.astimezone(dt.UTC) - minute * MINUTE
    found = reminders(starts_at, days, LONDON)
    assert len([r for r in found if r.goes_at <= at < r.stale_at]) <= 1
    assert all(first.stale_at == second.goes_at for first, second in pairwise(found))


@pytest.mark.parametrize(
    ("at", "until"),
    [
        (local(2026, 11, 3, 21, 59), local(2026, 11, 3, 21, 59)),
        (local(2026, 11, 3, 22), local(2026, 11, 4, 7)),
        (local(2026, 11, 4, 3), local(2026, 11, 4, 7)),
        (local(2026, 11, 4, 7), local(2026, 11, 4, 7)),
        (local(2026, 10, 24, 23), utc(2026, 10, 25, 7)),  # a night of ten hours
        (local(2027, 3, 27, 23), utc(2027, 3, 28, 6)),  # a night of eight
    ],
)
def test_quiet_hours_over_night(at: dt.datetime, until: dt.datetime) -> None:
    assert quiet_until(at, NIGHT, LONDON) == until


def test_quiet_hours_by_day_and_none() -> None:
    office = (dt.time(9), dt.time(17))
    assert quiet_until(local(2026, 11, 3, 12), office, LONDON) == local(2026, 11, 3, 17)
    assert quiet_until(local(2026, 11, 3, 18), office, LONDON) == local(2026, 11, 3, 18)
    assert quiet_until(local(2026, 11, 3, 12), None, LONDON) == local(2026, 11, 3, 12)


@given(
    MOMENTS,
    st.times(),
    st.times(),
)
def test_after_quiet_hours_it_is_not_quiet(at: dt.datetime, begins: dt.time, ends: dt.time) -> None:
    until = quiet_until(at, (begins, ends), LONDON)
    assert at <= until <= at + dt.timedelta(hours=25)
    if begins != ends:
        assert quiet_until(until, (begins, ends), LONDON) == until


def test_the_daily_mail_comes_once_a_day_also_when_the_clocks_change() -> None:
    found = [local(2026, 10, 24, 7)]
    for _ in range(3):
        found.append(next_digest(found[-1], dt.time(8), LONDON))
    assert found[1:] == [utc(2026, 10, 24, 7), utc(2026, 10, 25, 8), utc(2026, 10, 26, 8)]


@pytest.mark.parametrize(
    ("wishes", "digest", "stale_at", "until"),
    [
        (Wishes(), False, None, None),
        (Wishes(quiet=NIGHT), False, None, local(2026, 11, 4, 7)),
        (Wishes(quiet=NIGHT), False, local(2026, 11, 4, 20), local(2026, 11, 4, 7)),
        (Wishes(quiet=NIGHT), False, local(2026, 11, 4, 7), None),  # useless by then: it goes now
        (Wishes("digest"), False, None, local(2026, 11, 4, 21)),
        (Wishes("digest"), False, local(2026, 11, 4, 21), None),
        (Wishes("digest"), True, None, None),  # it has waited; now the daily mail goes
        (Wishes("digest", NIGHT), True, None, local(2026, 11, 4, 7)),
    ],
)
def test_what_waits_and_what_goes_at_eleven_at_night(
    wishes: Wishes, digest: bool, stale_at: dt.datetime | None, until: dt.datetime | None
) -> None:
    assert waits_until(local(2026, 11, 3, 23), wishes, LONDON, digest=digest, stale_at=stale_at) == until


def test_attempts_come_further_and_further_apart() -> None:
    minutes = [retry_after(attempt, MINUTE) / MINUTE for attempt in range(1, 12)]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
    assert retry_after(10_000, MINUTE) == dt.timedelta(hours=6)
