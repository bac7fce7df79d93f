"""Correcting a result that counts, answering the correction, and the versions of a sheet for everybody to read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import Grants, may
from league.enums import ResultState, Settlement
from league.errors import Invalid, NothingThere, WrongState
from league.models import Fixture, Player, Result
from league.queries.results import versions
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import ComparedVersion
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.services.results import correct as corrections
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web import cards
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import score_only
from league.web.results import sheet_pages as pages
from league.web.results.sheet_form import Filled, fields_from, filled_from

# Whose word a version without a side is.
SENDERS = {
    Settlement.RULING: N_("a ruling"),
    Settlement.APPEAL: N_("an appeal"),
    Settlement.POLICY: N_("the league’s rule"),
    Settlement.IMPORTED: N_("the secretary’s spreadsheet"),
}
SECRETARY = N_("the secretary")
TONES = {
    ResultState.SUBMITTED: "warn",
    ResultState.PROPOSED: "warn",
    ResultState.DISPUTED: "bad",
    ResultState.CONFIRMED: "good",
}


@dataclass(frozen=True, slots=True)
class VersionView:
    version: ComparedVersion
    sender: str
    badge: cards.Badge
    differences: list[cards.DifferenceView]


def sender_of(result: Result) -> str:
    """Return the sender of a version: the team, or whoever decided; never a person."""
    if result.side:
        return result.fixture.home.name if result.side == "home" else result.fixture.away.name
    return SENDERS.get(Settlement(result.settlement), SECRETARY) if result.settlement else SECRETARY


@require_safe
@in_league("league.view")
def list_versions(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    people = versions.people_of(fixture_row)
    views = [_version_view(version, people, request.grants) for version in versions.compared_versions(fixture_row)]
    return render(request, "league/results/versions.html", {"fixture": fixture_row, "versions": views})


@require_safe
@in_league("league.view")
def version(request: LeagueRequest, fixture: int, version: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    wanted = next((item for item in versions.compared_versions(fixture_row) if item.result.version == version), None)
    if wanted is None:
        raise NothingThere(N_("There is no such version of this fixture's sheet."))
    context = {
        "fixture": fixture_row,
        "view": _version_view(wanted, versions.people_of(fixture_row), request.grants),
        "result": wanted.result,
        "matches": pages.score_sheet(request, wanted.result),
        "inside": may(request.grants, "fixture.history", fixture_row),
    }
    return render(request, "league/results/version.html", context)


def _version_view(version: ComparedVersion, people: list[Player], grants: Grants) -> VersionView:
    state = ResultState(version.result.state)
    text = N_("Counts") if state == ResultState.CONFIRMED else state.label
    differences = cards.difference_views(version.apart, (people, []), grants)
    return VersionView(version, sender_of(version.result), cards.Badge(text, TONES.get(state, "")), differences)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def correct(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Send another sheet instead of one's own that waits, or propose one for the one that counts."""
    fixture_row = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return pages.keep_and_sign_in(request, fixture)
    allow(request, "result.correct", fixture_row)
    live = _correctable(request, fixture_row)
    if live.score_only and request.GET.get("whole") != "yes":
        return _correct_score(request, fixture_row, live)
    if request.method != "POST":
        return _open_form(request, fixture_row, live)
    if pages.is_save(request):
        return pages.save_and_add_up(request, fixture_row)
    filled, reason = Filled(fixture_row, fields_from(request.POST)), pages.reason_of(request)
    try:
        sheet = pages.read_sheet(filled, corrected=live)
        doubts = pages.doubts_to_ask(request, fixture_row, sheet, known=sheet_of(live))
        examined = corrections.examine_correction(live, sheet) if doubts else None
        if examined and not examined.problems:
            submit.save_draft(fixture_row, filled.fields, by=request.user, now=request.now)
            return _correct_form(request, filled, live, reason, asked=doubts, examined=examined)
        result = corrections.propose(
            fixture_row, pages.version_of(request), sheet, reason=reason, by=request.user, now=request.now
        )
    except Invalid as refused:
        submit.save_draft(fixture_row, filled.fields, by=request.user, now=request.now)
        return _correct_form(request, filled, live, reason, refused)
    except WrongState:
        submit.save_draft(fixture_row, filled.fields, by=request.user, now=request.now)
        raise
    messages.success(request, translated(pages.correction_message(result)))
    return pages.redirect_to(request, fixture_row)


def _correct_score(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    return _to_open_correction(request, fixture) or score_only.correct_score(request, fixture, live)


def _to_open_correction(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """The way to the correction that awaits an answer: a captain proposes no other."""
    if request.method == "POST" or not request.grants.side_of(fixture):
        return None
    if versions.proposed_correction(fixture) is None:
        return None
    messages.info(request, translated(N_("A correction is already awaiting an answer.")))
    return pages.redirect_to(request, fixture, "correction")


def _correctable(request: LeagueRequest, fixture: Fixture) -> Result:
    live = versions.live_result(fixture)
    if live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.change", live):
        return live
    if live is None or live.state != ResultState.CONFIRMED:
        raise WrongState(N_("There is no confirmed result to correct. Open the fixture to see how it stands."))
    return live


def _open_form(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    if elsewhere := _to_open_correction(request, fixture):
        return elsewhere
    filled = filled_from(live, pages.unsent_fields(request, fixture))
    return _correct_form(request, filled, live, pages.kept_reason(request, fixture))


def _correct_form(
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


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def correction(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    signed_out = pages.sign_in_first(request)
    if signed_out:
        return signed_out
    allow(request, "result.correct", fixture_row)
    if request.method == "POST":
        return _answer(request, fixture_row)
    proposed = versions.proposed_correction(fixture_row)
    if proposed is None or proposed.corrects is None:
        messages.info(request, translated(N_("No correction is awaiting an answer.")))
        return pages.redirect_to(request, fixture_row)
    return _correction_page(request, fixture_row, proposed, proposed.corrects)


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
        return _correction_page(request, fixture, proposed, proposed.corrects, refused.problems)
    if accept:
        message = Text("Accepted: {score} counts now.", score=result.score_text)
    elif request.grants.side_of(fixture) == result.side:
        message = N_("Withdrawn. The confirmed result still counts.")
    else:
        message = N_("Refused. The confirmed result still counts.")
    messages.success(request, translated(message))
    return pages.redirect_to(request, fixture)


def _correction_page(
    request: LeagueRequest, fixture: Fixture, proposed: Result, before: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    apart = differences(sheet_of(before), sheet_of(proposed))
    context = {
        "fixture": fixture,
        "result": proposed,
        "corrected": before,
        "sender": sender_of(proposed),
        "differences": cards.difference_views(apart, (versions.people_of(fixture), [])),
        **pages.sheet_context(request, fixture, proposed),
        "answers": may(request.grants, "correction.answer", proposed),
        "takes_back": may(request.grants, "result.change", proposed),
        "reason": pages.reason_of(request),
        "problems": problems,
    }
    return render(request, "league/results/correction.html", context, status=422 if problems else 200)
