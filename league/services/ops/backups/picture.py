"""What two databases must have alike after a drill or a move: rows, tables as people read them, and journals."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql import Query

from league.models import League, Season
from league.queries.standings.standings import COLUMNS, DivisionTable, divisions_of
from league.queries.standings.table_variants import tables_with_movement
from league.rules.chain import Broken, Whole
from league.services.journal import verify

BATCH = 2_000
Row = tuple[Any, ...]
Model = type[models.Model]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a database holds and shows.

    Attributes:
        sums: by table.
        tables: a hash of each division's table, by its address.
        journals: each league's, followed to its end.
    """

    sums: "Mapping[str, Sum]"
    tables: Mapping[str, str]
    journals: Mapping[str, Whole | Broken]

    @property
    def rows(self) -> int:
        return sum(total.count for total in self.sums.values())

    def __str__(self) -> str:
        return (
            f"{self.rows} rows of {len(self.sums)} tables, {len(self.tables)} divisions’ tables, "
            f"{len(self.journals)} journals followed to their ends"
        )


@dataclass(slots=True)
class Sum:
    """How many rows a table has, and a sum of their contents in which their order does not count."""

    count: int = 0
    digest: int = 0

    def add(self, row: Row) -> None:
        content = json.dumps(row, sort_keys=True, default=_as_text).encode()
        self.count += 1
        self.digest = (self.digest + int.from_bytes(hashlib.blake2b(content, digest_size=16).digest())) % (1 << 128)


def _as_text(value: Any) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def stored_models() -> list[Model]:
    """Every model with a table of its own. What only indexes these, as SQLite's search, follows from them."""
    found = apps.get_models(include_auto_created=True)
    return sorted((m for m in found if m._meta.managed and not m._meta.proxy), key=table_of)


def table_of(model: Model) -> str:
    return model._meta.db_table


def stream_rows(model: Model, source: BaseDatabaseWrapper) -> Iterator[Row]:
    """Stream a table as Python's values, whatever the database stores."""
    query = Query(model)
    query.add_fields([field.attname for field in model._meta.concrete_fields])
    query.add_ordering("pk")
    compiler = query.get_compiler(connection=source)
    rows: Iterator[Row] = compiler.results_iter(tuple_expected=True, chunked_fetch=True, chunk_size=BATCH)
    return rows


def sum_of(model: Model, source: BaseDatabaseWrapper) -> Sum:
    total = Sum()
    for row in stream_rows(model, source):
        total.add(row)
    return total


def take_picture(sums: Mapping[str, Sum] | None = None) -> Picture:
    """Look at the database of the connection; `sums` where they are known."""
    here = connections["default"]
    return Picture(
        sums if sums is not None else {table_of(model): sum_of(model, here) for model in stored_models()},
        render_tables(),
        {league.slug: verify(league) for league in League.objects.order_by("slug")},
    )


def find_differences(one: Picture, other: Picture) -> list[str]:
    """Describe what is not alike."""
    return [
        *(f"{name} has other rows" for name in _different(one.sums, other.sums)),
        *(f"the table of {name} is another" for name in _different(one.tables, other.tables)),
        *(f"the journal of {name} is another" for name in _different(one.journals, other.journals)),
    ]


def _different(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]


def render_tables() -> dict[str, str]:
    """Return a hash of each division's table, by its address: of every season, hidden or not, computed anew."""
    seasons = Season.objects.select_related("league").order_by("pk")
    return {
        f"{season.league.slug}/{season.slug}/{table.division.slug}": _hash(table)
        for season in seasons
        for table in tables_with_movement(divisions_of(season))
    }


def _hash(table: DivisionTable) -> str:
    return hashlib.sha256("\n".join(_lines(table)).encode()).hexdigest()


def _lines(table: DivisionTable) -> Iterator[str]:
    yield f"{table.division.name}: {table.waiting} waiting, {table.remaining} to play"
    for row in table.rows:
        yield "\t".join([*(column.text(row) for column in COLUMNS.values()), str(row.movement)])
    for remark in table.remarks:
        yield f"{remark.totals.fixture_id}: {remark.settlement}: {remark.note}"
