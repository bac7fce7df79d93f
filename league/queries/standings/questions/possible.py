"""The places that a division's teams can still reach.

They follow from the table alone and are cached under its state: a result that counts makes another key, so nothing
needs
invalidation.
"""

import time
from functools import lru_cache

from league.queries.standings.figures import scheme_of
from league.queries.standings.standings import DivisionTable
from league.rules import formats
from league.rules.possible import Budget, Places, Prospect, Race, Zone, outcomes_of, prospects, reachable

SECONDS = 2.0


def still_possible(table: DivisionTable) -> tuple[Prospect, ...]:
    """What each team can still reach, in the table's order; none when the division is over (no query).

    Withdrawn teams in the table have a place there and are counted like the others.
    """
    outcomes = outcomes_of(scheme_of(table.division), formats.terms(table.division))
    points = tuple((found.team.pk, found.row.points) for found in table.rows)
    there = {team for team, _ in points}
    left = tuple(game for game in table.left if there.issuperset(game))
    if not left or table.kind is not None:
        return ()
    names = tuple((found.team.pk, found.team.name) for found in table.rows)
    if outcomes is None:
        return tuple(Prospect(team, None) for team, _ in names)
    race = Race(points, tuple(sorted(left)), outcomes)
    return _prospects(race, names, Zone(table.promoted, table.relegated))


@lru_cache(maxsize=512)
def _prospects(race: Race, names: tuple[tuple[int, str], ...], zone: Zone) -> tuple[Prospect, ...]:
    return prospects(race, dict(_worked_out(race)), dict(names), zone)


@lru_cache(maxsize=512)
def _worked_out(race: Race) -> tuple[tuple[int, Places | None], ...]:
    """Reachable places; that it took too long is cached too."""
    budget = Budget(time.monotonic() + SECONDS, time.monotonic)
    return tuple(reachable(race, budget).items())
