"""Deadlines: at the league's hour of the evening, and extended by outages. The clock is the caller's.

What is counted in hours or days runs on until the league's hour comes next, "Thursday 8 pm"
(docs/decisions/deadlines.md). Where silence decides something, people must have been able to speak: a deadline in an
outage moves by its length, and leaves some waking hours to answer in.
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
    """An outage, from the last heartbeat until the next (both aware)."""

    began: dt.datetime
    ended: dt.datetime

    def __post_init__(self) -> None:
        if self.ended <= self.began:
            raise ValueError("A gap ends after it began.")

    @property
    def length(self) -> dt.timedelta:
        return self.ended.astimezone(dt.UTC) - self.began.astimezone(dt.UTC)

    @property
    def reach(self) -> dt.datetime:
        """Until when deadlines are extended: one that follows sooner than the outage lasted was cut short too."""
        return self.ended.astimezone(dt.UTC) + self.length


def hours_later(since: dt.datetime, hours: int) -> dt.datetime:
    """The moment `hours` real hours after `since`, also across a change of the clocks (both are aware)."""
    return since.astimezone(dt.UTC) + dt.timedelta(hours=hours)


def waking_after(moment: dt.datetime, hours: int, zone: ZoneInfo) -> dt.datetime:
    """The first moment by which `hours` real hours between 8 and 22 local time have passed."""
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
    """Extend a deadline for an outage, if it is affected.

    One in the gap moves by its length. That one, and one that follows sooner than the gap lasted, leaves at least
    twelve waking hours after it.
    """
    if not gap.began < deadline <= gap.reach:
        return deadline
    moved = deadline.astimezone(dt.UTC) + gap.length if deadline <= gap.ended else deadline
    return max(moved, waking_after(gap.ended, HOURS_TO_ANSWER, zone))


def _moment_at(day: dt.date, time: dt.time, zone: ZoneInfo) -> dt.datetime:
    """A time of a day as a moment; of one that comes twice the second, of one that is skipped as much later."""
    at = dt.datetime.combine(day, time, tzinfo=zone)
    return max(at.astimezone(dt.UTC), at.replace(fold=1).astimezone(dt.UTC))


@dataclass(frozen=True, slots=True)
class Evenings:
    """The hour of the evening at which a league's deadlines fall, e.g. 20, in its time zone.

    A deadline is never sooner than its rule promises, and at most a day later. Moments are aware, returned in UTC.
    """

    zone: ZoneInfo
    hour: int

    def moment_on(self, day: dt.date) -> dt.datetime:
        return _moment_at(day, dt.time(self.hour), self.zone)

    def next_after(self, moment: dt.datetime) -> dt.datetime:
        """This hour's next time, or the moment itself."""
        day = moment.astimezone(self.zone).date() - DAY
        while (found := self.moment_on(day)) < moment:
            day += DAY
        return found

    def last_before(self, moment: dt.datetime) -> dt.datetime:
        """This hour's last time, or the moment itself."""
        day = moment.astimezone(self.zone).date() + DAY
        while (found := self.moment_on(day)) > moment:
            day -= DAY
        return found

    def hours_after(self, since: dt.datetime, hours: int) -> dt.datetime:
        """The deadline so many real hours after a moment."""
        return self.next_after(hours_later(since, hours))

    def weekday_after(self, since: dt.datetime, weekday: int, time: dt.time | None = None) -> dt.datetime:
        """The deadline on the first such weekday (Monday 0) of a later day, at its own time or this hour."""
        day = since.astimezone(self.zone).date() + DAY
        day += (weekday - day.weekday()) % 7 * DAY
        return self.moment_on(day) if time is None else _moment_at(day, time, self.zone)

    def short_notice(self, start: dt.datetime, hours: int) -> dt.datetime:
        """From when on notice of a start is short: so many real hours before, or sooner; with 0 never."""
        return self.last_before(hours_later(start, -hours)) if hours else start.astimezone(dt.UTC)

    def days_after(self, since: dt.datetime, days: int) -> dt.datetime:
        """The deadline so many days after a moment, at the same time of day or later."""
        local = since.astimezone(self.zone)
        then = dt.datetime.combine(local.date() + days * DAY, local.time(), tzinfo=self.zone)
        return self.next_after(max(then.astimezone(dt.UTC), then.replace(fold=1).astimezone(dt.UTC)))

    def next_day(self, deadline: dt.datetime) -> dt.datetime:
        """This hour of the day after a deadline."""
        return self.moment_on(deadline.astimezone(self.zone).date() + DAY)

    def day_before(self, deadline: dt.datetime) -> dt.datetime:
        """This hour of the day before a deadline."""
        return self.moment_on(deadline.astimezone(self.zone).date() - DAY)

    def after_gap(self, deadline: dt.datetime, gap: Gap) -> dt.datetime:
        """Extend a deadline for an outage; one that is not affected is not rounded."""
        moved = after_gap(deadline, gap, self.zone)
        return deadline if moved == deadline else self.next_after(moved)

    def after_gaps(self, deadline: dt.datetime, gaps: Iterable[Gap]) -> dt.datetime:
        for gap in gaps:
            deadline = self.after_gap(deadline, gap)
        return deadline
