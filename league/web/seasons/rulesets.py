"""Rulesets of the league's own: those there are, the page on which one is made, and who plays by which."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import RulesetName
from league.errors import Invalid, WrongState
from league.models import Division, League, OwnRuleset, Season
from league.queries.results.sheets import is_played
from league.queries.seasons.rulesets import choices_of, divisions_to_choose, format_impact, own_rulesets, ruleset_word
from league.rules import rulesets as words
from league.rules.problems import Problem
from league.rules.rulesets import named_ruleset, stored_ruleset
from league.services.seasons import rulesets as services
from league.translation import N_, Text, translated
from league.web.forms import problem_context, problems_of, read_reason, read_text, status_of
from league.web.requests import LeagueRequest, in_league, redirect_with, season_or_404
from league.web.seasons.formats import named_points

KINDS = ("singles", "doubles")


@require_safe
@in_league("ruleset.make")
def every(request: LeagueRequest) -> HttpResponse:
    context = {"rulesets": own_rulesets(request.league), "named": RulesetName.choices}
    return render(request, "league/seasons/rulesets.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("ruleset.make")
def make(request: LeagueRequest) -> HttpResponse:
    name = request.GET.get("from", RulesetName.LEAGUE)
    base = named_ruleset(name if name in RulesetName.values else RulesetName.LEAGUE)
    return _page(request, base.to_dict(), "", None)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("ruleset.make")
def change(request: LeagueRequest, ruleset: int) -> HttpResponse:
    own_ruleset = get_object_or_404(OwnRuleset, league=request.league, pk=ruleset)
    return _page(request, own_ruleset.value, own_ruleset.title, own_ruleset)


def _page(request: LeagueRequest, base: Mapping[str, Any], title: str, of: OwnRuleset | None) -> HttpResponse:
    if request.method != "POST":
        return _form(request, base, {"title": title, **_texts(base)}, of)
    sent = {"title": read_text(request.POST, "title", 200)}
    sent |= {name: read_text(request.POST, name, 40) for name in _texts(base)}
    try:
        said, unread = words.typed_fields(sent)
        if unread:
            raise Invalid(unread)
        if request.POST.get("do") != "keep":
            made = services.check_own(request.league, sent["title"], said, of=of)
            return _form(request, base, sent, of, shown=made.to_dict())
        kept = services.make_ruleset(request.league, sent["title"], said, of=of, by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        return _form(request, base, sent, of, problems_of(refused), status=status_of(refused))
    return redirect_with(
        request,
        Text("{ruleset} is kept. Now choose who plays by it, on the page of a season.", ruleset=str(kept)),
        "rulesets",
    )


def _texts(value: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: ("on" if value[name] else "") if isinstance(value[name], bool) else str(value[name])
        for group in words.GROUPS.values()
        for name in group
    }


def _form(
    request: LeagueRequest,
    base: Mapping[str, Any],
    sent: Mapping[str, str],
    of: OwnRuleset | None,
    problems: Sequence[Problem] = (),
    *,
    shown: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    first, now = stored_ruleset(base), stored_ruleset(shown or base)
    at = problem_context(problems)
    groups = [
        (title, [_field(name, label, sent, at["wrong"]) for name, label in group.items()])
        for title, group in words.GROUPS.items()
    ]
    context: dict[str, Any] = {
        "own_ruleset": of,
        "form_values": sent,
        "groups": groups,
        "based_on": first,
        "examples": words.examples(now) if not problems else (),
        "changed": words.difference(first, now) if shown is not None else None,
        **at,
    }
    return render(request, "league/seasons/ruleset.html", context, status=status)


def _field(name: str, label: Text, sent: Mapping[str, str], problems: Mapping[str, list[str]]) -> dict[str, Any]:
    options = words.options_of(name)
    widget = "select" if options else "checkbox" if words.KINDS[name] is bool else "number"
    return {
        "name": name,
        "label": label,
        "widget": widget,
        "options": options,
        "value": sent.get(name, ""),
        "wrong": problems.get(name, []),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("ruleset.make")
def of_season(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    divisions = divisions_to_choose(season_row)
    if request.method != "POST":
        return _choosing(request, season_row, divisions)
    division = next((one for one in divisions if str(one.pk) == request.POST.get("division")), None)
    if division is None:
        problem = Problem("division", N_("Choose a division of this season."))
        return _choosing(request, season_row, divisions, problems=[problem], status=422)
    chosen = {kind: read_text(request.POST, kind, 60) for kind in KINDS if kind in request.POST}
    try:
        if request.POST.get("do") == "show":
            then = services.check_rulesets(division, chosen)
            return _choosing(request, season_row, divisions, division, shown=_effect(division, then))
        services.set_rulesets(division, chosen, reason=read_reason(request.POST), by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        texts = [_problem_at(named_points(one), division) for one in problems_of(refused)]
        return _choosing(request, season_row, divisions, division, problems=texts, status=status_of(refused))
    return redirect_with(
        request, Text("Saved for {division}.", division=division.name), "season-rulesets", season=season_row.slug
    )


def _problem_at(problem: Problem, division: Division) -> Problem:
    """Name the field of one division's form: there is one of each kind for every division of the page."""
    return replace(problem, field=f"{problem.field}-{division.pk}") if problem.field else problem


def _effect(division: Division, then: Division) -> dict[str, Any]:
    now, after = services.rulesets_of(division), services.rulesets_of(then)
    texts = [words.difference(now[kind], after[kind]) for kind in KINDS]
    return {
        "gone": list(dict.fromkeys(text for one in texts for text in one.gone)),
        "new": list(dict.fromkeys(text for one in texts for text in one.new)),
        "fixtures": format_impact(division) if now != after else [],
    }


def _choosing(
    request: LeagueRequest,
    season: Season,
    divisions: Sequence[Division],
    about: Division | None = None,
    *,
    shown: Mapping[str, Any] | None = None,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the divisions' forms; `about` is the division whose form was sent, `shown` what would follow."""
    at = problem_context(problems)
    context: dict[str, Any] = {
        "season": season,
        "begun": season.published_at is not None and is_played(season),
        "forms": [_form_of(request, division, at["wrong"], sent=division == about) for division in divisions],
        "choices": _choices(request.league),
        "about": about,
        "shown": shown,
        **at,
    }
    return render(request, "league/seasons/season_rulesets.html", context, status=status)


def _form_of(
    request: LeagueRequest, division: Division, problems: Mapping[str, list[str]], *, sent: bool
) -> dict[str, Any]:
    return {
        "division": division,
        "kinds": [
            (
                kind,
                read_text(request.POST, kind, 60) if sent and kind in request.POST else ruleset_word(division, kind),
                problems.get(f"{kind}-{division.pk}", []),
            )
            for kind in KINDS
        ],
        "reason": read_reason(request.POST) if sent else "",
        "reason_wrong": problems.get(f"reason-{division.pk}", []),
    }


def _choices(league: League) -> list[tuple[str, str]]:
    return [(word, translated(title)) for word, title in choices_of(league)]
