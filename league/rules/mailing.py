"""When mail goes and players are asked: reminders, quiet hours, the daily mail, retries.

Times of day are in the league's time zone.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

Delivery = Literal["mail", "digest", "none"]

DEFAULT_REMINDER_DAYS = (7, 1)
# After the hour at which a league's deadlines usually fall, and before its games end.
DIGEST_AT = dt.time(21)
FURTHEST_REMINDER = 28
DAY = dt.timedelta(days=1)
LONGEST_RETRY = dt.timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person wants notices of a kind; `quiet` may end on the next day."""

    delivery: Delivery = "mail"
    quiet: tuple[dt.time, dt.time] | None = None
    digest_at: dt.time = DIGEST_AT


class Reminder(NamedTuple):
    """One reminder of a fixture; from `stale_at` on it helps nobody."""

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
    """When the quiet hours around `at` end, or `at`."""
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
    day = at.astimezone(zone).date()
    today = _moment(day, digest_at, zone)
    return today if today > at else _moment(day + DAY, digest_at, zone)


def waits_until(
    at: dt.datetime, wishes: Wishes, zone: ZoneInfo, *, digest: bool, stale_at: dt.datetime | None
) -> dt.datetime | None:
    """Until when a notice due at `at` waits; None: it goes now.

    What would be stale by then goes now, quiet hours or not. `digest`: it has waited for the daily mail already.
    """
    if wishes.delivery == "digest" and not digest:
        until = next_digest(at, wishes.digest_at, zone)
    else:
        until = quiet_until(at, wishes.quiet, zone)
    if until <= at or (stale_at is not None and until >= stale_at):
        return None
    return until


def retry_after(attempts: int, first: dt.timedelta) -> dt.timedelta:
    """The wait after failed attempts: `first`, then doubling, at most six hours."""
    doublings: int = 2 ** min(max(attempts - 1, 0), 20)
    return min(first * doublings, LONGEST_RETRY)


ASKED_AT = dt.time(18)
"""The time of day at which players are asked, by the league's own clock: when people are home from work."""
SHORT_BEFORE = 2
"""On how many days before a fixture a team that is too few is told, and its reserves are asked."""


def ask_time(starts_at: dt.datetime, days: int, zone: ZoneInfo) -> dt.datetime:
    """When players are asked: at six in the evening so many days before, in the league's time zone."""
    day = starts_at.astimezone(zone).date() - dt.timedelta(days=days)
    return dt.datetime.combine(day, ASKED_AT, tzinfo=zone).astimezone(dt.UTC)


def short_from(starts_at: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """When a team with too few players is told: two days before, when players are asked too."""
    return ask_time(starts_at, SHORT_BEFORE, zone)
