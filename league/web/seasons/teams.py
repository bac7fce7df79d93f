"""The secretary adds a team to a season and withdraws one."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from league.enums import WithdrawalPolicy
from league.errors import Invalid, WrongState
from league.models import Entry
from league.queries.seasons.withdrawals import consequences_of
from league.rules.problems import Problem
from league.services.seasons.late_teams import Added, NewTeam, add_team
from league.services.seasons.withdraw import withdraw_team
from league.translation import N_, Text, translated
from league.web import cards
from league.web.form_fields import read_reason
from league.web.problems import laid_on
from league.web.requests import LeagueRequest, in_league, season_or_404
from league.web.seasons.forms import TeamForm


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def add(request: LeagueRequest, season: str) -> HttpResponse:
    found = season_or_404(request, season)
    form = TeamForm(found, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        new = NewTeam(said["name"], said["division"], said["venue"], said.get("night"), said["start"])
        try:
            added = add_team(found, new, anyway=said["anyway"], by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        except WrongState as refused:
            form.add_error(None, translated(refused.message))
        else:
            messages.success(request, translated(_added_message(added)))
            return redirect("season", slug=request.league.slug, season=found.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/team_add.html", {"season": found, "form": form}, status=status)


def _added_message(added: Added) -> Text:
    entry = added.entry
    said = [Text("{team} is in {division}.", team=entry.team.name, division=entry.division.name)]
    if added.fixtures:
        said.append(
            Text.plural(
                "It has {n} fixture, in a week that another had free.",
                "It has {n} fixtures, in the weeks that others had free.",
                added.fixtures,
            )
        )
    if added.owed:
        said.append(Text.plural("{n} still needs a date.", "{n} still need a date.", added.owed))
    if added.remake:
        said.append(N_("The timetable has no place for it: make a new one."))
    return Text.joined(" ", said)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def withdraw(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    entries = Entry.objects.select_related("season__league", "division__season", "team")
    entry = get_object_or_404(entries, season__league=request.league, season__slug=season, team__slug=team)
    if request.method == "POST":
        try:
            withdraw_team(entry, reason=read_reason(request.POST), by=request.user, now=request.now)
        except Invalid as refused:
            return _withdraw_page(request, entry, problems=refused.problems)
        said = Text(
            "{team} has withdrawn; the captains of {division} have been told.",
            team=entry.team.name,
            division=entry.division.name,
        )
        messages.success(request, translated(said))
        return redirect("season", slug=request.league.slug, season=entry.season.slug)
    if entry.withdrawn_on is not None:
        raise WrongState(Text("{team} has withdrawn already.", team=entry.team.name))
    return _withdraw_page(request, entry)


def _withdraw_page(request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = ()) -> HttpResponse:
    found = consequences_of(entry, now=request.now)
    context = {
        "entry": entry,
        "season": entry.season,
        "found": found,
        "policy": WithdrawalPolicy(entry.season.withdrawal_policy).label,
        "before": found.before,
        "after": found.after,
        "void": cards.fixture_cards(found.void, request.league, now=request.now),
        "problems": problems,
    }
    return render(request, "league/seasons/team_withdraw.html", context, status=422 if problems else 200)
