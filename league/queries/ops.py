"""The server: its health (no secrets), databases of earlier versions, and errors that mean the site is unavailable.

An unavailable site is not broken: the database is away, restarting, full or busy, or a disk is full. The answer is a
503, and nothing of the caller's is touched, their session least of all.
"""

import datetime as dt
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.checks import CheckMessage, Error
from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Q
from redis import Redis

from league.enums import NoticeState, ResultState
from league.models import Heartbeat, Notice, Result, SiteMail
from league.queries.mail.hold import MAIL_HOLD
from league.queries.maintenance import Maintenance, current_maintenance
from league.queries.outages import open_jump
from league.translation import N_

# How long a job may be silent: a few of its turns, and where it shares its worker with long work, that work too.
PATIENCE: Mapping[str, dt.timedelta] = {
    "mail": dt.timedelta(minutes=10),
    "reminders": dt.timedelta(minutes=20),
    "deadlines": dt.timedelta(minutes=20),
    "requests": dt.timedelta(minutes=40),
    "unplayed": dt.timedelta(minutes=40),
    "guests": dt.timedelta(minutes=20),
    "appeals": dt.timedelta(minutes=40),
    "purge": dt.timedelta(hours=3),
    "answers": dt.timedelta(hours=3),
    "uploads": dt.timedelta(minutes=40),
    "live": dt.timedelta(minutes=5),
    "heads": dt.timedelta(hours=3),
    "nightly": dt.timedelta(hours=5),
    "doctor": dt.timedelta(hours=3),
    "timetables": dt.timedelta(minutes=90),
    "placing": dt.timedelta(minutes=90),
}
UNSENT_LIMIT = dt.timedelta(hours=1)
AHEAD = dt.timedelta(minutes=5)
"""Clocks of two machines may be so far apart; what ran later than that ran by a clock that was ahead."""
BURST = 10
"""So many messages of a league refused within a day are no single mailbox's fault."""
HIDDEN = "A hidden league"
REDIS_SECONDS = 2
ENOUGH = 256 * 1024
"""Bytes of a file that shows whether anything can be stored: more than a result with its journal."""
OK = "ok"


@dataclass(frozen=True, slots=True)
class Job:
    """A recurring job; never late while `ran_at` is None, on a new server. `ahead`: it last ran in the future."""

    name: str
    ran_at: dt.datetime | None
    told: str
    late: bool
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Health:
    """The server's health at a moment.

    Attributes:
        database, cache, broker: "ok", or the kind of error; `broker` is "" where the queue is the process's own memory.
        migrations: not applied yet.
        waiting: messages still to be sent; `failed` those given up.
        oldest_unsent: how long the oldest message that should have gone has waited.
        refused: leagues with many refused messages within a day, and how many.
        maintenance: planned work that goes on.
        disk: "ok", or why the folder of an embedded database takes no file.
        clock: why the clock is not trusted; "" where it is.
    """

    at: dt.datetime
    database: str
    cache: str
    broker: str = ""
    migrations: tuple[str, ...] = ()
    jobs: tuple[Job, ...] = ()
    waiting: int = 0
    failed: int = 0
    oldest_unsent: dt.timedelta | None = None
    refused: tuple[tuple[str, int], ...] = ()
    queues: Mapping[str, int] = field(default_factory=dict)
    clock: str = ""
    disk: str = OK
    maintenance: Maintenance | None = field(default_factory=current_maintenance)

    @property
    def serves(self) -> bool:
        """Whether people get answers; they do without the cache."""
        return self.database == OK

    @property
    def degraded(self) -> bool:
        """Whether the process answers, but not as it should."""
        return self.serves and self.cache != OK

    @property
    def problems(self) -> tuple[str, ...]:
        asked = (("database", self.database), ("cache", self.cache), ("broker", self.broker))
        found = [f"The {name} does not answer: {answer}." for name, answer in asked if answer not in (OK, "")]
        if self.maintenance and self.maintenance.is_overdue(self.at):
            found.append(
                f"Maintenance should have been over at {self.maintenance.until:%Y-%m-%d %H:%M} UTC, and nothing can be "
                "entered until manage.py maintenance off."
            )
        if self.disk != OK:
            found.append(f"Nothing can be stored: the disk of the database takes no file ({self.disk}).")
        if self.clock:
            found.append(
                f"The clock has jumped, and nothing is decided by it: {self.clock} "
                "Set it right if it is wrong, then run manage.py acknowledge_clock."
            )
        if self.migrations:
            found.append(f"The database needs migrating: {', '.join(self.migrations)}.")
        found += [
            f"Mail is held. {job.told} manage.py restore --release-mail lets it go."
            for job in self.jobs
            if job.name == MAIL_HOLD
        ]
        found += [
            f"“{job.name}” has not run since {job.ran_at:%Y-%m-%d %H:%M:%S} UTC."
            for job in self.jobs
            if job.late and not job.ahead
        ]
        found += [
            f"“{job.name}” last ran at {job.ran_at:%Y-%m-%d %H:%M:%S} UTC, which is yet to come: the clock was ahead, "
            "and it has not run since."
            for job in self.jobs
            if job.ahead
        ]
        if self.oldest_unsent is not None and self.oldest_unsent > UNSENT_LIMIT:
            found.append(
                f"A message has waited for {int(self.oldest_unsent.total_seconds() // 60)} minutes to be sent."
            )
        found += [
            f"{league}: the mail server refused {count} messages. Once it takes them, run manage.py retry_mail --all."
            for league, count in self.refused
        ]
        return tuple(found)

    @property
    def ok(self) -> bool:
        return not self.problems


