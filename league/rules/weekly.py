"""A season week by week: the week that a day counts in, and movements.

A day counts in the last week begun by then, or in the first.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Sequence

from league.rules.standings import Standings


def week_of(day: dt.date, starts: Sequence[dt.date]) -> int:
    """The index of the week of a day; `starts` ascending, at least one."""
    return max(bisect_right(starts, day) - 1, 0)


def first_from(week: int, weeks: Sequence[int]) -> int:
    """The first of some weeks from `week` on, or the last of them."""
    return next((one for one in weeks if one >= week), weeks[-1])


def places_moved(before: Standings, after: Standings) -> dict[int, int]:
    """Places that each team in both tables has moved: 2 is up two, -1 down one."""
    was = {row.entrant.id: row.position for row in before.rows}
    return {row.entrant.id: was[row.entrant.id] - row.position for row in after.rows if row.entrant.id in was}
