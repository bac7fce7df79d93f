"""The way from a text to the language of whoever reads it.

Rules, services and the engine say everything in English, as `Text`; pages, mails and the API turn it into their
reader's language here, when they show it. What is stored is English, for there it has many readers, and beside it what
it was made of (`kept`), so that it can be shown as the text it was (`read_back`).
"""

from functools import lru_cache
from typing import Any

from django.db.models import Choices
from django.utils.functional import lazy
from django.utils.translation import trans_real

from league.rules.kept import kept, read_back
from scoring.text import N_, Text

__all__ = ["N_", "Text", "in_a_sentence", "kept", "looked_up", "looked_up_plural", "read_back", "shown", "translated"]
# More than there are texts: one that a language has not is otherwise asked of the catalogue of every package in turn.
MOST_KEPT = 20_000


def translated(text: str) -> str:
    """Return a text in the language that is active; a plain `str` as it is."""
    if not isinstance(text, Text):
        return text
    try:
        return text.rendered(looked_up, looked_up_plural)
    except (LookupError, ValueError):
        # A translation with another gap than its sentence: no page is to be lost over it.
        return str(text)


def looked_up(msgid: str) -> str:
    """Return a sentence as the active language's catalogue has it: what `gettext` returns, from memory."""
    return _found(trans_real.catalog(), msgid) if msgid else ""


def looked_up_plural(one: str, many: str, n: float) -> str:
    """Return the sentence for a number, as `ngettext` does, from memory."""
    return _found_plural(trans_real.catalog(), one, many, n)


@lru_cache(MOST_KEPT)
def _found(catalogue: Any, msgid: str) -> str:
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
