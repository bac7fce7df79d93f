"""A search as it was typed, with the names that the reader's own language has for months and days, and their order."""

import datetime as dt

from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, WEEKDAYS

from league.rules.problems import Problem
from league.rules.search import DayNames, Sought, read
from league.translation import month_first


def read_typed(text: str, *, today: dt.date) -> Sought | Problem | None:
    """Return what is sought, what is wrong with it, or None where nothing was typed: "3 nov", "3 novembre"."""
    months = tuple((str(MONTHS[n]), str(MONTHS_ALT[n]), str(MONTHS_3[n])) for n in range(1, 13))
    names = DayNames(months, tuple(str(name) for name in WEEKDAYS.values()))
    return read(text, today=today, names=names, month_first=month_first())
