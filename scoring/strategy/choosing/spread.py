"""The spread of a crib: how likely it is worth how much."""

from __future__ import annotations

from scoring.strategy.kernel.ranks import ranks_of, show_table


def laid_by(theirs: dict[int, int], unseen: list[int]) -> list[tuple[int, float]]:
    """Return what the other may have laid away, as codes, and how likely: `theirs` is how often they lay away what."""
    found = []
    for number, times in theirs.items():
        low, high = ranks_of(number)
        have = unseen[low], unseen[high]
        ways = have[0] * (have[0] - 1) / 12 if low == high else have[0] * have[1] / 16
        if ways > 0:
            found.append((number, times * ways))
    return found


def crib_spread(own: int, starter: int, others: list[tuple[int, float]]) -> dict[int, float]:
    """Return the share of cribs of two's own cards, a code, that are worth so many points with a starter of that rank.

    `others` is what the other may have laid away (`laid_by`); suits are left out.
    """
    table, points, whole = show_table(4), dict[int, float](), 0.0
    for number, weight in others:
        row = table.get(own + number)
        if row is None:
            continue
        worth = row[starter]
        points[worth] = points.get(worth, 0.0) + weight
        whole += weight
    return {worth: share / whole for worth, share in points.items()} if whole else {4: 1.0}
