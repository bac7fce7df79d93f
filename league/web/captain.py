"""The captain's pages: his fixtures, the sheet, and the answer to the other side's sheet."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.access import may
from league.errors import Invalid, WrongState
from league.models import Dispute, Fixture, Result
from league.queries import captain as captain_queries
from league.queries import eligibility
from league.queries.fixtures import matches_of, open_dispute
from league.queries.people import squads
from league.queries.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheets import Difference, GameScore, ResultSheet, differences
from league.services import drafts, results
from league.services.notices import mark_read
from league.services.sheets import terms
from league.web import rows
from league.web.forms import Fields, fields_from, fields_of, laid_over, merge, parse_sheet, sheet_form, typed
from league.web.scope import LeagueRequest, allow, fixture_or_404, in_league


def _kept(request: LeagueRequest, fixture: Fixture) -> Fields:
    """What was typed before: in a form whose session had expired, or else in the draft."""
    lost = request.session.pop(f"sheet:{fixture.pk}", None)
    if lost is not None:
        messages.info(request, "You had been signed out. What you filled in is here; nothing was sent yet.")
        return fields_from(lost)
    draft = captain_queries.draft_of(fixture, request.user)
    return fields_from(draft.sheet) if draft else {}


def _rescue(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Keep what a signed-out visitor posted and ask him to sign in; he comes back to it."""
    request.session[f"sheet:{fixture}"] = fields_from(request.POST)
    request.session[f"reason:{fixture}"] = _reason(request)
    return redirect_to_login(request.get_full_path())


def _form_page(
    request: LeagueRequest,
    fixture: Fixture,
    fields: Fields,
    template: str,
    problems: Sequence[Problem] = (),
    **more: Any,
) -> HttpResponse:
    form = sheet_form(
        fixture,
        fields,
        terms=terms(fixture.division),
        squads=squads(fixture),
        problems=problems,
        besides=eligibility.candidates(fixture),
        breaches=_breaches(fixture, fields),
    )
    context = {"fixture": fixture, "form": form, "problems": problems, **more}
    return render(request, template, context, status=422 if problems else 200)


def _breaches(fixture: Fixture, fields: Fields) -> list[Problem]:
    """What stands against those who are on the sheet so far."""
    return eligibility.look(fixture, parse_sheet(fields, terms(fixture.division))[0]).problems


