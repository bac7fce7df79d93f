"""Which evenings a fixture may move to (R52, R53)."""

import datetime as dt
import zoneinfo
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.slots import (
    Bound,
    Evening,
    Moving,
    Place,
    PlayBy,
    Side,
    best,
    evenings,
    format_moment,
    instant,
    judge,
)
from timetable.calendar import Shape, season_weeks

LONDON = zoneinfo.ZoneInfo("Europe/London")
MONDAY = dt.date(2026, 9, 14)
# Of the first round: 14 and 21 September, no play on 28, 5 October is the catch-up week, 12 October the last.
WEEKS = season_weeks(MONDAY, rounds=2, play_weeks=3, no_play=[dt.date(2026, 9, 30)])
NOW = dt.datetime(2026, 9, 14, 12, tzinfo=dt.UTC)


def fixture(**fields: object) -> Moving:
    """Anchor v Bell, on Tuesday 15 September at eight."""
    made = Moving(
        home=Side("Anchor"),
        away=Side("Bell"),
        venue=Place("The Inn"),
        week=WEEKS[0],
        weeks=WEEKS,
        first=dt.date(2026, 9, 15),
        at=dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC),
        night=1,
        start=dt.time(20),
        catch_up_nights=frozenset({0, 1, 2, 3}),
        tz=LONDON,
    )
    return replace(made, **fields)  # type: ignore[arg-type]


def evening_on(moving: Moving, day: dt.date, *, now: dt.datetime = NOW) -> Evening:
    return next(evening for evening in evenings(moving, now=now) if evening.date == day)


def codes(moving: Moving, day: dt.date, time: dt.time = dt.time(20), now: dt.datetime = NOW) -> list[str]:
    return [reason.code for reason in judge(moving, instant(day, time, LONDON), now=now).reasons]


def test_the_evenings_run_from_tomorrow_to_the_sunday_of_the_catch_up_week() -> None:
    days = [evening.date for evening in evenings(fixture(), now=NOW)]
    assert days == [dt.date(2026, 9, 15) + dt.timedelta(days=n) for n in range(27)]
    assert days[-1] == dt.date(2026, 10, 11)


def test_before_the_season_they_run_from_its_first_day() -> None:
    summer = dt.datetime(2026, 7, 1, tzinfo=dt.UTC)
    assert evenings(fixture(), now=summer)[0].date == MONDAY
    assert codes(fixture(), dt.date(2026, 9, 13), now=summer) == ["early"]


def test_tomorrow_is_tomorrow_on_the_leagues_own_clock() -> None:
    late = dt.datetime(2026, 9, 15, 23, 30, tzinfo=dt.UTC)  # half past midnight in London
    assert evenings(fixture(), now=late)[0].date == dt.date(2026, 9, 17)
    assert codes(fixture(), dt.date(2026, 9, 16), now=late) == ["past"]


def test_after_the_catch_up_week_is_too_late() -> None:
    said = judge(fixture(), instant(dt.date(2026, 10, 12), dt.time(20), LONDON), now=NOW)
    assert [r.message for r in said.reasons] == [
        "It must be played by Sunday 11 October, the end of the round’s catch-up week."
    ]


def test_a_fixture_of_the_last_week_can_only_be_brought_forward() -> None:
    last = fixture(week=WEEKS[4], at=dt.datetime(2026, 10, 13, 19, tzinfo=dt.UTC))
    assert evenings(last, now=NOW)[-1].date == dt.date(2026, 10, 11)
    said = judge(last, instant(dt.date(2026, 10, 14), dt.time(20), LONDON), now=NOW)
    assert [r.message for r in said.reasons] == [
        "A fixture of the round’s last week can only be brought forward, to Sunday 11 October at the latest."
    ]
    assert evenings(last, now=dt.datetime(2026, 10, 12, tzinfo=dt.UTC)) == ()


def test_which_week_is_the_last_of_its_round() -> None:
    assert [fixture(week=week).last_week for week in WEEKS] == [False] * 4 + [True] + [False] * 3 + [True]


def test_a_round_without_a_catch_up_week_ends_with_its_last_week() -> None:
    plain = tuple(replace(week, kind="play", number=1) for week in WEEKS if week.round == 1)
    assert fixture(weeks=plain).until == dt.date(2026, 10, 18)


def test_a_fixture_of_the_second_round_has_the_second_rounds_catch_up_week() -> None:
    assert fixture(week=WEEKS[5]).until == dt.date(2026, 11, 8)


def test_every_reason_is_told_at_once() -> None:
    day = dt.date(2026, 9, 22)
    full = fixture(
        home=Side("Anchor", {day: "Anchor v Castle"}, frozenset({day})),
        away=Side("Bell", {}, frozenset({day})),
        venue=Place("The Inn", 2, {day: 2}, frozenset({day})),
    )
    assert [reason.message for reason in evening_on(full, day).reasons] == [
        "Anchor play Anchor v Castle that evening.",
        "Anchor cannot play that day.",
        "Bell cannot play that day.",
        "The Inn is closed that day.",
        "The Inn has no board free: it has 2 fixtures that evening and holds 2.",
    ]
    assert evening_on(full, dt.date(2026, 9, 23)).allowed


