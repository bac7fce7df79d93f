"""Numbers, days and times in words, and times as people write them.

1 to 9 without "am" mean the afternoon or evening; a leading zero (`08:30`), as programs write it, the hour as it
stands.
"""

import datetime as dt
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from scoring.text import N_, Text
from timetable.calendar import MONTHS, WEEKDAYS

_WORDS: Final = (
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)
_AT_HOME: Final = (
    N_("{venue}, Mondays at {time}"),
    N_("{venue}, Tuesdays at {time}"),
    N_("{venue}, Wednesdays at {time}"),
    N_("{venue}, Thursdays at {time}"),
    N_("{venue}, Fridays at {time}"),
    N_("{venue}, Saturdays at {time}"),
    N_("{venue}, Sundays at {time}"),
)

_WEEKLY: Final = (
    N_("Mondays at {time}"),
    N_("Tuesdays at {time}"),
    N_("Wednesdays at {time}"),
    N_("Thursdays at {time}"),
    N_("Fridays at {time}"),
    N_("Saturdays at {time}"),
    N_("Sundays at {time}"),
)

# A catalogue may have another number for the first of a month: "1er" in French.
_FIRST: Final = N_("1")


def _of_month(day: dt.date) -> int | Text:
    return _FIRST if day.day == 1 else day.day


def number(count: int) -> Text:
    """A number in prose: in words from one to ten.

    None of a thing is a sentence of its own, and so is one where a word depends on what is counted: "no points".
    """
    return _WORDS[count - 1] if 1 <= count <= len(_WORDS) else Text("{number}", number=count)


def spelt(day: dt.date) -> Text:
    """``3 November 2026``."""
    return Text("{day} {month} {year}", day=_of_month(day), month=MONTHS[day.month - 1], year=day.year)


def weekday_spelt(day: dt.date) -> Text:
    """``Tuesday 3 November 2026``."""
    return Text("{weekday} {day}", weekday=WEEKDAYS[day.weekday()], day=spelt(day))


def day_of_year(day: dt.date) -> Text:
    """``3 November``."""
    return Text("{day} {month}", day=_of_month(day), month=MONTHS[day.month - 1])


def weekday_of_year(day: dt.date) -> Text:
    """``Tuesday 3 November``."""
    return Text("{weekday} {day}", weekday=WEEKDAYS[day.weekday()], day=day_of_year(day))


def in_numbers(day: dt.date) -> Text:
    """``03/11/2026``."""
    return Text("{day}/{month}/{year}", day=f"{day:%d}", month=f"{day:%m}", year=day.year)


# Nobody is sure which of the two 12 pm is.
_TWELVES = {dt.time(12): N_("12 noon"), dt.time(0): N_("12 midnight")}


def clock(time: dt.time) -> Text:
    """ "8 pm", "7.30 pm", "12 noon"."""
    if time in _TWELVES:
        return _TWELVES[time]
    # A language without am and pm has the hour of the day to fill in.
    params: dict[str, object] = {"hour": time.hour % 12 or 12, "hour_of_day": time.hour}
    if not time.minute:
        return Text("{hour} am", **params) if time.hour < 12 else Text("{hour} pm", **params)
    params["minutes"] = f"{time:%M}"
    return Text("{hour}.{minutes} am", **params) if time.hour < 12 else Text("{hour}.{minutes} pm", **params)


def moment_spelt(local: dt.datetime) -> Text:
    """A deadline in local time: "Thursday 5 November 2026, 8 pm"."""
    return Text("{day}, {time}", day=weekday_spelt(local.date()), time=clock(local.time()))


def at_home(venue: str, night: int, start: dt.time) -> Text:
    """A team's home: `Anchor, Tuesdays at 8 pm`; Monday is 0."""
    return Text(_AT_HOME[night], venue=venue, time=clock(start))


def home_evening(venue: str, night: int, start: dt.time) -> Text:
    """A team's home, read back: "Tuesdays at 8.30 pm at the Swan"; Monday is 0."""
    when = weekly(night, start)
    if venue.startswith("The "):
        return Text("{when} at the {venue}", when=when, venue=venue.removeprefix("The "))
    return Text("{when} at {venue}", when=when, venue=venue)


def weekly(night: int, start: dt.time) -> Text:
    """``Tuesdays at 8.30 pm``; Monday is 0."""
    return Text(_WEEKLY[night], time=clock(start))


def points_told(points: Fraction) -> str:
    """``54``, ``54½``, ``0.25``; a text where a language may have a comma."""
    whole, part = divmod(abs(points), 1)
    sign = "−" if points < 0 else ""
    if part == 0:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½" if part == Fraction(1, 2) else plain(points)


def signed_points(points: Fraction) -> str:
    """``+12``, ``−5``, ``0``."""
    return with_sign(points, points_told(points))


