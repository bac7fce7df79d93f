"""The cache of production: counts of attempts are kept also while Redis is away, for whoever made it go."""

import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.base import BaseCache
from redis import Redis
from redis.exceptions import RedisError

from config import cache as module
from config.cache import CacheThatStands
from config.settings import base
from tests import stage

ROOT = Path(__file__).resolve().parents[1]
PLANTED = "/no/such/file/of/somebody-who-writes-to-redis"


@pytest.fixture
def port() -> int:
    return stage.free_port()


@pytest.fixture
def cache(port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseCache]:
    """A cache whose Redis is not there yet, and is asked again at once when it comes."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    found = CacheThatStands(f"redis://127.0.0.1:{port}/0", {"OPTIONS": {"socket_connect_timeout": 1}})
    yield found
    found._here.clear()


def test_without_redis_it_counts_all_the_same(cache: BaseCache) -> None:
    assert cache.add("tries", 0, 60)
    assert not cache.add("tries", 0, 60)
    assert [cache.incr("tries") for _ in range(3)] == [1, 2, 3]
    cache.set("history", [1.0, 2.0], 60)
    assert (cache.get("history"), cache.get("none", "other"), cache.has_key("tries")) == ([1.0, 2.0], "other", True)
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    cache.delete_many(["a"])
    cache.delete("b")
    assert cache.get_many(["a", "b"]) == {}
    assert cache.touch("tries", 60)
    with pytest.raises(ValueError, match="not found"):
        cache.incr("nobody")


def test_it_says_that_the_server_is_away(cache: Any) -> None:
    with pytest.raises(RedisError):
        cache.ask_server()


def test_a_count_is_not_forgotten_when_redis_dies_or_returns_empty(cache: Any, port: int, tmp_path: Path) -> None:
    """Whoever can make Redis stumble gains no fresh guesses from this process."""
    with stage.stage(tmp_path) as house:
        redis = house.redis(port)
        cache.ask_server()
        cache.add("tries", 0, 60)
        assert [cache.incr("tries") for _ in range(5)] == [1, 2, 3, 4, 5]
        redis.kill()
        assert cache.get("tries") == 5
        assert cache.incr("tries") == 6


def test_a_server_that_is_away_is_not_asked_by_everybody(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    asked = []
    cache._ask_or_fall_back(lambda: 1 / 0 if asked.append(1) else cache.ask_server(), lambda: None)
    cache._ask_or_fall_back(lambda: asked.append(2), lambda: None)
    assert asked == [1]
    module._asked_again_at.clear()


def test_only_counts_are_kept_in_the_memory_of_a_process(cache: Any) -> None:
    """What is larger grew each process, and only the one that served its end let go of it."""
    large: list[Any] = [{"teams.csv": "x" * 9_000}, "x" * 9_000, [1.0] * 9_000, ["x" * 9_000]]
    for number, value in enumerate(large):
        cache.set(f"{number}", value, 60)
        cache.add(f"added-{number}", value, 60)
        cache.set_many({f"among-{number}": value, "count": 1})
    assert list(cache._here._cache) == [":1:count"]
    for count in (7, 1.5, True, "y", [1.0, 2.0]):
        cache.set("count", count, 60)
        assert cache.get("count") == count
    # Nor is a count read where something larger has taken its place.
    cache.set("count", large[0], 60)
    assert cache.get("count") is None


class Planted:
    """A value that says when somebody has unpickled it."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return open, (PLANTED,)


def test_nobody_who_writes_to_redis_runs_code_here(cache: Any, port: int, tmp_path: Path) -> None:
    """A pickle that somebody has put there is no value at all; nothing of ours is one."""
    with stage.stage(tmp_path) as house:
        house.redis(port)
        cache.ask_server()
        server = Redis(port=port)
        values: dict[str, Any] = {"text": "health", "times": [1.5, 2.5], "pair": (1.0, 2.0), "count": 3, "mark": True}
        for key, value in values.items():
            cache.set(key, value, 60)
            assert cache.get(key) == (list(value) if isinstance(value, tuple) else value)
        cache.add("tries", 0, 60)
        assert [cache.incr("tries") for _ in range(2)] == [1, 2]
        stored = {key: server.get(cache.make_key(key)) for key in (*values, "tries")}
        assert not [key for key, raw in stored.items() if raw is None or raw.startswith(b"\x80")]
        server.set(cache.make_key("text"), pickle.dumps(Planted()))
        assert cache.get("text", []) == [], "opened, it would have raised FileNotFoundError"
        assert cache.get_many(["text", "count"]) == {"count": 3}
        with pytest.raises(TypeError):
            cache.set("bytes", {"sheet.csv": b"1,2"}, 60)
        with pytest.raises(TypeError):
            cache.set("keys", {1: "a number would come back as text"}, 60)


def test_nothing_of_ours_is_stored_in_redis_but_through_the_serializer() -> None:
    """No other way to Redis pickles: Celery takes JSON alone, live scores publish numbers."""
    sources = [path for folder in ("cardroom", "config", "league") for path in (ROOT / folder).rglob("*.py")]
    pickling = re.compile(r"^\s*(import|from) (pickle|shelve|dill)\b", re.MULTILINE)
    assert not [path.name for path in sources if pickling.search(path.read_text())]
    assert (base.CELERY_TASK_SERIALIZER, base.CELERY_ACCEPT_CONTENT) == ("json", ["json"])
