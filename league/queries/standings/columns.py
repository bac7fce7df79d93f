"""The columns of a division's table, declared once for pages, widgets, pictures, paper and spreadsheets.

The API has the same rows under the names of `TableRow` and `Row` (`api/standings`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from league.queries.standings.standings import TableRow
from league.rules.cells import Cell
from league.rules.wording import points_told, signed_points
from league.translation import N_, Text

Show = Callable[[Any], Text | str]


def exact(points: Fraction) -> int | Decimal:
    """Return points as a whole number, or as the decimal that they are."""
    return points.numerator if points.denominator == 1 else Decimal(points.numerator) / Decimal(points.denominator)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        title: in full; in small letters the heading in a spreadsheet.
        read: its value in a row.
        head: the heading where there is little room; "" for what only spreadsheets have.
        show: how a value is written for people.
        css: `num` aligns it on the right; `roomy` is dropped on a narrow screen.
    """

    title: str
    read: Callable[[TableRow], Any]
    head: str = ""
    show: Show = str
    css: str = "num"

    def text(self, row: TableRow) -> Text | str:
        return self.show(self.read(row))

    def cell(self, row: TableRow) -> Cell:
        value = self.read(row)
        return exact(value) if isinstance(value, Fraction) else value


def _points(value: float | Fraction) -> Text | str:
    return points_told(Fraction(value))


def _signed(value: float | Fraction) -> Text | str:
    return signed_points(Fraction(value))


COLUMNS: Mapping[str, Column] = {
    "place": Column(N_("Position"), lambda of: of.row.place, N_("Pos"), css="num pos"),
    "position": Column("Position", lambda of: of.row.position),
    "joint": Column("Joint", lambda of: "yes" if of.row.joint else ""),
    "team": Column(N_("Team"), lambda of: of.team.name, N_("Team"), css=""),
    "played": Column(N_("Played"), lambda of: of.row.played, N_("Pld")),
    "left": Column(N_("Fixtures left to play"), lambda of: of.left, N_("Left"), css="num roomy"),
    "won": Column(N_("Won"), lambda of: of.row.won, N_("W"), css="num roomy"),
    "drawn": Column(N_("Drawn"), lambda of: of.row.drawn, N_("D"), css="num roomy"),
    "lost": Column(N_("Lost"), lambda of: of.row.lost, N_("L"), css="num roomy"),
    "games_for": Column(N_("Games won"), lambda of: of.row.games_for, N_("GF"), _points, "num roomy"),
    "games_against": Column(N_("Games lost"), lambda of: of.row.games_against, N_("GA"), _points, "num roomy"),
    "games_difference": Column(N_("Games difference"), lambda of: of.row.games_difference, N_("+/−"), _signed),
    "points": Column(N_("Points"), lambda of: of.row.points, N_("Pts"), _points, "num pts"),
    "awarded": Column("Awarded", lambda of: of.row.awarded),
    "walkovers": Column("Walkovers", lambda of: of.row.walkovers),
    "abandoned": Column("Abandoned", lambda of: of.row.abandoned),
    "adjustment": Column("Adjustment", lambda of: of.row.adjustment),
    "adjusted_because": Column("Adjusted because", lambda of: "; ".join(map(_because, of.adjustments))),
    "decided_text": Column("Decided by", lambda of: of.row.decided_text),
}


def _because(made: Any) -> str:
    return f"{made.points:+f} on {made.date}: {made.reason}"


def columns(names: str) -> tuple[Column, ...]:
    return tuple(COLUMNS[name] for name in names.split())


# What is between the team and its points.
PAGE = columns("played left won drawn lost games_for games_against games_difference")
COMPACT = columns("played")
RECORD = columns("played won drawn lost")
PAPER = columns("played won drawn lost games_difference")
FILE = tuple(column for name, column in COLUMNS.items() if name not in ("place", "left"))
BEFORE, AFTER = columns("place team"), columns("points")
