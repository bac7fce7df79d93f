"""The season that spreadsheets are about, and the weeks of it that fixtures.csv names.

The season is named by season.csv, chosen by the secretary, or told by the dates. A guess would write a week's results
into the draft of next season; so where the dates do not decide it, it is asked.

Weeks are named by round and number, or by a number that runs through the whole season. Some lists count the weeks left
blank and some do not, and some begin again with each half: the one that fits most dates is meant.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.enums import WeekKind
from league.models import League, Season, Week
from league.rules.names import folded
from league.rules.wording import spelt
from league.services.portability.imports.moments import date_of
from league.services.portability.imports.planned import Plan
from league.services.portability.imports.readers import Log, Row
from league.services.portability.imports.values import FixtureValue
from league.translation import N_, Text

# What a season is not needed for: a pub has the same address in every season.
OF_NO_SEASON = {"venues.csv"}
DATED = ("results.csv", "fixtures.csv")
WEEK, DAY = dt.timedelta(days=7), dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Span:
    season: Season
    first: dt.date
    last: dt.date

    def holds(self, days: Iterable[dt.date]) -> bool:
        return all(self.first <= day <= self.last for day in days)


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
        found = Season.objects.filter(league=league, name_key=folded(name)).first()
        if chosen is not None and chosen != found:
            message = Text(
                'is for "{season}", but you chose {chosen}: choose that season, or none',
                season=name,
                chosen=chosen.name,
            )
            log.of_file("season.csv", message)
        return found
    if chosen is not None:
        return chosen
    spans = _spans(league)
    if len(spans) < 2:
        return spans[0].season if spans else None
    days = _days(rows)
    fitting = [span for span in spans if span.holds(days)] if days else _current_spans(spans, today)
    fitting = _with_fixtures(fitting, days) if len(fitting) > 1 and days else fitting
    if len(fitting) == 1 or not rows.keys() - OF_NO_SEASON:
        return (fitting or spans)[0].season
    _ask(spans, fitting, days, rows, log)
    return None


def _spans(league: League) -> list[_Span]:
    """Every season of a league, the latest first (two queries)."""
    seasons = list(Season.objects.filter(league=league, hidden_at=None).order_by("-first_week"))
    last: dict[int, dt.date] = {}
    for season, starts in Week.objects.filter(season__in=seasons).values_list("season_id", "starts_on"):
        last[season] = max(last.get(season, starts), starts)
    return [_Span(one, one.first_week, last.get(one.pk, one.first_week) + WEEK - DAY) for one in seasons]


def _days(rows: Mapping[str, Sequence[Row]]) -> set[dt.date]:
    found = {date_of(row["date"]) for file in DATED for row in rows.get(file, ())}
    return {day for day in found if day is not None}


def _current_spans(spans: Sequence[_Span], today: dt.date) -> list[_Span]:
    """Those that are not over; where all are, the one that ended last."""
    return [span for span in spans if span.last >= today] or list(spans[:1])


def _with_fixtures(spans: Sequence[_Span], days: set[dt.date]) -> list[_Span]:
    """Those of seasons that overlap which have fixtures in the weeks of these days; all of them if none has."""
    mondays = {day - dt.timedelta(days=day.weekday()) for day in days}
    of = [span.season.pk for span in spans]
    weeks = Week.objects.filter(season__in=of, starts_on__in=mondays, fixtures__isnull=False)
    having = set(weeks.values_list("season_id", flat=True))
    return [span for span in spans if span.season.pk in having] or list(spans)


def _ask(
    spans: Sequence[_Span], fitting: Sequence[_Span], days: set[dt.date], rows: Mapping[str, Sequence[Row]], log: Log
) -> None:
    choices = Text.joined(", ", map(_describe_span, fitting or spans))
    if days and not fitting:
        message = Text("no season has all these dates; choose one ({choices})", choices=choices)
    else:
        message = Text("it is not clear which season this is for; choose one ({choices})", choices=choices)
    file = next((name for name in rows if name not in OF_NO_SEASON), next(iter(rows)))
    log.of_file(file, message, field="season")


def _describe_span(span: _Span) -> Text:
    about = {"season": span.season.name, "first": spelt(span.first), "last": spelt(span.last)}
    if span.season.published_at:
        return Text("{season}: {first} to {last}", **about)
    return Text("{season} (draft): {first} to {last}", **about)


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
