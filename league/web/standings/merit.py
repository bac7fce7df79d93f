"""The merit table of a division: its players, by the games that they have won."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Division
from league.queries.people.personal_data import public_names
from league.queries.teams import merit_table
from league.queries.visibility import public
from league.web.requests import LeagueRequest, in_league


@require_safe
@in_league("league.view")
def merit(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Show who has won how many of their games, and what they pegged where the scores are known."""
    found = get_object_or_404(
        Division.objects.select_related("season"),
        public("season__"),
        season__league=request.league,
        season__slug=season,
        slug=division,
    )
    lines = merit_table(found)
    context = {
        "division": found,
        "lines": lines,
        "names": public_names([line.player for line in lines], request.grants),
        "scored": any(line.merit.scores for line in lines),
    }
    return render(request, "league/standings/merit.html", context)
