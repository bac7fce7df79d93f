"""The play of two, looked through to its end: the best card on average over the hands the other may hold.

At each of one's own turns one card is chosen for all hands that would have led there alike; the other plays as the fast
player does, and so shows little by little which hand it is. `leaf` tells what an end of the play is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from .pegging import FastPlayer, Rules
from .ranks import CODES, ranks_of

Value = tuple[float, float, float]
"""What is sought, the points of the play, won less lost, and the chance to win: each summed over the weights."""
Leaf = Callable[[int, int, int], tuple[float, float]]
"""By one's own points of the play, the other's, and the other's whole hand: the first and the last of a Value."""
Hands = list[tuple[int, int, float]]
"""Hands that the other may hold: what is left of it (a code), the whole of it, and its weight."""
ME, OTHER = 0, 1
_Known = tuple[int, int, int, int, int, int, int, int, int, int, int, float]
"""The fields of a State, the code of one's own cards, and the one hand that the other holds."""


class State:
    """The play between two cards."""

    __slots__ = ("last", "left", "out", "own", "state", "theirs", "turn")

    def __init__(self, state: int, turn: int, last: int, out: int, left: tuple[int, int], own: int, theirs: int):
        self.state = state
        self.turn = turn
        self.last = last
        self.out = out
        self.left = left  # how many cards each holds
        self.own = own
        self.theirs = theirs

    def pegged(self, who: int, points: int) -> None:
        """Peg points for either."""
        if who == ME:
            self.own += points
        else:
            self.theirs += points


class Search:
    """One look through the rest of a play."""

    def __init__(self, player: FastPlayer, rules: Rules, leaf: Leaf, needs: tuple[int, int]) -> None:
        self.player = player
        self.counts = player.counts
        self.rules = rules
        self.leaf = leaf
        self.needs = needs  # the points that end the game, for oneself and for the other
        self.known: dict[_Known, Value] = {}

    def options(self, state: State, held: int, hands: Hands) -> list[tuple[int, Value]]:
        """Return each rank that can be laid of `held`, with its value."""
        found = []
        for rank in _ranks(held):
            if self.counts.step(state.state, rank) >= 0:
                found.append((rank, self._value_after_card(state, ME, rank, held - CODES[rank], hands)))
        return found

    def value(self, state: State, held: int, hands: Hands) -> Value:
        """Return what is to be expected from here."""
        if len(hands) > 1:
            return self._value(state, held, hands)
        # Where the other can hold but one hand: that is most of the tree, and much of it alike.
        points = state.own, state.theirs
        key = (state.state, state.turn, state.last, state.out, *state.left, *points, held, *hands[0])
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._value(state, held, hands)
        return found

    def _value(self, state: State, held: int, hands: Hands) -> Value:
        if state.turn < 0 or state.own >= self.needs[ME] or state.theirs >= self.needs[OTHER]:
            return self._ended(state, hands)
        if state.turn == ME:
            best: Value | None = None
            for _, value in self.options(state, held, hands):
                if best is None or value[0] > best[0]:
                    best = value
            return self._value_after_go(state, held, hands) if best is None else best
        return self._theirs(state, held, hands)

    def _theirs(self, state: State, held: int, hands: Hands) -> Value:
        """Part the hands by the card that the other would lay of them."""
        parts: dict[int, Hands] = {}
        out = 1 if state.out else 0
        mine = state.left[ME] if not state.out & 1 else 0
        for hand in hands:
            rank = self.player.again(hand[0], state.state, mine, out)
            part = parts.get(rank)
            if part is None:
                parts[rank] = [hand]
            else:
                part.append(hand)
        first = second = third = 0.0
        for rank, part in parts.items():
            if rank < 0:
                one = self._value_after_go(state, held, part)
            else:
                number = CODES[rank]
                one = self._value_after_card(
                    state, OTHER, rank, held, [(left - number, whole, w) for left, whole, w in part]
                )
            first, second, third = first + one[0], second + one[1], third + one[2]
        return first, second, third

    def _value_after_card(self, state: State, who: int, rank: int, held: int, hands: Hands) -> Value:
        """Return the value once `who` has laid a card; `held` and `hands` are without it."""
        points = self.counts.points[state.state][rank]
        after = self.counts.step(state.state, rank)
        left = (state.left[0] - 1, state.left[1]) if who == ME else (state.left[0], state.left[1] - 1)
        out = state.out | 1 << who if state.out and self.rules.one else state.out
        total = self.counts.total[after]
        turn = -1 if total == 31 else _next(left, who, out)
        lone = not self.rules.lone and not left[1 - who]
        new = State(after, turn, who, out, left, state.own, state.theirs)
        if turn >= 0:
            if points and not lone:
                new.pegged(who, points)
            return self.value(new, held, hands)
        leader = _next(left, who, 0)
        if lone:
            points = 2 if total == 31 and leader < 0 else 0
        if total < 31 and (not lone or leader < 0):
            points += 1
        new.pegged(who, points)
        return self._led(new, leader, held, hands)

    def _value_after_go(self, state: State, held: int, hands: Hands) -> Value:
        """Return the value once the one in turn has said go."""
        out = state.out | 1 << state.turn
        turn = _next(state.left, state.turn, out)
        new = State(state.state, turn, state.last, out, state.left, state.own, state.theirs)
        if turn >= 0:
            return self.value(new, held, hands)
        if self.rules.lone or state.left[1 - state.last]:
            new.pegged(state.last, 1)
        return self._led(new, _next(state.left, state.last, 0), held, hands)

    def _led(self, new: State, leader: int, held: int, hands: Hands) -> Value:
        """A count has ended."""
        new.state, new.out = 0, 0
        new.turn = -1 if self.rules.one_count else leader
        return self.value(new, held, hands)

    def _ended(self, state: State, hands: Hands) -> Value:
        first = third = weights = 0.0
        own, theirs, leaf = state.own, state.theirs, self.leaf
        for _, whole, weight in hands:
            worth, win = leaf(own, theirs, whole)
            first += weight * worth
            third += weight * win
            weights += weight
        return first, weights * (own - theirs), third


def _next(left: tuple[int, int], player: int, out: int) -> int:
    other = 1 - player
    if left[other] and not out >> other & 1:
        return other
    return player if left[player] and not out >> player & 1 else -1


@cache
def _ranks(number: int) -> tuple[int, ...]:
    return tuple(sorted(set(ranks_of(number))))
