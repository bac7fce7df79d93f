"""Lots of a season: the secretary's page of those to be drawn, records those drawn in person, and withdraws one."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import LotsDrawn, Season
from league.queries.standings.decisions import Waiting, lots_of_season
from league.rules.problems import Problem
from league.services.standings.level_teams import record_lots, withdraw_lots
from league.translation import N_, Text, read_day
from league.web.forms import (
    LONGEST_REASON,
    clip_text,
    problem_context,
    problems_of,
    read_choice,
    read_number,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, in_league, redirect_with, season_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("lots.record")
def record(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    if request.method != "POST":
        return _page(request, season_row)
    try:
        drawn = _record(request, season_row)
    except (Invalid, WrongState) as refused:
        return _page(request, season_row, problems_of(refused), status=status_of(refused))
    return redirect_with(
        request,
        Text("Recorded for {division}. The captains of these teams are told.", division=drawn.division.name),
        "lots",
        season=season_row.slug,
    )


def _record(request: LeagueRequest, season: Season) -> LotsDrawn:
    """Raises what the service raises, and Invalid for what cannot be read."""
    group = _chosen_group(request, lots_of_season(season).waiting)
    places = {team.pk: read_number(request.POST, f"place-{team.pk}") for team in group.teams}
    drawn_on = _day(request.POST.get("drawn_on", ""))
    unread = _unread(group, places)
    if drawn_on is None:
        unread.append(Problem("date", N_("Choose the day of the draw."), "drawn_on"))
    if unread or drawn_on is None:
        raise Invalid(unread)
    teams = sorted(group.teams, key=lambda team: places[team.pk])
    note = read_text(request.POST, "note", LONGEST_REASON)
    return record_lots(group.division, teams, drawn_on=drawn_on, note=note, by=request.user, now=request.now)


def _chosen_group(request: LeagueRequest, waiting: Sequence[Waiting]) -> Waiting:
    """Return the group of the sent team. Raises Invalid where it waits for no lots."""
    team = read_choice(request.POST, "group")
    group_row = next((group for group in waiting if team in [one.pk for one in group.teams]), None)
    if group_row is None:
        message = N_("These teams are not waiting for lots. The table may have changed since this page was opened.")
        raise Invalid([Problem("not-level", message, "group")])
    return group_row


def _unread(group: Waiting, places: dict[int, int]) -> list[Problem]:
    """Return what is wrong with the places: each of them is given once."""
    most = len(group.teams)
    message = Text("Give each team a place of its own, from 1 to {most}.", most=most)
    given = list(places.values())
    return [
        Problem("place", message, f"place-{team}")
        for team, place in places.items()
        if not 1 <= place <= most or given.count(place) > 1
    ]


def _day(text: str) -> dt.date | None:
    return read_day(clip_text(text, 10))


def _page(
    request: LeagueRequest, season: Season, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    today = request.today
    at_fields = problem_context(problems)
    group = read_choice(request.POST, "group")
    lots = lots_of_season(season)
    context: dict[str, Any] = {
        "season": season,
        "lots": lots,
        "groups": [_form(request, result, sent=group in [team.pk for team in result.teams]) for result in lots.waiting],
        "today": today.isoformat(),
        **at_fields,
    }
    return render(request, "league/standings/lots.html", context, status=status)


def _form(request: LeagueRequest, group: Waiting, *, sent: bool) -> dict[str, Any]:
    post = request.POST if sent else {}
    teams = [(team, f"place-{team.pk}", read_text(post, f"place-{team.pk}", 4)) for team in group.teams]
    return {
        "group": group,
        "teams": teams,
        "places": [str(place) for place in range(1, len(teams) + 1)],
        "sent": sent,
        "drawn_on": read_text(post, "drawn_on", 10),
        "note": read_text(post, "note", LONGEST_REASON),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("lots.record")
def withdraw(request: LeagueRequest, lots: int) -> HttpResponse:
    rows = LotsDrawn.objects.select_related("division__season__league", "recorded_by").prefetch_related("lots__team")
    draw = get_object_or_404(rows, pk=lots, division__season__league=request.league)
    context: dict[str, Any] = {"drawn": draw, "season": draw.division.season}
    if request.method != "POST":
        return render(request, "league/standings/lots_withdraw.html", context)
    reason = read_reason(request.POST)
    try:
        withdraw_lots(draw, reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        context |= {"reason": reason, **problem_context(refused.problems)}
        return render(request, "league/standings/lots_withdraw.html", context, status=422)
    return redirect_with(
        request, N_("Withdrawn. The captains of these teams are told."), "lots", season=draw.division.season.slug
    )
