"""The conditions that contradict each other, proven over all timetables there are."""

from collections.abc import Callable, Collection, Iterable, Sequence

from timetable.conditions import Condition
from timetable.solver.attempts import Effort, Space, atoms_of, attempt, contradiction
from timetable.values import Brief

Left = Callable[[], float]  # seconds
WORK = 2.0


def linked(divisions: Iterable[int], conditions: Iterable[Condition]) -> list[tuple[int, ...]]:
    """The divisions, those together that some condition concerns together."""
    groups = [{number} for number in divisions]
    for condition in conditions:
        concerned = condition.divisions()
        together = [group for group in groups if group & concerned]
        if len(together) > 1:
            groups = [group for group in groups if group not in together] + [set().union(*together)]
    return sorted(tuple(sorted(group)) for group in groups)


class Conflicts:
    """Looks for contradictions in the conditions of a brief; what it has once found out of some it keeps."""

    def __init__(self, brief: Brief, left: Left) -> None:
        self.brief, self.left = brief, left
        self._known: dict[tuple[Condition, ...], bool | None] = {}

    def sets(self, divisions: Collection[int], conditions: Sequence[Condition]) -> list[tuple[Condition, ...]]:
        """Sets of conditions that contradict each other: none can be left out of any, and none is in two of them."""
        found: list[tuple[Condition, ...]] = []
        remaining = list(conditions)
        while self.left() > 0:
            smallest = self._find_conflict(divisions, remaining)
            if not smallest:
                break
            found.append(smallest)
            remaining = [condition for condition in remaining if condition not in smallest]
        return found

    def _find_conflict(
        self, divisions: Collection[int], conditions: Sequence[Condition]
    ) -> tuple[Condition, ...] | None:
        for space in (Space.ROWS, Space.ALL):
            result = contradiction(self.brief, divisions, conditions, space, self._effort())
            if result.refuted:
                return self._smallest([conditions[at] for at in result.core])
        return None

    def _smallest(self, conditions: Sequence[Condition]) -> tuple[Condition, ...] | None:
        """Without each condition that the rest contradicts itself without; None where that remains unknown."""
        kept = list(conditions)
        for condition in reversed(conditions):
            rest = tuple(each for each in kept if each is not condition)
            possible = self.possible(rest)
            if possible is None:
                return None
            if not possible:
                kept.remove(condition)
        return tuple(kept)

    def possible(self, conditions: Sequence[Condition]) -> bool | None:
        """Check whether some timetable keeps all of the conditions; None where time ran out."""
        groups = linked(sorted(frozenset().union(*(c.divisions() for c in conditions))), conditions)
        results = [
            self._possible(group, tuple(c for c in conditions if c.divisions() <= set(group))) for group in groups
        ]
        if False in results or any(atom.impossible for condition in conditions for atom in condition.atoms):
            return False
        return None if None in results else True

    def _possible(self, divisions: Sequence[int], conditions: tuple[Condition, ...]) -> bool | None:
        if conditions not in self._known:
            self._known[conditions] = self._tried(divisions, conditions)
        return self._known[conditions]

    def _tried(self, divisions: Sequence[int], conditions: tuple[Condition, ...]) -> bool | None:
        atoms = atoms_of(conditions)
        if attempt(self.brief, divisions, atoms, Space.ONE, self._effort()).plans is not None:
            return True
        if attempt(self.brief, divisions, atoms, Space.ROWS, self._effort()).refuted:
            return False
        found = attempt(self.brief, divisions, atoms, Space.ALL, self._effort())
        return True if found.plans is not None else False if found.refuted else None

    def _effort(self) -> Effort:
        return Effort(WORK, self.left(), self.brief.seed)
