"""Back up the whole installation into one file, restore it, and drill both."""

import datetime as dt
import errno
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.errors import WrongState
from league.models import League
from league.rules.chain import Broken
from league.services.journal import verify
from league.services.mail.hold import hold_mail
from league.services.ops.backups import engines, files
from league.services.ops.backups.files import BadBackup, Manifest
from league.services.ops.database import upgrade_lock

NAME = re.compile(r"muggins-(\d{8})T\d{6}Z\.zip(\.age)?")
ENGINES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
SECRET_KEY = "MUGGINS_SECRET_KEY"  # noqa: S105 - the name of a variable


@dataclass(frozen=True, slots=True)
class Written:
    """A backup that was made. `removed`: older ones that were not to be kept."""

    path: Path
    manifest: Manifest
    removed: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """A database that was restored and found equal to its backup.

    Attributes:
        pending: migrations it has not had.
        waiting: messages that are held.
        chains: journals that were followed to their ends; none while migrations are pending.
    """

    manifest: Manifest
    pending: tuple[str, ...]
    waiting: int
    chains: int


def back_up(
    folder: Path,
    *,
    now: dt.datetime,
    recipients: Iterable[str] = (),
    keep: int | None = None,
    environment: Mapping[str, str],
    with_secrets: bool = False,
) -> Written:
    """Write a backup into a folder and read it back; its name appears there only then.

    Raise WrongState, nothing of it left, where it cannot be made.

    Args:
        recipients: age's public keys; without any it is not encrypted.
        keep: days of which backups are kept, the newest ones that have any; None keeps all.
        environment: the variables that the installation is set up by.
        with_secrets: include these and the secret key; demands a recipient.
    """
    keys = files.recipients_of(recipients)
    if with_secrets and not keys:
        raise WrongState("Secrets go only into an encrypted backup. Name a recipient: --recipient age1….")
    if keep is not None and keep < 1:
        raise WrongState("Keep at least one day.")
    path = folder / f"muggins-{now.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}.zip{'.age' if keys else ''}"
    with _full_disk_told(path), TemporaryDirectory(prefix="muggins-backup-") as scratch:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise WrongState(f"{path} is there already.")
        part = path.with_name(f".{path.name}.part")
        part.unlink(missing_ok=True)
        try:
            part.touch(mode=0o600)  # before anything is in it
            manifest = _write(part, Path(scratch), keys, now, dict(environment), with_secrets)
            part.rename(path)
            _sync_folder(folder)
        finally:
            part.unlink(missing_ok=True)
    return Written(path, manifest, tuple(_remove_old(folder, keep)) if keep else ())


def _write(
    part: Path, scratch: Path, keys: Sequence[Any], now: dt.datetime, environment: dict[str, str], with_secrets: bool
) -> Manifest:
    given = {SECRET_KEY: str(settings.SECRET_KEY), **{k: v for k, v in environment.items() if k.startswith("MUGGINS_")}}
    dump = scratch / "dump"
    with engines.pointed_at(engines.owner()):
        tool, server = engines.tool(), engines.server()
        if engines.is_empty():
            raise WrongState("There is nothing to back up: the database is empty.")
        contents = engines.dump(dump)
    manifest = Manifest(
        version=settings.VERSION,
        engine=connection.vendor,
        server=server,
        tool=tool,
        taken_at=now.astimezone(dt.UTC).isoformat(timespec="seconds"),
        migrations=contents.migrations,
        counts=contents.counts,
        journals=contents.journals,
        left_out=() if with_secrets else sorted(given),
        settings=sorted(given) if with_secrets else (),
    )
    # What is not encrypted stays in the scratch folder where the backup is to be.
    plain = scratch / "plain.zip" if keys else part
    files.pack(plain, manifest, dump, json.dumps(given, indent=1).encode() if with_secrets else b"")
    dump.unlink()
    back = scratch / "back"
    back.mkdir()
    _, database = files.unpack(plain, back)
    engines.check_dump(database, manifest.engine)
    if keys:
        files.encrypt(plain, part, keys)
    return manifest


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_old(folder: Path, keep: int) -> Iterator[Path]:
    """Remove the backups of all days but the newest `keep`; yield each."""
    found = sorted((match[1], path) for path in folder.iterdir() if (match := NAME.fullmatch(path.name)))
    days = sorted({day for day, _ in found})[-keep:]
    for day, path in found:
        if day not in days:
            path.unlink()
            yield path


@contextmanager
def _full_disk_told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as refused:
        if refused.errno in (errno.ENOSPC, errno.EDQUOT):
            raise WrongState(f"The disk is full: {path} was not written. Nothing of it is left there.") from refused
        raise WrongState(f"{path} cannot be written: {refused.strerror or refused}.") from refused


def restore(file: Path, *, now: dt.datetime, identity: Path | None = None, settings_to: Path | None = None) -> Restored:
    """Restore a backup as the owner of the settings' empty database, hold its mail and compare.

    Runs no migration. Raise BadBackup for a file that cannot be used here, and WrongState for a database that is not
    empty or, restored, not equal to the backup.

    Args:
        identity: the file with age's secret key.
        settings_to: a new file for the settings in the backup.
    """
    if settings_to is not None and settings_to.exists():
        raise WrongState(f"{settings_to} is there already.")
    with engines.pointed_at(engines.owner()):
        return _restore(file, now, identity, settings_to)


