"""The spread of a crib: how likely it is worth how much."""

from __future__ import annotations

from scoring.strategy.kernel.ranks import ranks_of, show_table


def crib_spread(own: int, starter: int, unseen: list[int], theirs: dict[int, int]) -> dict[int, float]:
    """Return the share of cribs of two's own cards, a code, that are worth so many points with a starter of that rank.

    `theirs` is how often the other lays away what; suits are left out.
    """
    table, points, whole = show_table(4), dict[int, float](), 0.0
    for number, times in theirs.items():
        low, high = ranks_of(number)
        have = unseen[low], unseen[high]
        ways = have[0] * (have[0] - 1) / 12 if low == high else have[0] * have[1] / 16
        row = table.get(own + number) if ways > 0 else None
        if row is None:
            continue
        worth = row[starter]
        points[worth] = points.get(worth, 0.0) + times * ways
        whole += times * ways
    return {worth: share / whole for worth, share in points.items()} if whole else {4: 1.0}
