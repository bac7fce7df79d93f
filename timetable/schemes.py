"""The schemes by which a round's row of home and away goes on over the season's rounds."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, groupby, pairwise

from timetable.calendar import half_of
from timetable.catalogue import catalogue, widened
from timetable.patterns import complement
from timetable.values import SecondHalf
from timetable.weeks import Half

MOST_ROWS = 1100


def patterns_of(half: Half, teams: int) -> tuple[str, ...]:
    """Each place's row of a round: H, A, or - for a free week."""
    rows = [["-"] * len(half) for _ in range(teams)]
    for week, pairings in enumerate(half):
        for home, away in pairings:
            rows[home][week], rows[away][week] = "H", "A"
    return tuple("".join(row) for row in rows)


def season_row(pattern: str, rounds: int, second_half: SecondHalf, half: bool = False) -> str:
    """A place's row over the whole season, free weeks left out; with `half` the last round is half a round."""
    weeks = len(pattern) or 1
    row = ""
    for number in range(rounds):
        start = number % weeks if second_half == "french" else 0
        turned = pattern[start:] + pattern[:start]
        if half and number == rounds - 1:
            turned = turned[: half_of(len(pattern))]
        row += complement(turned) if number % 2 else turned
    return row.replace("-", "")


def breaks_in(row: str) -> int:
    """Count how often a row has the same letter twice running."""
    return sum(before == after for before, after in pairwise(row))


def longest_run(row: str) -> int:
    """Return the length of a row's longest run of the same letter."""
    return max((len(list(run)) for _, run in groupby(row)), default=0)


@cache
def suited(
    teams: int, rounds: int, second_half: SecondHalf, half: bool = False, *, wide: bool = False
) -> tuple[Half, ...]:
    """The timetables of the catalogue with the fewest breaks over the season, and of these the shortest runs."""
    entries = widened(teams) if wide else catalogue(teams)

    def cost(one: Half) -> tuple[int, int]:
        rows: Sequence[str] = [season_row(row, rounds, second_half, half) for row in patterns_of(one, teams)]
        return sum(map(breaks_in, rows)), max(map(longest_run, rows), default=0)

    least = min(map(cost, entries))
    return tuple(one for one in entries if cost(one) == least)


@cache
def cheap_rows(teams: int, rounds: int, second_half: SecondHalf, half: bool = False) -> tuple[dict[str, int], int]:
    """Each row of a round with few breaks, with its breaks over the season; and what any other has at least."""
    fixtures = teams - 1
    rows: dict[str, int] = {}
    for few in range(fixtures):
        more = [
            "".join("HA"[(at + side + sum(after <= at for after in breaks)) % 2] for at in range(fixtures))
            for side in range(2)
            for breaks in combinations(range(1, fixtures), few)
        ]
        more = [row[:week] + "-" + row[week:] for row in more for week in range(teams)] if teams % 2 else more
        if len(rows) + len(more) > MOST_ROWS:
            # Of a half round nothing is sure.
            whole = rounds - half
            return rows, few * whole - (whole if second_half == "french" else 0)
        rows |= {row: breaks_in(season_row(row, rounds, second_half, half)) for row in more}
    return rows, fixtures * rounds * 2
