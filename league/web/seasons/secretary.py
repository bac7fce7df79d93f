"""The secretary's pages: what wants their eye, loading a season, and the league's settings."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid
from league.queries import leagues
from league.queries.ops.desk import Oversight, oversight_of
from league.queries.seasons.drafts import drafts_of
from league.rules.problems import Problem
from league.services.portability.exports.templates import XLSX, template_of
from league.services.portability.imports import ENDINGS, HEADINGS, import_season, season_named
from league.services.seasons import leagues as leagues_service
from league.translation import N_, Text, translated
from league.web.base.fresh import fresh_to, need_fresh
from league.web.base.problems import laid_on
from league.web.base.scope import LeagueRequest, in_league
from league.web.portability.answers import answers_of, asked_again
from league.web.portability.uploads import choices_of, keep, kept, preview
from league.web.seasons.settings_form import SettingsForm

LARGEST = 5 * 1024 * 1024
FILES_LOST = N_(
    "You signed in some time ago, so nothing was loaded, and your files were not kept. Prove that it is you, then "
    "choose them again."
)


@require_safe
@in_league("league.oversee")
def overview(request: LeagueRequest) -> HttpResponse:
    """Show what is late, disputed, owed, or will not fit."""
    season = leagues.current_season(request.league, now=request.now)
    seen = oversight_of(request.league, season, now=request.now)
    late = seen.not_entered or seen.not_confirmed or seen.corrections
    quiet = not (late or seen.faults or seen.disputes or seen.appeals or seen.cases or seen.owed or seen.crowded)
    decided_here = {one.appeal.pk for one in seen.appeals if may(request.grants, "appeal.decide", one.appeal)}
    context: dict[str, Any] = {
        "season": season,
        "seen": seen,
        "quiet": quiet,
        "upheld_here": _may_uphold(request, seen),
    }
    context["decided_here"] = decided_here
    if season is None:
        context["drafts"] = drafts_of(request.league)
    return render(request, "league/seasons/secretary.html", context)


def _may_uphold(request: LeagueRequest, seen: Oversight) -> set[int]:
    """The fixtures whose waiting sheet this secretary may confirm themselves."""
    waiting = [late for late in seen.not_confirmed if may(request.grants, "result.uphold", late.result)]
    return {late.fixture.pk for late in waiting}


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.import")
@fresh_to("load", lost=FILES_LOST)
def load(request: LeagueRequest) -> HttpResponse:
    """Load a season from spreadsheets, or only check them."""
    if request.method != "POST":
        return _page(request)
    check_only = request.POST.get("do") != "load"
    people, choices = answers_of(request.POST), choices_of(request.POST)
    try:
        files = uploaded(request)
    except Invalid as refused:
        return _page(request, problems=refused.problems, **asked_again(people, refused))
    shown = preview(files, choices) | {"kept": keep(files, request.league, request.user)}
    if request.POST.get("do") == "look":
        return _page(request, looked=True, **asked_again(people), **shown)
    try:
        named = request.POST.get("season", "")
        report = import_season(
            files,
            request.league,
            by=request.user,
            now=request.now,
            season=season_named(request.league, named) if named else None,
            people=people,
            choices=choices,
            check_only=check_only,
        )
    except Invalid as refused:
        return _page(request, problems=refused.problems, **asked_again(people, refused), **shown)
    if check_only:
        return _page(request, report=report, **asked_again(people), **shown)
    new, changed = sum(report.created.values()), sum(report.changed.values())
    told = {"season": str(report.season), "new": new, "changed": changed}
    if report.warnings:
        # What was warned of before is told again, now that it stands; sent once more the files change nothing.
        title = Text("Loaded into {season}: {new} rows are new, {changed} have changed", **told)
        return _page(request, report=report, loaded=translated(title))
    if new or changed:
        said = Text("Loaded into {season}: {new} rows are new, {changed} have changed.", **told)
        messages.success(request, translated(said))
    else:
        said = Text("Everything in these files is in {season} already; nothing has changed.", season=told["season"])
        messages.info(request, translated(said))
    return redirect("secretary", slug=request.league.slug)


@require_safe
@in_league("season.import")
def template(request: LeagueRequest, name: str) -> HttpResponse:
    """Download a spreadsheet to fill in, with the league's own names in it."""
    try:
        data = template_of(request.league, name)
    except KeyError as unknown:
        raise Http404 from unknown
    kind = "text/csv" if name.endswith(".csv") else XLSX
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.settings")
def settings(request: LeagueRequest) -> HttpResponse:
    """Show the settings of the league, which hold for every season. POST changes them."""
    form = SettingsForm(leagues_service.settings_of(request.league), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["second_factor"] != request.league.second_factor:
            # Without one the password of an official would be enough for whoever has it.
            need_fresh(request)
        try:
            leagues_service.change_settings(request.league, form.settings(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            messages.success(request, translated(N_("Saved.")))
            return redirect("league-settings", slug=request.league.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/league_settings.html", {"form": form}, status=status)


def uploaded(request: LeagueRequest) -> dict[str, bytes]:
    """The uploaded files by their names; where none was chosen, those that were sent before.

    Raises:
        Invalid: there are none, or some are too large, of one name, or no spreadsheets; says so of each.
    """
    chosen = request.FILES.getlist("files")
    problems = []
    if not chosen:
        token = request.POST.get("kept", "")
        before = kept(token, request.league, request.user)
        if before:
            return before
        said = (
            N_("Your files are kept for an hour only: choose them again.") if token else N_("Choose at least one file.")
        )
        problems.append(Problem("file", said, "files"))
    names: set[str] = set()
    for upload in chosen:
        name = str(upload.name)
        if not name.casefold().endswith(ENDINGS):
            message = Text("{file} is not a spreadsheet: save it as .xlsx, .ods or CSV.", file=name)
            problems.append(Problem("file", message, "files", name))
        elif (upload.size or 0) > LARGEST:
            message = Text("{file} is larger than 5 MB.", file=name)
            problems.append(Problem("file", message, "files", name))
        elif name in names:
            message = Text("There are two files {file}: rename one of them.", file=name)
            problems.append(Problem("file", message, "files", name))
        names.add(name)
    if problems:
        raise Invalid(problems)
    return {str(upload.name): upload.read() for upload in chosen}


def _page(request: LeagueRequest, problems: Sequence[Problem] = (), **more: Any) -> HttpResponse:
    context = {"headings": HEADINGS, "by_file": by_file(problems), "problems": problems, **more}
    context |= {"seasons": leagues.every_season_of(request.league), "chosen": request.POST.get("season", "")}
    if "report" in more:
        context["warnings"] = by_file(more["report"].warnings)
    return render(request, "league/portability/import.html", context, status=422 if problems else 200)


def by_file(problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Problems under the file each is in."""
    grouped: dict[str, list[Problem]] = {}
    for problem in problems:
        grouped.setdefault(problem.where.partition(":")[0] or N_("Files"), []).append(problem)
    return grouped
