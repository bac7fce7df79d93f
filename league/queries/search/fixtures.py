"""Fixtures by their sides and their day; games have no name and are reached through these."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, When, Window

from league.models import Fixture, League, Season
from league.queries.listings import with_live_results
from league.queries.visibility import sides_shown

# As long as a fixture lasts that has begun: it is still one to come.
EVENING = dt.timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class Meetings:
    """Fixtures that answer a search: those to come, the next first, then the latest; `count` is of all."""

    fixtures: tuple[Fixture, ...] = ()
    count: int = 0


def find_fixtures(
    league: League,
    seasons: Mapping[int, Season],
    sides: tuple[Collection[int], ...],
    day: dt.date | None,
    *,
    now: dt.datetime,
    most: int,
) -> Meetings:
    """Return fixtures of teams, on a day if one is given (three queries; none where nothing is asked).

    `seasons` are visible ones; `sides` has the team ids of one side, or of two that met; none for any team.
    """
    if (not sides and day is None) or not all(sides):
        return Meetings()
    asked = _plays_q(sides)
    if day is not None:
        begins = dt.datetime.combine(day, dt.time.min, tzinfo=league.tz)
        ends = dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, tzinfo=league.tz)
        asked &= Q(starts_at__gte=begins, starts_at__lt=ends)
    coming = Q(starts_at__gte=now - EVENING)
    order = Case(When(coming, then=0), default=1), Case(When(coming, then=F("starts_at"))), "-starts_at", "pk"
    # Of hundreds those that are shown are chosen before anything is joined to them.
    found = Fixture.objects.filter(asked, sides_shown(), division__season__in=seasons).order_by(*order)
    first = found.values_list("pk", Window(Count("*")))[:most]
    if not first:
        return Meetings()
    joined = Fixture.objects.select_related("division", "home", "away", "venue", "week")
    listed = tuple(with_live_results(joined.filter(pk__in=[pk for pk, _ in first]).order_by(*order)))
    for fixture in listed:
        fixture.division.season = seasons[fixture.division.season_id]
    return Meetings(listed, first[0][1])


def _plays_q(sides: tuple[Collection[int], ...]) -> Q:
    if not sides:
        return Q()
    if len(sides) == 1:
        return Q(home__in=sides[0]) | Q(away__in=sides[0])
    one, other = sides
    return Q(home__in=one, away__in=other) | Q(home__in=other, away__in=one)
