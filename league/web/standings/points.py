"""Where points come from: a team's receipt for everybody, and the secretary's list of those given and taken."""

import datetime as dt
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Invalid, WrongState
from league.models import Adjustment, Entry, Season
from league.queries.standings.decisions import late_cards_of
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import adjustments_of, entries_of
from league.queries.visibility import public
from league.rules.problems import Problem
from league.rules.tie_breaks import signed
from league.services.standings.adjustments import adjust_points, take_back_adjustment
from league.translation import N_, Text, read_day, translated
from league.web.form_fields import read_choice, read_number, read_reason, typed
from league.web.problems import wrong
from league.web.requests import LeagueRequest, in_league

NUMBER = re.compile(r"[+-]?[0-9]{1,5}(?:\.[0-9]{1,4})?")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def adjust(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the points given and taken in a season. POST gives or takes more."""
    found = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=season)
    entries = entries_of(found)
    if request.method != "POST":
        return _page(request, found, entries)
    try:
        made = _adjust(request, found, entries)
    except Invalid as refused:
        return _page(request, found, entries, refused.problems, status=422)
    except WrongState as late:
        return _page(request, found, entries, [Problem(late.code, late.message)], status=409)
    said = Text(
        "{team}: {points} points. Its captains are told, and the table says so.",
        team=made.entry.team.name, points=signed(made.points),
    )  # fmt: skip
    messages.success(request, translated(said))
    return redirect("points", slug=request.league.slug, season=found.slug)


def _adjust(request: LeagueRequest, season: Season, entries: Sequence[Entry]) -> Adjustment:
    """Give or take the points that were typed.

    Raises:
        Invalid, WrongState: whatever the service says, and what cannot be read.
    """
    chosen = read_choice(request.POST, "entry")
    entry = next((entry for entry in entries if entry.pk == chosen), None)
    points, date = _points(request.POST.get("points", "")), _date(request.POST.get("date", ""))
    reason = read_reason(request.POST)
    unread = [] if entry else [Problem("team", N_("Choose the team."), "entry")]
    if points is None:
        unread.append(Problem("points", N_("Write a number of points, like -2 or 1.5."), "points"))
    if date is None:
        unread.append(Problem("date", N_("Choose the day of the decision."), "date"))
    if not reason:
        unread.append(Problem("no-reason", N_("Give the reason; it is public."), "reason"))
    if entry is None or points is None or date is None or unread:
        raise Invalid(unread)
    seen = read_number(request.POST, "seen")
    return adjust_points(entry, points, reason=reason, date=date, seen=seen, by=request.user, now=request.now)


def _points(text: str) -> Decimal | None:
    plain = typed(text, 20).replace("−", "-").replace(",", ".")
    return Decimal(plain) if NUMBER.fullmatch(plain) else None


def _date(text: str) -> dt.date | None:
    return read_day(typed(text, 10))


def _page(
    request: LeagueRequest,
    season: Season,
    entries: Sequence[Entry],
    problems: Sequence[Problem] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    today = request.now.astimezone(request.league.tz).date()
    sent = {name: typed(request.POST.get(name, ""), 2000) for name in ("entry", "points", "date", "reason")}
    found, late = adjustments_of(season), late_cards_of(season)
    context: dict[str, Any] = {
        "season": season,
        "entries": entries,
        "adjustments": found,
        "late_open": [card for card in late if card.standing == "open"],
        "late_dismissed": [card for card in late if card.standing == "dismissed"],
        "today": today.isoformat(),
        "sent": {**sent, "date": sent["date"] or today.isoformat()},
        **wrong(problems),
    }
    return render(request, "league/standings/points.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def take_back(request: LeagueRequest, adjustment: int) -> HttpResponse:
    found = get_object_or_404(
        Adjustment.objects.select_related("entry__season__league", "entry__division", "entry__team", "taken_back_by"),
        pk=adjustment,
        entry__season__league=request.league,
    )
    if request.method != "POST":
        return render(request, "league/standings/points_back.html", {"adjustment": found})
    try:
        take_back_adjustment(found, reason=read_reason(request.POST), by=request.user, now=request.now)
    except Invalid as refused:
        context = {"adjustment": found, "reason": read_reason(request.POST), **wrong(refused.problems)}
        return render(request, "league/standings/points_back.html", context, status=422)
    said = Text("Reversed. The captains of {team} are told, and the table says so.", team=found.entry.team.name)
    messages.success(request, translated(said))
    return redirect("points", slug=request.league.slug, season=found.entry.season.slug)


@require_safe
@in_league("league.view")
def receipt(request: LeagueRequest, season: str, division: str, team: str) -> HttpResponse:
    entry = get_object_or_404(
        Entry.objects.select_related("division__season__league", "team"),
        public("season__"),
        season__league=request.league,
        team__hidden_at=None,
        season__slug=season,
        division__slug=division,
        team__slug=team,
    )
    found = receipt_of(entry.division, entry.team, now=request.now)
    return render(
        request, "league/standings/receipt.html", {"receipt": found, "division": entry.division, "entry": entry}
    )
