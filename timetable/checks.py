"""Every condition that a list of meetings does not keep, each in one sentence."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise

from scoring.text import N_, Text, join_names
from timetable.calendar import WeekPlan, monday_of
from timetable.values import LONGEST_RUN, Brief, Division, Meeting, MeetInWeek, NeverBothAtHome, Violation
from timetable.weeks import calendar_of, format_day

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


def format_fixture(meeting: Meeting) -> Text:
    """A meeting as a sentence names it."""
    return Text("{home} v {away}", home=meeting.home, away=meeting.away)


def _pairs(brief: Brief, division: Division, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    found: dict[tuple[str, str, int], list[Placed]] = defaultdict(list)
    for index, meeting in enumerate(meetings):
        if meeting.division == division.name:
            one, other = sorted((meeting.home, meeting.away))
            found[one, other, meeting.round].append((index, meeting))
    for pair in combinations(sorted(team.name for team in division.teams), 2):
        rounds = [found.pop((*pair, number), []) for number in range(1, brief.rounds + 1)]
        for number, placed in enumerate(rounds, 1):
            # In half a round not every pair meets.
            if len(placed) > 1 or (not placed and not brief.shape.is_half(number, brief.rounds)):
                yield _violation_of(division, "pairs", _often(pair, len(placed), number), placed)
        for number, (before, after) in enumerate(pairwise(rounds), 2):
            if len(before) == len(after) == 1 and before[0][1].home == after[0][1].home:
                told_so = Text(
                    "{fixture}: {team} are at home in rounds {before} and {round}.",
                    fixture=format_fixture(after[0][1]),
                    team=after[0][1].home,
                    before=number - 1,
                    round=number,
                )
                yield _violation_of(division, "pairs", told_so, [*before, *after])
    for (one, other, number), placed in found.items():
        told_so = Text(
            "{one} and {other} meet in round {round}, which {division} has no such fixture for.",
            one=one,
            other=other,
            round=number,
            division=division.name,
        )
        yield _violation_of(division, "pairs", told_so, placed)


def _often(pair: tuple[str, str], times: int, number: int) -> Text:
    one, other = pair
    if not times:
        return Text("{one} and {other} meet not at all in round {round}.", one=one, other=other, round=number)
    return Text("{one} and {other} meet {n} times in round {round}.", one=one, other=other, n=times, round=number)


def _twice_a_week(of: Of) -> Iterator[Violation]:
    for team, placed in of.items():
        for monday, same in groupby(placed, key=lambda each: monday_of(each[1].date)):
            fixtures = list(same)
            if len(fixtures) > 1:
                told_so = Text(
                    "{team} play {n} times in the week of {day}: {fixtures}.",
                    team=team,
                    n=len(fixtures),
                    day=format_day(monday),
                    fixtures=_join_fixtures(fixtures),
                )
                yield _violation("twice-a-week", told_so, fixtures)


def _blank_weeks(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    kinds = {week.starts: week for week in calendar_of(brief)}
    for placed in enumerate(meetings):
        meeting = placed[1]
        week = kinds.get(monday_of(meeting.date))
        reason = _outside_play(week, meeting)
        if reason:
            told_so = Text(
                reason,
                fixture=format_fixture(meeting),
                day=format_day(meeting.date),
                round=week and week.round,
                own=meeting.round,
            )
            yield _violation("blank-week", told_so, [placed])


def _outside_play(week: WeekPlan | None, meeting: Meeting) -> Text | None:
    if week is None:
        return N_("{fixture}: {day} is outside the season.")
    if week.kind == "catch-up":
        return N_("{fixture}: {day} is in the blank week of round {round}.")
    if week.kind == "no-play":
        return N_("{fixture}: {day} is in a week without play.")
    if week.round != meeting.round:
        return N_("{fixture}: {day} is in a week of round {round}, not {own}.")
    return None


def _blackouts(brief: Brief, of: Of) -> Iterator[Violation]:
    for division in brief.divisions:
        for team in division.teams:
            for day in sorted(team.blackouts):
                placed = [each for each in of[team.name] if each[1].date == day]
                if placed:
                    told_so = Text(
                        "{team} cannot play on {day}: {fixtures}.",
                        team=team.name,
                        day=format_day(day),
                        fixtures=_join_fixtures(placed),
                    )
                    yield _violation("blackout", told_so, placed)


def _closed(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    closed = {(venue.name, day): venue for venue in brief.venues for day in venue.closed}
    for (venue, day), placed in _evenings(meetings).items():
        if (venue, day) in closed:
            told_so = Text(
                "{venue} is closed on {day}: {fixtures}.",
                venue=venue,
                day=format_day(day),
                fixtures=_join_fixtures(placed),
            )
            yield _violation("closed", told_so, placed)


def _boards(brief: Brief, meetings: Sequence[Meeting]) -> Iterator[Violation]:
    boards = {venue.name: venue.boards for venue in brief.venues}
    for (venue, day), placed in _evenings(meetings).items():
        at_once = boards.get(venue, 1)
        if len(placed) > at_once:
            told_so = Text.plural(
                "{venue} has room for {n} fixture at once; on {day} there are {number}: {fixtures}.",
                "{venue} has room for {n} fixtures at once; on {day} there are {number}: {fixtures}.",
                n=at_once,
                venue=venue,
                day=format_day(day),
                number=len(placed),
                fixtures=_join_fixtures(placed),
            )
            yield _violation("boards", told_so, placed)


def _wishes(brief: Brief, meetings: Sequence[Meeting], of: Of) -> Iterator[Violation]:
    for wish in dict.fromkeys(brief.wishes):
        if isinstance(wish, MeetInWeek):
            asked = (wish.round, {wish.team, wish.other})
            placed = [p for p in enumerate(meetings) if (p[1].round, {p[1].home, p[1].away}) == asked]
            if [meeting.week for _, meeting in placed] != [wish.week]:
                told_so = Text(
                    "{one} and {other} do not meet in week {week} of round {round}.",
                    one=wish.team,
                    other=wish.other,
                    week=wish.week,
                    round=wish.round,
                )
                yield _violation("wish", told_so, placed)
        elif clash := _both_at_home(wish, of):
            weeks = join_names([format_day(monday_of(placed[1].date)) for placed in clash[::2]])
            told_so = Text(
                "{one} and {other} are both at home in the week of {weeks}.",
                one=wish.team,
                other=wish.other,
                weeks=weeks,
            )
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
            if abs(2 * home - len(placed)) > 1 and not brief.shape.is_half(number, brief.rounds):
                told_so = Text(
                    "{team}: {home} at home and {away} away in round {round}.",
                    team=team.name,
                    home=home,
                    away=len(placed) - home,
                    round=number,
                )
                yield _violation_of(division, "balance", told_so, placed)
                break  # the other rounds are its image


def _runs(division: Division, of: Of) -> Iterator[Violation]:
    """One for each team: its longest row, the first of that length."""
    for team in division.teams:
        rows = [list(row) for _, row in groupby(of[team.name], key=lambda placed: placed[1].home == team.name)]
        longest = max(rows, key=len, default=[])
        if len(longest) > LONGEST_RUN:
            at_home = longest[0][1].home == team.name
            sentence = (
                N_("{team} play {n} times in a row at home, from {day}.")
                if at_home
                else N_("{team} play {n} times in a row away, from {day}.")
            )
            told_so = Text(sentence, team=team.name, n=len(longest), day=format_day(longest[0][1].date))
            yield _violation_of(division, "run", told_so, longest)


def _evenings(meetings: Sequence[Meeting]) -> dict[tuple[str, dt.date], list[Placed]]:
    evenings: dict[tuple[str, dt.date], list[Placed]] = defaultdict(list)
    for index, meeting in enumerate(meetings):
        evenings[meeting.venue, meeting.date].append((index, meeting))
    return dict(sorted(evenings.items(), key=lambda each: (each[0][1], each[0][0])))


def _join_fixtures(placed: Iterable[Placed]) -> Text:
    return join_names([format_fixture(meeting) for _, meeting in placed])


def _violation_of(division: Division, code: str, message: Text, placed: Iterable[Placed]) -> Violation:
    return Violation(code, message, division.name, tuple(index for index, _ in placed))


def _violation(code: str, message: Text, placed: Sequence[Placed]) -> Violation:
    """One of the division that its meetings have in common, if they have one."""
    divisions = {meeting.division for _, meeting in placed}
    return Violation(code, message, divisions.pop() if len(divisions) == 1 else "", tuple(index for index, _ in placed))
