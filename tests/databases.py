"""The tests' databases: migrated once into a template, which is copied for each process of each run.

A template is kept for as long as the migrations it was made by are the same. On SQLite it is a file in `var/`, on
PostgreSQL a database named after this checkout. On SQLite two runs may go on in one checkout: a file that another holds
is left alone.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models.signals import post_migrate


def set_up() -> None:
    """Point the connection at a database of its own, freshly copied from the template."""
    if connection.vendor == "sqlite" and not _held:
        connection.settings_dict["TEST"]["NAME"] = _free(Path(connection.settings_dict["TEST"]["NAME"]))
    name = connection.settings_dict["TEST"]["NAME"]
    with _locked():
        template = _template()
        take_down()
        if connection.vendor == "sqlite":
            shutil.copyfile(template, name)
        else:
            on_the_server(f'CREATE DATABASE "{name}" TEMPLATE {template}')
    _use(name)
    # What these make is in the template, and no flush takes it away (tests/journals.py).
    post_migrate.disconnect(create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def take_down() -> None:
    """Remove the database that `set_up` made."""
    name = connection.settings_dict["TEST"]["NAME"]
    connection.close()
    if connection.vendor == "sqlite":
        for end in ("", "-wal", "-shm"):
            Path(f"{name}{end}").unlink(missing_ok=True)
    else:
        on_the_server(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


_held: list[int] = []
"""The lock of this process's file; it falls with the process."""


def _free(wanted: Path) -> str:
    """Return the first file beside `wanted` that no other process holds, and hold it."""
    number = 0
    while True:
        number += 1
        lock = os.open(wanted.with_name(f"{wanted.stem}-{number}.lock"), os.O_CREAT | os.O_WRONLY)
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            _held.append(lock)
            return str(wanted.with_name(f"{wanted.stem}-{number}.sqlite3"))


def copy_migrated(to: Path) -> None:
    """Write a migrated database of SQLite, in which there is nothing yet, to a file: for a process that is started."""
    with _locked():
        shutil.copyfile(_template(), to)


def migrations() -> str:
    """Return a fingerprint of every migration there is."""
    found = hashlib.sha256()
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        source = Path(__import__(migration.__module__, fromlist=["Migration"]).__file__ or "")
        found.update(f"{app}.{name}\n".encode() + source.read_bytes())
    return found.hexdigest()[:12]


def _template() -> str:
    """Return the name of a migrated database, making it first where there is none; older ones are removed."""
    key = migrations()
    if connection.vendor == "sqlite":
        kept = settings.VAR / f"test-template-{key}.sqlite3"
        if not kept.exists():
            for old in settings.VAR.glob("test-template-*"):
                old.unlink()
            making = kept.with_suffix(".making")
            _migrate(str(making))
            making.rename(kept)
        return str(kept)
    here = "muggins_template_" + hashlib.sha256(str(settings.ROOT).encode()).hexdigest()[:8]
    with closing(_server()) as server:
        found = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{here}%"]).fetchall()
    kept_name = f"{here}_{key}"
    if (kept_name,) not in found:
        making_name = f"{here}_making"
        on_the_server(*(f'DROP DATABASE "{name}" WITH (FORCE)' for (name,) in found), f"CREATE DATABASE {making_name}")
        _migrate(making_name)
        on_the_server(f"ALTER DATABASE {making_name} RENAME TO {kept_name}")
    return kept_name


def _migrate(name: str) -> None:
    _use(name)
    call_command("migrate", verbosity=0, interactive=False)
    connection.close()


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


def _server() -> psycopg.Connection[Any]:
    of = connection.settings_dict
    given = {"host": of["HOST"], "port": of["PORT"] or 5432, "user": of["USER"], "password": of["PASSWORD"]}
    return psycopg.connect(**given, dbname="postgres", autocommit=True)


def on_the_server(*statements: str) -> None:
    """Run statements that no transaction takes, beside every database."""
    with closing(_server()) as server:
        for statement in statements:
            server.execute(statement)  # type: ignore[call-overload]


@contextmanager
def _locked() -> Iterator[None]:
    """Within, no other process of this checkout makes or copies a template."""
    with (settings.VAR / "test-template.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield
