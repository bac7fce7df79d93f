"""The captain's pages: their fixtures, the sheet, and the answer to the other side's sheet."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.enums import ResultState
from league.errors import Invalid, WrongState
from league.models import Dispute, Fixture, Result
from league.queries.mail.messages import unread_notices
from league.queries.people.people import squads
from league.queries.results import dashboards, versions
from league.queries.results.eligibility import notes_on_guests
from league.queries.results.sheets import sheet_of
from league.queries.seasons.entries import entries_to_confirm
from league.rules.sheet_fields import differences
from league.services.notices import mark_read
from league.services.people.entering import token_for
from league.services.results import confirm as results_confirm
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web import cards
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import score_only
from league.web.results import sheet_pages as pages
from league.web.results.offline_sheets import offline_bundle, opens_ahead
from league.web.results.sheet_form import Filled, answers_to, fields_from, filled_from


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def sheet(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Enter a result; where the other side's sheet waits, send one's own without regard to it."""
    fixture_row = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return pages.keep_and_sign_in(request, fixture)
    allow(request, "result.submit", fixture_row)
    if request.method != "POST":
        return _open_sheet(request, fixture_row)
    if helped := pages.answer_button(request, fixture_row):
        return helped
    filled = Filled(fixture_row, fields_from(request.POST))
    try:
        given = pages.read_sheet(filled)
        doubts = pages.doubts_to_ask(request, fixture_row, given)
        examined = versions.examine(fixture_row, given) if doubts else None
        if examined and not examined.problems:
            submit.save_draft(fixture_row, filled.fields, by=request.user, now=request.now)
            return pages.sheet_page(request, filled, asked=doubts, examined=examined)
        result = submit.submit(fixture_row, given, by=request.user, now=request.now)
    except Invalid as refused:
        submit.save_draft(fixture_row, filled.fields, by=request.user, now=request.now)
        return pages.sheet_page(request, filled, refused)
    except WrongState as late:
        return _too_late(request, filled, late)
    return pages.respond_to_sheet(request, fixture_row, result)


def _open_sheet(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    live = versions.live_result(fixture)
    if live is not None and pages.waits_for(request, live):
        if request.GET.get("own") == "yes":
            return pages.sheet_page(request, Filled(fixture, pages.unsent_fields(request, fixture)), live=live)
        begun = dashboards.draft_of(fixture, request.user) is not None
        return render(
            request, "league/results/sheet_choice.html", {"fixture": fixture, "result": live, "has_draft": begun}
        )
    if live is not None and versions.takes_card(live):
        messages.info(request, translated(Text("{score} stays: add names and games.", score=live.score_text)))
        return pages.sheet_page(request, Filled(fixture, pages.unsent_fields(request, fixture)), live=live)
    if live is not None:
        messages.info(request, translated(N_("This fixture has its sheet already.")))
        return pages.redirect_to(request, fixture)
    early = versions.not_enterable(fixture, now=request.now)
    ahead = request.GET.get("ahead") == "yes" and opens_ahead(fixture, now=request.now)
    if early and not ahead:
        messages.info(request, translated(early))
        return pages.redirect_to(request, fixture)
    return pages.sheet_page(request, Filled(fixture, pages.unsent_fields(request, fixture)), live=None)


def _too_late(request: LeagueRequest, filled: Filled, late: WrongState) -> HttpResponse:
    """Somebody was quicker: what was typed becomes a draft, to be compared with the sheet that came first."""
    fixture = filled.fixture
    submit.save_draft(fixture, filled.fields, by=request.user, now=request.now)
    messages.warning(request, translated(late.message))
    page = "confirm" if pages.waits_for(request, versions.live_result(fixture)) else "fixture"
    return pages.redirect_to(request, fixture, page)


@require_POST
@in_league("league.view")
def draft(request: LeagueRequest, fixture: int) -> JsonResponse:
    """Save the sheet as a draft; return breaches and notes on guests, or 409 if a newer draft than `seen` exists."""
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "result.submit", fixture_row)
    fields, seen = fields_from(request.POST), request.POST.get("seen")
    try:
        saved = submit.save_draft(fixture_row, fields, seen=seen, by=request.user, now=request.now)
    except WrongState as newer:
        there = submit.draft_stamp(dashboards.draft_of(fixture_row, request.user))
        return JsonResponse({"message": translated(newer.message), "saved_at": there}, status=409)
    breaches = [
        {
            "field": breach.field,
            "message": translated(breach.message),
            "choices": answers_to(breach.choices, fields.get(f"{breach.field}-name", "")),
        }
        for breach in submit.breaches_of(fixture_row, fields)
    ]
    noted = [f"{name}: {note}" for name, note in notes_on_guests(fixture_row, Filled(fixture_row, fields).sheet)]
    return JsonResponse({"saved_at": submit.draft_stamp(saved), "breaches": breaches, "guest_notes": noted})


