"""The journal's guard, where a test has to get past it: to empty the tables between tests, or to play the forger.

The guard is the database's own, and the application has no way past it. Here the owner of the tests' database lifts it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from django.db import connection
from django.db.models import Model

GUARD = import_module("league.migrations.0002_rows_that_stand")
# Rows that migrating leaves in an empty database.
KEPT = ("django_content_type", "auth_permission")


def lifted() -> list[str]:
    """The statements that lift the guard; `restored` puts it back."""
    if connection.vendor == "postgresql":
        return ["SET session_replication_role = replica"]
    return list(GUARD.UNGUARD[connection.vendor])


def restored() -> list[str]:
    if connection.vendor == "postgresql":
        return ["SET session_replication_role = origin"]
    return list(GUARD.GUARD[connection.vendor])


@contextmanager
def unguarded() -> Iterator[None]:
    """Within, the journal can be changed, as by somebody who has the database."""
    _run(lifted())
    try:
        yield
    finally:
        if not connection.needs_rollback:
            _run(restored())


def forget(*models: type[Model]) -> None:
    """Delete every row of these models, the journal's too: an empty slate for another go."""
    for model in models:
        if model._meta.db_table.startswith("league_journal"):
            with unguarded():
                model._default_manager.all().delete()
        else:
            model._default_manager.all().delete()


def let_the_tests_flush() -> None:
    """After a test that commits, Django empties every table; for that alone the guard is lifted.

    To truncate a table takes PostgreSQL far longer than to delete the few rows that a test leaves. Every table is
    emptied, in one transaction: a page in a browser may write something at the last moment.
    """
    operations: Any = type(connection.ops)

    def sql_flush(self: Any, style: Any, tables: Sequence[str], **options: Any) -> list[str]:
        assert not options.get("reset_sequences"), "no test rests on the number of a row"
        emptied = [f'DELETE FROM "{name}"' for name in tables if name not in KEPT]  # noqa: S608
        return [*lifted(), *emptied, *restored()]

    operations.sql_flush = sql_flush


def _run(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
