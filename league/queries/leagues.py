"""Leagues, and which season of one is meant when nobody says."""

import datetime as dt
from collections.abc import Sequence

from league.models import League, Season, Week
from league.queries.shown import public


def leagues_of() -> list[League]:
    """Every league of this server that is not hidden, by name."""
    return list(League.objects.filter(hidden_at=None).order_by("name"))


def hidden_leagues() -> list[League]:
    """The leagues that an administrator has hidden, by name."""
    return list(League.objects.exclude(hidden_at=None).order_by("name"))


def current_season(league: League, *, now: dt.datetime) -> Season | None:
    """The published season that has begun last; before the first one begins, the first to come; None where none is."""
    return current_of(seasons_of(league), today=now.astimezone(league.tz).date())


def current_of(seasons: Sequence[Season], *, today: dt.date) -> Season | None:
    """Return the season of `seasons_of` that `current_season` means on a day in the league's own time zone."""
    begun = [season for season in seasons if season.first_week <= today]
    if begun:
        return begun[0]
    return seasons[-1] if seasons else None


def seasons_of(league: League) -> list[Season]:
    """Every published season of a league, the latest first."""
    return list(league.seasons.filter(public()).order_by("-first_week"))


def every_season_of(league: League) -> list[Season]:
    """Every season of a league that is not hidden, drafts too, the latest first."""
    return list(league.seasons.filter(hidden_at=None).order_by("-first_week", "-pk"))


def week_at(season: Season, monday: dt.date) -> Week | None:
    """The season's week that begins on a Monday, with its round; None outside the season."""
    return Week.objects.filter(season=season, starts_on=monday).select_related("round").first()
