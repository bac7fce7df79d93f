"""The play of every hand that can be kept: worked out against what the other keeps, not left to the deals it came in.

Of a hundred thousand deals a hand that is seldom kept sees a dozen, and what it pegged in them is luck: whoever lays
away by that keeps the lucky ones. Both play as the fast player does, so that each pair of hands is played but once.
"""

from __future__ import annotations

from array import array
from math import comb
from typing import Any

from ..knowledge import Keep, Knowledge
from ..pegging import played
from ..store import SHARES

OTHERS = 1000  # hands of the other for each, at most: evenly chosen by their weight
_WAYS = tuple(tuple(comb(number, some) for some in range(5)) for number in range(5))


def plays(told: Knowledge, others: int = OTHERS) -> dict[str, array[Any]]:
    """Return the rows of what is pegged by each hand of two players and against it, on average as much as before."""
    rows = {}
    for seat in (0, 1):
        points = [pegs_of(told, seat, keep, others) for keep in told.keeps[seat]]
        times = told.rows[f"kept {seat}"]
        for place, name in enumerate((f"pegged {seat}", f"against {seat}")):
            old, new = told.rows[name], [each[place] for each in points]
            # The other holds none of what was laid away either, which the hand alone does not tell.
            mean = sum(map(_product, times, old)) / SHARES
            scale = mean / sum(map(_product, times, new)) if mean else 1.0
            rows[name] = array("h", [round(SHARES * scale * each) for each in new])
    return rows


def pegs_of(told: Knowledge, seat: int, mine: Keep, others: int = OTHERS) -> tuple[float, float]:
    """Return what `mine` pegs at a seat and what is pegged against it, over what the other may keep beside it."""
    own = theirs = whole = 0
    for keep, times in _others(told.keeps[1 - seat], mine, others):
        hands = [list(mine.ranks), list(keep.ranks)] if seat == 0 else [list(keep.ranks), list(mine.ranks)]
        whole += times
        for player, points in played(hands, 1, told.kind.rules, told.player):
            if player == seat:
                own += times * points
            else:
                theirs += times * points
    return own / whole, theirs / whole


def _product(one: float, other: float) -> float:
    return one * other


def _others(keeps: tuple[Keep, ...], mine: Keep, most: int) -> list[tuple[Keep, int]]:
    """Return what the other may keep where one keeps `mine`, and how often of `most` times."""
    left = [_WAYS[4 - mine.ranks.count(rank)] for rank in range(13)]
    weights = []
    for keep in keeps:
        weight = keep.weight
        for rank, number in keep.numbers:
            weight *= left[rank][number]
        weights.append(weight)
    step = sum(weights) / most
    found, reached, after = [], 0.0, step / 2
    for keep, weight in zip(keeps, weights):
        reached += weight
        times = 0
        while reached > after:
            times += 1
            after += step
        if times:
            found.append((keep, times))
    return found
