"""The chapters of a rulebook, and numbers as its sentences have them."""

from dataclasses import dataclass
from typing import Final

from scoring.text import N_, Text

_WORDS: Final = (
    N_("no"),
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


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules: its heading, the id of its place on the page, its rules in order."""

    title: Text
    anchor: str
    rules: tuple[Text, ...]


def anchor(*parts: str) -> str:
    """Return the id of a place on the page, of the words for it."""
    return "-".join(part.lower().replace(" ", "-") for part in parts if part)


def number(count: int) -> Text:
    """A number as prose has it: in words up to ten."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else Text("{number}", number=count)


def cards(count: int) -> Text:
    """``one card``, ``six cards``."""
    return Text.plural("{number} card", "{number} cards", n=count, number=number(count))


def games(count: int) -> Text:
    """``one game``, ``three games``."""
    return Text.plural("{number} game", "{number} games", n=count, number=number(count))
