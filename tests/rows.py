"""Rows that a test begins with, made once a process: afterwards they are written as they were, number by number."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import Max, Model

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class _Recorded:
    """The things that a factory made.

    Attributes:
        written: the statements that write the rows.
        made: what the factory returned, pickled: each test has objects of its own.
    """

    written: Sequence[str]
    made: bytes


def made_once(*models: type[Model]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a factory whose rows are all of these models, in an order in which they can be written.

    Called again with the same arguments, the factory's rows are inserted in a statement a table, with the numbers that
    they had, and its objects are copied. Where one of the numbers is taken, it makes new ones.
    """

    def decorate(factory: Callable[P, T]) -> Callable[P, T]:
        known: dict[str, _Recorded] = {}

        @wraps(factory)
        def again(*args: P.args, **kwargs: P.kwargs) -> T:
            key = repr((args, sorted(kwargs.items())))
            kept = known.get(key)
            if kept is None:
                before = {model: _last(model) for model in models}
                made = factory(*args, **kwargs)
                known[key] = _record(before, made)
                return made
            try:
                _write(kept)
            except IntegrityError:
                return factory(*args, **kwargs)
            copied: T = pickle.loads(kept.made)  # noqa: S301
            return copied

        return again

    return decorate


def _last(model: type[Model]) -> int:
    last: int | None = model._default_manager.aggregate(last=Max("pk"))["last"]
    return last or 0


def _record(before: dict[type[Model], int], made: Any) -> _Recorded:
    numbers = {model: (first + 1, _last(model)) for model, first in before.items()}
    # A town of teams without players has no rows of these.
    written = [_insert(model, first) for model, (first, last) in numbers.items() if first <= last]
    return _Recorded(written, pickle.dumps(made))


def _insert(model: type[Model], first: int) -> str:
    """Return the statement that writes a model's rows from a number on, every value as the database spells it."""
    columns = [f'"{field.column}"' for field in model._meta.local_concrete_fields]
    spelt = "quote({})" if connection.vendor == "sqlite" else "quote_nullable({}::text)"
    values, table = ", ".join(spelt.format(column) for column in columns), model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {values} FROM "{table}" WHERE id >= {first} ORDER BY id')  # noqa: S608
        rows = ", ".join(f"({', '.join(row)})" for row in cursor.fetchall())
    return f'INSERT INTO "{table}" ({", ".join(columns)}) VALUES {rows}'  # noqa: S608


def _write(kept: _Recorded) -> None:
    # SQLite takes one statement at a time, PostgreSQL all of them in one go.
    statements = kept.written if connection.vendor == "sqlite" else ["; ".join(kept.written)]
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
