"""Times of day as people of a league write them, and that what this site writes is read as it was meant."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.wording import read_time

HALF_PAST_EIGHT = dt.time(20, 30)


@pytest.mark.parametrize(
    "text",
    [
        "8.30", "8:30", "830", "8.3", "20.30", "20:30", "2030", "20.30pm", "8.30pm", "8:30 PM", "8.30 p.m.", "8.30 p.m",
        "20h30", "20 h 30", "20 heures 30", "20:30:00", "8:30:00", "half past eight", "Half past 8", "half eight",
        "half past eight in the evening", "8.30 in the evening", "8.30 at night", "20:30 hrs", "8h30",
        "8 h 30 du soir", "huit heures et demie", " 8.30  ", "at 8.30",
    ],
)  # fmt: skip
def test_ways_to_write_half_past_eight_in_the_evening(text: str) -> None:
    assert read_time(text) == HALF_PAST_EIGHT


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("8", dt.time(20)), ("eight", dt.time(20)), ("8 o’clock", dt.time(20)), ("eight o'clock", dt.time(20)),
        ("20 h", dt.time(20)), ("huit heures", dt.time(20)), ("8pm", dt.time(20)), ("20", dt.time(20)),
        ("quarter past seven", dt.time(19, 15)), ("quarter to eight", dt.time(19, 45)), ("7.45", dt.time(19, 45)),
        ("2", dt.time(14)), ("9", dt.time(21)), ("10", dt.time(10)), ("10.30", dt.time(10, 30)), ("11", dt.time(11)),
        ("12", dt.time(12)), ("noon", dt.time(12)), ("midi", dt.time(12)), ("08:30", dt.time(8, 30)),
        ("8.30 am", dt.time(8, 30)), ("8.30 in the morning", dt.time(8, 30)), ("12 am", dt.time(0)),
        ("12.30 pm", dt.time(12, 30)), ("0:15", dt.time(0, 15)), ("quarter to one", dt.time(12, 45)),
    ],
)  # fmt: skip
def test_other_times(text: str, time: dt.time) -> None:
    assert read_time(text) == time


@pytest.mark.parametrize(
    "text",
    ["", "25:00", "20:60", "8.5", "8.75", "0 pm", "13 am", "24", "half past", "half past 8.20", "Tuesday", "eightish",
     "8-9", "The Eight Bells", "1.9", "12345", "-8", "20:30:61", "٨"],
)  # fmt: skip
def test_texts_that_are_no_time(text: str) -> None:
    assert read_time(text) is None


@given(st.times())
def test_a_time_with_two_digits_for_its_hour_is_read_as_it_stands(time: dt.time) -> None:
    minute = time.replace(second=0, microsecond=0)
    assert read_time(f"{minute:%H:%M}") == minute
    assert read_time(f"{minute:%H:%M}", evening=False) == minute


def test_an_hour_of_the_night_stands_as_it_is_written_where_no_evening_is_meant() -> None:
    assert [read_time(text, evening=False) for text in ("7", "7.30", "7pm")] == [
        dt.time(7), dt.time(7, 30), dt.time(19),
    ]  # fmt: skip
