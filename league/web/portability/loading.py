"""What the page says of uploaded spreadsheets, and what somebody chose or answered about them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Invalid
from league.queries import leagues
from league.queries.portability import waiting_files
from league.rules.names import LONGEST_NAME
from league.rules.problems import Problem
from league.services.portability.exports.templates import XLSX, template_of
from league.services.portability.imports import (
    ENDINGS,
    HEADINGS,
    LARGEST_FILE,
    LEFT_OUT,
    NEW,
    Choice,
    People,
    SheetPreview,
    Unclear,
    import_season,
    preview_files,
    season_named,
)
from league.services.portability.imports.spreadsheets import SUBJECTS, word_of
from league.services.portability.waiting_files import delete_files, store_files
from league.translation import N_, Text, speaking, translated
from league.web.portability.typed_season import TypedSeason
from league.web.requests import LeagueRequest, fresh_to, in_league

# On one page, of all files: six sheets have fifty.
MOST_COLUMNS_SHOWN = 150
# Of a player's number.
MOST_DIGITS = 12


def choices_of(sent: QueryDict) -> dict[str, Choice]:
    """Return what was said of the sheets shown: `place-0`, `sheet-0`, and a `column-0-N` for each of its columns.

    Of a sheet that was given another subject (`was-0`) the columns are found anew.
    """
    found: dict[str, Choice] = {}
    for field in sent:
        of, _, number = field.partition("-")
        if of == "place" and number.isascii() and number.isdigit() and len(number) < 4:
            subject = str(sent.get(f"sheet-{number}", ""))
            same = subject == sent.get(f"was-{number}", "")
            columns = _columns(sent, f"column-{number}-") if same else {}
            found[str(sent[field])] = Choice(subject if subject in (*SUBJECTS, LEFT_OUT) else "", columns)
    return found


def _columns(sent: QueryDict, prefix: str) -> dict[int, str]:
    numbers = {field: field.removeprefix(prefix) for field in sent if field.startswith(prefix)}
    return {int(n): str(sent[field]) for field, n in numbers.items() if n.isascii() and n.isdigit() and len(n) < 4}


def preview_context(understood: Iterable[SheetPreview]) -> dict[str, Any]:
    """Return a page's context: how each sheet and column is understood, and what may be said instead.

    A page has as many columns as somebody reads; of each sheet it says how many `more` there are.
    """
    sheets, room = [], MOST_COLUMNS_SHOWN
    for one in understood:
        widths = [len(cells) for _, cells in one.rows]
        filled = [n for n in range(max([len(one.headings), *widths], default=0)) if one.heading(n) or one.filled(n)]
        filled = [] if one.left_out else filled
        columns = [
            {
                "number": n,
                "heading": one.heading(n),
                "chosen": one.columns[n].name if n in one.columns else "",
                "samples": one.samples(n),
                "either_way": one.either_way(n),
            }
            for n in filled[:room]
        ]
        room -= len(columns)
        sheets.append(
            {
                "place": one.sheet.place,
                "subject": LEFT_OUT if one.left_out else one.subject or "",
                "rows": len(one.rows),
                "columns": columns,
                "more": len(filled) - len(columns),
                "known": [column.name for column in SUBJECTS[one.subject].columns] if one.subject else [],
                "missing": one.missing(),
                "remarks": one.remarks(),
            }
        )
    subjects = [(key, word_of(key)) for key in SUBJECTS]
    return {"sheets": sheets, "subjects": subjects, "left_out": LEFT_OUT}


def answers_of(sent: QueryDict) -> dict[tuple[str, str], int | None]:
    """Return what was answered: the player's number by team and name, None for somebody new.

    Each answer is three fields of one ending: `team-0`, `name-0`, and `person-0`, a player's number or "new". What is
    not answered, or is no number, is asked again.
    """
    answers: dict[tuple[str, str], int | None] = {}
    for field in sent:
        of, _, ending = field.partition("-")
        said = str(sent[field])
        if of == "person" and (said == NEW or (said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS)):
            team, name = sent.get(f"team-{ending}", ""), sent.get(f"name-{ending}", "")
            if max(len(team), len(name)) <= LONGEST_NAME:
                answers[team, name] = None if said == NEW else int(said)
    return answers


def asked_again(people: People, refused: Invalid | None = None) -> dict[str, Any]:
    """Return a form's context: what is still asked, and what was answered already, which is not asked twice."""
    answered = [(team, name, NEW if number is None else number) for (team, name), number in people.items()]
    return {"questions": refused.questions if isinstance(refused, Unclear) else (), "answered": answered}


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
