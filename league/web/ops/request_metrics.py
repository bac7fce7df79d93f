"""What requests cost, by page and by league, as Prometheus counts them.

gunicorn's workers share a folder (config/gunicorn_server.py), so that whichever of them is asked tells of all. No label
is a visitor's to choose: a page is named by its route, and a league once a page of it was found.
"""

import os
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

LEAGUES_NAMED = 200
OTHERS = "*"
"""What leagues beyond so many are told as, together."""
COUNTED = CollectorRegistry()
_seconds = Histogram(
    "muggins_request_seconds", "How long answers took, by page and status.", ["view", "status"], registry=COUNTED,
    buckets=(0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)  # fmt: skip
_of_leagues = Counter(
    "muggins_league_requests", "Answers by league and status; of pages for strangers, whether from memory.",
    ["league", "status", "kept"], registry=COUNTED,
)  # fmt: skip
KEPT = {None: "", True: "memory", False: "made"}
_named: set[str] = set()


def count_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Two figures only: they take a hundredth of a page from memory (tests/bench/test_kept_pages.py)."""
    try:
        observe, count = _children(route_of(request), status, league_of(request), getattr(request, "from_memory", None))
    except OSError:
        return  # No room for the workers' shared file: a page is not refused for that.
    observe(seconds)
    count()


def route_of(request: HttpRequest) -> str:
    """Return the name of the page; one for all of the admin's, and of the files; blank where none was found."""
    if request.resolver_match is None:
        return "static" if request.path_info.startswith(settings.STATIC_URL) else ""
    name = request.resolver_match.view_name
    return "admin" if name.startswith("admin:") else name


def league_of(request: HttpRequest) -> str:
    """Return the slug of the league that a request is about; blank for none, and for one that does not exist."""
    slug: str | None = getattr(request, "league_slug", None)
    if slug is not None:
        return slug  # found by its journal, whether the page came from memory or not
    league = getattr(request, "league", None)
    return league.slug if league is not None else ""


def requests_text() -> bytes:
    """The figures of all workers on this machine, as Prometheus reads them."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(COUNTED)
    together = CollectorRegistry()
    MultiProcessCollector(together)
    return generate_latest(together)


@lru_cache(maxsize=8192)
def _children(
    view: str, code: int, league: str, from_memory: bool | None
) -> tuple[Callable[[float], None], Callable[[], None]]:
    status = "304" if code == 304 else f"{code // 100}xx"
    counter = _of_leagues.labels(_label(league), status, KEPT[from_memory])
    return _seconds.labels(view, status).observe, counter.inc


def _label(league: str) -> str:
    if league and league not in _named:
        if len(_named) >= LEAGUES_NAMED:
            return OTHERS
        _named.add(league)
    return league
