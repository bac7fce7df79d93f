"""Recurring tasks record that they ran."""

import datetime as dt

from league.models import Heartbeat
from league.services.ops.heartbeats import beat


def test_a_beat_is_one_row_a_job_and_the_last_word_counts(db: None, now: dt.datetime) -> None:
    beat("mail", now=now, summary="12 sent")
    beat("placing", now=now)
    beat("mail", now=now + dt.timedelta(seconds=10), summary="0 sent")
    rows = Heartbeat.objects.order_by("job").values_list("job", "ran_at", "told")
    assert list(rows) == [("mail", now + dt.timedelta(seconds=10), "0 sent"), ("placing", now, "")]


def test_a_long_word_is_cut(db: None, now: dt.datetime) -> None:
    beat("mail", now=now, summary="x" * 300)
    assert Heartbeat.objects.get().told == "x" * 250
