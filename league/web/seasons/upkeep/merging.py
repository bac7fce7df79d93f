"""Venues and teams that were entered twice: chosen, looked at, and merged into one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from league.errors import Invalid
from league.models import Team, Venue
from league.queries.seasons.archivable_objects import Thing, kind_of
from league.queries.seasons.merges import Merge, merge_of_teams, merge_of_venues
from league.rules.problems import Problem
from league.services.seasons.upkeep.homes import merge_venues
from league.services.seasons.upkeep.merging import merge_teams
from league.translation import N_, Text, translated
from league.web.form_fields import read_choice, read_reason
from league.web.requests import LeagueRequest

REASON = "merge-reason"


@dataclass(frozen=True, slots=True)
class Merging:
    """The form in which a thing is merged into another: what was chosen and written, and what would follow."""

    others: Sequence[tuple[int, str]]  # what it can be, by number, each with its name
    into: Venue | Team | None = None
    reason: str = ""
    found: Merge | None = None  # what would move, and what stands against it; None before anybody has looked


def can_merge(thing: Thing) -> TypeGuard[Venue | Team]:
    return isinstance(thing, Venue | Team)


def form_of(request: LeagueRequest, thing: Thing, *, look: bool = False) -> Merging:
    """Return the form as it was sent, or empty; of what cannot be merged nothing can be chosen.

    Args:
        look: find out what would follow, where another one is chosen.
    """
    others = _others(thing)
    about = request.POST.get("do") in ("look", "merge")
    chosen = read_choice(request.POST, "into") if about else None
    into = next((one for one in others if one.pk == chosen), None)
    named = [(one.pk, one.where if isinstance(one, Venue) else one.name) for one in others]
    found = _merge_of(into, thing) if look and into is not None else None
    return Merging(named, into, read_reason(request.POST) if about else "", found)


def merge(request: LeagueRequest, thing: Thing, form: Merging) -> HttpResponse:
    """Merge a thing into the chosen one, with the reason.

    Raises:
        Invalid: nothing is chosen, or as the service; at the fields of the form.
        WrongState: as the service.
    """
    gone, into = thing, form.into
    if not can_merge(gone) or into is None:
        raise Invalid([Problem("into", N_("Choose the one that it is."), "into")])
    try:
        if isinstance(gone, Team) and isinstance(into, Team):
            merge_teams(into, gone, reason=form.reason, by=request.user, now=request.now)
        elif isinstance(gone, Venue) and isinstance(into, Venue):
            merge_venues(
                into, gone, reason=form.reason, anyway="anyway" in request.POST, by=request.user, now=request.now
            )
    except Invalid as refused:
        raise Invalid([_problem_at(problem) for problem in refused.problems]) from refused
    messages.success(request, translated(Text("{gone} is {kept} now.", gone=gone.name, kept=into.name)))
    return redirect("upkeep-one", slug=request.league.slug, kind=kind_of(into).value, thing=into.pk)


def _problem_at(problem: Problem) -> Problem:
    return replace(problem, field=REASON) if problem.field == "reason" else problem


def _others(thing: Thing) -> Sequence[Venue | Team]:
    if not can_merge(thing):
        return ()
    of = type(thing)
    shown = of._default_manager.filter(league=thing.league_id, hidden_at=None).exclude(pk=thing.pk)
    return list(shown.order_by("name", "pk"))


def _merge_of(into: Venue | Team, thing: Thing) -> Merge | None:
    if isinstance(thing, Team) and isinstance(into, Team):
        return merge_of_teams(into, thing)
    return merge_of_venues(into, thing) if isinstance(thing, Venue) and isinstance(into, Venue) else None
