"""Celery: the app, and the work that recurs.

Nothing here is asked for by a page. Beat looks again and again for what is due, and the services claim what they find;
so a scan that is lost is made up for by the next, and one that comes twice does nothing (docs/decisions/jobs.md).
"""

import os
from datetime import timedelta
from typing import Any

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")


def every(interval: timedelta, task: str) -> dict[str, Any]:
    """A scan that recurs. A message nobody took until the next one goes is thrown away: the next does its work."""
    return {"task": task, "schedule": interval, "options": {"expires": interval.total_seconds()}}


SCHEDULE = {
    "mail": every(timedelta(seconds=10), "league.tasks.deliver"),
    "timetables": every(timedelta(seconds=5), "league.tasks.make_timetables"),
    "reminders": every(timedelta(minutes=1), "league.tasks.queue_reminders"),
    "deadlines": every(timedelta(minutes=1), "league.tasks.confirm_unanswered"),
    "requests": every(timedelta(minutes=10), "league.tasks.expire_requests"),
    "placing": every(timedelta(minutes=10), "league.tasks.place_outstanding"),
    "unplayed": every(timedelta(minutes=10), "league.tasks.lapse_unplayed"),
    "guests": every(timedelta(minutes=5), "league.tasks.judge_guests"),
    "appeals": every(timedelta(minutes=10), "league.tasks.go_on_with_appeals"),
    "purge": every(timedelta(hours=1), "league.tasks.throw_away"),
    "answers": every(timedelta(hours=1), "league.tasks.forget_answers"),
    "uploads": every(timedelta(minutes=10), "league.tasks.sweep_uploads"),
    "doctor": every(timedelta(minutes=30), "league.tasks.examine_installation"),
    "heads": every(timedelta(hours=1), "league.tasks.owe_journal_heads"),
    "nightly": every(timedelta(minutes=30), "league.tasks.back_up_nightly"),
}

app = Celery("muggins")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()
