"""The captain's pages: his fixtures, the sheet, and the answer to the other side's sheet."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.access import may
from league.enums import ResultState, Settlement
from league.errors import Invalid, WrongState
from league.models import Dispute, Fixture, Result
from league.queries import captain as captain_queries
from league.queries.people import squads
from league.queries.sheets import sheet_of
from league.rules.sheet_fields import Fields, fields_of, laid_over
from league.rules.sheets import differences
from league.services import drafts, results
from league.services.notices import mark_read
from league.services.sheets import terms
from league.web import rows
from league.web.forms import fields_from
from league.web.scope import LeagueRequest, allow, fixture_or_404, in_league
from league.web.sheet_pages import (
    form_page,
    kept,
    kept_reason,
    read_sheet,
    reason_of,
    rescue,
    score_sheet,
    sign_in_first,
    version_of,
)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def sheet(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Enter a result; where the other side's sheet waits, send one's own without regard to it."""
    found = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return rescue(request, fixture)
    allow(request, "result.submit", found)
    if request.method != "POST":
        return _open_sheet(request, found)
    fields = fields_from(request.POST)
    try:
        result = results.submit(found, read_sheet(found, fields), by=request.user, now=request.now)
    except Invalid as refused:
        drafts.save_draft(found, fields, by=request.user, now=request.now)
        return form_page(request, found, fields, "league/sheet.html", refused.problems)
    except WrongState as late:
        return _too_late(request, found, fields, late)
    return _sent(request, found, result)


def _waits_for(request: LeagueRequest, live: Result | None) -> bool:
    """Whether a sheet waits for this visitor's answer."""
    return live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.answer", live)


