"""Answering without signing in: by the link in a mail, on the phone of the captain who sent it, with a printed code."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import ResultState
from league.errors import Invalid, NotAllowed, NothingThere, WrongState
from league.models import Fixture, Result
from league.queries.fixtures import has_codes
from league.queries.people.people import squads
from league.queries.results.card_photographs import card_photographs_of
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import people_of
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.services.results import handover, submit
from league.services.results import handover as codes
from league.translation import N_, Text, translated
from league.web import cards
from league.web.requests import LeagueRequest, fixture_or_404, in_league, redirect_with
from league.web.results.card_photographs import NO_PHOTOGRAPH, respond_with_card
from league.web.results.sheet_pages import (
    photographs_context,
    reason_of,
    sheet_context,
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
    link = handover.follow(request.league, token, now=request.now)
    if link is None:
        return render(request, "league/results/confirm_link.html", {"link": None}, status=404)
    if request.method == "POST":
        try:
            handover.confirm_by_link(request.league, token, now=request.now)
        except (WrongState, NotAllowed) as late:
            return render(
                request, "league/results/confirm_link.html", {"link": link, "refused": late.message}, status=409
            )
        return redirect("confirm-link", slug=request.league.slug, token=token)
    if link.refused:
        return render(request, "league/results/confirm_link.html", {"link": link, "refused": link.refused})
    mine = submit.drafted_sheet(link.fixture, link.person)
    apart = submit.draft_differences(mine, link.result)
    squad = squads(link.fixture) if apart else ([], [])
    context = {
        "link": link,
        "token": token,
        "photographs": card_photographs_of(link.fixture),
        "own_sheet": mine,
        "differences": cards.difference_views(apart, squad, request.grants),
        **sheet_context(request, link.fixture, link.result),
    }
    return render(request, "league/results/confirm_link.html", context)


@require_safe
@in_league("league.view")
def linked_photograph(request: LeagueRequest, token: str, photograph: int) -> HttpResponse:
    """A photograph of the card that the link's page shows, for whoever has the link."""
    link = handover.follow(request.league, token, now=request.now)
    if link is None or link.refused:
        raise NothingThere(NO_PHOTOGRAPH)
    return respond_with_card(link.fixture, photograph)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm_here(request: LeagueRequest, fixture: int) -> HttpResponse:
    """The other captain confirms on this phone, which stays signed in as its owner's."""
    fixture_row = fixture_or_404(request, fixture)
    signed_out = sign_in_first(request)
    if signed_out:
        return signed_out
    live = handover.sheet_to_hand_over(fixture_row, by=request.user, now=request.now)
    if request.method != "POST":
        return _here_page(request, fixture_row, live)
    sent = request.POST
    chosen = sent.get("person", "")
    person = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 19 else None
    secret = sent.get("secret", "").replace("\x00", "")[:200]
    try:
        result = handover.confirm_here(
            fixture_row, version_of(request), person=person, secret=secret, by=request.user, now=request.now
        )
    except Invalid as refused:
        return _here_page(request, fixture_row, live, refused.problems)
    tell_confirmed(request, result)
    return redirect("thank-you", slug=request.league.slug, fixture=fixture_row.pk)


def _here_page(
    request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "fixture": fixture,
        "result": live,
        **sheet_context(request, fixture, live),
        **photographs_context(request, fixture),
        "other_team": fixture.away if live.side == "home" else fixture.home,
        "with_code": has_codes(fixture, "away" if live.side == "home" else "home"),
        "people": handover.who_may_confirm(live, now=request.now),
        "selected_person": request.POST.get("person", ""),
        "problems": problems,
        "wrong": {problem.field: translated(problem.message) for problem in problems},
    }
    return render(request, "league/results/confirm_here.html", context, status=422 if problems else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm_code(request: LeagueRequest, fixture: int) -> HttpResponse:
    """The side that is asked answers with a printed code, on whatever phone. It is its own proof: nobody signs in."""
    fixture_row = fixture_or_404(request, fixture)
    asked = codes.require_awaited(fixture_row)
    problems: Sequence[Problem] = ()
    agree, reason = request.POST.get("do") != "refuse", reason_of(request)
    code = request.POST.get("code", "").replace("\x00", "")[:100]
    if request.method == "POST":
        known = request.user if request.user.is_authenticated else None
        try:
            answered = codes.answer_by_code(
                fixture_row, version_of(request), code=code, agree=agree, reason=reason, by=known, now=request.now
            )
        except Invalid as refused:
            problems = refused.problems
        else:
            return redirect_with(
                request,
                _answered(answered, proposed=asked.state == ResultState.PROPOSED),
                "fixture",
                fixture=fixture_row.pk,
            )
    before = asked.corrects if asked.state == ResultState.PROPOSED else None
    apart = differences(sheet_of(before), sheet_of(asked)) if before else []
    wrong = {problem.field: translated(problem.message) for problem in problems}
    context = {
        "fixture": fixture_row,
        "result": asked,
        "corrected": before,
        "differences": cards.difference_views(apart, (people_of(fixture_row), []), request.grants),
        **sheet_context(request, fixture_row, asked),
        "other_team": fixture_row.away if asked.side == "home" else fixture_row.home,
        "reason": reason,
        "refuses": not agree,
        # A code that was not looked at need not be typed again.
        "code": "" if "code" in wrong else code,
        "problems": problems,
        "wrong": wrong,
    }
    return render(request, "league/results/confirm_code.html", context, status=422 if problems else 200)


def _answered(result: Result, *, proposed: bool) -> Text:
    score = result.score_text
    if result.state == ResultState.CONFIRMED:
        message = N_("Accepted: {score} counts now.") if proposed else N_("Confirmed: {score}. It counts now.")
        return Text(message, score=score)
    if proposed:
        return N_("Refused. The confirmed result still counts.")
    return Text("Disputed: {score} does not count until that is settled. The secretary has been told.", score=score)
