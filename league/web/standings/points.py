"""Where points come from: a team's receipt for everybody; points given and taken, and late cards, by the secretary."""

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
from league.models import Adjustment, Entry, LateCard, Season
from league.queries.standings.decisions import JOINED, late_cards_of
from league.queries.standings.no_shows import JOINED as NO_SHOWS_JOINED
from league.queries.standings.no_shows import NoShows, no_shows_of
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import adjustments_of, entries_of
from league.queries.visibility import not_hidden, public, sides_shown
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, stored
from league.rules.settings.season_sentences import no_shows as no_shows_rule
from league.rules.tie_breaks import signed
from league.services.standings.adjustments import (
    accept_late_card,
    adjust_points,
    dismiss_late_card,
    take_back_adjustment,
)
from league.services.standings.no_shows import dismiss, take_points
from league.translation import N_, Text, read_day, translated
from league.web.forms import (
    clip_text,
    problem_context,
    problems_of,
    read_choice,
    read_number,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, in_league, redirect_with

NUMBER = re.compile(r"[+-]?[0-9]{1,5}(?:\.[0-9]{1,4})?")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def adjust(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=season)
    entries = entries_of(season_row)
    if request.method != "POST":
        return _page(request, season_row, entries)
    try:
        made = _adjust(request, season_row, entries)
    except (Invalid, WrongState) as refused:
        return _page(request, season_row, entries, problems_of(refused), status=status_of(refused))
    message = Text(
        "{team}: {points} points. Its captains are told, and the table says so.",
        team=made.entry.team.name, points=signed(made.points),
    )  # fmt: skip
    return redirect_with(request, message, "points", season=season_row.slug)


def _adjust(request: LeagueRequest, season: Season, entries: Sequence[Entry]) -> Adjustment:
    """Raises what the service raises, and Invalid for what cannot be read."""
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
    plain = clip_text(text, 20).replace("−", "-").replace(",", ".")
    return Decimal(plain) if NUMBER.fullmatch(plain) else None


def _date(text: str) -> dt.date | None:
    return read_day(clip_text(text, 10))


def _page(
    request: LeagueRequest,
    season: Season,
    entries: Sequence[Entry],
    problems: Sequence[Problem] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    today = request.today
    sent = {name: read_text(request.POST, name, 2000) for name in ("entry", "points", "date", "reason")}
    adjustments, late = adjustments_of(season), late_cards_of(season)
    context: dict[str, Any] = {
        "season": season,
        "entries": entries,
        "adjustments": adjustments,
        "no_shows": no_shows_of(season) if season.no_show_limit is not None else [],
        "late_open": [card for card in late if card.standing == "open"],
        "late_dismissed": [card for card in late if card.standing == "dismissed"],
        "today": today.isoformat(),
        "form_values": {**sent, "date": sent["date"] or today.isoformat()},
        **problem_context(problems),
    }
    return render(request, "league/standings/points.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def take_back(request: LeagueRequest, adjustment: int) -> HttpResponse:
    adjustment_row = get_object_or_404(
        Adjustment.objects.select_related("entry__season__league", "entry__division", "entry__team", "taken_back_by"),
        pk=adjustment,
        entry__season__league=request.league,
    )
    if request.method != "POST":
        return render(request, "league/standings/points_back.html", {"adjustment": adjustment_row})
    try:
        take_back_adjustment(adjustment_row, reason=read_reason(request.POST), by=request.user, now=request.now)
    except Invalid as refused:
        context = {
            "adjustment": adjustment_row,
            "reason": read_reason(request.POST),
            **problem_context(refused.problems),
        }
        return render(request, "league/standings/points_back.html", context, status=422)
    return redirect_with(
        request,
        Text("Reversed. The captains of {team} are told, and the table says so.", team=adjustment_row.entry.team.name),
        "points",
        season=adjustment_row.entry.season.slug,
    )


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
    receipt_row = receipt_of(entry.division, entry.team, now=request.now)
    return render(
        request, "league/standings/receipt.html", {"receipt": receipt_row, "division": entry.division, "entry": entry}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def late_card(request: LeagueRequest, card: int) -> HttpResponse:
    there = not_hidden("fixture__division__season__") & sides_shown("fixture__")
    rows = LateCard.objects.filter(there).select_related(*JOINED)
    late_card_row = get_object_or_404(rows, pk=card, fixture__division__season__league=request.league)
    context: dict[str, Any] = {"card": late_card_row, "season": late_card_row.fixture.division.season}
    if request.method != "POST":
        return render(request, "league/standings/late_card.html", context)
    try:
        _decide_late_card(request, late_card_row)
    except (Invalid, WrongState) as refused:
        fresh = rows.get(pk=late_card_row.pk)
        context |= {"card": fresh, "reason": read_reason(request.POST), **problem_context(problems_of(refused))}
        return render(request, "league/standings/late_card.html", context, status=status_of(refused))
    return redirect("points", slug=request.league.slug, season=late_card_row.fixture.division.season.slug)


def _decide_late_card(request: LeagueRequest, card: LateCard) -> None:
    """Raises what the service raises, and Invalid for an unknown button."""
    do = read_text(request.POST, "do", 10)
    if do == "accept":
        accept_late_card(card, by=request.user, now=request.now)
        message = Text("Accepted. The captains of {team} are told, and the table says so.", team=card.team.name)
    elif do == "dismiss":
        dismiss_late_card(card, reason=read_reason(request.POST), by=request.user, now=request.now)
        message = N_("Dismissed. No points are taken.")
    else:
        raise Invalid([Problem("choice", N_("Accept the late card, or dismiss it."), "do")])
    messages.success(request, translated(message))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("points.adjust")
def no_shows(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    """A team's no-shows, and what the secretary decides where they call for a consequence."""
    rows = Entry.objects.filter(not_hidden("season__"), season__league=request.league).select_related(*NO_SHOWS_JOINED)
    entry = get_object_or_404(rows, season__slug=season, team__slug=team)
    if request.method != "POST":
        return _no_shows_page(request, entry)
    try:
        _decide_no_shows(request, entry)
    except (Invalid, WrongState) as refused:
        return _no_shows_page(request, rows.get(pk=entry.pk), problems_of(refused), status=status_of(refused))
    return redirect("points", slug=request.league.slug, season=season)


def _no_shows_page(
    request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "entry": entry,
        "season": entry.season,
        "no_shows": next(iter(no_shows_of(entry.season, entry.team_id)), NoShows(entry, ())),
        "rule": no_shows_rule(stored(SeasonSettings, entry.season)),
        "reason": read_reason(request.POST),
        **problem_context(problems),
    }
    return render(request, "league/standings/no_shows.html", context, status=status)


def _decide_no_shows(request: LeagueRequest, entry: Entry) -> None:
    """Raises what the services raise, and Invalid for an unknown button."""
    do, seen = read_text(request.POST, "do", 10), read_number(request.POST, "seen") or 0
    if do == "take":
        take_points(entry, seen=seen, by=request.user, now=request.now)
    elif do == "dismiss":
        dismiss(entry, seen=seen, reason=read_reason(request.POST), by=request.user, now=request.now)
    else:
        raise Invalid([Problem("do", N_("Press one of the buttons."))])
