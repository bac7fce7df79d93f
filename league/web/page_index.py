"""The page of all pages of a league, by what they are for."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import may
from league.queries import leagues
from league.web.requests import LeagueRequest, in_league


@require_safe
@in_league("league.view")
def list_pages(request: LeagueRequest) -> HttpResponse:
    held = request.grants
    context = {
        "season": leagues.current_season(request.league, now=request.now),
        "captain": may(held, "captain.work"),
        "referee": may(held, "referee.work"),
        "conduct": may(held, "conduct.see"),
        "oversees": may(held, "league.oversee"),
    }
    return render(request, "league/more.html", context)
