"""The secretary's page about a sheet that the other side does not answer, or that nobody of it can."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.enums import ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result
from league.queries.people import nobody_else_answers
from league.rules.problems import Problem
from league.services.confirming import uphold as uphold_sheet
from league.services.versions import live_result
from league.web.hand_forms import read_reason
from league.web.hands import wrong
from league.web.scope import LeagueRequest, allow, fixture_or_404, in_league
from league.web.sheet_pages import score_sheet, version_of


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def uphold(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read a waiting sheet, and confirm it in the other side's place with a reason."""
    found = fixture_or_404(request, fixture)
    live = live_result(found)
    if live is None or live.state != ResultState.SUBMITTED:
        raise WrongState("No sheet of this fixture waits for an answer.")
    allow(request, "result.uphold", live)
    if request.method != "POST":
        return _page(request, found, live)
    try:
        reason = read_reason(request.POST)
        uphold_sheet(found, version_of(request), reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, found, live, refused.problems)
    messages.success(request, f"{found} is confirmed and counts. Both captains have been told.")
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _page(request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()) -> HttpResponse:
    context = {
        "fixture": fixture,
        "result": live,
        "only_you": nobody_else_answers(live, on=request.now.astimezone(request.league.tz).date()),
        "matches": score_sheet(request, live),
        "reason": read_reason(request.POST),
        **wrong(problems),
    }
    return render(request, "league/uphold.html", context, status=422 if problems else 200)
