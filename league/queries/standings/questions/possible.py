"""The places that the teams of a division can still reach.

They follow from the table alone, so they are worked out once for each state of it and kept under that state: a result
that counts makes another key, and nothing has to be forgotten in time.
"""

import time
from functools import lru_cache

from league.queries.standings.figures import scheme_of
from league.queries.standings.standings import DivisionTable
from league.rules import formats
from league.rules.possible import Budget, Places, Prospect, Race, Zone, outcomes_of, prospects, reachable

SECONDS = 2.0


def still_possible(table: DivisionTable) -> tuple[Prospect, ...]:
    """Return what each team of a division can still reach, in the order of its table; none when it is over (no query).

    Teams that have withdrawn and stand in the table have a place there, and so they are counted like the others.
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
    """Return the places that can be reached; what took too long is kept too, and not tried again on each request."""
    budget = Budget(time.monotonic() + SECONDS, time.monotonic)
    return tuple(reachable(race, budget).items())
