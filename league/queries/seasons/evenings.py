"""Home nights: the division's evening, else the season's for everybody, else the team's own; starts likewise (decisions
0059 and 0056).
"""

import datetime as dt

from league.models import Division, Season
from league.rules import settings
from league.rules.settings import DivisionSettings, SeasonSettings, stored


def evening_of(season: Season) -> int | None:
    """The evening on which a whole season plays, Monday 0; a division may still have its own."""
    return stored(SeasonSettings, season).night


def evening_in(division: Division) -> int | None:
    """The evening on which a whole division plays, Monday 0."""
    return settings.evening_of(stored(SeasonSettings, division.season), stored(DivisionSettings, division))


def home_of(division: Division, night: int, start: dt.time) -> dict[str, int | dt.time]:
    """Columns of a team's night and start in a division; its own hold where neither division nor season has one."""
    evening = evening_in(division)
    return {
        "home_night": night if evening is None else evening,
        "start_time": start if division.own_start is None else division.own_start,
    }
