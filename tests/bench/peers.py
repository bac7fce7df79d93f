"""Measuring against other packages: where they are, how a ratio is taken, and the table of all ratios.

The peers stand in var/peers, where `bin/peers` puts them, and nothing but the measurements finds them: they are
imported by `peer(…)` and never by name. Only ratios within one run are held to a target; a time that was promised is
one to a peer's time in the same run. A computer's own speed, and whatever else it does meanwhile, touches both sides
of a ratio alike.

A measurement reads: `hold("points of a hand", ours, theirs, at_least=60, pieces=1000)`.
"""

import gc
import importlib
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import NamedTuple

from scoring import PACK, Card

PEERS = Path(__file__).parents[2] / "var" / "peers"
SEED = 121
# What the peer's count of a hand takes on the computer of docs/performance.md, in seconds.
YARDSTICK = 18.4e-6
ROWS: list[tuple[str, ...]] = [("what", "ours", "theirs", "ratio", "target")]


class Ratio(NamedTuple):
    """Seconds a piece on either side, and how many times as fast ours is: by the fastest round of each."""

    ours: float
    theirs: float
    times: float


def peer(module: str) -> ModuleType:
    """A module of a package that `bin/peers` installed. What it has to say of its own syntax is not ours to mend."""
    if not PEERS.is_dir():
        raise RuntimeError(f"{PEERS} is not there: run bin/peers, which installs the packages to measure against")
    if str(PEERS) not in sys.path:
        sys.path.append(str(PEERS))  # last, so that what a peer brings along hides nothing of ours
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(module)


def deals(number: int, cards: int = 5) -> list[list[Card]]:
    """So many random choices of cards; the same ones every time."""
    random = Random(SEED)
    return [random.sample(PACK, cards) for _ in range(number)]


def measure(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    rounds: int = 25,
    *,
    pieces: int = 1,
    their_pieces: int | None = None,
) -> Ratio:
    """Run both by turns, `rounds` times after one to warm up, and compare.

    A call of `ours` does `pieces` pieces of work; one of `theirs` as many, or `their_pieces` where that many would take
    too long. Either should take some milliseconds: long enough for the clock, short enough that both meet the same
    computer. Rubbish is collected before a run and not during it, as by `timeit`; and as there the fastest round of
    each side counts, since whatever else the computer does can only make a round slower.
    """
    ours(), theirs()
    per_theirs = their_pieces or pieces
    taken = [(_seconds(ours) / pieces, _seconds(theirs) / per_theirs) for _ in range(rounds)]
    mine, other = zip(*taken, strict=True)
    return Ratio(min(mine), min(other), min(other) / min(mine))


def hold(
    what: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    *,
    at_least: float,
    pieces: int = 1,
    their_pieces: int | None = None,
) -> None:
    """Measure, put the ratio into the table, and fail where it is less than its target.

    What falls short is measured again, twice at most: a neighbour on the same computer may have had the better of it.
    """
    for _ in range(3):
        ratio = measure(ours, theirs, pieces=pieces, their_pieces=their_pieces)
        if ratio.times >= at_least:
            break
    ROWS.append((what, in_time(ratio.ours), in_time(ratio.theirs), f"{ratio.times:.1f}", f"≥ {at_least:g}"))
    assert ratio.times >= at_least, f"{what}: {ratio.times:.1f} times as fast, not {at_least:g}"


def hold_time(what: str, seconds: float, *, at_most: float) -> None:
    """Put a time that was promised as such into the table, and fail where it takes longer.

    It was promised on the computer of docs/performance.md: a slower one is given as much more as the yardstick takes.
    """
    times = slowness()
    ROWS.append((what, in_time(seconds), "–", "–", f"≤ {in_time(at_most)} × {times:.1f}"))
    allowed = at_most * times
    assert seconds <= allowed, f"{what}: {in_time(seconds)}, not {in_time(at_most)} × {times:.1f} = {in_time(allowed)}"


def slowness() -> float:
    """Return how many times as slow as the computer of docs/performance.md this one is now; at least 1."""
    count = peer("cribbage_scorer.cribbage_scorer").show_calc_score
    hands = [
        ((int(starter.rank), starter.suit.value), [(int(card.rank), card.suit.value) for card in hand])
        for *hand, starter in deals(500)
    ]

    def yardstick() -> None:
        for starter, hand in hands:
            count(starter, hand)

    return max(1.0, median(_seconds(yardstick) for _ in range(9)) / len(hands) / YARDSTICK)


def in_time(seconds: float) -> str:
    """`0.27 µs`, `2.4 ms`, `1.1 s`: three figures."""
    unit, size = next(((u, s) for u, s in (("s", 1), ("ms", 1e-3)) if seconds >= s), ("µs", 1e-6))
    return f"{seconds / size:.3g} {unit}"


def table() -> list[str]:
    """All that was measured, a line a row, in columns."""
    widths = [max(map(len, column)) for column in zip(*ROWS, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in ROWS]


def _seconds(task: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        began = perf_counter()
        task()
        return perf_counter() - began
    finally:
        gc.enable()
