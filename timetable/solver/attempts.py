"""One attempt on some divisions: build the model, solve it, say what came of it. The same attempt ends the same way."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from itertools import permutations
from typing import NamedTuple

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import Literal

from timetable.conditions import Atom, Condition, Member, Spot, Week
from timetable.layout import Plan
from timetable.schemes import suited
from timetable.solver.models import Columns, Core, Free, Places
from timetable.solver.season import SeasonModel
from timetable.values import Brief

Plans = Mapping[int, Plan]  # by the number of the division


class Space(Enum):
    """The space in which a timetable is looked for, from the quickest to all there are."""

    ONE = 1  # one timetable of the catalogue for each division
    NARROW = 2  # the catalogue
    WIDE = 3  # with the images of each, and idle weeks anywhere
    ROWS = 4  # no timetables, but what they all have
    ALL = 5


class Outcome(NamedTuple):
    """The outcome of an attempt.

    Attributes:
        plans: the timetable; None where there is none, or where none was found in time.
        least: no timetable of the space does better; for violations or breaks, whatever was made least.
        refuted: there is none in this space.
        core: then the conditions that are already too many, by their number.
        kept: the atoms that hold, where not all were asked for.
    """

    plans: Plans | None = None
    value: int = 0
    least: int = 0
    refuted: bool = False
    core: tuple[int, ...] = ()
    kept: tuple[Atom, ...] = ()


class Effort(NamedTuple):
    """The most an attempt may cost: `work` in the solver's own measure, the same on every computer, and `seconds`."""

    work: float
    seconds: float
    seed: int = 0


def attempt(
    brief: Brief, divisions: Collection[int], atoms: Iterable[Atom], space: Space, effort: Effort, *, turn: int = 0
) -> Outcome:
    """A timetable that keeps all the atoms. `turn` chooses which one of the catalogue, the best ones first."""
    season = season_of(brief, divisions, space, turn)
    season.ask(atoms)
    return solved(season, effort)


def contradiction(
    brief: Brief, divisions: Collection[int], conditions: Sequence[Condition], space: Space, effort: Effort
) -> Outcome:
    """Some of the conditions that nothing in the space keeps, if there are any."""
    season = season_of(brief, divisions, space)
    kept = [season.model.new_bool_var("") for _ in conditions]
    for condition, literal in zip(conditions, kept, strict=True):
        season.ask(condition.atoms, literal)
    season.model.add_assumptions(kept)
    place = {literal.index: at for at, literal in enumerate(kept)}
    solver = solver_of(effort)
    status = solver.solve(season.model)
    if status == cp_model.INFEASIBLE:
        return Outcome(refuted=True, core=tuple(place[at] for at in solver.sufficient_assumptions_for_infeasibility()))
    return status_of(season, solver, status)


def fewest_violations(
    brief: Brief,
    divisions: Collection[int],
    conditions: Sequence[Condition],
    space: Space,
    effort: Effort,
    *,
    begin: Plans | None = None,
) -> Outcome:
    """The timetable with the fewest violations, and the atoms that it keeps.

    Of equally few, the one in which two who cannot play that day meet each other: one fixture less to move.
    """
    season = season_of(brief, divisions, space)
    broken = _violations(season, conditions)
    together = _meetings_of_absent(season, conditions)
    worth = len(together) + 1
    season.model.minimize(worth * sum(broken) - sum(together))
    _hint(season, begin)
    solver = solver_of(effort)
    found = status_of(season, solver, solver.solve(season.model), least=True)
    if found.plans is None:
        return found
    found = found._replace(value=-(-found.value // worth), least=-(-found.least // worth))
    pairs = zip(atoms_of(conditions), broken, strict=True)
    return found._replace(kept=tuple(atom for atom, literal in pairs if not solver.boolean_value(literal)))


def atoms_of(conditions: Iterable[Condition]) -> tuple[Atom, ...]:
    """All the atoms of some conditions."""
    return tuple(atom for condition in conditions for atom in condition.atoms)


def season_of(brief: Brief, divisions: Collection[int], space: Space, turn: int = 0) -> SeasonModel:
    """The model of some divisions in a space, without conditions."""

    course = brief.rounds, brief.second_half, brief.half

    def core(model: cp_model.CpModel, number: int) -> Core:
        teams = len(brief.divisions[number].teams)
        if space in (Space.ALL, Space.ROWS):
            return (Free if space is Space.ALL else Columns)(model, teams, *course)
        halves = suited(teams, *course, wide=space is not Space.NARROW)
        if space is Space.ONE:
            halves = (halves[turn * (number + 1) % len(halves)],)  # not the same of all divisions
        return Places(model, halves, teams, *course)

    return SeasonModel(brief, sorted(divisions), core, free_weeks=space in (Space.WIDE, Space.ROWS, Space.ALL))


def _violations(season: SeasonModel, conditions: Sequence[Condition]) -> list[cp_model.IntVar]:
    broken = []
    for atom in atoms_of(conditions):
        literal = season.model.new_bool_var("")
        season.ask([atom], ~literal)
        broken.append(literal)
    return broken


def _meetings_of_absent(season: SeasonModel, conditions: Sequence[Condition]) -> list[Literal]:
    """That two meet in a week in which neither can play."""
    absent: dict[tuple[int, Week], list[int]] = defaultdict(list)
    for atom in atoms_of(conditions):
        if atom.code == "blackout" and atom.not_hosting:
            spot, team = atom.not_hosting[0]
            absent[spot.member.division, spot.week].append(team)
    return [
        literal
        for (division, week), teams in absent.items()
        for host, guest in permutations(dict.fromkeys(teams), 2)
        for literal in season.surely_hosting(Spot(Member(division, host), week), guest)
    ]


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


def solved(season: SeasonModel, effort: Effort) -> Outcome:
    """Solve a model that asks for no more than to be satisfied."""
    solver = solver_of(effort)
    return status_of(season, solver, solver.solve(season.model))


def status_of(season: SeasonModel, solver: cp_model.CpSolver, status: object, *, least: bool = False) -> Outcome:
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(refuted=status == cp_model.INFEASIBLE)
    plans = season.plans(solver)
    if not least:
        return Outcome(plans)
    return Outcome(plans, round(solver.objective_value), round(solver.best_objective_bound))
