"""The health of the site: tasks that are late, work that is waiting, services that do not answer."""

import datetime as dt
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as configured
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg import errors
from redis import Redis

from league.enums import NoticeKind, NoticeState
from league.models import Notice
from league.queries.ops import FULL, PATIENCE, SENTENCE, Health, Job, health_of, why_unavailable
from league.services.notices import queue_notice
from league.services.ops.heartbeats import beat
from tests.factories import Town

MINUTE = dt.timedelta(minutes=1)


def jobs(health: Health) -> dict[str, Job]:
    return {job.name: job for job in health.jobs}


def notice(town: Town, key: str, *, now: dt.datetime, **fields: Any) -> None:
    """A message to the captain of the Anchor, with these fields."""
    who = town.captains["Anchor"]
    queue_notice(town.league, [who], NoticeKind.RESULT_CONFIRMED, key, text="Confirmed.", now=now)
    Notice.objects.filter(recipient=who, key=key).update(**fields)


def test_a_new_house_is_well(db: None, now: dt.datetime) -> None:
    health = health_of(now=now)
    assert (health.ok, health.problems, health.database, health.cache) == (True, (), "ok", "ok")
    assert (health.waiting, health.failed, health.oldest_unsent, health.migrations) == (0, 0, None, ())
    assert health.jobs == tuple(Job(name, None, "", late=False) for name in sorted(PATIENCE))


def test_it_asks_seven_queries_whatever_waits(town: Town, now: dt.datetime, django_assert_num_queries: Any) -> None:
    health_of(now=now)
    for count in (1, 40):
        for number in range(count):
            notice(town, f"{count}:{number}", now=now)
            beat(f"job {number}", now=now)
        with django_assert_num_queries(8):
            health_of(now=now)


@pytest.mark.parametrize("name", sorted(PATIENCE))
def test_a_job_is_late_once_it_was_silent_for_too_long(db: None, now: dt.datetime, name: str) -> None:
    beat(name, now=now - PATIENCE[name], summary="3 done")
    assert jobs(health_of(now=now))[name] == Job(name, now - PATIENCE[name], "3 done", late=False)
    later = now + dt.timedelta(seconds=1)
    assert jobs(health_of(now=later))[name].late
    ran = f"{now - PATIENCE[name]:%Y-%m-%d %H:%M:%S}"
    assert health_of(now=later).problems == (f"“{name}” has not run since {ran} UTC.",)
    beat(name, now=later)
    assert health_of(now=later).ok


def test_a_job_that_nobody_expects_is_told_and_never_late(db: None, now: dt.datetime) -> None:
    beat("spring-cleaning", now=now - dt.timedelta(days=300))
    assert jobs(health_of(now=now))["spring-cleaning"].late is False


def test_a_message_that_should_have_gone_long_ago_is_a_problem(town: Town, now: dt.datetime) -> None:
    notice(town, "fresh", now=now - 5 * MINUTE)
    notice(town, "old", now=now - 60 * MINUTE)
    health = health_of(now=now)
    assert (health.waiting, health.oldest_unsent, health.ok) == (2, 60 * MINUTE, True)
    assert health_of(now=now + MINUTE).problems == ("A message has waited for 61 minutes to be sent.",)


def test_a_message_put_off_for_the_night_has_not_waited(town: Town, now: dt.datetime) -> None:
    notice(town, "quiet", now=now - dt.timedelta(hours=9), send_at=now + MINUTE)
    health = health_of(now=now)
    assert (health.waiting, health.oldest_unsent) == (1, None)
    assert health_of(now=now + 3 * MINUTE).oldest_unsent == 2 * MINUTE


def test_a_message_the_mail_server_refuses_has_waited_since_it_was_owed(town: Town, now: dt.datetime) -> None:
    notice(town, "refused", now=now - 3 * dt.timedelta(hours=1), send_at=now + dt.timedelta(hours=1), attempts=2)
    assert health_of(now=now).oldest_unsent == dt.timedelta(hours=3)


def test_what_was_given_up_is_counted_and_no_longer_waits(town: Town, now: dt.datetime) -> None:
    for key, state in (("a", NoticeState.FAILED), ("b", NoticeState.SENT), ("c", NoticeState.NOT_WANTED)):
        notice(town, key, now=now - dt.timedelta(days=1), state=state)
    health = health_of(now=now)
    assert (health.waiting, health.failed, health.oldest_unsent, health.ok) == (0, 1, None, True)


def test_a_database_that_wants_migrating_is_a_problem(db: None, now: dt.datetime) -> None:
    MigrationRecorder(connection).record_unapplied("league", "0002_rows_that_stand")
    health = health_of(now=now)
    assert health.migrations == ("league.0002_rows_that_stand",)
    assert health.problems == ("The database needs migrating: league.0002_rows_that_stand.",)


