"""Writing a league's rows into a zip, a few thousand at a time: a league of any size fits through a small machine."""

import datetime as dt
import hashlib
import json
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from league.models import League, User
from league.services.portability.exports.tables import OF_PEOPLE, TABLES, USERS, Table, fields_of, references_of
from league.services.portability.exports.values import writer_of

FORMAT = "muggins-league"
VERSION = 4
# Numbers of people in one question to the database.
ASKED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Written:
    """The size of what was written: rows by table, and how many bytes they are before they are packed."""

    rows: Mapping[str, int]
    size: int


@cache
def muggins_version() -> str:
    project = Path(__file__).resolve().parents[4] / "pyproject.toml"
    return str(tomllib.loads(project.read_text())["project"]["version"]) if project.is_file() else "unknown"


def write_league(league: League, out: IO[bytes], *, now: dt.datetime) -> Written:
    """Write the zip of a league, as it stands at one moment, whoever writes meanwhile."""
    told: list[dict[str, Any]] = []
    size = 0
    with _as_of_now(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        people = _people_of(league)
        for table in TABLES:
            entry, length = _write_table(archive, table, league, people, now)
            told.append(entry)
            size += length
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "muggins": muggins_version(),
            "league": {"name": League.objects.get(pk=league.pk).name, "slug": league.slug},
            "exported_at": now.astimezone(dt.UTC).isoformat(),
            "tables": told,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=1)
        archive.writestr(_member("manifest.json", now), text, zipfile.ZIP_DEFLATED)
    return Written({entry["table"]: entry["rows"] for entry in told}, size)


@contextmanager
def _as_of_now() -> Iterator[None]:
    """All questions are answered as of one moment. Within a transaction that has begun, that is the caller's affair."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Its transactions begin as writing ones, and would keep every other writer waiting until the last row is read.
        _ask("BEGIN DEFERRED")
        try:
            yield
        finally:
            _ask("ROLLBACK")
    else:
        with transaction.atomic():
            _ask("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _ask(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _people_of(league: League) -> list[int]:
    """The numbers of all users that any row of the league names, in order."""
    found: set[int] = set()
    for table in TABLES:
        for name, target in references_of(table).items():
            if target is User and table not in OF_PEOPLE:
                named = table.model._base_manager.filter(table.rows_of(league.pk), **{f"{name}__isnull": False})
                found.update(named.order_by().values_list(f"{name}_id", flat=True).distinct())
    return sorted(found)


def _rows(table: Table, league: League, people: list[int]) -> Iterator[QuerySet[Model]]:
    every = table.model._base_manager.order_by("pk")
    if table.within:
        yield every.filter(table.rows_of(league.pk))
        return
    whose = "pk" if table is USERS else "user"
    # What people have besides is ordered by its own number in each slice, and so are the slices by theirs.
    for start in range(0, len(people), ASKED_AT_ONCE):
        yield every.filter(**{f"{whose}__in": people[start : start + ASKED_AT_ONCE]})


def _member(name: str, now: dt.datetime) -> zipfile.ZipInfo:
    # The same league at the same moment gives the same bytes; a zip knows no year before 1980.
    moment = now.astimezone(dt.UTC)
    member = zipfile.ZipInfo(name, (max(moment.year, 1980), *moment.timetuple()[1:6]))
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def _write_table(
    archive: zipfile.ZipFile, table: Table, league: League, people: list[int], now: dt.datetime
) -> tuple[dict[str, Any], int]:
    """One table's file; its line of the manifest, and its length."""
    fields = fields_of(table)
    names = [field.name for field in fields]
    writers = [(place, write) for place, field in enumerate(fields) if (write := writer_of(field))]
    digest, count, size = hashlib.sha256(), 0, 0
    with archive.open(_member(table.file, now), "w", force_zip64=True) as file:
        for rows in _rows(table, league, people):
            for values in rows.values_list(*(field.attname for field in fields)).iterator(chunk_size=table.at_once):
                row = list(values)
                for place, write in writers:
                    if row[place] is not None:
                        row[place] = write(row[place])
                text = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, separators=(",", ":"))
                line = text.encode() + b"\n"
                digest.update(line)
                file.write(line)
                count, size = count + 1, size + len(line)
    return {"table": table.name, "file": table.file, "rows": count, "sha256": digest.hexdigest()}, size
