"""Deadlines, and what an outage does to them. The clock is always the caller's.

Where silence decides something, people must have been able to speak. So a deadline that an outage has swallowed comes
later by the outage's length, and not before they have had some hours of an ordinary day to answer in.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

AWAKE = (dt.time(8), dt.time(22))
"""From when until when people answer, by the league's own clock."""
HOURS_TO_ANSWER = 12
"""The fewest such hours between the end of an outage and a deadline that fell into it."""
DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which the site did not work: from the last sign of life until the next (both aware)."""

    began: dt.datetime
    ended: dt.datetime

    def __post_init__(self) -> None:
        if self.ended <= self.began:
            raise ValueError("A gap ends after it began.")

    @property
    def length(self) -> dt.timedelta:
        """Return how long it lasted, in real time."""
        return self.ended.astimezone(dt.UTC) - self.began.astimezone(dt.UTC)

    @property
    def reach(self) -> dt.datetime:
        """Return until when deadlines are touched: one that comes sooner after it than it lasted was cut short too."""
        return self.ended.astimezone(dt.UTC) + self.length


def due_at(since: dt.datetime, hours: int) -> dt.datetime:
    """The moment `hours` real hours after `since`, also across a change of the clocks (both are aware)."""
    return since.astimezone(dt.UTC) + dt.timedelta(hours=hours)


def waking_after(moment: dt.datetime, hours: int, zone: ZoneInfo) -> dt.datetime:
    """Return the first moment by which `hours` real hours between 8 and 22 local time have passed since `moment`."""
    left = dt.timedelta(hours=hours)
    since, day = moment.astimezone(dt.UTC), moment.astimezone(zone).date()
    while True:
        opens, closes = (dt.datetime.combine(day, time, tzinfo=zone).astimezone(dt.UTC) for time in AWAKE)
        begins = max(since, opens)
        if begins + left <= closes:
            return begins + left
        left -= max(closes - begins, dt.timedelta())
        day += DAY


def after_gap(deadline: dt.datetime, gap: Gap, zone: ZoneInfo) -> dt.datetime:
    """Return when a deadline is due in view of an outage; itself where the outage does not touch it.

    One that fell into the gap comes later by its length. That one, and one that comes sooner after the gap than the gap
    lasted, leaves at least twelve waking hours since the gap's end.
    """
    if not gap.began < deadline <= gap.reach:
        return deadline
    moved = deadline.astimezone(dt.UTC) + gap.length if deadline <= gap.ended else deadline
    return max(moved, waking_after(gap.ended, HOURS_TO_ANSWER, zone))


def last_day_after_gaps(day: dt.date, gaps: Iterable[Gap], zone: ZoneInfo) -> dt.date:
    """Return the last day on which something may be done in view of several outages; `day` where none touches it."""
    ends = dt.datetime.combine(day + DAY, dt.time(), tzinfo=zone).astimezone(dt.UTC)
    moved = after_gaps(ends, gaps, zone)
    return max(day, (moved - dt.timedelta.resolution).astimezone(zone).date())


def after_gaps(deadline: dt.datetime, gaps: Iterable[Gap], zone: ZoneInfo) -> dt.datetime:
    """Return when a deadline is due in view of several outages, which are given in the order in which they began."""
    for gap in gaps:
        deadline = after_gap(deadline, gap, zone)
    return deadline
