"""Numbers and days as prose has them."""

import datetime as dt
from typing import Final

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


# As `date.weekday()` counts them.
NIGHTS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def number(count: int) -> str:
    """A number as prose has it: in words up to ten."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else str(count)


def many(count: int, thing: str, things: str = "") -> str:
    """``one day``, ``seven days``, ``12 days``."""
    return f"{number(count)} {thing if count == 1 else things or thing + 's'}"


def spelt(day: dt.date) -> str:
    """A day as prose has it: ``3 November 2026``."""
    return f"{day.day} {day:%B} {day.year}"


def days(count: int) -> str:
    """``1 day``, ``7 days``."""
    return f"{count} day" if count == 1 else f"{count} days"


def fixtures(count: int) -> str:
    """``1 fixture``, ``4 fixtures``."""
    return f"{count} fixture" if count == 1 else f"{count} fixtures"
