"""The releases whose databases are stored beside this, and what of them must be the same ever after."""

import datetime as dt
import json
import lzma
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection

from league.models import JournalHead, Season
from league.queries.standings.standings import COLUMNS, divisions_of
from league.queries.standings.table_variants import tables_with_movement
from league.services.ops.backups import engines

HERE = Path(__file__).parent
NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
ENDS = {"sqlite": "sqlite3.xz", "postgresql": "sql.xz"}
Told = dict[str, Any]


def file_of(version: str) -> Path:
    return HERE / f"{version}.{ENDS[connection.vendor]}"


def told_by(version: str) -> Told:
    """What the release itself said of its world."""
    told: Told = json.loads((HERE / f"{version}.json").read_text())
    return told


def tell() -> Told:
    """Counts of every model's table, the end of each journal, and each division's table as people read it."""
    counts = {model._meta.db_table: model._default_manager.count() for model in apps.get_models()}
    return {
        "counts": dict(sorted(counts.items())),
        "journals": {
            connection.vendor: {
                head.league.slug: [head.number, head.hash]
                for head in JournalHead.objects.select_related("league").order_by("pk")
            }
        },
        "tables": {
            f"{season.league.slug}/{season.slug}/{table.division.slug}": [
                {"team": row.team.name, **{name: column.text(row) for name, column in COLUMNS.items()}}
                for row in table.rows
            ]
            for season in Season.objects.select_related("league").order_by("pk")
            for table in tables_with_movement(divisions_of(season))
        },
    }


def store(to: Path, scratch: Path) -> None:
    """Write the database of the connection: a file of SQLite, or statements that any version of PostgreSQL reads."""
    if connection.vendor == "sqlite":
        engines.dump(scratch / "database")
        # By Django's own: its functions are in the indexes.
        other = connection.copy()
        other.settings_dict.update(NAME=str(scratch / "database"), OPTIONS={})
        with closing(other), other.cursor() as cursor:
            cursor.execute("VACUUM")
        content = (scratch / "database").read_bytes()
    else:
        what = ("--no-owner", "--no-privileges", "--no-comments", "--rows-per-insert=500", "--column-inserts")
        address = f"--dbname={engines._address()}"
        dumped = subprocess.run(["pg_dump", *what, address], capture_output=True, check=True).stdout
        # What begins with a backslash is for psql alone.
        content = b"".join(line for line in dumped.splitlines(keepends=True) if not line.startswith(b"\\"))
    to.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def restore(file: Path, scratch: Path) -> None:
    """Write a stored database into the empty one of the connection."""
    content = lzma.decompress(file.read_bytes())
    if connection.vendor == "sqlite":
        (scratch / "stored").write_bytes(content)
        engines.load(scratch / "stored")
        return
    with connection.cursor() as cursor:
        cursor.execute(content.decode())
    # The statements have emptied its search path.
    connection.close()
