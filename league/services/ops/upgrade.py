from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# Any number that no other program on this database locks.
KEY = 0x6D756767


@contextmanager
def upgrade_lock() -> Iterator[None]:
    """Hold PostgreSQL's advisory lock for upgrades; SQLite has no second host.

    It belongs to the connection and ends with the process.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [KEY])
