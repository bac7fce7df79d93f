"""The work that recurs says that it ran; the health page says when."""

import datetime as dt

from league.models import Heartbeat


def beat(job: str, *, now: dt.datetime, told: str = "") -> None:
    """Note that a job ran. Ran twice at once, it notes either.

    Args:
        job: its name in the beat schedule, e.g. ``mail``; the health page looks for it under that name.
        told: what it did, in a few words: ``12 sent``. Anybody may read it.
    """
    Heartbeat.objects.update_or_create(job=job, defaults={"ran_at": now, "told": told[:250]})
