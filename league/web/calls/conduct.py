"""Conduct: the referees' cases, what a season's rulings noted against whom, and a player's own record. Never public."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import ConductState
from league.errors import Invalid, NothingThere, WrongState
from league.models import ConductCase, Player, Ruling, Season
from league.queries.calls import conduct as queries
from league.queries.disputes.consequences import Consequences
from league.queries.outages import appeal_until, gaps_in
from league.rules.problems import Problem
from league.services.calls import conduct
from league.translation import N_, translated
from league.web.form_fields import read_reason
from league.web.problems import wrong
from league.web.requests import LeagueRequest, allow, in_league, season_of


def _season(request: LeagueRequest) -> Season | None:
    season = season_of(request)
    if season is not None:
        season.league = request.league
    return season


@require_safe
@in_league("conduct.see")
def cases(request: LeagueRequest) -> HttpResponse:
    """Show the conduct cases to be decided, those decided, and the season's counts."""
    season = _season(request)
    context = {
        "season": season,
        "cases": queries.open_cases(request.league),
        "decided": queries.decided_cases(season) if season else [],
        "lines": queries.season_lines(season) if season else [],
    }
    return render(request, "league/calls/conduct.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("conduct.see")
def case(request: LeagueRequest, case: int) -> HttpResponse:
    """A case: the rulings it rests on, what would follow, and the decision."""
    try:
        found = queries.find_case(request.league, case)
    except ConductCase.DoesNotExist as missing:
        raise NothingThere(N_("There is no such case in this league.")) from missing
    if request.method != "POST":
        return _case_page(request, found)
    allow(request, "conduct.decide", found)
    reason = read_reason(request.POST)
    try:
        awards = _read_decision(request, reason)
        seen = request.POST.get("seen", "")
        conduct.decide(found, award=awards, reason=reason, seen=seen, by=request.user, now=request.now)
    except Invalid as refused:
        return _case_page(request, found, {**wrong(refused.problems), "reason": reason})
    except WrongState as late:
        return _case_page(request, found, {**wrong([Problem(late.code, late.message)]), "reason": reason}, status=409)
    told = N_("Decided: nothing follows.")
    if awards:
        told = N_("Decided: the game is awarded, and the captain informed.")
    messages.success(request, translated(told))
    return redirect("conduct", slug=request.league.slug)


def _read_decision(request: LeagueRequest, reason: str) -> bool:
    """Whether the game is awarded.

    Raises:
        Invalid: nothing was chosen; says too if the reason is missing.
    """
    chosen = request.POST.get("decision", "")
    if chosen in ("award", "dismiss"):
        return chosen == "award"
    missing = [] if reason else [Problem("no-reason", N_("Give the reason of your decision."), "reason")]
    raise Invalid([Problem("no-decision", N_("Choose what follows."), "decision"), *missing])


def _case_page(
    request: LeagueRequest, case: ConductCase, more: dict[str, Any] | None = None, *, status: int = 422
) -> HttpResponse:
    fixture = case.fixture
    rulings = queries.noted_in(fixture, match_number=case.match_number, game_number=case.game_number)
    decides = may(request.grants, "conduct.decide", case) and case.state == ConductState.PROPOSED
    context = {
        "case": case,
        "fixture": fixture,
        "rulings": [one for one in rulings if queries.is_about(one, case)],
        "offender": getattr(fixture, case.side),
        "winner": getattr(fixture, conduct.winner_of(case)),
        "rule_text": conduct.rule_in(fixture, case.match_number)[1],
        "decides": decides,
        "following": _following(case) if decides else None,
        "sent": request.POST.get("decision", ""),
        **(more or {}),
    }
    return render(request, "league/calls/conduct_case.html", context, status=status if more else 200)


def _following(case: ConductCase) -> Consequences | None:
    try:
        return conduct.preview(case)
    except WrongState:
        # The sheet has no such game; whoever awards it is told so.
        return None


@require_safe
@in_league("account.own")
def player(request: LeagueRequest, player: int) -> HttpResponse:
    """A player's own record, for themselves, the referees and the secretary."""
    found = get_object_or_404(Player, league=request.league, pk=player)
    allow(request, "conduct.see", found)
    season = _season(request)
    record = queries.record_of(found, season) if season else None
    context = {
        "player": found,
        "season": season,
        "record": record,
        "own": found.pk in request.grants.players,
        "appeals": _appealable(request, season, record),
    }
    return render(request, "league/calls/player_conduct.html", context)


def _appealable(
    request: LeagueRequest, season: Season | None, record: queries.ConductRecord | None
) -> dict[int, dt.datetime]:
    """Return until when this visitor can appeal against rulings on this page, by their ids; others are not named."""
    if record is None or season is None:
        return {}
    rulings: list[Ruling] = [one.ruling for one in record.rulings]
    rulings += [case.ruling for case in record.cases]
    mine = [ruling for ruling in rulings if may(request.grants, "ruling.appeal", ruling)]
    if not mine:
        return {}
    away = gaps_in(season)
    can = (ruling for ruling in mine if queries.may_be_appealed(ruling, request.league, away, now=request.now))
    return {ruling.pk: appeal_until(ruling, request.league, away) for ruling in can}
