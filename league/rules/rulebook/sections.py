"""The chapters of a rulebook, and what its sentences count."""

from dataclasses import dataclass

from league.rules.wording import number
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules: its heading, the id of its place on the page, its rules in order."""

    title: Text
    anchor: str
    rules: tuple[Text, ...]


def anchor(*parts: str) -> str:
    """Return the id of a place on the page, of the words for it."""
    return "-".join(part.lower().replace(" ", "-") for part in parts if part)


def cards(count: int) -> Text:
    """``one card``, ``six cards``."""
    if count == 1:
        return N_("one card")
    return Text.plural("{number} card", "{number} cards", n=count, number=number(count))


def games(count: int) -> Text:
    """``one game``, ``three games``."""
    if count == 1:
        return N_("one game")
    return Text.plural("{number} game", "{number} games", n=count, number=number(count))
