"""Leagues, and which season of one is meant when nobody says."""

import datetime as dt

from league.models import League, Season


def leagues_of() -> list[League]:
    """Every league of this server, by name."""
    return list(League.objects.order_by("name"))


def current_season(league: League, *, now: dt.datetime) -> Season | None:
    """The season that has begun last; before the first one begins, the first to come; None where there is none."""
    today = now.astimezone(league.tz).date()
    seasons = list(Season.objects.filter(league=league).order_by("first_week"))
    begun = [season for season in seasons if season.first_week <= today]
    if begun:
        return begun[-1]
    return seasons[0] if seasons else None
