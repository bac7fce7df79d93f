"""Django's migrate, one at a time and under traffic: two deployments migrate once, and nobody queues behind a lock."""

import time
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from league.services.ops.database import lock_holders, lock_timeout, upgrade_lock

WAIT = 2
"""Seconds that a change waits for a table, with everybody who then asks for it waiting behind it."""
PAUSE = 5
TRIES = 60
UNKNOWN = "a transaction that this user is not told of (a superuser may GRANT pg_read_all_stats to them)"


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with upgrade_lock(), lock_timeout(WAIT):
            for left in reversed(range(TRIES)):
                try:
                    super().handle(*args, **options)
                    break
                except OperationalError as error:
                    if not isinstance(error.__cause__, LockNotAvailable):
                        raise
                    self._wait(left)

    def _wait(self, left: int) -> None:
        holders = "; ".join(lock_holders()) or UNKNOWN
        told = f"A table is in use, and a change waits for it no longer than {WAIT} s. In use by: {holders}."
        if not left:
            raise CommandError(f"{told} Given up after {TRIES} tries. What is applied stays; run this again later.")
        self.stderr.write(f"{told} Trying again in {PAUSE} s, {left} times at most.")
        time.sleep(PAUSE)
