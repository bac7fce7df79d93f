"""The way from a text to the language of whoever reads it.

Rules, services and the engine say everything in English, as `Text`; pages, mails and the API turn it into their
reader's language here, when they show it. What is stored is English, for there it has many readers, and beside it what
it was made of (`kept`), so that it can be shown as the text it was (`read_back`).
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

from league.rules.french import elide
from league.rules.languages import spoken
from league.rules.stored_texts import kept, read_back
from scoring.text import N_, Text, join_names

__all__ = [
    "DAYS", "N_", "Text", "addressed_in", "dated", "in_a_sentence", "in_its_grammar", "join_names", "kept",
    "looked_up", "looked_up_plural", "month_first", "read_back", "read_day", "short_day", "shown", "speak", "speaking",
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
    """Return a text in the language that is active; a plain `str` as it is."""
    if not isinstance(text, Text):
        return text
    try:
        return in_its_grammar(text.rendered(looked_up, looked_up_plural))
    except (LookupError, ValueError):
        # A translation with another gap than its sentence: no page is to be lost over it.
        return str(text)


def in_its_grammar(sentence: str) -> str:
    """Return a sentence whose gaps are filled as the active language joins its words (docs/decisions/texts.md)."""
    return elide(sentence) if get_language() == "fr" else sentence


def looked_up(msgid: str) -> str:
    """Return a sentence as the active language's catalogue has it: what `gettext` returns, from memory."""
    return _lookup(trans_real.catalog(), msgid) if msgid else ""


def looked_up_plural(one: str, many: str, n: float) -> str:
    """Return the sentence for a number, as `ngettext` does, from memory."""
    return _found_plural(trans_real.catalog(), one, many, n)


@lru_cache(MOST_KEPT)
def _lookup(catalogue: Any, msgid: str) -> str:
    return str(catalogue.gettext(msgid))


@lru_cache(MOST_KEPT)
def _found_plural(catalogue: Any, one: str, many: str, n: float) -> str:
    return str(catalogue.ngettext(one, many, n))


_later = lazy(translated, str)


def shown(words: type[Choices]) -> list[tuple[Any, str]]:
    """Return the values of an enumeration with their labels, each translated when a form is shown."""
    return [(value, _later(label)) for value, label in words.choices]


def in_a_sentence(label: str) -> Text:
    """Return a label as it stands inside a sentence: without its capital letter."""
    return (label if isinstance(label, Text) else Text(label)).lowered()


def speak(*wishes: str) -> None:
    """Show texts from now on in the first of some languages that the site has; blank ones are no wish."""
    activate(spoken(wishes))


@contextmanager
def speaking(*wishes: str) -> Iterator[None]:
    """Show texts in the first of some languages that the site has, whatever is chosen meanwhile, and then as before."""
    with override(spoken(wishes)):
        yield


@contextmanager
def addressed_in(language: str) -> Iterator[None]:
    """Make addresses that begin with a language; blank: that begin with none."""
    before = get_script_prefix()
    set_script_prefix(f"/{language}/" if language else "/")
    try:
        yield
    finally:
        set_script_prefix(before)


def dated(day: dt.date, way: str) -> str:
    """Return a day as the active language writes it, in one of the ways of `DAYS`."""
    said, first = str(DAYS[way]), gettext("1")
    if day.day == 1 and first != "1":
        said = said.replace("j", "".join(f"\\{letter}" for letter in first))
    return formatted(day, said)


def month_first() -> bool:
    """Return True if the active language writes the month before the day, where both are numbers."""
    ways = (way for way in get_format("DATE_INPUT_FORMATS") if not way.startswith("%Y"))
    return next(ways, "").startswith("%m")


def read_day(text: str) -> dt.date | None:
    """Return the day that somebody typed: 2026-11-03, or as the active language writes one in numbers; None for none.

    A browser's own date field sends the first of these in any language.
    """
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
    """The parts of a day that a language asks for, and no other."""

    def __init__(self, day: dt.date) -> None:
        super().__init__()
        self._day = day

    def __missing__(self, name: str) -> object:
        return _PARTS[name](self._day)


def short_day(day: dt.date) -> str:
    """Return a day in short: "Tue 3 Nov". By hand, for a list of fixtures has hundreds of them."""
    return pgettext("date", "{weekday} {day} {month}").format_map(_ShortDay(day))
