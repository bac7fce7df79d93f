"""Correcting a result that counts, and answering the correction."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result
from league.queries.results import versions
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import people_of
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.services.results import correct as corrections
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web import cards
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import sheet_pages as pages
from league.web.results.sheet_form import Filled, fields_from, filled_from
from league.web.results.versions import sender_of


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def correct(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Send another sheet instead of one's own that waits, or propose one for the one that counts."""
    found = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return pages.rescue(request, fixture)
    allow(request, "result.correct", found)
    live = _correctable(request, found)
    if request.method != "POST":
        return _open_form(request, found, live)
    if pages.saves(request):
        return pages.save_and_add_up(request, found)
    filled, reason = Filled(found, fields_from(request.POST)), pages.reason_of(request)
    try:
        sheet = pages.read_sheet(filled, corrected=live)
        asked = pages.asked_first(request, found, sheet, known=sheet_of(live))
        examined = corrections.examine_correction(live, sheet) if asked else None
        if examined and not examined.problems:
            submit.save_draft(found, filled.fields, by=request.user, now=request.now)
            return _form(request, filled, live, reason, asked=asked, examined=examined)
        result = corrections.propose(
            found, pages.version_of(request), sheet, reason=reason, by=request.user, now=request.now
        )
    except Invalid as refused:
        submit.save_draft(found, filled.fields, by=request.user, now=request.now)
        return _form(request, filled, live, reason, refused)
    except WrongState:
        submit.save_draft(found, filled.fields, by=request.user, now=request.now)
        raise
    messages.success(request, translated(_correction_message(result)))
    return pages.back_to(request, found)


def _correctable(request: LeagueRequest, fixture: Fixture) -> Result:
    live = versions.live_result(fixture)
    if live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.change", live):
        return live
    if live is None or live.state != ResultState.CONFIRMED:
        raise WrongState(N_("There is no confirmed result to correct. Open the fixture to see how it stands."))
    return live


def _open_form(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    if request.grants.side_of(fixture) and versions.proposed_correction(fixture) is not None:
        messages.info(request, translated(N_("A correction is already awaiting an answer.")))
        return pages.back_to(request, fixture, "correction")
    filled = filled_from(live, pages.unsent_fields(request, fixture))
    return _form(request, filled, live, pages.kept_reason(request, fixture))


def _form(
    request: LeagueRequest,
    filled: Filled,
    live: Result,
    reason: str,
    refused: Invalid | None = None,
    **more: Any,
) -> HttpResponse:
    changes = live.state == ResultState.SUBMITTED
    more |= {"result": live, "reason": reason, "at_once": not request.grants.side_of(filled.fixture)}
    return pages.form_page(request, filled, "league/results/correct.html", refused, changes=changes, **more)


def _correction_message(result: Result) -> Text:
    score = result.told
    if result.state == ResultState.SUBMITTED:
        return Text(
            "Sent: {score} instead of what you had sent. The other captain has been told; it counts when they agree.",
            score=score,
        )
    if result.state == ResultState.CONFIRMED:
        return Text("Corrected: {score} counts now. Both captains have been told.", score=score)
    return Text("Proposed: {score}. It counts once the other captain or the secretary accepts it.", score=score)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def correction(request: LeagueRequest, fixture: int) -> HttpResponse:
    """The correction that waits, against what counts; accept it or refuse it."""
    found = fixture_or_404(request, fixture)
    signed_out = pages.sign_in_first(request)
    if signed_out:
        return signed_out
    allow(request, "result.correct", found)
    if request.method == "POST":
        return _answer(request, found)
    proposed = versions.proposed_correction(found)
    if proposed is None or proposed.corrects is None:
        messages.info(request, translated(N_("No correction is awaiting an answer.")))
        return pages.back_to(request, found)
    return _page(request, found, proposed, proposed.corrects)


def _answer(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    accept, reason = request.POST.get("do") == "accept", pages.reason_of(request)
    try:
        result = corrections.answer_correction(
            fixture, pages.version_of(request), accept=accept, reason=reason, by=request.user, now=request.now
        )
    except Invalid as refused:
        proposed = versions.proposed_correction(fixture)
        if proposed is None or proposed.corrects is None:
            raise
        return _page(request, fixture, proposed, proposed.corrects, refused.problems)
    if accept:
        told = Text("Accepted: {score} counts now.", score=result.told)
    elif request.grants.side_of(fixture) == result.side:
        told = N_("Withdrawn. The confirmed result still counts.")
    else:
        told = N_("Refused. The confirmed result still counts.")
    messages.success(request, translated(told))
    return pages.back_to(request, fixture)


def _page(
    request: LeagueRequest, fixture: Fixture, proposed: Result, before: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    apart = differences(sheet_of(before), sheet_of(proposed))
    matches = pages.score_sheet(request, proposed)
    context = {
        "fixture": fixture,
        "result": proposed,
        "before": before,
        "sender": sender_of(proposed),
        "differences": cards.difference_views(apart, (people_of(fixture), [])),
        "matches": matches,
        "notes": pages.sheet_notes(request, fixture, matches),
        "answers": may(request.grants, "correction.answer", proposed),
        "takes_back": may(request.grants, "result.change", proposed),
        "reason": pages.reason_of(request),
        "problems": problems,
    }
    return render(request, "league/results/correction.html", context, status=422 if problems else 200)