def service_of(*, now: dt.datetime) -> Health:
    """Whether database and cache answer (one query): what decides if this process can serve."""
    return Health(now, _check(_ask_database), _check(_ask_cache))


def health_of(*, now: dt.datetime) -> Health:
    """Everything (eight queries, and one question a queue). Never raises."""
    basic = service_of(now=now)
    broker, queues = _broker()
    if basic.database != OK:
        return Health(now, basic.database, basic.cache, broker, queues=queues)
    pending = _pending()
    try:
        jobs, (waiting, oldest, failed), refused, jump = _jobs(now), _notices(now), _refused(now), open_jump()
    except DatabaseError as error:
        # It answers, but has not these tables: nobody has migrated it yet.
        return Health(now, type(error).__name__, basic.cache, broker, migrations=pending, queues=queues)
    return Health(
        at=now,
        database=basic.database,
        cache=basic.cache,
        broker=broker,
        migrations=pending,
        jobs=jobs,
        waiting=waiting,
        failed=failed,
        oldest_unsent=oldest,
        refused=refused,
        queues=queues,
        clock=jump.why if jump else "",
        disk=_disk(),
    )


def _check(ask: Callable[[], None]) -> str:
    try:
        ask()
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it does not answer
        return type(error).__name__
    return OK


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _disk() -> str:
    """Try to write a file beside SQLite's: a full disk does not keep pages from being read."""
    path = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor != "sqlite" or not path.is_file():
        return OK
    try:
        with TemporaryFile(dir=path.parent) as file:
            file.write(bytes(ENOUGH))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return os.strerror(error.errno or 0)
    return OK


def _ask_cache() -> None:
    # A cache with something to fall back on is asked for the server itself.
    getattr(cache, "ask_server", bool)()
    cache.set("health", settings.ROOT_URLCONF, 5)
    if cache.get("health") != settings.ROOT_URLCONF:
        raise LookupError("the cache forgot at once")


@lru_cache(maxsize=1)
def _known_migrations() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None)
    return frozenset(loader.disk_migrations or ())


def _pending() -> tuple[str, ...]:
    applied = set(MigrationRecorder(connection).applied_migrations())
    return tuple(f"{app}.{name}" for app, name in sorted(_known_migrations() - applied))


def _jobs(now: dt.datetime) -> tuple[Job, ...]:
    beats = {beat.job: beat for beat in Heartbeat.objects.all()}
    jobs = [Job(name, None, "", late=False) for name in PATIENCE if name not in beats]
    for beat in beats.values():
        patience, ahead = PATIENCE.get(beat.job), beat.ran_at > now + AHEAD
        late = ahead or (patience is not None and now - beat.ran_at > patience)
        jobs.append(Job(beat.job, beat.ran_at, beat.told, late=late, ahead=ahead))
    return tuple(sorted(jobs, key=lambda job: job.name))


def _notices(now: dt.datetime) -> tuple[int, dt.timedelta | None, int]:
    """Count waiting and failed notices, and how long the oldest that should have gone waits.

    One put off for the night or a digest is not late; one put off because the server refused it is.
    """
    seen = Notice.objects.filter(state=NoticeState.WAITING).aggregate(
        waiting=Count("pk"),
        due=Min("send_at", filter=Q(attempts=0, send_at__lte=now)),
        refused=Min("created_at", filter=Q(attempts__gt=0)),
    )
    since = min((moment for moment in (seen["due"], seen["refused"]) if moment is not None), default=None)
    failed = Notice.objects.filter(state=NoticeState.FAILED).count()
    return seen["waiting"], None if since is None else now - since, failed


def _refused(now: dt.datetime) -> tuple[tuple[str, int], ...]:
    """Leagues with a burst of refusals, and how many; public, so a hidden league is not named."""
    given_up = Q(state=NoticeState.FAILED, send_at__gt=now - dt.timedelta(days=1))
    held = Q(state=NoticeState.WAITING, attempts__gt=0, error__startswith="5")
    rows = (
        Notice.objects.filter(given_up | held)
        .values("league_id", "league__name", "league__hidden_at")
        .annotate(count=Count("pk"))
        .filter(count__gte=BURST)
        .order_by("league__name")
    )
    return tuple((HIDDEN if row["league__hidden_at"] else row["league__name"], row["count"]) for row in rows)


def _broker() -> tuple[str, Mapping[str, int]]:
    """Whether the broker answers, and its queues; "" where there is no server."""
    url = getattr(settings, "CELERY_BROKER_URL", "") or ""
    if not url.startswith(("redis://", "rediss://")):
        return "", {}
    routes = getattr(settings, "CELERY_TASK_ROUTES", {})
    names = {getattr(settings, "CELERY_TASK_DEFAULT_QUEUE", "celery"), *(route["queue"] for route in routes.values())}
    try:
        with Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS) as broker:
            return OK, {name: int(broker.llen(name)) for name in sorted(names)}
    except Exception as error:  # noqa: BLE001 - as above
        return type(error).__name__, {}


