"""Lists of which a page shows the first rows, and their number."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

from django.db.models import QuerySet

Row = TypeVar("Row")
# How many rows of a list are seen before the others are asked for.
FIRST = 10


class Rows(Sequence[Row]):
    """A sequence that reads no more than it is asked for: rows with LIMIT, their number with COUNT, and each once.

    Args:
        source: an ordered queryset, or ids and the like in the order of the rows.
        read: makes the rows of a part of the source.
    """

    def __init__(self, source: Any, read: Callable[[Any], Sequence[Row]] = list) -> None:
        self._source, self._read = source, read
        self._first: list[Row] | None = None
        self._count: int | None = None

    @property
    def first(self) -> list[Row]:
        if self._first is None:
            # One more tells whether there are others to count.
            found = list(self._source[: FIRST + 1])
            if len(found) <= FIRST:
                self._count = len(found)
            self._first = list(self._read(found[:FIRST])) if found else []
        return self._first

    @property
    def more(self) -> bool:
        return len(self) > FIRST

    def __len__(self) -> int:
        if self._count is None and isinstance(self._source, QuerySet):
            self._count = self._source.count()
        return len(self._source) if self._count is None else self._count

    def __iter__(self) -> Iterator[Row]:
        return iter(self._read(list(self._source)))

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return list(self._read(list(self._source[place])))
        return self._read([self._source[place]])[0]
