"""The formats that the divisions of a season play by: rows to choose from, and a night told in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, NothingThere, WrongState
from league.models import Division, Season
from league.queries.results.sheets import has_results
from league.queries.seasons.rulesets import (
    EarlierFormat,
    choices_of,
    earlier_formats,
    format_impact,
    terms_by,
)
from league.rules import format_forms as rows
from league.rules.formats import kept_terms, terms
from league.rules.match_terms import SHORT_SIDES, Terms
from league.rules.problems import Problem
from league.rules.rulebook.of_the_league import rulesets_in_words
from league.rules.scheme_columns import COLUMNS
from league.rules.shapes import night_in_words
from league.services.seasons.seasons import decide_format
from league.translation import N_, Text, translated
from league.web.forms import problem_context, problems_of, read_reason, read_text, status_of
from league.web.requests import LeagueRequest, in_league, of_slug, season_or_404


def named_points(problem: Problem) -> Problem:
    """Name the points that a problem is about: they are decided on another page, to which this one leads."""
    if problem.field not in COLUMNS:
        return problem
    return replace(problem, where=COLUMNS[problem.field].label, field="")


SPARE = 2


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def formats(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    divisions = list(season_row.divisions.select_related("season__league").order_by("order", "name"))
    if not divisions:
        raise NothingThere(N_("This season has no division yet."))
    wanted = request.GET.get("division", "")
    division = of_slug(divisions, wanted) if wanted else divisions[0]
    if request.method != "POST":
        return _page(request, divisions, division, rows.fields_of_format(terms(division)))
    sent = {name: read_text(request.POST, name, 50) for name in request.POST if name.startswith(("r", "often-"))}
    text, problems = rows.typed_format(sent)
    if problems:
        return _page(request, divisions, division, sent, problems, status=422)
    if request.POST.get("do") != "keep":
        return _page(request, divisions, division, sent, shown=terms_by(division, text))
    return _keep(request, divisions, division, sent, text)


def _keep(
    request: LeagueRequest, divisions: Sequence[Division], division: Division, sent: Mapping[str, str], text: str
) -> HttpResponse:
    try:
        decide_format(division, text, reason=read_reason(request.POST), by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        shown = terms_by(division, text)
        texts = [named_points(one) for one in problems_of(refused)]
        return _page(request, divisions, division, sent, texts, shown=shown, status=status_of(refused))
    messages.success(request, translated(Text("Saved for {division}.", division=division.name)))
    page = reverse("season-formats", kwargs={"slug": request.league.slug, "season": division.season.slug})
    return redirect(f"{page}?division={division.slug}")


def _page(
    request: LeagueRequest,
    divisions: Sequence[Division],
    division: Division,
    sent: Mapping[str, str],
    problems: Sequence[Problem] = (),
    *,
    shown: Terms | None = None,
    status: int = 200,
) -> HttpResponse:
    now, at = terms(division), problem_context(problems)
    season: Season = division.season
    context: dict[str, Any] = {
        "season": season,
        "divisions": divisions,
        "division": division,
        "rows": _rows(sent, at["wrong"]),
        "often": [
            (name, label, sent.get(f"often-{name}", ""), at["wrong"].get(f"often-{name}", []))
            for name, label in rows.OFTEN.items()
        ],
        "once": bool(sent.get("often-once")),
        "short": rows.short_side(sent),
        "short_wrong": at["wrong"].get("often-short", []),
        "short_sides": [(word, one.label) for word, one in SHORT_SIDES.items()],
        "kinds": rows.LETTERS.items(),
        "ends": rows.ENDS.items(),
        "written": rows.WRITTEN.items(),
        "changed": _difference(division, shown) if shown is not None and str(shown) != str(now) else None,
        "night": night_in_words(now),
        "has_results": has_results(division),
        "reason": read_reason(request.POST),
        "rulesets": choices_of(request.league),
        "earlier": [(one, (*night_in_words(was), *rulesets_in_words(was))) for one, was in _earlier(division)],
        **at,
    }
    return render(request, "league/seasons/season_formats.html", context, status=status)


def _earlier(division: Division) -> Sequence[tuple[EarlierFormat, Terms]]:
    return [
        (earlier_format, kept_terms(earlier_format.format))
        for earlier_format in earlier_formats([division]).get(division.pk, ())
    ]


def _rows(sent: Mapping[str, str], wrong_at: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    filled = {place for place in rows.ROWS if sent.get(f"r{place}-count") or f"r{place}-count" in wrong_at}
    last = min(max(filled, default=0) + SPARE, len(rows.ROWS))
    return [_row(place, sent, wrong_at) for place in range(1, last + 1)]


def _row(place: int, sent: Mapping[str, str], wrong_at: Mapping[str, list[str]]) -> dict[str, Any]:
    blank = rows.Row()
    params = {name: sent.get(f"r{place}-{name}", getattr(blank, name)) for name in rows.FIELDS}
    return {
        "place": place,
        "said": params,
        "wrong": {name: wrong_at[f"r{place}-{name}"] for name in rows.FIELDS if f"r{place}-{name}" in wrong_at},
    }


def _difference(division: Division, then: Terms) -> dict[str, Sequence[Text]]:
    before, after = night_in_words(terms(division)), night_in_words(then)
    return {
        "gone": [one for one in before if one not in after],
        "new": [one for one in after if one not in before],
        "fixtures": format_impact(division),
    }
