"""Windows of individual leagues, and whom a player has still to meet."""

import datetime as dt

from league.rules.competitions.individual import check_day, check_window, count_meetings_left

FIRST, LAST = dt.date(2026, 10, 1), dt.date(2026, 12, 31)


def test_a_window_has_a_first_day_and_ends_within_about_a_year() -> None:
    assert list(check_window(FIRST, FIRST, 1)) == []
    wrong = [*check_window(LAST, FIRST, 0), *check_window(FIRST, FIRST + dt.timedelta(401), 21)]
    assert [(one.code, one.field) for one in wrong] == [
        ("window", "closes_on"), ("meetings", "meetings"), ("window", "closes_on"), ("meetings", "meetings"),
    ]  # fmt: skip


def test_a_game_is_played_within_the_window_and_not_tomorrow() -> None:
    today = dt.date(2026, 11, 3)

    def list_codes(day: dt.date) -> list[str]:
        return [one.code for one in check_day(day, FIRST, LAST, today=today)]

    assert [list_codes(day) for day in (FIRST, today, today + dt.timedelta(1), FIRST - dt.timedelta(1), LAST)] == [
        [], [], ["future"], ["window"], ["future"],
    ]  # fmt: skip


def test_whom_one_has_met_as_often_as_may_be_is_left_out() -> None:
    met = [frozenset((1, 2)), frozenset((2, 1)), frozenset((1, 3)), frozenset((2, 3))]
    assert count_meetings_left(1, [1, 2, 3, 4], met, 2) == {3: 1, 4: 2}
    assert count_meetings_left(1, [1, 2, 3, 4], met, 1) == {4: 1}
    assert count_meetings_left(1, [], [], 1) == {}
