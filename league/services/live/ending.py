"""The end of a live score: a result is there, and what was written as it was played is thrown away."""

import datetime as dt

from django.db.models import F

from league.models import Fixture, LiveScore
from league.services.live.nudges import nudge

KEPT = dt.timedelta(days=7)
ENDED = {"sheet": {}, "home_games": 0, "away_games": 0, "latest": "", "phone": ""}


def end_live(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Throw away the live score of a locked fixture, of which only the row stays until it is purged.

    Followers are told that it is over. Returns False where there was none.
    """
    going = LiveScore.objects.filter(fixture=fixture, ended_at=None)
    ended = going.update(**ENDED, ended_at=now, changed_at=now, sequence=F("sequence") + 1)
    if ended:
        nudge(fixture.division.season.league_id)
    return bool(ended)


def purge_live(*, now: dt.datetime) -> int:
    """Throw away scores that nobody has touched for a week, with or without a result. Returns how many."""
    return LiveScore.objects.filter(changed_at__lt=now - KEPT).delete()[0]
