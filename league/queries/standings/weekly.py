"""A division's table after each week of its season, and each team's movement since the week before.

Only weeks with results are listed. A result counts in the week in which its fixture was played, or in which it was
given before that, as a walkover; adjustments, lots and play-offs count from the week of their date, or the next with
results. The last week is the table as it stands. No game is added up here either.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from league.models import Division, Season, Week
from league.queries.standings.standings import DivisionTable, TableData, divisions_of, find, standings_of, table_of
from league.rules.standings import Row, Standings, first_from, places_moved, week_of

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class WeekTable:
    """A division's table after a week with results.

    Attributes:
        number: of the weeks with results, from 1.
        rows: by the team's id, in the order of the table.
        moved: places each team has moved since the week before; empty in the first.
        played: how many fixtures of the week count.
    """

    number: int
    week: Week
    rows: Mapping[int, Row]
    moved: Mapping[int, int]
    played: int


@dataclass(frozen=True, slots=True)
class Weekly:
    """A division's season so far: the table with movement, and weeks with results, the earliest first."""

    table: DivisionTable
    weeks: tuple[WeekTable, ...]


def season_tables(season: Season) -> list[DivisionTable]:
    """Tables of a season's divisions with movement: a query more than those without."""
    divisions = divisions_of(season)
    found, weeks = find(divisions), _weeks(season)
    return [_with_movement(division, found, weeks) for division in divisions]


def division_table(division: Division) -> DivisionTable:
    """A division's table with movement: a query more than the one without."""
    return _with_movement(division, find([division]), _weeks(division.season))


def weekly(division: Division) -> Weekly:
    """Return a division's table after each week with results (five queries, and those that a tie-break costs)."""
    found, weeks = find([division]), _weeks(division.season)
    table = table_of(division, found)
    calendar = _Calendar(division, found, weeks)
    told: list[WeekTable] = []
    before: Standings | None = None
    for number, index in enumerate(calendar.used, start=1):
        last = index == calendar.used[-1]
        after = table.standings if last else calendar.table_after(index, table)
        told.append(
            WeekTable(
                number=number,
                week=weeks[index],
                rows={row.entrant.id: row for row in after.rows},
                moved=places_moved(before, after) if before else {},
                played=calendar.played[index],
            )
        )
        before = after
    return Weekly(_moved(table, told[-1].moved) if told else table, tuple(told))


def _weeks(season: Season) -> list[Week]:
    return list(season.weeks.select_related("round").order_by("starts_on"))


def _with_movement(division: Division, found: TableData, weeks: Sequence[Week]) -> DivisionTable:
    """A table with movement; of the earlier tables only the last is computed."""
    table = table_of(division, found)
    calendar = _Calendar(division, found, weeks)
    if len(calendar.used) < 2:
        return table
    return _moved(table, places_moved(calendar.table_after(calendar.used[-2], table), table.standings))


def _moved(table: DivisionTable, moved: Mapping[int, int]) -> DivisionTable:
    return replace(table, rows=tuple(replace(row, movement=moved.get(row.team.pk)) for row in table.rows))


class _Calendar:
    """What a table rests on, by the week from which it counts; `used` are the indices of weeks with results."""

    def __init__(self, division: Division, found: TableData, weeks: Sequence[Week]) -> None:
        self._division, self._found = division, found
        self._starts = [week.starts_on for week in weeks]
        tz = division.season.league.tz
        self._results = [
            (week_of(dt.datetime.fromtimestamp(one.since, tz).date(), self._starts), one)
            for one in found.results[division.pk]
        ]
        self.played = Counter(week for week, one in self._results if one.totals.how != "void")
        self.used = sorted(self.played)

    def table_after(self, index: int, now: DivisionTable) -> Standings:
        """The table after a week, with the teams of the present one."""
        pk, found = self._division.pk, self._found
        earlier = replace(
            found,
            results={pk: [one for week, one in self._results if week <= index]},
            adjustments={pk: self._counted_by(index, found.adjustments[pk], lambda one: one.date)},
            lots={pk: self._counted_by(index, found.lots.get(pk, ()), lambda one: one.drawn_on)},
            play_offs={pk: self._counted_by(index, found.play_offs.get(pk, ()), lambda one: one.day)},
        )
        return standings_of(self._division, earlier, [row.row.entrant for row in now.rows], over=False)

    def _counted_by(self, index: int, things: Iterable[Thing], day: Callable[[Thing], dt.date]) -> list[Thing]:
        """Those that count by the end of a week."""
        return [one for one in things if first_from(week_of(day(one), self._starts), self.used) <= index]
