"""The week that a day counts in, and places moved between two tables."""

import datetime as dt

import pytest

from league.rules.scheme import PointsScheme
from league.rules.standings import Entrant, FixtureTotals, table
from league.rules.weekly import first_from, places_moved, week_of

STARTS = (dt.date(2026, 10, 5), dt.date(2026, 10, 12), dt.date(2026, 11, 2))
ANCHOR, BELL, CROWN = Entrant(1, "Anchor"), Entrant(2, "Bell"), Entrant(3, "Crown")


@pytest.mark.parametrize(
    ("day", "week"),
    [
        (dt.date(2026, 9, 1), 0),
        (dt.date(2026, 10, 5), 0),
        (dt.date(2026, 10, 11), 0),
        (dt.date(2026, 10, 12), 1),
        (dt.date(2026, 10, 30), 1),
        (dt.date(2027, 5, 1), 2),
    ],
)
def test_a_day_counts_in_the_last_week_begun(day: dt.date, week: int) -> None:
    assert week_of(day, STARTS) == week


def test_what_is_decided_without_play_counts_from_the_next_week_with_results() -> None:
    assert [first_from(week, (1, 4)) for week in range(7)] == [1, 1, 4, 4, 4, 4, 4]


def test_places_are_moved_up_and_down_and_a_joint_place_is_the_place_it_is() -> None:
    first = FixtureTotals(1, 1, 2, 6, 3, 2, 1, order=1)
    second = FixtureTotals(2, 3, 1, 9, 0, 3, 0, order=2)
    scheme = PointsScheme()
    before = table([ANCHOR, BELL, CROWN], [first], scheme=scheme)
    after = table([ANCHOR, BELL, CROWN], [first, second], scheme=scheme)
    assert [(row.entrant.name, row.position) for row in before.rows] == [("Anchor", 1), ("Bell", 2), ("Crown", 3)]
    assert places_moved(before, after) == {3: 2, 1: -1, 2: -1}
    assert places_moved(after, after) == {3: 0, 1: 0, 2: 0}


def test_a_team_that_is_in_one_of_the_tables_has_not_moved() -> None:
    scheme = PointsScheme()
    assert places_moved(table([ANCHOR], [], scheme=scheme), table([ANCHOR, BELL], [], scheme=scheme)) == {1: 0}
