"""Pages made anew because a result was confirmed, beside a plain page of twenty rows of the same server."""

import gc
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from django.utils import timezone

from config.urls import urlpatterns as pages
from league.enums import JournalKind, ResultState
from league.models import Division, Fixture, Result, Team, User
from league.services.journal import record
from tests.bench import large_league
from tests.bench.figures import figure, missed
from tests.bench.test_kept_pages import asks, one_connection

__all__ = ["one_connection"]
pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not settings.ON_SERVICES, reason="is of PostgreSQL, as a league of forty divisions is"),
]

# The processor's time at most, in plain pages: half as much again as was measured (docs/performance.md).
MOST = {
    ("four", "division"): 10, ("four", "home"): 9, ("four", "captain’s home"): 18, ("four", "my page"): 15,
    ("forty", "division"): 10, ("forty", "home"): 13, ("forty", "captain’s home"): 20, ("forty", "my page"): 15,
    ("four", "desk"): 70, ("forty", "desk"): 80,
}  # fmt: skip
ROUNDS = 9
ROWS = 20
# A desk's own bytes on the wire, however long its lists are.
MOST_BYTES = 40_000


def plain_page(request: HttpRequest) -> HttpResponse:
    """Twenty rows of one query in a list, without a frame."""
    return HttpResponse(_LIST.render({"teams": Team.objects.order_by("pk")[:ROWS]}, request))


_LIST = engines["django"].from_string(
    '{% for team in teams %}<tr><td>{{ team.pk }}</td><td><a href="/teams/{{ team.slug }}/">{{ team.name }}</a></td>'
    "<td>{{ team.league_id }}</td></tr>{% endfor %}"
)
urlpatterns = [path("plain/", plain_page), *pages]


def confirm_one(league: str, season: str = "s0") -> None:
    """Write the entry of a result in the first division, as confirming does."""
    of_season = Fixture.objects.filter(division__season__slug=season, division__season__league__slug=league)
    fixture = of_season.filter(division__slug="d0")[0]
    with transaction.atomic():
        key, now = str(time.perf_counter_ns()), timezone.now()
        record(fixture.league, JournalKind.RESULT_CONFIRMED, key, by=None, now=now, what="confirmed", fixture=fixture)


def leave_overdue(league: str) -> None:
    """Leave five results a division overdue: of 400 teams, 200."""
    for division in Division.objects.filter(season__league__slug=league):
        played = Fixture.objects.filter(division=division).order_by("-pk").values_list("pk", flat=True)[:5]
        Result.objects.filter(fixture__in=list(played)).update(live=False, state=ResultState.SUPERSEDED)


def cookie_of(user: User) -> dict[str, str]:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session.update({
        SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    })  # fmt: skip
    session.save()
    return {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={session.session_key}"}


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> WSGIHandler:
    monkeypatch.setattr("tests.bench.test_kept_pages.ROUNDS", 1)
    settings.ROOT_URLCONF = __name__
    settings.KEPT_PAGES = 32_000_000
    # As production has it: no file is looked for at every request.
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    return WSGIHandler()


def cheapest(ask: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """Seconds of the processor that a request takes, the least of several, each after `before`."""
    ask()
    taken = []
    for _ in range(ROUNDS):
        if before is not None:
            before()
        began = time.process_time()
        ask()
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.usefixtures("one_connection", "db")
@pytest.mark.parametrize(("league", "divisions"), [("four", 4), ("forty", 40)])
def test_a_page_made_anew_beside_a_plain_one(server: WSGIHandler, league: str, divisions: int) -> None:
    large_league.build(1, divisions, league)
    # What is left of the building is not gone through again and again, as in a worker that has just begun.
    gc.collect()
    gc.freeze()
    captain = cookie_of(User.objects.get(email=f"captain0@{league}.example"))
    secretary = cookie_of(User.objects.get(email=f"secretary@{league}.example"))
    asked = {
        "division": asks(server, f"/leagues/{league}/tables/s0/d0/"),
        "home": asks(server, f"/leagues/{league}/"),
        "captain’s home": asks(server, f"/leagues/{league}/", **captain),
        "my page": asks(server, f"/leagues/{league}/me/", **captain),
        "desk": asks(server, f"/leagues/{league}/secretary/", **secretary, HTTP_ACCEPT_ENCODING="gzip"),
    }
    for ask in asked.values():
        ask()
    reference = cheapest(asks(server, "/plain/"))
    for name, ask in asked.items():
        if name == "desk":
            leave_overdue(league)
        assert ask()["status"] == "200 OK"
        ratio = cheapest(ask, lambda: confirm_one(league)) / reference
        most = MOST[league, name]
        figure(f"{name} of {divisions} divisions, in plain pages", round(ratio, 1), f"≤ {most}", ok=ratio <= most)
    size = int(asked["desk"]()["Content-Length"])
    figure(f"the desk of {divisions} divisions, bytes", size, f"≤ {MOST_BYTES}", ok=size <= MOST_BYTES)
    assert missed() == []
