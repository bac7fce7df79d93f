"""A late card: the secretary reads what is proposed, and accepts it with one press or dismisses it with the reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import LateCard
from league.queries.standings.decisions import JOINED
from league.queries.visibility import not_hidden, sides_shown
from league.rules.problems import Problem
from league.services.standings.late_cards import accept_late_card, dismiss_late_card
from league.translation import N_, Text, translated
from league.web.form_fields import read_reason, typed
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def late_card(request: LeagueRequest, card: int) -> HttpResponse:
    there = not_hidden("fixture__division__season__") & sides_shown("fixture__")
    rows = LateCard.objects.filter(there).select_related(*JOINED)
    found = get_object_or_404(rows, pk=card, fixture__division__season__league=request.league)
    context: dict[str, Any] = {"card": found, "season": found.fixture.division.season}
    if request.method != "POST":
        return render(request, "league/standings/late_card.html", context)
    try:
        _decide(request, found)
    except (Invalid, WrongState) as refused:
        fresh = rows.get(pk=found.pk)
        context |= {"card": fresh, "reason": read_reason(request.POST), **wrong(problems_of(refused))}
        return render(request, "league/standings/late_card.html", context, status=status_of(refused))
    return redirect("points", slug=request.league.slug, season=found.fixture.division.season.slug)


def _decide(request: LeagueRequest, card: LateCard) -> None:
    """Carry out what was pressed.

    Raises:
        Invalid, WrongState: whatever the service says, and a word that no button sends.
    """
    do = typed(request.POST.get("do", ""), 10)
    if do == "accept":
        accept_late_card(card, by=request.user, now=request.now)
        said = Text("Accepted. The captains of {team} are told, and the table says so.", team=card.team.name)
    elif do == "dismiss":
        dismiss_late_card(card, reason=read_reason(request.POST), by=request.user, now=request.now)
        said = N_("Dismissed. No points are taken.")
    else:
        raise Invalid([Problem("choice", N_("Accept the late card, or dismiss it."), "do")])
    messages.success(request, translated(said))
