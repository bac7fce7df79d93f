"""How long a player waits to hear what every discard is worth. Run with `make bench`."""

import statistics
from random import Random
from time import perf_counter

import pytest

from scoring import PACK, Card
from scoring.odds import Discard, discards
from tests.bench.peers import hold_time

pytestmark = pytest.mark.bench

HANDS = 200
LONGEST = 0.0005
"""Seconds for the fifteen discards of six cards, the median of so many hands; about 0.0003 is usual."""


def seconds(cards: list[Card], *, dealer: bool) -> tuple[float, tuple[Discard, ...]]:
    began = perf_counter()
    found = discards(cards, dealer=dealer)
    return perf_counter() - began, found


def test_every_discard_of_six_cards_is_worth_its_wait() -> None:
    random = Random(6)
    hands = [random.sample(PACK, 6) for _ in range(HANDS)]
    for dealer in (True, False):  # the tables are counted on first use
        seconds(hands[0], dealer=dealer)
    taken = []
    for number, cards in enumerate(hands):
        time, found = seconds(cards, dealer=number % 2 == 0)
        assert len(found) == 15
        taken.append(time)
    hold_time("all discards of six cards, exactly", statistics.median(taken), at_most=LONGEST)
