"""The photographed card of a fixture: sent, and shown to its captains, the secretary and referees."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid, NothingThere, WrongState
from league.models import CardPhotograph, Fixture
from league.queries.results import card_photographs as queries
from league.queries.results.versions import live_result
from league.rules.problems import Problem
from league.services.results.card_photographs import photograph_card
from league.translation import N_, translated
from league.web.forms import problem_context
from league.web.photographs import picture_response, read_photograph
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with
from league.web.results import sheet_pages as pages
from league.web.results.sheet_pages import photographs_context

NO_PHOTOGRAPH = N_("There is no such photograph.")


def keep_photograph(request: LeagueRequest, fixture: Fixture) -> list[Problem]:
    """Keep the photograph that a form came with; return what is wrong with it. Raises WrongState."""
    try:
        photograph_card(fixture, content=read_photograph(request), by=request.user, now=request.now)
    except Invalid as refused:
        return list(refused.problems)
    return []


def handed_in(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    message = N_("Photograph sent.")
    if live_result(fixture) is None:
        message = N_("Photograph sent. The score is still to be entered: by you, the other captain or the secretary.")
    return redirect_with(request, message, "fixture", fixture=fixture.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def card_photographs(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    if signed_out := pages.sign_in_first(request):
        return signed_out
    if request.method != "POST":
        allow(request, "card.see_photograph", fixture_row)
        return _page(request, fixture_row)
    allow(request, "card.photograph", fixture_row)
    try:
        problems = keep_photograph(request, fixture_row)
    except WrongState as late:
        messages.warning(request, translated(late.message))
        return _page(request, fixture_row, status=409)
    if problems:
        return _page(request, fixture_row, problems, status=422)
    return handed_in(request, fixture_row)


def _page(
    request: LeagueRequest, fixture: Fixture, problems: list[Problem] | None = None, *, status: int = 200
) -> HttpResponse:
    why_not = queries.not_photographable(fixture, now=request.now)
    context = {
        "fixture": fixture,
        "live": live_result(fixture),
        "may_photograph": not why_not and may(request.grants, "card.photograph", fixture),
        "why_not": why_not,
        **photographs_context(request, fixture),
        **problem_context(problems or ()),
    }
    return render(request, "league/results/card_photographs.html", context, status=status)


@require_safe
@in_league("league.view")
def card_photograph(request: LeagueRequest, fixture: int, photograph: int) -> HttpResponse:
    """The bytes of a photograph of the card; no cache keeps them."""
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "card.see_photograph", fixture_row)
    return respond_with_card(fixture_row, photograph)


def respond_with_card(fixture: Fixture, photograph: int) -> HttpResponse:
    """Raises NothingThere where the fixture has no such photograph."""
    try:
        picture = queries.find_card_photograph(fixture, photograph)
    except CardPhotograph.DoesNotExist as missing:
        raise NothingThere(NO_PHOTOGRAPH) from missing
    return picture_response(picture, "card")
