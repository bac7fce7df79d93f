"""The storm's own task: mail sent with less patience.

Minutes of waiting would show nothing more than seconds do: a lease of a dead worker runs out after a quarter of a
minute instead of three, and a task sends for a few seconds instead of fifty, so that others have their turn.
"""

import datetime as dt

from celery import shared_task
from django.utils import timezone

from league.services.mail import delivery

PACE = delivery.Pace(
    lease=dt.timedelta(seconds=15),
    margin=dt.timedelta(seconds=6),
    budget=dt.timedelta(seconds=8),
    first_retry=dt.timedelta(seconds=1),
    attempts=100,
)


@shared_task
def deliver() -> None:
    """`league.tasks.deliver` at this pace."""
    delivery.deliver_due(now=timezone.now(), pace=PACE)
