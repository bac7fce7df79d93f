"""The weeks that fixtures.csv names: by round and number, or by a number that runs through the whole season.

A list whose weeks run from 1 to 18 over two rounds says no round, or a week that no round has. Some lists count the
weeks left blank and some do not, and some begin again with each half: the one that fits most dates is meant.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from league.enums import WeekKind
from league.services.portability.imports.planned import Plan
from league.services.portability.imports.readers import Log
from league.services.portability.imports.values import FixtureValue
from league.translation import N_, Text

WEEK = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SeasonWeek:
    """A week with a number; `of_play` is False for one that is left blank."""

    round: int
    number: int
    starts: dt.date
    of_play: bool

    def holds(self, day: dt.date) -> bool:
        return self.starts <= day < self.starts + WEEK


Find = Callable[[FixtureValue], SeasonWeek | None]


def season_weeks_of(plan: Plan) -> list[SeasonWeek]:
    """Return the season's numbered weeks in their order: as the files say, else as the season has them (one query)."""
    weeks: list[tuple[int, int | None, dt.date, str]] = []
    if plan.weeks is not None:
        weeks = [(week.round, week.number, week.starts, week.kind) for week in plan.weeks]
    elif plan.known.season is not None:
        rows = plan.known.season.weeks.exclude(number=None)
        weeks = [*rows.values_list("round__number", "number", "starts_on", "kind")]
    found = [
        SeasonWeek(of_round, number, starts, kind != WeekKind.CATCH_UP.value)
        for of_round, number, starts, kind in weeks
        if number is not None
    ]
    return sorted(found, key=lambda week: week.starts)


def number_weeks(fixtures: Sequence[FixtureValue], plan: Plan, log: Log) -> list[FixtureValue]:
    """Return fixtures with the round and the number in it of their weeks; those whose week is none are problems."""
    weeks = season_weeks_of(plan)
    longest = max((week.number for week in weeks), default=0)
    if not weeks or all(one.round and one.week <= longest for one in fixtures):
        return [*fixtures]
    played = [week for week in weeks if week.of_play]
    ways: list[tuple[Find, int]] = [
        (lambda one: _beginning_anew(one, weeks), longest),
        (lambda one: weeks[one.week - 1] if one.week <= len(weeks) else None, len(weeks)),
        (lambda one: played[one.week - 1] if one.week <= len(played) else None, len(played)),
    ]
    find, last = max(ways, key=lambda way: sum(_fits(way[0](one), one) for one in fixtures))
    numbered = [_numbered(one, find(one), last, log) for one in fixtures]
    if find is not ways[0][0] and log.good(fixtures[0].row):
        message = N_("weeks without a round are counted through the season; check those of the second half")
        log.warning(fixtures[0].row, "week", message, quote=False)
    return [one for one in numbered if one is not None]


def _beginning_anew(fixture: FixtureValue, weeks: Sequence[SeasonWeek]) -> SeasonWeek | None:
    """Return the week of this number that has the fixture's date; the first where none has."""
    alike = [week for week in weeks if week.number == fixture.week and fixture.round in (0, week.round)]
    return next((week for week in alike if week.holds(fixture.date)), alike[0] if alike else None)


def _fits(week: SeasonWeek | None, fixture: FixtureValue) -> bool:
    return week is not None and week.holds(fixture.date) and fixture.round in (0, week.round)


def _numbered(fixture: FixtureValue, week: SeasonWeek | None, last: int, log: Log) -> FixtureValue | None:
    if week is None and fixture.round:
        # That its round has no such week is told of every fixture.
        return fixture
    if week is None:
        log.problem(fixture.row, "week", Text("the weeks of this season run from 1 to {last}", last=last))
        return None
    if fixture.round not in (0, week.round):
        log.problem(fixture.row, "round", Text("week {week} is in round {round}", week=fixture.week, round=week.round))
        return None
    return replace(fixture, round=week.round, week=week.number)
