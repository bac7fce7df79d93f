"""Rows of every table, streamed from one database into another."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, models
from django.db.backends.base.base import BaseDatabaseWrapper

from league.errors import WrongState
from league.models.checked import Checked
from league.services.ops.backups.picture import BATCH, Model, Row, Sum, stored_models, stream_rows, table_of

MADE_BY_MIGRATING: tuple[type[models.Model], ...] = (Permission, ContentType)
"""Rows of an empty database; the other's take their place, since numbers of theirs are in use there."""


def copy(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> dict[str, Sum]:
    """Copy every row of every table within the transactions of both; return the sums of what was read."""
    with target.cursor() as cursor:
        for model in MADE_BY_MIGRATING:
            cursor.execute(f"DELETE FROM {target.ops.quote_name(table_of(model))}")  # noqa: S608
    sums = {}
    for model in stored_models():
        sums[table_of(model)] = total = Sum()
        try:
            _write(model, target, _summed(stream_rows(model, source), total))
            _set_sequence(model, source, target)
        except DatabaseError as refused:
            raise WrongState(f"{table_of(model)} cannot be copied: {str(refused).splitlines()[0]}.") from refused
    # Now, not at the end of the transaction.
    target.check_constraints()
    return sums


def _summed(rows: Iterable[Row], total: Sum) -> Iterator[Row]:
    for row in rows:
        total.add(row)
        yield row


def _write(model: Model, target: BaseDatabaseWrapper, rows: Iterable[Row]) -> None:
    fields = model._meta.concrete_fields
    quote = target.ops.quote_name
    table, columns = quote(table_of(model)), ", ".join(quote(str(field.column)) for field in fields)
    prepared = (tuple(_stored(field, value, target) for field, value in zip(fields, row, strict=True)) for row in rows)
    with target.cursor() as cursor, target.wrap_database_errors:
        if target.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as out:
                for row in prepared:
                    out.write_row(row)
            return
        insert = f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})"  # noqa: S608
        while batch := list(islice(prepared, BATCH)):
            cursor.executemany(insert, batch)


def _stored(field: "models.Field[Any, Any]", value: Any, target: BaseDatabaseWrapper) -> Any:
    """A value as the database takes it. What is there already is moved as it is, whether or not it could be saved."""
    if isinstance(field, Checked):
        return super(Checked, field).get_db_prep_save(value, target)  # type: ignore[misc]
    return field.get_db_prep_save(value, target)


def _set_sequence(model: Model, source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> None:
    """Go on numbering where the other database would: no number of a deleted row is given again."""
    field = model._meta.auto_field
    if field is None:
        return
    table, column = table_of(model), str(field.column)
    quoted = target.ops.quote_name(table)
    with source.cursor() as cursor:
        if source.vendor == "postgresql":
            cursor.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)", [quoted, column])
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    last = row[0] if row else None
    if not last:
        return
    with target.cursor() as cursor:
        cursor.execute(f"SELECT max({target.ops.quote_name(column)}) FROM {quoted}")  # noqa: S608
        last = max(int(last), cursor.fetchone()[0] or 0)
        if target.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [quoted, column, last])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
