"""Loading a season from spreadsheets: looked at, corrected on the page, checked, and loaded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Invalid
from league.queries import leagues
from league.queries.portability import waiting_files
from league.rules.problems import Problem
from league.services.portability.exports.templates import XLSX, template_of
from league.services.portability.imports import (
    ENDINGS,
    HEADINGS,
    LARGEST_FILE,
    Choice,
    import_season,
    preview_files,
    season_named,
)
from league.services.portability.waiting_files import delete_files, store_files
from league.translation import N_, Text, speaking, translated
from league.web.fresh_sign_in import fresh_to
from league.web.portability.typed_season import TypedSeason
from league.web.portability.uploads import answers_of, asked_again, choices_of, preview_context
from league.web.requests import LeagueRequest, in_league

FILES_LOST = N_(
    "You signed in some time ago, so nothing was loaded, and your files were not kept. Prove that it is you, then "
    "choose them again."
)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.import")
@fresh_to("load", lost=FILES_LOST)
def load(request: LeagueRequest) -> HttpResponse:
    """Load a season from spreadsheets, or only check them."""
    if request.method != "POST":
        return _page(request, TypedSeason())
    sent = read_sent(request, _page)
    if isinstance(sent, HttpResponse):
        return sent
    people, typed, shown = sent.people, sent.typed, sent.shown
    check_only = request.POST.get("do") != "load"
    try:
        named = request.POST.get("season", "")
        report = import_season(
            sent.files,
            request.league,
            by=request.user,
            now=request.now,
            season=season_named(request.league, named) if named else None,
            people=people,
            choices=sent.choices,
            typed=typed.row(),
            check_only=check_only,
        )
    except Invalid as refused:
        typed.lay(refused.problems)
        return _page(request, typed, refused.problems, **asked_again(people, refused), **shown)
    if check_only:
        return _page(request, typed, report=report, **asked_again(people), **shown)
    delete_files(request.league, by=request.user)
    new, changed = sum(report.created.values()), sum(report.changed.values())
    told = {"season": str(report.season), "new": new, "changed": changed}
    if report.warnings:
        # What was warned of before is told again, now that it stands; sent once more the files change nothing.
        title = Text("Loaded into {season}: {new} rows are new, {changed} have changed", **told)
        return _page(request, TypedSeason(), report=report, loaded=translated(title))
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


@dataclass(frozen=True, slots=True)
class Upload:
    """All that somebody sent to be loaded: files, what was said about them, and the page's preview of them."""

    files: dict[str, bytes]
    people: dict[tuple[str, str], int | None]
    choices: dict[str, Choice]
    typed: TypedSeason
    shown: dict[str, Any]


def read_sent(request: LeagueRequest, page: Callable[..., HttpResponse]) -> Upload | HttpResponse:
    """Return the files that were sent with their answers; the page once more where they are only to be looked at.

    Args:
        page: makes that page of the request, the typed season, the problems and a context.
    """
    people, choices, typed = answers_of(request.POST), choices_of(request.POST), TypedSeason(request.POST)
    try:
        files = uploaded(request)
    except Invalid as refused:
        return page(request, typed, refused.problems, **asked_again(people, refused))
    with speaking(request.league.language):
        sheets, unreadable = preview_files(files, choices)
        shown = preview_context(sheets)
    shown |= {"kept": store_files(files, request.league, by=request.user, now=request.now)}
    if request.POST.get("do") == "look" or not typed.is_valid():
        return page(request, typed, unreadable, looked=True, **asked_again(people), **shown)
    return Upload(files, people, choices, typed, shown)


def uploaded(request: LeagueRequest) -> dict[str, bytes]:
    """The uploaded files by their names; where none was chosen, those that were sent before.

    Raises:
        Invalid: there are none, or some are too large, of one name, or no spreadsheets; says so of each.
    """
    chosen = request.FILES.getlist("files")
    problems = []
    if not chosen:
        token = request.POST.get("kept", "")
        before = waiting_files(token, request.league, request.user, now=request.now)
        if before:
            return before
        said = (
            N_("Your files are kept for an hour only: choose them again.") if token else N_("Choose at least one file.")
        )
        problems.append(Problem("file", said, "files"))
    names: list[str] = []
    for upload in chosen:
        # The database takes no null character.
        name = str(upload.name).replace("\0", "")
        if not name.casefold().endswith(ENDINGS):
            message = Text("{file} is not a spreadsheet: save it as .xlsx, .ods or CSV.", file=name)
            problems.append(Problem("file", message, "files", name))
        elif (upload.size or 0) > LARGEST_FILE:
            message = Text("{file} is larger than 5 MB.", file=name)
            problems.append(Problem("file", message, "files", name))
        elif name in names:
            message = Text("There are two files {file}: rename one of them.", file=name)
            problems.append(Problem("file", message, "files", name))
        names.append(name)
    if problems:
        raise Invalid(problems)
    return {name: upload.read() for name, upload in zip(names, chosen, strict=True)}


def _page(request: LeagueRequest, typed: TypedSeason, problems: Sequence[Problem] = (), **more: Any) -> HttpResponse:
    context = {"headings": HEADINGS, "by_file": by_file(problems), "problems": problems, "typed": typed, **more}
    chosen = request.POST.get("season", "") or request.GET.get("season", "")
    context |= {"seasons": leagues.every_season_of(request.league), "chosen": chosen}
    if "report" in more:
        context["warnings"] = by_file(more["report"].warnings)
    status = 422 if problems or typed.errors else 200
    return render(request, "league/portability/import.html", context, status=status)


def by_file(problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Problems under the file each is in."""
    grouped: dict[str, list[Problem]] = {}
    for problem in problems:
        grouped.setdefault(problem.where.partition(":")[0] or N_("Files"), []).append(problem)
    return grouped