def with_sign(figure: Fraction, told: str) -> str:
    """Put a plus before a positive figure."""
    if figure <= 0:
        return told
    return Text("+{points}", points=told) if isinstance(told, Text) else f"+{told}"


def plain(figure: Fraction) -> str:
    """A number to two places at most: ``54``, ``4.5``; a text where a language may have a comma."""
    hundredths = round(abs(figure) * 100)
    sign = "−" if figure < 0 and hundredths else ""
    whole, part = f"{sign}{hundredths // 100}", f"{hundredths % 100:02}".rstrip("0")
    return Text("{whole}.{part}", whole=whole, part=part) if part else whole


def plural_of(points: Fraction) -> int:
    """The whole number that chooses the plural: ``½ point``, but ``1½ points``."""
    if abs(points) == Fraction(1, 2):
        return 1
    return int(points) if points.denominator == 1 else 2


def fixtures(count: int) -> Text:
    return Text.plural("{n} fixture", "{n} fixtures", n=count)


def ordinal(place: int) -> Text:
    if place == 1:
        return N_("1st")
    other = N_("{place}th")
    told = {1: N_("{place}st"), 2: N_("{place}nd"), 3: N_("{place}rd")}.get(place % 10, other)
    return Text(other if place % 100 in (11, 12, 13) else told, place=place)


def place_in_words(place: int, *, joint: bool) -> Text:
    """Format a place of a table for a sentence: "3rd", or "joint 3rd"; a table's own cells have "=3"."""
    return Text("joint {place}", place=ordinal(place)) if joint else ordinal(place)


def both_of(names: Sequence[str]) -> str:
    return Text("{one} and {other}", one=names[0], other=names[1]) if len(names) == 2 else names[0]


_ENGLISH_HOURS = "one two three four five six seven eight nine ten eleven twelve"
_FRENCH_HOURS = "une deux trois quatre cinq six sept huit neuf dix onze douze"
_HOUR_WORDS = {
    word: hour for words in (_ENGLISH_HOURS, _FRENCH_HOURS) for hour, word in enumerate(words.split(), start=1)
}
_NAMED = {"noon": dt.time(12), "midday": dt.time(12), "midi": dt.time(12), "midnight": dt.time(0), "minuit": dt.time(0)}
_HALF_OF_DAY = (
    (re.compile(r"\ba\.m\b\.?|\b(?:in the|du) (?:morning|matin)\b"), " am"),
    (re.compile(r"\bp\.m\b\.?|\b(?:in the|at|du|de l['’]) ?(?:afternoon|evening|night|soir|après-midi)\b"), " pm"),
)
_FILLING = re.compile(r"\bo['’]? ?clock\b|\b(?:hrs?|hours)\b|^at\b")
_HEURES = re.compile(r" ?\bheures?\b")
_TIME = re.compile(
    r"(?:(?P<part>half(?: past)?|quarter past|quarter to) )?"
    r"(?P<hour>[0-9]{1,2}|[a-z]+)"
    r"(?: ?(?:[:.]|h) ?(?P<minute>[0-9]{2})(?:[:.](?P<second>[0-9]{2}))?|(?P<joined>[0-9]{2})|\.(?P<tens>[03])"
    r"| ?h (?P<more>et demie|et quart)| ?h)?"
    r"(?: ?(?P<half>am|pm))?"
)
_PARTS = {"half": 30, "half past": 30, "quarter past": 15, "quarter to": -15, "et demie": 30, "et quart": 15}


def read_time(text: str, *, evening: bool = True) -> dt.time | None:
    """Parse a time of day; without `evening` the hour is as it stands."""
    words = " ".join(text.casefold().split())
    for pattern, half in _HALF_OF_DAY:
        words = pattern.sub(half, words)
    words = " ".join(_HEURES.sub(" h", _FILLING.sub(" ", words)).split())
    if words in _NAMED:
        return _NAMED[words]
    match = _TIME.fullmatch(words)
    if match is None:
        return None
    written, half = match["hour"], match["half"]
    hour = int(written) if written.isdigit() else _HOUR_WORDS.get(written)
    if hour is None or (half == "am" and not 1 <= hour <= 12) or (half == "pm" and not 1 <= hour <= 23):
        return None
    if half:
        hour = hour % 12 + 12 * (half == "pm")
    elif evening and 1 <= hour <= 9 and not written.startswith("0"):
        hour += 12
    minutes = int(match["minute"] or match["joined"] or 10 * int(match["tens"] or 0))
    minutes += _PARTS.get(match["part"] or match["more"] or "", 0)
    if (match["part"] and minutes not in _PARTS.values()) or not -15 <= minutes < 60 or hour > 23:
        return None
    hour, minutes = divmod(hour * 60 + minutes, 60)
    second = int(match["second"] or 0)
    return dt.time(hour % 24, minutes, second) if second < 60 else None
