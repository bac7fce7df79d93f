"""The printed one-time codes of teams: the secretary makes a sheet, prints it, and revokes one that was lost."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Team
from league.queries.people.people import code_sheet, code_sheets
from league.services.people.captains import make_codes, revoke_codes
from league.translation import Text, translated
from league.web.fresh_sign_in import fresh_to
from league.web.requests import LeagueRequest, in_league, season_or_404


@require_safe
@in_league("codes.make")
def season_codes(request: LeagueRequest, season: str) -> HttpResponse:
    found = season_or_404(request, season)
    return render(request, "league/people/codes.html", {"season": found, "sheets": code_sheets(found)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("codes.make")
@fresh_to("make")
def team_codes(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    """A team's sheet of codes. One that is made is the answer itself: it is shown once, to be printed."""
    found = season_or_404(request, season)
    of = get_object_or_404(Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None)
    if request.method == "POST" and request.POST.get("do") == "make":
        printed = make_codes(of, found, by=request.user, now=request.now)
        return render(request, "league/people/codes_printed.html", {"printed": printed, "season": found, "team": of})
    if request.method == "POST" and request.POST.get("do") == "revoke":
        gone = revoke_codes(of, found, by=request.user, now=request.now)
        said = Text.plural("{n} code of {team} is revoked.", "{n} codes of {team} are revoked.", n=gone, team=of.name)
        messages.success(request, translated(said))
        return redirect("team-codes", slug=request.league.slug, season=found.slug, team=of.slug)
    context = {"season": found, "team": of, "sheet": code_sheet(of, found)}
    return render(request, "league/people/team_codes.html", context, status=422 if request.method == "POST" else 200)
