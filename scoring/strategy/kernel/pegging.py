"""The play of a deal by a fast player, and how such a player learns (R16–R27).

The fast player lays the card for which the points, plus a learned worth of what it leaves, are the most. That worth is
the sum of two numbers: one for the count as it then stands, one for the cards still in hand with the running total and
the cards of the next player. Both are learned from what came of it in play against itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from .ranks import CODES, Counts, choices, code, ranks_of

Pegs = list[tuple[int, int]]
"""Who pegged how much, in order."""
_STATES = 24  # bits that a count, the cards of the next player and who is out take at most
_MOST = 30_000  # choices that are remembered, some four megabytes
_OUT = 6  # cards of the next player, 0 to 5, then the same where they are out of the count


class Rules:
    """What of a ruleset the play depends on."""

    def __init__(self, *, one: bool = False, lone: bool = True, one_count: bool = False, upwards: bool = False) -> None:
        self.one = one  # after a go the others play one card more, no more (R17)
        self.lone = lone  # combinations of a player left alone count (R26)
        self.one_count = one_count  # R10
        self.upwards = upwards  # R23


class FastPlayer:
    """The learned worth of counts and hands: `count[2 * state + out]` and `hand[index]`."""

    def __init__(self, counts: Counts, kept: int, known: Mapping[int, tuple[float, float]] | None = None) -> None:
        self.counts = counts
        self.known = known or {}  # the worths of `count` by the keys of states, where they were learned before
        self.kept = kept
        self.count: list[float] = []
        self.count_seen: list[int] = []
        rests = [code(ranks) for size in range(kept) for ranks in choices(size)]
        self.place = {number: 64 * _OUT * place for place, number in enumerate(rests)}
        self.hand = [0.0] * (64 * _OUT * len(rests))
        self.hand_seen = [0] * len(self.hand)
        self.chosen: dict[int, int] = {}  # by `again`

    def grown(self, state: int) -> None:
        """Make room for the worth of `state`."""
        while len(self.count) <= 2 * state + 1:
            self.count += (
                self.known.get(self.counts.key(len(self.count) // 2), (0.0, 0.0)) if self.known else (0.0, 0.0)
            )
            self.count_seen += (0, 0)

    def hand_index(self, rest: int, total: int, left: int, out: int) -> int:
        """Return the place in `hand` of cards still held (a code), the total, and the next player's cards."""
        return self.place[rest] + (2 * total + out) * _OUT + left

    def choose(self, held: list[int], holds: int, state: int, left: int, out: int) -> int:
        """Return the rank to lay of `held` (sorted; `holds` is its code), -1 where none fits."""
        counts, best, chosen, before = self.counts, -1e9, -1, -1
        then = counts.then[state]
        for rank in held:
            if rank == before:
                continue
            before = rank
            after = then[rank]
            if after == -2:
                after = counts.step(state, rank)
            if after < 0:
                continue
            if 2 * after >= len(self.count):
                self.grown(after)
            index = self.place[holds - CODES[rank]] + (2 * counts.total[after] + out) * _OUT + left
            worth = counts.points[state][rank] + self.count[2 * after + out] + self.hand[index]
            if worth > best:
                best, chosen = worth, rank
        return chosen

    def again(self, holds: int, state: int, left: int, out: int) -> int:
        """Return what `choose` does with the cards of a code, and remember it until something is learned."""
        key = (holds << _STATES) + (state << 4) + 2 * left + out  # one number is sooner looked up than four
        rank = self.chosen.get(key)
        if rank is None:
            if len(self.chosen) > _MOST:
                self.chosen.clear()
            rank = self.chosen[key] = self.choose(list(ranks_of(holds)), holds, state, left, out)
        return rank

    def learn(self, moves: list[tuple[int, int, int, float]], nets: list[float]) -> None:
        """Learn from `moves`: the player of each, its places in `count` and `hand`, their net points until then."""
        self.chosen.clear()
        for player, state, index, before in moves:
            wrong = nets[player] - before - self.count[state] - self.hand[index]
            seen = self.count_seen[state] = self.count_seen[state] + 1
            self.count[state] += wrong * (0.5 / seen if seen < 500 else 0.001)
            seen = self.hand_seen[index] = self.hand_seen[index] + 1
            self.hand[index] += wrong * (0.5 / seen if seen < 500 else 0.001)


