"""A division's table (LEAGUES: points, order of tie-breaks).

Points decide first. Teams level on points are separated by the tie-breaks in the division's order; each row says which
one did it. A tie that remains is a joint place, never broken at random: `name` only orders the listing. When a
tie-break splits a group, those that follow are applied to what remains level; the ones before it are not begun again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from league.rules.points import PointsScheme
from league.rules.tallies import Adjustment, Entrant, FixtureTotals, FormItem, Outcome, Tally, tally_up
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, Group, Key, TieBreak, check_tie_breaks, plain

__all__ = [
    "DEFAULT_TIE_BREAKS",
    "TIE_BREAKS",
    "Adjustment",
    "Entrant",
    "FixtureTotals",
    "FormItem",
    "Outcome",
    "Row",
    "Standings",
    "TieBreak",
    "check_tie_breaks",
    "table",
]

FORM_LENGTH = 5
MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line of the table.

    Attributes:
        position: 1 is the top; teams that share it are `joint`.
        awarded: of `games_for`, those awarded to the team; `awarded_against` likewise.
        form: the last five fixtures, the oldest first.
        decided_by: the last tie-break that separated the team from one level on points with it, or "".
        decided_text: every step by which the team was placed among those level on points with it, in one sentence; ""
            for a team that is level with none, or while none of them has played.
    """

    position: int
    joint: bool
    entrant: Entrant
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: Fraction
    awarded: int
    awarded_against: int
    walkovers: int
    adjustment: Fraction
    form: tuple[FormItem, ...]
    decided_by: str = ""
    decided_text: str = ""

    @property
    def games_difference(self) -> int:
        """Games won less games lost."""
        return self.games_for - self.games_against


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows from the top."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A team, the last tie-break that separated it, and the steps that placed it."""

    tally: Tally
    decided_by: str = ""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Tie:
    """Teams level on points, and what is needed to separate them."""

    level: Group
    fixtures: Sequence[FixtureTotals]
    scheme: PointsScheme


def table(
    entrants: Iterable[Entrant],
    fixtures: Iterable[FixtureTotals],
    *,
    scheme: PointsScheme,
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    adjustments: Iterable[Adjustment] = (),
) -> Standings:
    """The table of a division. It does not depend on the order of what is given.

    Args:
        entrants: the teams of the division, whether they have played or not.
        fixtures: confirmed results. One with a team that is no entrant does not count: it has withdrawn, so its
            results are void.
        scheme: what points are given for.
        tie_breaks: keys of `TIE_BREAKS` in the order in which they are tried (`check_tie_breaks` finds others).
        adjustments: points given or taken; they count before any tie-break, and in none.
    """
    teams = list(entrants)
    ids = {entrant.id for entrant in teams}
    counted = [f for f in fixtures if f.home in ids and f.away in ids]
    played = sorted(counted, key=lambda f: (f.order, f.fixture_id))
    tallies = tally_up(teams, played, scheme, [a for a in adjustments if a.entrant in ids])
    by_points = sorted(tallies.values(), key=lambda t: (-t.points, *_by_name(t)))
    rows: list[Row] = []
    for _, group in groupby(by_points, key=lambda t: t.points):
        tie = _Tie(list(group), played, scheme)
        for shared in _separate(tie, tie.level, tuple(tie_breaks), "", ()):
            position = len(rows) + 1
            rows += [_row(placed, position, tie, shared) for placed in shared]
    return Standings(tuple(rows))


def _by_name(tally: Tally) -> tuple[str, int]:
    return tally.entrant.name.casefold(), tally.entrant.id


def _separate(
    tie: _Tie, level: Group, tie_breaks: tuple[str, ...], decided_by: str, steps: tuple[str, ...]
) -> list[list[_Placed]]:
    """Split teams that are level into groups that share a place, best first."""
    if len(level) == 1 or not tie_breaks:
        return [[_Placed(tally, decided_by, steps) for tally in sorted(level, key=_by_name)]]
    name, rest = tie_breaks[0], tie_breaks[1:]
    keys = TIE_BREAKS[name].measure(level, tie.fixtures, tie.scheme)
    if keys is None or len(set(keys.values())) == 1:
        unmet = keys is None and name == "head_to_head"
        whole = "they have met" if len(level) == 2 else "all of them have met"
        more = (f"head-to-head does not count until {whole}",) if unmet else ()
        return _separate(tie, level, rest, decided_by, steps + more)
    ordered = sorted(level, key=lambda t: keys[t.entrant.id], reverse=True)
    groups: list[list[_Placed]] = []
    for _, equal in groupby(ordered, key=lambda t: keys[t.entrant.id]):
        part = list(equal)
        groups += _separate(tie, part, rest, name, (*steps, _step(tie, name, part, level, keys)))
    return groups


def _step(tie: _Tie, name: str, part: Group, level: Group, keys: Mapping[int, Key]) -> str:
    """What one tie-break did for the teams of `part`: "ahead of Ship on games difference, +12 to +5".

    The figure of the nearest rival is told. Rivals who are all of the teams level on points need not be named again.
    """
    tie_break, own = TIE_BREAKS[name], keys[part[0].entrant.id]
    clauses = []
    for word, rivals in (
        ("behind", [t for t in level if keys[t.entrant.id] > own]),
        ("ahead of", [t for t in level if keys[t.entrant.id] < own]),
    ):
        if not rivals:
            continue
        nearest = (min if word == "behind" else max)(keys[t.entrant.id] for t in rivals)
        mine, theirs = tie_break.told(own, nearest)
        everybody = len(rivals) == len(tie.level) - 1
        whom = word.removesuffix(" of") if everybody else f"{word} {_names(rivals)}"
        clauses.append(f"{whom} on {tie_break.label}, {mine} to {theirs}")
    return ", and ".join(clauses)


def _names(group: Iterable[Tally]) -> str:
    names = [tally.entrant.name for tally in sorted(group, key=_by_name)]
    if len(names) > MOST_NAMES:
        return f"{len(names)} teams"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _sentence(placed: _Placed, tie: _Tie, shared: Sequence[_Placed]) -> str:
    """Why a team stands where it does among those level with it on points."""
    rivals = [tally for tally in tie.level if tally is not placed.tally]
    if not rivals or not any(tally.form for tally in tie.level):
        return ""
    joint = [other.tally for other in shared if other is not placed]
    still = (f"joint with {_names(joint)}",) if len(joint) < len(rivals) and joint else ()
    all_level = ("joint, as no tie-break separates them",) if len(joint) == len(rivals) else ()
    points = placed.tally.points
    unit = "point" if abs(points) == 1 else "points"
    level = f"Level on {plain(points)} {unit} with {_names(rivals)}"
    return "; ".join((level, *placed.steps, *still, *all_level)) + "."


def _row(placed: _Placed, position: int, tie: _Tie, shared: Sequence[_Placed]) -> Row:
    tally = placed.tally
    return Row(
        position=position,
        joint=len(shared) > 1,
        entrant=tally.entrant,
        played=tally.won + tally.drawn + tally.lost,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        games_for=tally.games_for,
        games_against=tally.games_against,
        points=tally.points,
        awarded=tally.awarded,
        awarded_against=tally.awarded_against,
        walkovers=tally.walkovers,
        adjustment=tally.adjustment,
        form=tuple(tally.form[-FORM_LENGTH:]),
        decided_by=placed.decided_by,
        decided_text=_sentence(placed, tie, shared),
    )
