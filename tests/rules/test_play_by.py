"""By when a postponed fixture is to be played, whichever weeks are left blank."""

import datetime as dt

import pytest

from league.rules.play_by import Bound, PlayBy
from timetable.calendar import Shape, season_weeks

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
