"""A timetable as people read it: a row for every week, the blank one too; the quality sheet in words."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from league.rules.calendar import WeekKind, WeekPlan
from league.rules.timetable.values import Brief, Meeting, Quality, Timetable, Violation


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


def quality_lines(quality: Quality) -> list[str]:
    """The quality sheet of a division, a sentence for each figure."""
    if quality.teams < 2:
        return ["One team: it has nobody to meet."]
    lines = [_breaks(quality)]
    times = f"{quality.balance} time{'s' * (quality.balance != 1)}"
    more = f"at most {times} more at home than away, or the other way round"
    lines.append(f"In a round each team is {more if quality.balance else 'as often at home as away'}.")
    lines.append(f"Longest row of home fixtures {quality.home_run}, of away fixtures {quality.away_run}.")
    if quality.gap:
        weeks = "week" if quality.gap == 1 else "weeks"
        lines.append(f"At least {quality.gap} {weeks} of play between the two meetings of a pair.")
    lines.append(f"Carry-over {quality.carry_over}; the circle method has {quality.carry_over_circle}.")
    return lines


def _breaks(quality: Quality) -> str:
    breaks = f"{quality.breaks} break{'s' if quality.breaks != 1 else ''} (two at home or two away in a row)"
    if quality.proven and quality.breaks == quality.bound:
        return f"{breaks}: the fewest there can be, proven."
    if quality.proven:
        return f"{breaks}: the fewest there can be with these conditions, proven; without any, {quality.bound}."
    return f"{breaks}; whether fewer than that are possible is not proven, fewer than {quality.least} are not."
