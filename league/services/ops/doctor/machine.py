"""Checks of this machine: its clock, the processes that do what recurs, its disks and its backups."""

import datetime as dt
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from league.errors import WrongState
from league.queries.ops import OK, PATIENCE, Job
from league.services.clock import read_clocks
from league.services.ops.backups.backup import NAME, parse_moment
from league.services.ops.backups.remote import PREFIX, Remote
from league.services.ops.doctor.findings import Examination, Finding, doubtful, ok, wrong
from league.services.ops.doctor.installation import FOR_EVERYBODY, backups_place
from league.services.ops.heartbeats import explain_jump

APART = dt.timedelta(seconds=10)
"""Two clocks that are set by the network are closer than this."""
OPTIONAL_JOBS = frozenset({"live"})
"""Jobs of processes that an installation may leave out."""
LONG_QUEUE = 100
FULL, NEARLY_FULL = 500_000_000, 2_000_000_000
"""Free bytes with which a check is wrong, and doubtful."""
LARGE_WAL = 200_000_000
BACKUP_DUE, BACKUP_OVERDUE = dt.timedelta(hours=26), dt.timedelta(days=7)


def check_clock(examination: Examination) -> Iterator[Finding]:
    clocks = read_clocks()
    why = examination.health.clock or explain_jump(now=examination.now, clocks=clocks)
    if why:
        yield wrong(why, "Set the clock right (date --utc), then run manage.py acknowledge_clock.")
    elif clocks.database is not None and abs(clocks.database - examination.now) > APART:
        seconds = int(abs(clocks.database - examination.now).total_seconds())
        yield doubtful(f"This machine's clock and the database's are {seconds} seconds apart.", "Set both by NTP.")
    else:
        yield ok(f"It is {examination.now:%Y-%m-%d %H:%M} UTC.")


def check_beat(examination: Examination) -> Iterator[Finding]:
    if examination.embedded:
        yield ok("The web process does itself what recurs.")
        return
    done = subprocess.run([settings.ROOT / "bin" / "healthy", "beat"], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode == 0:
        yield ok("Beat has asked for what recurs within two minutes.")
    elif _ran_lately(examination):
        yield ok("Beat's file is not on this machine, but what recurs has run within ten minutes.")
    else:
        yield wrong(
            f"Beat is silent: {done.stderr.strip().removeprefix('beat: ')}.", "Start bin/beat, or look at its log."
        )


def _ran_lately(examination: Examination) -> bool:
    limit = examination.now - dt.timedelta(minutes=10)
    return any(job.ran_at and job.ran_at > limit for job in _jobs(examination) if job.name not in OPTIONAL_JOBS)


def _jobs(examination: Examination) -> list[Job]:
    """Those that recur; an optional one only once it has run."""
    jobs = [job for job in examination.health.jobs if job.name in PATIENCE]
    return [job for job in jobs if job.ran_at or job.name not in OPTIONAL_JOBS]


def check_jobs(examination: Examination) -> Iterator[Finding]:
    jobs = _jobs(examination)
    ran = [job for job in jobs if job.ran_at]
    start = "Start `make run` or bin/serve." if examination.embedded else "Start bin/beat and bin/worker."
    if not ran:
        yield doubtful("Nothing that recurs has ever run: no mail goes.", start)
        return
    problems = [*_late(ran, start), *_never_run(jobs), *_queues(examination)]
    yield from problems or [ok(f"All {len(ran)} recurring jobs have run in time.")]


def _late(jobs: list[Job], remedy: str) -> Iterator[Finding]:
    for job in jobs:
        if job.late and job.ahead:
            yield wrong(f"“{job.name}” last ran at {job.ran_at:%Y-%m-%d %H:%M} UTC, yet to come.", "Look at the clock.")
        elif job.late:
            yield wrong(f"“{job.name}” has not run since {job.ran_at:%Y-%m-%d %H:%M} UTC.", remedy)


def _never_run(jobs: list[Job]) -> Iterator[Finding]:
    names = [job.name for job in jobs if job.ran_at is None]
    if names:
        yield doubtful(
            f"Not run yet: {', '.join(names)}.",
            "Right in the first hour; later start bin/solver-worker, or give bin/worker both queues.",
        )


def _queues(examination: Examination) -> Iterator[Finding]:
    for name, length in examination.health.queues.items():
        if length > LONG_QUEUE:
            yield doubtful(f"{length} tasks wait in the queue “{name}”.", "Start a worker that takes it.")


def check_disk(examination: Examination) -> Iterator[Finding]:
    if examination.health.disk != OK:
        yield wrong(f"The database's folder takes no file: {examination.health.disk}.", "Make room, or give it back.")
    seen: set[int] = set()
    for name, path in _folders():
        try:
            device, free = path.stat().st_dev, shutil.disk_usage(path).free
        except OSError as error:
            yield doubtful(
                f"The folder of {name} cannot be looked at: {error.strerror}.", f"Look yourself: df -h {path}"
            )
            continue
        if device not in seen:
            yield _room(name, path, free)
        seen.add(device)
    if connection.vendor == "sqlite":
        yield from _wal()


def _folders() -> Iterator[tuple[str, Path]]:
    if connection.vendor == "sqlite":
        yield "the database", Path(str(connection.settings_dict["NAME"])).resolve().parent
    yield "Muggins", settings.ROOT
    backups = backups_place()
    if backups is not None and not backups.startswith(PREFIX):
        yield "the backups", Path(backups)


def _room(name: str, path: Path, free: int) -> Finding:
    message = f"{free / 1e9:.1f} GB are free for {name} ({path})."
    if free < FULL:
        return wrong(message, "Make room: a full disk stores nothing.")
    return doubtful(message, "Make room.") if free < NEARLY_FULL else ok(message)


def _wal() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode not in ("wal", "memory"):
        yield doubtful(f"SQLite's journal is “{mode}”: readers wait for writers.", "Move the database to a local disk.")
    wal = Path(f"{connection.settings_dict['NAME']}-wal")
    if wal.is_file() and wal.stat().st_size > LARGE_WAL:
        size = wal.stat().st_size / 1e6
        yield doubtful(f"SQLite's log of changes has {size:.0f} MB: somebody reads for ever.", "Start the server anew.")


def check_server_disk(examination: Examination) -> Iterator[Finding]:
    """The disk of PostgreSQL, where its server is proved to be on this machine; SQLite's is in `check_disk`."""
    if connection.vendor == "sqlite":
        yield ok("The database is a file on this machine; see disk.")
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_database_size(oid), pg_backend_pid(), inet_client_port(), pg_tablespace_location(dattablespace) "
            "FROM pg_database WHERE datname = current_database()"
        )
        size, pid, port, tablespace = cursor.fetchone()
    folder = _data_folder(pid, "[local]" if port is None else f"({port})")
    if folder is None:
        yield ok(
            f"The database has {size / 1e6:.0f} MB. The disk of its server is not seen from here: "
            "watch what is free there, and how muggins_database_bytes grows."
        )
    else:
        folder = Path(tablespace) if tablespace else folder
        yield _room(f"PostgreSQL, whose database has {size / 1e6:.0f} MB,", folder, shutil.disk_usage(folder).free)


