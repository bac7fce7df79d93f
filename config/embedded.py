"""The embedded mode: beat and a worker as threads of the one process that serves the pages.

The queue is that process's memory. Nothing is lost with it: what there is to do stands in the database, and the next
process begins by looking at all of it. One task runs at a time, so a timetable being made holds the mail up meanwhile.
It is no outage, though: a task gives signs of life all the while (services/ops/heartbeats.py).
"""

import logging
from threading import Thread

from celery.beat import Service
from celery.worker import WorkController
from django.conf import settings

from config.beat import EmbeddedScheduler
from config.celery import SCHEDULE, app

STOP_WITHIN = 5.0


class Embedded:
    """Beat and a worker for every queue, as threads; `start` and `stop` once each."""

    def __init__(self) -> None:
        app.set_default()
        worker = WorkController(
            app=app,
            hostname="worker@embedded",
            queues=[settings.DEFAULT_QUEUE, settings.SOLVER_QUEUE],
            pool="solo",
            concurrency=1,
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
        )
        self._worker = Thread(target=worker.start, name="worker", daemon=True)
        # It sleeps for a second at most, so that it notices the end.
        self._beat = Service(app, max_interval=1, scheduler_cls=EmbeddedScheduler)

    def start(self) -> None:
        """Start both, and look at once for everything that is due."""
        self._worker.start()
        Thread(target=self._beat.start, name="beat", daemon=True).start()
        for scan in SCHEDULE.values():
            app.send_task(scan["task"])

    def stop(self) -> None:
        """Let the task that runs come to its end, for a few seconds; then the process may go without it."""
        # That it was told so is news from a worker far away, not here.
        logging.getLogger("celery.worker.control").setLevel("ERROR")
        app.control.shutdown()
        self._beat.stop(wait=True)
        self._worker.join(STOP_WITHIN)
