"""As few breaks as possible where the catalogue does not serve: rows of home and away first, then who meets whom.

The rows alone are soon solved, and no timetable has fewer breaks than the best rows. Of rows that no timetable has, the
part that is already too much is ruled out, and the search goes on.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from league.rules.timetable.conditions import Atom, Condition
from league.rules.timetable.solver.attempts import Effort, Found, Space, season_of, solved, solver_of, status_of
from league.rules.timetable.solver.cores import Rows, Side
from league.rules.timetable.solver.season import SeasonModel
from league.rules.timetable.values import Brief

Sides = tuple[tuple[int, Side], ...]  # with the number of the division
TURNS = 12
ROWS_WORK, MEETINGS_WORK = 3.0, 1.5


def fewest_breaks(brief: Brief, divisions: Collection[int], atoms: Sequence[Atom], effort: Effort) -> Found:
    """Of the timetables that keep all the atoms one with few breaks; `least`: none has fewer."""
    ruled_out: list[Sides] = []
    least, sound = 0, True
    for _ in range(TURNS):
        rows, sides = _rows(brief, divisions, atoms, ruled_out, effort._replace(work=ROWS_WORK))
        if rows.refuted and sound:
            return Found(refuted=True)
        if sound:
            least = max(least, rows.least)
        if rows.plans is None:
            break
        found, too_much = _meetings(brief, divisions, atoms, sides, effort._replace(work=MEETINGS_WORK))
        if found.plans is not None:
            return Found(found.plans, rows.value, least)
        sound = sound and found.refuted
        ruled_out.append(too_much if found.refuted else sides)
    return Found(least=least)


def _rows(
    brief: Brief, divisions: Collection[int], atoms: Sequence[Atom], ruled_out: Iterable[Sides], effort: Effort
) -> tuple[Found, Sides]:
    season = season_of(brief, divisions, Space.ROWS)
    season.ask(atoms)
    for sides in ruled_out:
        season.model.add_bool_or(~_literal(season, side) for side in sides)
    season.model.minimize(season.breaks())
    solver = solver_of(effort)
    found = status_of(season, solver, solver.solve(season.model), least=True)
    cores = season.cores.items() if found.plans is not None else ()
    return found, tuple((number, side) for number, core in cores if isinstance(core, Rows) for side in core.chosen(solver))


def _meetings(
    brief: Brief, divisions: Collection[int], atoms: Sequence[Atom], sides: Sides, effort: Effort
) -> tuple[Found, Sides]:
    season = season_of(brief, divisions, Space.ALL)
    season.ask(atoms)
    asked = {_literal(season, side).index: side for side in sides}
    season.model.add_assumptions([_literal(season, side) for side in sides])
    solver = solver_of(effort)
    found = status_of(season, solver, solver.solve(season.model))
    core = solver.sufficient_assumptions_for_infeasibility() if found.refuted else ()
    return found, tuple(asked[index] for index in core)


def _literal(season: SeasonModel, side: tuple[int, Side]):
    number, (team, week, letter) = side
    return season.cores[number].at_home(team, week, letter)
