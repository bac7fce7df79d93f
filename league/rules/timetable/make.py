"""Making a timetable of a brief: the one way in."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from league.rules.timetable.circle import circle
from league.rules.timetable.layout import Plan, meetings_from
from league.rules.timetable.quality import Proof, assess
from league.rules.timetable.values import Brief, Timetable
from league.rules.timetable.weeks import usual_weeks


def make_timetable(
    brief: Brief, *, limit: float = 60, progress: Callable[[str], None] | None = None, solver: bool = True
) -> Timetable:
    """The best timetable of a brief that is found within `limit` seconds, and what is proven of it."""
    began = perf_counter()
    plans = {
        division.name: Plan(circle(len(division.teams)), (usual_weeks(brief, division),) * brief.rounds)
        for division in brief.divisions
    }
    note = "The circle method honours no condition."
    made = assess(brief, meetings_from(brief, plans), proof=Proof(method="circle", notes=(note,)))
    return replace(made, seconds=perf_counter() - began)