def _live(request: LeagueRequest, fixture: Fixture) -> Result:
    """Return the live sheet, which the visitor may answer.

    Raises:
        NotAllowed: they may not, whether there is one or not.
        WrongState: there is none.
    """
    allow(request, "result.answer", fixture)
    result = versions.sent_result(fixture)
    allow(request, "result.answer", result)
    return result


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    signed_out = pages.sign_in_first(request)
    if signed_out:
        return signed_out
    if request.method == "POST":
        result = results_confirm.confirm(fixture_row, pages.version_of(request), by=request.user, now=request.now)
        pages.tell_confirmed(request, result)
        return pages.redirect_to(request, fixture_row, "thank-you")
    live = _live(request, fixture_row)
    if live.state != ResultState.SUBMITTED:
        return pages.redirect_to(request, fixture_row)
    mine = submit.drafted_sheet(fixture_row, request.user)
    context = {
        "fixture": fixture_row,
        "result": live,
        **pages.sheet_context(request, fixture_row, live),
        **pages.photographs_context(request, fixture_row),
        "own_sheet": mine,
        "differences": cards.difference_views(submit.draft_differences(mine, live), squads(fixture_row)),
    }
    return render(request, "league/results/confirm.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def dispute(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return pages.keep_and_sign_in(request, fixture)
    live = _live(request, fixture_row)
    if live.score_only and live.state == ResultState.SUBMITTED:
        return score_only.dispute(request, fixture_row, live)
    if request.method != "POST":
        return _open_dispute_form(request, fixture_row, live)
    if pages.is_save(request):
        return pages.save_and_add_up(request, fixture_row)
    filled, reason = Filled(fixture_row, fields_from(request.POST)), pages.reason_of(request)
    own = request.POST.get("own", "") == "yes"
    more: dict[str, Any] = {"result": live, "reason": reason, "own": own}
    try:
        mine = pages.read_sheet(filled) if own else None
        doubts = pages.doubts_to_ask(request, fixture_row, mine, known=sheet_of(live)) if mine else []
        examined = versions.examine(fixture_row, mine) if doubts and mine and reason else None
        if examined and not examined.problems:
            more |= {"asked": doubts, "examined": examined}
            return pages.form_page(request, filled, "league/disputes/dispute.html", **more)
        results_confirm.dispute(
            fixture_row, pages.version_of(request), reason=reason, sheet=mine, by=request.user, now=request.now
        )
    except Invalid as refused:
        return pages.form_page(request, filled, "league/disputes/dispute.html", refused, **more)
    except WrongState as late:
        return _too_late(request, filled, late)
    messages.success(
        request, translated(N_("Disputed. The other captain and the secretary have been told; it does not count yet."))
    )
    return pages.redirect_to(request, fixture_row)


def _open_dispute_form(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    if live.state != ResultState.SUBMITTED:
        messages.info(request, translated(Text("This sheet is {state} already.", state=versions.state_of(live))))
        return pages.redirect_to(request, fixture)
    filled = filled_from(live, pages.unsent_fields(request, fixture))
    reason = pages.kept_reason(request, fixture)
    return pages.form_page(request, filled, "league/disputes/dispute.html", result=live, reason=reason, own=True)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def accept(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    signed_out = pages.sign_in_first(request)
    if signed_out:
        return signed_out
    allow(request, "dispute.accept", fixture_row)
    disputed, sheet, counter = results_confirm.two_sheets(fixture_row)
    allow(request, "dispute.accept", disputed)
    if request.method == "POST":
        result = results_confirm.accept_counter(
            fixture_row, seen=pages.version_of(request), by=request.user, now=request.now
        )
        messages.success(request, translated(Text("Accepted: {score}. It counts now.", score=result.score_text)))
        return pages.redirect_to(request, fixture_row)
    own_side = request.grants.side_of(fixture_row) == disputed.side
    pair = (counter, sheet) if own_side else (sheet, counter)
    return render(request, "league/results/accept.html", _two_sheets(request, fixture_row, disputed, *pair))


def _two_sheets(
    request: LeagueRequest, fixture: Fixture, disputed: Dispute, mine: Result, theirs: Result
) -> dict[str, Any]:
    return {
        "fixture": fixture,
        "dispute": disputed,
        "disputes": mine == disputed.counter_result,
        "own_sheet": mine,
        "result": theirs,
        **pages.sheet_context(request, fixture, theirs),
        **pages.photographs_context(request, fixture),
        "differences": cards.difference_views(differences(sheet_of(mine), sheet_of(theirs)), squads(fixture)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("captain.work")
def my_fixtures(request: LeagueRequest) -> HttpResponse:
    if request.method == "POST":
        mark_read(request.user, league=request.league, now=request.now)
        return redirect("my-fixtures", slug=request.league.slug)
    fixture_list = dashboards.fixtures_of_captain(request.league, request.grants.captain_of, now=request.now)
    teams = dashboards.teams_led(request.league, request.grants.captain_of)
    entries = entries_to_confirm(request.league, request.grants.captain_of, request.user)
    context = {
        "list": cards.captains_view(fixture_list, request.league, now=request.now),
        "notices": unread_notices(request.league, request.user),
        "teams": teams,
        "entries": [(entry, token_for(entry, request.user)) for entry in entries],
        "offline_bundle": offline_bundle(request, fixture_list, teams.values()),
    }
    return render(request, "league/results/my_fixtures.html", context)
