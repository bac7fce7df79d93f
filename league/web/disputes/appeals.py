"""Appeals against rulings: made, voted on and decided; and a ruling revoked by its referee."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import AppealBody, AppealsBy, AppealState
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Appeal, Ruling
from league.queries.disputes import disputes as queries
from league.queries.disputes.consequences import Consequences
from league.queries.disputes.panels import panel_of, votes_on
from league.queries.outages import appeal_until, gaps_in
from league.queries.visibility import closed_season_message
from league.rules.problems import Problem
from league.services.disputes import appeal as appeals
from league.services.disputes import revoke as revoking
from league.services.disputes.appeal import consequences_of_revoking
from league.services.disputes.panel_votes import vote
from league.translation import N_, Text
from league.web.disputes import forms, rows
from league.web.forms import problem_context, problems_of, status_of
from league.web.requests import LeagueRequest, allow, in_league, redirect_with

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
    ruling_row = _ruling_or_404(request, ruling)
    allow(request, "ruling.appeal", ruling_row)
    refused = None
    reason = forms.text(request.POST, "reason")
    fixture = ruling_row.fixture
    if request.method == "POST":
        try:
            appeals.appeal(ruling_row, reason=reason, by=request.user, now=request.now)
            return redirect_with(request, MADE[AppealsBy(request.league.appeals_by)], "fixture", fixture=fixture.pk)
        except Invalid as problems:
            refused = problems
    context = {
        **rows.ruling_facts(ruling_row, request.grants),
        "appeal_until": appeal_until(ruling_row, request.league, gaps_in(fixture.division.season)),
        "already": queries.appeal_of(ruling_row),
        "reason": reason,
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/appeal.html", context, status=status_of(refused))


def appeal_or_404(request: LeagueRequest, pk: int) -> Appeal:
    """Raises Http404 where the league has none of that number."""
    try:
        return queries.find_appeal(request.league, pk)
    except Appeal.DoesNotExist as missing:
        raise NothingThere(N_("There is no such appeal in this league.")) from missing


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def decide(request: LeagueRequest, appeal: int) -> HttpResponse:
    appeal_row = appeal_or_404(request, appeal)
    allow(request, "appeal.decide", appeal_row)
    panel = panel_of(appeal_row, now=request.now)
    if request.method != "POST" and appeal_row.state == AppealState.OPEN and not panel.of_the_secretary:
        return redirect("appeal-case", slug=request.league.slug, appeal=appeal_row.pk)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            decided = _decide(request, appeal_row)
            return redirect_with(
                request,
                Text("{state}. Everybody concerned has been told.", state=decided.get_state_display()),
                "fixture",
                fixture=appeal_row.ruling.fixture.pk,
            )
        except (Invalid, WrongState) as error:
            refused = error
    context = {
        **rows.ruling_facts(appeal_row.ruling, request.grants),
        "appeal": appeal_row,
        "is_open": appeal_row.state == AppealState.OPEN,
        "passed_on": panel.standing.reason if appeal_row.goes_to != AppealsBy.SECRETARY else "",
        "consequences": appeals.preview(appeal_row, by=request.user, now=request.now),
        "decision": forms.text(request.POST, "decision"),
        **problem_context(problems_of(refused) if refused else ()),
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


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def appeal_case(request: LeagueRequest, appeal: int) -> HttpResponse:
    appeal_row = appeal_or_404(request, appeal)
    allow(request, "appeal.see", appeal_row)
    if request.method != "POST":
        return _case_page(request, appeal_row)
    allow(request, "appeal.vote", appeal_row)
    try:
        told = _vote_message(_vote(request, appeal_row))
    except (Invalid, WrongState) as refused:
        return _case_page(request, appeal_or_404(request, appeal), refused)
    return redirect_with(request, told, "appeal-case", appeal=appeal_row.pk)


def _vote(request: LeagueRequest, appeal: Appeal) -> Appeal:
    params = request.POST.get("vote", "")
    if params not in ("allow", "dismiss"):
        raise Invalid([Problem("no-vote", N_("Vote to allow the appeal or to dismiss it."))])
    reason = forms.text(request.POST, "reason")
    return vote(appeal, allow=params == "allow", reason=reason, by=request.user, now=request.now)


def _vote_message(appeal: Appeal) -> Text:
    if appeal.state == AppealState.OPEN:
        return N_("Your vote is counted. You can change it until the appeal is decided.")
    return Text("{state}. Everybody concerned has been told.", state=appeal.get_state_display())


def _case_page(request: LeagueRequest, appeal: Appeal, refused: LeagueError | None = None) -> HttpResponse:
    panel = panel_of(appeal, now=request.now)
    seat = panel.seat_of(request.grants.user_id)
    mine = seat.vote if seat is not None else None
    closed = closed_season_message(appeal.ruling.fixture.division.season)
    still = appeal.state == AppealState.OPEN
    decidable = still and not closed
    facts = rows.ruling_facts(appeal.ruling, request.grants)
    votes_here = decidable and panel.may_vote(request.grants.user_id) and may(request.grants, "appeal.vote", appeal)
    context: dict[str, Any] = {
        **facts,
        "appeal": appeal,
        "is_open": still,
        "panel": panel,
        "body": AppealBody(appeal.decided_as or panel.standing.body).label,
        "by_secretary": appeal.decided_as in ("", AppealBody.SECRETARY),
        "votes": [] if still else votes_on(appeal),
        "votes_here": votes_here,
        "closed": closed,
        "decides_here": decidable and panel.of_the_secretary and may(request.grants, "appeal.decide", appeal),
        "case_url": rows.case_url(appeal.ruling, request.grants, request.league),
        "own_vote": mine,
        "seat": seat,
        "reason": forms.text(request.POST, "reason") if refused or mine is None else mine.reason,
        "consequences": consequences_of_revoking(appeal.ruling, facts["fixture"]) if votes_here else None,
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/appeal_case.html", context, status=status_of(refused))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("referee.work")
def revoke(request: LeagueRequest, ruling: int) -> HttpResponse:
    ruling_row = _ruling_or_404(request, ruling)
    allow(request, "ruling.revoke", ruling_row)
    reason = forms.text(request.POST, "reason", revoking.LONGEST_REASON)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            revoking.revoke_ruling(ruling_row, reason=reason, seen=seen, by=request.user, now=request.now)
            return redirect_with(
                request,
                N_("The ruling is revoked. Both captains have been told."),
                "fixture",
                fixture=ruling_row.fixture.pk,
            )
        except (Invalid, WrongState) as error:
            refused = error
    following, late = _revoking_preview(request, ruling_row)
    refused = refused or late
    context = {
        **rows.ruling_facts(ruling_row, request.grants),
        "consequences": following,
        "reason": reason,
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/calls/revoke.html", context, status=status_of(refused))


def _revoking_preview(request: LeagueRequest, ruling: Ruling) -> tuple[Consequences | None, WrongState | None]:
    try:
        return revoking.preview(ruling, by=request.user, now=request.now), None
    except WrongState as late:
        return None, late
