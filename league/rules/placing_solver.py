"""The provably best placing, by CP-SAT. The only module that needs the solver.

Several evenings and shared venues make this harder than matching, which one week with one fixture a team is.
"""

import datetime as dt
from collections import defaultdict

from ortools.sat.python.cp_model import FEASIBLE, OPTIMAL, CpModel, CpSolver, IntVar, LinearExpr

from league.rules.placing import TWICE, Situation, free_evenings, weeks_played
from timetable.calendar import monday_of

Choices = dict[tuple[int, dt.date], IntVar]


def solve(situation: Situation, *, limit: float) -> tuple[dict[int, dt.date], bool]:
    """Place as many fixtures as can be, at the least cost, within `limit` seconds; return whether it is proven."""
    model, choices = CpModel(), _choices(situation)
    if not choices:
        return {}, True
    picked = _picked(model, situation, choices)
    cost, highest = _cost(model, situation, picked)
    # One more fixture is worth more than any cost.
    model.maximize(LinearExpr.sum(list(picked.values())) * (highest + 1) - cost)
    solver = _solver(limit)
    status = solver.solve(model)
    if status not in (OPTIMAL, FEASIBLE):
        return {}, False
    return {choice[0]: choice[1] for choice, it in picked.items() if solver.boolean_value(it)}, status == OPTIMAL


def _choices(situation: Situation) -> list[tuple[int, dt.date, int]]:
    free = free_evenings(situation)
    return [(key, evening.date, evening.cost) for key, evenings in free.items() for evening in evenings]


def _picked(model: CpModel, situation: Situation, choices: list[tuple[int, dt.date, int]]) -> Choices:
    """Variables for each fixture and evening, and their exclusions."""
    by_key = {wanted.key: wanted for wanted in situation.outstanding}
    picked = {(key, date): model.new_bool_var(f"{key} on {date}") for key, date, _ in choices}
    once: defaultdict[object, list[IntVar]] = defaultdict(list)
    shared: defaultdict[tuple[str, dt.date], list[IntVar]] = defaultdict(list)
    for (key, date), variable in picked.items():
        wanted = by_key[key]
        once[key].append(variable)
        for team in wanted.teams:
            once[team, date].append(variable)
        shared[wanted.venue, date].append(variable)
    for variables in once.values():
        model.add_at_most_one(variables)
    for (venue, date), variables in shared.items():
        held = sum(fixture.venue == venue and fixture.date == date for fixture in situation.standing)
        model.add(LinearExpr.sum(variables) <= situation.boards_of(venue) - held)
    return picked


def _cost(model: CpModel, situation: Situation, picked: Choices) -> tuple[LinearExpr, int]:
    """The cost as `cost_of` counts it, and its upper bound."""
    costs = {
        (wanted.key, evening.date): evening.cost for wanted in situation.outstanding for evening in wanted.evenings
    }
    terms: list[LinearExpr] = [variable * costs[choice] for choice, variable in picked.items()]
    before = weeks_played(situation, {})
    by_week: defaultdict[tuple[str, dt.date], list[IntVar]] = defaultdict(list)
    teams = {wanted.key: wanted.teams for wanted in situation.outstanding}
    for (key, date), variable in picked.items():
        for team in teams[key]:
            by_week[team, monday_of(date)].append(variable)
    for at, variables in by_week.items():
        free = 0 if before[at] else 1
        if len(variables) > free:
            further = model.new_int_var(0, len(variables), f"further {at}")
            model.add(further >= LinearExpr.sum(variables) - free)
            terms.append(further * TWICE)
    dearest = max(costs.values(), default=0)
    return LinearExpr.sum(terms), (dearest + 2 * TWICE) * len(situation.outstanding)


def _solver(limit: float) -> CpSolver:
    """One worker and a fixed seed, for determinism; the rest was found by measuring."""
    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.linearization_level = 2
    solver.parameters.use_objective_lb_search = True
    solver.parameters.max_time_in_seconds = limit
    return solver
