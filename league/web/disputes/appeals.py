"""The pages on which an appeal is made, by a captain or the player ruled on, and decided by the secretary."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.enums import AppealsBy, AppealState
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Appeal, Ruling
from league.queries.disputes import disputes as queries
from league.queries.disputes.panels import panel_of
from league.queries.outages import appeal_until, gaps_in
from league.rules.problems import Problem
from league.services.disputes import appeal as appeals
from league.translation import N_, Text, translated
from league.web.disputes import forms, rows
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, allow, in_league

MADE = {
    AppealsBy.SECRETARY: N_("Your appeal is made. The secretary decides it; until then the ruling stands."),
    AppealsBy.COMMITTEE: N_("Your appeal is made. The league’s committee decides it; until then the ruling stands."),
    AppealsBy.JUDGES: N_("Your appeal is made. Judges decide it; until then the ruling stands."),
}


def _ruling_or_404(request: LeagueRequest, pk: int) -> Ruling:
    try:
        return queries.find_ruling_told(request.league, pk)
    except Ruling.DoesNotExist as missing:
        raise NothingThere(N_("There is no such ruling in this league.")) from missing


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def appeal(request: LeagueRequest, ruling: int) -> HttpResponse:
    found = _ruling_or_404(request, ruling)
    allow(request, "ruling.appeal", found)
    refused = None
    reason = forms.text(request.POST, "reason")
    fixture = found.fixture
    if request.method == "POST":
        try:
            appeals.appeal(found, reason=reason, by=request.user, now=request.now)
            messages.success(request, translated(MADE[AppealsBy(request.league.appeals_by)]))
            return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
        except Invalid as problems:
            refused = problems
    context = {
        **rows.ruling_facts(found, request.grants),
        "until": appeal_until(found, request.league, gaps_in(fixture.division.season)),
        "already": queries.appeal_of(found),
        "reason": reason,
        **wrong(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/appeal.html", context, status=status_of(refused))


def appeal_or_404(request: LeagueRequest, pk: int) -> Appeal:
    """An appeal of the league with its ruling.

    Raises:
        Http404: the league has none of that number.
    """
    try:
        return queries.find_appeal(request.league, pk)
    except Appeal.DoesNotExist as missing:
        raise NothingThere(N_("There is no such appeal in this league.")) from missing


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def decide(request: LeagueRequest, appeal: int) -> HttpResponse:
    """Decide an appeal, having seen what would follow; one that others decide has a page that says so."""
    found = appeal_or_404(request, appeal)
    allow(request, "appeal.decide", found)
    panel = panel_of(found, now=request.now)
    if request.method != "POST" and found.state == AppealState.OPEN and not panel.of_the_secretary:
        return redirect("appeal-case", slug=request.league.slug, appeal=found.pk)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            decided = _decide(request, found)
            told = Text("{state}. Everybody concerned has been told.", state=decided.get_state_display())
            messages.success(request, translated(told))
            return redirect("fixture", slug=request.league.slug, fixture=found.ruling.fixture.pk)
        except (Invalid, WrongState) as error:
            refused = error
    context = {
        **rows.ruling_facts(found.ruling, request.grants),
        "appeal": found,
        "open": found.state == AppealState.OPEN,
        "passed_on": panel.standing.reason if found.goes_to != AppealsBy.SECRETARY else "",
        "following": appeals.preview(found, by=request.user, now=request.now),
        "decision": forms.text(request.POST, "decision"),
        **wrong(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/appeal_decide.html", context, status=status_of(refused))


def _decide(request: LeagueRequest, appeal: Appeal) -> Appeal:
    do = request.POST.get("do", "")
    if do not in ("allow", "dismiss"):
        raise Invalid([Problem("no-act", N_("Allow the appeal or dismiss it."))])
    return appeals.decide_appeal(
        appeal,
        allow=do == "allow",
        decision=forms.text(request.POST, "decision"),
        seen=request.POST.get("seen", ""),
        by=request.user,
        now=request.now,
    )
