"""Home/away pattern sets from which a round with as few breaks as any can be made.

A *pattern* is a place's row over the weeks of a round: H, A, or - for a free week. Of an even number of places, n/2
rows and their exact complements, each pair of rows with its one break in another week (one pair with none). So n/2
pairs of teams can share a venue, each pair on a row and its complement, and no break is added.
"""

from collections.abc import Collection, Sequence

SWAPPED = str.maketrans("HA", "AH")


def complement(pattern: str) -> str:
    """The row with home and away swapped."""
    return pattern.translate(SWAPPED)


def even_patterns(weeks: int, breaks: Collection[int]) -> tuple[str, ...]:
    """The rows that begin at home and have their break after the week of that number, 0 for none; their complements.

    Place i and place i + n/2 are complementary.
    """
    rows = tuple("".join("HA"[(week + (0 < after <= week)) % 2] for week in range(weeks)) for after in sorted(breaks))
    return (*rows, *map(complement, rows))


def odd_patterns(weeks: int) -> tuple[str, ...]:
    """The one set of rows without a break, up to its complement: in row i week i is free, and H and A alternate.

    Rows i and i + 1 are complementary but for their free weeks.
    """
    return tuple(
        "".join("-" if week == row else "HA"[(week + row + (week > row)) % 2] for week in range(weeks))
        for row in range(weeks)
    )


def may_be_feasible(patterns: Sequence[str]) -> bool:
    """Miyashiro's necessary condition, on the sets of rows next to each other in the circle of even patterns.

    Among any places, those at home can meet those away: fewer meetings than pairs, and no timetable exists.
    """
    rows = [*patterns, *patterns]
    return all(
        _meetings(rows[first : first + size]) >= size * (size - 1) // 2
        for size in range(2, len(patterns) // 2 + 1)
        for first in range(len(patterns))
    )


def _meetings(rows: Sequence[str]) -> int:
    return sum(min(week.count("H"), week.count("A")) for week in map("".join, zip(*rows, strict=True)))
