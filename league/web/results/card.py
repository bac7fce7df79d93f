"""The card of a fixture to print: empty boxes for a night on which nobody's phone has a signal."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.rules.kept_formats import fixture_terms
from league.rules.paper_cards import paper_card
from league.web.base.scope import LeagueRequest, fixture_or_404, in_league


@require_safe
@in_league("league.view")
def card(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Show the card of a fixture, by the format that it is played by. No name but the teams' is on it."""
    found = fixture_or_404(request, fixture)
    sheet = reverse("sheet", kwargs={"slug": request.league.slug, "fixture": found.pk})
    context = {
        "fixture": found,
        "card": paper_card(fixture_terms(found)),
        "sides": [("home", found.home.name), ("away", found.away.name)],
        "address": settings.BASE_URL + sheet,
    }
    return render(request, "league/results/card.html", context)
