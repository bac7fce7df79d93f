"""An appeal's page: who decides it, who is recused and why, who has voted; and the vote of whoever may."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import AppealBody, AppealState
from league.errors import Invalid, LeagueError, WrongState
from league.models import Appeal
from league.queries.disputes.panels import panel_of, votes_on
from league.rules.problems import Problem
from league.services.disputes.appeal import if_revoked
from league.services.disputes.panels.vote import vote
from league.translation import N_, Text, translated
from league.web.disputes import forms, rows
from league.web.disputes.appeals import appeal_or_404
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, allow, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def case(request: LeagueRequest, appeal: int) -> HttpResponse:
    """Show an appeal and who decides it. POST votes on it."""
    found = appeal_or_404(request, appeal)
    allow(request, "appeal.see", found)
    if request.method != "POST":
        return _page(request, found)
    allow(request, "appeal.vote", found)
    try:
        told = _vote_message(_vote(request, found))
    except (Invalid, WrongState) as refused:
        return _page(request, appeal_or_404(request, appeal), refused)
    messages.success(request, translated(told))
    return redirect("appeal-case", slug=request.league.slug, appeal=found.pk)


def _vote(request: LeagueRequest, appeal: Appeal) -> Appeal:
    said = request.POST.get("vote", "")
    if said not in ("allow", "dismiss"):
        raise Invalid([Problem("no-vote", N_("Vote to allow the appeal or to dismiss it."))])
    reason = forms.text(request.POST, "reason")
    return vote(appeal, allow=said == "allow", reason=reason, by=request.user, now=request.now)


def _vote_message(appeal: Appeal) -> Text:
    if appeal.state == AppealState.OPEN:
        return N_("Your vote is counted. You can change it until the appeal is decided.")
    return Text("{state}. Everybody concerned has been told.", state=appeal.get_state_display())


def _page(request: LeagueRequest, appeal: Appeal, refused: LeagueError | None = None) -> HttpResponse:
    panel = panel_of(appeal, now=request.now)
    seat = panel.seat_of(request.grants.user_id)
    mine = seat.vote if seat is not None else None
    still = appeal.state == AppealState.OPEN
    facts = rows.ruling_facts(appeal.ruling, request.grants)
    votes_here = still and panel.may_vote(request.grants.user_id) and may(request.grants, "appeal.vote", appeal)
    context: dict[str, Any] = {
        **facts,
        "appeal": appeal,
        "open": still,
        "panel": panel,
        "body": AppealBody(appeal.decided_as or panel.standing.body).label,
        "by_secretary": appeal.decided_as in ("", AppealBody.SECRETARY),
        "votes": [] if still else votes_on(appeal),
        "votes_here": votes_here,
        "decides_here": still and panel.of_the_secretary and may(request.grants, "appeal.decide", appeal),
        "case_url": rows.case_url(appeal.ruling, request.grants, request.league),
        "mine": mine,
        "seat": seat,
        "reason": forms.text(request.POST, "reason") if refused or mine is None else mine.reason,
        "following": if_revoked(appeal.ruling, facts["fixture"]) if votes_here else None,
        **wrong(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/appeal_case.html", context, status=status_of(refused))
