"""Calendars for phones (RFC 5545): one event a fixture, in the league's time zone.

Equal events give equal bytes, so that an unchanged calendar need not be sent again. A moved fixture keeps its UID and
has a higher SEQUENCE, so that phones move its entry.
"""

import datetime as dt
import unicodedata
import zoneinfo
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import icalendar

PRODUCT = "-//Muggins//Cribbage league//EN"
REFRESH = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
SECOND = dt.timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Attributes:
        uid: never another one for the same fixture.
        sequence: grows with each change of time, place or state.
        cancelled: some phones strike it out, others hide it.
        postponed: not at this time, and no other yet; stays visible, and does not block the evening.
        free: decided without play; does not block the evening either.
    """

    uid: str
    sequence: int
    starts_at: dt.datetime
    ends_at: dt.datetime
    summary: str
    location: str
    description: str
    url: str
    cancelled: bool
    changed_at: dt.datetime
    postponed: bool = False
    free: bool = False

    @property
    def status(self) -> str:
        """CONFIRMED, TENTATIVE (postponed: phones that hide what is CANCELLED still say so) or CANCELLED."""
        if self.cancelled:
            return "CANCELLED"
        return "TENTATIVE" if self.postponed else "CONFIRMED"


def calendar_bytes(events: Sequence[Event], *, name: str, time_zone: str, method: str = "PUBLISH") -> bytes:
    """Return an iCalendar file (UTF-8, folded lines, CRLF).

    The VTIMEZONE covers every event, with a year on either side; `method` is ``PUBLISH``, or ``CANCEL`` for a mail.
    Raise ZoneInfoNotFoundError for an unknown zone.
    """
    zone = zoneinfo.ZoneInfo(time_zone)
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", method)
    # Told that these are text, icalendar escapes them; by itself it knows neither.
    calendar.add("name", icalendar.vText(_clean(name)))
    calendar.add("x-wr-calname", icalendar.vText(_clean(name)))
    calendar.add("x-wr-timezone", time_zone)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", icalendar.vDuration(REFRESH))
    # A calendar must have something in it, were it only its time zone.
    years = [event.starts_at.astimezone(zone).year for event in events] or [2000]
    calendar.add_component(time_zone_component(time_zone, min(years) - 1, max(years) + 1))
    for event in events:
        calendar.add_component(_component(event, zone))
    return bytes(calendar.to_ical())


def _component(event: Event, zone: zoneinfo.ZoneInfo) -> icalendar.Event:
    made = icalendar.Event()
    made.add("uid", event.uid)
    made.add("sequence", event.sequence)
    made.add("dtstamp", event.changed_at.astimezone(dt.UTC))
    made.add("last-modified", event.changed_at.astimezone(dt.UTC))
    made.add("dtstart", _calendar_time(event.starts_at, zone))
    made.add("dtend", _calendar_time(event.ends_at, zone))
    made.add("summary", _clean(event.summary))
    made.add("status", event.status)
    made.add("transp", "OPAQUE" if event.status == "CONFIRMED" and not event.free else "TRANSPARENT")
    for key, text in (("location", event.location), ("description", event.description)):
        if text:
            made.add(key, _clean(text))
    if event.url:
        made.add("url", event.url)
    return made


def _calendar_time(moment: dt.datetime, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """Local time; in the repeated hour of October UTC, as local time would mean the first (3.3.5)."""
    local = moment.astimezone(zone)
    return moment.astimezone(dt.UTC) if local.fold else local


def _clean(text: str) -> str:
    """Remove control characters, which no calendar may hold, except line ends."""
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) != "Cc")


@lru_cache(maxsize=64)
def time_zone_component(time_zone: str, first_year: int, last_year: int) -> icalendar.Timezone:
    """Return the VTIMEZONE of these years, an observance for each change of the clock.

    icalendar's own has its spring changes an hour late: RFC 5545 (3.6.5) counts an onset in the time valid before it.
    """
    zone = zoneinfo.ZoneInfo(time_zone)
    begins = dt.datetime(first_year, 1, 1, tzinfo=dt.UTC)
    made = icalendar.Timezone()
    made.add("tzid", time_zone)
    made.add_component(_observance(begins, begins.astimezone(zone), begins.astimezone(zone)))
    for moment in _changes(zone, begins, dt.datetime(last_year + 1, 1, 1, tzinfo=dt.UTC)):
        before, after = (moment - SECOND).astimezone(zone), moment.astimezone(zone)
        made.add_component(_observance(moment, before, after))
    return made


def _observance(
    moment: dt.datetime, before: dt.datetime, after: dt.datetime
) -> icalendar.TimezoneStandard | icalendar.TimezoneDaylight:
    offset_from, offset_to = before.utcoffset() or dt.timedelta(), after.utcoffset() or dt.timedelta()
    summer = (after.dst() or dt.timedelta()) > dt.timedelta()
    made = icalendar.TimezoneDaylight() if summer else icalendar.TimezoneStandard()
    made.add("dtstart", (moment + offset_from).replace(tzinfo=None))
    made.add("tzname", after.tzname() or "")
    made.add("tzoffsetfrom", offset_from)
    made.add("tzoffsetto", offset_to)
    return made


def _changes(zone: zoneinfo.ZoneInfo, begins: dt.datetime, ends: dt.datetime) -> Iterator[dt.datetime]:
    """Moments at which the zone's offset or name changes, in UTC and to the second."""
    day = begins
    while day < ends:
        low, high = day, day + DAY
        while _state(low, zone) != _state(high, zone):
            if high - low <= SECOND:
                yield high
                break
            middle = low + (high - low) // 2
            middle = middle.replace(microsecond=0)
            low, high = (middle, high) if _state(low, zone) == _state(middle, zone) else (low, middle)
        day += DAY


def _state(moment: dt.datetime, zone: zoneinfo.ZoneInfo) -> tuple[dt.timedelta | None, str | None]:
    local = moment.astimezone(zone)
    return local.utcoffset(), local.tzname()
