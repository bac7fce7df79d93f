"""A second opinion, slow and plain: cards are two-letter codes, and every subset is looked at. It shares nothing with
the engine, and follows the letter of docs/scoring-rules.md.
"""

from collections.abc import Iterator
from functools import cache

ORDER = "A23456789TJQK"
PLACES = {rank: place for place, rank in enumerate(ORDER, start=1)}


def place(card: str) -> int:
    return PLACES[card[0]]


def subsets(cards: list[str]) -> Iterator[list[str]]:
    for mask in range(1 << len(cards)):
        yield [card for bit, card in enumerate(cards) if mask >> bit & 1]


def is_longest_run(chosen: list[str], cards: list[str]) -> bool:
    """Three or more in sequence, which no other card of the hand would carry on at either end."""
    if len(chosen) < 3:
        return False
    places = sorted(place(card) for card in chosen)
    if places != list(range(places[0], places[0] + len(places))):
        return False
    there = {place(card) for card in cards}
    return places[0] - 1 not in there and places[-1] + 1 not in there


@cache
def rank_points(ranks: tuple[str, ...]) -> int:
    """Count what cards make whatever their suits, by R29 to R31."""
    cards, total = list(ranks), 0
    for chosen in subsets(cards):
        if sum(min(place(card), 10) for card in chosen) == 15:
            total += 2  # R29
        if len(chosen) == 2 and chosen[0] == chosen[1]:
            total += 2  # R30: three pairs are the six of a pair royal, six the twelve of a double
        if is_longest_run(chosen, cards):
            total += len(chosen)  # R31
    return total


def points(hand: list[str], starter: str | None, *, crib: bool) -> int:
    """Count a hand or crib, by R29 to R34."""
    cards = hand + ([starter] if starter else [])
    total = rank_points(tuple(sorted(card[0] for card in cards)))
    suits = {card[1] for card in hand}
    everything = {card[1] for card in cards}
    if len(suits) == 1 and not crib:
        total += len(hand)  # R32
        if starter and len(everything) == 1:
            total += 1
    if crib and starter and len(everything) == 1:
        total += 5  # R33
    if starter and "J" + starter[1] in hand:
        total += 1  # R34
    return total


def pegs(
    true: int,
    declared: int,
    claimed: int | None,
    takes: bool,
    *,
    muggins: bool = True,
    lesser: bool = False,
    false_penalty: bool = False,
) -> tuple[int, int, bool, bool]:
    """R45 read aloud: what the counter pegs, what the challenger pegs, overcall, false challenge."""
    if declared == true and claimed in (None, true):
        return true, 0, False, False
    if declared == true and false_penalty and takes and claimed > true:
        return claimed, 0, False, True
    if declared == true:
        return true, 0, False, True
    if declared > true and claimed is None:
        return declared, 0, True, False
    if declared > true:
        return true, 0, True, False
    if claimed is None or not muggins or not takes:
        return declared, 0, False, False
    if claimed == true:
        return declared, true - declared, False, False
    if lesser and claimed > declared:
        return declared, min(claimed, true) - declared, False, False
    return declared, 0, False, False
