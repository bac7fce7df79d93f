"""Seasons, venues and teams: renamed, merged, hidden and restored; deleted where nobody decided about them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Invalid, NothingThere, WrongState
from league.models import League
from league.queries.leagues import every_season_of
from league.queries.seasons.archivable_objects import (
    Kind,
    Thing,
    archivable_objects,
    find_thing,
    kind_name,
    kind_of,
    preview_of,
)
from league.rules.problems import Problem
from league.services.seasons.upkeep import hiding
from league.translation import N_, Text, translated
from league.web.form_fields import read_reason
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, in_league
from league.web.seasons.upkeep import details, merging

DO = {
    "hide": (hiding.hide, N_("{name} is hidden. Restore it whenever you like.")),
    "restore": (hiding.restore, N_("{name} is shown again.")),
    "delete": (hiding.delete, N_("{name} is deleted.")),
}


def thing_or_404(request: LeagueRequest, kind: str, pk: int) -> Thing:
    """Return the thing of this league that the address names, hidden or not.

    Raises:
        Http404: there is none.
    """
    try:
        return find_thing(request.league, kind, pk)
    except League.DoesNotExist as missing:
        raise NothingThere(N_("There is no such thing in this league.")) from missing


@require_safe
@in_league("league.upkeep")
def every(request: LeagueRequest) -> HttpResponse:
    found = [
        thing for thing in archivable_objects(request.league) if request.grants.administrator or thing != request.league
    ]
    groups = [(kind, [thing for thing in found if kind_of(thing) == kind]) for kind in Kind]
    shown = [(kind.value, kind.label, things) for kind, things in groups if things]
    context = {"groups": shown, "season": next(iter(every_season_of(request.league)), None)}
    return render(request, "league/seasons/upkeep/things.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def one(request: LeagueRequest, kind: str, thing: int) -> HttpResponse:
    """Show what can be done with a thing. POST does it, or tells what a merge would move."""
    found = thing_or_404(request, kind, thing)
    if request.method != "POST":
        return _page(request, found)
    do, form = request.POST.get("do", ""), details.form_of(found, request.POST)
    try:
        if do == "change" and form is not None:
            return details.change(request, found, form) or _page(request, found, form=form)
        if do == "look":
            return _look(request, found)
        if do == "merge":
            return merging.merge(request, found, merging.form_of(request, found))
        if do in DO:
            return _do(request, found, do)
    except (Invalid, WrongState) as refused:
        told = [_problem_at(problem, do) for problem in problems_of(refused)]
        return _page(request, found, told, form=form if do == "change" else None, status=status_of(refused))
    return _page(request, found, [Problem("do", N_("Press one of the buttons below."))])


def _do(request: LeagueRequest, thing: Thing, do: str) -> HttpResponse:
    change, said = DO[do]
    change(thing, reason=read_reason(request.POST), by=request.user, now=request.now)
    messages.success(request, translated(Text(said, name=thing.name)))
    if do == "delete" and kind_of(thing) == Kind.LEAGUE:
        return redirect("start")
    return redirect("upkeep", slug=request.league.slug)


def _problem_at(problem: Problem, do: str) -> Problem:
    """Name the field of the form that was sent: there is a reason in more than one."""
    return replace(problem, field="why") if do == "delete" and problem.field == "reason" else problem


def _look(request: LeagueRequest, thing: Thing) -> HttpResponse:
    """Show what a merge would move, and what stands against it."""
    form = merging.form_of(request, thing, look=True)
    if form.into is None:
        return _page(request, thing, [Problem("into", N_("Choose the one that it is."), "into")])
    return _page(request, thing, merge=form, status=200)


def _page(
    request: LeagueRequest, thing: Thing, problems: Sequence[Problem] = (), *, form: Form | None = None,
    merge: merging.Merging | None = None, status: int = 422,
) -> HttpResponse:  # fmt: skip
    found = preview_of(thing, administrator=request.grants.administrator)
    do, at = request.POST.get("do", ""), wrong(problems)
    context: dict[str, Any] = {
        "found": found,
        "thing": thing,
        "kind": kind_name(thing),
        "form": form or details.form_of(thing),
        "merge": merge or merging.form_of(request, thing, look=do == "merge"),
        "entries": details.seasons_of_team(thing),
        # What was written goes back into the form that it was sent with.
        "reasons": {do: read_reason(request.POST)} if do in DO else {},
        "merge_wrong": at["wrong"].get(merging.REASON, ()),
        **at,
        "breaks_rules": any(problem.code == "anyway" for problem in problems),
    }
    refused = bool(problems) or (form is not None and bool(form.errors))
    return render(request, "league/seasons/upkeep/thing.html", context, status=status if refused else 200)
