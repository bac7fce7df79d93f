"""A stranger's page beside an empty one of the same server: from memory, and told as unchanged."""

import datetime as dt
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.settings.test import ON_SERVICES
from config.urls import urlpatterns as pages
from league.services.results import submit
from tests import factories
from tests.bench.test_table import fastest
from tests.factories import Town, result_sheet
from tests.new_process import run_python

pytestmark = pytest.mark.bench

# Of the requests that an empty page answers in the same time.
WANTED = {"unchanged": 0.5, "kept": 0.15}
ROUNDS = 20


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with nothing, through everything that every page goes through."""
    return HttpResponse("")


urlpatterns = [path("empty/", empty), *pages]


def asks(server: WSGIHandler, address: str, **headers: str) -> Callable[[], dict[str, str]]:
    """Return what asks a server for a page, and returns the headers of the answer."""

    def ask() -> dict[str, str]:
        told: dict[str, str] = {}

        def start(status: str, found: list[tuple[str, str]], *_: Any) -> None:
            told.update(found, status=status)

        for _ in range(ROUNDS):
            where, _, question = address.partition("?")
            b"".join(server({
                "REQUEST_METHOD": "GET", "PATH_INFO": where, "QUERY_STRING": question, "SERVER_NAME": "testserver",
                "SERVER_PORT": "80", "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(), **headers,
            }, start))  # fmt: skip
        return told

    return ask


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A request closes no connection: the test's own transaction is on it."""
    request_started.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)


@pytest.mark.usefixtures("one_connection")
def test_strangers_pages_beside_an_empty_one(settings: Any, town: Town, now: dt.datetime) -> None:
    settings.ROOT_URLCONF = __name__
    division = factories.full_division(town, 10, name="Large")
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    addresses = {"division": f"/leagues/town/tables/{division.season.slug}/premier/", "home": "/leagues/town/"}
    servers = {}
    for kept in (0, 1_000_000):
        settings.KEPT_PAGES = kept
        servers[kept] = WSGIHandler()
    found: dict[str, float] = {}
    with time_machine.travel(now, tick=False):
        for name, address in addresses.items():
            etag = asks(servers[1_000_000], address)()["ETag"]
            unchanged = asks(servers[1_000_000], address, HTTP_IF_NONE_MATCH=etag)
            assert unchanged()["status"] == "304 Not Modified"
            bare = fastest(asks(servers[0], "/empty/"))
            found[f"{name} unchanged"] = bare / fastest(unchanged)
            found[f"{name} kept"] = bare / fastest(asks(servers[1_000_000], address))
    for name, ratio in found.items():
        print(f"\n{name:20} {ratio:.3f} of the requests of an empty page", end="")  # noqa: T201 - a measurement is there to be read
    assert {name: ratio for name, ratio in found.items() if ratio < WANTED[name.split()[1]]} == {}


COUNTING = """
import time
import django
django.setup()
from django.urls import resolve
from django.test import RequestFactory
from league.web.ops.request_metrics import count_request
request = RequestFactory().get("/leagues/town/")
request.resolver_match, request.league_slug, request.from_memory = resolve("/leagues/town/"), "town", True
def go():
    began = time.process_time()
    for _ in range(5000):
        count_request(request, 200, 0.01)
    return (time.process_time() - began) / 5000
print(min(go() for _ in range(7)))
"""


@pytest.mark.usefixtures("one_connection")
def test_counting_a_request_beside_a_kept_page(settings: Any, town: Town, now: dt.datetime, tmp_path: Path) -> None:
    """What Prometheus is told costs a hundredth of the cheapest page: with PostgreSQL, in the folder workers share."""
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    settings.KEPT_PAGES = 1_000_000
    with time_machine.travel(now, tick=False):
        page = fastest(asks(WSGIHandler(), "/leagues/town/")) / ROUNDS
    shared = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)} if ON_SERVICES else {}
    done = run_python(COUNTING, DJANGO_SETTINGS_MODULE="config.settings.test", **shared)
    assert done.returncode == 0, done.stderr
    share = float(done.stdout) / page
    print(f"\ncounting {float(done.stdout) * 1e6:.1f} µs of a kept page's {page * 1e6:.0f} µs: {share:.2%}", end="")  # noqa: T201
    assert round(share, 2) <= 0.01
