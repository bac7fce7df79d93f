"""The way from a text to the language of whoever reads it.

Rules, services and the engine say everything in English, as `Text`; pages, mails and the API turn it into their
reader's language here, when they show it. What is stored is English, for there it has many readers.
"""

from typing import Any

from django.db.models import Choices
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext

from scoring.text import N_, Text

__all__ = ["N_", "Text", "in_a_sentence", "shown", "translated"]


def translated(text: str) -> str:
    """Return a text in the language that is active; a plain `str` as it is."""
    return text.rendered(gettext, ngettext) if isinstance(text, Text) else text


_later = lazy(translated, str)


def shown(words: type[Choices]) -> list[tuple[Any, str]]:
    """Return the values of an enumeration with their labels, each translated when a form is shown."""
    return [(value, _later(label)) for value, label in words.choices]


def in_a_sentence(label: str) -> Text:
    """Return a label as it stands inside a sentence: without its capital letter."""
    return (label if isinstance(label, Text) else Text(label)).lowered()
