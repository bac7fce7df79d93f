"""A stack of cards: after the secretary has sent one, the next fixture without a result opens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from league.access import may
from league.models import Fixture
from league.queries.desk.evening import Cards, cards_after
from league.translation import N_, Text, translated
from league.web.base.scope import LeagueRequest


def in_stack(request: LeagueRequest) -> bool:
    """Return True if the secretary enters several cards one after another."""
    return request.GET.get("cards") == "1" and may(request.grants, "league.oversee")


def stack_of(request: LeagueRequest, fixture: Fixture) -> Cards | None:
    """Return the cards that are left beside a fixture's own; None outside a stack (no query there, else two)."""
    return cards_after(request.league, fixture, now=request.now) if in_stack(request) else None


def on_to_next(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """Lead on to the next fixture without a result, or back to the desk after the last; None outside a stack."""
    if not in_stack(request):
        return None
    found = cards_after(request.league, fixture, now=request.now)
    if found.fixture is None:
        messages.info(request, translated(N_("That was the last card.")))
        return redirect("secretary", slug=request.league.slug)
    said = Text.plural("{n} card is left.", "{n} cards are left.", n=found.left)
    messages.info(request, translated(said))
    sheet = reverse("sheet", kwargs={"slug": request.league.slug, "fixture": found.fixture.pk})
    return redirect(f"{sheet}?cards=1")
