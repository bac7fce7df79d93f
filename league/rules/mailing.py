"""The times mail goes: reminders, quiet hours, the daily mail, another attempt. All by the wall clock of the league.

A day has 23, 24 or 25 hours: times of day are reckoned in the league's own zone, and only then become moments.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo

Delivery = Literal["mail", "digest", "none"]

DEFAULT_REMINDER_DAYS = (7, 1)
FURTHEST_REMINDER = 28
DAY = dt.timedelta(days=1)
LONGEST_RETRY = dt.timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Wishes:
    """A person's wishes for notices of some kind.

    Attributes:
        quiet: from when until when no mail comes, as times of day; the second may be on the next day.
        digest_at: when the mail comes that holds what they want once a day.
    """

    delivery: Delivery = "mail"
    quiet: tuple[dt.time, dt.time] | None = None
    digest_at: dt.time = dt.time(8)


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder of a fixture: how many days ahead, when it goes, and from when on it helps nobody."""

    days: int
    goes_at: dt.datetime
    stale_at: dt.datetime


def _moment(day: dt.date, time: dt.time, zone: ZoneInfo) -> dt.datetime:
    """A time of day as a moment. One that the clocks skip comes as much later; of one that comes twice, the first."""
    return dt.datetime.combine(day, time.replace(fold=0), tzinfo=zone).astimezone(dt.UTC)


def reminder_at(starts_at: dt.datetime, days: int, zone: ZoneInfo) -> dt.datetime:
    """The same time of day, so many days before by the league's calendar, also across a change of the clocks."""
    local = starts_at.astimezone(zone)
    return _moment(local.date() - days * DAY, local.time(), zone)


def reminders(starts_at: dt.datetime, days: Iterable[int], zone: ZoneInfo) -> tuple[Reminder, ...]:
    """A fixture's reminders, the earliest first; each is stale as soon as the next one goes, the last at the start."""
    wanted = sorted(set(days), reverse=True)
    moments = [reminder_at(starts_at, number, zone) for number in wanted]
    ends = [*moments[1:], starts_at.astimezone(dt.UTC)]
    return tuple(Reminder(*item) for item in zip(wanted, moments, ends[: len(wanted)], strict=True))


def quiet_until(at: dt.datetime, quiet: tuple[dt.time, dt.time] | None, zone: ZoneInfo) -> dt.datetime:
    """Return when the quiet hours end in which `at` falls; `at` itself where it falls in none."""
    if quiet is None:
        return at
    begins, ends = quiet
    local = at.astimezone(zone)
    for day in (local.date() - DAY, local.date()):
        last = day if begins < ends else day + DAY
        if _moment(day, begins, zone) <= at < _moment(last, ends, zone):
            return _moment(last, ends, zone)
    return at


def next_digest(at: dt.datetime, digest_at: dt.time, zone: ZoneInfo) -> dt.datetime:
    """The next daily mail after `at`."""
    day = at.astimezone(zone).date()
    today = _moment(day, digest_at, zone)
    return today if today > at else _moment(day + DAY, digest_at, zone)


def waits_until(
    at: dt.datetime, wishes: Wishes, zone: ZoneInfo, *, digest: bool, stale_at: dt.datetime | None
) -> dt.datetime | None:
    """Until when a notice that is due at `at` waits; None where it goes now.

    What would be stale by then goes now, though it be in quiet hours: late it helps nobody.

    Args:
        digest: it has waited for the daily mail already.
        stale_at: from when on it helps nobody.
    """
    if wishes.delivery == "digest" and not digest:
        until = next_digest(at, wishes.digest_at, zone)
    else:
        until = quiet_until(at, wishes.quiet, zone)
    if until <= at or (stale_at is not None and until >= stale_at):
        return None
    return until


def retry_after(attempts: int, first: dt.timedelta) -> dt.timedelta:
    """Return the wait after so many failed attempts: `first`, then twice as long each time, at most six hours."""
    doublings: int = 2 ** min(max(attempts - 1, 0), 20)
    return min(first * doublings, LONGEST_RETRY)
