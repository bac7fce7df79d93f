"""Numbers and days as prose has them."""

import datetime as dt
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


def clock(time: dt.time) -> Text:
    """ "8 pm", "7.30 pm"."""
    # A language without am and pm has the hour of the day to fill in.
    said: dict[str, object] = {"hour": time.hour % 12 or 12, "hour_of_day": time.hour}
    if not time.minute:
        return Text("{hour} am", **said) if time.hour < 12 else Text("{hour} pm", **said)
    said["minutes"] = f"{time:%M}"
    return Text("{hour}.{minutes} am", **said) if time.hour < 12 else Text("{hour}.{minutes} pm", **said)


def moment_spelt(local: dt.datetime) -> Text:
    """A deadline in local time: "Thursday 5 November 2026, 8 pm"."""
    return Text("{day}, {time}", day=weekday_spelt(local.date()), time=clock(local.time()))


def at_home(venue: str, night: int, start: dt.time) -> Text:
    """A team's home: `Anchor, Tuesdays at 8 pm`; Monday is 0."""
    return Text(_AT_HOME[night], venue=venue, time=clock(start))


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


def both_of(names: Sequence[str]) -> str:
    return Text("{one} and {other}", one=names[0], other=names[1]) if len(names) == 2 else names[0]
