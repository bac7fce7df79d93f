"""The counts of the play as states, and the points of each card (R18 R21–R25).

What a card pegs depends only on the ranks before it in its count. So the counts are states, and a card leads from one
state to the next with its points; states are worked out when they are first met and kept.
"""

from collections.abc import Sequence
from typing import Any

from scoring.cards import Card
from scoring.errors import Problem
from scoring.events import Reason
from scoring.game_error import GameError
from scoring.ruleset import Ruleset
from scoring.text import N_, Text

FIFTEEN = 15
THIRTY_ONE = 31
SHORTEST_RUN = 3
_PAIRS = {
    2: (Reason.PAIR, 2, 2, "R22"),
    3: (Reason.PAIR_ROYAL, 3, 6, "R22"),
    4: (Reason.DOUBLE_PAIR_ROYAL, 4, 12, "R22"),
}
Scored = tuple[Reason, int, int, str]
"""What a card scored: why, with how many of the last cards (0: all of the count), how many points, by which rule."""


class Count:
    """A count as its next card sees it: the total, the ranks that may yet be part of something, what it last scored."""

    __slots__ = ("points", "scored", "tail", "then", "total", "upwards")

    def __init__(self, total: int, tail: tuple[int, ...], scored: tuple[Scored, ...], upwards: bool) -> None:
        self.total = total
        self.tail = tail
        self.scored = scored  # by the last card
        self.upwards = upwards  # whether runs count upwards only
        self.points = sum(points for _, _, points, _ in scored)
        self.then: list[Count | None] = [None] * 13  # by the rank of the next card, ace first

    def __reduce__(self) -> tuple[Any, ...]:
        return count_with, (self.total, self.tail, self.scored, self.upwards)

    def __repr__(self) -> str:
        return f"count_with({self.total}, {self.tail}, {self.scored}, {self.upwards})"


_COUNTS: dict[tuple[int, tuple[int, ...], tuple[Scored, ...], bool], Count] = {}


def count_with(total: int, tail: tuple[int, ...], scored: tuple[Scored, ...], upwards: bool) -> Count:
    """The one count of its kind."""
    key = total, tail, scored, upwards
    return _COUNTS.get(key) or _COUNTS.setdefault(key, Count(*key))


def count_after(count: Count, rank: int) -> Count | None:
    """The count with a card of `rank` more, kept for the next time; None where it would pass thirty-one."""
    total = count.total + min(rank, 10)
    if total > THIRTY_ONE:
        return None
    ranks = (*count.tail, rank)
    scored = tuple(_scored(total, ranks, upwards=count.upwards))
    after = count_with(total, _useful(ranks, THIRTY_ONE - total), scored, count.upwards)
    count.then[rank - 1] = after
    return after


def _useful(ranks: tuple[int, ...], room: int) -> tuple[int, ...]:
    """The last ranks that a card yet to come, of so much room, may pair or make a run with."""
    alike = _alike(ranks)
    if alike > 1:
        return ranks[-alike:]
    for start in range(len(ranks) - 1):
        tail = ranks[start:]
        missing = set(range(min(tail), max(tail))).difference(tail)
        if len(set(tail)) == len(tail) and sum(min(rank, 10) for rank in missing) <= room:
            return tail
    return ranks[-1:]


def _alike(ranks: tuple[int, ...]) -> int:
    """How many of the last ranks are the same, four at most."""
    alike = 1
    while alike < min(4, len(ranks)) and ranks[-alike - 1] == ranks[-1]:
        alike += 1
    return alike


def _scored(total: int, ranks: tuple[int, ...], *, upwards: bool) -> list[Scored]:
    scored: list[Scored] = []
    if total == FIFTEEN:
        scored.append((Reason.FIFTEEN, 0, 2, "R21"))
    if total == THIRTY_ONE:
        scored.append((Reason.THIRTY_ONE, 0, 2, "R18"))
    alike = _alike(ranks)
    if alike > 1:
        scored.append(_PAIRS[alike])
    for length in range(len(ranks), SHORTEST_RUN - 1, -1):
        last = list(ranks[-length:]) if upwards else sorted(ranks[-length:])
        if last == list(range(last[0], last[0] + length)):
            scored.append((Reason.RUN, length, length, "R23"))
            break
    return scored


EMPTY = count_with(0, (), (), False)
EMPTY_UPWARDS = count_with(0, (), (), True)


def count_of(cards: Sequence[Card], ruleset: Ruleset) -> Count:
    """Return the count of these cards, also of none. Raises GameError as `pegging.pegging_points` does."""
    count = EMPTY_UPWARDS if ruleset.runs_upwards else EMPTY
    for card in cards:
        count = count.then[card.order] or next_count(count, card, cards)
    if len(set(cards)) < len(cards):
        raise no_count(cards)
    return count


def next_count(count: Count, card: Card, cards: Sequence[Card]) -> Count:
    """The count with `card`, one of `cards`. Raises the error of one that passes thirty-one."""
    after = count_after(count, card.rank)
    if after is None:
        raise no_count(cards)
    return after


def no_count(cards: Sequence[Card]) -> GameError:
    """Why these cards are not those of a count."""
    if not cards:
        return GameError(Problem("cards", N_("R16: no card was played; a count has one or more")), rule="R16")
    total = 0
    for place, card in enumerate(cards):
        if card in cards[:place]:
            wrong = Text("R1: {card} is there twice; a pack has one {name}", card=card, name=card.name)
            return GameError(Problem("cards", wrong), rule="R1", card=card)
        total += card.value
        if total > THIRTY_ONE:
            wrong = Text("R16: {card} would make {total}; a count may not pass 31", card=card, total=total)
            return GameError(Problem("cards", wrong), rule="R16", card=card)
    raise AssertionError(cards)  # these cards are a count