def _restore(file: Path, now: dt.datetime, identity: Path | None, settings_to: Path | None) -> Restored:
    with TemporaryDirectory(prefix="muggins-restore-") as folder:
        scratch = Path(folder)
        try:
            manifest, database = _open(file, scratch, identity)
        except OSError as refused:
            raise WrongState(f"{file.name} cannot be unpacked in {scratch.parent}: {refused.strerror}.") from refused
        _check_fits(file, manifest)
        engines.check_dump(database, manifest.engine)
        with upgrade_lock():
            if not engines.is_empty():
                raise WrongState(
                    f"The database “{connection.settings_dict['NAME']}” is not empty, and nothing is overwritten. "
                    "Name a new, empty one in the settings."
                )
            engines.load(database)
        waiting = hold_mail(now=now, why=f"Restored from a backup of {manifest.taken_at}.")
        pending = _pending()
        chains = _compare(manifest, followed=not pending)
        if settings_to is not None:
            _write_settings(file, scratch / files.SECRETS, settings_to)
    return Restored(manifest, pending, waiting, chains)


def _open(file: Path, scratch: Path, identity: Path | None) -> tuple[Manifest, Path]:
    plain = file
    if files.kind_of(file) == "age":
        if identity is None:
            raise BadBackup(f"{file.name} is encrypted. Name the file with its secret key: --identity FILE.")
        plain = scratch / "plain.zip"
        files.decrypt(file, plain, files.identities_of(identity))
    return files.unpack(plain, scratch, name=file.name)


def _check_fits(file: Path, manifest: Manifest) -> None:
    """Raise BadBackup for a backup of the other engine, or of a later Muggins or PostgreSQL."""
    if manifest.engine != connection.vendor:
        theirs, ours = (ENGINES.get(name, name) for name in (manifest.engine, connection.vendor))
        raise BadBackup(
            f"{file.name} is of {theirs}, and the database of these settings is {ours}. Restore it with {theirs}; "
            "export_league and import_league move leagues between the two."
        )
    known = MigrationLoader(None).disk_migrations or {}
    strange = [f"{app}.{name}" for app, name in sorted(manifest.migrations.items()) if (app, name) not in known]
    if strange:
        raise BadBackup(
            f"{file.name} was made by another Muggins ({manifest.version}; this is {settings.VERSION}), whose changes "
            f"to the database are not known here: {', '.join(strange)}. Restore it with that version."
        )
    if manifest.tool > (here := engines.tool()):
        raise BadBackup(
            f"{file.name} was dumped by PostgreSQL {manifest.tool}, and pg_restore here is {here}. "
            f"Install postgresql-client-{manifest.tool}."
        )


def _pending() -> tuple[str, ...]:
    known = set(MigrationLoader(None).disk_migrations or ())
    applied = set(MigrationRecorder(connection).applied_migrations())
    return tuple(f"{app}.{name}" for app, name in sorted(known - applied))


def _compare(manifest: Manifest, *, followed: bool) -> int:
    """Compare the restored database with the manifest; return how many journals were followed to their ends."""
    found = engines.contents_of_database()
    wrong = []
    for table in sorted({*manifest.counts, *found.counts}):
        then, here = manifest.counts.get(table), found.counts.get(table)
        # The row that holds the mail, where none did before.
        if then != here and not (table == "league_heartbeat" and here == (then or 0) + 1):
            wrong.append(f"{table} has {here if here is not None else 'no'} rows, not {then or 0}")
    for slug in sorted({*manifest.journals, *found.journals}):
        if list(manifest.journals.get(slug, ())) != list(found.journals.get(slug, ())):
            wrong.append(f"the journal of {slug} ends elsewhere")
    chains = 0
    for league in League.objects.order_by("slug") if followed else ():
        chain = verify(league)
        chains += 1
        if isinstance(chain, Broken):
            wrong.append(f"the journal of {league.slug} is broken at entry {chain.number}")
    if wrong:
        raise WrongState(f"The restored database is not as the backup was: {'; '.join(wrong)}. Do not use it.")
    return chains


def _write_settings(file: Path, source: Path, to: Path) -> None:
    if not source.exists():
        raise WrongState(f"The database is restored, but {file.name} holds no settings.")
    to.touch(mode=0o600, exist_ok=False)
    to.write_bytes(source.read_bytes())


def drill(*, now: dt.datetime, environment: Mapping[str, str]) -> Restored:
    """Back up, restore into a new database and compare; both are removed afterwards."""
    with TemporaryDirectory(prefix="muggins-drill-") as folder:
        written = back_up(Path(folder), now=now, environment=environment)
        name = f"muggins_drill_{now:%Y%m%d%H%M%S}_{os.getpid()}"
        as_owner = engines.pointed_at(engines.owner())
        with as_owner, engines.new_database(name, Path(folder)) as empty, engines.pointed_at(empty):
            return _restore(written.path, now, None, None)
