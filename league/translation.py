"""Translate texts for their reader.

Rules, services and the engine use English `Text`; pages, mails and the API translate it here when they show it. Stored
text is English, with what it was made of beside it (`text_parts`), to be shown as the text it was (`read_back`).
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.db.models import Choices
from django.urls import get_script_prefix, set_script_prefix
from django.utils.dateformat import format as formatted
from django.utils.dates import MONTHS_3, MONTHS_AP, WEEKDAYS_ABBR
from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import activate, get_language, gettext, override, pgettext, pgettext_lazy, trans_real

from league.rules.languages import elide, spoken
from league.rules.stored_texts import read_back, text_parts
from scoring.text import N_, Text, join_names

__all__ = [
    "DAYS",
    "N_",
    "Text",
    "addressed_in",
    "choices_of",
    "dated",
    "in_a_sentence",
    "in_its_grammar",
    "join_names",
    "looked_up",
    "looked_up_plural",
    "month_first",
    "read_back",
    "read_day",
    "short_day",
    "speak",
    "speaking",
    "text_parts",
    "translated",
]  # fmt: skip
# More than there are texts: one that a language has not is otherwise asked of the catalogue of every package in turn.
MOST_KEPT = 20_000


# The ways in which pages write a day, as Django's `date` has them; a catalogue orders each in its own way.
DAYS = {
    "j F Y": pgettext_lazy("date", "j F Y"),
    "j M Y": pgettext_lazy("date", "j M Y"),
    "j F": pgettext_lazy("date", "j F"),
    "j M": pgettext_lazy("date", "j M"),
    "l j F Y": pgettext_lazy("date", "l j F Y"),
    "l j F": pgettext_lazy("date", "l j F"),
    "D j F Y": pgettext_lazy("date", "D j F Y"),
    "D j F": pgettext_lazy("date", "D j F"),
    "j F Y, H:i": pgettext_lazy("date", "j F Y, H:i"),
    "j F H:i:s": pgettext_lazy("date", "j F H:i:s"),
    "d/m/Y": pgettext_lazy("date", "d/m/Y"),
}


def translated(text: str) -> str:
    """Translate a text into the active language; a plain `str` stays."""
    if not isinstance(text, Text):
        return text
    try:
        return in_its_grammar(text.rendered(looked_up, looked_up_plural))
    except (LookupError, ValueError):
        # A translation with another gap than its sentence: no page is to be lost over it.
        return str(text)


def in_its_grammar(sentence: str) -> str:
    """Join a sentence's filled gaps as the active language does (docs/decisions/texts.md)."""
    return elide(sentence) if get_language() == "fr" else sentence


def looked_up(msgid: str) -> str:
    """`gettext`, cached."""
    return _lookup(trans_real.catalog(), msgid) if msgid else ""


def looked_up_plural(one: str, many: str, n: float) -> str:
    """`ngettext`, cached."""
    return _found_plural(trans_real.catalog(), one, many, n)


@lru_cache(MOST_KEPT)
def _lookup(catalogue: Any, msgid: str) -> str:
    return str(catalogue.gettext(msgid))


@lru_cache(MOST_KEPT)
def _found_plural(catalogue: Any, one: str, many: str, n: float) -> str:
    return str(catalogue.ngettext(one, many, n))


_later = lazy(translated, str)


def choices_of(words: type[Choices]) -> list[tuple[Any, str]]:
    """Choices with labels translated when a form is shown."""
    return [(value, _later(label)) for value, label in words.choices]


def in_a_sentence(label: str) -> Text:
    """A label inside a sentence: without its capital letter."""
    return (label if isinstance(label, Text) else Text(label)).lowered()


def speak(*wishes: str) -> None:
    """Activate the first of some languages that the site has; blank ones are skipped."""
    activate(spoken(wishes))


@contextmanager
def speaking(*wishes: str) -> Iterator[None]:
    """Activate a language within a block."""
    with override(spoken(wishes)):
        yield


@contextmanager
def addressed_in(language: str) -> Iterator[None]:
    """Make URLs that begin with a language, or with none."""
    before = get_script_prefix()
    set_script_prefix(f"/{language}/" if language else "/")
    try:
        yield
    finally:
        set_script_prefix(before)


def dated(day: dt.date, way: str) -> str:
    """Format a day in the active language, in one of the ways of `DAYS`."""
    said, first = str(DAYS[way]), gettext("1")
    if day.day == 1 and first != "1":
        said = said.replace("j", "".join(f"\\{letter}" for letter in first))
    return formatted(day, said)


def month_first() -> bool:
    """Whether the active language writes the month before the day in numbers."""
    ways = (way for way in get_format("DATE_INPUT_FORMATS") if not way.startswith("%Y"))
    return next(ways, "").startswith("%m")


def read_day(text: str) -> dt.date | None:
    """Parse 2026-11-03, which browsers send in any language, or a day in the active language's numbers."""
    for way in get_format("DATE_INPUT_FORMATS"):
        try:
            return dt.datetime.strptime(text, way).date()  # noqa: DTZ007 - a day has no time zone
        except ValueError:
            continue
    return None


_PARTS: Mapping[str, Callable[[dt.date], object]] = {
    "weekday": lambda day: WEEKDAYS_ABBR[day.weekday()],
    "day": lambda day: gettext("1") if day.day == 1 else day.day,
    "month": lambda day: MONTHS_3[day.month].title(),
    "abbreviated_month": lambda day: MONTHS_AP[day.month],
}


class _ShortDay(dict[str, object]):
    """The parts of a day that a language's format asks for."""

    def __init__(self, day: dt.date) -> None:
        super().__init__()
        self._day = day

    def __missing__(self, name: str) -> object:
        return _PARTS[name](self._day)


def short_day(day: dt.date) -> str:
    """ "Tue 3 Nov". By hand, as a list of fixtures has hundreds of them."""
    return pgettext("date", "{weekday} {day} {month}").format_map(_ShortDay(day))
