"""The changes that a decision makes in the table, for the page on which it is signed."""

from dataclasses import dataclass
from fractions import Fraction

from league.queries.standings.standings import DivisionTable, TableRow


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A team whose line of the table changes: `components/table_effect.html`. A place is ``3`` or, joint, ``=3``."""

    team: str
    place: str
    then: str
    points: Fraction
    points_then: Fraction

    @property
    def moves(self) -> bool:
        """Return True if its place changes."""
        return self.place != self.then


def effect_rows(before: DivisionTable, after: DivisionTable) -> list[EffectRow]:
    """The teams whose place or points differ, in the order of the table as it would be."""
    was = {row.team.pk: row for row in before.rows}
    both = [(was[row.team.pk], row) for row in after.rows if row.team.pk in was]
    return [_effect(old, new) for old, new in both if _line(old) != _line(new)]


def _line(found: TableRow) -> tuple[str, Fraction]:
    return _place(found), found.row.points


def _place(found: TableRow) -> str:
    return f"{'=' if found.row.joint else ''}{found.row.position}"


def _effect(old: TableRow, new: TableRow) -> EffectRow:
    return EffectRow(new.team.name, _place(old), _place(new), old.row.points, new.row.points)
