"""The night on which a team plays at home: its division’s evening, else the season’s for everybody, else its own.

A division's start goes before its teams' in the same way (decisions 0059 and 0056).
"""

import datetime as dt

from league.models import Division, Season
from league.rules import settings
from league.rules.settings import DivisionSettings, SeasonSettings, stored


def evening_of(season: Season) -> int | None:
    """Return the evening on which everybody of a season plays, Monday 0; None where each team has its own night.

    A division may still have an evening of its own.
    """
    return stored(SeasonSettings, season).night


def evening_in(division: Division) -> int | None:
    """Return the evening on which everybody of a division plays, Monday 0; None where each team has its own night."""
    return settings.evening_of(stored(SeasonSettings, division.season), stored(DivisionSettings, division))


def home_of(division: Division, night: int, start: dt.time) -> dict[str, int | dt.time]:
    """Return the night and the start of a team of a division, by the columns of its entry.

    Args:
        division: with its season joined.
        night, start: the team's own, which hold where neither division nor season says another.
    """
    evening = evening_in(division)
    return {
        "home_night": night if evening is None else evening,
        "start_time": start if division.own_start is None else division.own_start,
    }
