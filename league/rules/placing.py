"""Place postponed fixtures in the catch-up week (R52, R53): one optimum over all of them at once.

As many as possible, then least disruption: the home team's own evening first, no second fixture of a team in the week;
of equals whoever has waited longest. First come, first served would place fewer. The solver proves number and cost;
without it a search does its best, unproven.
"""

import datetime as dt
import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from league.rules.outstanding import Outstanding, Situation, cost_of, in_the_way
from league.rules.placing_search import longest_first, search
from league.rules.slots import format_day
from scoring.text import N_, Text

Method = Literal["solver", "search"]
LIMIT = 10.0


@dataclass(frozen=True, slots=True)
class Unplaced:
    key: int
    why: Text


@dataclass(frozen=True, slots=True)
class Placing:
    """The outcome; `proven`: nothing places more, nor as many at a lower cost (`outstanding.cost_of`)."""

    evenings: Mapping[int, dt.date]
    unplaced: tuple[Unplaced, ...]
    proven: bool
    cost: int
    method: Method


def has_solver() -> bool:
    """Whether the optional solver is installed."""
    return importlib.util.find_spec("ortools") is not None


def place(situation: Situation, *, limit: float = LIMIT, solver: bool | None = None) -> Placing:
    """Place as many fixtures as possible at the least cost; deterministic, unless `limit` (seconds) cuts it short.

    `solver` None: if installed.
    """
    if solver if solver is not None else has_solver():
        found, proven = importlib.import_module("league.rules.placing_solver").solve(situation, limit=limit)
        method: Method = "solver"
    else:
        found, proven, method = search(situation), False, "search"
    found = longest_first(situation, _filled(situation, found))
    unplaced = tuple(
        Unplaced(wanted.key, _why(situation, found, wanted, proven=proven))
        for wanted in situation.outstanding
        if wanted.key not in found
    )
    return Placing(found, unplaced, proven, cost_of(situation, found), method)


def _filled(situation: Situation, found: Mapping[int, dt.date]) -> Mapping[int, dt.date]:
    """Place what still has a free evening: whoever was cut short may have left it."""
    filled = dict(found)
    for wanted in situation.outstanding:
        if wanted.key not in filled:
            free = [one for one in wanted.evenings if not in_the_way(situation, filled, wanted, one.date)]
            if free:
                filled[wanted.key] = min(free, key=lambda one: (one.cost, one.date)).date
    return filled


def _why(situation: Situation, found: Mapping[int, dt.date], wanted: Outstanding, *, proven: bool) -> Text:
    """Which evenings were tried, what was in the way on each, and what is known of the whole."""
    tried: dict[dt.date, str] = dict(wanted.barred)
    for evening in wanted.evenings:
        reasons = Text.joined("; ", in_the_way(situation, found, wanted, evening.date))
        tried[evening.date] = Text("{reasons}.", reasons=reasons)
    if not tried:
        return N_("No evening is left to try.")
    days = [Text("{day}: {reasons}", day=format_day(date), reasons=tried[date]) for date in sorted(tried)]
    if not wanted.evenings:
        return Text.joined(" ", [N_("No evening is possible."), *days])
    total, placed = len(situation.outstanding), len(found)
    if proven:
        best = Text("No arrangement places more than {placed} of the {total}.", placed=placed, total=total)
    else:
        best = Text("{placed} of {total} were placed; whether more could be is not proven.", placed=placed, total=total)
    return Text.joined(" ", [*days, best])
