"""Two writes that meet on purpose: before the journal's end, or the second while the first is not committed yet."""

import time
from collections.abc import Callable
from threading import Event
from typing import Any

from django.db import connection, transaction

from league.models import JournalHead, League
from league.services.journal import lock_journal
from tests.services.at_once import at_once

SECONDS = 10


def one_then_the_other(league: League, first: Callable[[], Any], second: Callable[[], Any]) -> list[Any]:
    """Return what both calls returned, or were refused with: `first` waits for the journal, or a lock, before `second`.

    The end of the journal is held by a third until both wait. SQLite lets in one at a time anyway.
    """
    JournalHead.objects.get_or_create(league=league)
    held, waits = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock_journal(league)
            held.set()
            _until_wait(1)
            waits.set()
            _until_wait(2)

    return at_once(hold, _following(held, first), _following(waits, second))[1:]


def during(first: Callable[[], Any], second: Callable[[], Any]) -> list[Any]:
    """Return what both calls returned: `second` begins once `first` has written, and waits for its commit.

    SQLite lets in one at a time anyway.
    """
    written = Event()

    def write() -> Any:
        with transaction.atomic():
            found = first()
            written.set()
            _until_wait(1)
        return found

    return at_once(write, _following(written, second))


def _until_wait(many: int) -> None:
    """Return when as many connections wait for another's lock."""
    until = time.monotonic() + SECONDS
    while connection.vendor == "postgresql" and _waiting() < many:
        assert time.monotonic() < until, f"{_waiting()} wait, not {many}"
        time.sleep(0.02)


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


def _following(event: Event, call: Callable[[], Any]) -> Callable[[], Any]:
    def wait_and_call() -> Any:
        assert event.wait(2 * SECONDS)
        return call()

    return wait_and_call
