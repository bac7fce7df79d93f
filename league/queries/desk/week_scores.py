"""The fixtures of a season that have begun, week by week, for the scores of old cards."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from league.enums import FixtureState
from league.models import Fixture, Result, Season
from league.queries.fixtures import FixtureLine, week_of
from league.queries.visibility import sides_shown


@dataclass(frozen=True, slots=True)
class WeekOfScores:
    """A week, by its Monday, with the weeks beside it that have fixtures.

    Attributes:
        missing: fixtures of the season without a result.
    """

    monday: dt.date
    lines: Sequence[FixtureLine]
    before: dt.date | None
    after: dt.date | None
    missing: int

    @property
    def sunday(self) -> dt.date:
        return self.monday + dt.timedelta(days=6)


def _begun(season: Season, now: dt.datetime) -> QuerySet[Fixture]:
    fixtures = Fixture.objects.filter(sides_shown(), division__season=season, state=FixtureState.SCHEDULED)
    return fixtures.filter(starts_at__lte=now)


def week_of_scores(season: Season, monday: dt.date | None, *, now: dt.datetime) -> WeekOfScores | None:
    """Return a week's fixtures with their results; without one the first that lacks a result, or the last (three
    queries). None where nothing has begun.
    """
    zone = season.league.tz
    entered = Exists(Result.objects.filter(fixture=OuterRef("pk"), live=True))
    begun = _begun(season, now).annotate(entered=entered).values_list("starts_at", "entered").order_by()
    weeks = [(week_of(starts_at.astimezone(zone).date()), there) for starts_at, there in begun]
    if not weeks:
        return None
    mondays = sorted({week for week, _ in weeks})
    lacking = sorted(week for week, there in weeks if not there)
    if monday not in mondays:
        monday = lacking[0] if lacking else mondays[-1]
    place = mondays.index(monday)
    return WeekOfScores(
        monday,
        _lines(season, monday, now),
        mondays[place - 1] if place else None,
        mondays[place + 1] if place + 1 < len(mondays) else None,
        len(lacking),
    )


def _lines(season: Season, monday: dt.date, now: dt.datetime) -> list[FixtureLine]:
    zone = season.league.tz
    begins = dt.datetime.combine(monday, dt.time(), zone)
    ends = dt.datetime.combine(monday + dt.timedelta(weeks=1), dt.time(), zone)
    found = _begun(season, now).filter(starts_at__gte=begins, starts_at__lt=ends)
    fixtures = list(found.select_related("division", "format", "home", "away", "venue").order_by())
    fixtures.sort(key=lambda one: (one.division.order, one.division.name, one.starts_at, one.home.name, one.pk))
    live = {result.fixture_id: result for result in Result.objects.filter(fixture__in=fixtures, live=True)}
    for fixture in fixtures:
        fixture.division.season = season
    return [FixtureLine(fixture, live.get(fixture.pk)) for fixture in fixtures]
