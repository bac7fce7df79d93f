"""The season that spreadsheets are about, and the weeks of it that fixtures.csv names.

The season is named by season.csv, chosen by the secretary, or told by the dates. A guess would write a week's results
into the draft of next season; so where the dates do not decide it, it is asked.

Weeks are named by round and number, or by a number that runs through the whole season. Some lists count the weeks left
blank and some do not, and some begin again with each half: the one that fits most dates is meant.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from league.enums import WeekKind
from league.models import League, Season, Week
from league.rules.names import folded
from league.rules.wording import spelt
from league.services.portability.imports.columns import Row
from league.services.portability.imports.dates import date_of
from league.services.portability.imports.existing import Plan
from league.services.portability.imports.row_reader import Log
from league.services.portability.imports.spreadsheets import FixtureRow
from league.translation import N_, Text
from timetable.calendar import WeekPlan, monday_of

# What a season is not needed for: a pub has the same address in every season.
OF_NO_SEASON = {"venues.csv"}
DATED = ("results.csv", "fixtures.csv")
WEEK, DAY = dt.timedelta(days=7), dt.timedelta(days=1)
Find = Callable[[FixtureRow], WeekPlan | None]


def season_of(
    league: League, name: str | None, chosen: Season | None, rows: Mapping[str, Sequence[Row]], today: dt.date, log: Log
) -> Season | None:
    """Return the season that the files are about; None for a new one, or where it is unclear (then `log` says so).

    Args:
        name: as season.csv has it; None where there is no such file.
        chosen: by whoever loads them, where they chose one.
        rows: of every file, by its name.
        today: in the league's time zone.
    """
    if name is not None:
        named = Season.objects.filter(league=league, name_key=folded(name)).first()
        if chosen is not None and chosen != named:
            message = Text(
                'is for "{season}", but you chose {chosen}: choose that season, or none',
                season=name,
                chosen=chosen.name,
            )
            log.of_file("season.csv", message)
        return named
    if chosen is not None:
        return chosen
    last_days = _last_days(league)
    seasons = list(last_days)
    if len(seasons) < 2:
        return seasons[0] if seasons else None
    days = _days(rows)
    if days:
        fitting = [one for one in seasons if all(one.first_week <= day <= last_days[one] for day in days)]
    else:
        # Those that are not over; where all are, the one that ended last.
        fitting = [one for one in seasons if last_days[one] >= today] or seasons[:1]
    if len(fitting) > 1 and days:
        fitting = _with_fixtures(fitting, days)
    if len(fitting) == 1 or not rows.keys() - OF_NO_SEASON:
        return (fitting or seasons)[0]
    choices = Text.joined(", ", [_describe_season(one, last_days[one]) for one in fitting or seasons])
    if days and not fitting:
        message = Text("no season has all these dates; choose one ({choices})", choices=choices)
    else:
        message = Text("it is not clear which season this is for; choose one ({choices})", choices=choices)
    file = next((name for name in rows if name not in OF_NO_SEASON), next(iter(rows)))
    log.of_file(file, message, field="season")
    return None


def _last_days(league: League) -> dict[Season, dt.date]:
    """Return every season of a league, the latest first, with its last day (two queries)."""
    seasons = list(Season.objects.filter(league=league, hidden_at=None).order_by("-first_week"))
    weeks = Week.objects.filter(season__in=seasons).order_by().values_list("season").annotate(Max("starts_on"))
    last = dict(weeks)
    return {season: last.get(season.pk, season.first_week) + WEEK - DAY for season in seasons}


def _days(rows: Mapping[str, Sequence[Row]]) -> set[dt.date]:
    days = {date_of(row["date"]) for file in DATED for row in rows.get(file, ())}
    return {day for day in days if day is not None}


def _with_fixtures(seasons: list[Season], days: set[dt.date]) -> list[Season]:
    """Return those of seasons that overlap which have fixtures in the weeks of these days; all if none has."""
    weeks = Week.objects.filter(season__in=seasons, starts_on__in=set(map(monday_of, days)), fixtures__isnull=False)
    having = set(weeks.values_list("season_id", flat=True))
    return [season for season in seasons if season.pk in having] or seasons


def _describe_season(season: Season, last: dt.date) -> Text:
    dates = {"season": season.name, "first": spelt(season.first_week), "last": spelt(last)}
    if season.published_at:
        return Text("{season}: {first} to {last}", **dates)
    return Text("{season} (draft): {first} to {last}", **dates)


def numbered_weeks(plan: Plan) -> list[WeekPlan]:
    """Return the season's weeks with a number, in order: as the files say, else as the season has them (one query)."""
    weeks = plan.weeks or ()
    if plan.weeks is None and plan.existing.season is not None:
        rows: Any = plan.existing.season.weeks.values_list("round__number", "number", "starts_on", "kind")
        weeks = tuple(WeekPlan(*row) for row in rows)
    return sorted((week for week in weeks if week.number is not None), key=lambda week: week.starts)


def number_weeks(fixtures: Sequence[FixtureRow], plan: Plan, log: Log) -> list[FixtureRow]:
    """Return fixtures with the round and the number in it of their weeks; those whose week is none are problems."""
    weeks = numbered_weeks(plan)
    longest = max((week.number or 0 for week in weeks), default=0)
    if not weeks or all(fixture.round and fixture.week <= longest for fixture in fixtures):
        return [*fixtures]
    played = [week for week in weeks if week.kind != WeekKind.CATCH_UP.value]
    ways: list[tuple[Find, int]] = [
        (lambda fixture: _week_of_round(fixture, weeks), longest),
        (lambda fixture: weeks[fixture.week - 1] if fixture.week <= len(weeks) else None, len(weeks)),
        (lambda fixture: played[fixture.week - 1] if fixture.week <= len(played) else None, len(played)),
    ]
    find, last = max(ways, key=lambda way: sum(_fits(way[0](fixture), fixture) for fixture in fixtures))
    numbered = [_numbered(fixture, find(fixture), last, log) for fixture in fixtures]
    if find is not ways[0][0] and log.good(fixtures[0].row):
        message = N_("weeks without a round are counted through the season; check those of the second half")
        log.warning(fixtures[0].row, "week", message, quote=False)
    return [fixture for fixture in numbered if fixture is not None]


def _week_of_round(fixture: FixtureRow, weeks: Sequence[WeekPlan]) -> WeekPlan | None:
    """Return the week of this number that has the fixture's date; the first where none has."""
    alike = [week for week in weeks if week.number == fixture.week and fixture.round in (0, week.round)]
    return next((week for week in alike if _fits(week, fixture)), alike[0] if alike else None)


def _fits(week: WeekPlan | None, fixture: FixtureRow) -> bool:
    if week is None or fixture.round not in (0, week.round):
        return False
    return week.starts <= fixture.date < week.starts + WEEK


def _numbered(fixture: FixtureRow, week: WeekPlan | None, last: int, log: Log) -> FixtureRow | None:
    if week is None and fixture.round:
        # That its round has no such week is told of every fixture.
        return fixture
    if week is None:
        log.problem(fixture.row, "week", Text("the weeks of this season run from 1 to {last}", last=last))
        return None
    if fixture.round not in (0, week.round):
        log.problem(fixture.row, "round", Text("week {week} is in round {round}", week=fixture.week, round=week.round))
        return None
    return replace(fixture, round=week.round, week=week.number or 0)
