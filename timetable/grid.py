"""A timetable as people read it: a row for every week, the blank one too; the quality sheet in words."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.text import N_, Text
from timetable.calendar import WeekKind, WeekPlan
from timetable.values import Brief, Meeting, Quality, Timetable, Violation


@dataclass(frozen=True, slots=True)
class Cell:
    """A fixture in a grid, with its index among the timetable's meetings and what is wrong with it."""

    index: int
    meeting: Meeting
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GridWeek:
    """A week of a division. `free` are the teams with a bye; a week in which nobody of the division plays has none."""

    round: int
    number: int | None
    starts: dt.date
    kind: WeekKind
    cells: tuple[Cell, ...] = ()
    free: tuple[str, ...] = ()


def grid_of(brief: Brief, timetable: Timetable, calendar: Sequence[WeekPlan], division: str) -> tuple[GridWeek, ...]:
    """The weeks of a division's season in order."""
    teams = [team.name for found in brief.divisions if found.name == division for team in found.teams]
    wrong: dict[int, list[str]] = {}
    for violation in timetable.violations:
        for index in violation.where:
            wrong.setdefault(index, []).append(violation.message)
    weeks: dict[tuple[int, int], list[Cell]] = {}
    for index, meeting in enumerate(timetable.meetings):
        if meeting.division == division:
            cell = Cell(index, meeting, tuple(wrong.get(index, ())))
            weeks.setdefault((meeting.round, meeting.week), []).append(cell)
    return tuple(_week(week, weeks.get((week.round, week.number or 0), []), teams) for week in calendar)


def _week(week: WeekPlan, cells: list[Cell], teams: list[str]) -> GridWeek:
    playing = {name for cell in cells for name in (cell.meeting.home, cell.meeting.away)}
    free = tuple(name for name in teams if name not in playing) if playing and week.kind == "play" else ()
    ordered = tuple(sorted(cells, key=lambda cell: (cell.meeting.date, cell.meeting.home)))
    return GridWeek(week.round, week.number, week.starts, week.kind, ordered, free)


def violations_of(timetable: Timetable, division: str) -> list[Violation]:
    """The violations that concern a division: its own, and those that touch one of its fixtures."""
    mine = {index for index, meeting in enumerate(timetable.meetings) if meeting.division == division}
    return [found for found in timetable.violations if found.division == division or mine & set(found.where)]


def quality_lines(quality: Quality) -> list[Text]:
    """The quality sheet of a division, a sentence for each figure."""
    if quality.teams < 2:
        return [N_("One team: it has nobody to meet.")]
    lines = [_breaks(quality), *_half_round(quality), _balance(quality)]
    lines.append(
        Text(
            "Longest row of home fixtures {home}, of away fixtures {away}.",
            home=quality.home_run,
            away=quality.away_run,
        )
    )
    if quality.gap:
        lines.append(
            Text.plural(
                "At least {n} week of play between the two meetings of a pair.",
                "At least {n} weeks of play between the two meetings of a pair.",
                n=quality.gap,
            )
        )
    lines.append(
        Text(
            "Carry-over {carry_over}; the circle method has {circle}.",
            carry_over=quality.carry_over,
            circle=quality.carry_over_circle,
        )
    )
    return lines


def _half_round(quality: Quality) -> list[Text]:
    """Tell the effect of half a round on a division: its spread of home and away, and of fixtures if it is odd."""
    if quality.spread is None:
        return []
    spread = Text.plural(
        "Over the season each team is at most {n} time more at home than away, or the other way round.",
        "Over the season each team is at most {n} times more at home than away, or the other way round.",
        n=quality.spread,
    )
    uneven = N_("With an odd number of teams some play one fixture more than others in the half round.")
    return [spread, uneven] if quality.teams % 2 else [spread]


def _balance(quality: Quality) -> Text:
    balance = quality.balance
    if not balance and quality.spread is not None:
        return N_("In a whole round each team is as often at home as away.")
    if not balance:
        return N_("In a round each team is as often at home as away.")
    if quality.spread is not None:
        return Text.plural(
            "In a whole round each team is at most {n} time more at home than away, or the other way round.",
            "In a whole round each team is at most {n} times more at home than away, or the other way round.",
            n=balance,
        )
    return Text.plural(
        "In a round each team is at most {n} time more at home than away, or the other way round.",
        "In a round each team is at most {n} times more at home than away, or the other way round.",
        n=balance,
    )


def _breaks(quality: Quality) -> Text:
    breaks = Text.plural(
        "{n} break (two at home or two away in a row)",
        "{n} breaks (two at home or two away in a row)",
        n=quality.breaks,
    )
    if quality.proven and quality.breaks == quality.bound:
        return Text("{breaks}: the fewest there can be, proven.", breaks=breaks)
    if quality.proven:
        return Text(
            "{breaks}: the fewest there can be with these conditions, proven; without any, {bound}.",
            breaks=breaks,
            bound=quality.bound,
        )
    return Text(
        "{breaks}; whether fewer than that are possible is not proven, fewer than {least} are not.",
        breaks=breaks,
        least=quality.least,
    )
