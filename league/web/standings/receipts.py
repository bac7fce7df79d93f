"""The receipt of a team, for everybody to read: where each point comes from."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Entry
from league.queries.seasons.upkeep.shown import public
from league.queries.standings.receipts import receipt_of
from league.web.base.scope import LeagueRequest, in_league


@require_safe
@in_league("league.view")
def receipt(request: LeagueRequest, season: str, division: str, team: str) -> HttpResponse:
    """A team's points, line by line."""
    entry = get_object_or_404(
        Entry.objects.select_related("division__season__league", "team"),
        public("season__"),
        season__league=request.league,
        team__hidden_at=None,
        season__slug=season,
        division__slug=division,
        team__slug=team,
    )
    found = receipt_of(entry.division, entry.team, now=request.now)
    return render(
        request, "league/standings/receipt.html", {"receipt": found, "division": entry.division, "entry": entry}
    )
