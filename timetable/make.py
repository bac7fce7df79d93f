"""Making a timetable of a brief: the one way in.

Fewest violations first, then fewest breaks, then little carry-over. The solver is an optional package: without it the
circle method makes the timetable, and says what it does not keep.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter

from scoring.text import N_, Text, join_names
from timetable.layout import Plan, circle_plans, meetings_from
from timetable.quality import Proof, assess
from timetable.values import Brief, MeetInWeek, NeverBothAtHome, Timetable

SEARCH = "timetable.solver.search"


def make_timetable(
    brief: Brief, *, limit: float = 60, progress: Callable[[str], None] | None = None, solver: bool = True
) -> Timetable:
    """The best timetable of a brief that is found, and what is proven of it.

    Args:
        limit: seconds, at most; the best so far is given when they are over.
        progress: is told what is being worked on, a sentence at a time.
        solver: False makes do with the circle method, as where ortools is not installed.

    Raises:
        ValueError: the brief names a team, a division or a venue twice or not at all; every such problem, a line each.
    """
    problems = list(problems_of(brief))
    if problems:
        raise ValueError(Text.joined("\n", problems))
    began = perf_counter()
    if solver and find_spec("ortools"):
        plans, proof = import_module(SEARCH).solve(brief, limit, progress or (lambda told: None))
    else:
        plans, proof = _by_the_circle(brief)
    made = assess(brief, meetings_from(brief, plans), proof=proof)
    return replace(made, notes=(*made.notes, *_unproven(brief, made, proof)), seconds=perf_counter() - began)


def problems_of(brief: Brief) -> Iterator[Text]:
    """Yield what is wrong with a brief, a sentence each. A season that is only hard to plan is not wrong."""
    teams = [team for division in brief.divisions for team in division.teams]
    names, venues = [team.name for team in teams], [venue.name for venue in brief.venues]
    yield from _named_twice(N_("The team {name} is named {n} times."), names)
    yield from _named_twice(N_("The venue {name} is named {n} times."), venues)
    yield from _named_twice(
        N_("The division {name} is named {n} times."), [division.name for division in brief.divisions]
    )
    for team in teams:
        if team.venue not in venues:
            yield Text(
                "{team} are at home at {venue}, which is not among the venues.", team=team.name, venue=team.venue
            )
        if team.night not in range(7):
            yield Text(
                "{team} are at home on night {night}: 0 is Monday, 6 is Sunday.", team=team.name, night=team.night
            )
    for wish in brief.wishes:
        strangers = sorted({wish.team, wish.other} - set(names))
        yield from (Text("A wish is about {name}, which is not among the teams.", name=name) for name in strangers)
        if wish.team == wish.other:
            yield Text("A wish is about {team} twice.", team=wish.team)
    if brief.rounds < 1:
        yield Text("There are {n} rounds: at least one is played.", n=brief.rounds)


def _named_twice(sentence: Text, names: Sequence[str]) -> Iterator[Text]:
    return (Text(sentence, name=name, n=times) for name, times in Counter(names).items() if times > 1)


def _by_the_circle(brief: Brief) -> tuple[dict[str, Plan], Proof]:
    plans = circle_plans(brief, range(len(brief.divisions)))
    ignored = {
        N_("boards at the venues"): True,
        N_("days on which venues are closed"): any(venue.closed for venue in brief.venues),
        N_("days on which teams cannot play"): any(t.blackouts for division in brief.divisions for t in division.teams),
        N_("derbies in a given week"): any(isinstance(wish, MeetInWeek) for wish in brief.wishes),
        N_("teams never at home in the same week"): any(isinstance(wish, NeverBothAtHome) for wish in brief.wishes),
        N_("rows of three"): True,
    }
    told = join_names([what for what, asked in ignored.items() if asked])
    note = Text("Made by the circle method, without the solver. It did not consider: {conditions}.", conditions=told)
    return {brief.divisions[number].name: plan for number, plan in plans.items()}, Proof(method="circle", notes=(note,))


def _unproven(brief: Brief, made: Timetable, proof: Proof) -> Iterator[Text]:
    """What the proofs rest on, and how far from proven it is, where it is not."""
    if made.method == "circle":
        return
    if made.conflicts and brief.rounds > 1:
        if brief.second_half == "mirrored":
            yield N_(
                "The contradictions are proven for rounds played in the order of the first, with home and away swapped."
            )
        else:
            yield N_("The contradictions are proven for rounds played in the French order, with home and away swapped.")
    if made.violations and not made.proven:
        yield Text.plural(
            "{n} condition is not kept. Proven only: {fewest} or more are impossible.",
            "{n} conditions are not kept. Proven only: {fewest} or more are impossible.",
            n=len(made.violations),
            fewest=proof.fewest,
        )
    elif not made.violations and not made.proven:
        breaks, least = sum(q.breaks for q in made.quality), sum(q.least for q in made.quality)
        yield Text(
            "There are {breaks} breaks. Proven only: no fewer than {least} are possible.",
            breaks=breaks,
            least=max(least, proof.together),
        )
