"""Back up the whole installation into one file, restore it, and drill both."""

import datetime as dt
import errno
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.errors import WrongState
from league.models import Heartbeat, League
from league.rules.chain import Broken
from league.services.journal import verify
from league.services.mail.hold import hold_mail
from league.services.ops.backups import engines, files
from league.services.ops.backups.files import BadBackup, Manifest
from league.services.ops.backups.picture import Picture, find_differences, take_picture
from league.services.ops.backups.remote import PREFIX, Remote
from league.services.ops.database import upgrade_lock
from league.services.ops.heartbeats import beat

NAME = re.compile(r"muggins-(\d{8})T\d{6}Z\.zip(\.age)?")
ENGINES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
SECRET_KEY = "MUGGINS_SECRET_KEY"  # noqa: S105 - the name of a variable


def parse_moment(name: str) -> dt.datetime:
    """When a backup was taken, by its name."""
    return dt.datetime.strptime(name[8:24], "%Y%m%dT%H%M%SZ").replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Written:
    """A backup that was made.

    Attributes:
        path: in a storage of rclone's, its name alone.
        size: in bytes.
        removed: names of older ones that were not to be kept.
    """

    path: Path
    size: int
    manifest: Manifest
    removed: tuple[str, ...] = ()


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


def back_up_to(
    where: str,
    *,
    now: dt.datetime,
    recipients: Iterable[str] = (),
    keep: int | None = None,
    environment: Mapping[str, str],
    with_secrets: bool = False,
) -> Written:
    """Write a backup into a folder, or, where that begins with `rclone:`, into a storage; see `back_up`. Record it."""
    more: dict[str, Any] = {"recipients": recipients, "environment": environment, "with_secrets": with_secrets}
    if where.startswith(PREFIX):
        written = _back_up_beyond(Remote(where), now, keep, more)
    else:
        written = back_up(Path(where), now=now, keep=keep, **more)
    beat("backup", now=now, summary=f"{written.size / 1e6:.1f} MB")
    return written


def _back_up_beyond(remote: Remote, now: dt.datetime, keep: int | None, more: Mapping[str, Any]) -> Written:
    _check_days(keep)
    # Whether it can be reached is known before the work begins.
    remote.files()
    with TemporaryDirectory(prefix="muggins-upload-") as scratch:
        written = back_up(Path(scratch), now=now, **more)
        remote.upload(written.path)
    old = _old_names(remote.files(), keep)
    for name in old:
        remote.remove(name)
    return replace(written, path=Path(written.path.name), removed=tuple(old))


BEGUN = "nightly-backup"
"""The row of `Heartbeat` that says when a nightly backup last began."""
HOUR = 3
STALE = dt.timedelta(hours=6)
"""Whoever began and has not ended after so long is gone."""


def back_up_nightly(*, now: dt.datetime, environment: Mapping[str, str]) -> str:
    """Back up once after each 3 o'clock (UTC), where the settings keep backups of some days; return what was done.

    Of two workers one does it; after a fault the next scan tries again.
    """
    if not settings.NIGHTLY_BACKUPS:
        return "not asked for"
    due = now.astimezone(dt.UTC).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    due -= dt.timedelta(days=due > now)
    if Heartbeat.objects.filter(job="backup", ran_at__gte=due).exists():
        return "made already"
    begun, new = Heartbeat.objects.get_or_create(job=BEGUN, defaults={"ran_at": now})
    free = Heartbeat.objects.filter(job=BEGUN, ran_at=begun.ran_at, ran_at__lt=now - STALE)
    if not new and not free.update(ran_at=now):
        return "under way"
    try:
        written = back_up_to(
            settings.BACKUPS,
            now=now,
            recipients=settings.BACKUP_RECIPIENTS,
            keep=settings.NIGHTLY_BACKUPS,
            environment=environment,
        )
    finally:
        Heartbeat.objects.filter(job=BEGUN).delete()
    return f"made {written.path.name}"


def back_up(
    folder: Path,
    *,
    now: dt.datetime,
    recipients: Iterable[str] = (),
    keep: int | None = None,
    environment: Mapping[str, str],
    with_secrets: bool = False,
    look: Callable[[], object] = bool,
) -> Written:
    """Write a backup into a folder and read it back; its name appears there only then.

    Raise WrongState, nothing of it left, where it cannot be made.

    Args:
        recipients: age's public keys; without any it is not encrypted.
        keep: days of which backups are kept, the newest ones that have any; None keeps all.
        environment: the variables that the installation is set up by.
        with_secrets: include these and the secret key; demands a recipient.
        look: called while the connection sees what is backed up.
    """
    keys = files.recipients_of(recipients)
    if with_secrets and not keys:
        raise WrongState("Secrets go only into an encrypted backup. Name a recipient: --recipient age1….")
    _check_days(keep)
    path = folder / f"muggins-{now.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}.zip{'.age' if keys else ''}"
    with _full_disk_told(path), TemporaryDirectory(prefix="muggins-backup-") as scratch:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise WrongState(f"{path} is there already.")
        part = path.with_name(f".{path.name}.part")
        part.unlink(missing_ok=True)
        try:
            part.touch(mode=0o600)  # before anything is in it
            manifest = _write(part, Path(scratch), keys, now, dict(environment), with_secrets, look)
            part.rename(path)
            _sync_folder(folder)
        finally:
            part.unlink(missing_ok=True)
    old = _old_names((file.name for file in folder.iterdir()), keep)
    for name in old:
        (folder / name).unlink()
    return Written(path, path.stat().st_size, manifest, tuple(old))