def _data_folder(pid: int, client: str) -> Path | None:
    """The data directory of the server that process `pid` serves us from; None where that is not seen to be ours.

    A number alone proves nothing: another machine, or a container, has its own. The title of a server's process names
    its client; and no PostgreSQL starts in a folder that is another user's, or that others may write to or list.
    """
    try:
        process = Path(f"/proc/{pid}")
        title = (process / "cmdline").read_bytes().decode()
        parent = re.findall(r"^PPid:\s(\d+)", (process / "status").read_text(), re.MULTILINE)[0]
        arguments = Path(f"/proc/{parent}/cmdline").read_bytes().decode().split("\0")
        folder = Path(arguments[arguments.index("-D") + 1])
        status = folder.stat()
        proved = title.startswith("postgres:") and client in title and status.st_uid == process.stat().st_uid
    except (OSError, ValueError, IndexError):
        return None
    return folder if proved and not status.st_mode & 0o027 else None


def check_backups(examination: Examination) -> Iterator[Finding]:
    place = backups_place()
    if place is None:
        yield doubtful(
            "No backups are configured.", "Back up every night into a folder, and set MUGGINS_BACKUPS to it."
        )
    elif place.startswith(PREFIX):
        yield from _remote_backups(place, examination.now)
    else:
        yield from _local_backups(Path(place), examination.now)


def _remote_backups(place: str, now: dt.datetime) -> Iterator[Finding]:
    try:
        remote = Remote(place)
        newest = max(((parse_moment(name), name) for name in remote.files() if NAME.fullmatch(name)), default=None)
    except WrongState as refused:
        yield wrong(str(refused), "Look at rclone's configuration, and whether that storage is there.")
        return
    if newest is None:
        yield wrong(f"There is no backup in {remote}.", "Make one, and one every night.")
    else:
        yield _age(newest[1], now - newest[0])


def _local_backups(folder: Path, now: dt.datetime) -> Iterator[Finding]:
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
        newest = max(files, key=lambda path: path.stat().st_mtime, default=None)
        status = newest.stat() if newest else None
    except FileNotFoundError:
        yield wrong(f"There is no folder {folder} for backups.", "Make it, and back up into it.")
        return
    except PermissionError:
        yield doubtful(f"You may not look into {folder}.", "Run this as the user who backs up.")
        return
    if newest is None or status is None:
        yield wrong(f"There is no backup in {folder}.", "Make one, and one every night.")
        return
    yield _age(newest.name, now - dt.datetime.fromtimestamp(status.st_mtime, dt.UTC))
    if status.st_size == 0:
        yield wrong(f"The newest backup, {newest.name}, is empty.", "Look at what the backup said, and make another.")
    if status.st_mode & FOR_EVERYBODY:
        yield doubtful(f"Everybody on this machine may read {newest.name}.", f"chmod 700 {folder}; chmod 600 its files")


def _age(name: str, age: dt.timedelta) -> Finding:
    hours = int(age.total_seconds() // 3600)
    message = f"The newest backup, {name}, is {f'{hours // 24} days' if hours >= 48 else f'{hours} hours'} old."
    if age > BACKUP_OVERDUE:
        return wrong(message, "Find out why none was made since.")
    return doubtful(message, "Look whether last night's ran.") if age > BACKUP_DUE else ok(message)