def _read(fixture: Fixture, fields: Fields) -> ResultSheet:
    """The sheet the fields say.

    Raises:
        Invalid: some of them cannot be read; with that, everything else that is wrong.
    """
    sheet, unreadable = parse_sheet(fields, terms(fixture.division))
    if unreadable:
        raise Invalid(merge(unreadable, results.problems_of(fixture, sheet)))
    return sheet


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def sheet(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Enter a result."""
    found = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return _rescue(request, fixture)
    allow(request, "result.submit", found)
    if request.method != "POST":
        return _open_sheet(request, found)
    fields = fields_from(request.POST)
    try:
        result = results.submit(found, _read(found, fields), by=request.user, now=request.now)
    except Invalid as refused:
        drafts.save_draft(found, fields, by=request.user, now=request.now)
        return _form_page(request, found, fields, "league/sheet.html", refused.problems)
    except WrongState as late:
        return _too_late(request, found, fields, late)
    messages.success(request, _sent(result))
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _open_sheet(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    live = results.live_result(fixture)
    if live is not None:
        if may(request.grants, "result.answer", live) and live.state == "submitted":
            return redirect("confirm", slug=request.league.slug, fixture=fixture.pk)
        messages.info(request, "This fixture has its sheet already.")
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    early = results.not_enterable(fixture, now=request.now)
    if early:
        messages.info(request, early)
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    return _form_page(request, fixture, _kept(request, fixture), "league/sheet.html")


def _too_late(request: LeagueRequest, fixture: Fixture, fields: Fields, late: WrongState) -> HttpResponse:
    """Somebody was quicker: what was typed becomes a draft, to be compared with the sheet that came first."""
    drafts.save_draft(fixture, fields, by=request.user, now=request.now)
    messages.warning(request, late.message)
    live = results.live_result(fixture)
    answer = live is not None and live.state == "submitted" and may(request.grants, "result.answer", live)
    return redirect("confirm" if answer else "fixture", slug=request.league.slug, fixture=fixture.pk)


def _sent(result: Result) -> str:
    score, count = f"{result.home_games}–{result.away_games}", len(result.breaches)
    if count:
        score += f", taken with {count} breach{'es' * (count > 1)} of eligibility"
    if result.state == "confirmed":
        return f"Entered: {score}. It counts at once."
    return f"Sent: {score}. The other captain has been told; it counts when he confirms it."


@require_POST
@in_league("league.view")
def draft(request: LeagueRequest, fixture: int) -> JsonResponse:
    """Keep what has been typed so far, and say what stands against those who are to play; called by the page itself."""
    found = fixture_or_404(request, fixture)
    allow(request, "result.submit", found)
    fields = fields_from(request.POST)
    kept = drafts.save_draft(found, fields, by=request.user, now=request.now)
    breaches = [{"field": breach.field, "message": breach.message} for breach in _breaches(found, fields)]
    return JsonResponse({"saved_at": kept.updated_at.isoformat(), "breaches": breaches})


def _live(request: LeagueRequest, fixture: Fixture) -> Result:
    result = results.live_result(fixture)
    if result is None:
        raise WrongState("There is no sheet to answer: nobody has sent one for this fixture yet.")
    allow(request, "result.answer", result)
    return result


def _reason(request: LeagueRequest) -> str:
    return typed(request.POST.get("reason", ""), 2000)


def _version(request: LeagueRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def confirm(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read the other side's sheet, and agree."""
    found = fixture_or_404(request, fixture)
    live = _live(request, found)
    if request.method == "POST":
        result = results.confirm(found, _version(request), by=request.user, now=request.now)
        messages.success(request, f"Confirmed: {result.home_games}–{result.away_games}. It counts now.")
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    if live.state != "submitted":
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    mine = _drafted(request, found)
    apart = [d for d in differences(mine, sheet_of(live)) if _said(d)] if mine else []
    context = {
        "fixture": found,
        "result": live,
        "matches": [rows.match_view(line, request.league, request.grants) for line in matches_of(live)],
        "mine": mine,
        "differences": rows.difference_views(apart, squads(found)),
    }
    return render(request, "league/confirm.html", context)


def _drafted(request: LeagueRequest, fixture: Fixture) -> ResultSheet | None:
    """What the visitor had filled in himself, if anything."""
    kept = captain_queries.draft_of(fixture, request.user)
    return parse_sheet(fields_from(kept.sheet), terms(fixture.division))[0] if kept and kept.sheet else None


def _said(difference: Difference) -> bool:
    """Whether the visitor's own sheet says anything there: what he left empty is no objection."""
    mine = difference.mine
    return not mine.blank if isinstance(mine, GameScore) else any(mine)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def dispute(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Object to the other side's sheet, and send one's own if one has it."""
    found = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        return _rescue(request, fixture)
    live = _live(request, found)
    if request.method != "POST":
        return _open_dispute_form(request, found, live)
    fields, reason = fields_from(request.POST), _reason(request)
    own = request.POST.get("own", "") == "yes"
    try:
        mine = _read(found, fields) if own else None
        results.dispute(found, _version(request), reason=reason, sheet=mine, by=request.user, now=request.now)
    except Invalid as refused:
        more = {"result": live, "reason": reason, "own": own}
        return _form_page(request, found, fields, "league/dispute.html", refused.problems, **more)
    except WrongState as late:
        return _too_late(request, found, fields, late)
    messages.success(request, "Disputed. The other captain and the secretary have been told; it does not count yet.")
    return redirect("fixture", slug=request.league.slug, fixture=found.pk)


def _open_dispute_form(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    if live.state != "submitted":
        messages.info(request, f"This sheet is {live.get_state_display().lower()} already.")
        return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)
    fields = laid_over(fields_of(sheet_of(live), terms(fixture.division)), _kept(request, fixture))
    reason = request.session.pop(f"reason:{fixture.pk}", "")
    return _form_page(request, fixture, fields, "league/dispute.html", result=live, reason=reason, own=True)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def accept(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read the sheet that the other side sent against one's own, and agree with it."""
    found = fixture_or_404(request, fixture)
    disputed = open_dispute(found)
    if disputed is None or disputed.counter_result is None:
        raise WrongState("There is no other sheet to accept: the dispute is settled, or only a reason was given.")
    allow(request, "dispute.accept", disputed)
    if request.method == "POST":
        result = results.accept_counter(found, by=request.user, now=request.now)
        messages.success(request, f"Accepted: {result.home_games}–{result.away_games}. It counts now.")
        return redirect("fixture", slug=request.league.slug, fixture=found.pk)
    return render(request, "league/accept.html", _two_sheets(request, found, disputed, disputed.counter_result))


def _two_sheets(request: LeagueRequest, fixture: Fixture, disputed: Dispute, counter: Result) -> dict[str, Any]:
    assert disputed.result is not None, "a dispute of a sheet"  # noqa: S101 - `open_dispute` finds no other
    found = differences(sheet_of(disputed.result), sheet_of(counter))
    return {
        "fixture": fixture,
        "dispute": disputed,
        "result": counter,
        "matches": [rows.match_view(line, request.league, request.grants) for line in matches_of(counter)],
        "differences": rows.difference_views(found, squads(fixture)),
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
