"""Taking things away: public tables, fixtures and results as spreadsheets or JSON, and the secretary's whole league."""

import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import IO

from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import NothingThere
from league.models import Division, Player, Season
from league.queries import portability as queries
from league.queries.people.personal_data import public_name
from league.queries.visibility import public
from league.rules.cells import Cell, csv_text
from league.services.portability import exports
from league.translation import N_
from league.web.page_cache import cached_file
from league.web.request_limits import too_often
from league.web.requests import LeagueRequest, fresh_to, in_league, season_or_404


def _name_for_reader(request: LeagueRequest) -> queries.Named:
    return partial(public_name, grants=request.grants)


def _published(request: LeagueRequest, slug: str) -> Season:
    found = Season.objects.select_related("league")
    return get_object_or_404(found, public(), league=request.league, slug=slug)


@require_safe
@in_league("league.view")
def division_file(request: LeagueRequest, season: str, division: str, what: str, form: str) -> HttpResponse:
    of = get_object_or_404(
        Division.objects.select_related("season__league"), season=_published(request, season), slug=division
    )
    sheets: dict[str, Callable[[], queries.Sheet]] = {
        "table": lambda: queries.table_sheet(of),
        "results": lambda: queries.results_sheet(of.season, _name_for_reader(request), division=of),
    }
    return _answer(request, sheets, what, form, of)


@require_safe
@in_league("league.view")
def season_file(request: LeagueRequest, season: str, what: str, form: str) -> HttpResponse:
    of = _published(request, season)
    sheets: dict[str, Callable[[], queries.Sheet]] = {
        "fixtures": lambda: queries.fixtures_sheet(of),
        "results": lambda: queries.results_sheet(of, _name_for_reader(request)),
        "teams": lambda: queries.teams_sheet(of),
        "players": lambda: queries.players_sheet(of, _name_for_reader(request)),
    }
    return _answer(request, sheets, what, form, of)


def _answer(
    request: LeagueRequest, sheets: dict[str, Callable[[], queries.Sheet]], what: str, form: str, of: Season | Division
) -> HttpResponse:
    if what not in sheets or form not in ("csv", "json"):
        raise NothingThere(N_("There is no such file."))
    if refused := too_often(request, "file-address"):
        return refused
    division = of if isinstance(of, Division) else None
    season = of.season if isinstance(of, Division) else of

    def make() -> bytes:
        sheet = sheets[what]()
        if form == "csv":
            # With its mark, or a spreadsheet program takes UTF-8 for its own encoding.
            return csv_text(sheet.headings, sheet.rows).encode("utf-8-sig")
        about = {"season": season.name} | ({"division": division.name} if division else {})
        rows = [dict(zip(sheet.headings, map(_plain, row), strict=True)) for row in sheet.rows]
        return json.dumps({"league": request.league.name, **about, "rows": rows}, ensure_ascii=False).encode()

    body = cached_file(
        request,
        (what, form, season.pk, division and division.pk, _names_seen(request)),
        make,
        division=(season.slug, division.slug) if division else None,
    )
    if form == "json":
        return HttpResponse(body, content_type="application/json")
    answer = HttpResponse(body, content_type="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{what}.csv"'
    return answer


def _names_seen(request: LeagueRequest) -> tuple[bool, frozenset[int]]:
    """Return what decides which names a reader has in full: all of them, or their own beside those of everybody."""
    every = may(request.grants, "player.name", Player(shorten_name=True))
    return every, frozenset() if every else frozenset(request.grants.players)


for _file in (division_file, season_file):
    _file.read_by_scripts = True  # type: ignore[attr-defined]


def _plain(cell: Cell) -> str | int | float:
    """Half points are a number in JSON too."""
    return float(cell) if isinstance(cell, Decimal) else cell


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.export", while_suspended=True)
@fresh_to()
def export(request: LeagueRequest) -> HttpResponseBase:
    """The whole league in one file, or a season as spreadsheets."""
    if request.method != "POST":
        seasons = Season.objects.filter(league=request.league).order_by("-first_week")
        return render(request, "league/portability/export.html", {"seasons": seasons})
    slug = request.league.slug
    if "season" in request.POST:
        of = season_or_404(request, request.POST["season"].replace("\x00", ""))
        return _download(
            lambda out: exports.export_spreadsheets(of, out, by=request.user, now=request.now),
            f"{slug}-{of.slug}-spreadsheets.zip",
        )
    return _download(
        lambda out: exports.export_league(request.league, out, by=request.user, now=request.now),
        f"{slug}-{request.now:%Y-%m-%d}.zip",
    )


def _download(write: Callable[[IO[bytes]], object], name: str) -> FileResponse:
    """What is written, sent in pieces; the file is gone when it has been."""
    answer = FileResponse(exports.in_a_file(write), as_attachment=True, filename=name, content_type="application/zip")
    answer.headers["Cache-Control"] = "no-store"
    return answer
