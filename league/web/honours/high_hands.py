"""The page of a fixture's high hands: recorded with a player and the cards or the score, and removed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.access import may
from league.errors import Invalid
from league.models import Fixture, HighHand
from league.queries.honours.high_hands import TypedHand, hand_form, recorded_in
from league.queries.people.personal_data import public_names
from league.queries.results.versions import live_result
from league.services import honours as services
from league.services.results import submit
from league.translation import Text, translated
from league.web.form_fields import read_choice
from league.web.honours.hand_form import new_hand, on_page, typed_hand
from league.web.problems import problems_of
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results.sheet_form import fields_from

# Where the form stands on another page, and so where whoever sent it goes on.
ON_THE_SHEET = {"sheet": "", "own": "?own=yes"}


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def high_hands(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Show the high hands of a fixture and the form for another. POST records one, or removes one."""
    found = fixture_or_404(request, fixture)
    allow(request, "high_hand.record", found)
    if request.method != "POST":
        if "count" in request.GET:
            return _counted(request, found)
        return _page(request, found)
    filled = fields_from(request.POST)
    if filled and request.POST.get("hand-from", "") in ON_THE_SHEET:
        # The form is part of the sheet's: what is filled in there is kept before anything is said about the hand. The
        # page of a hand that was refused leads back to the sheet too, but has none of its fields.
        submit.save_draft(found, filled, by=request.user, now=request.now)
    if gone := request.POST.get("hand-remove", ""):
        return _remove(request, found, gone)
    return _record(request, found, typed_hand(request.POST))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def cards(request: LeagueRequest, fixture: int, hand: int) -> HttpResponse:
    """Add the cards to a high hand that was recorded by its score alone."""
    rows = HighHand.objects.select_related("fixture__division__season__league", "player", "fixture__format")
    found = get_object_or_404(rows, fixture=fixture_or_404(request, fixture), pk=hand, removed_at=None)
    allow(request, "high_hand.complete", found)
    typed, refused = TypedHand(crib=found.crib), None
    if request.method == "POST":
        typed = typed_hand(request.POST)
        said = new_hand(typed)
        try:
            services.complete_high_hand(
                found, cards=said.cards, starter=said.starter, crib=said.crib, by=request.user, now=request.now
            )
        except Invalid as wrong:
            refused = wrong
        else:
            told = Text("Added: the cards of {points} by {player}.", points=found.points, player=found.player.name)
            messages.success(request, translated(told))
            return redirect("high-hands", slug=request.league.slug, fixture=found.fixture_id)
    context: dict[str, Any] = {
        "hand": found,
        "name": public_names([found.player], request.grants)[found.player_id],
        "closed": services.closed(found.fixture, live_result(found.fixture), request.grants, now=request.now),
        "form": hand_form(found.fixture, typed, refused.problems if refused else ()),
        "problems": on_page(problems_of(refused)) if refused else [],
    }
    return render(request, "league/honours/high_hand.html", context, status=422 if refused else 200)


def _record(request: LeagueRequest, fixture: Fixture, typed: TypedHand) -> HttpResponse:
    try:
        made = services.record_high_hand(fixture, new_hand(typed), by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, fixture, typed, refused)
    named = {"player": made.player.name, "points": made.points}
    told = Text("Recorded: {points} by {player}, counted from the cards.", **named)
    if not made.verified:
        told = Text("Recorded: {points} by {player}, without the cards.", **named)
    messages.success(request, translated(told))
    return _onward(request, fixture)


def _remove(request: LeagueRequest, fixture: Fixture, number: str) -> HttpResponse:
    hands = HighHand.objects.select_related("fixture__division__season__league")
    pk = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    hand = get_object_or_404(hands, fixture=fixture, pk=pk)
    removed = services.remove_high_hand(hand, by=request.user, now=request.now)
    messages.success(request, translated(Text("Removed: {points}.", points=removed.points)))
    return _onward(request, fixture)


def _onward(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    where = {"slug": request.league.slug, "fixture": fixture.pk}
    came_from = request.POST.get("hand-from", "")
    if came_from in ON_THE_SHEET:
        return redirect(f"{reverse('sheet', kwargs=where)}{ON_THE_SHEET[came_from]}#high-hands")
    return redirect(reverse("high-hands", kwargs=where))


def _page(
    request: LeagueRequest, fixture: Fixture, typed: TypedHand | None = None, refused: Invalid | None = None
) -> HttpResponse:
    problems = on_page(problems_of(refused)) if refused else []
    closed = services.closed(fixture, live_result(fixture), request.grants, now=request.now)
    hands = recorded_in(fixture)
    came_from = request.POST.get("hand-from", "")
    context: dict[str, Any] = {
        "fixture": fixture,
        "hands": hands,
        "names": public_names([hand.player for hand in hands], request.grants),
        "removable": {one.pk for one in hands if not closed and may(request.grants, "high_hand.remove", one)},
        "closed": closed,
        "form": None if closed else hand_form(fixture, typed or TypedHand(), refused.problems if refused else ()),
        "problems": problems,
        "back": ON_THE_SHEET.get(came_from) if came_from in ON_THE_SHEET else None,
        "came_from": came_from if came_from in ON_THE_SHEET else "",
    }
    return render(request, "league/honours/high_hands.html", context, status=422 if refused else 200)


def _counted(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """Say what the cards typed so far are worth, for the page itself to show."""
    sent = request.GET
    typed = TypedHand(text=sent["count"][:80], crib=sent.get("crib") == "yes", match_number=read_choice(sent, "match"))
    try:
        told: dict[str, Any] = {"counted": services.look_at(fixture, new_hand(typed))}
    except Invalid as refused:
        told = {"wrong": [translated(problem.message) for problem in refused.problems]}
    return render(request, "league/honours/_counted.html", told)
