"""The terms that a division's fixtures are played on: its matches, its games, and the targets of its rulesets."""

from typing import Protocol

import scoring
from league.rules.points import Terms
from league.rules.sheets import parse_format


class Played(Protocol):
    """A division's settings that say how its fixtures are played."""

    fixture_format: str
    games_per_match: int
    singles_ruleset: str
    doubles_ruleset: str


def terms(division: Played) -> Terms:
    """Return the terms of a division's fixtures, with the targets of its rulesets (R8, R55)."""
    match_format, _ = parse_format(division.fixture_format)
    singles, doubles = scoring.RULESETS[division.singles_ruleset], scoring.RULESETS[division.doubles_ruleset]
    return Terms(match_format, division.games_per_match, {"singles": singles.target, "doubles": doubles.target})
