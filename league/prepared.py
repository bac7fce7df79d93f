"""Queries that requests ask again and again: composed once for each shape, and on PostgreSQL planned once.

To compose a query of ten tables takes Django longer than to read its rows, and to plan it the database as long again.
So what is composed is kept, and PostgreSQL keeps its plan, as a prepared statement, where the connection's option
`prepare_threshold` is set.

What varies is found among the composed parameters by composing with stand-ins in its place. Everything else, such as
how many keys are asked for, is the shape.
"""

import datetime as dt
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from itertools import count
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from cachetools import LRUCache
from django.core.exceptions import EmptyResultSet
from django.db import connection as default_connection
from django.db import connections
from django.db.models import QuerySet

Row = TypeVar("Row")
# Of one query; keys are asked for in so many different numbers at most.
MOST_SHAPES = 100
LARGEST_KEY = 2**63 - 1
# No query has these by itself.
FIRST_KEY = 1_900_000_011
FIRST_DAY = dt.date(1901, 2, 3)
FIRST_MOMENT = dt.datetime(1901, 2, 3, 4, 5, 6, 7, tzinfo=dt.UTC)


class _Composed(NamedTuple):
    """A queryset that is only copied, its compiler, and which of the varying values each parameter is, or None."""

    queryset: Any
    compiler: Any
    sql: str
    params: Sequence[Any]
    sources: Sequence[int | None]


class Prepared(Generic[Row]):
    """The rows of `compose(*values)`.

    Keys (`int`), days, moments, and lists of keys vary; any other value is part of the shape and must be hashable.
    `compose` looks at none of those that vary and calculates with none: each must reach the query as it is.
    """

    def __init__(self, compose: Callable[..., QuerySet[Any, Row]]) -> None:
        self._compose = compose
        self._kept: LRUCache[Hashable, _Composed] = LRUCache(MOST_SHAPES)
        self._lock = Lock()

    def __call__(self, *values: Any) -> list[Row]:
        """Return the rows; none for a key that no row can have.

        Raises:
            ValueError: a value does not stand in the query.
        """
        varying = [*_varying(values)]
        # A move to another database reads both.
        shape = default_connection.vendor, *map(_shape, values)
        with self._lock:
            composed = self._kept.get(shape)
        try:
            if any(isinstance(value, int) and not 0 <= value <= LARGEST_KEY for value in varying):
                raise EmptyResultSet
            if composed is None:
                composed = self._composed(values)
                with self._lock:
                    self._kept[shape] = composed
        except EmptyResultSet:
            return list(self._compose(*values))
        return list(_filled(composed, varying))

    def _composed(self, values: Sequence[Any]) -> _Composed:
        numbers = count()
        stand_ins = [_stand_in(value, numbers) for value in values]
        queryset = self._compose(*stand_ins)
        compiler = queryset.query.get_compiler(queryset.db)
        sql, params = compiler.as_sql()
        known = {_adapted(value, compiler.connection): n for n, value in enumerate(_varying(stand_ins))}
        sources = [known.get(param) if isinstance(param, Hashable) else None for param in params]
        if missing := set(known.values()) - set(sources):
            raise ValueError(f"value {min(missing) + 1} does not stand in the query: {sql}")
        return _Composed(queryset, compiler, sql, params, sources)


def _varies(value: Any) -> bool:
    return isinstance(value, (int, dt.date)) and not isinstance(value, bool)


def _varying(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        elif _varies(value):
            yield value


def _shape(value: Any) -> Hashable:
    if isinstance(value, (list, tuple)):
        return len(value), "keys"
    return type(value).__name__ if _varies(value) else (value,)


def _stand_in(value: Any, numbers: Iterator[int]) -> Any:
    if isinstance(value, (list, tuple)):
        return [FIRST_KEY + next(numbers) for _ in value]
    if isinstance(value, dt.datetime):
        return FIRST_MOMENT + dt.timedelta(microseconds=next(numbers))
    if isinstance(value, dt.date):
        return FIRST_DAY + dt.timedelta(days=next(numbers))
    return FIRST_KEY + next(numbers) if _varies(value) else value


def _adapted(value: Any, connection: Any) -> Any:
    if isinstance(value, dt.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, dt.date) else value


def _filled(composed: _Composed, values: Sequence[Any]) -> QuerySet[Any]:
    # A compiler holds its thread's connection.
    connection, compiler = connections[composed.queryset.db], copy(composed.compiler)
    given = [_adapted(value, connection) for value in values]
    params = [
        param if source is None else given[source]
        for param, source in zip(composed.params, composed.sources, strict=True)
    ]

    def execute_sql(*_: Any, **__: Any) -> list[Any]:
        with _cursor(connection) as cursor:
            cursor.execute(composed.sql, params)
            return [cursor.fetchall()]

    compiler.connection, compiler.execute_sql = connection, execute_sql
    queryset: QuerySet[Any] = composed.queryset.all()
    queryset.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
    return queryset


def _cursor(connection: Any) -> Any:
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    # Only where values are bound by the server can a statement be prepared; its text is not logged then.
    if getattr(connection.connection, "prepare_threshold", None) is None or connection.queries_logged:
        return connection.cursor()
    binding = sys.modules[type(connection).__module__].ServerBindingCursor
    with connection.wrap_database_errors:
        return connection._prepare_cursor(binding(connection.connection))