def _check_days(keep: int | None) -> None:
    if keep is not None and keep < 1:
        raise WrongState("Keep at least one day.")


def _write(
    part: Path,
    scratch: Path,
    keys: Sequence[Any],
    now: dt.datetime,
    environment: dict[str, str],
    with_secrets: bool,
    look: Callable[[], object],
) -> Manifest:
    given = {SECRET_KEY: str(settings.SECRET_KEY), **{k: v for k, v in environment.items() if k.startswith("MUGGINS_")}}
    dump = scratch / "dump"
    with engines.pointed_at(engines.owner()):
        tool, server = engines.tool(), engines.server()
        if engines.is_empty():
            raise WrongState("There is nothing to back up: the database is empty.")
        _check_room(scratch, part, engines.largest_dump(), encrypted=bool(keys))
        contents = engines.dump(dump, look)
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
    database.unlink()
    if keys:
        files.encrypt(plain, part, keys)
    return manifest


def _check_room(scratch: Path, part: Path, size: int, *, encrypted: bool) -> None:
    """Raise WrongState where a disk has less room than the copies of a dump that lie there at once."""
    beside = scratch.stat().st_dev == part.stat().st_dev
    _check_free(Path(gettempdir()), size * (2 if encrypted or beside else 1), "TMPDIR", "TMPDIR=/another/folder")
    if not beside:
        _check_free(part.parent, size, "the folder of backups", "--to or MUGGINS_BACKUPS")


def _check_free(place: Path, needed: int, name: str, option: str) -> None:
    free = shutil.disk_usage(place).free
    if free < needed:
        raise WrongState(
            f"A backup may need {needed / 1e6:.0f} MB in {name}, {place}, and {free / 1e6:.0f} MB are free there. "
            f"Nothing was written. Make room, or name a folder on a larger disk with {option}."
        )


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _old_names(names: Iterable[str], keep: int | None) -> list[str]:
    """Return the backups of all days but the newest `keep`."""
    found = sorted((match[1], name) for name in names if (match := NAME.fullmatch(name)))
    days = sorted({day for day, _ in found})[-(keep or len(found)) :]
    return [name for day, name in found if day not in days]


@contextmanager
def _full_disk_told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as refused:
        if refused.errno in (errno.ENOSPC, errno.EDQUOT):
            raise WrongState(
                f"The disk is full: {path} was not written, and nothing of it is left. See that {gettempdir()} has "
                "room, too."
            ) from refused
        raise WrongState(f"{path} cannot be written: {refused.strerror or refused}.") from refused


def restore_from(
    where: str, *, now: dt.datetime, identity: Path | None = None, settings_to: Path | None = None
) -> Restored:
    """Restore a file, or, where that begins with `rclone:`, one of a storage; see `restore`."""
    if not where.startswith(PREFIX):
        return restore(Path(where), now=now, identity=identity, settings_to=settings_to)
    folder, slash, name = where.rpartition("/")
    if not slash:
        folder, _, name = where.rpartition(":")
        folder += ":"
    if not NAME.fullmatch(name):
        raise BadBackup("This names no backup. Write rclone:remote:folder/muggins-….zip.")
    with TemporaryDirectory(prefix="muggins-download-") as scratch:
        Remote(folder).download(name, file := Path(scratch) / name)
        return restore(file, now=now, identity=identity, settings_to=settings_to)


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


def _restore(
    file: Path,
    now: dt.datetime,
    identity: Path | None = None,
    settings_to: Path | None = None,
    look: Callable[[], object] = bool,
) -> Restored:
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
        look()
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
            "manage.py move_database goes from one to the other."
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
        chains += league.slug in manifest.journals
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


DRILL = "drill"
"""The row of `Heartbeat` that says when a drill last passed."""


def drill(*, now: dt.datetime, environment: Mapping[str, str]) -> Picture:
    """Back up, restore into a new database and compare; both are removed afterwards. Record that it passed."""
    pictures: list[Picture] = []
    with TemporaryDirectory(prefix="muggins-drill-") as folder:
        written = back_up(Path(folder), now=now, environment=environment, look=lambda: pictures.append(take_picture()))
        name = f"muggins_drill_{now:%Y%m%d%H%M%S}_{os.getpid()}"
        as_owner = engines.pointed_at(engines.owner())
        with as_owner, engines.new_database(name, Path(folder)) as empty, engines.pointed_at(empty):
            _restore(written.path, now, look=lambda: pictures.append(take_picture()))
    if wrong := find_differences(*pictures):
        raise WrongState(f"The restored database is not as the one backed up: {'; '.join(wrong)}.")
    beat(DRILL, now=now, summary=f"equal: {pictures[0]}")
    return pictures[0]
