from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

FIRST_OF_BEFORE = (("league", "0001_initial"), ("league", "0001_tables"))
"""The first migrations of each time before; whichever is recorded made the tables (docs/decisions/databases.md)."""


def check_migrations(databases: Iterable[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Return an error for each database whose tables were made by migrations that were squashed away.

    Django names the `databases` where a command uses one, as `migrate` does.
    """
    return [
        Error(
            f"The database “{connections[alias].settings_dict['NAME']}” was made by an earlier version of Muggins, "
            "whose changes to the database are not known any more. Nothing was changed.",
            hint="Go back to the version that made it and write each league into a file (manage.py export_league); "
            "then take the files in on an empty database (manage.py import_league). "
            "Where it holds the demo league alone: make demo-reset.",
            id="league.E001",
        )
        for alias in databases or ()
        if not MigrationRecorder(connections[alias]).applied_migrations().keys().isdisjoint(FIRST_OF_BEFORE)
    ]
