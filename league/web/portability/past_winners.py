"""The page on which the secretary loads past winners from a sheet."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid
from league.services.portability.imports.winners import COLUMNS, load_winners
from league.services.portability.waiting_files import delete_files, store_files
from league.translation import Text
from league.web.portability.loading import by_file, uploaded
from league.web.requests import LeagueRequest, in_league, redirect_with

# Of what would be written, as much as anybody looks through.
MOST_SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("winner.record")
def load(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    check_only = request.POST.get("do") != "load"
    kept = ""
    try:
        files = uploaded(request)
        kept = store_files(files, request.league, by=request.user, now=request.now)
        planned = load_winners(files, request.league, check_only=check_only, by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, by_file=by_file(refused.problems), problems=refused.problems, kept=kept)
    new = [one for one in planned if not one.known]
    if check_only:
        found = {"new": len(new), "known": len(planned) - len(new), "planned": planned[:MOST_SHOWN]}
        return _page(request, found=found, kept=kept)
    delete_files(request.league, by=request.user)
    message = Text.plural("{n} winner is new.", "{n} winners are new.", n=len(new))
    return redirect_with(request, message, "winners")


def _page(request: LeagueRequest, **more: Any) -> HttpResponse:
    context = {"columns": [column.name for column in COLUMNS.columns], **more}
    status = 422 if more.get("problems") else 200
    return render(request, "league/portability/winners.html", context, status=status)
