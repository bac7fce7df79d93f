"""What beat asks for: each task is one call of a service and a note that it ran.

None takes an argument, and any may be lost, come twice or run beside itself: the services look for what is due and
claim it.
"""

from celery import shared_task
from django.utils import timezone

from league.services import (
    confirming,
    heartbeats,
    idempotency,
    outbox,
    placing,
    postponements,
    reminders,
    timetables,
)


@shared_task
def deliver() -> None:
    """Send the mail that is due."""
    now = timezone.now()
    done = outbox.deliver_due(now=now)
    heartbeats.beat("mail", now=now, told=str(done))


@shared_task
def queue_reminders() -> None:
    """Owe the reminders whose time has come."""
    now = timezone.now()
    owed = reminders.queue_due(now=now)
    heartbeats.beat("reminders", now=now, told=f"{owed} owed")


@shared_task
def expire_requests() -> None:
    """Close the requests to postpone that nobody answered before the fixture's time."""
    now = timezone.now()
    closed = postponements.expire_requests(now=now)
    heartbeats.beat("requests", now=now, told=f"{closed} closed")


@shared_task
def confirm_unanswered() -> None:
    """Confirm the sheets that the other side has left unanswered."""
    now = timezone.now()
    confirmed = confirming.confirm_due(now=now)
    heartbeats.beat("deadlines", now=now, told=f"{confirmed} confirmed")


@shared_task
def place_outstanding() -> None:
    """Give the postponed fixtures without a date their evening in the catch-up week."""
    now = timezone.now()
    placed = placing.place_outstanding(now=now)
    heartbeats.beat("placing", now=now, told=f"{placed} placed")


@shared_task
def lapse_unplayed() -> None:
    """Apply the league's policy to fixtures still unplayed after the catch-up week."""
    now = timezone.now()
    lapsed = placing.lapse_unplayed(now=now)
    heartbeats.beat("unplayed", now=now, told=f"{lapsed} lapsed")


@shared_task
def forget_answers() -> None:
    """Throw away the first answers of the API that nobody can ask for any more."""
    now = timezone.now()
    gone = idempotency.purge(now=now)
    heartbeats.beat("answers", now=now, told=f"{gone} thrown away")


# A timetable has its own limit, of ten minutes at most; several may wait.
@shared_task(soft_time_limit=3600, time_limit=3660)
def make_timetables() -> None:
    """Make the timetables that secretaries wait for."""
    now = timezone.now()
    made = timetables.make_waiting(now=now)
    heartbeats.beat("timetables", now=now, told=f"{made} made")
