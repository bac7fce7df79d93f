"""Deadlines, the hour at which they fall, and what an outage does to them. The clock is always the caller's.

People set deadlines at a whole hour of the evening, "by Thursday 8 pm": what is counted in hours or days from some
moment runs on until the league's hour comes next (docs/decisions/deadlines.md).

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


def _moment_at(day: dt.date, hour: int, zone: ZoneInfo) -> dt.datetime:
    """Return an hour of a day as a moment: of one that comes twice the second, of one that is skipped as much later."""
    at = dt.datetime.combine(day, dt.time(hour), tzinfo=zone)
    return max(at.astimezone(dt.UTC), at.replace(fold=1).astimezone(dt.UTC))


@dataclass(frozen=True, slots=True)
class Evenings:
    """The hour of the evening at which a league's deadlines fall, by the league's own clock.

    Whoever has the time gets the rest of it too: a deadline is never sooner than its rule promises, and at most a day
    later. All moments are aware, and those returned are in UTC.

    Attributes:
        hour: a whole hour, such as 20.
    """

    zone: ZoneInfo
    hour: int

    def on(self, day: dt.date) -> dt.datetime:
        """Return this hour of a day."""
        return _moment_at(day, self.hour, self.zone)

    def after(self, moment: dt.datetime) -> dt.datetime:
        """Return when this hour comes next; the moment itself where it is this hour exactly."""
        day = moment.astimezone(self.zone).date() - DAY
        while (found := self.on(day)) < moment:
            day += DAY
        return found

    def before(self, moment: dt.datetime) -> dt.datetime:
        """Return when this hour came last; the moment itself where it is this hour exactly."""
        day = moment.astimezone(self.zone).date() + DAY
        while (found := self.on(day)) > moment:
            day -= DAY
        return found

    def hours_after(self, since: dt.datetime, hours: int) -> dt.datetime:
        """Return the deadline so many real hours after a moment."""
        return self.after(due_at(since, hours))

    def short_notice(self, start: dt.datetime, hours: int) -> dt.datetime:
        """Return from when on notice of what begins at `start` is short: so many real hours before it, or sooner.

        Here the time belongs to those who are given notice; where they are promised none, none is short.
        """
        return self.before(due_at(start, -hours)) if hours else start.astimezone(dt.UTC)

    def days_after(self, since: dt.datetime, days: int) -> dt.datetime:
        """Return the deadline so many days after a moment: as late in the day, by the league's calendar."""
        local = since.astimezone(self.zone)
        then = dt.datetime.combine(local.date() + days * DAY, local.time(), tzinfo=self.zone)
        return self.after(max(then.astimezone(dt.UTC), then.replace(fold=1).astimezone(dt.UTC)))

    def next_day(self, deadline: dt.datetime) -> dt.datetime:
        """Return this hour of the day after a deadline's, by the league's calendar."""
        return self.on(deadline.astimezone(self.zone).date() + DAY)

    def day_before(self, deadline: dt.datetime) -> dt.datetime:
        """Return this hour of the day before a deadline's, by the league's calendar."""
        return self.on(deadline.astimezone(self.zone).date() - DAY)

    def after_gap(self, deadline: dt.datetime, gap: Gap) -> dt.datetime:
        """Return when a deadline is due in view of an outage; itself where the outage does not touch it.

        Nobody's stored deadline is rounded because of an outage elsewhere.
        """
        moved = after_gap(deadline, gap, self.zone)
        return deadline if moved == deadline else self.after(moved)

    def after_gaps(self, deadline: dt.datetime, gaps: Iterable[Gap]) -> dt.datetime:
        """Return when a deadline is due in view of several outages, in the order in which they began."""
        for gap in gaps:
            deadline = self.after_gap(deadline, gap)
        return deadline
