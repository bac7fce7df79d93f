"""Parse the search box: one name, two sides of a fixture, a day, or some of these."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.rules.problems import Problem
from league.rules.search.ranking import as_sought
from scoring.text import N_, Text

LONGEST_SEARCH = 100
# One letter may stand for eighteen: some scripts have ligatures of whole sentences.
LONGEST_FOLDED = 2 * LONGEST_SEARCH
_BETWEEN = re.compile(r"\s(?:v|vs|versus|against|[-–—])\.?\s", re.IGNORECASE)
_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?(?![\d/])")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|e)?")
# Shorter, a word may be the beginning of any.
_LEAST_OF_A_MONTH = 3


@dataclass(frozen=True, slots=True)
class DayNames:
    """A language's words for days; months and weekdays from January and Monday, each month with its names.

    `near` has yesterday, today and tomorrow, with their offset; of one or more words.
    """

    months: tuple[tuple[str, ...], ...]
    weekdays: tuple[str, ...]
    abbreviated: tuple[str, ...]
    near: tuple[tuple[str, int], ...]

    def month(self, word: str) -> int:
        """A month's number by its name or three letters or more; 0 for none."""
        if len(word) < _LEAST_OF_A_MONTH:
            return 0
        told = ([as_sought(name) for name in names] for names in self.months)
        return next((n for n, names in enumerate(told, start=1) if any(name.startswith(word) for name in names)), 0)

    def is_weekday(self, word: str) -> bool:
        return word in map(as_sought, self.weekdays)

    def is_short_for(self, word: str, day: dt.date) -> bool:
        return word == as_sought(self.abbreviated[day.weekday()])

    def near_day(self, words: Sequence[str], today: dt.date) -> tuple[int, dt.date] | None:
        """A day near today that the words begin with, and how many they take."""
        for name, away in self.near:
            said = [as_sought(part) for part in name.split()]
            if said and list(words[: len(said)]) == said:
                return len(said), today + dt.timedelta(days=away)
        return None


ENGLISH = DayNames(
    (("January",), ("February",), ("March",), ("April",), ("May",), ("June",), ("July",), ("August",), ("September",),
     ("October",), ("November",), ("December",)),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    (("yesterday", -1), ("today", 0), ("tonight", 0), ("tomorrow", 1)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search; `whole` and `sides` are normalised (`as_sought`), `sides` without the day, none for a day alone."""

    text: str
    whole: str
    sides: tuple[str, ...] = ()
    day: dt.date | None = None


def read(
    text: str, *, today: dt.date, names: DayNames = ENGLISH, month_first: bool = False
) -> SearchQuery | Problem | None:
    """Parse a search; a problem, or None where nothing was typed.

    A day without a year is the nearest to `today`; English names are known besides `names`; `month_first`: "11/3" is in
    November.
    """
    if len(text.strip()) > LONGEST_SEARCH:
        return _too_long()
    seen = "".join(" " if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") else letter for letter in text)
    typed = " ".join(seen.split())
    if not text.strip():
        return None
    whole = as_sought(typed)
    if len(whole) > LONGEST_FOLDED:
        return _too_long()
    if not whole:
        return Problem("nothing-to-find", N_("Type a name, a date or a word: letters or numbers."), "q")
    day, rest = _day_in(typed, today, (names, ENGLISH), month_first=month_first)
    sides = tuple(side for side in map(as_sought, _BETWEEN.split(f" {rest} ", maxsplit=1)) if side)
    return SearchQuery(typed, whole, sides if sides or day else (whole,), day)


def _too_long() -> Problem:
    return Problem("too-long", Text("Search for at most {most} letters.", most=LONGEST_SEARCH), "q")


def _day_in(
    typed: str, today: dt.date, languages: Sequence[DayNames], *, month_first: bool
) -> tuple[dt.date | None, str]:
    """The day in a text, and the rest of it."""
    if (found := _ISO.search(typed)) and (day := _date(*(int(part) for part in found.groups()))):
        return day, _cut_match(typed, found)
    if (found := _NUMBERS.search(typed)) and (day := _of_numbers(found, today, month_first=month_first)):
        return day, _cut_match(typed, found)
    words = typed.split()
    for place, length, day in _worded(words, today, languages):
        before = words[:place]
        # In short it is a weekday only where it is that day's: “Sun” is a pub too.
        if before and any(one.is_short_for(as_sought(before[-1]), day) for one in languages):
            before.pop()
        rest = before + words[place + length :]
        return day, " ".join(word for word in rest if not any(one.is_weekday(as_sought(word)) for one in languages))
    return None, typed


def _cut_match(typed: str, found: re.Match[str]) -> str:
    return f"{typed[: found.start()]} {typed[found.end() :]}"


def _of_numbers(found: re.Match[str], today: dt.date, *, month_first: bool) -> dt.date | None:
    """The day of "3/11" or "3/11/26"."""
    day, month, year = found.groups()
    if month_first:
        day, month = month, day
    if year is None:
        return _nearest(int(day), int(month), today)
    return _date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))


def _worded(words: list[str], today: dt.date, languages: Sequence[DayNames]) -> Iterator[tuple[int, int, dt.date]]:
    """Yield place, length and day of each date among words."""
    plain = [as_sought(word) for word in words]
    for place, word in enumerate(plain):
        for names in languages:
            if near := names.near_day(plain[place:], today):
                yield place, *near
        following = plain[place + 1] if place + 1 < len(plain) else ""
        for one, other in ((word, following), (following, word)):
            number = _DAY.fullmatch(one)
            month = next((n for names in languages if (n := names.month(other))), 0) if number else 0
            if number is None or not month:
                continue
            if other == word and _is_weekday_of(plain[place : place + 3], today, languages):
                continue
            year = plain[place + 2] if place + 2 < len(plain) else ""
            if re.fullmatch(r"(19|20)\d\d", year) and (day := _date(int(year), month, int(number[1]))):
                yield place, 3, day
            elif day := _nearest(int(number[1]), month, today):
                yield place, 2, day


def _is_weekday_of(words: Sequence[str], today: dt.date, languages: Sequence[DayNames]) -> bool:
    """Whether the first of three words abbreviates the weekday of the day that follows: "mar 3 nov"."""
    word, number, other = [*words, "", ""][:3]
    month = next((n for names in languages if (n := names.month(other))), 0)
    found, day = _DAY.fullmatch(number), None
    if found and month:
        day = _nearest(int(found[1]), month, today)
    return day is not None and any(names.is_short_for(word, day) for names in languages)


def _nearest(day: int, month: int, today: dt.date) -> dt.date | None:
    """The day in the year in which it is nearest to today."""
    years = (_date(today.year + more, month, day) for more in (-4, -3, -2, -1, 0, 1, 2, 3, 4))
    return min((found for found in years if found), key=lambda found: abs(found - today), default=None)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
