"""Confirming without signing in: by the link in a mail, and on the phone of the captain who sent the sheet."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, Result
from league.queries.people.people import squads
from league.rules.problems import Problem
from league.services.results import handover, submit
from league.translation import translated
from league.web.base import cards
from league.web.base.scope import LeagueRequest, fixture_or_404, in_league
from league.web.results.sheet_pages import score_sheet, sign_in_first, tell_confirmed, version_of


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
    apart = submit.apart_from(mine, found.result)
    squad = squads(found.fixture) if apart else ([], [])
    context = {
        "found": found,
        "mine": mine,
        "differences": cards.difference_views(apart, squad, request.grants),
        "matches": score_sheet(request, found.result),
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
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _here_page(
    request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "fixture": fixture,
        "result": live,
        "matches": score_sheet(request, live),
        "other": fixture.away if live.side == "home" else fixture.home,
        "people": handover.who_may_confirm(live, now=request.now),
        "chosen": request.POST.get("person", ""),
        "problems": problems,
        "wrong": {problem.field: translated(problem.message) for problem in problems},
    }
    return render(request, "league/results/confirm_here.html", context, status=422 if problems else 200)
