"""The fields of a form that a browser sent, read as text and numbers."""

import datetime as dt
import re
import zoneinfo
from collections.abc import Mapping

from league.rules.wording import read_time
from league.translation import read_day

LONGEST = 80
LONGEST_REASON = 2000
# A day, or a time of day in words.
LONGEST_DAY = 40
# Any day a league could mean; further off, a time zone cannot be reckoned with.
YEARS = range(2000, 2101)


def read_text(sent: Mapping[str, str], name: str, longest: int = LONGEST) -> str:
    # No database keeps a NUL, and no keyboard writes one.
    return str(sent.get(name, "")).replace("\0", "").strip()[:longest]


def read_reason(sent: Mapping[str, str]) -> str:
    return read_text(sent, "reason", LONGEST_REASON)


def points_in(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def read_number(sent: Mapping[str, str], name: str) -> int:
    """A small number of a form; 0, which is never right, where it is none."""
    return points_in(read_text(sent, name)) or 0


def read_choice(sent: Mapping[str, str], name: str) -> int | None:
    """The id chosen in a list; None for nobody, 0 (never right) for what is no id."""
    text = read_text(sent, name)
    if not text:
        return None
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) else 0


def typed(value: object, longest: int) -> str:
    """Return what a person typed, without the null characters that PostgreSQL refuses, cut to a length."""
    return str(value).replace("\x00", "").strip()[:longest]


def read_moment(day: str, time: str, tz: zoneinfo.ZoneInfo) -> dt.datetime | None:
    """The moment that a day (2026-09-29) and an hour (20:00) name on the league's wall clock; None if they do not."""
    date, hour = read_day(day), read_time(time)
    if date is None or date.year not in YEARS or hour is None:
        return None
    return dt.datetime.combine(date, hour.replace(second=0), tzinfo=tz)
