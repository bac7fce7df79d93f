"""The points of ranks together: the show by a table, the play by states of a count.

Some ranks together, whatever their order, are one whole number with an octal digit a rank: adding puts them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

RANKS = range(13)
JACK = 10
CODES = tuple(1 << 3 * rank for rank in RANKS)
VALUES = tuple(min(rank + 1, 10) for rank in RANKS)
THIRTY_ONE = 31
_FOUR = 4


def code(ranks: Sequence[int]) -> int:
    """Return the number of these ranks together."""
    return sum(CODES[rank] for rank in ranks)


@cache
def ranks_of(number: int) -> tuple[int, ...]:
    """Return the ranks of a code, sorted."""
    return tuple(rank for rank in RANKS for _ in range(number >> 3 * rank & 7))


def choices(size: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of so many ranks, ascending, none more often than there are suits."""
    for ranks in combinations_with_replacement(RANKS, size):
        if all(ranks[place] != ranks[place + _FOUR] for place in range(size - _FOUR)):
            yield ranks


def points_of(ranks: Sequence[int]) -> int:
    """Return the points of fifteens, runs and pairs in sorted `ranks`."""
    points = 0
    for size in range(2, len(ranks) + 1):
        for some in combinations(ranks, size):
            if sum(VALUES[rank] for rank in some) == 15:
                points += 2
            if size == 2 and some[0] == some[1]:
                points += 2
    return points + _runs(ranks)


def _runs(ranks: Sequence[int]) -> int:
    points, length, ways = 0, 0, 1
    for rank in range(14):
        number = ranks.count(rank) if rank < 13 else 0
        if number:
            length, ways = length + 1, ways * number
            continue
        if length >= 3:
            points += length * ways
        length, ways = 0, 1
    return points


@cache
def show_table(kept: int) -> dict[int, bytes]:
    """Return, by the code of each choice of `kept` ranks, its points with a starter of each of the thirteen ranks."""
    whole = {code(ranks): points_of(ranks) for ranks in choices(kept + 1)}
    return {number: bytes([whole.get(number + starter, 0) for starter in CODES]) for number in map(code, choices(kept))}


class Counts:
    """The counts of the play as states, numbered as they are first met; the empty count is 0.

    `then[state][rank]` is the next state, -1 where the card does not fit, -2 where it was not asked for yet: `step`
    works it out. `points[state][rank]` is what the card pegs.
    """

    def __init__(self, *, upwards: bool = False) -> None:
        self.upwards = upwards
        self.total = [0]
        self.tails: list[tuple[int, ...]] = [()]
        self.then: list[list[int]] = [[-2] * 13]
        self.points: list[list[int]] = [[0] * 13]
        self.number: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 0}

    def step(self, state: int, rank: int) -> int:
        """Return the state after a card of `rank`, -1 where it does not fit."""
        known = self.then[state][rank]
        if known != -2:
            return known
        total = self.total[state] + VALUES[rank]
        if total > THIRTY_ONE:
            self.then[state][rank] = -1
            return -1
        ranks = (*self.tails[state], rank)
        self.points[state][rank] = _pegged(total, ranks, self.upwards)
        return self._next_state(state, rank, total, _useful(ranks, THIRTY_ONE - total))

    def _next_state(self, state: int, rank: int, total: int, tail: tuple[int, ...]) -> int:
        after = self.number.get((total, tail))
        if after is None:
            after = self.number[total, tail] = len(self.total)
            self.total.append(total)
            self.tails.append(tail)
            self.then.append([-2] * 13)
            self.points.append([0] * 13)
        self.then[state][rank] = after
        return after

    def key(self, state: int) -> int:
        """Return the state as one whole number that is the same in every run."""
        number = 0
        for rank in self.tails[state]:
            number = number * 14 + rank + 1
        return number * 32 + self.total[state]

    def count_of(self, ranks: Sequence[int]) -> int:
        """Return the state of a count of these ranks."""
        state = 0
        for rank in ranks:
            state = self.step(state, rank)
        return state


def _alike(ranks: Sequence[int]) -> int:
    alike = 1
    while alike < min(_FOUR, len(ranks)) and ranks[-alike - 1] == ranks[-1]:
        alike += 1
    return alike


def _pegged(total: int, ranks: Sequence[int], upwards: bool) -> int:
    points = 2 * (total == 15) + 2 * (total == THIRTY_ONE) + (0, 0, 2, 6, 12)[_alike(ranks)]
    for length in range(len(ranks), 2, -1):
        last = list(ranks[-length:]) if upwards else sorted(ranks[-length:])
        if last == list(range(last[0], last[0] + length)):
            return points + length
    return points


def _useful(ranks: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Return the last ranks that a card yet to come, with so much room, may pair or make a run with."""
    alike = _alike(ranks)
    if alike > 1:
        return ranks[-alike:]
    for start in range(len(ranks) - 1):
        tail = ranks[start:]
        missing = set(range(min(tail), max(tail))).difference(tail)
        if len(set(tail)) == len(tail) and sum(VALUES[rank] for rank in missing) <= room:
            return tail
    return ranks[-1:]
