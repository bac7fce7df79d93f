"""Dumping and restoring: pg_dump's custom format on PostgreSQL, the online backup on SQLite. Both under traffic."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.conninfo import make_conninfo

from league.errors import WrongState
from league.services.ops.backups.files import BadBackup

Ask = Callable[[str], list[tuple[Any, ...]]]
# psycopg's own library may be newer than theirs: no more is handed on than what an installation sets.
PARAMETERS = (
    "dbname", "user", "host", "port", "connect_timeout", "options", "passfile", "service",
    "sslmode", "sslrootcert", "sslcert", "sslkey",
)  # fmt: skip
TARGET = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds; see `files.Manifest`."""

    migrations: Mapping[str, str]
    counts: Mapping[str, int]
    journals: Mapping[str, list[Any]]


@contextmanager
def pointed_at(database: Mapping[str, Any] | None) -> Iterator[None]:
    """Within, the connection is to another database, or of another user; None changes nothing."""
    if database is None:
        yield
        return
    before = {key: connection.settings_dict[key] for key in TARGET}
    connection.close()
    connection.settings_dict.update({key: database[key] for key in TARGET if key in database})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


@contextmanager
def acting_on(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Within, the connection of everything is another one."""
    before = connections["default"]
    connections["default"] = database
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"] = before
        ContentType.objects.clear_cache()


def owner() -> Mapping[str, Any] | None:
    """The database as its owner, where the settings name one."""
    return settings.OWNER_DATABASE if connection.vendor == "postgresql" else None


def contents_of_database() -> Contents:
    """Count the database of the connection."""
    with connection.cursor() as cursor:

        def ask(sql: str) -> list[tuple[Any, ...]]:
            cursor.execute(sql)
            return cast(list[tuple[Any, ...]], cursor.fetchall())

        return _contents(ask)


def _contents(ask: Ask) -> Contents:
    quote = connection.ops.quote_name
    counts = {table: ask(f"SELECT count(*) FROM {quote(table)}")[0][0] for table in _tables(ask)}  # noqa: S608
    migrations: dict[str, str] = {}
    journals: dict[str, list[Any]] = {}
    if "django_migrations" in counts:
        migrations = dict(ask("SELECT app, max(name) FROM django_migrations GROUP BY app ORDER BY app"))
    if "league_journalhead" in counts:
        heads = ask(
            "SELECT slug, number, hash FROM league_journalhead JOIN league_league ON league_id = league_league.id "
            "ORDER BY slug"
        )
        journals = {slug: [number, hash] for slug, number, hash in heads}
    return Contents(migrations, counts, journals)


def _tables(ask: Ask) -> list[str]:
    if connection.vendor == "postgresql":
        rows = ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    else:
        rows = ask("SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY 1")
    return [name for (name,) in rows]


def is_empty() -> bool:
    """Whether the database has no table."""
    return not connection.introspection.table_names()


def server() -> str:
    """The database's version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version" if connection.vendor == "postgresql" else "SELECT sqlite_version()")
        return str(cursor.fetchone()[0])


def tool() -> int:
    """Major version of the PostgreSQL programs here; 0 with SQLite. WrongState where they cannot do it."""
    if connection.vendor != "postgresql":
        return 0
    needed = _server_major()
    versions = {_major_of(name, needed) for name in ("pg_dump", "pg_restore")}
    if min(versions) < needed:
        raise WrongState(
            f"pg_dump and pg_restore here are of PostgreSQL {min(versions)}, and the server is {needed}, which they "
            f"cannot read. Install postgresql-client-{needed} and put it first in PATH."
        )
    return max(versions)


def _server_major() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10000


def _major_of(name: str, needed: int) -> int:
    found = re.search(r"\(PostgreSQL\) (\d+)", _run(name, "--version", needed=needed))
    return int(found[1]) if found else 0


def largest_dump() -> int:
    """The most bytes that a dump of the database takes; PostgreSQL's is compressed, and photographs are already."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            if connection.vendor == "postgresql"
            else "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        return int(cursor.fetchone()[0])


def dump(to: Path, look: Callable[[], object] = bool) -> Contents:
    """Write the database to a file; return what is in it, of the same moment, which `look` sees too."""
    return _dump_postgresql(to, look) if connection.vendor == "postgresql" else _dump_sqlite(to, look)


def _dump_postgresql(to: Path, look: Callable[[], object]) -> Contents:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        # Who owns what and who may do what is the server's; a comment on an extension is its owner's alone to write.
        what = ("--format=custom", "--no-owner", "--no-privileges", "--no-comments", f"--snapshot={snapshot}")
        _run("pg_dump", *what, f"--file={to}", f"--dbname={_address()}")
        look()
        return contents_of_database()


def _dump_sqlite(to: Path, look: Callable[[], object]) -> Contents:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(to)) as copy:
            connection.connection.backup(copy)
            # One file, without a log beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            contents = _contents(lambda sql: copy.execute(sql).fetchall())
        with _file(to) as copied, acting_on(copied):
            look()
        return contents
    except sqlite3.Error as wrong:
        raise WrongState(f"The database could not be copied to {to.parent}: {wrong}.") from wrong


@contextmanager
def _file(path: Path) -> Iterator[BaseDatabaseWrapper]:
    """A connection to another file of SQLite."""
    other = connection.copy()
    other.settings_dict.update(NAME=str(path), OPTIONS={})
    with closing(other):
        yield other


def check_dump(file: Path, engine: str) -> None:
    """Read a dump with the program that would restore it; raise BadBackup where it cannot."""
    if engine == "postgresql":
        try:
            _run("pg_restore", "--list", str(file))
        except WrongState as wrong:
            raise BadBackup(f"The dump in it cannot be read: {wrong}") from wrong
        return
    try:
        # By Django's own: its functions are in the indexes.
        with _file(file) as other, other.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            told = cursor.fetchone()[0]
    except DatabaseError as wrong:
        raise BadBackup(f"The database in it cannot be read: {wrong}.") from wrong
    if told != "ok":
        raise BadBackup(f"The database in it is damaged: {told}.")


def load(file: Path) -> None:
    """Restore a dump into the empty database of the connection: whole, or not at all."""
    if connection.vendor == "postgresql":
        what = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
        _run("pg_restore", *what, f"--dbname={_address()}", str(file))
        return
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(file)) as source:
            source.backup(connection.connection)
    except sqlite3.Error as wrong:
        raise WrongState(f"The database could not be written: {wrong}. Nothing was restored.") from wrong
    # The statements it has prepared are of the empty database.
    connection.close()


@contextmanager
def new_database(name: str, folder: Path) -> Iterator[Mapping[str, Any]]:
    """A new, empty database beside the one of the connection, removed afterwards."""
    here = {key: connection.settings_dict[key] for key in TARGET}
    if connection.vendor != "postgresql":
        yield {**here, "NAME": str(folder / f"{name}.sqlite3")}
        return
    quoted = connection.ops.quote_name(name)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {quoted}")
    except DatabaseError as refused:
        raise WrongState(
            f"No new database can be made ({str(refused).strip()}). ALTER ROLE … CREATEDB lets the owner make one."
        ) from refused
    try:
        yield {**here, "NAME": name}
    finally:
        connection.close()
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")


def _address() -> str:
    """The database of the connection as PostgreSQL's programs take it, without the password."""
    given = connection.get_connection_params()
    return make_conninfo("", **{key: given[key] for key in PARAMETERS if given.get(key)})


def _run(name: str, *arguments: str, needed: int = 0) -> str:
    """Run one of PostgreSQL's programs; raise WrongState with what it said last."""
    program = shutil.which(name)
    if program is None:
        package = f"postgresql-client-{needed}" if needed else "postgresql-client"
        raise WrongState(f"{name} is not there. Install {package}.")
    environment = {**os.environ, "LC_ALL": "C"}
    if password := connection.settings_dict.get("PASSWORD"):
        environment["PGPASSWORD"] = password
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own
        [program, *arguments], env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or ["nothing"]
        raise WrongState(f"{said[0].strip().rstrip('.')}.")
    return done.stdout