def played(hands: list[list[int]], leader: int, rules: Rules, player: FastPlayer, chance: Random | None = None) -> Pegs:
    """Play one deal, each hand by `player`, and return the pegs; `hands` are sorted ranks and are used up.

    With `chance` the player learns from it, and lays now and then any card.
    """
    counts, players = player.counts, len(hands)
    codes = [code(hand) for hand in hands]
    pegs: Pegs = []
    nets = [0.0] * players
    moves: list[tuple[int, int, int, float]] = []
    state, out, turn, last = 0, 0, leader, leader
    while True:
        hand = hands[turn]
        following = _next(hands, turn, out | 1 << turn)
        left = len(hands[following]) if following >= 0 else 0
        alone = 1 if out else 0
        rank = player.choose(hand, codes[turn], state, left, alone)
        if rank >= 0 and chance is not None and chance.random() < 0.04:
            rank = hand[chance.randrange(len(hand))]
            if counts.step(state, rank) < 0:
                rank = player.choose(hand, codes[turn], state, left, alone)
        if rank < 0:  # go
            out |= 1 << turn
            after = _next(hands, turn, out)
            if after < 0:
                if rules.lone or _next(hands, last, 1 << last) >= 0:
                    _peg(pegs, nets, last, 1)
                state, out = 0, 0
                turn = _next(hands, last, 0)
                if rules.one_count:
                    break
            else:
                turn = after
            continue
        points = counts.points[state][rank]
        state = counts.step(state, rank)
        player.grown(state)
        hand.remove(rank)
        codes[turn] -= CODES[rank]
        last = turn
        if out and rules.one:
            out |= 1 << turn
        total = counts.total[state]
        after = -1 if total == 31 else _next(hands, turn, out)
        lone = not rules.lone and _next(hands, turn, 1 << turn) < 0
        if after >= 0:
            if points and not lone:
                _peg(pegs, nets, turn, points)
            if chance is not None:
                index = player.hand_index(codes[turn], total, left, alone)
                moves.append((turn, 2 * state + alone, index, nets[turn]))
            turn = after
            continue
        if lone:
            points = 2 if total == 31 and _next(hands, turn, 0) < 0 else 0
        if points:
            _peg(pegs, nets, turn, points)
        if chance is not None:
            index = player.hand_index(codes[turn], total, left, alone)
            moves.append((turn, 2 * state + alone, index, nets[turn]))
        after = _next(hands, turn, 0)
        if total < 31 and (not lone or after < 0):
            _peg(pegs, nets, turn, 1)
        state, out = 0, 0
        if after < 0 or rules.one_count:
            break
        turn = after
    if chance is not None:
        player.learn(moves, nets)
    return pegs


def _next(hands: list[list[int]], player: int, out: int) -> int:
    """Return the first after `player`, themselves last, who holds cards and is not out; -1 where there is none."""
    players = len(hands)
    place = player + 1 if player + 1 < players else 0
    if hands[place] and not out >> place & 1:  # as mostly
        return place
    for step in range(2, players + 1):
        place = (player + step) % players
        if hands[place] and not out >> place & 1:
            return place
    return -1


def _peg(pegs: Pegs, nets: list[float], player: int, points: int) -> None:
    pegs.append((player, points))
    players = len(nets)
    for place in range(players):
        if players == 3:
            nets[place] += points if place == player else -points / 2
        else:
            nets[place] += points if (place - player) % 2 == 0 else -points
