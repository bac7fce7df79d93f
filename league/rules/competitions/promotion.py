"""Who goes up and down at the end of a season: a proposal that the secretary confirms or changes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from league.rules.problems import Problem
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A division as it ended.

    Attributes:
        key: whose it is.
        teams: their keys in the final order, the first first.
        up, down: how many go up and down in an ordinary year.
    """

    key: int
    teams: tuple[int, ...]
    up: int
    down: int


class Reason(StrEnum):
    STAYS = "stays"
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    LEAVES = "leaves"
    REPRIEVED = "reprieved"
    """Would have gone down, but there is room."""
    PROMOTED_INSTEAD = "promoted instead"
    """Goes up to fill a place that others left or could not take."""
    KEPT_DOWN = "kept down"
    """Would have gone up, but its pub has as many teams there as it may."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where a team plays next; `to` is None for one that leaves."""

    team: int
    came_from: int
    to: int | None
    reason: Reason


def propose_moves(
    tables: Sequence[FinalTable],
    *,
    leaving: Iterable[int] = (),
    groups: Mapping[int, int] | None = None,
    most_of_a_group: int | None = None,
) -> list[Move]:
    """Return a move for each team, division by division from the top, in the order in which they ended.

    Divisions keep the size that an ordinary year leaves them: whoever leaves is replaced by one who is reprieved, then
    by one more from below. So only the lowest becomes smaller.

    Args:
        tables: the top division first.
        groups: the pub or club of each team that has one.
        most_of_a_group: so many teams of a group may be in a division; a team that would be one too many is not
            promoted, and the next goes up. None: any number.
    """
    gone = set(leaving)
    divisions = [_Division(table, [team for team in table.teams if team not in gone]) for table in tables]
    vacancies = 0
    # Who has come down into the upper division of the pair.
    relegated_teams: list[int] = []
    for upper, lower in pairwise(divisions):
        vacancies += len(upper.table.teams) - len(upper.here)
        rivals = [team for team in upper.here if upper.up.get(team, Reason.KEPT_DOWN) is Reason.KEPT_DOWN]
        down = min(upper.table.down, len(rivals))
        wanted = lower.table.up + max(0, vacancies - down)
        relegated = max(0, down - vacancies)
        while True:
            staying = rivals[: len(rivals) - relegated]
            above = Counter((groups or {}).get(team) for team in (*staying, *relegated_teams))
            ups = _promote(lower, wanted, above, groups, most_of_a_group)
            fewer = max(0, down - vacancies - (wanted - ups))
            if fewer == relegated:
                break
            # Whoever is reprieved stays beside those who came up: look again.
            relegated = fewer
        relegated_teams = rivals[len(rivals) - relegated :]
        for team in relegated_teams:
            upper.goes[team] = (lower.table.key, Reason.RELEGATED)
        for team in rivals[len(rivals) - down : len(rivals) - relegated]:
            upper.goes[team] = (upper.table.key, Reason.REPRIEVED)
        for team, reason in lower.up.items():
            to = upper.table.key if reason is not Reason.KEPT_DOWN else lower.table.key
            lower.goes[team] = (to, reason)
        vacancies = max(0, ups - lower.table.up + down - relegated)
    return [move for division in divisions for move in division.moves(gone)]


@dataclass(slots=True)
class _Division:
    """A division while its teams are moved; `here` are those that do not leave."""

    table: FinalTable
    here: list[int]
    up: dict[int, Reason] = field(default_factory=dict)
    goes: dict[int, tuple[int, Reason]] = field(default_factory=dict)

    def moves(self, gone: set[int]) -> Iterable[Move]:
        for team in self.table.teams:
            if team in gone:
                yield Move(team, self.table.key, None, Reason.LEAVES)
            else:
                yield Move(team, self.table.key, *self.goes.get(team, (self.table.key, Reason.STAYS)))


def _promote(
    lower: _Division, wanted: int, above: Counter[int | None], groups: Mapping[int, int] | None, most: int | None
) -> int:
    """Choose who goes up, and return how many do."""
    entitled = set(lower.table.teams[: lower.table.up])
    lower.up = {}
    promoted = 0
    for team in lower.here:
        if promoted == wanted:
            break
        group = (groups or {}).get(team)
        if most is not None and group is not None and above[group] >= most:
            lower.up[team] = Reason.KEPT_DOWN
            continue
        lower.up[team] = Reason.PROMOTED if team in entitled else Reason.PROMOTED_INSTEAD
        above[group] += 1
        promoted += 1
    # Whoever was passed over below the last who went up had no claim.
    lower.up = {team: why for team, why in lower.up.items() if why is not Reason.KEPT_DOWN or team in entitled}
    return promoted


def check_numbers(tables: Sequence[FinalTable], names: Mapping[int, str]) -> list[Problem]:
    """Return what is wrong with how many go up and down, at the fields `up-<division>` and `down-<division>`."""
    problems = []
    if tables and tables[0].up:
        message = Text("{division} is the top division: nobody is promoted from it.", division=names[tables[0].key])
        problems.append(Problem("range", message, f"up-{tables[0].key}"))
    if tables and tables[-1].down:
        message = Text(
            "{division} is the lowest division: nobody is relegated from it.", division=names[tables[-1].key]
        )
        problems.append(Problem("range", message, f"down-{tables[-1].key}"))
    for table in tables:
        if table.up + table.down > len(table.teams):
            message = Text.plural(
                "{division} has {n} team: fewer than go up and down.",
                "{division} has {n} teams: fewer than go up and down.",
                n=len(table.teams), division=names[table.key],
            )  # fmt: skip
            problems.append(Problem("too-many", message, f"up-{table.key}" if table.up else f"down-{table.key}"))
    return problems


def check_moves(tables: Sequence[FinalTable], to: Mapping[int, int | None], names: Mapping[int, str]) -> list[Problem]:
    """Return what is wrong with moves that a secretary chose, at the field `team-<team>`.

    Args:
        to: the division of each team next season; None: it leaves.
    """
    known = {table.key for table in tables}
    problems = []
    for team in (team for table in tables for team in table.teams):
        if team not in to:
            message = Text("Say where {team} plays next, or that it leaves.", team=names[team])
            problems.append(Problem("division", message, f"team-{team}"))
        elif to[team] is not None and to[team] not in known:
            message = Text("{team} can only go to a division of this season.", team=names[team])
            problems.append(Problem("division", message, f"team-{team}"))
    return problems


def reason_of(move: Move, to: int | None, order: Sequence[int]) -> Reason:
    """Return why a team goes where a secretary sends it: as proposed, or by which way it goes.

    Args:
        order: the divisions, the top one first.
    """
    if to == move.to:
        return move.reason
    if to is None:
        return Reason.LEAVES
    if to == move.came_from:
        return Reason.STAYS
    return Reason.PROMOTED if order.index(to) < order.index(move.came_from) else Reason.RELEGATED
