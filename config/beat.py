"""Beat, for a clock that may have been ahead.

Celery writes down when each scan was last asked for, and asks again once its interval has passed since. After a clock
that was ahead is put right that moment is yet to come, in beat's file too, and nothing would recur before it.
"""

import time
from typing import Any

from celery.beat import PersistentScheduler, Scheduler


class _WithoutFuture(Scheduler):
    """A scheduler to which a scan that ran at a time yet to come has not run."""

    # A clock that was put back while beat waits is noticed so many seconds later.
    max_interval = 30
    _ticked_at = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        self._forget_future_runs()
        return float(super().tick(*args, **kwargs))

    def _forget_future_runs(self) -> None:
        now = time.time()
        # Every entry of ours has an interval and a last run, which Celery's types leave open.
        entries: list[Any] = list(self.schedule.values())
        ahead = [entry for entry in entries if entry.last_run_at > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now() - entry.schedule.run_every
        if ahead or now < self._ticked_at:
            # Its moments were reckoned by the clock that was ahead.
            self._heap = None
        self._ticked_at = now


class BeatScheduler(_WithoutFuture, PersistentScheduler):
    """Of bin/beat, with its file."""


class EmbeddedScheduler(_WithoutFuture):
    """Of the embedded mode, without one."""
