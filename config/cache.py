"""The cache in production: Redis, and while Redis is away the memory of each process.

What is in it are counts of attempts: to sign in, to confirm on somebody else's phone, to ask the API. Without them
nobody could sign in while Redis is away; were they simply forgotten, whoever can make Redis stumble could guess for
ever. So every count is kept in both places, and the one at hand is read where the other does not answer. Then each
process counts for itself: with two of them a limit of ten is at most twenty (docs/decisions).

Only counts, times and marks are kept in the memory of a process. Whatever is larger is Redis's alone, and what may not
be lost belongs into the database: a process that served no other request would never let go of it.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.cache_serializer import JsonSerializer

PATIENCE = 5.0
"""Seconds until a server that did not answer is asked again; nobody else waits for it meanwhile."""
ENTRIES = 100_000
"""More counts than this are not kept here: far more than the visitors that one process has in an hour."""

LONGEST_MARK, MOST_TIMES = 200, 1_000
"""Letters of a mark, and times in a list of attempts, that are kept here."""

log = logging.getLogger(__name__)
_asked_again_at: dict[str, float] = {}


def is_count(value: Any) -> bool:
    """Return True for a number, a short mark, or a list of not too many of them."""
    if isinstance(value, list | tuple):
        return len(value) <= MOST_TIMES and all(part is None or isinstance(part, int | float) for part in value)
    return value is None or isinstance(value, int | float) or (isinstance(value, str) and len(value) <= LONGEST_MARK)


class CacheThatStands(RedisCache):
    """Redis while it answers, else this process's memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"serializer": JsonSerializer, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self._name = str(server)
        here = {key: value for key, value in params.items() if key.upper() not in ("OPTIONS", "LOCATION")}
        self._here = LocMemCache(f"beside {server}", {**here, "OPTIONS": {"MAX_ENTRIES": ENTRIES}})

    def ask_server(self) -> None:
        """Raise what the server says where it does not answer; nothing is fallen back on."""
        super().get("ask")

    def _ask_or_fall_back(self, ask: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        if time.monotonic() < _asked_again_at.get(self._name, 0.0):
            return otherwise()
        try:
            return ask()
        except (RedisError, OSError) as error:
            _asked_again_at[self._name] = time.monotonic() + PATIENCE
            log.warning("The cache does not answer (%s): counting in this process.", type(error).__name__)
            return otherwise()

    def _both(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Write in both places. What comes back is the server's answer, or where it gives none, that of here."""
        here: list[Any] = []
        try:
            here.append(getattr(self._here, name)(*args, **kwargs))
        except ValueError as error:
            here.append(error)
        there = getattr(super(), name)
        found = self._ask_or_fall_back(lambda: there(*args, **kwargs), lambda: here[0])
        if isinstance(found, ValueError):
            raise found
        return found

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        there = super().get
        found = self._ask_or_fall_back(
            lambda: there(key, default, version), lambda: self._here.get(key, default, version)
        )
        # What is no JSON was written by an older version, or by a stranger.
        return default if found is None else found

    def has_key(self, key: str, version: int | None = None) -> bool:
        there = super().has_key
        return bool(self._ask_or_fall_back(lambda: there(key, version), lambda: self._here.has_key(key, version)))

    def get_many(self, keys: Any, version: int | None = None) -> Any:
        there, keys = super().get_many, list(keys)
        found = self._ask_or_fall_back(lambda: there(keys, version), lambda: self._here.get_many(keys, version))
        return {key: value for key, value in found.items() if value is not None}

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        if is_count(value):
            return self._both("add", key, value, *args, **kwargs)
        there = super().add
        return self._ask_or_fall_back(lambda: there(key, value, *args, **kwargs), lambda: True)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        if is_count(value):
            return self._both("set", key, value, *args, **kwargs)
        there = super().set
        self._here.delete(key, version=kwargs.get("version"))
        return self._ask_or_fall_back(lambda: there(key, value, *args, **kwargs), lambda: None)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._both("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._both("delete", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._both("incr", *args, **kwargs)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        there = super().set_many
        self._here.set_many({key: value for key, value in data.items() if is_count(value)}, *args, **kwargs)
        return self._ask_or_fall_back(lambda: there(data, *args, **kwargs), list)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._both("delete_many", *args, **kwargs)

    def clear(self) -> Any:
        return self._both("clear")
