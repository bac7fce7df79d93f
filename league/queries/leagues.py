import datetime as dt
from collections.abc import Sequence

from django.db.models import Max

from league.models import League, Season, Week
from league.queries.visibility import public

WEEK = dt.timedelta(weeks=1)


def leagues_of() -> list[League]:
    """Leagues that are not hidden, by name."""
    return list(League.objects.filter(hidden_at=None).order_by("name"))


def hidden_leagues() -> list[League]:
    """Leagues that an administrator has hidden, by name."""
    return list(League.objects.exclude(hidden_at=None).order_by("name"))


def current_season(league: League, *, now: dt.datetime) -> Season | None:
    """The present published season, see `current_of`."""
    return current_of(seasons_of(league), today=now.astimezone(league.tz).date())


def current_of(seasons: Sequence[Season], *, today: dt.date) -> Season | None:
    """Return the season of a league's pages on a day in its time zone.

    Of those whose weeks are not over the one that began first: an extra season beside it does not take its place. Else
    the one that began last; before the first, the first to come. `seasons` are from `seasons_of`.
    """
    begun = [season for season in seasons if season.first_week <= today]
    going_on = [season for season in begun if (last := season.last_week) and today < last + WEEK]  # type: ignore[attr-defined]
    if going_on:
        return going_on[-1]
    if begun:
        return begun[0]
    return seasons[-1] if seasons else None


def seasons_of(league: League) -> list[Season]:
    """Published seasons, the latest first, with the Monday of the last week as `last_week`."""
    found = league.seasons.filter(public()).annotate(last_week=Max("weeks__starts_on"))
    return list(found.order_by("-first_week", "-pk"))


def seasons_over(league: League, *, now: dt.datetime) -> list[int]:
    """Ids of published seasons that are over: after the last week, or without weeks the last fixture's day (one
    query)."""
    today = now.astimezone(league.tz).date()
    found = Season.objects.filter(league=league, published_at__isnull=False).annotate(
        last_week=Max("weeks__starts_on"), last_fixture=Max("divisions__fixtures__starts_at")
    )
    over = []
    for pk, week, fixture in found.values_list("pk", "last_week", "last_fixture"):
        played = fixture is not None and fixture.astimezone(league.tz).date() < today
        if (week + WEEK <= today) if week is not None else played:
            over.append(pk)
    return over


def every_season_of(league: League) -> list[Season]:
    """Seasons that are not hidden, drafts too, the latest first."""
    return list(league.seasons.filter(hidden_at=None).order_by("-first_week", "-pk"))


def week_at(season: Season, monday: dt.date) -> Week | None:
    """The season's week that begins on a Monday, with its round."""
    return Week.objects.filter(season=season, starts_on=monday).select_related("round").first()
