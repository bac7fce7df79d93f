"""The seasons of a league, and the tables of one of them."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Season
from league.queries.standings import standings
from league.queries.standings.meetings import archive_of
from league.queries.visibility import public
from league.web.requests import LeagueRequest, in_league
from league.web.standings import tables


@require_safe
@in_league("league.view")
def archive(request: LeagueRequest) -> HttpResponse:
    return render(request, "league/standings/archive.html", {"archived": archive_of(request.league)})


@require_safe
@in_league("league.view")
def season_tables(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the tables of every division of a season; final once all its fixtures have their results."""
    found = get_object_or_404(Season, public(), league=request.league, slug=season)
    found.league = request.league
    shown = standings.season_tables(found)
    context = {
        "season": found,
        "tables": [tables.table_view(table, request.league) for table in shown],
        "final": all(table.settled for table in shown),
    }
    return render(request, "league/standings/season_tables.html", context)
