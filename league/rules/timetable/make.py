"""Making a timetable of a brief: the one way in."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter

from league.rules.timetable.circle import circle
from league.rules.timetable.layout import Plan, meetings_from
from league.rules.timetable.quality import Proof, assess
from league.rules.timetable.values import Brief, Timetable
from league.rules.timetable.weeks import usual_weeks

SOLVER = "league.rules.timetable.solver.search"


def make_timetable(
    brief: Brief, *, limit: float = 60, progress: Callable[[str], None] | None = None, solver: bool = True
) -> Timetable:
    """The best timetable of a brief that is found within `limit` seconds, and what is proven of it."""
    began = perf_counter()
    if solver and find_spec("ortools"):
        plans, proof = import_module(SOLVER).solve(brief, limit, progress or (lambda told: None))
    else:
        plans, proof = _by_the_circle(brief)
    return replace(assess(brief, meetings_from(brief, plans), proof=proof), seconds=perf_counter() - began)


def _by_the_circle(brief: Brief) -> tuple[dict[str, Plan], Proof]:
    plans = {
        division.name: Plan(circle(len(division.teams)), (usual_weeks(brief, division),) * brief.rounds)
        for division in brief.divisions
    }
    return plans, Proof(method="circle", notes=("The circle method honours no condition.",))
