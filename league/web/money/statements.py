"""Statements of one team and of one player, for those whom they concern: what is charged, paid and owed."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import Charge, Player, Team
from league.queries import money as queries
from league.web.requests import LeagueRequest, allow, in_league

A_PAGE = 50


@never_cache
@require_safe
@in_league("account.own")
def of_team(request: LeagueRequest, team: str) -> HttpResponse:
    """Show what a team and its players are charged, for its captain and the secretary."""
    found = get_object_or_404(Team, league=request.league, slug=team, hidden_at=None)
    allow(request, "team.charges", found)
    return _page(request, queries.charges_of_team(found), {"team": found, "subject": found.name})


@never_cache
@require_safe
@in_league("account.own")
def of_player(request: LeagueRequest, player: int) -> HttpResponse:
    """Show what a player is charged, for themselves and the secretary."""
    found = get_object_or_404(Player, league=request.league, pk=player)
    allow(request, "player.charges", found)
    if found.merged_into_id is not None:
        return redirect("player-charges", slug=request.league.slug, player=found.merged_into_id)
    own = found.pk in request.grants.players
    return _page(request, queries.charges_of_player(found), {"player": found, "own": own, "subject": found.name})


@never_cache
@require_safe
@in_league("account.own")
def own(request: LeagueRequest) -> HttpResponse:
    """Show what the visitor is charged, with the way to the statements of the teams that they are captain of."""
    found = Player.objects.filter(league=request.league, pk__in=request.grants.players).first()
    teams = Team.objects.filter(pk__in=request.grants.captain_of, hidden_at=None).order_by("name")
    charges = queries.charges_of_player(found) if found is not None else queries.charges_shown().none()
    more = {"player": found, "own": True, "teams": list(teams), "subject": request.league.name}
    return _page(request, charges, more)


def _page(request: LeagueRequest, found: QuerySet[Charge], more: dict[str, Any]) -> HttpResponse:
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {**more, "totals": queries.totals_of(found), "page": page, "manages": request.grants.secretary}
    return render(request, "league/money/statement.html", context)
