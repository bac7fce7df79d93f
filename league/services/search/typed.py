import datetime as dt
from collections.abc import Iterator

from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import pgettext

from league.rules.problems import Problem
from league.rules.search import DayNames, SearchQuery, read
from league.translation import month_first


def read_typed(text: str, *, today: dt.date) -> SearchQuery | Problem | None:
    """Parse a search in the reader's language: "3 nov", "3 novembre"; a problem, or None where nothing was typed."""
    months = tuple((str(MONTHS[n]), str(MONTHS_ALT[n]), str(MONTHS_3[n])) for n in range(1, 13))
    weekdays, abbreviated = (tuple(map(str, names.values())) for names in (WEEKDAYS, WEEKDAYS_ABBR))
    names = DayNames(months, weekdays, abbreviated, tuple(_near()))
    return read(text, today=today, names=names, month_first=month_first())


def _near() -> Iterator[tuple[str, int]]:
    """Yield the active language's words for yesterday, today and tomorrow, with their offset in days."""
    told = (
        pgettext("typed into the search, each after a comma", "yesterday"),
        pgettext("typed into the search, each after a comma", "today, tonight"),
        pgettext("typed into the search, each after a comma", "tomorrow"),
    )
    for away, names in enumerate(told, start=-1):
        yield from ((name.strip(), away) for name in names.split(","))
