"""Where `scoring/laid_away.py` comes from: two average players, each the best answer to the other.

    python -m tests.scoring.average_opponent      (five to ten minutes; writes scoring/laid_away.py)

Every deal that can be dealt to a player is looked at by its ranks, with the number of deals that have them. They lay
away the two ranks that are worth most, hand and crib together, against what the other has laid away so far; at first
that is any two cards alike. This goes round until neither would change more than one discard in two hundred. It never
comes to rest altogether: where two discards are worth nearly the same, each goes to and fro with the other's.

They know their flush: it is worth what it is worth in hand, with the chance of the starter's being of the suit too. Of
a jack they know only that the starter is of its suit in 4 of 17 cases; for a flush of the crib they do not hope.
Of discards worth exactly the same they take the one of lower ranks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, prod
from operator import mul
from pathlib import Path
from typing import NamedTuple

import scoring.laid_away
from scoring import _tables
from scoring._tables import JACK, PAIRS, RANKS

LAID_AWAY = 2
FEW = Fraction(1, 200)
NAMES = {5: "FIVE", 6: "SIX", 7: "SEVEN"}
MODULE = Path(scoring.laid_away.__file__)
HEAD = '''"""The average opponent's discards: in how many of all deals to them each two ranks, as dealer and as pone.

Written by `python -m tests.scoring.average_opponent`, which says how; docs/odds.md says what it means. Each line is
of the lower rank, ace first, and goes from it (a pair) up to the king.
"""

from collections.abc import Mapping
from types import MappingProxyType

# fmt: off
'''
FOOT = """
# fmt: on

