"""Beat after a clock that was ahead was put right: what recurs does so at once, and not from that clock's date on."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
import time_machine
from celery import Celery
from celery.beat import Scheduler

from config.beat import BeatScheduler, EmbeddedScheduler
from config.celery import SCHEDULE

TRUE = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def app() -> Celery:
    """An app with the schedule of ours, whose queue is this process's memory."""
    app = Celery("beat", broker="memory://", set_as_current=False)
    app.conf.update(beat_schedule=SCHEDULE, timezone="UTC", enable_utc=True, beat_sync_every=1, result_expires=None)
    return app


@pytest.fixture
def make(app: Celery, tmp_path: Path) -> Callable[[], BeatScheduler]:
    return lambda: BeatScheduler(app=app, schedule_filename=str(tmp_path / "beat"))


def scans_asked(scheduler: Scheduler, seconds: int) -> dict[str, int]:
    """Let beat work from now on for so many seconds; how often it asked for each scan."""
    before = {name: entry.total_run_count for name, entry in scheduler.schedule.items()}
    with time_machine.travel(dt.datetime.now(dt.UTC), tick=False) as clock:
        over = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)
        while dt.datetime.now(dt.UTC) < over:
            clock.shift(max(0.05, scheduler.tick()))
    return {name: entry.total_run_count - before[name] for name, entry in scheduler.schedule.items()}


EACH = dict.fromkeys(SCHEDULE, 1)


def test_beat_that_starts_with_a_file_of_the_future_asks_for_everything_at_once(
    make: Callable[[], BeatScheduler],
) -> None:
    with time_machine.travel(TRUE + 60 * DAY, tick=False):
        wrong = make()
        scans_asked(wrong, 4000)
        wrong.close()
    with time_machine.travel(TRUE, tick=False):
        right = make()
        assert {entry.last_run_at > TRUE + 59 * DAY for entry in right.schedule.values()} == {True}
        found = scans_asked(right, 4)
    assert found == EACH


@pytest.mark.parametrize("kind", ["file", "embedded"])
@pytest.mark.parametrize("ahead", [dt.timedelta(minutes=7), 60 * DAY])
def test_beat_that_runs_while_the_clock_is_put_right_goes_on(
    app: Celery, make: Callable[[], BeatScheduler], kind: str, ahead: dt.timedelta
) -> None:
    beat: Scheduler = make() if kind == "file" else EmbeddedScheduler(app=app, schedule=None)
    if kind == "embedded":
        beat.setup_schedule()
    with time_machine.travel(TRUE, tick=False):
        scans_asked(beat, 60)
    with time_machine.travel(TRUE + ahead, tick=False):
        scans_asked(beat, 120)
    with time_machine.travel(TRUE + dt.timedelta(minutes=3), tick=False):
        found = scans_asked(beat, 3700)
    # In an hour each has its turns, and nothing goes much more often for having been put right.
    for name, count in found.items():
        turns = 3700 / SCHEDULE[name]["schedule"].total_seconds()
        assert 0.98 * turns - 2 <= count <= turns + 3, (name, count)
        assert count >= 1, name


def test_beat_sleeps_for_half_a_minute_at_the_longest(make: Callable[[], BeatScheduler]) -> None:
    """So a clock that is put back is noticed, whatever it was told to sleep for."""
    assert make().max_interval <= 30
