"""Celery tasks: each is one service call and a note that it ran.

Each takes the server's pulse first: an outage extends deadlines before anything is decided, and after a clock jump
nothing irreversible is done by the clock (mail goes by the last trusted time). None takes an argument, and any may be
lost, come twice or run beside itself: the services look for what is due and claim it.
"""

import datetime as dt
import os
from collections.abc import Callable

from celery import shared_task
from django.utils import timezone

from league.queries.mail.hold import mail_hold
from league.queries.outages import open_jump
from league.services import clock, idempotency
from league.services.availability import ask
from league.services.calls.conduct import tell_judges
from league.services.dates import place
from league.services.disputes import panel_votes
from league.services.mail import delivery, reminders, site_mail
from league.services.ops import heartbeats, journal_heads, purge
from league.services.ops.backups import backup
from league.services.ops.doctor.report import store_report
from league.services.portability import waiting_files
from league.services.results import confirm, guests
from league.services.seasons import timetables
from league.services.standings import no_shows

HELD = "nothing: the clock has jumped"


def _run(job: str, work: Callable[[dt.datetime], str], *, decides: bool = False) -> None:
    """Run a job and record it; `decides` needs a trusted clock, as it cannot be undone."""
    now = timezone.now()
    trusted = _take_pulse(now)
    with heartbeats.heartbeats_during(lambda: _take_pulse(timezone.now())):
        outcome = work(now) if trusted or not decides else HELD
    heartbeats.beat(job, now=now, summary=outcome)


def _take_pulse(now: dt.datetime) -> bool:
    return heartbeats.take_pulse(now=now, clocks=clock.read_clocks())


def _send(now: dt.datetime) -> str:
    """Send codes and links first, which are of use for minutes; then notices, whatever became of them.

    After a clock jump it works with the last trusted time.
    """
    jump = open_jump()
    at, jumped = (now, False) if jump is None else (jump.began_at, True)
    try:
        site_mail.deliver_due(now=at, jumped=jumped)
    finally:
        outcome = "nothing: mail is held" if mail_hold() else str(delivery.deliver_due(now=at, jumped=jumped))
    return outcome


@shared_task
def deliver() -> None:
    _run("mail", _send)


@shared_task
def queue_reminders() -> None:
    _run("reminders", lambda now: f"{_owe_reminders(now)} owed", decides=True)


def _owe_reminders(now: dt.datetime) -> int:
    owed = reminders.queue_due(now=now) + reminders.queue_date_reminders(now=now)
    owed += reminders.queue_tie_reminders(now=now) + tell_judges(now=now)
    return owed + ask.queue_due(now=now) + no_shows.queue_due(now=now)


@shared_task
def expire_requests() -> None:
    _run("requests", lambda now: f"{place.expire_requests(now=now)} closed", decides=True)


@shared_task
def confirm_unanswered() -> None:
    _run("deadlines", lambda now: f"{confirm.confirm_due(now=now)} confirmed", decides=True)


@shared_task
def go_on_with_appeals() -> None:
    _run("appeals", lambda now: f"{panel_votes.continue_due(now=now)} decided", decides=True)


@shared_task
def place_outstanding() -> None:
    _run("placing", lambda now: f"{place.place_outstanding(now=now)} placed", decides=True)


@shared_task
def lapse_unplayed() -> None:
    _run("unplayed", lambda now: f"{place.lapse_unplayed(now=now)} lapsed", decides=True)


@shared_task
def forget_answers() -> None:
    _run("answers", lambda now: f"{idempotency.purge(now=now)} thrown away", decides=True)


@shared_task
def sweep_uploads() -> None:
    """Delete uploaded spreadsheets that nobody imported within an hour."""
    _run("uploads", lambda now: f"{waiting_files.sweep_expired(now=now)} deleted", decides=True)


@shared_task
def owe_journal_heads() -> None:
    _run("heads", lambda now: f"{journal_heads.queue_heads_due(now=now)} told")


@shared_task
def judge_guests() -> None:
    _run("guests", lambda now: f"{guests.judge_again(now=now)} judged again")


@shared_task
def throw_away() -> None:
    _run("purge", lambda now: str(purge.purge(now=now)), decides=True)


@shared_task
def examine_installation() -> None:
    _run("doctor", lambda now: store_report(now=now))


# To back up a large database takes minutes.
@shared_task(soft_time_limit=3600, time_limit=3660)
def back_up_nightly() -> None:
    _run("nightly", lambda now: backup.back_up_nightly(now=now, environment=os.environ))


# A timetable has its own limit, of ten minutes at most; several may wait.
@shared_task(soft_time_limit=3600, time_limit=3660)
def make_timetables() -> None:
    _run("timetables", lambda now: f"{timetables.make_waiting(now=now)} made")
