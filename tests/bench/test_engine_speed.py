"""Counting hands, against cribbage-scorer 0.2.5: the fastest package on the index that counts every hand right.

Both sides count the same random hands, each given them as it likes them best. The peer has one function, which writes
down what it found; it is what both of ours are measured against.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from scoring import Card, score_show, show_points
from tests.bench.peers import ROWS, deals, hold, in_time, peer

pytestmark = pytest.mark.bench

WITH_JSON, BARE = 7, 12.5  # how many times as long as `import json`, and as nothing at all

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


def cpu_of(statement: str) -> float:
    """Seconds of the processor for a new Python that runs a statement, from its start to its end; the least of many."""
    taken = []
    for _ in range(20):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", statement], check=True)
        after = getrusage(RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def test_the_engine_is_imported_at_once() -> None:
    """150 ms are promised where a bare Python takes 12 and one with `json` 21; the ratios hold on any computer."""
    bare, json, ours = (cpu_of(statement) for statement in ("pass", "import json", "import scoring"))
    ROWS.append(
        ("python -c 'import scoring'", in_time(ours), in_time(json), f"{ours / json:.1f}", f"≤ {WITH_JSON} × json")
    )
    assert ours / json <= WITH_JSON
    assert ours / bare <= BARE