@dataclass(frozen=True, slots=True)
class LeagueLoad:
    """What waits in a league, and what its mail did. `oldest_unsent`: seconds that the oldest due one has waited."""

    waiting: int = 0
    oldest_unsent: float = 0.0
    failed: int = 0
    sent_last_hour: int = 0
    sheets: int = 0


@dataclass(frozen=True, slots=True)
class Load:
    """The server's figures beside its health.

    Attributes:
        leagues: by slug; those in which there is anything to tell.
        site_mail, oldest_site_mail: messages of no league that wait, and the seconds of the oldest that is due.
        database_bytes: the size of the database with its indexes.
        disks: free and all bytes of each folder that something is written to.
    """

    leagues: Mapping[str, LeagueLoad]
    site_mail: int
    oldest_site_mail: float
    database_bytes: int
    disks: Mapping[str, tuple[int, int]]


def load_of(*, now: dt.datetime) -> Load:
    """Six queries, five on SQLite, whatever the number of leagues. Raises DatabaseError."""
    figures: dict[str, dict[str, Any]] = {}
    waiting = _by_league(
        Notice.objects.filter(state=NoticeState.WAITING),
        waiting=Count("pk"),
        due=Min("send_at", filter=Q(attempts=0, send_at__lte=now)),
        refused=Min("created_at", filter=Q(attempts__gt=0)),
    )
    for slug, row in waiting.items():
        since = min((moment for moment in (row.pop("due"), row.pop("refused")) if moment), default=now)
        figures[slug] = {**row, "oldest_unsent": (now - since).total_seconds()}
    failed = Notice.objects.filter(state=NoticeState.FAILED)
    sent = Notice.objects.filter(state=NoticeState.SENT, sent_at__gt=now - dt.timedelta(hours=1))
    sheets = Result.objects.filter(state=ResultState.SUBMITTED)
    for rows in (
        _by_league(failed, failed=Count("pk")),
        _by_league(sent, sent_last_hour=Count("pk")),
        _by_league(sheets, "fixture__division__season__", sheets=Count("pk")),
    ):
        for slug, row in rows.items():
            figures.setdefault(slug, {}).update(row)
    site_mail = SiteMail.objects.aggregate(count=Count("pk"), oldest=Min("send_at", filter=Q(send_at__lte=now)))
    oldest = (now - site_mail["oldest"]).total_seconds() if site_mail["oldest"] else 0.0
    leagues = {slug: LeagueLoad(**row) for slug, row in figures.items()}
    return Load(leagues, site_mail["count"], oldest, _database_bytes(), _disks())


def _by_league(rows: Any, path: str = "", **figures: Any) -> dict[str, dict[str, Any]]:
    name = f"{path}league__slug"
    return {row.pop(name): row for row in rows.order_by().values(name).annotate(**figures)}


def _database_bytes() -> int:
    if connection.vendor == "sqlite":
        path = Path(str(connection.settings_dict["NAME"]))
        return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*") if file.is_file())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _disks() -> dict[str, tuple[int, int]]:
    """Of those folders that are there: on another machine the database's is not."""
    folders = {"muggins": settings.ROOT, "backups": Path(str(settings.BACKUPS))}
    if connection.vendor == "sqlite":
        folders["database"] = Path(str(connection.settings_dict["NAME"])).parent
    usages = {name: shutil.disk_usage(path) for name, path in folders.items() if path.is_dir()}
    return {name: (usage.free, usage.total) for name, usage in usages.items()}


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


SECONDS = 30
"""The headers that say when to ask again."""
HEADERS = {"Retry-After": str(SECONDS)}
SENTENCE = N_("The site cannot be reached properly just now. Nothing was saved; try again in a minute.")
FULL = N_("The site has run out of room. Nothing was saved; try again later.")

_DISK = frozenset({errno.ENOSPC, errno.EDQUOT})
# https://www.sqlite.org/rescode.html; "no such table" and its like are faults of ours.
_SQLITE = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
# Connection exceptions, no resources (a full disk too), an operator's intervention, a system's error.
_POSTGRESQL = ("08", "53", "57P", "58")


def why_unavailable(error: BaseException | None) -> str:
    """Return the sentence for the caller, or "" where the error is our fault."""
    for cause in _chain(error):
        if isinstance(cause, OSError) and cause.errno in _DISK:
            return FULL
        if isinstance(cause, OperationalError | InterfaceError):
            return _of_the_database(cause)
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _of_the_database(error: Exception) -> str:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return (FULL if code == sqlite3.SQLITE_FULL else SENTENCE) if code in _SQLITE else ""
    # Without a connection there is nobody to give a code.
    state = getattr(cause, "sqlstate", None) or ""
    if state == "53100":
        return FULL
    return SENTENCE if not state or state.startswith(_POSTGRESQL) else ""