def test_a_database_that_was_never_migrated_is_a_problem_and_no_crash(db: None, now: dt.datetime) -> None:
    MigrationRecorder(connection).record_unapplied("league", "0002_rows_that_stand")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_heartbeat RENAME TO not_there_yet")
    health = health_of(now=now)
    assert (health.ok, health.serves, health.jobs) == (False, False, ())
    assert health.problems == (
        f"The database does not answer: {health.database}.",
        "The database needs migrating: league.0002_rows_that_stand.",
    )
    assert health.database in ("OperationalError", "ProgrammingError")


def test_without_a_database_everything_else_is_still_told(now: dt.datetime) -> None:
    """Without the `db` fixture every question to the database is refused, much as a dead one does."""
    health = health_of(now=now)
    assert (health.ok, health.serves, health.cache, health.jobs) == (False, False, "ok", ())
    assert len(health.problems) == 1


def test_a_queue_in_memory_is_no_server_to_ask(db: None, now: dt.datetime, settings: Any) -> None:
    settings.CELERY_BROKER_URL = "memory://"
    health = health_of(now=now)
    assert (health.broker, health.queues, health.ok) == ("", {}, True)


def test_a_broker_that_does_not_answer_is_a_problem(db: None, now: dt.datetime, settings: Any) -> None:
    # Nobody listens on port 1.
    settings.CELERY_BROKER_URL = "redis://user:secret@127.0.0.1:1/0"
    health = health_of(now=now)
    assert (health.broker, health.queues) == ("ConnectionError", {})
    assert health.problems == ("The broker does not answer: ConnectionError.",)


def test_the_queues_of_the_broker_are_measured(db: None, now: dt.datetime, settings: Any) -> None:
    """A real Redis where the tests run on services; the embedded run has none, and asks none."""
    if not configured.ON_SERVICES:
        assert health_of(now=now).queues == {}
        return
    settings.CELERY_BROKER_URL = configured.CACHES["default"]["LOCATION"]
    settings.CELERY_TASK_DEFAULT_QUEUE = "test-default"
    settings.CELERY_TASK_ROUTES = {"a": {"queue": "test-solver"}, "b": {"queue": "test-solver"}}
    with Redis.from_url(settings.CELERY_BROKER_URL) as broker:
        broker.delete("test-default", "test-solver")
        broker.rpush("test-solver", "one", "two")
        health = health_of(now=now)
        broker.delete("test-solver")
    assert (health.broker, health.queues) == ("ok", {"test-default": 0, "test-solver": 2})


def test_the_cache_is_left_as_it_was_but_for_one_word(db: None) -> None:
    health_of(now=timezone.now())
    assert cache.get("health") == configured.ROOT_URLCONF


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No file of this process may grow beyond 1,000 bytes, as on a disk that is full."""
    if connection.vendor != "sqlite":
        pytest.skip("a database server has a disk of its own")
    # Python would keep half of a module that it compiles meanwhile, for every later run.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.django_db
def test_a_full_disk_is_told_although_pages_are_read(now: dt.datetime, full_disk: None) -> None:
    health = health_of(now=now)
    assert health.problems == ("Nothing can be stored: the disk of the database takes no file (File too large).",)
    assert health.serves, "whoever reads is served"


@pytest.mark.django_db
def test_a_disk_with_room_is_no_problem_and_keeps_no_file(now: dt.datetime) -> None:
    folder = Path(str(connection.settings_dict["NAME"])).parent
    before = set(folder.iterdir()) if connection.vendor == "sqlite" else set()
    assert health_of(now=now).ok
    assert not before or {path for path in set(folder.iterdir()) - before if path.name.startswith("tmp")} == set()


def met(cause: Exception) -> Exception:
    """A database's error as Django hands it on."""
    try:
        raise OperationalError(str(cause)) from cause
    except OperationalError as found:
        return found


def test_a_full_disk_of_the_database_is_told_as_such() -> None:
    assert why_unavailable(met(errors.DiskFull("could not extend file"))) == FULL


@pytest.mark.parametrize(
    "cause",
    [
        psycopg.OperationalError("connection refused"),
        errors.ConnectionFailure("server closed the connection"),
        errors.TooManyConnections("too many clients already"),
        errors.AdminShutdown("terminating connection"),
        errors.IoError("could not read block"),
    ],
)
def test_a_database_that_is_away_busy_or_restarting_is_asked_again(cause: Exception) -> None:
    assert why_unavailable(met(cause)) == SENTENCE


def test_a_connection_that_was_closed_by_itself_is_asked_for_again() -> None:
    assert why_unavailable(InterfaceError("connection already closed")) == SENTENCE


def test_what_the_site_asks_wrongly_is_a_fault_of_its_own() -> None:
    assert why_unavailable(met(errors.ProgramLimitExceeded("too many columns"))) == ""
    assert why_unavailable(met(errors.SyntaxError("at or near"))) == ""
    assert why_unavailable(ValueError()) == ""
