"""Every hand there is, against published and computed counts (R35).

Suits are equal, so hands that differ only by an exchange of suits are counted once and weighed by how many they are.
The weights come from counting all hands, never from the engine; every starter is then turned to every such hand.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, cycle

import pytest

from scoring import FIVE_CARD, LEAGUE, PACK, Card, Rank, Ruleset, Suit, show_points
from scoring.show import HIGHEST
from tests.scoring.strategies import SEVEN_CARD

Hand = tuple[Card, ...]


def hands_but_for_suits(size: int) -> Iterator[tuple[Hand, int]]:
    """One hand of each pattern, and how many hands have it: the ranks held in each suit, whichever suit it is."""
    bits = {card: 1 << (16 * list(Suit).index(card.suit) + card.rank) for card in PACK}
    found: Counter[tuple[int, ...]] = Counter()
    example: dict[tuple[int, ...], Hand] = {}
    for hand in combinations(PACK, size):
        held = sum(bits[card] for card in hand)
        pattern = tuple(sorted((held & 0xFFFF, held >> 16 & 0xFFFF, held >> 32 & 0xFFFF, held >> 48)))
        found[pattern] += 1
        example[pattern] = hand
    return ((example[pattern], times) for pattern, times in found.items())


def histogram(size: int, *, crib: bool, rules: Ruleset) -> Counter[int]:
    """How many of all hands with all starters are worth each number of points."""
    counts: Counter[int] = Counter()
    for hand, times in hands_but_for_suits(size):
        for starter in PACK:
            if starter not in hand:
                counts[show_points(hand, starter, crib=crib, ruleset=rules)] += times
    return counts


def mean(counts: Counter[int]) -> float:
    return sum(points * times for points, times in counts.items()) / counts.total()


@pytest.mark.exhaustive
def test_six_card_hands_count_as_published() -> None:
    counts = histogram(4, crib=False, rules=LEAGUE)
    assert counts.total() == 12_994_800
    assert {points: counts[points] for points in (0, 24, 28, 29)} == {0: 1_009_008, 24: 3_680, 28: 76, 29: 4}
    assert set(range(30)) - set(counts) == {19, 25, 26, 27}
    assert max(counts) == HIGHEST[4]
    assert round(mean(counts), 3) == 4.769


@pytest.mark.exhaustive
def test_cribs_count_as_published() -> None:
    counts = histogram(4, crib=True, rules=LEAGUE)
    assert counts.total() == 12_994_800
    assert counts[0] == 1_022_208
    assert set(range(30)) - set(counts) == {19, 25, 26, 27}
    assert round(mean(counts), 3) == 4.735


@pytest.mark.exhaustive
def test_five_card_hands_reach_twenty_and_never_sixteen_to_nineteen() -> None:
    counts = histogram(3, crib=False, rules=FIVE_CARD)
    assert counts.total() == 22_100 * 49
    assert set(range(21)) - set(counts) == {16, 17, 18, 19}
    assert max(counts) == HIGHEST[3]


def choices_of_six_ranks() -> Iterator[tuple[Rank, ...]]:
    for ranks in combinations_with_replacement(Rank, 6):
        if max(Counter(ranks).values()) <= len(Suit):
            yield ranks


@pytest.mark.exhaustive
def test_seven_card_hands_reach_46_and_never_35_or_41_to_45() -> None:
    """The points of ranks are counted for every choice of six; flush and nob are added wherever ranks allow them."""
    reached: set[int] = set()
    allowed: set[int] = set()
    choices = list(choices_of_six_ranks())
    for ranks in choices:
        # Suits in turn: no card comes twice, and no five are of one suit.
        starter, *hand = (Card(rank, suit) for rank, suit in zip(ranks, cycle(Suit), strict=False))
        nob = Card(Rank.JACK, starter.suit) in hand
        points = show_points(hand, starter, ruleset=SEVEN_CARD) - nob
        reached.add(points)
        nobs = (0, 1) if Rank.JACK in ranks else (0,)
        flushes = (0, 5, 6) if len(set(ranks)) >= 5 else (0,)
        allowed |= {points + one + flush for one in nobs for flush in flushes}
    assert len(choices) == 18_395
    assert set(range(47)) - allowed == {35, 41, 42, 43, 44, 45}
    assert max(allowed) == HIGHEST[5]
    assert {19, 46} <= reached
