"""One attempt on some divisions: build the model, solve it, say what came of it. The same attempt ends the same way."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import NamedTuple

from ortools.sat.python import cp_model

from league.rules.timetable.conditions import Condition
from league.rules.timetable.layout import Plan
from league.rules.timetable.schemes import suited
from league.rules.timetable.solver.cores import Columns, Core, Free, Places
from league.rules.timetable.solver.season import SeasonModel
from league.rules.timetable.values import Brief

Plans = Mapping[int, Plan]  # by the number of the division


class Space(Enum):
    """Where a timetable is looked for, from the quickest to all there are."""

    FIRST = 1  # the catalogue's one with the least carry-over
    NARROW = 2
    WIDE = 3  # with the images of each, and idle weeks anywhere
    ROWS = 4  # no timetables, but what they all have
    ALL = 5


class Found(NamedTuple):
    """What came of an attempt.

    Attributes:
        plans: the timetable; None where there is none, or where none was found in time.
        least: no timetable of the space does better; for violations or breaks, whatever was made least.
        refuted: there is none in this space.
        core: then the conditions that are already too many, by their number.
    """

    plans: Plans | None = None
    value: int = 0
    least: int = 0
    refuted: bool = False
    core: tuple[int, ...] = ()


class Effort(NamedTuple):
    """What an attempt may cost: `work` in the solver's own measure, the same on every computer; `seconds` at most."""

    work: float
    seconds: float
    seed: int = 0


def attempt(brief: Brief, divisions: Collection[int], conditions: Sequence[Condition], space: Space, effort: Effort) -> Found:
    """A timetable that keeps all the conditions."""
    season = season_of(brief, divisions, space)
    season.ask(chain.from_iterable(condition.atoms for condition in conditions))
    return solved(season, effort)


def contradiction(brief: Brief, divisions: Collection[int], conditions: Sequence[Condition], effort: Effort) -> Found:
    """A timetable of all there are that keeps all the conditions, or some of them that no timetable keeps."""
    season = season_of(brief, divisions, Space.ALL)
    kept = [season.model.new_bool_var("") for _ in conditions]
    for condition, literal in zip(conditions, kept, strict=True):
        season.ask(condition.atoms, literal)
    season.model.add_assumptions(kept)
    place = {literal.index: at for at, literal in enumerate(kept)}
    solver = solver_of(effort)
    status = solver.solve(season.model)
    if status == cp_model.INFEASIBLE:
        return Found(refuted=True, core=tuple(place[at] for at in solver.sufficient_assumptions_for_infeasibility()))
    return status_of(season, solver, status)


def fewest_violations(
    brief: Brief,
    divisions: Collection[int],
    conditions: Sequence[Condition],
    space: Space,
    effort: Effort,
    *,
    begin: Plans | None = None,
) -> Found:
    """The timetable with the fewest violations: of all of them, those that keep the most atoms."""
    season = season_of(brief, divisions, space)
    season.model.minimize(sum(_violations(season, conditions)))
    _hint(season, begin)
    return solved(season, effort, least=True)


def fewest_breaks(
    brief: Brief,
    divisions: Collection[int],
    conditions: Sequence[Condition],
    effort: Effort,
    *,
    violations: int = 0,
    begin: Plans | None = None,
) -> Found:
    """Of all timetables with so many violations that with the fewest breaks."""
    season = season_of(brief, divisions, Space.ALL)
    if violations:
        season.model.add(sum(_violations(season, conditions)) <= violations)
    else:
        season.ask(chain.from_iterable(condition.atoms for condition in conditions))
    season.model.minimize(season.breaks())
    _hint(season, begin)
    return solved(season, effort, least=True)


def season_of(brief: Brief, divisions: Collection[int], space: Space) -> SeasonModel:
    def core(model: cp_model.CpModel, number: int) -> Core:
        teams = len(brief.divisions[number].teams)
        if space in (Space.ALL, Space.ROWS):
            return (Free if space is Space.ALL else Columns)(model, teams, brief.rounds, brief.second_half)
        halves = suited(teams, brief.rounds, brief.second_half, wide=space is Space.WIDE)
        return Places(model, halves[:1] if space is Space.FIRST else halves, teams, brief.rounds, brief.second_half)

    return SeasonModel(brief, sorted(divisions), core, free_weeks=space in (Space.WIDE, Space.ROWS, Space.ALL))


def _violations(season: SeasonModel, conditions: Sequence[Condition]) -> list[cp_model.IntVar]:
    broken = []
    for atom in chain.from_iterable(condition.atoms for condition in conditions):
        literal = season.model.new_bool_var("")
        season.ask([atom], ~literal)
        broken.append(literal)
    return broken


def _hint(season: SeasonModel, begin: Plans | None) -> None:
    for number, plan in (begin or {}).items():
        core = season.cores.get(number)
        if isinstance(core, Free):
            core.hint(plan.half)


def solver_of(effort: Effort) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = effort.seed % (1 << 31)
    solver.parameters.max_deterministic_time = effort.work
    solver.parameters.max_time_in_seconds = max(effort.seconds, 0.01)
    return solver


def solved(season: SeasonModel, effort: Effort, *, least: bool = False) -> Found:
    solver = solver_of(effort)
    return status_of(season, solver, solver.solve(season.model), least=least)


def status_of(season: SeasonModel, solver: cp_model.CpSolver, status: object, *, least: bool = False) -> Found:
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(refuted=status == cp_model.INFEASIBLE)
    plans = season.plans(solver)
    if not least:
        return Found(plans)
    return Found(plans, round(solver.objective_value), round(solver.best_objective_bound))
