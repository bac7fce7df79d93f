"""The shuffle that can be checked: a seed that is told by its hash before anybody cuts, and by itself after the deal.

`docs/play.md` describes it for whoever wants to compute it again. Nothing here draws at random: the seed comes from the
server, and the cut from whoever plays, so that neither alone decides the order of the cards.
"""

import hashlib
import hmac
from collections.abc import Iterator
from random import Random

from scoring.cards import PACK, Card
from scoring.pack import LEAST_CUT

WORD = 4  # bytes of a number
WORDS = 1 << 8 * WORD
IN_ORDER = tuple(sorted(PACK, key=lambda card: card.index))  # AC AD AH AS 2C … KS


def commitment(seed: str) -> str:
    """Return the hash by which a seed is told beforehand: SHA-256 of its text, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def order(seed: str, cut: int | None = None) -> tuple[Card, ...]:
    """Return the pack as it lies after the shuffle: the top card first.

    Args:
        seed: the server's, a text.
        cut: where the pack was cut, which enters the shuffle; None in the cut for deal, where nobody has cut yet.
    """
    cards = list(IN_ORDER)
    numbers = _numbers(seed, f"cut {cut}" if cut is not None else "for deal")
    for place in range(len(cards) - 1, 0, -1):
        other = _below(numbers, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def drawn(seed: str, what: str, low: int, high: int) -> int:
    """Return a number from `low` to `high` that belongs to the seed and to `what`, such as where a machine cuts."""
    return low + _below(_numbers(seed, what), high - low + 1)


def chance(seed: str, what: str) -> Random:
    """Return the chance by which a machine chooses: it belongs to the seed too, so that nothing is drawn later."""
    return Random(hmac.digest(seed.encode(), what.encode(), "sha256"))  # noqa: S311  it decides what a machine plays


def depths(cards: int) -> range:
    """Return where a pile of so many cards may be cut: each packet has four or more (R3)."""
    return range(LEAST_CUT, cards - LEAST_CUT + 1)


def _numbers(seed: str, what: str) -> Iterator[int]:
    """Yield whole numbers below 2³²: HMAC-SHA256 of a counter and `what` with the seed as key, four bytes each."""
    counter = 0
    while True:
        block = hmac.digest(seed.encode(), f"{what} {counter}".encode(), "sha256")
        for start in range(0, len(block), WORD):
            yield int.from_bytes(block[start : start + WORD], "big")
        counter += 1


def _below(numbers: Iterator[int], bound: int) -> int:
    """Return the next number below `bound`, each as likely: those past the last whole multiple of it are left out."""
    most = WORDS - WORDS % bound
    return next(number for number in numbers if number < most) % bound
