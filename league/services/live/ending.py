import datetime as dt

from django.db.models import F

from league.models import Fixture, LiveScore
from league.services.live.nudges import nudge

KEPT = dt.timedelta(days=7)
ENDED = {"sheet": {}, "home_games": 0, "away_games": 0, "latest": "", "phone": ""}


def end_live(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Clear the live score of a locked fixture, once there is a result, and tell followers; return False without one.

    The row stays until it is purged.
    """
    going = LiveScore.objects.filter(fixture=fixture, ended_at=None)
    ended = going.update(**ENDED, ended_at=now, changed_at=now, sequence=F("sequence") + 1)
    if ended:
        nudge(fixture.division.season.league_id)
    return bool(ended)


def purge_live(*, now: dt.datetime) -> int:
    """Delete scores that nobody has touched for a week; return how many."""
    return LiveScore.objects.filter(changed_at__lt=now - KEPT).delete()[0]
