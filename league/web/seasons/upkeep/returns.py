"""The secretary reverses a team's withdrawal."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import Entry
from league.queries.seasons.withdrawals import return_of
from league.rules.problems import Problem
from league.services.seasons.upkeep.returns import return_team
from league.translation import Text, translated
from league.web import cards
from league.web.form_fields import read_reason
from league.web.requests import LeagueRequest, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def take_back(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    entries = Entry.objects.select_related("season__league", "division__season__league", "team")
    entry = get_object_or_404(entries, season__league=request.league, season__slug=season, team__slug=team)
    if entry.withdrawn_on is None:
        raise WrongState(Text("{team} has not withdrawn.", team=entry.team.name))
    if request.method != "POST":
        return _page(request, entry)
    try:
        return_team(entry, reason=read_reason(request.POST), by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, entry, refused.problems)
    said = Text(
        "{team} is back; the captains of {division} are told.", team=entry.team.name, division=entry.division.name
    )
    messages.success(request, translated(said))
    return redirect("season", slug=request.league.slug, season=entry.season.slug)


def _page(request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = ()) -> HttpResponse:
    found = return_of(entry, now=request.now)
    context = {
        "entry": entry,
        "season": entry.season,
        "found": found,
        "before": found.before,
        "after": found.after,
        "results": cards.fixture_cards(found.results, request.league, now=request.now),
        "problems": problems,
    }
    return render(request, "league/seasons/upkeep/team_return.html", context, status=422 if problems else 200)
