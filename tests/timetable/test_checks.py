"""Words about a timetable that is uneven."""

import datetime as dt

from timetable.checks import violations_of
from timetable.values import Brief, Division, Meeting, Team, Venue


def test_a_team_that_is_at_home_once_is_told_without_a_plural() -> None:
    names = "ABCDEF"
    teams = tuple(Team(name, name, 1, dt.time(20)) for name in names)
    brief = Brief((Division("D", teams),), tuple(map(Venue, names)), dt.date(2026, 9, 14), rounds=1)
    first = dt.date(2026, 9, 15)
    pairs = [("A", "B"), *((other, "A") for other in "CDEF")]
    meetings = [
        Meeting("D", 1, week, first + dt.timedelta(weeks=week), home, away, home)
        for week, (home, away) in enumerate(pairs, start=1)
    ]
    told = [str(found.message) for found in violations_of(brief, meetings) if found.code == "balance"]
    assert told[0] == "A: 1 at home and 4 away in round 1."
