"""Beat asks for every task there is, in time, on a queue that somebody works on."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Task
from django.conf import settings

from config.celery import SCHEDULE, app
from league.models import Heartbeat
from league.queries.ops import PATIENCE
from tests.tasks.test_tasks import TASKS

ROOT = Path(__file__).resolve().parents[2]


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def worked_on(script: str) -> str:
    found = re.search(r"--queues (\w+)", (ROOT / "bin" / script).read_text())
    assert found
    return found[1]


def test_every_task_is_asked_for_and_nothing_else() -> None:
    assert sorted(scan["task"] for scan in SCHEDULE.values()) == sorted(f"league.tasks.{name}" for name in TASKS)
    app.loader.import_default_modules()
    assert {scan["task"] for scan in SCHEDULE.values()} <= app.tasks.keys()


@pytest.mark.django_db(transaction=True)
def test_a_scan_notes_under_its_own_name_that_it_ran() -> None:
    for task in TASKS.values():
        task()
    assert set(Heartbeat.objects.values_list("job", flat=True)) == set(SCHEDULE)


@pytest.mark.parametrize("name", SCHEDULE)
def test_a_message_is_thrown_away_once_the_next_one_goes(name: str) -> None:
    assert SCHEDULE[name]["options"] == {"expires": SCHEDULE[name]["schedule"].total_seconds()}


def test_the_health_page_waits_for_each_longer_than_its_turn() -> None:
    # What streams live scores is a process of its own, with a pulse of its own.
    assert set(PATIENCE) == {*SCHEDULE, "live"}
    assert all(PATIENCE[name] >= 2 * scan["schedule"] for name, scan in SCHEDULE.items())


def test_mail_goes_within_seconds_and_so_does_a_timetable() -> None:
    turns = {name: scan["schedule"] for name, scan in SCHEDULE.items()}
    assert max(turns["mail"], turns["timetables"]) <= timedelta(seconds=10)


def test_what_asks_the_solver_has_its_own_queue_and_the_rest_the_other() -> None:
    solver = {"league.tasks.make_timetables", "league.tasks.place_outstanding"}
    found = {scan["task"]: queue_of(scan["task"]) for scan in SCHEDULE.values()}
    assert found == {task: "solver" if task in solver else "default" for task in found}


def test_somebody_works_on_each_queue() -> None:
    assert (worked_on("worker"), worked_on("solver-worker")) == (settings.DEFAULT_QUEUE, settings.SOLVER_QUEUE)


CONF: dict[str, Any] = {
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "task_serializer": "json",
    "accept_content": ["json"],
    "result_backend": None,
    "task_ignore_result": True,
    "worker_hijack_root_logger": False,
}


@pytest.mark.parametrize("name", CONF)
def test_the_app_is_set_up_to_lose_nothing_and_to_run_no_pickle(name: str) -> None:
    assert app.conf[name] == CONF[name]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_may_clean_up_before_it_is_killed(name: str) -> None:
    task: Task = TASKS[name]
    soft = task.soft_time_limit or app.conf.task_soft_time_limit
    hard = task.time_limit or app.conf.task_time_limit
    assert 0 < soft < hard
