"""From a brief to its timetable: the catalogue first, all timetables where it does not serve, proofs where none does.

Divisions that no condition links are solved each for itself. Of what cannot all be kept, as much as possible is; then
as few breaks as possible.
"""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

from scoring.text import Text, join_names
from timetable.bounds import fewest_breaks
from timetable.conditions import Atom, Condition, conditions_of
from timetable.layout import Plan, circle_plans
from timetable.quality import Proof
from timetable.schemes import breaks_in, patterns_of, season_row, suited
from timetable.solver.attempts import Effort, Outcome, Plans, Space, atoms_of, attempt, fewest_violations
from timetable.solver.breaks import straighten
from timetable.solver.conflicts import Conflicts, linked
from timetable.values import Brief

Tell = Callable[[str], None]
ONE, WIDE, SOFT, ROWS, LONG = 1.5, 3.0, 2.0, 3.0, 30.0  # work
REFUSAL_SECONDS, LEAST_SECONDS = 8.0, 1.5  # for all that cannot be had as asked; for a part of it in any case
PROOF_SHARE = 0.45  # of that time
MARGIN = 0.95  # the solver overdraws its time a little
FEW = 14


class Part(NamedTuple):
    """The outcome of a search for divisions that are linked.

    Attributes:
        fewest: no timetable has fewer violations.
        least: no timetable that keeps all conditions has fewer breaks in all of these divisions together.
    """

    plans: Plans
    fewest: int = 0
    least: int = 0
    conflicts: tuple[tuple[Condition, ...], ...] = ()


def solve(brief: Brief, limit: float, tell: Tell) -> tuple[dict[str, Plan], Proof]:
    """The plans of all divisions, by name, and what is proven of the brief."""
    began = perf_counter()
    conditions = conditions_of(brief)
    groups = linked(range(len(brief.divisions)), conditions)
    parts = []
    for number, group in enumerate(groups, 1):
        patience = (began + REFUSAL_SECONDS - perf_counter()) / (len(groups) - number + 1)
        names = join_names([brief.divisions[each].name for each in group])
        tell(Text("{number} of {total}: {divisions}", number=number, total=len(groups), divisions=names))
        own = [c for c in conditions if c.divisions() and c.divisions() <= set(group)]
        parts.append(_Search(brief, group, own, began + MARGIN * limit, max(patience, LEAST_SECONDS)).run())
    plans = {brief.divisions[number].name: plan for part in parts for number, plan in part.plans.items()}
    nowhere = [(condition,) for condition in conditions if not condition.divisions()]
    conflicts = [*(conflict for part in parts for conflict in part.conflicts), *nowhere]
    return plans, Proof(
        least={
            brief.divisions[group[0]].name: part.least
            for group, part in zip(groups, parts, strict=True)
            if len(group) == 1
        },
        together=sum(part.least for part in parts),
        fewest=sum(part.fewest for part in parts) + len(nowhere),
        conflicts=tuple(tuple(condition.sentence for condition in conflict) for conflict in conflicts),
    )


class _Search:
    """The search for some linked divisions."""

    def __init__(
        self, brief: Brief, group: Sequence[int], conditions: Sequence[Condition], ends: float, patience: float
    ) -> None:
        self.brief, self.group, self.conditions = brief, group, conditions
        self.began, self.ends, self.patience = perf_counter(), ends, patience
        self.atoms = atoms_of(conditions)

    def run(self) -> Part:
        found = self._from_catalogue(self.atoms, range(2))
        if found.plans is not None:
            return self._part(found.plans) if self._has_the_fewest() else self._with_more_breaks()
        proven_by = min(self.ends, self.began + PROOF_SHARE * self.patience)
        conflicts = Conflicts(self.brief, lambda: proven_by - perf_counter()).sets(self.group, self.conditions)
        if conflicts:
            return self._as_much_as_possible(conflicts)
        return self._with_more_breaks()

    def _part(
        self, plans: Plans, least: int = 0, conflicts: Sequence[tuple[Condition, ...]] = (), fewest: int = 0
    ) -> Part:
        teams = [len(self.brief.divisions[number].teams) for number in self.group]
        bound = sum(fewest_breaks(each, self.brief.rounds, self.brief.second_half, self.brief.half) for each in teams)
        return Part({**circle_plans(self.brief, self.group), **plans}, fewest, max(least, bound), tuple(conflicts))

    def _from_catalogue(self, atoms: Sequence[Atom], turns: Iterable[int], *, wide: bool = False) -> Outcome:
        for turn in turns:
            found = attempt(self.brief, self.group, atoms, Space.ONE, self._effort(ONE), turn=turn)
            if found.plans is not None:
                return found
        return attempt(self.brief, self.group, atoms, Space.WIDE, self._effort(WIDE)) if wide else Outcome()

    def _has_the_fewest(self) -> bool:
        """Whether the catalogue reaches the bound: it always does but for a few French seasons of four rounds."""
        sizes = (len(self.brief.divisions[number].teams) for number in self.group)
        course = self.brief.rounds, self.brief.second_half, self.brief.half
        return all(
            fewest_breaks(size, *course)
            == sum(breaks_in(season_row(row, *course)) for row in patterns_of(suited(size, *course)[0], size))
            for size in sizes
        )

    def _with_more_breaks(self) -> Part:
        """All conditions can be kept, or nothing is known."""
        some = self._from_catalogue(self.atoms, range(10), wide=True)
        if some.plans is not None and self._has_the_fewest():
            return self._part(some.plans)
        if some.plans is None:
            some = attempt(self.brief, self.group, self.atoms, Space.ALL, self._effort(ROWS))
        teams = sum(len(self.brief.divisions[number].teams) for number in self.group)
        strict = 12 if teams <= FEW else 3  # of many teams a turn takes its time
        found = straighten(self.brief, self.group, self.atoms, self._effort(LONG), strict=strict)
        plans = found.plans or some.plans
        return self._part(plans, found.least) if plans else self._as_much_as_possible(())

    def _as_much_as_possible(self, conflicts: Sequence[tuple[Condition, ...]]) -> Part:
        """Not all conditions can be kept: as many as can be, then as few breaks as can be."""
        self.ends = min(self.ends, max(self.began + self.patience, perf_counter() + 1))
        found, fewest = self._soft(Space.ONE), len(conflicts)
        if found.plans is None or found.value > fewest:
            free = self._soft(Space.ALL, begin=found.plans)
            fewest = max(fewest, free.least)
            if free.plans is not None and (found.plans is None or free.value < found.value):
                found = self._straightened(free)
        return self._part(found.plans or {}, conflicts=conflicts, fewest=fewest)

    def _soft(self, space: Space, begin: Plans | None = None) -> Outcome:
        return fewest_violations(self.brief, self.group, self.conditions, space, self._effort(SOFT), begin=begin)

    def _straightened(self, found: Outcome) -> Outcome:
        """A timetable that keeps the same, with fewer breaks."""
        straight = self._from_catalogue(found.kept, range(6))
        if straight.plans is None:
            straight = straighten(self.brief, self.group, found.kept, self._effort(ROWS), strict=3)
        return found if straight.plans is None else straight

    def _effort(self, work: float) -> Effort:
        return Effort(work, self.ends - perf_counter(), self.brief.seed)
