"""From a brief to its timetable: the catalogue first, all timetables where it does not serve, proofs where none does.

Divisions that no condition links are solved each for itself. Of what cannot all be kept, as much as possible is; then
as few breaks as possible.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from league.rules.timetable.conditions import Condition, conditions_of
from league.rules.timetable.layout import Plan
from league.rules.timetable.quality import Proof
from league.rules.timetable.solver.attempts import (
    Effort,
    Plans,
    Space,
    attempt,
    fewest_breaks,
    fewest_violations,
)
from league.rules.timetable.solver.conflicts import Conflicts, linked
from league.rules.timetable.values import Brief

Tell = Callable[[str], None]
QUICK, SOFT, LONG = 4.0, 3.0, 15.0


class Part(NamedTuple):
    """What came of divisions that are linked.

    Attributes:
        fewest: no timetable has fewer violations.
        least: where all conditions can be kept, no timetable that does has fewer breaks in all of these divisions.
    """

    plans: Plans
    fewest: int = 0
    least: int = 0
    conflicts: tuple[tuple[Condition, ...], ...] = ()
    notes: tuple[str, ...] = ()


def solve(brief: Brief, limit: float, tell: Tell) -> tuple[dict[str, Plan], Proof]:
    """The plans of all divisions, by name, and what is proven of the brief."""
    began = perf_counter()

    def left() -> float:
        return limit - (perf_counter() - began)

    conditions = conditions_of(brief)
    groups = linked(range(len(brief.divisions)), conditions)
    parts = []
    for group in groups:
        tell(f"{', '.join(brief.divisions[number].name for number in group)}")
        own = [c for c in conditions if c.divisions() <= set(group) and c.divisions()]
        parts.append(_Search(brief, group, own, left, tell).run())
    plans = {brief.divisions[number].name: plan for part in parts for number, plan in part.plans.items()}
    nowhere = [(c,) for c in conditions if not c.divisions()]
    return plans, Proof(
        least={
            brief.divisions[group[0]].name: part.least for group, part in zip(groups, parts, strict=True) if len(group) == 1
        },
        fewest=sum(part.fewest for part in parts) + len(nowhere),
        conflicts=tuple(
            tuple(c.sentence for c in conflict) for conflict in (*(each for p in parts for each in p.conflicts), *nowhere)
        ),
        notes=tuple(note for part in parts for note in part.notes),
    )


class _Search:
    """The search for some linked divisions."""

    def __init__(
        self, brief: Brief, group: Sequence[int], conditions: Sequence[Condition], left: Callable[[], float], tell: Tell
    ) -> None:
        self.brief, self.group, self.conditions, self.left, self.tell = brief, group, conditions, left, tell

    def run(self) -> Part:
        for space in (Space.FIRST, Space.NARROW, Space.WIDE):
            found = attempt(self.brief, self.group, self.conditions, space, self._effort(QUICK))
            if found.plans is not None:
                return Part(found.plans)
        return self._beyond()

    def _beyond(self) -> Part:
        """The catalogue does not serve."""
        conflicts, possible = Conflicts(self.brief, self.left).sets(self.group, self.conditions)
        if possible and not conflicts:
            return self._with_more_breaks()
        return self._as_much_as_possible(conflicts)

    def _with_more_breaks(self) -> Part:
        found = fewest_breaks(self.brief, self.group, self.conditions, self._effort(LONG))
        if found.plans is None:
            found = attempt(self.brief, self.group, self.conditions, Space.ALL, self._effort(LONG))
        assert found.plans is not None
        return Part(found.plans, least=found.least)

    def _as_much_as_possible(self, conflicts: Sequence[tuple[Condition, ...]]) -> Part:
        soft = fewest_violations(self.brief, self.group, self.conditions, Space.NARROW, self._effort(SOFT))
        fewest = len(conflicts)
        if soft.plans is None or soft.value > fewest:
            free = fewest_violations(self.brief, self.group, self.conditions, Space.ALL, self._effort(SOFT), begin=soft.plans)
            fewest = max(fewest, free.least)
            if free.plans is not None and (soft.plans is None or free.value < soft.value):
                soft = free
        assert soft.plans is not None
        return Part(soft.plans, fewest=fewest, conflicts=tuple(conflicts))

    def _effort(self, work: float) -> Effort:
        return Effort(work, self.left(), self.brief.seed)
