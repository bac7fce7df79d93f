from dataclasses import dataclass

from league.rules.wording import number
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: heading, anchor, and sentences."""

    title: Text
    anchor: str
    rules: tuple[Text, ...]


def anchor(*parts: str) -> str:
    return "-".join(part.lower().replace(" ", "-") for part in parts if part)


def cards(count: int) -> Text:
    if count == 1:
        return N_("one card")
    return Text.plural("{number} card", "{number} cards", n=count, number=number(count))


def games(count: int) -> Text:
    if count == 1:
        return N_("one game")
    return Text.plural("{number} game", "{number} games", n=count, number=number(count))
