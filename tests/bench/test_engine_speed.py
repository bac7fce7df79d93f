"""Counting hands, against cribbage-scorer 0.2.5: the fastest package on the index that counts every hand right.

Both sides count the same random hands, each given them as it likes them best. The peer has one function, which writes
down what it found; it is what both of ours are measured against.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

import pytest

from scoring import Card, score_show, show_points
from tests.bench.peers import deals, hold, hold_time, peer

pytestmark = pytest.mark.bench

HANDS = [(tuple(hand), starter) for *hand, starter in deals(20_000)]


def as_theirs(card: Card) -> tuple[int, str]:
    return int(card.rank), card.suit.value


# Theirs counts fewer of them, or a round would take half a second.
THEIRS = [(as_theirs(starter), [as_theirs(card) for card in hand]) for hand, starter in HANDS[:1000]]


def counted(count: Callable[..., object], hands: Sequence[tuple[object, object]]) -> Callable[[], None]:
    """All these hands, counted once."""

    def task() -> None:
        for first, second in hands:
            count(first, second)

    return task


def test_both_sides_count_the_same() -> None:
    count = peer("cribbage_scorer.cribbage_scorer").show_calc_score
    for (hand, starter), theirs in zip(HANDS, THEIRS, strict=False):
        for crib in (False, True):
            points, _ = count(*theirs, crib)
            assert show_points(hand, starter, crib=crib) == points
            assert score_show(hand, starter, crib=crib).points == points


@pytest.mark.parametrize(
    ("what", "ours", "target"),
    [("points of a hand: show_points", show_points, 60), ("a hand itemised: score_show", score_show, 6)],
)
def test_a_hand_is_counted_many_times_as_fast(what: str, ours: Callable[..., object], target: float) -> None:
    theirs = peer("cribbage_scorer.cribbage_scorer").show_calc_score
    pieces, their_pieces = len(HANDS), len(THEIRS)
    hold(what, counted(ours, HANDS), counted(theirs, THEIRS), at_least=target, pieces=pieces, their_pieces=their_pieces)


def test_the_engine_is_imported_at_once() -> None:
    """The one figure that is promised as a time: a new Python, from its start to its end; the fastest of many."""
    taken = []
    for _ in range(20):
        began = perf_counter()
        subprocess.run([sys.executable, "-c", "import scoring"], check=True)
        taken.append(perf_counter() - began)
    hold_time("python -c 'import scoring'", min(taken), at_most=0.15)
