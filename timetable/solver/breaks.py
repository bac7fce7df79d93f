"""As few breaks as possible where the catalogue does not serve: rows of home and away first, then who meets whom.

The rows alone are soon solved, and no timetable has fewer breaks than the best rows. Of rows that no timetable has, the
part that is already too much is ruled out, and the search goes on.
"""

from collections.abc import Collection, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

from ortools.sat.python.cp_model_helper import Literal

from timetable.conditions import Atom
from timetable.solver.attempts import Effort, Outcome, Space, season_of, solver_of, status_of
from timetable.solver.models import Rows, Side
from timetable.solver.season import SeasonModel
from timetable.values import Brief

Sides = tuple[tuple[int, Side], ...]  # with the number of the division
ROWS_WORK, MEETINGS_WORK = 4.0, 1.5
MORE = 4  # breaks, in each turn after the strict ones


class _Try(NamedTuple):
    found: Outcome
    sides: Sides  # of rows those that were found; of meetings those that are too many
    work: float


def straighten(
    brief: Brief, divisions: Collection[int], atoms: Sequence[Atom], effort: Effort, *, strict: int
) -> Outcome:
    """Of the timetables that keep all the atoms one with few breaks; `least`: none has fewer.

    `effort` is for all of it. In so many `strict` turns the rows have as few breaks as may be, then more.
    """
    ruled_out: list[Sides] = []
    left, least, sound, turn = effort.work, 0, True, 0
    ends = perf_counter() + effort.seconds

    def limited_effort(work: float) -> Effort:
        return Effort(min(left, work), ends - perf_counter(), effort.seed)

    while left > 0 and perf_counter() < ends:
        floor = least + MORE * max(0, turn - strict + 1)
        rows = _rows(brief, divisions, atoms, ruled_out, floor, limited_effort(ROWS_WORK))
        if rows.found.refuted and sound and turn < strict:
            return Outcome(refuted=True)
        if sound and turn < strict:
            least = max(least, rows.found.least)
        if rows.found.plans is None:
            break
        meetings = _meetings(brief, divisions, atoms, rows.sides, limited_effort(MEETINGS_WORK))
        if meetings.found.plans is not None:
            return Outcome(meetings.found.plans, rows.found.value, least)
        sound = sound and meetings.found.refuted
        ruled_out.append(meetings.sides if meetings.found.refuted else rows.sides)
        left, turn = left - rows.work - meetings.work, turn + 1
    return Outcome(least=least)


def _rows(
    brief: Brief,
    divisions: Collection[int],
    atoms: Sequence[Atom],
    ruled_out: Iterable[Sides],
    floor: int,
    effort: Effort,
) -> _Try:
    season = season_of(brief, divisions, Space.ROWS)
    season.ask(atoms)
    for too_many in ruled_out:
        season.model.add_bool_or(~_literal(season, side) for side in too_many)
    season.model.add(season.breaks() >= floor)
    season.model.minimize(season.breaks())
    solver = solver_of(effort)
    solver.parameters.linearization_level = 2  # the bounds of the columns are those of their linear relaxation
    found = status_of(season, solver, solver.solve(season.model), least=True)
    cores = season.cores.items() if found.plans is not None else ()
    sides = [(number, side) for number, core in cores if isinstance(core, Rows) for side in core.chosen_sides(solver)]
    return _Try(found, tuple(sides), solver.deterministic_time)


def _meetings(brief: Brief, divisions: Collection[int], atoms: Sequence[Atom], sides: Sides, effort: Effort) -> _Try:
    season = season_of(brief, divisions, Space.ALL)
    season.ask(atoms)
    literals = [_literal(season, side) for side in sides]
    season.model.add_assumptions(literals)
    solver = solver_of(effort)
    found = status_of(season, solver, solver.solve(season.model))
    too_many = set(solver.sufficient_assumptions_for_infeasibility() if found.refuted else ())
    core = [side for side, literal in zip(sides, literals, strict=True) if literal.index in too_many]
    return _Try(found, tuple(core), solver.deterministic_time)


def _literal(season: SeasonModel, side: tuple[int, Side]) -> Literal:
    number, (team, week, letter) = side
    return season.cores[number].at_home(team, week, letter)
