"""A season week by week: the week that a day counts in, and the places that a team has moved.

A day counts in the last week begun by then: what is played between two weeks belongs to the one before, what is played
after the last to that, and what is played before the first to the first.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Sequence

from league.rules.standings import Standings


def week_of(day: dt.date, starts: Sequence[dt.date]) -> int:
    """Return the index of the week that a day counts in.

    Args:
        starts: the first days of the weeks, the earliest first; at least one.
    """
    return max(bisect_right(starts, day) - 1, 0)


def first_from(week: int, weeks: Sequence[int]) -> int:
    """Return the first of some weeks that is not before a week, or the last of them where all are.

    Args:
        weeks: indices, the earliest first; at least one.
    """
    return next((one for one in weeks if one >= week), weeks[-1])


def places_moved(before: Standings, after: Standings) -> dict[int, int]:
    """Return the places that each team has moved between two tables, by its id: 2 is up two, -1 down one.

    A team that is in only one of them is left out.
    """
    was = {row.entrant.id: row.position for row in before.rows}
    return {row.entrant.id: was[row.entrant.id] - row.position for row in after.rows if row.entrant.id in was}
