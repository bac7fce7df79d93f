import datetime as dt
from zoneinfo import ZoneInfo

ASKED_AT = dt.time(18)
"""The time of day at which players are asked, by the league's own clock: when people are home from work."""
SHORT_BEFORE = 2
"""On how many days before a fixture a team that is too few is told, and its reserves are asked."""


def ask_time(starts_at: dt.datetime, days: int, zone: ZoneInfo) -> dt.datetime:
    """When players are asked: at six in the evening so many days before, in the league's time zone."""
    return _evening(starts_at, days, zone)


def short_from(starts_at: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """When a team with too few players is told: at six in the evening two days before."""
    return _evening(starts_at, SHORT_BEFORE, zone)


def _evening(starts_at: dt.datetime, days: int, zone: ZoneInfo) -> dt.datetime:
    day = starts_at.astimezone(zone).date() - dt.timedelta(days=days)
    return dt.datetime.combine(day, ASKED_AT, tzinfo=zone).astimezone(dt.UTC)
