"""The secretary's timetables: asked for, looked at as a grid, changed by hand, published."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.enums import TimetableState
from league.errors import Invalid, WrongState
from league.models import Timetable
from league.queries.seasons import timetables as queries
from league.queries.seasons.timetables import MadeTimetable, made_timetable, proposed, state_of
from league.rules.problems import Problem
from league.services.seasons import publish as publishing
from league.services.seasons import timetables
from league.translation import N_, Text, translated
from league.web.form_fields import read_number, read_reason
from league.web.requests import LeagueRequest, in_league, season_or_404
from league.web.seasons.forms import AskForm
from timetable import edits
from timetable.grid import grid_of, quality_lines, violations_of

COMING = (TimetableState.WAITING, TimetableState.SOLVING)
HOLDING = (TimetableState.READY, TimetableState.PUBLISHED)


def _timetable_or_404(request: LeagueRequest, pk: int) -> Timetable:
    found = Timetable.objects.select_related("season__league", "asked_by")
    return get_object_or_404(found, pk=pk, season__league=request.league)


def _redirect_to(request: LeagueRequest, row: Timetable, division: int = 0) -> HttpResponse:
    answer = redirect("timetable", slug=request.league.slug, timetable=row.pk)
    if division:
        answer["Location"] += f"?division={division}"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def ask(request: LeagueRequest, season: str) -> HttpResponse:
    found = season_or_404(request, season)
    asked = queries.usual(found)
    brief = queries.brief_of(found, asked)
    sent = request.POST if request.method == "POST" else None
    form = AskForm(brief, asked, sent, draft=found.published_at is None)
    if request.method == "POST" and form.is_valid():
        try:
            last = form.cleaned_data.get("last_round") or None
            row = timetables.ask_timetable(found, form.what(), last_round=last, by=request.user, now=request.now)
        except Invalid as refused:
            form.refuse(refused.problems)
        else:
            return _redirect_to(request, row)
    context = {"season": found, "form": form, "teams": sum(len(division.teams) for division in brief.divisions)}
    return render(
        request, "league/seasons/timetable_ask.html", context, status=422 if request.method == "POST" else 200
    )


@require_safe
@in_league("season.make")
def show(request: LeagueRequest, timetable: int) -> HttpResponse:
    """A timetable: how far it is, or what came of it."""
    row = _timetable_or_404(request, timetable)
    if row.state not in HOLDING:
        return render(request, "league/seasons/timetable_wait.html", {"row": row, "coming": row.state in COMING})
    if request.headers.get("HX-Request"):
        # The page that waited for it loads itself again.
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(
        request, "league/seasons/timetable.html", _context(made_timetable(row), read_number(request.GET, "division"))
    )


def _context(made: MadeTimetable, wanted: int) -> dict[str, Any]:
    divisions = [sheet.division for sheet in made.timetable.quality]
    wanted = wanted if 1 <= wanted <= len(divisions) else 1
    name = divisions[wanted - 1]
    sheet = next(quality for quality in made.timetable.quality if quality.division == name)
    mine = violations_of(made.timetable, name)
    return {
        "row": made.row,
        "made": made,
        "divisions": list(enumerate(divisions, start=1)),
        "wanted": wanted,
        "division": name,
        "weeks": grid_of(made.brief, made.timetable, made.calendar, name),
        "quality": quality_lines(sheet),
        "violations": mine,
        "elsewhere": len(made.timetable.violations) - len(mine),
        "conflicts": [c for c in (made.timetable.conflicts, *made.timetable.further_conflicts) if c],
        "open": made.row.state == TimetableState.READY and not made.outdated,
        "numbered": [week for week in made.calendar if week.number is not None],
    }


def _edit(sent: QueryDict) -> edits.Edit:
    """The edit that a form says.

    Raises:
        Invalid: it says none.
    """
    picked = [int(text) for text in sent.getlist("pick") if re.fullmatch(r"[0-9]{1,5}", text)]
    do = sent.get("do", "")
    if do == "swap":
        if len(picked) == 2:
            return edits.Swap(picked[0], picked[1])
        raise Invalid([Problem("pick", N_("Choose exactly two fixtures to swap."))])
    if do in ("reverse", "move") and len(picked) != 1:
        raise Invalid([Problem("pick", N_("Choose one fixture only."))])
    if do == "reverse":
        return edits.Reverse(picked[0])
    week = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,3})", sent.get("week", ""))
    if do == "move" and week:
        return edits.Move(picked[0], int(week[1]), int(week[2]))
    raise Invalid([Problem("do", N_("Choose a fixture, and what is to happen with it."))])


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def change(request: LeagueRequest, timetable: int) -> HttpResponse:
    """Show what a change would do (GET), or do it (POST)."""
    row = _timetable_or_404(request, timetable)
    sent = request.POST if request.method == "POST" else request.GET
    division, version = read_number(sent, "division"), read_number(sent, "version")
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be changed.", state=state_of(row)))
    try:
        edit = _edit(sent)
        if request.method == "POST":
            timetables.change(row, edit, version=version, by=request.user, now=request.now)
            messages.success(request, translated(N_("Changed. You can undo it.")))
            return _redirect_to(request, row, division)
        return _preview(request, row, edit, version)
    except Invalid as refused:
        context = _context(made_timetable(row), division) | {"problems": refused.problems}
        return render(request, "league/seasons/timetable.html", context, status=422)


def _preview(request: LeagueRequest, row: Timetable, edit: edits.Edit, version: int) -> HttpResponse:
    if version != row.version:
        raise WrongState(N_("This timetable was changed meanwhile. Check it again before you change it."))
    made = made_timetable(row)
    if made.outdated:
        raise WrongState(Text("{changes} Ask for a new timetable.", changes=made.outdated[0]))
    fault = edits.check_edit(made.timetable.meetings, edit, made.calendar)
    if fault is not None:
        raise Invalid([Problem(*fault)])
    seen = proposed(made, edit)
    breaks = [sum(sheet.breaks for sheet in found.quality) for found in (made.timetable, seen.after)]
    context = {"row": row, "seen": seen, "sent": request.GET, "picked": request.GET.getlist("pick"), "breaks": breaks}
    return render(request, "league/seasons/timetable_change.html", context)


@require_POST
@in_league("season.make")
def undo(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = _timetable_or_404(request, timetable)
    timetables.undo(row, version=read_number(request.POST, "version"), by=request.user, now=request.now)
    messages.success(request, translated(N_("The last change was undone.")))
    return _redirect_to(request, row, read_number(request.POST, "division"))


@require_POST
@in_league("season.make")
def discard(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = timetables.discard(_timetable_or_404(request, timetable), by=request.user, now=request.now)
    messages.success(request, translated(N_("The timetable was discarded.")))
    return redirect("season", slug=request.league.slug, season=row.season.slug)


def _publish_page(request: LeagueRequest, row: Timetable, **more: Any) -> HttpResponse:
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be published.", state=state_of(row)))
    made = made_timetable(row)
    again = row.season.timetables.filter(state=TimetableState.PUBLISHED).exists()
    context = {
        "row": row, "made": made, "again": again, "fixtures": len(made.timetable.meetings),
        "starts": queries.starts_in(made.brief), "past": queries.count_past(made, now=request.now), **more,
    }  # fmt: skip
    return render(request, "league/seasons/timetable_publish.html", context, status=422 if "problems" in more else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def publish(request: LeagueRequest, timetable: int) -> HttpResponse:
    """Look once more at what is not kept, and publish."""
    row = _timetable_or_404(request, timetable)
    if request.method != "POST":
        return _publish_page(request, row)
    despite = read_reason({"reason": request.POST.get("despite", "")})
    version = read_number(request.POST, "version")
    try:
        publishing.publish(row, version=version, despite=despite, by=request.user, now=request.now)
    except Invalid as refused:
        return _publish_page(request, row, problems=refused.problems, despite=despite)
    said = Text("{season} is published; every captain is told.", season=row.season.name)
    messages.success(request, translated(said))
    return redirect("season", slug=request.league.slug, season=row.season.slug)
