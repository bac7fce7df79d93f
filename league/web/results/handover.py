"""Answering without signing in: by the link in a mail, on the phone of the captain who sent it, with a printed code."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.enums import ResultState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, Result
from league.queries.fixtures import has_codes
from league.queries.people.people import squads
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import people_of
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.services.results import handover, submit
from league.services.results.handover import codes
from league.translation import N_, Text, translated
from league.web import cards
from league.web.requests import LeagueRequest, fixture_or_404, in_league
from league.web.results.sheet_actions import tell_moves
from league.web.results.sheet_pages import (
    reason_of,
    score_sheet,
    sheet_notes,
    sign_in_first,
    tell_confirmed,
    version_of,
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm_link(request: LeagueRequest, token: str) -> HttpResponse:
    """The sheet that a mail is about. Whoever has the link has the mail: it is its own proof, and it serves once.

    Opening it only shows a page with a button, since some mail programs open every link.
    """
    found = handover.follow(request.league, token, now=request.now)
    if found is None:
        return render(request, "league/results/confirm_link.html", {"found": None}, status=404)
    if request.method == "POST":
        try:
            handover.confirm_by_link(request.league, token, now=request.now)
        except (WrongState, NotAllowed) as late:
            return render(
                request, "league/results/confirm_link.html", {"found": found, "refused": late.message}, status=409
            )
        return redirect("confirm-link", slug=request.league.slug, token=token)
    if found.refused:
        return render(request, "league/results/confirm_link.html", {"found": found, "refused": found.refused})
    mine = submit.drafted(found.fixture, found.person)
    apart = submit.draft_differences(mine, found.result)
    squad = squads(found.fixture) if apart else ([], [])
    matches = score_sheet(request, found.result)
    context = {
        "found": found,
        "mine": mine,
        "differences": cards.difference_views(apart, squad, request.grants),
        "matches": matches,
        "notes": sheet_notes(request, found.fixture, matches),
    }
    return render(request, "league/results/confirm_link.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm_here(request: LeagueRequest, fixture: int) -> HttpResponse:
    """The other captain confirms on this phone, which stays signed in as its owner's."""
    found = fixture_or_404(request, fixture)
    signed_out = sign_in_first(request)
    if signed_out:
        return signed_out
    live = handover.lent(found, by=request.user, now=request.now)
    if request.method != "POST":
        return _here_page(request, found, live)
    sent = request.POST
    chosen = sent.get("person", "")
    person = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 19 else None
    secret = sent.get("secret", "").replace("\x00", "")[:200]
    try:
        result = handover.confirm_here(
            found, version_of(request), person=person, secret=secret, by=request.user, now=request.now
        )
    except Invalid as refused:
        return _here_page(request, found, live, refused.problems)
    tell_confirmed(request, result)
    tell_moves(request, result)
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _here_page(
    request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    matches = score_sheet(request, live)
    context = {
        "fixture": fixture,
        "result": live,
        "matches": matches,
        "notes": sheet_notes(request, fixture, matches),
        "other": fixture.away if live.side == "home" else fixture.home,
        "with_code": has_codes(fixture, "away" if live.side == "home" else "home"),
        "people": handover.who_may_confirm(live, now=request.now),
        "chosen": request.POST.get("person", ""),
        "problems": problems,
        "wrong": {problem.field: translated(problem.message) for problem in problems},
    }
    return render(request, "league/results/confirm_here.html", context, status=422 if problems else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm_code(request: LeagueRequest, fixture: int) -> HttpResponse:
    """The side that is asked answers with a printed code, on whatever phone. It is its own proof: nobody signs in."""
    found = fixture_or_404(request, fixture)
    asked = codes.awaited(found)
    problems: Sequence[Problem] = ()
    agree, reason = request.POST.get("do") != "refuse", reason_of(request)
    code = request.POST.get("code", "").replace("\x00", "")[:100]
    if request.method == "POST":
        known = request.user if request.user.is_authenticated else None
        try:
            answered = codes.answer(
                found, version_of(request), code=code, agree=agree, reason=reason, by=known, now=request.now
            )
        except Invalid as refused:
            problems = refused.problems
        else:
            messages.success(request, translated(_answered(answered, proposed=asked.state == ResultState.PROPOSED)))
            return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    before = asked.corrects if asked.state == ResultState.PROPOSED else None
    apart = differences(sheet_of(before), sheet_of(asked)) if before else []
    wrong = {problem.field: translated(problem.message) for problem in problems}
    matches = score_sheet(request, asked)
    context = {
        "fixture": found,
        "result": asked,
        "before": before,
        "differences": cards.difference_views(apart, (people_of(found), []), request.grants),
        "matches": matches,
        "notes": sheet_notes(request, found, matches),
        "other": found.away if asked.side == "home" else found.home,
        "reason": reason,
        "refuses": not agree,
        # A code that was not looked at need not be typed again.
        "code": "" if "code" in wrong else code,
        "problems": problems,
        "wrong": wrong,
    }
    return render(request, "league/results/confirm_code.html", context, status=422 if problems else 200)


def _answered(result: Result, *, proposed: bool) -> Text:
    """Say how a sheet, or a proposed correction, was answered with a code."""
    score = result.told
    if result.state == ResultState.CONFIRMED:
        said = N_("Accepted: {score} counts now.") if proposed else N_("Confirmed: {score}. It counts now.")
        return Text(said, score=score)
    if proposed:
        return N_("Refused. The confirmed result still counts.")
    return Text("Disputed: {score} does not count until that is settled. The secretary has been told.", score=score)
