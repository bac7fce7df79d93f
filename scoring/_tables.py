"""The worth of ranks alone, counted once and kept: the ground of `scoring.odds`.

Ranks are 0 (ace) to 12 (king) here. Some ranks together, whatever their order, are one whole number with an octal
digit a rank, so that putting cards together is adding. Nothing is counted before it is first asked for.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from operator import eq, mul
from struct import Struct
from typing import NamedTuple

from scoring.cards import Rank, Suit
from scoring.laid_away import LAID_AWAY
from scoring.show import points_of_ranks

RANKS = range(len(Rank))
JACK = Rank.JACK - 1
CODES = tuple(1 << 3 * rank for rank in RANKS)
PAIRS: tuple[tuple[int, int], ...] = tuple(combinations_with_replacement(RANKS, 2))

# Thirteen whole numbers, one for each rank of the starter, stand side by side in one, 64 bits each: what is multiplied
# and added then is so for all thirteen at once. A lane is below zero only where no starter of its rank is left; the
# offset keeps it from borrowing of its neighbour.
_LANE = 64
_LANES = Struct(f"<{len(RANKS)}Q")
_OFFSET = 1 << _LANE - 1
_OFFSETS = sum(_OFFSET << _LANE * rank for rank in RANKS)


def code(ranks: Sequence[int]) -> int:
    """The number of these ranks together."""
    return sum(CODES[rank] for rank in ranks)


@cache
def points_by_starter(kept: int) -> Mapping[int, bytes]:
    """For the code of each choice of `kept` ranks (3, 4 or 5), its points with a starter of each of the thirteen ranks.

    Fifteens, runs and pairs only (R29–R31). A fifth card of one rank is worth nothing: there is none.
    """
    points = {code(ranks): points_of_ranks(ranks) for ranks in _choices(kept + 1)}
    return {held: bytes([points.get(held + starter, 0) for starter in CODES]) for held in map(code, _choices(kept))}


def _choices(size: int) -> list[tuple[int, ...]]:
    """They ascend, and no rank is there more often than there are suits."""
    choices = combinations_with_replacement(RANKS, size)
    return [ranks for ranks in choices if not any(map(eq, ranks, ranks[len(Suit) :]))]


class Crib(NamedTuple):
    """The points of every crib's ranks, weighed by how often the opponent lays away its other two cards."""

    weights: tuple[tuple[int, ...], ...]
    """For two ranks, the weight of any one pair of cards of these ranks."""
    forms: Mapping[int, tuple[int, ...]]
    """By the code of one's own two ranks, what the terms of `terms` are to be multiplied by; lanes."""
    all_pairs: tuple[int, ...]
    """The same where every crib is worth 1."""

    def points(self, laid_away: int, terms: Sequence[int]) -> list[int]:
        """For a starter of each rank, the points of the crib of these two ranks (a code) summed over the opponent's
        pairs, each times its weight. Senseless where no starter of that rank is unseen."""
        return _lanes(self.forms[laid_away], terms)

    def totals(self, terms: Sequence[int]) -> list[int]:
        """For a starter of each rank, the weight of all pairs that the opponent can have laid away."""
        return _lanes(self.all_pairs, terms)


def terms(unseen: Sequence[int]) -> tuple[int, ...]:
    """Return what a crib depends on, from the number of unseen cards of each rank: how many pairs of cards there are of
    each two ranks, how many cards of each rank, and one."""
    pairs = (unseen[a] * unseen[b] if a != b else unseen[a] * (unseen[a] - 1) // 2 for a, b in PAIRS)
    return *pairs, *unseen, 1


@cache
def crib_of_average(dealt: int, opponent_deals: bool) -> Crib:
    """The crib where each of two players was dealt 5, 6 or 7 cards and the opponent is the dealer, or the pone."""
    return crib_of(LAID_AWAY[dealt][opponent_deals])


def crib_of(laid_away: Sequence[int]) -> Crib:
    """The crib with an opponent who lays away each of PAIRS so many times."""
    weights = [[0] * len(RANKS) for _ in RANKS]
    for (a, b), times in zip(PAIRS, laid_away, strict=True):
        # 16 pairs of cards are of two ranks, 6 of one: 48 times the share of each.
        weights[a][b] = weights[b][a] = times * (8 if a == b else 3)
    points = points_by_starter(4)
    nothing = bytes(len(RANKS))
    forms = {}
    for own in (CODES[a] + CODES[b] for a, b in PAIRS):
        table = [[points.get(own + CODES[a] + CODES[b], nothing) for b in RANKS] for a in RANKS]
        forms[own] = _form(weights, table)
    ones = [[(1,) * len(RANKS)] * len(RANKS)] * len(RANKS)
    return Crib(tuple(map(tuple, weights)), forms, _form(weights, ones))


def _form(weights: Sequence[Sequence[int]], points: Sequence[Sequence[Sequence[int]]]) -> tuple[int, ...]:
    """Multipliers of `terms`, of points by the opponent's two ranks and the starter's.

    A starter of rank t takes one card of t from the opponent: of the pairs of t and another rank b that leaves as many
    fewer as there are cards of b, and of the pairs of t one fewer than there are cards of t.
    """
    pairs = [weights[a][b] * _packed(points[a][b]) for a, b in PAIRS]
    taken = [[weights[t][b] * points[t][b][t] for t in RANKS] for b in RANKS]
    return (
        *pairs,
        *(-_packed(lanes) for lanes in taken),
        _packed([taken[t][t] for t in RANKS]),
    )


def _packed(lanes: Sequence[int]) -> int:
    return sum(number << _LANE * rank for rank, number in enumerate(lanes))


def _lanes(form: tuple[int, ...], terms: Sequence[int]) -> list[int]:
    packed = sum(map(mul, form, terms), _OFFSETS)
    return [lane - _OFFSET for lane in _LANES.unpack(packed.to_bytes(_LANES.size, "little"))]
