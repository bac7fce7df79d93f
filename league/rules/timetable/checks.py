"""Every condition that a list of meetings does not keep, each in one sentence."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise

from league.rules.calendar import monday_of
from league.rules.timetable.values import Brief, Division, Meeting, MeetInWeek, NeverBothAtHome, Violation
from league.rules.timetable.weeks import calendar_of, listed, told

LONGEST_RUN = 2
Placed = tuple[int, Meeting]  # with its index in the list
Of = Mapping[str, list[Placed]]  # by team: its meetings in order of date


def violations_of(brief: Brief, meetings: Sequence[Meeting]) -> tuple[Violation, ...]:
    """Return the conditions that are not kept, in the order: pairs, weeks, dates, venues, wishes, home and away."""
    of = meetings_of(brief, meetings)
    return (
        *(found for division in brief.divisions for found in _pairs(brief, division, meetings)),
        *_twice_a_week(of),
        *_blank_weeks(brief, meetings),
        *_blackouts(brief, of),
        *_closed(brief, meetings),
        *_boards(brief, meetings),
        *_wishes(brief, meetings, of),
        *(found for division in brief.divisions for found in _balance(brief, division, of)),
        *(found for division in brief.divisions for found in _runs(division, of)),
    )


def meetings_of(brief: Brief, meetings: Sequence[Meeting]) -> Of:
    """The meetings of each team, with their indexes, in order of date."""
    of: dict[str, list[Placed]] = {team.name: [] for division in brief.divisions for team in division.teams}
    for placed in sorted(enumerate(meetings), key=lambda placed: (placed[1].date, placed[0])):
        for team in (placed[1].home, placed[1].away):
            of.setdefault(team, []).append(placed)
    return of


def named(meeting: Meeting) -> str:
    """A meeting as a sentence names it."""
    return f"{meeting.home} v {meeting.away}"


def _pairs(brief: Brief, division: Division, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    found: dict[tuple[str, str, int], list[Placed]] = defaultdict(list)
    for index, meeting in enumerate(meetings):
        if meeting.division == division.name:
            one, other = sorted((meeting.home, meeting.away))
            found[one, other, meeting.round].append((index, meeting))
    for pair in combinations(sorted(team.name for team in division.teams), 2):
        rounds = [found.pop((*pair, number), []) for number in range(1, brief.rounds + 1)]
        for number, placed in enumerate(rounds, 1):
            if len(placed) != 1:
                often = f"{len(placed)} times" if placed else "not at all"
                yield _of(division, "pairs", f"{pair[0]} and {pair[1]} meet {often} in round {number}.", placed)
        for number, (before, after) in enumerate(pairwise(rounds), 2):
            if len(before) == len(after) == 1 and before[0][1].home == after[0][1].home:
                told_so = f"{named(after[0][1])}: {after[0][1].home} are at home in rounds {number - 1} and {number}."
                yield _of(division, "pairs", told_so, [*before, *after])
    for (one, other, number), placed in found.items():
        told_so = f"{one} and {other} meet in round {number}, which {division.name} has no such fixture for."
        yield _of(division, "pairs", told_so, placed)


def _twice_a_week(of: Of) -> Iterator[Violation]:
    for team, placed in of.items():
        for monday, same in groupby(placed, key=lambda each: monday_of(each[1].date)):
            fixtures = list(same)
            if len(fixtures) > 1:
                told_so = f"{team} play {len(fixtures)} times in the week of {told(monday)}: {_all_named(fixtures)}."
                yield _violation("twice-a-week", told_so, fixtures)


def _blank_weeks(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    kinds = {week.starts: week for week in calendar_of(brief)}
    for placed in enumerate(meetings):
        meeting = placed[1]
        week = kinds.get(monday_of(meeting.date))
        if week is None:
            reason = "outside the season"
        elif week.kind == "catch-up":
            reason = f"in the blank week of round {week.round}"
        elif week.kind == "no-play":
            reason = "in a week without play"
        elif week.round != meeting.round:
            reason = f"in a week of round {week.round}, not {meeting.round}"
        else:
            continue
        yield _violation("blank-week", f"{named(meeting)}: {told(meeting.date)} is {reason}.", [placed])


def _blackouts(brief: Brief, of: Of) -> Iterator[Violation]:
    for division in brief.divisions:
        for team in division.teams:
            for day in sorted(team.blackouts):
                placed = [each for each in of[team.name] if each[1].date == day]
                if placed:
                    told_so = f"{team.name} cannot play on {told(day)}: {_all_named(placed)}."
                    yield _violation("blackout", told_so, placed)


def _closed(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    closed = {(venue.name, day): venue for venue in brief.venues for day in venue.closed}
    for (venue, day), placed in _evenings(meetings).items():
        if (venue, day) in closed:
            told_so = f"{venue} is closed on {told(day)}: {_all_named(placed)}."
            yield _violation("closed", told_so, placed)


def _boards(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    boards = {venue.name: venue.boards for venue in brief.venues}
    for (venue, day), placed in _evenings(meetings).items():
        at_once = boards.get(venue, 1)
        if len(placed) > at_once:
            room = f"{at_once} fixture{'s' * (at_once != 1)} at once"
            told_so = f"{venue} has room for {room}; on {told(day)} there are {len(placed)}: {_all_named(placed)}."
            yield _violation("boards", told_so, placed)


def _wishes(brief: Brief, meetings: Sequence[Meeting], of: Of) -> Iterator[Violation]:
    for wish in dict.fromkeys(brief.wishes):
        if isinstance(wish, MeetInWeek):
            asked = (wish.round, {wish.team, wish.other})
            placed = [p for p in enumerate(meetings) if (p[1].round, {p[1].home, p[1].away}) == asked]
            if [meeting.week for _, meeting in placed] != [wish.week]:
                told_so = f"{wish.team} and {wish.other} do not meet in week {wish.week} of round {wish.round}."
                yield _violation("wish", told_so, placed)
        elif clash := _both_at_home(wish, of):
            weeks = listed([told(monday_of(placed[1].date)) for placed in clash[::2]])
            told_so = f"{wish.team} and {wish.other} are both at home in the week of {weeks}."
            yield _violation("wish", told_so, clash)


def _both_at_home(wish: NeverBothAtHome, of: Of) -> list[Placed]:
    """The meetings that the two have at home in the same week, two by two."""
    at_home = [
        {monday_of(placed[1].date): placed for placed in of[team] if placed[1].home == team}
        for team in (wish.team, wish.other)
    ]
    return [
        placed for week in sorted(set(at_home[0]) & set(at_home[1])) for placed in (at_home[0][week], at_home[1][week])
    ]


def _balance(brief: Brief, division: Division, of: Of) -> Iterator[Violation]:
    for team in division.teams:
        for number in range(1, brief.rounds + 1):
            placed = [each for each in of[team.name] if each[1].round == number]
            home = sum(meeting.home == team.name for _, meeting in placed)
            if abs(2 * home - len(placed)) > 1:
                told_so = f"{team.name} are at home {home} times and away {len(placed) - home} times in round {number}."
                yield _of(division, "balance", told_so, placed)
                break  # the other rounds are its image


def _runs(division: Division, of: Of) -> Iterator[Violation]:
    """One for each team: its longest row, the first of that length."""
    for team in division.teams:
        rows = [list(row) for _, row in groupby(of[team.name], key=lambda placed: placed[1].home == team.name)]
        longest = max(rows, key=len, default=[])
        if len(longest) > LONGEST_RUN:
            where = "at home" if longest[0][1].home == team.name else "away"
            told_so = f"{team.name} play {len(longest)} times in a row {where}, from {told(longest[0][1].date)}."
            yield _of(division, "run", told_so, longest)


def _evenings(meetings: Sequence[Meeting]) -> dict[tuple[str, dt.date], list[Placed]]:
    evenings: dict[tuple[str, dt.date], list[Placed]] = defaultdict(list)
    for index, meeting in enumerate(meetings):
        evenings[meeting.venue, meeting.date].append((index, meeting))
    return dict(sorted(evenings.items(), key=lambda each: (each[0][1], each[0][0])))


def _all_named(placed: Iterable[Placed]) -> str:
    return listed([named(meeting) for _, meeting in placed])


def _of(division: Division, code: str, message: str, placed: Iterable[Placed]) -> Violation:
    return Violation(code, message, division.name, tuple(index for index, _ in placed))


def _violation(code: str, message: str, placed: Sequence[Placed]) -> Violation:
    """One of the division that its meetings have in common, if they have one."""
    divisions = {meeting.division for _, meeting in placed}
    return Violation(code, message, divisions.pop() if len(divisions) == 1 else "", tuple(index for index, _ in placed))