LAID_AWAY: Mapping[int, Mapping[bool, tuple[int, ...]]] = MappingProxyType(
    {
        5: MappingProxyType({True: _FIVE_DEALER, False: _FIVE_PONE}),
        6: MappingProxyType({True: _SIX_DEALER, False: _SIX_PONE}),
        7: MappingProxyType({True: _SEVEN_DEALER, False: _SEVEN_PONE}),
    }
)
\"\"\"By the cards dealt to each player, then whether they are the dealer: 91 numbers, for two ranks each, of which the
second is not the lower.\"\"\"
"""
Counts = tuple[int, ...]
"""How often each of PAIRS is laid away."""
ALIKE: Counts = tuple(16 if a != b else 6 for a, b in PAIRS)


class Choice(NamedTuple):
    """Two ranks to lay away; the points of the others, in seventeenths, summed over the starters."""

    pair: int
    laid_away: tuple[int, ...]
    kept: tuple[int, ...]
    points: int
    apart: bool
    """No rank is kept twice, so that a flush may be."""


class Deal(NamedTuple):
    ranks: tuple[int, ...]
    times: int
    """In how many deals they come."""
    flushes: tuple[tuple[frozenset[int], int], ...]
    """Ranks of one suit, enough to make a flush of a hand, and in how many of these deals exactly they are."""
    choices: tuple[Choice, ...]

    @property
    def unseen(self) -> list[int]:
        held = Counter(self.ranks)
        return [4 - held[rank] for rank in RANKS]


def deals(dealt: int) -> Iterator[Deal]:
    """Every choice of so many ranks."""
    for ranks in combinations_with_replacement(RANKS, dealt):
        held = Counter(ranks)
        if max(held.values()) <= 4:
            times = prod(comb(4, number) for number in held.values())
            yield Deal(ranks, times, tuple(flushes(held, dealt - LAID_AWAY)), tuple(choices(ranks)))


def flushes(held: Counter[int], kept: int) -> Iterator[tuple[frozenset[int], int]]:
    """A flush takes more than half of the cards, so that at most one suit has it."""
    for size in range(kept, len(held) + 1):
        for ranks in combinations(held, size):
            # One card of each of these ranks in the suit, which is one of four; all others in the other three.
            others = prod(comb(3, number - (rank in ranks)) for rank, number in held.items())
            if others:
                yield frozenset(ranks), 4 * others


def choices(ranks: tuple[int, ...]) -> Iterator[Choice]:
    held = Counter(ranks)
    starters = [4 - held[rank] for rank in RANKS]
    table = _tables.points_by_starter(len(ranks) - LAID_AWAY)
    for laid_away in sorted(set(combinations(ranks, LAID_AWAY))):
        kept = tuple(sorted((held - Counter(laid_away)).elements()))
        points = sum(map(mul, starters, table[_tables.code(kept)]))
        nob = 4 * kept.count(JACK) * sum(starters)
        apart = len(set(kept)) == len(kept)
        yield Choice(PAIRS.index(laid_away), laid_away, kept, 17 * points + nob, apart)


def answer(dealt: Sequence[Deal], crib: _tables.Crib, *, dealer: bool) -> Counts:
    """Count how often the dealer, or the pone, lays away each two ranks where the other does as `crib` says."""
    counts = [0] * len(PAIRS)
    for deal in dealt:
        worth, one_point = values(deal, crib, dealer=dealer)
        for ranks, times in deal.flushes:
            bonus = 17 * one_point * flush(ranks, len(deal.ranks))
            flushed = [
                points + bonus if choice.apart and ranks.issuperset(choice.kept) else points
                for choice, points in zip(deal.choices, worth, strict=True)
            ]
            counts[best(deal, flushed)] += times
        counts[best(deal, worth)] += deal.times - sum(times for _, times in deal.flushes)
    return tuple(counts)


def best(deal: Deal, worth: Sequence[int]) -> int:
    return deal.choices[worth.index(max(worth))].pair


def values(deal: Deal, crib: _tables.Crib, *, dealer: bool) -> tuple[list[int], int]:
    """What each choice of a deal is worth, hand and crib, but for flushes; and the number that stands for a
    seventeenth of a point with one starter."""
    unseen = deal.unseen
    terms = _tables.terms(unseen)
    totals = crib.totals(terms)
    unit = lcm(*(total for total, number in zip(totals, unseen, strict=True) if number))
    shares = [number * unit // total if number else 0 for total, number in zip(totals, unseen, strict=True)]
    worth = []
    for choice in deal.choices:
        ranks = sum(map(mul, crib.points(_tables.code(choice.laid_away), terms), shares))
        nob = 4 * choice.laid_away.count(JACK) * sum(unseen) * unit
        worth.append(choice.points * unit + (1 if dealer else -1) * (17 * ranks + nob))
    return worth, unit


def flush(ranks: frozenset[int], dealt: int) -> int:
    """Points of a flush (R32), summed over the starters, where exactly these ranks are dealt in one suit."""
    return (dealt - LAID_AWAY) * (52 - dealt) + 13 - len(ranks)


def settled(dealt: Sequence[Deal]) -> Iterator[dict[bool, Counts]]:
    """By whether it is the dealer, how often each lays away each two ranks: round by round, until few would change."""
    now = {False: ALIKE, True: ALIKE}
    while True:
        new = {dealer: answer(dealt, _tables.crib_of(now[not dealer]), dealer=dealer) for dealer in now}
        if all(changed(new[dealer], now[dealer]) <= FEW for dealer in now):
            return
        yield new
        now = new


def changed(new: Counts, old: Counts) -> Fraction:
    """The share of discards that are others now."""
    return Fraction(sum(max(a - b, 0) for a, b in zip(new, old, strict=True)), sum(new))


def written(dealt: int, dealer: bool, counts: Counts) -> str:
    """A table as source: a line for each lower rank, from it up to the king."""
    numbers = iter(counts)
    lines = [", ".join(str(next(numbers)) for _ in range(rank, 13)) for rank in RANKS]
    rows = "\n".join(f"    {line}," for line in lines)
    return f"_{NAMES[dealt]}_{'DEALER' if dealer else 'PONE'} = (\n{rows}\n)"


def main() -> None:
    """Write the module anew."""
    tables = []
    for number in NAMES:
        dealt = list(deals(number))
        *_, counts = settled(dealt)
        tables += [written(number, dealer, counts[dealer]) for dealer in (True, False)]
    MODULE.write_text(HEAD + "\n".join(tables) + FOOT, encoding="utf-8")


if __name__ == "__main__":
    main()
