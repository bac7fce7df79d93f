"""A second opinion on discards, slow and plain: cards are two-letter codes, every starter is turned, every pair that
the opponent can lay away is looked at, and the points are those of the oracle. It shares nothing with the engine but
how often the average opponent lays away each two ranks.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from tests.scoring.oracle import ORDER, points

CARDS = [rank + suit for rank in ORDER for suit in "CDHS"]
TWO_RANKS = {ORDER[a] + ORDER[b]: place for place, (a, b) in enumerate(combinations_with_replacement(range(13), 2))}


def weight(pair: tuple[str, str], laid_away: Sequence[int]) -> int:
    """Return 48 times how often these two cards are laid away: as their ranks are, over the 16 such pairs (or 6)."""
    first, second = pair[0][0], pair[1][0]  # the lower first, as in CARDS
    return laid_away[TWO_RANKS[first + second]] * (8 if first == second else 3)


def crib(dealt: list[str], own: tuple[str, ...], starter: str, laid_away: Sequence[int]) -> Fraction:
    """The mean of the crib with this starter, over all pairs that the opponent can have laid away."""
    weighed = total = 0
    for pair in combinations([card for card in CARDS if card not in dealt and card != starter], 2):
        share = weight(pair, laid_away)
        weighed += share * points([*own, *pair], starter, crib=True)
        total += share
    return Fraction(weighed, total)


def hand(dealt: list[str], own: tuple[str, ...], starter: str) -> int:
    """The points of what is kept with this starter."""
    return points([card for card in dealt if card not in own], starter, crib=False)


def mean(
    dealt: list[str], own: tuple[str, ...], starters: Sequence[str], laid_away: Sequence[int]
) -> tuple[Fraction, Fraction]:
    """Hand and crib of one discard, over these starters, each as likely."""
    hands = sum(hand(dealt, own, starter) for starter in starters)
    cribs = sum((crib(dealt, own, starter, laid_away) for starter in starters), Fraction(0))
    return Fraction(hands, len(starters)), cribs / len(starters)
