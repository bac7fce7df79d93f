"""The front door: which league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.queries.leagues import hidden_leagues, leagues_of


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The leagues of this server; straight to the league where there is only one."""
    leagues = leagues_of()
    administers = request.user.is_active and request.user.is_superuser
    hidden = hidden_leagues() if administers else []
    if len(leagues) == 1 and not hidden:
        return redirect("league", slug=leagues[0].slug)
    return render(request, "league/start.html", {"leagues": leagues, "hidden": hidden})
