"""The choices of a form, named in the language of whoever it is shown to."""

from typing import Any

from django.db.models import Choices
from django.utils.functional import lazy

from league.translation import translated

_later = lazy(translated, str)


def shown(words: type[Choices]) -> list[tuple[Any, str]]:
    """Return the values of an enumeration with their labels, each translated when the form is shown."""
    return [(value, _later(label)) for value, label in words.choices]
