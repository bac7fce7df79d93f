"""Every hand there is, against published and computed counts (R35).

The counts of hands are S. S. Lumetta's (“Amusing Cribbage Facts”, 2007). Those of cribs were counted, one by one over
all 12,994,800, by a program in C that shares nothing with the engine and that found Lumetta's counts of hands too.

Suits are equal, so hands that differ only by an exchange of suits are counted once and weighed by how many they are.
The weights come from counting all hands, never from the engine; every starter is then turned to every such hand.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, cycle

import pytest

from scoring import FIVE_CARD, LEAGUE, PACK, SEVEN_CARD, Card, Rank, Ruleset, Suit, show_points
from scoring.show import HIGHEST

Hand = tuple[Card, ...]

# fmt: off
HANDS = {  # points: of how many hands with their starters
    0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324,
    8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9_168, 16: 58_248,
    17: 11_196, 18: 2_708, 20: 8_068, 21: 2_496, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4,
}
CRIBS = {
    0: 1_022_208, 1: 99_792, 2: 2_839_800, 3: 508_908, 4: 2_868_960, 5: 703_496, 6: 1_787_176, 7: 755_320,
    8: 1_118_336, 9: 358_368, 10: 378_240, 11: 43_880, 12: 310_956, 13: 16_548, 14: 88_132, 15: 9_072, 16: 57_288,
    17: 11_196, 18: 2_264, 20: 7_828, 21: 2_472, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4,
}
# fmt: on


@cache
def hands_but_for_suits(size: int) -> tuple[tuple[Hand, int], ...]:
    """One hand of each pattern, and how many hands have it: the ranks held in each suit, whichever suit it is."""
    bits = {card: 1 << (16 * list(Suit).index(card.suit) + card.rank) for card in PACK}
    found: Counter[tuple[int, ...]] = Counter()
    example: dict[tuple[int, ...], Hand] = {}
    for hand in combinations(PACK, size):
        held = sum(bits[card] for card in hand)
        pattern = tuple(sorted((held & 0xFFFF, held >> 16 & 0xFFFF, held >> 32 & 0xFFFF, held >> 48)))
        found[pattern] += 1
        example[pattern] = hand
    return tuple((example[pattern], times) for pattern, times in found.items())


def histogram(size: int, *, crib: bool, rules: Ruleset) -> Counter[int]:
    """Count all hands with all starters by the points they are worth."""
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
    assert counts.total() == sum(HANDS.values()) == 12_994_800
    assert counts == HANDS
    assert set(range(30)) - set(counts) == {19, 25, 26, 27}
    assert max(counts) == HIGHEST[4] == 29
    assert round(mean(counts), 3) == 4.769


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", [LEAGUE, FIVE_CARD, SEVEN_CARD], ids=lambda rules: rules.name)
def test_cribs_count_the_same_in_every_variant_r33(rules: Ruleset) -> None:
    counts = histogram(4, crib=True, rules=rules)
    assert counts.total() == sum(CRIBS.values()) == 12_994_800
    assert counts == CRIBS
    assert round(mean(counts), 3) == 4.735


@pytest.mark.exhaustive
def test_five_card_hands_reach_twenty_and_never_sixteen_to_nineteen() -> None:
    counts = histogram(3, crib=False, rules=FIVE_CARD)
    assert counts.total() == 22_100 * 49
    assert set(range(21)) - set(counts) == {16, 17, 18, 19}
    assert max(counts) == HIGHEST[3] == 20


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
    assert max(allowed) == HIGHEST[5] == 46
    assert {19, 46} <= reached
