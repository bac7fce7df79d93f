"""Chance that anybody can check: numbers that belong to a seed, which is told by its hash before it is used.

Nothing here draws at random. Whoever calls it brings the seed, and what entered it besides: where a pack was cut, or
what was said in public before a draw.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

WORD = 4  # bytes of a number
WORDS = 1 << 8 * WORD

Item = TypeVar("Item")


def commitment(seed: str) -> str:
    """Return the hash by which a seed is told beforehand: SHA-256 of its text, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def numbers(seed: str, what: str) -> Iterator[int]:
    """Yield whole numbers below 2³²: HMAC-SHA256 of `what` and a counter with the seed as key, four bytes each."""
    counter = 0
    while True:
        block = hmac.digest(seed.encode(), f"{what} {counter}".encode(), "sha256")
        for start in range(0, len(block), WORD):
            yield int.from_bytes(block[start : start + WORD], "big")
        counter += 1


def next_below(stream: Iterator[int], bound: int) -> int:
    """Return the next number below `bound`, each as likely: those past the last whole multiple of it are left out."""
    most = WORDS - WORDS % bound
    return next(number for number in stream if number < most) % bound


def shuffled(items: Sequence[Item], stream: Iterator[int]) -> list[Item]:
    """Return the items in an order of which each is as likely (Fisher and Yates, from the end)."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = next_below(stream, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
