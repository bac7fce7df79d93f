"""Calendars as phones read them: read back by a library, their time zones held against the machine's own."""

import datetime as dt
import zoneinfo
from dataclasses import replace
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.ics import Event, calendar_bytes, time_zone_component

PUBLISHED = dt.datetime(2026, 8, 1, 12, 30, 15, tzinfo=dt.UTC)
STARTS = dt.datetime(2026, 9, 15, 19, 0, tzinfo=dt.UTC)
EVENT = Event(
    uid="fixture-7@league.example",
    sequence=0,
    starts_at=STARTS,
    ends_at=STARTS + dt.timedelta(hours=3),
    summary="Anchor v Bell",
    location="Anchor, High St",
    description="Division 1, round 1, week 1\nhttps://league.example/leagues/town/fixtures/7/",
    url="https://league.example/leagues/town/fixtures/7/",
    cancelled=False,
    changed_at=PUBLISHED,
)


def written(*events: Event, zone: str = "Europe/London", name: str = "Town League") -> str:
    return calendar_bytes(events, name=name, time_zone=zone).decode()


def read(*events: Event, zone: str = "Europe/London", name: str = "Town League") -> icalendar.Calendar:
    return icalendar.Calendar.from_ical(written(*events, zone=zone, name=name))


def event_lines(text: str) -> list[str]:
    """The lines of the first event, unfolded."""
    lines = text.replace("\r\n ", "").split("\r\n")
    return lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]


def test_an_event_line_by_line() -> None:
    assert sorted(event_lines(written(EVENT))) == [
        "DESCRIPTION:Division 1\\, round 1\\, week 1\\nhttps://league.example/leagues/town/fixtures/7/",
        "DTEND;TZID=Europe/London:20260915T230000",
        "DTSTAMP:20260801T123015Z",
        "DTSTART;TZID=Europe/London:20260915T200000",
        "LAST-MODIFIED:20260801T123015Z",
        "LOCATION:Anchor\\, High St",
        "SEQUENCE:0",
        "STATUS:CONFIRMED",
        "SUMMARY:Anchor v Bell",
        "TRANSP:OPAQUE",
        "UID:fixture-7@league.example",
        "URL:https://league.example/leagues/town/fixtures/7/",
    ]


def test_the_calendar_says_what_it_is_called_and_how_often_to_ask() -> None:
    text = written(EVENT, name="Anchor, Bell; “Crown”")
    head = text.replace("\r\n ", "").split("\r\nBEGIN:VTIMEZONE")[0].split("\r\n")
    assert set(head) == {
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Muggins//Cribbage league//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "NAME:Anchor\\, Bell\\; “Crown”",
        "X-WR-CALNAME:Anchor\\, Bell\\; “Crown”",
        "X-WR-TIMEZONE:Europe/London",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    }
    assert "METHOD:CANCEL\r\n" in calendar_bytes([EVENT], name="x", time_zone="UTC", method="CANCEL").decode()


@pytest.mark.parametrize(
    ("fields", "status", "fills"),
    [
        ({}, "CONFIRMED", "OPAQUE"),
        ({"postponed": True}, "TENTATIVE", "TRANSPARENT"),
        ({"cancelled": True}, "CANCELLED", "TRANSPARENT"),
    ],
)
def test_what_is_not_played_fills_no_evening(fields: dict[str, Any], status: str, fills: str) -> None:
    event = read(replace(EVENT, **fields)).events[0]
    assert (event["STATUS"], event["TRANSP"]) == (status, fills)


def test_the_same_events_are_the_same_bytes_and_keep_their_order() -> None:
    later = replace(EVENT, uid="fixture-8@league.example", sequence=3, starts_at=STARTS + dt.timedelta(days=7))
    assert written(later, EVENT) == written(later, EVENT)
    assert [event["UID"] for event in read(later, EVENT).events] == [later.uid, EVENT.uid]


def test_a_calendar_without_events_can_still_be_read() -> None:
    calendar = read()
    assert (calendar.events, len(calendar.timezones)) == ([], 1)


