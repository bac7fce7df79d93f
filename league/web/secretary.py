"""The secretary's pages: what wants his eye, loading a season, and the league's settings."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid
from league.queries import leagues
from league.queries.oversight import Oversight, oversight_of
from league.rules.problems import Problem
from league.services import leagues as leagues_service
from league.services.imports import HEADINGS, import_season
from league.web.scope import LeagueRequest, in_league
from league.web.season_forms import LeagueForm, laid_on

LARGEST = 5 * 1024 * 1024


@require_safe
@in_league("league.oversee")
def overview(request: LeagueRequest) -> HttpResponse:
    """What is late, disputed, owed, or will not fit."""
    season = leagues.current_season(request.league, now=request.now)
    seen = oversight_of(request.league, season, now=request.now)
    late = seen.not_entered or seen.not_confirmed or seen.corrections
    quiet = not (late or seen.disputes or seen.appeals or seen.cases or seen.owed or seen.crowded)
    decided_here = {one.appeal.pk for one in seen.appeals if may(request.grants, "appeal.decide", one.appeal)}
    context = {"season": season, "seen": seen, "quiet": quiet, "upheld_here": _may_uphold(request, seen)}
    context |= {"decided_here": decided_here}
    return render(request, "league/secretary.html", context)


def _may_uphold(request: LeagueRequest, seen: Oversight) -> set[int]:
    """The fixtures whose waiting sheet this secretary may confirm himself."""
    waiting = [late for late in seen.not_confirmed if may(request.grants, "result.uphold", late.result)]
    return {late.fixture.pk for late in waiting}


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.import")
def load(request: LeagueRequest) -> HttpResponse:
    """Load a season from spreadsheets, or only check them."""
    if request.method != "POST":
        return _page(request)
    check_only = request.POST.get("do") != "load"
    try:
        files = uploaded(request, HEADINGS)
        report = import_season(files, request.league, by=request.user, now=request.now, check_only=check_only)
    except Invalid as refused:
        return _page(request, problems=refused.problems)
    if check_only:
        return _page(request, report=report)
    new, changed = sum(report.created.values()), sum(report.changed.values())
    if report.warnings:
        # What was warned of before is told again, now that it stands; sent once more the files change nothing.
        return _page(request, report=report, loaded=f"Loaded: {new} rows are new, {changed} have changed")
    if new or changed:
        messages.success(request, f"Loaded: {new} rows are new, {changed} have changed.")
    else:
        messages.info(request, "Everything in these files was loaded already; nothing has changed.")
    return redirect("secretary", slug=request.league.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.settings")
def settings(request: LeagueRequest) -> HttpResponse:
    """How the league is run, whatever the season."""
    form = LeagueForm(leagues_service.settings_of(request.league), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            leagues_service.change_settings(request.league, form.settings(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            messages.success(request, "Saved.")
            return redirect("league-settings", slug=request.league.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/league_settings.html", {"form": form}, status=status)


def uploaded(request: LeagueRequest, known: Collection[str]) -> dict[str, bytes]:
    """The uploaded files by their names, each one of those known.

    Raises:
        Invalid: none was chosen, or some are too large or named otherwise; says so of each.
    """
    chosen = request.FILES.getlist("files")
    problems = []
    if not chosen:
        problems.append(Problem("file", "Choose at least one file.", "files"))
    for upload in chosen:
        if upload.name not in known:
            message = f"{upload.name} is not one of {', '.join(known)}."
            problems.append(Problem("file", message, "files", str(upload.name)))
        elif (upload.size or 0) > LARGEST:
            problems.append(Problem("file", f"{upload.name} is larger than 5 MB.", "files", str(upload.name)))
    if problems:
        raise Invalid(problems)
    return {str(upload.name): upload.read() for upload in chosen}


def _page(request: LeagueRequest, problems: Sequence[Problem] = (), **more: Any) -> HttpResponse:
    context = {"headings": HEADINGS, "by_file": by_file(problems), "problems": problems, **more}
    if "report" in more:
        context["warnings"] = by_file(more["report"].warnings)
    return render(request, "league/import.html", context, status=422 if problems else 200)


def by_file(problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Problems under the file each is in."""
    grouped: dict[str, list[Problem]] = {}
    for problem in problems:
        grouped.setdefault(problem.where.partition(":")[0] or "Files", []).append(problem)
    return grouped
