"""The page on which a visitor imagines results and sees the table that follows. It stores nothing: a GET is all."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.queries.standings.table_variants import what_if
from league.web.requests import LeagueRequest, in_league
from league.web.standings import tables
from league.web.standings.questions.cross import division_or_404

FIELD = "f"


@require_safe
@in_league("league.view")
def imagine(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Show the table with the results in the address; what cannot be read is told, and left out of it."""
    found = division_or_404(request, season, division)
    said = {name.removeprefix(FIELD): str(text) for name, text in request.GET.items() if name.startswith(FIELD)}
    answer = what_if(found, said)
    table = tables.table_view(answer.after, request.league)
    context = {
        "division": found,
        "answer": answer,
        "rows": [replace(row, receipt_url="") for row in table.rows],
        "effect": tables.effect_rows(answer.before, answer.after),
    }
    return render(request, "league/standings/what_if.html", context, status=422 if answer.problems else 200)
