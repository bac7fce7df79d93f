"""Building the catalogue: pattern sets first, then timetables from them.

`python -m timetable.solver.building` prints the data.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

from ortools.sat.python import cp_model

from timetable.catalogue import written
from timetable.patterns import even_patterns, may_be_feasible, odd_patterns
from timetable.quality import carry_over_of
from timetable.weeks import Half

EFFORT = 20.0  # of the solver's own measure of time, for one timetable: the same on every computer
SETS_TRIED = 400
FEW = 10
NUMBER = 8
LARGEST = 24


def build(teams: int, number: int, *, tries: int = 6, seed: int = 121) -> tuple[Half, ...]:
    """Up to `number` timetables with as few breaks as any, and of few teams as many more that mirroring does not suit.

    Of each pattern set those of `tries` with the least carry-over. The first ones have no row of three where the second
    half is mirrored; four teams cannot avoid it.
    """
    random = Random(seed)  # noqa: S311 - which timetables are kept is no secret
    return tuple(
        half
        for sets in (_pattern_sets(teams, random), _steep_pattern_sets(teams, random))
        for half in _built(sets, number, tries, random)
    )


def _built(sets: Iterator[tuple[str, ...]], number: int, tries: int, random: Random) -> list[Half]:
    found: list[Half] = []
    for patterns in sets:
        solved = {from_patterns(patterns, seed=random.randrange(1 << 30)) for _ in range(tries)} - {None}
        best = sorted((half for half in solved if half), key=_order)
        found += best[: 1 if len(patterns) > FEW else 2]
        if len(found) >= number:
            break
    return sorted(found[:number], key=_order)


def _order(half: Half) -> tuple[int, Half]:
    return carry_over_of(half), half


def from_patterns(patterns: Sequence[str], *, seed: int) -> Half | None:
    """A timetable in which place i follows the i-th pattern; None where none exists or none was found."""
    model = cp_model.CpModel()
    weeks = range(len(patterns[0]))
    met = {}
    for one, other in combinations(range(len(patterns)), 2):
        differ = [week for week in weeks if {patterns[one][week], patterns[other][week]} == {"H", "A"}]
        if not differ:
            return None
        for week in differ:
            met[one, other, week] = model.new_bool_var("")
        model.add_exactly_one(met[one, other, week] for week in differ)
    for place, pattern in enumerate(patterns):
        for week in weeks:
            if pattern[week] != "-":
                model.add_exactly_one(
                    var for (one, other, at), var in met.items() if at == week and place in (one, other)
                )
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.randomize_search = True
    solver.parameters.max_deterministic_time = EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    played = [key for key, var in met.items() if solver.boolean_value(var)]
    return tuple(
        tuple((one, other) if patterns[one][week] == "H" else (other, one) for one, other, at in played if at == week)
        for week in weeks
    )


def _pattern_sets(teams: int, random: Random) -> Iterator[tuple[str, ...]]:
    """Sets whose breaks stand neither next to the first week nor next to the last."""
    weeks = teams - 1 + teams % 2
    if teams % 2:
        yield odd_patterns(weeks)
    elif teams > 4:
        yield from _even_sets(teams, range(2, weeks - 1), random)


def _steep_pattern_sets(teams: int, random: Random) -> Iterator[tuple[str, ...]]:
    """Of few teams, the other sets as well."""
    if teams % 2 == 0 and teams <= FEW:
        edges = {1, teams - 2}
        for patterns in _even_sets(teams, range(1, teams - 1), random):
            if edges & set(map(_broken, patterns)):
                yield patterns


def _even_sets(teams: int, after: Sequence[int], random: Random) -> Iterator[tuple[str, ...]]:
    tried: set[tuple[int, ...]] = set()
    for _ in range(SETS_TRIED * teams):
        breaks = (0, *sorted(random.sample(after, teams // 2 - 1)))
        if breaks not in tried:
            tried.add(breaks)
            patterns = even_patterns(teams - 1, breaks)
            if may_be_feasible(patterns):
                yield patterns


def _broken(pattern: str) -> int:
    """After which week the pattern has its break; 0 where it has none."""
    return next((week for week, (before, after) in enumerate(pairwise(pattern), 1) if before == after), 0)


def main() -> None:
    """Print the module of data."""
    lines = ['"""Made by `python -m timetable.solver.building`. See `catalogue`."""', "", "# fmt: off"]
    lines.append("WRITTEN: dict[int, tuple[str, ...]] = {")
    for teams in range(2, LARGEST + 1):
        lines.append(f"    {teams}: (")
        lines += [f'        "{written(half)}",  # noqa: E501' for half in build(teams, NUMBER if teams <= 20 else 3)]
        lines.append("    ),")
    sys.stdout.write("\n".join([*lines, "}", ""]))


if __name__ == "__main__":
    main()
