"""What the pages with a sheet share: reading it, keeping what was typed, and the way through the sign-in page."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render

from league.errors import Invalid
from league.models import Fixture, Result
from league.queries import captain as captain_queries
from league.queries import eligibility
from league.queries.fixtures import matches_of
from league.queries.people import squads
from league.rules.problems import Problem
from league.rules.sheet_fields import Fields, parse_sheet
from league.rules.sheets import ResultSheet
from league.services import corrections, results
from league.services.drafts import breaches_of, stamp
from league.services.sheets import terms
from league.web import rows
from league.web.forms import fields_from, merge, sheet_form, typed
from league.web.scope import LeagueRequest


def kept(request: LeagueRequest, fixture: Fixture) -> Fields:
    """What was typed before: in a form whose session had expired, or else in the draft."""
    lost = request.session.pop(f"sheet:{fixture.pk}", None)
    if lost is not None:
        messages.info(request, "You had been signed out. What you filled in is here; nothing was sent yet.")
        return fields_from(lost)
    draft = captain_queries.draft_of(fixture, request.user)
    return fields_from(draft.sheet) if draft else {}


def kept_reason(request: LeagueRequest, fixture: Fixture) -> str:
    """The reason in a form whose session had expired."""
    return str(request.session.pop(f"reason:{fixture.pk}", ""))


def rescue(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Keep what a signed-out visitor posted and ask him to sign in; he comes back to it."""
    request.session[f"sheet:{fixture}"] = fields_from(request.POST)
    request.session[f"reason:{fixture}"] = reason_of(request)
    return redirect_to_login(request.get_full_path())


def sign_in_first(request: LeagueRequest) -> HttpResponse | None:
    """The way to the sign-in page and back, for an answer that was sent after the session had ended; else None."""
    if request.method != "POST" or request.user.is_authenticated:
        return None
    messages.info(request, "You had been signed out, so nothing was sent yet. Sign in, and press the button again.")
    return redirect_to_login(request.get_full_path())


def form_page(
    request: LeagueRequest,
    fixture: Fixture,
    fields: Fields,
    template: str,
    problems: Sequence[Problem] = (),
    **more: Any,
) -> HttpResponse:
    """A page with the sheet's form, filled with `fields`; 422 where there are problems."""
    form = sheet_form(
        fixture,
        fields,
        terms=terms(fixture.division),
        squads=squads(fixture),
        problems=problems,
        besides=eligibility.candidates(fixture),
        breaches=breaches_of(fixture, fields),
    )
    seen = stamp(captain_queries.draft_of(fixture, request.user))
    context = {"fixture": fixture, "form": form, "problems": problems, "seen": seen, **more}
    return render(request, template, context, status=422 if problems else 200)


def read_sheet(fixture: Fixture, fields: Fields, *, corrected: Result | None = None) -> ResultSheet:
    """The sheet the fields say.

    Args:
        corrected: the version that it is to correct, if it is a correction.

    Raises:
        Invalid: some of them cannot be read; with that, everything else that is wrong.
    """
    sheet, unreadable = parse_sheet(fields, terms(fixture.division))
    if unreadable:
        found = (
            corrections.problems_of_correction(corrected, sheet) if corrected else results.problems_of(fixture, sheet)
        )
        raise Invalid(merge(unreadable, found))
    return sheet


def reason_of(request: LeagueRequest) -> str:
    """The reason that was typed."""
    return typed(request.POST.get("reason", ""), 2000)


def version_of(request: LeagueRequest) -> int:
    """The version that the page was about; 0 where what was sent is none."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def score_sheet(request: LeagueRequest, result: Result) -> list[rows.MatchView]:
    """The matches of a version as `components/score_sheet.html` shows them (three queries)."""
    return [rows.match_view(line, request.league, request.grants) for line in matches_of(result)]
