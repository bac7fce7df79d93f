"""The claims of old books about leading and laying away, put to the tables: `bin/strategy-tables six --claims N`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..kinds import KINDS
from ..pegging import FastPlayer, played
from ..ranks import ranks_of
from .making import read

RANKS = "A23456789TJQK"
_LEADER = 1  # the non-dealer, by the distance from the dealer


class _Leads:
    """A fast player whose first card is given."""

    def __init__(self, player: FastPlayer, first: int) -> None:
        self.player, self.first = player, first
        self.counts, self.grown = player.counts, player.grown

    def choose(self, held: list[int], holds: int, state: int, left: int, out: int) -> int:
        first, self.first = self.first, -1
        return self.player.choose(held, holds, state, left, out) if first < 0 else first


def leads(game: str, deals: int) -> Iterator[tuple[str, int, float, float]]:
    """Yield each lead of the non-dealer, the best first: how often it was tried, its points, and those above the mean.

    Every card of every hand kept in so many deals is led once. Points are the non-dealer's of the play less the
    dealer's; the mean is that of the leads of the same hand. A lead from a pair is written twice (`44`).
    """
    kind = KINDS[game]
    dealing, _ = read(kind, f"claims {game}")
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(deals):
        dealt = dealing.deal()
        hands = [sorted(ranks_of(number)) for number in dealt.kept]
        nets = {}
        for rank in set(hands[_LEADER]):
            pegs = played([list(hand) for hand in hands], _LEADER, kind.rules, _Leads(dealing.player, rank))  # type: ignore[arg-type]
            nets[rank] = sum(points if who == _LEADER else -points for who, points in pegs)
        mean = sum(nets.values()) / len(nets)
        for rank, net in nets.items():
            name = RANKS[rank] * min(2, hands[_LEADER].count(rank))
            found[name].append((net, net - mean))
    for name in sorted(found, key=lambda name: -sum(above for _, above in found[name]) / len(found[name])):
        tried = found[name]
        yield (
            name,
            len(tried),
            sum(net for net, _ in tried) / len(tried),
            sum(above for _, above in tried) / len(tried),
        )


def balks(game: str) -> Iterator[tuple[str, float]]:
    """Yield each two ranks and the mean of the dealer's crib where the non-dealer lays them away, the least first."""
    _, told = read(KINDS[game], "")
    cribs = told.cribs[_LEADER]
    for number in sorted(cribs, key=lambda number: cribs[number]):
        low, high = ranks_of(number)
        yield RANKS[low] + RANKS[high], cribs[number]
