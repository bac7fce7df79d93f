"""The secretary hides what was made by mistake, restores it, and deletes what nobody has decided anything about."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Invalid, WrongState
from league.models import League
from league.queries.seasons.upkeep.things import Kind, Thing, find_thing, kind_name, kind_of, preview_of, things_of
from league.rules.problems import Problem
from league.services.seasons.upkeep import hiding
from league.translation import N_, Text, translated
from league.web.base.parse import read_reason
from league.web.base.scope import LeagueRequest, in_league

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
        raise Http404(translated(N_("There is no such thing in this league."))) from missing


@require_safe
@in_league("league.upkeep")
def every(request: LeagueRequest) -> HttpResponse:
    """Seasons, venues and teams, and which of them are hidden."""
    found = [thing for thing in things_of(request.league) if request.grants.administrator or thing != request.league]
    groups = [(kind, [thing for thing in found if kind_of(thing) == kind]) for kind in Kind]
    shown = [(kind.value, kind.label, things) for kind, things in groups if things]
    return render(request, "league/seasons/upkeep/things.html", {"groups": shown})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def one(request: LeagueRequest, kind: str, thing: int) -> HttpResponse:
    """Show what can be done with a thing. POST does it."""
    found = thing_or_404(request, kind, thing)
    if request.method != "POST":
        return _page(request, found)
    do = request.POST.get("do", "")
    if do not in DO:
        return _page(request, found, [Problem("do", N_("Press one of the buttons below."))])
    change, said = DO[do]
    try:
        change(found, reason=read_reason(request.POST), by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, found, refused.problems)
    except WrongState as refused:
        return _page(request, found, [Problem(refused.code, refused.message)], status=409)
    messages.success(request, translated(Text(said, name=found.name)))
    if do == "delete" and kind == Kind.LEAGUE:
        return redirect("start")
    return redirect("upkeep", slug=request.league.slug)


def _page(request: LeagueRequest, thing: Thing, problems: Sequence[Problem] = (), *, status: int = 422) -> HttpResponse:
    found = preview_of(thing, administrator=request.grants.administrator)
    context = {"found": found, "thing": thing, "kind": kind_name(thing), "problems": problems}
    return render(request, "league/seasons/upkeep/thing.html", context, status=status if problems else 200)
