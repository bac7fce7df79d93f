"""The front door: which league."""

from django.http import HttpRequest, HttpResponse
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
