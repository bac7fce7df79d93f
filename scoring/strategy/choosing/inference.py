"""The hands that an opponent may hold, by what they would have kept, what they have played and when they said go."""

from __future__ import annotations

from math import comb

from scoring.strategy.kernel.knowledge import Knowledge
from scoring.strategy.kernel.ranks import CODES
from scoring.strategy.kernel.search import Hands
from scoring.strategy.view import View

_UNLIKE = 0.3  # the weight of a hand of which the fast player would have laid another card than was laid


def unseen_ranks(view: View) -> list[int]:
    """Return how many cards of each rank the player has not seen."""
    seen = view.seen_cards
    return [4 - (seen >> 4 * rank & 15).bit_count() for rank in range(13)]


def hands_of(view: View, opponent: int, told: Knowledge) -> Hands:
    """Return the hands that `opponent` may hold, each with its weight; all of them weigh 1 together."""
    unseen = unseen_ranks(view)
    theirs, played = view.played[opponent], [0] * 13
    for card in theirs:
        played[card.order] += 1
    gone = sum(CODES[card.order] for card in theirs)
    laid = len(theirs)
    lowest = view.shut[opponent]  # what they still hold counts more
    most = [number if min(rank + 1, 10) > lowest else 0 for rank, number in enumerate(unseen)]
    seat = (opponent - view.dealer) % view.players
    found: Hands = []
    for keep in told.keeping[seat][theirs[0].order] if theirs else told.keeps[seat]:
        weight, shown = keep.weight, 0
        for rank, number in keep.numbers:
            rest = number - played[rank]
            if rest < 0 or rest > most[rank]:
                break
            shown += played[rank]
            weight *= _WAYS[most[rank]][rest]
        else:
            if shown == laid:
                found.append((keep.code - gone, keep.code, weight))
    found = _as_played(view, opponent, told, found)
    whole = sum(weight for _, _, weight in found)
    return [(left, number, weight / whole) for left, number, weight in found] if whole else []


_WAYS = tuple(tuple(comb(number, some) for some in range(5)) for number in range(5))


def _as_played(view: View, opponent: int, told: Knowledge, hands: Hands) -> Hands:
    """Weigh the hands by the cards laid in this count: of some of them another would have been laid."""
    player = told.player
    counts = player.counts
    theirs = set(view.played[opponent])
    laid = []
    state, mine = 0, len(view.hand) + sum(card not in theirs for card in view.counted)
    for card in view.counted:
        if card in theirs:
            laid.append((state, card.order, mine))
        else:
            mine -= 1
        state = counts.step(state, card.order)
    if not laid:
        return hands
    found = []
    for left, number, weight in hands:
        held = left + sum(CODES[rank] for _, rank, _ in laid)
        for before, rank, others in laid:
            if player.again(held, before, others, 0) != rank:
                weight *= _UNLIKE
            held -= CODES[rank]
        found.append((left, number, weight))
    return found


def fewer(hands: Hands, most: int) -> Hands:
    """Return at most so many of the hands, chosen evenly by their weight, in the place of all."""
    if len(hands) <= most:
        return hands
    weights = {left: weight for left, _, weight in hands}
    gone = hands[0][1] - hands[0][0]
    found: dict[int, float] = {}
    step, reached, after = 1 / most, 0.0, 0.5 / most
    for left in sorted(weights):
        reached += weights[left]
        while reached > after:
            found[left] = found.get(left, 0.0) + step
            after += step
    return [(left, left + gone, weight) for left, weight in found.items()]
