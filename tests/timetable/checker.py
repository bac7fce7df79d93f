"""What is wrong with a timetable, read straight from the rules. It shares nothing with the engine but the values.

A fault is a tuple: its kind, then what it is about. Faults of `SHAPE` no timetable may have; the others are broken
conditions, as few as can be.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from timetable.values import Brief, Division, Meeting, MeetInWeek

Fault = tuple[object, ...]
SHAPE = {"pair", "swap", "place", "week", "date", "twice"}
WEEK = dt.timedelta(days=7)


def play_weeks(brief: Brief) -> dict[tuple[int, int], dt.date]:
    """The Monday of each week in which fixtures may be, by round and number."""
    sizes = [len(division.teams) for division in brief.divisions]
    most = max([size if size % 2 else size - 1 for size in sizes if size], default=0)
    monday = brief.first_week - dt.timedelta(days=brief.first_week.weekday())
    weeks = {}
    for number in range(1, brief.rounds + 1):
        for week in range(1, most + 2) if most else ():
            while any(monday <= day < monday + WEEK for day in brief.no_play):
                monday += WEEK
            if week != most:  # the last but one of the round is blank
                weeks[number, week] = monday
            monday += WEEK
    return weeks


def faults(brief: Brief, meetings: Sequence[Meeting]) -> list[Fault]:
    """Everything that is wrong."""
    found: list[Fault] = []
    for division in brief.divisions:
        own = [meeting for meeting in meetings if meeting.division == division.name]
        found += [*_pairs(brief, division, own), *_rows(brief, division, own)]
    found += [*_dates(brief, meetings), *_conditions(brief, meetings)]
    return found


def season_row(meetings: Sequence[Meeting], team: str) -> str:
    """A team's fixtures in order: H or A."""
    own = sorted((m for m in meetings if team in (m.home, m.away)), key=lambda m: m.date)
    return "".join("H" if m.home == team else "A" for m in own)


def breaks(division: Division, meetings: Sequence[Meeting]) -> int:
    """Two at home, or two away, one after the other."""
    rows = [season_row([m for m in meetings if m.division == division.name], team.name) for team in division.teams]
    return sum(row[i] == row[i + 1] for row in rows for i in range(len(row) - 1))


def _pairs(brief: Brief, division: Division, meetings: Sequence[Meeting]) -> Iterator[Fault]:
    times = Counter((frozenset((m.home, m.away)), m.round) for m in meetings)
    home = {(frozenset((m.home, m.away)), m.round): m.home for m in meetings}
    wanted = {frozenset((a.name, b.name)) for a, b in combinations(division.teams, 2)}
    for pair in wanted:
        for number in range(1, brief.rounds + 1):
            if times.pop((pair, number), 0) != 1:
                yield "pair", *sorted(pair), number
            elif number > 1 and home.get((pair, number)) == home.get((pair, number - 1)):
                yield "swap", *sorted(pair), number
    for pair, number in times:
        yield "pair", *sorted(pair), number


def _rows(brief: Brief, division: Division, meetings: Sequence[Meeting]) -> Iterator[Fault]:
    for team in division.teams:
        for number in range(1, brief.rounds + 1):
            row = season_row([m for m in meetings if m.round == number], team.name)
            if abs(row.count("H") - row.count("A")) > 1:
                yield "balance", division.name, team.name
                break
        row = season_row(meetings, team.name)
        if "HHH" in row or "AAA" in row:
            yield "run", division.name, team.name


def _dates(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Fault]:
    teams = {team.name: team for division in brief.divisions for team in division.teams}
    weeks = play_weeks(brief)
    times = Counter((name, m.date - dt.timedelta(days=m.date.weekday())) for m in meetings for name in (m.home, m.away))
    for (name, monday), often in times.items():
        if often > 1:
            yield "twice", name, monday
    for meeting in meetings:
        host = teams[meeting.home]
        if meeting.venue != host.venue:
            yield "place", meeting.home, meeting.away
        monday = weeks.get((meeting.round, meeting.week))
        if monday is None:
            yield "week", meeting.round, meeting.week
        elif meeting.date != monday + dt.timedelta(days=host.night):
            yield "date", meeting.home, meeting.date
    for division in brief.divisions:  # the last week of each round is played by all divisions
        for number in range(1, brief.rounds + 1):
            played = {m.week for m in meetings if m.division == division.name and m.round == number}
            if played and max(played) != max(week for _, week in weeks):
                yield "week", division.name, number


def _conditions(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Fault]:
    yield from _venues(brief, meetings)
    for division in brief.divisions:
        for team in division.teams:
            for day in team.blackouts:
                if any(day == m.date and team.name in (m.home, m.away) for m in meetings):
                    yield "blackout", team.name, day
    for wish in set(brief.wishes):
        if isinstance(wish, MeetInWeek):
            asked = (wish.round, wish.week, {wish.team, wish.other})
            if not any((m.round, m.week, {m.home, m.away}) == asked for m in meetings):
                yield "wish", wish
        else:
            at_home = [{(m.round, m.week) for m in meetings if m.home == name} for name in (wish.team, wish.other)]
            if at_home[0] & at_home[1]:
                yield "wish", wish


def _venues(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Fault]:
    venues = {venue.name: venue for venue in brief.venues}
    for (name, day), at_once in Counter((meeting.venue, meeting.date) for meeting in meetings).items():
        if at_once > venues[name].boards:
            yield "boards", name, day
        if day in venues[name].closed:
            yield "closed", name, day