NAMES = (
    'The "Old" Crown; Anchor, & Bell\\Castle',
    "Ⓐ 🃏🂡 King’s Árms " * 20,
    "a" * 120,
    "BEGIN:VEVENT\nSUMMARY:forged",
    "👩‍👩‍👧 نادي",
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_team_is_called_comes_back_as_it_was(name: str) -> None:
    text = written(replace(EVENT, summary=name, location=name, description=name), name=name)
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert text.count("\r\nBEGIN:VEVENT\r\n") == 1
    calendar = icalendar.Calendar.from_ical(text)
    event = calendar.events[0]
    assert [event["SUMMARY"], event["LOCATION"], event["DESCRIPTION"]] == [name] * 3
    # The library hands on what it does not know as it stands in the file.
    assert calendar["X-WR-CALNAME"] == icalendar.vText(name).to_ical().decode()


def test_control_characters_are_left_out() -> None:
    assert read(replace(EVENT, summary="An\x00ch\x0bor\x7f v\r Bell")).events[0]["SUMMARY"] == "Anchor v Bell"


@given(st.text(max_size=200))
def test_any_text_at_all_can_be_read_again(text: str) -> None:
    calendar = read(replace(EVENT, summary=text, location=text, description=text))
    assert len(calendar.events) == 1
    assert calendar.events[0]["DTSTART"].dt == STARTS


# Time zones


def observances(zone: str, first: int, last: int) -> list[tuple[dt.datetime, dt.timedelta, dt.timedelta]]:
    """Return when each begins (in UTC, as RFC 5545 counts it), and the offset before and after."""
    component = time_zone_component(zone, first, last)
    found = []
    for part in component.subcomponents:
        before, after = part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td
        found.append(((part["DTSTART"].dt - before).replace(tzinfo=dt.UTC), before, after))
    return found


def test_london_changes_at_one_in_the_morning_utc() -> None:
    none, hour = dt.timedelta(), dt.timedelta(hours=1)
    assert observances("Europe/London", 2026, 2027) == [
        (dt.datetime(2026, 1, 1, 0, tzinfo=dt.UTC), none, none),
        (dt.datetime(2026, 3, 29, 1, tzinfo=dt.UTC), none, hour),
        (dt.datetime(2026, 10, 25, 1, tzinfo=dt.UTC), hour, none),
        (dt.datetime(2027, 3, 28, 1, tzinfo=dt.UTC), none, hour),
        (dt.datetime(2027, 10, 31, 1, tzinfo=dt.UTC), hour, none),
    ]


ZONES = (
    "Europe/London", "Europe/Dublin", "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Toronto",
    "Pacific/Auckland", "Pacific/Chatham", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "UTC",
)  # fmt: skip


@pytest.mark.parametrize("zone", ZONES)
def test_the_offset_is_always_the_machines_own(zone: str) -> None:
    """Four times a day for three years, and to the second at each change."""
    known = zoneinfo.ZoneInfo(zone)
    listed = observances(zone, 2025, 2027)
    moments = [listed[0][0] + dt.timedelta(hours=hours) for hours in range(0, 3 * 365 * 24, 6)]
    edges = [begins for begins, _, _ in listed[1:]]
    for moment in (*moments, *edges, *(edge - dt.timedelta(seconds=1) for edge in edges)):
        offset = next(after for begins, _, after in reversed(listed) if begins <= moment)
        assert (moment, offset) == (moment, moment.astimezone(known).utcoffset())
    assert [before for _, before, _ in listed[1:]] == [after for _, _, after in listed[:-1]]


def test_the_zone_covers_the_events_with_a_year_on_either_side() -> None:
    begins = [dt.datetime(year, 10, 1, 19, tzinfo=dt.UTC) for year in (2026, 2027)]
    zone = read(*(replace(EVENT, starts_at=moment, ends_at=moment) for moment in begins)).timezones[0]
    onsets = [part["DTSTART"].dt for part in zone.subcomponents]
    assert (zone["TZID"], onsets[0].year, onsets[-1].year, len(onsets)) == ("Europe/London", 2025, 2028, 9)


# An evening before and after each change of the clock, the change itself, and an evening that lies across it.
MOMENTS = [
    dt.datetime(2026, 10, 24, 19, 0, tzinfo=dt.UTC),
    dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC),
    dt.datetime(2026, 10, 25, 1, 30, tzinfo=dt.UTC),
    dt.datetime(2026, 10, 25, 20, 0, tzinfo=dt.UTC),
    dt.datetime(2026, 12, 31, 23, 30, tzinfo=dt.UTC),
    dt.datetime(2027, 3, 27, 20, 0, tzinfo=dt.UTC),
    dt.datetime(2027, 3, 28, 0, 59, tzinfo=dt.UTC),
    dt.datetime(2027, 3, 28, 1, 0, tzinfo=dt.UTC),
    dt.datetime(2027, 3, 28, 19, 0, tzinfo=dt.UTC),
]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_an_event_comes_back_at_its_own_moment(moment: dt.datetime, zone: str) -> None:
    event = read(replace(EVENT, starts_at=moment, ends_at=moment + dt.timedelta(hours=3)), zone=zone).events[0]
    assert event["DTSTART"].dt.astimezone(dt.UTC) == moment
    assert event["DTEND"].dt.astimezone(dt.UTC) == moment + dt.timedelta(hours=3)


def test_eight_o_clock_stays_eight_o_clock_over_the_change_of_the_clock() -> None:
    evenings = [dt.datetime(2026, 10, 20, 19, tzinfo=dt.UTC), dt.datetime(2026, 10, 27, 20, tzinfo=dt.UTC)]
    for evening in evenings:
        starts = f"DTSTART;TZID=Europe/London:2026{evening:%m%d}T200000"
        assert starts in event_lines(written(replace(EVENT, starts_at=evening)))


def test_the_hour_that_comes_twice_is_told_in_utc_the_second_time() -> None:
    first, second = dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC), dt.datetime(2026, 10, 25, 1, 30, tzinfo=dt.UTC)
    assert "DTSTART;TZID=Europe/London:20261025T013000" in event_lines(written(replace(EVENT, starts_at=first)))
    assert "DTSTART:20261025T013000Z" in event_lines(written(replace(EVENT, starts_at=second)))
