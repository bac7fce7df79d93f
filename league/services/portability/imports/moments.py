"""Dates and days of the week as people write them; times of day are `rules.times_of_day`.

Of "03/11/2026" the active language says which is the day: for a spreadsheet that is the league's, for a form its
reader's. Names of months and days are known in it and in English.
"""

import datetime as dt
import re

from league.enums import Night
from league.rules.wording import in_numbers
from league.translation import N_, Text, month_first, translated
from timetable.calendar import MONTHS as _ENGLISH
from timetable.calendar import WEEKDAYS

# Beyond these a mistyped year would run out of the calendar.
YEARS = range(1900, 2200)
NO_DATE = N_("is not a date; write it like 2026-09-15 or 15/09/2026")
NO_DAY = N_("there is no such day; write it like 2026-09-15 or 15/09/2026")
WITH_TIME = N_("is a date with a time of day; write only the date")
A_NUMBER = N_("is a number; give this cell the format of a date, or write it like 15/09/2026")

_MONTHS = [month.casefold() for month in _ENGLISH]
MONTHS = {short: number for number, name in enumerate(_MONTHS, start=1) for short in (name, name[:3])} | {"sept": 9}
_DAYS = [night.name.casefold() for night in sorted(Night)]
DAYS = {short: number for number, name in enumerate(_DAYS) for short in (name, f"{name}s", name[:3], name[:4])}
DAYS |= {"tues": 1, "weds": 2, "thurs": 3}

_LETTERS = r"[^\W\d_]"
_WEEKDAY = rf"(?:(?P<weekday>{_LETTERS}+)\.?,?\s+)?"
_YEAR = r"'?(?P<year>\d{4}|\d{2})"
_ISO = re.compile(r"(?P<year>\d{4})(?P<by>[-/])(?P<month>\d{1,2})(?P=by)(?P<day>\d{1,2})")
_NUMBERS = re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?P<by>[-/.])(?P<month>\d{{1,2}})(?P=by){_YEAR}")
_MONTH_FIRST = re.compile(rf"{_WEEKDAY}(?P<month>\d{{1,2}})(?P<by>[-/.])(?P<day>\d{{1,2}})(?P=by){_YEAR}")
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er)?"
_MONTH = rf"(?P<month>{_LETTERS}{{3,10}})\.?"
_WORDS = re.compile(rf"{_WEEKDAY}{_DAY}(?:\s+of)?[\s/.,-]*{_MONTH}[\s/.,-]*{_YEAR}")
_MONTH_THEN_DAY = re.compile(rf"{_WEEKDAY}{_MONTH}[\s/.-]+{_DAY}(?:,\s*|\s+|[/.-]){_YEAR}")
_MIDNIGHT = re.compile(r"[ t]00:00(:00(\.0+)?)?$")
_OF_DAY = re.compile(r"[ t]\d{1,2}[:.]\d{2}([:.]\d{2}(\.\d+)?)?$")
_LOOKS_LIKE_A_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
# The days since 1900 that spreadsheets keep dates as: 1955 to 2119.
_SERIAL = re.compile(r"[2-7]\d{4}")
_EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})")


def date_of(text: str) -> dt.date | None:
    """Return the date that a text is, in any of the ways dates are written; None if it is none."""
    found = judged_date(text)
    return found if isinstance(found, dt.date) else None


def judged_date(text: str) -> dt.date | Text:
    """Return the date that a text is, or what is wrong with it."""
    said = _MIDNIGHT.sub("", text.casefold())
    numbers = _MONTH_FIRST.fullmatch(said) if month_first() else _NUMBERS.fullmatch(said)
    found = _ISO.fullmatch(said) or numbers or _WORDS.fullmatch(said) or _MONTH_THEN_DAY.fullmatch(said)
    if found is None:
        if _OF_DAY.search(said) and date_of(_OF_DAY.sub("", said)) is not None:
            return WITH_TIME
        if _SERIAL.fullmatch(said):
            return A_NUMBER
        return NO_DAY if _LOOKS_LIKE_A_DATE.fullmatch(said) else NO_DATE
    parts = found.groupdict()
    month = int(parts["month"]) if parts["month"].isdigit() else _month(parts["month"])
    weekday = parts.get("weekday")
    night = _weekday(weekday) if weekday else None
    if month is None or (weekday and night is None):
        return NO_DATE
    try:
        date = dt.date(_year(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return NO_DAY
    if date.year not in YEARS:
        return NO_DAY
    if night is not None and night != date.weekday():
        told = in_numbers(date)
        return Text("{date} is a {weekday}; correct one of the two", date=told, weekday=_name(date))
    return date


def _month(name: str) -> int | None:
    """Return the number of a month by its name, in English or the active language; None where it is none."""
    own = (number for number, month in enumerate(_ENGLISH, start=1) if _begins(translated(month), name))
    return MONTHS.get(name) or next(own, None)


def _weekday(name: str) -> int | None:
    own = (number for number, day in enumerate(WEEKDAYS) if _begins(translated(day), name))
    return DAYS[name] if name in DAYS else next(own, None)


def _begins(name: str, short: str) -> bool:
    return len(short) >= 3 and name.casefold().startswith(short)


def _year(text: str) -> int:
    """Return a year, of two digits as everybody does: 69 and later were in the last century."""
    year = int(text)
    return year if len(text) == 4 else year + (1900 if year > 68 else 2000)


def _name(date: dt.date) -> str:
    return WEEKDAYS[date.weekday()]


def either_way(text: str) -> bool:
    """Return True if a date is another day to whoever puts the month first, or last."""
    found = _EITHER_WAY.fullmatch(text)
    return found is not None and found[1].lstrip("0") != found[2].lstrip("0") and max(int(found[1]), int(found[2])) < 13


def in_the_morning(text: str, time: dt.time) -> bool:
    """Return True if a time without "am" was read as one of the morning: the evening may be meant."""
    return 1 <= time.hour < 12 and not {"a", "m"} & set(text.casefold())


def night_of(text: str) -> Night | None:
    """Return the day of the week that a text is, like Tuesday, Tue, Tuesdays or mardi in French; None if it is none."""
    found = _weekday(text.casefold().removesuffix("."))
    return None if found is None else Night(found)
