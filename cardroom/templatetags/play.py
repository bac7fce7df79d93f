"""The filters with which a table shows its cards. Presentation only."""

from collections.abc import Sequence
from typing import Any

from django import template

from league.templatetags.muggins import SUITS

register = template.Library()


@register.filter
def as_range(number: int) -> range:
    """Return as many things as a number says, to show one after the other."""
    return range(number)


@register.filter
def last_total(cards: Sequence[Any]) -> int:
    """Return the count with the last of its cards."""
    return cards[-1].total if cards else 0


@register.filter
def short_card(code: str) -> str:
    """Return a card as it is written in a line: "7♥", "10♣"."""
    return f"{code[0].replace('T', '10')}{SUITS[code[1]][1]}"