def test_two_fixtures_of_a_team_in_one_week_are_fine_on_different_evenings() -> None:
    busy = fixture(home=Side("Anchor", {dt.date(2026, 9, 22): "Anchor v Castle"}))
    assert [evening_on(busy, dt.date(2026, 9, day)).allowed for day in (21, 22, 23)] == [True, False, True]


def test_the_evening_it_has_is_no_other_evening() -> None:
    assert codes(fixture(), dt.date(2026, 9, 15), dt.time(19)) == ["same"]
    assert codes(fixture(at=None), dt.date(2026, 9, 15)) == []


def test_a_week_without_play_is_allowed_and_said() -> None:
    quiet = evening_on(fixture(), dt.date(2026, 9, 29))
    assert (quiet.allowed, quiet.remark) == (True, "No play is planned in this week.")
    assert evening_on(fixture(), dt.date(2026, 9, 22)).remark == ""


def test_the_usual_evenings_are_the_home_night_and_those_of_the_catch_up_week() -> None:
    usual = [evening.date for evening in evenings(fixture(night=4), now=NOW) if evening.usual]
    assert usual == [
        *(dt.date(2026, 9, day) for day in (18, 25)),
        *(dt.date(2026, 10, day) for day in (2, 5, 6, 7, 8, 9)),
    ]


def test_the_best_are_the_usual_ones_with_weeks_without_play_after_the_others() -> None:
    found = best(evenings(fixture(), now=NOW), count=6)
    assert [(e.date.month, e.date.day) for e in found] == [(9, 22), (10, 5), (10, 6), (10, 7), (10, 8), (9, 29)]


@pytest.mark.parametrize(
    ("day", "hour"), [((2026, 10, 24), 19), ((2026, 10, 25), 20), ((2027, 3, 27), 20), ((2027, 3, 28), 19)]
)
def test_eight_stays_eight_when_the_clocks_change(day: tuple[int, int, int], hour: int) -> None:
    moment = instant(dt.date(*day), dt.time(20), LONDON)
    assert (moment.hour, moment.tzinfo) == (hour, dt.UTC)
    assert format_moment(moment, LONDON).endswith("at 8 pm")


@pytest.mark.parametrize("first", [dt.date(2026, 10, 12), dt.date(2027, 3, 15)])
def test_over_the_change_of_the_clocks_each_day_comes_once_at_its_hour(first: dt.date) -> None:
    weeks = season_weeks(first, rounds=1, play_weeks=3, no_play=[])
    moving = fixture(weeks=weeks, at=None)
    found = evenings(moving, now=dt.datetime.combine(first, dt.time(12), tzinfo=LONDON))
    local = [evening.starts_at.astimezone(LONDON) for evening in found]
    assert [moment.date() for moment in local] == [first + dt.timedelta(days=n) for n in range(1, 21)]
    assert {moment.time() for moment in local} == {dt.time(20)}
    assert len({moment.utcoffset() for moment in local}) == 2


def test_an_hour_that_the_clocks_leave_out_is_no_time() -> None:
    weeks = season_weeks(dt.date(2027, 3, 15), rounds=1, play_weeks=3, no_play=[])
    moving = fixture(weeks=weeks, at=None)
    typed = dt.datetime(2027, 3, 28, 1, 30, tzinfo=LONDON)
    said = judge(moving, typed, now=dt.datetime(2027, 3, 20, tzinfo=dt.UTC))
    assert [r.message for r in said.reasons] == ["At 01:30 the clocks go forward that night: there is no such time."]


days = st.dates(dt.date(2026, 9, 1), dt.date(2026, 11, 20))
some = st.frozensets(days, max_size=30)


@st.composite
def movings(draw: st.DrawFn) -> Moving:
    day = draw(days)
    return fixture(
        home=Side("Anchor", dict.fromkeys(draw(some), "Anchor v Castle"), draw(some)),
        away=Side("Bell", dict.fromkeys(draw(some), "Duke v Bell"), draw(some)),
        venue=Place("The Inn", draw(st.integers(1, 2)), draw(st.dictionaries(days, st.integers(1, 3))), draw(some)),
        week=draw(st.sampled_from([WEEKS[0], WEEKS[5]])),
        at=draw(st.sampled_from([None, instant(day, dt.time(20), LONDON)])),
        night=draw(st.integers(0, 6)),
    )


def slowly(moving: Moving, day: dt.date, today: dt.date) -> bool:
    """Return True if a fixture may move to a day: the rule as it reads, without the code under test."""
    catch_up = {1: dt.date(2026, 10, 5), 2: dt.date(2026, 11, 2)}[moving.week.round]
    if not today < day <= catch_up + dt.timedelta(days=6) or day < MONDAY:
        return False
    if moving.at is not None and moving.at.astimezone(LONDON).date() == day:
        return False
    for side in (moving.home, moving.away):
        if any(other == day for other in side.busy) or any(black == day for black in side.blackouts):
            return False
    free = moving.venue.boards - sum(n for other, n in moving.venue.held.items() if other == day)
    return free > 0 and not any(shut == day for shut in moving.venue.closed)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(movings(), st.integers(0, 87 * 24))