def _open_sheet(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    live = results.live_result(fixture)
    if live is not None and _waits_for(request, live):
        if request.GET.get("own") == "yes":
            return form_page(request, fixture, kept(request, fixture), "league/sheet.html", own=live)
        begun = captain_queries.draft_of(fixture, request.user) is not None
        return render(request, "league/sheet_choice.html", {"fixture": fixture, "result": live, "begun": begun})
    if live is not None:
        messages.info(request, "This fixture has its sheet already.")
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    early = results.not_enterable(fixture, now=request.now)
    if early:
        messages.info(request, early)
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    return form_page(request, fixture, kept(request, fixture), "league/sheet.html")


def _too_late(request: LeagueRequest, fixture: Fixture, fields: Fields, late: WrongState) -> HttpResponse:
    """Somebody was quicker: what was typed becomes a draft, to be compared with the sheet that came first."""
    drafts.save_draft(fixture, fields, by=request.user, now=request.now)
    messages.warning(request, late.message)
    page = "confirm" if _waits_for(request, results.live_result(fixture)) else "fixture"
    return redirect(page, slug=request.league.slug, fixture=fixture.pk)


def _sent(request: LeagueRequest, fixture: Fixture, result: Result) -> HttpResponse:
    """What became of the sheet, in a sentence, and the page to go on with."""
    score, count = f"{result.home_games}–{result.away_games}", len(result.breaches)
    if count:
        score += f", taken with {count} breach{'es' * (count > 1)} of eligibility"
    page = "fixture"
    if result.state == ResultState.COUNTER:
        page = "accept"
        messages.warning(request, "Your sheet is kept, and it differs from theirs. Neither counts yet.")
    elif result.settlement == Settlement.AGREED:
        messages.success(request, f"Both sheets are the same: {score}. It counts now.")
    elif result.state == ResultState.CONFIRMED:
        messages.success(request, f"Entered: {score}. It counts at once.")
    else:
        told = f"Sent: {score}. The other captain has been told; it counts when he confirms it."
        messages.success(request, told)
    return redirect(page, slug=request.league.slug, fixture=fixture.pk)


@require_POST
@in_league("league.view")
def draft(request: LeagueRequest, fixture: int) -> JsonResponse:
    """Keep what has been typed so far, and say what stands against those who are to play; called by the page itself.

    The page says what it rests on as `seen`.
    """
    found = fixture_or_404(request, fixture)
    allow(request, "result.submit", found)
    fields, seen = fields_from(request.POST), request.POST.get("seen")
    try:
        saved = drafts.save_draft(found, fields, seen=seen, by=request.user, now=request.now)
    except WrongState as newer:
        there = drafts.stamp(captain_queries.draft_of(found, request.user))
        return JsonResponse({"message": newer.message, "saved_at": there}, status=409)
    breaches = [{"field": breach.field, "message": breach.message} for breach in drafts.breaches_of(found, fields)]
    return JsonResponse({"saved_at": drafts.stamp(saved), "breaches": breaches})


def _live(request: LeagueRequest, fixture: Fixture) -> Result:
    """The live sheet, which the visitor may answer or has answered.

    Raises:
        NotAllowed: it is none of his business, whether there is one or not.
        WrongState: he could answer one, but there is none.
    """
    allow(request, "result.answer", fixture)
    result = results.sent_result(fixture)
    allow(request, "result.answer", result)
    return result


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read the other side's sheet, and agree."""
    found = fixture_or_404(request, fixture)
    signed_out = sign_in_first(request)
    if signed_out:
        return signed_out
    live = _live(request, found)
    if request.method == "POST":
        result = results.confirm(found, version_of(request), by=request.user, now=request.now)
        messages.success(request, f"Confirmed: {result.home_games}–{result.away_games}. It counts now.")
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    if live.state != ResultState.SUBMITTED:
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    mine = drafts.drafted(found, request.user)
    context = {
        "fixture": found,
        "result": live,
        "matches": score_sheet(request, live),
        "mine": mine,
        "differences": rows.difference_views(drafts.apart_from(mine, live), squads(found)),
    }
    return render(request, "league/confirm.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def dispute(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Object to the other side's sheet, and send one's own if one has it."""
    found = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return rescue(request, fixture)
    live = _live(request, found)
    if request.method != "POST":
        return _open_dispute_form(request, found, live)
    fields, reason = fields_from(request.POST), reason_of(request)
    own = request.POST.get("own", "") == "yes"
    try:
        mine = read_sheet(found, fields) if own else None
        results.dispute(found, version_of(request), reason=reason, sheet=mine, by=request.user, now=request.now)
    except Invalid as refused:
        more = {"result": live, "reason": reason, "own": own}
        return form_page(request, found, fields, "league/dispute.html", refused.problems, **more)
    except WrongState as late:
        return _too_late(request, found, fields, late)
    messages.success(request, "Disputed. The other captain and the secretary have been told; it does not count yet.")
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _open_dispute_form(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    if live.state != ResultState.SUBMITTED:
        messages.info(request, f"This sheet is {live.get_state_display().lower()} already.")
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    fields = laid_over(fields_of(sheet_of(live), terms(fixture.division)), kept(request, fixture))
    reason = kept_reason(request, fixture)
    return form_page(request, fixture, fields, "league/dispute.html", result=live, reason=reason, own=True)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def accept(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read the sheet that the other side sent against one's own, and agree with it."""
    found = fixture_or_404(request, fixture)
    signed_out = sign_in_first(request)
    if signed_out:
        return signed_out
    allow(request, "dispute.accept", found)
    disputed, sheet, counter = results.two_sheets(found)
    allow(request, "dispute.accept", disputed)
    if request.method == "POST":
        result = results.accept_counter(found, seen=version_of(request), by=request.user, now=request.now)
        messages.success(request, f"Accepted: {result.home_games}–{result.away_games}. It counts now.")
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    his = request.grants.side_of(found) == disputed.side
    pair = (counter, sheet) if his else (sheet, counter)
    return render(request, "league/accept.html", _two_sheets(request, found, disputed, *pair))


def _two_sheets(
    request: LeagueRequest, fixture: Fixture, disputed: Dispute, mine: Result, theirs: Result
) -> dict[str, Any]:
    return {
        "fixture": fixture,
        "dispute": disputed,
        "disputes": mine == disputed.counter_result,
        "mine": mine,
        "result": theirs,
        "matches": score_sheet(request, theirs),
        "differences": rows.difference_views(differences(sheet_of(mine), sheet_of(theirs)), squads(fixture)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("captain.work")
def my_fixtures(request: LeagueRequest) -> HttpResponse:
    """What waits for this captain. POST puts his notices away."""
    if request.method == "POST":
        mark_read(request.user, league=request.league, now=request.now)
        return redirect("my-fixtures", slug=request.league.slug)
    found = captain_queries.fixtures_of_captain(request.league, request.grants.captain_of, now=request.now)
    context = {
        "list": rows.captains_view(found, request.league, now=request.now),
        "notices": captain_queries.unread_notices(request.league, request.user),
        "teams": captain_queries.teams_led(request.league, request.grants.captain_of),
    }
    return render(request, "league/my_fixtures.html", context)
