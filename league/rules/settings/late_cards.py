"""The sentence of the rules page about results that are sent late, and which sides such a result is about."""

from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from league.rules.wording import plural_of, points_told
from scoring.text import NOTHING, Text

NOBODY, HOME, BOTH = "nobody", "home", "both"


class Late(Protocol):
    """The settings of a season that say what a late card costs."""

    @property
    def late_card(self) -> str: ...
    @property
    def late_card_points(self) -> Decimal: ...


def late_cards(season: Late) -> Text:
    """Say what a result that is first sent after its deadline may cost, and whom."""
    points = Fraction(season.late_card_points)
    n, told = plural_of(points), points_told(points)
    if season.late_card == HOME:
        return Text.plural(
            "Where a result is first sent after its deadline, the home team may lose {points} point; the secretary "
            "decides each time.",
            "Where a result is first sent after its deadline, the home team may lose {points} points; the secretary "
            "decides each time.",
            n=n,
            points=told,
        )
    if season.late_card == BOTH:
        return Text.plural(
            "Where a result is first sent after its deadline, both teams may lose {points} point; the secretary "
            "decides about each.",
            "Where a result is first sent after its deadline, both teams may lose {points} points; the secretary "
            "decides about each.",
            n=n,
            points=told,
        )
    return NOTHING


def sides_of(late_card: str) -> tuple[str, ...]:
    """Return the sides of a fixture that a late card is proposed for, by what a season says of them."""
    return {HOME: ("home",), BOTH: ("home", "away")}.get(late_card, ())
