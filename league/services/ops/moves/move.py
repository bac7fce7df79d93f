"""Move the whole installation into another database: SQLite to PostgreSQL, back, or to another of its kind."""

import datetime as dt
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from league.enums import NoticeState
from league.errors import WrongState
from league.models import Heartbeat, Notice
from league.queries.mail.hold import mail_hold
from league.queries.ops import PATIENCE
from league.services.mail.hold import hold_mail, release_mail
from league.services.ops.backups import engines
from league.services.ops.backups.picture import Picture, find_differences, stored_models, table_of, take_picture
from league.services.ops.database import upgrade_lock
from league.services.ops.moves import rows

ADDRESSES = (
    "Write postgresql://user:password@host/name or sqlite:////folder/file.sqlite3, and in a password %40 for @, %2F "
    "for /, %23 for #, %3F for ?."
)
KINDS = {"django.db.backends.postgresql": "PostgreSQL", "django.db.backends.sqlite3": "SQLite"}
QUIET = dt.timedelta(seconds=30)
"""What recurs is asked for more often than this while anything runs."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move whose databases were found equal.

    Attributes:
        where: what to call the new database, which is without a password.
        picture: of both.
        waiting: messages to be sent, by the new database alone.
        key_file: beside a file of SQLite, with the secret key; what was there stays.
    """

    vendor: str
    where: str
    picture: Picture
    waiting: int
    key_file: Path | None


def move_database(url: str, *, now: dt.datetime) -> Moved:
    """Copy every row from the settings' database to an empty one, compare both, and hold the old one's mail.

    The old database is read in one snapshot, and the new one written in one transaction that ends once everything was
    found equal: else, by WrongState, it holds no row.
    """
    where, target = _open(url)
    source = connections["default"]
    _check_source(now)
    try:
        with _new_file(target), engines.acting_on(target), upgrade_lock():
            _prepare(where)
            return _move(source, target, where, now)
    except DatabaseError as refused:
        raise WrongState(f"{where}: {_first_line(refused)} Nothing was moved.") from refused
    finally:
        target.close()


def _open(url: str) -> tuple[str, BaseDatabaseWrapper]:
    """Return what to call a database, and a connection that is not made yet. No error names what was given."""
    try:
        given: dict[str, Any] = dict(dj_database_url.parse(url.strip()))
    except Exception:  # noqa: BLE001 - it may say what it could not read, of a password too
        raise WrongState(f"This is no address of a database. {ADDRESSES}") from None
    name = str(given.get("NAME") or "")
    if given.get("ENGINE") not in KINDS or name in ("", ":memory:") or (given.get("HOST") and "@" in name):
        raise WrongState(f"This is no address of a database that Muggins runs on. {ADDRESSES}")
    if KINDS[given["ENGINE"]] == "SQLite":
        given = {**given, "NAME": str(Path(name).absolute()), "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
        where = given["NAME"]
    else:
        given["OPTIONS"] = {"connect_timeout": 5, **given.get("OPTIONS", {})}
        where = f"The database “{name}”"
    whole = connections.configure_settings({"default": given})["default"]
    wrapper: BaseDatabaseWrapper = load_backend(given["ENGINE"]).DatabaseWrapper(whole, "default")
    return where, wrapper


def _first_line(error: BaseException) -> str:
    return f"{str(error).strip().splitlines()[0].rstrip('.')}." if str(error).strip() else f"{type(error).__name__}."


@contextmanager
def _new_file(target: BaseDatabaseWrapper) -> Iterator[None]:
    """Make SQLite's file, for its owner alone, and remove it where the block fails. One that is there stays."""
    path = Path(str(target.settings_dict["NAME"]))
    if target.vendor != "sqlite" or path.exists():
        yield
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as refused:
        raise WrongState(f"{path} cannot be made: {refused.strerror}.") from refused
    try:
        yield
    except BaseException:
        target.close()
        for end in ("", "-journal", "-wal", "-shm"):
            path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
        raise


def _check_source(now: dt.datetime) -> None:
    if not connection.introspection.table_names():
        raise WrongState("There is nothing to move: the database of the settings is empty.")
    if _pending():
        raise WrongState("The database of the settings has migrations pending. Run manage.py migrate first.")
    lately = Heartbeat.objects.filter(job__in=PATIENCE, ran_at__gt=now - QUIET).order_by("-ran_at").first()
    if lately is not None:
        raise WrongState(
            f"Something still works on the old database: “{lately.job}” ran within {QUIET.seconds} seconds. Stop web, "
            "workers and beat, since what they write would not be moved, and try again."
        )


def _pending() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _prepare(where: str) -> None:
    """Migrate an empty database; refuse one that holds anything, or is migrated otherwise."""
    there = set(connection.introspection.table_names())
    if not there:
        call_command("migrate", verbosity=0, interactive=False)
        return
    ours = {table_of(model): model for model in stored_models()}
    if foreign := sorted(there - {*ours, MigrationRecorder.Migration._meta.db_table} - _search_tables(there)):
        raise WrongState(f"{where} is not empty: it holds “{foreign[0]}”, which is not of Muggins. Name a new one.")
    executor = MigrationExecutor(connection)
    strange = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations or ())
    if strange or _pending():
        raise WrongState(f"{where} is of another version of Muggins. Name a new, empty one, or migrate it.")
    for table in sorted(there & set(ours)):
        if ours[table] not in rows.MADE_BY_MIGRATING and ours[table]._base_manager.exists():
            raise WrongState(f"{where} is not empty: {table} has rows, and nothing is overwritten. Name a new one.")


def _search_tables(tables: set[str]) -> set[str]:
    """SQLite's tables of names, which triggers keep."""
    return {table for table in tables if table.startswith("league_alike_")}


def _move(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper, where: str, now: dt.datetime) -> Moved:
    with ExitStack() as undo:
        with transaction.atomic(durable=True):
            with _snapshot(source):
                sums = rows.copy(source, target)
                with engines.acting_on(source):
                    before, picture = engines.contents_of_database(), take_picture(sums)
            _compare(picture)
            waiting = Notice.objects.filter(state=NoticeState.WAITING).count()
            with engines.acting_on(source):
                if engines.contents_of_database() != before:
                    raise WrongState(
                        "The old database was written to while it was read. Stop web, workers and beat, and try again. "
                        "Nothing was moved."
                    )
                if not mail_hold():
                    hold_mail(now=now, why=f"Moved to another database, {target.display_name}.")
                    undo.callback(_release, source)
        undo.pop_all()
    return Moved(target.vendor, where, picture, waiting, _write_key(target))


def _write_key(target: BaseDatabaseWrapper) -> Path | None:
    if target.vendor != "sqlite":
        return None
    path = Path(f"{target.settings_dict['NAME']}.secret-key")
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{settings.SECRET_KEY}\n")
    except FileExistsError:
        pass
    return path


def _release(source: BaseDatabaseWrapper) -> None:
    with engines.acting_on(source):
        release_mail()


@contextmanager
def _snapshot(source: BaseDatabaseWrapper) -> Iterator[None]:
    """Read one moment of a database; on SQLite nobody writes meanwhile."""
    source.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        if source.vendor == "postgresql":
            with source.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
    finally:
        source.rollback()
        source.set_autocommit(True)


def _compare(picture: Picture) -> None:
    """Raise WrongState unless the database of the connection holds and shows the same."""
    if wrong := find_differences(picture, take_picture()):
        raise WrongState(f"The new database is not as the old one: {'; '.join(wrong)}. Nothing was moved.")
