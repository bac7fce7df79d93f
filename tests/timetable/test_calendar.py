"""The weeks of a season (R52), and when things are due."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.deadlines import hours_later
from timetable.calendar import WeekPlan, monday_of, play_weeks_for, season_weeks

LONDON = ZoneInfo("Europe/London")


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(("teams", "weeks"), [(0, 0), (2, 1), (3, 3), (4, 3), (9, 9), (10, 9), (11, 11)])
def test_play_weeks_for(teams: int, weeks: int) -> None:
    assert play_weeks_for(teams) == weeks


@pytest.mark.parametrize("text", ["2026-09-14", "2026-09-16", "2026-09-20"])
def test_monday_of(text: str) -> None:
    assert monday_of(day(text)) == day("2026-09-14")


def test_season_of_ten_teams_from_14_september_2026() -> None:
    weeks = season_weeks(
        day("2026-09-14"), rounds=2, play_weeks=play_weeks_for(10), no_play=[day("2026-12-21"), day("2026-12-28")]
    )
    expected = [
        (1, 1, "2026-09-14", "play"),
        (1, 2, "2026-09-21", "play"),
        (1, 3, "2026-09-28", "play"),
        (1, 4, "2026-10-05", "play"),
        (1, 5, "2026-10-12", "play"),
        (1, 6, "2026-10-19", "play"),
        (1, 7, "2026-10-26", "play"),
        (1, 8, "2026-11-02", "play"),
        (1, 9, "2026-11-09", "catch-up"),
        (1, 10, "2026-11-16", "play"),
        (2, 1, "2026-11-23", "play"),
        (2, 2, "2026-11-30", "play"),
        (2, 3, "2026-12-07", "play"),
        (2, 4, "2026-12-14", "play"),
        (2, None, "2026-12-21", "no-play"),
        (2, None, "2026-12-28", "no-play"),
        (2, 5, "2027-01-04", "play"),
        (2, 6, "2027-01-11", "play"),
        (2, 7, "2027-01-18", "play"),
        (2, 8, "2027-01-25", "play"),
        (2, 9, "2027-02-01", "catch-up"),
        (2, 10, "2027-02-08", "play"),
    ]
    assert weeks == tuple(WeekPlan(number, week, day(starts), kind) for number, week, starts, kind in expected)


def test_any_day_of_a_week_means_the_week() -> None:
    from_wednesday = season_weeks(day("2026-09-16"), rounds=1, play_weeks=3, no_play=[day("2026-09-24")])
    assert from_wednesday == season_weeks(day("2026-09-14"), rounds=1, play_weeks=3, no_play=[day("2026-09-21")])
    assert [(w.number, w.kind) for w in from_wednesday] == [
        (1, "play"), (None, "no-play"), (2, "play"), (3, "catch-up"), (4, "play"),
    ]  # fmt: skip


def test_season_without_play_has_no_weeks() -> None:
    assert season_weeks(day("2026-09-14"), rounds=2, play_weeks=0, no_play=[]) == ()


@given(
    st.dates(dt.date(2000, 1, 1), dt.date(2100, 1, 1)),
    st.integers(1, 3),
    st.integers(1, 13),
    st.sets(st.integers(0, 40), max_size=6),
)
def test_weeks_follow_each_other_and_every_round_has_one_blank_week(first, rounds, play_weeks, skipped) -> None:
    no_play = {first + dt.timedelta(weeks=n) for n in skipped}
    weeks = season_weeks(first, rounds=rounds, play_weeks=play_weeks, no_play=no_play)
    assert [w.starts for w in weeks] == [monday_of(first) + dt.timedelta(weeks=n) for n in range(len(weeks))]
    assert {w.starts for w in weeks if w.kind == "no-play"} <= {monday_of(d) for d in no_play}
    for number in range(1, rounds + 1):
        kinds = [w.kind for w in weeks if w.round == number and w.number]
        assert (len(kinds), kinds.count("play"), kinds[-2]) == (play_weeks + 1, play_weeks, "catch-up")


def test_due_in_real_hours_when_the_clocks_go_back() -> None:
    saturday = dt.datetime(2026, 10, 24, 20, 0, tzinfo=LONDON)
    assert hours_later(saturday, 48) == dt.datetime(2026, 10, 26, 19, 0, tzinfo=LONDON)