def test_the_allowed_evenings_are_those_of_a_slow_reading_of_the_rule(moving: Moving, hours: int) -> None:
    now = dt.datetime(2026, 8, 25, tzinfo=dt.UTC) + dt.timedelta(hours=hours)
    today = now.astimezone(LONDON).date()
    found = evenings(moving, now=now)
    every = [dt.date(2026, 8, 1) + dt.timedelta(days=n) for n in range(140)]
    assert [e.date for e in found if e.allowed] == [day for day in every if slowly(moving, day, today)]
    for day in every:
        assert (not codes(moving, day, now=now)) == slowly(moving, day, today)
    assert all(e.starts_at.astimezone(LONDON) == dt.datetime.combine(e.date, dt.time(20), LONDON) for e in found)
    assert {e.date for e in best(found, count=3)} <= {e.date for e in found if e.allowed}


FIRST = dt.date(2026, 9, 14)


def week(number: int) -> dt.date:
    return FIRST + dt.timedelta(weeks=number)


def sunday(number: int) -> dt.date:
    return week(number) + dt.timedelta(days=6)


def bound(play_by: PlayBy, shape: Shape, number: int) -> Bound:
    """The bound of a fixture of the Tuesday of a week, in a season of two rounds of three weeks."""
    weeks = season_weeks(FIRST, rounds=2, play_weeks=3, no_play=[], shape=shape)
    own = next(w for w in weeks if w.starts == week(number))
    return play_by.bound(weeks, own, week(number) + dt.timedelta(days=1))


def test_by_default_by_the_blank_week_of_its_round() -> None:
    """Weeks ppbp ppbp."""
    found = [bound(PlayBy(), Shape(), number) for number in (0, 3, 4, 7)]
    assert found == [Bound(sunday(n), "round") for n in (2, 2, 6, 6)]


def test_where_the_last_week_is_blank_everything_is_played_by_that() -> None:
    assert {bound(PlayBy("last"), Shape("last"), number) for number in range(6)} == {Bound(sunday(6), "blank")}


def test_where_weeks_are_named_by_the_next_of_them_and_after_the_last_by_the_end_of_the_season() -> None:
    """Weeks pbpp pbpp."""
    shape = Shape("named", frozenset({week(1), week(5)}))
    found = [bound(PlayBy("named"), shape, number) for number in (0, 2, 4, 6)]
    assert found == [
        Bound(sunday(1), "blank"), Bound(sunday(5), "blank"), Bound(sunday(5), "blank"), Bound(sunday(7), "season"),
    ]  # fmt: skip
    until = dt.date(2026, 11, 30)
    assert bound(PlayBy("named", until=until), shape, 6) == Bound(until, "until")


def test_without_a_blank_week_by_the_end_of_the_season_or_the_day_that_is_said() -> None:
    assert bound(PlayBy("none"), Shape("none"), 0) == Bound(sunday(5), "season")
    later = dt.date(2026, 12, 1)
    assert bound(PlayBy("none", until=later), Shape("none"), 0) == Bound(later, "until")


@pytest.mark.parametrize(("days", "last"), [(14, dt.date(2026, 9, 29)), (21, dt.date(2026, 10, 6))])
def test_within_so_many_days_of_its_first_date(days: int, last: dt.date) -> None:
    assert bound(PlayBy("none", within=days), Shape("none"), 0) == Bound(last, "within")


def test_whatever_comes_first_is_the_bound() -> None:
    both = PlayBy(within=21, until=dt.date(2026, 10, 1))
    assert bound(both, Shape(), 0) == Bound(dt.date(2026, 10, 1), "until")
    assert bound(both, Shape(), 7) == Bound(dt.date(2026, 10, 1), "until")
    assert bound(PlayBy(within=60), Shape(), 0) == Bound(sunday(2), "round")
    assert bound(PlayBy("none", within=300), Shape("none"), 0) == Bound(sunday(5), "season")


def test_it_is_owed_too_late_after_its_bound_but_not_before_its_own_week_is_over() -> None:
    weeks = season_weeks(FIRST, rounds=1, play_weeks=3, no_play=[])
    first, last = weeks[0], weeks[3]
    assert PlayBy().lapses_after(weeks, first, FIRST) == sunday(2)
    assert PlayBy().lapses_after(weeks, last, last.starts) == sunday(3)
    assert PlayBy(within=3).lapses_after(weeks, first, FIRST) == FIRST + dt.timedelta(days=3)
    assert PlayBy(until=FIRST).lapses_after(weeks, last, last.starts) == sunday(3)


def test_a_round_without_its_blank_week_says_nothing_unless_something_else_is_said() -> None:
    plain = season_weeks(FIRST, rounds=1, play_weeks=3, no_play=[], shape=Shape("none"))
    assert PlayBy().lapses_after(plain, plain[0], FIRST) is None
    assert PlayBy(within=14).lapses_after(plain, plain[0], FIRST) == FIRST + dt.timedelta(days=14)
    assert PlayBy("none").lapses_after(plain, plain[0], FIRST) == sunday(2)
