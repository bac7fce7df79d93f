"""The secretary moves a team to another division of its season."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import Entry
from league.queries.seasons.divisions import move_of
from league.rules.problems import Problem
from league.services.seasons.upkeep.divisions import Moved, move_team
from league.translation import N_, Text, translated
from league.web.form_fields import read_choice, read_reason
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def change(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    """Show what would follow if a team moved to another division. POST moves it."""
    entries = Entry.objects.select_related("season__league", "division", "team", "venue")
    entry = get_object_or_404(entries, season__league=request.league, season__slug=season, team__slug=team)
    if request.method != "POST":
        return _page(request, entry)
    chosen = read_choice(request.POST, "division") or 0
    division = entry.season.divisions.filter(pk=chosen).first()
    if division is None:
        problem = Problem("division", N_("Choose a division of this season."), "division")
        return _page(request, entry, [problem], status=422)
    try:
        moved = move_team(entry, division, reason=read_reason(request.POST), by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        return _page(request, entry, problems_of(refused), status=status_of(refused))
    messages.success(request, translated(_moved_message(entry, division.name, moved)))
    return redirect("season", slug=request.league.slug, season=entry.season.slug)


def _moved_message(entry: Entry, division: str, moved: Moved) -> Text:
    names: dict[str, Any] = {"team": entry.team.name, "division": division}
    if moved.move.draft:
        return Text("{team} is in {division}.", **names)
    if moved.fixtures:
        told = Text.plural(
            "{team} is in {division} and has {n} fixture there; the captains have been told.",
            "{team} is in {division} and has {n} fixtures there; the captains have been told.",
            n=moved.fixtures,
            **names,
        )
        without = Text.plural("{n} still needs a date.", "{n} still need a date.", n=moved.owed)
        return Text.joined(" ", [told, without]) if moved.owed else told
    return Text("{team} is in {division}; the captains have been told. Make a new timetable now.", **names)


def _page(request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = (), *, status: int = 200) -> HttpResponse:
    found = move_of(entry, now=request.now)
    others = entry.season.divisions.exclude(pk=entry.division_id).order_by("order", "name")
    context = {
        "entry": entry,
        "season": entry.season,
        "others": [one for one in others if not found.problems_of(one)],
        "chosen": read_choice(request.POST, "division"),
        "reason": read_reason(request.POST),
        "found": found,
        **wrong(problems),
    }
    return render(request, "league/seasons/upkeep/team_division.html", context, status=status)
