"""Cards dealt from a word: the same word gives the same cards in every year and on every server."""

import hashlib
from itertools import combinations

from cardroom.rules.learn.skills import Skill, skills_in
from scoring import PACK, Card, Show, score_show

TRIES = 2000  # a flush comes once in a hundred hands, so that this many miss one less than once in 10**8


def shuffled(seed: str) -> tuple[Card, ...]:
    """Return the pack in the order that belongs to a word; it keeps no secret."""
    return tuple(sorted(PACK, key=lambda card: hashlib.sha256(f"{seed}:{card}".encode()).digest()))


def chance(seed: str, of: int) -> int:
    """Return a number from 0 to below `of` that belongs to a word."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % of


def dealt_show(seed: str) -> Show:
    """Return a hand, or one time in four a crib, with its starter: a hand is the best four of six that were dealt."""
    cards = shuffled(seed)
    starter = cards[6]
    if chance(f"{seed}:crib", 4) == 0:
        return score_show(cards[:4], starter, crib=True)
    kept = max(combinations(cards[:6], 4), key=lambda hand: (score_show(hand).points, [str(card) for card in hand]))
    return score_show(kept, starter)


def seed_with(seed: str, skill: Skill | None) -> str:
    """Return a word like `seed` whose hand needs a skill; `seed` itself where none is wanted."""
    if skill is None:
        return seed
    for number in range(TRIES):
        found = f"{seed}.{number}"
        if skill in skills_in(dealt_show(found)):
            return found
    return seed
