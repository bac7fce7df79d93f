"""The front door: which league, and whether the house stands."""

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.queries.leagues import leagues_of


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The leagues of this server; straight to the league where there is only one."""
    leagues = leagues_of()
    if len(leagues) == 1:
        return redirect("league", slug=leagues[0].slug)
    return render(request, "league/start.html", {"leagues": leagues})


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether the database and the cache answer: 200 and what was asked, or 503 and what did not answer."""
    asked: dict[str, str] = {}
    for name, ask in (("database", _ask_database), ("cache", _ask_cache)):
        try:
            ask()
            asked[name] = "ok"
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it does not answer
            asked[name] = type(error).__name__
    good = all(answer == "ok" for answer in asked.values())
    return JsonResponse({"ok": good, **asked}, status=200 if good else 503)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_cache() -> None:
    cache.set("health", settings.ROOT_URLCONF, 5)
    if cache.get("health") != settings.ROOT_URLCONF:
        raise LookupError("the cache forgot at once")
