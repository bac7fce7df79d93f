"""Dates and days of the week as people write them; times of day are `rules.wording.read_time`.

Of "03/11/2026" the active language says which is the day: for a spreadsheet that is the league's, for a form its
reader's. Names of months and days are known in it and in English. dateutil reads what is written, and would rather find
some date than none; so a date is one only if its numbers are those that were written, in their order.
"""

import datetime as dt
import re
from functools import lru_cache

from dateutil.parser import parser, parserinfo
from django.utils.translation import get_language

from league.enums import Night
from league.rules.wording import in_numbers
from league.translation import N_, Text, month_first, translated
from timetable.calendar import MONTHS, WEEKDAYS

# Beyond these a mistyped year would run out of the calendar.
YEARS = range(1900, 2200)
# No date is longer, and none longer is read.
LONGEST = 60
NO_DATE = N_("is not a date; write it like 2026-09-15 or 15/09/2026")
NO_DAY = N_("there is no such day; write it like 2026-09-15 or 15/09/2026")
WITH_TIME = N_("is a date with a time of day; write only the date")
A_NUMBER = N_("is a number; give this cell the format of a date, or write it like 15/09/2026")

_LETTERS = r"[^\W\d_]"
_FIRST_WORD = re.compile(rf"({_LETTERS}+)\.?,?\s+(\S.*)")
# Without it the word before is a month: “mar. 5 2026”.
_WHOLE_DATE = re.compile(rf"{_LETTERS}{{3}}|\d\D+\d+\D+\d")
_MIDNIGHT = re.compile(r"[ t]00:00(:00(\.0+)?)?$")
_OF_DAY = re.compile(r"[ t]\d{1,2}[:.]\d{2}([:.]\d{2}(\.\d+)?)?$")
_LOOKS_LIKE_A_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
# Behind a day: 1st, 2nd, 1er; and commas, which dateutil takes for decimal points.
_ENDINGS = re.compile(r"(?<=\d)(?:st|nd|rd|th|er)|[,']|\.(?=\.)")
# The days since 1900 that spreadsheets keep dates as: 1955 to 2119.
_SERIAL = re.compile(r"[2-7]\d{4}")
_EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})")


class _Words(parserinfo):
    """The words of a date: names of months, and what stands between its parts. Days of the week are not dateutil's."""

    JUMP = [" ", ".", "-", "/", "'", "of"]  # noqa: RUF012
    HMS: list[tuple[str, ...]] = []  # noqa: RUF012
    AMPM: list[tuple[str, ...]] = []  # noqa: RUF012

    def weekday(self, name: str) -> None:
        return None

    def month(self, name: str) -> int | None:
        return month_of(name)

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        """Return a year, of two digits as everybody does: 69 and later were in the last century."""
        return year if century_specified or year > 99 else year + (1900 if year > 68 else 2000)


_PARSER = parser(_Words())


def date_of(text: str) -> dt.date | None:
    date = judged_date(text)
    return date if isinstance(date, dt.date) else None


def judged_date(text: str) -> dt.date | Text:
    """Return the date that a text is, or what is wrong with it."""
    return _judge(text.casefold(), get_language() or "")


@lru_cache(maxsize=4096)
def _judge(text: str, language: str) -> dt.date | Text:
    text = _MIDNIGHT.sub("", text)
    if len(text) > LONGEST:
        return NO_DATE
    if _SERIAL.fullmatch(text):
        return A_NUMBER
    named = _FIRST_WORD.fullmatch(text)
    night = _weekday(named[1]) if named and _WHOLE_DATE.search(named[2]) else None
    date = _parse(named[2] if named and night is not None else text)
    if not isinstance(date, dt.date):
        timeless = _OF_DAY.sub("", text)
        return WITH_TIME if timeless != text and isinstance(_judge(timeless, language), dt.date) else date
    if night is not None and night != date.weekday():
        weekday = WEEKDAYS[date.weekday()]
        return Text("{date} is a {weekday}; correct one of the two", date=in_numbers(date), weekday=weekday)
    return date


def _parse(text: str) -> dt.date | Text:
    year_first = re.match(r"\d{4}[-/]", text) is not None
    text = _ENDINGS.sub(" ", text)
    digits = re.findall(r"\d+", text)
    months = [word for word in re.findall(rf"{_LETTERS}+", text) if month_of(word)]
    nothing = NO_DAY if _LOOKS_LIKE_A_DATE.fullmatch(text) or (len(months) == 1 and len(digits) == 2) else NO_DATE
    if len(digits) + len(months) != 3:
        return nothing
    try:
        date: dt.date = _PARSER.parse(text, dayfirst=not (year_first or month_first()), yearfirst=year_first).date()
    except (ValueError, OverflowError):
        return nothing
    year = {4: date.year, 2: date.year % 100}.get(len(digits[0 if year_first else -1]), -1)
    written = [date.month, date.day] if month_first() else [date.day, date.month]
    written = [year, date.month, date.day] if year_first else [date.day, year] if months else [*written, year]
    return date if list(map(int, digits)) == written and date.year in YEARS else nothing


def month_of(name: str) -> int | None:
    """Return the number of a month by its name, or the beginning of it, in English or the active language."""
    return next((n for n, month in enumerate(MONTHS, start=1) if _is_named(month, name)), None)


def _weekday(name: str) -> int | None:
    """Return the number of a day of the week, Monday 0, by its name or the beginning of it; in English also several."""
    short = name.casefold().removesuffix("s")
    named = (
        n
        for n, day in enumerate(WEEKDAYS)
        if _is_named(day, name) or (len(short) > 2 and day.casefold().startswith(short))
    )
    return next(named, None)


def _is_named(name: str, short: str) -> bool:
    short = short.casefold()
    return len(short) >= 3 and any(word.casefold().startswith(short) for word in (name, translated(name)))


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
