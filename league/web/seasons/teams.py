"""The teams of a season: added, moved to another division, withdrawn and taken back; and a team's colour."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.enums import Night, TeamColour, WithdrawalPolicy
from league.errors import Invalid, WrongState
from league.models import Division, Entry, Season, Team, Venue
from league.queries.seasons.divisions import evening_of, move_of
from league.queries.seasons.withdrawals import consequences_of, return_of
from league.rules.problems import Problem
from league.rules.settings import DivisionSettings, stored
from league.services.seasons.changes import choose_colour
from league.services.seasons.entries import Added, NewTeam, add_team
from league.services.seasons.moves import Moved, move_team
from league.services.seasons.withdrawals import return_team, withdraw_team
from league.translation import N_, Text, choices_of, translated
from league.web import cards
from league.web.forms import (
    TimeOfDayField,
    add_problems,
    problem_context,
    problems_of,
    read_choice,
    read_reason,
    status_of,
)
from league.web.requests import LeagueRequest, allow, form_data, in_league, redirect_with, season_or_404


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    division = forms.ModelChoiceField(label=_("Division"), queryset=Division.objects.none(), empty_label="–")
    venue = forms.ModelChoiceField(label=_("Home venue"), queryset=Venue.objects.none(), empty_label="–")
    night = forms.TypedChoiceField(label=_("Home night"), choices=choices_of(Night), coerce=int, initial=Night.TUESDAY)
    start = TimeOfDayField(label=_("Start"), initial=dt.time(20))
    anyway = forms.BooleanField(label=_("They are different"), required=False)

    def __init__(self, season: Season, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent)
        divisions = season.divisions.order_by("order")
        venues = Venue.objects.filter(league=season.league_id, hidden_at=None)
        self.fields["division"].queryset = divisions  # type: ignore[attr-defined]
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]
        own = [stored(DivisionSettings, division) for division in divisions]
        if evening_of(season) is not None:
            del self.fields["night"]
        elif any(one.night is not None for one in own):
            night = self.fields["night"]
            night.required, night.initial = False, ""
            night.choices = [("", translated(N_("As its division says"))), *choices_of(Night)]  # type: ignore[attr-defined]
            night.empty_value = None  # type: ignore[attr-defined]
        if any(one.own_start is not None for one in own):
            start = self.fields["start"]
            start.required, start.initial = False, None
            start.help_text = translated(N_("Empty: as its division says."))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def add_team_page(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    form = TeamForm(season_row, form_data(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        new = NewTeam(data["name"], data["division"], data["venue"], data.get("night"), data["start"])
        try:
            added = add_team(season_row, new, anyway=data["anyway"], by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused))
        else:
            return redirect_with(request, _added_message(added), "season", season=season_row.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/team_add.html", {"season": season_row, "form": form}, status=status)


def _added_message(added: Added) -> Text:
    entry = added.entry
    message = [Text("{team} is in {division}.", team=entry.team.name, division=entry.division.name)]
    if added.fixtures:
        message.append(
            Text.plural(
                "It has {n} fixture, in a week that another had free.",
                "It has {n} fixtures, in the weeks that others had free.",
                added.fixtures,
            )
        )
    if added.owed:
        message.append(Text.plural("{n} still needs a date.", "{n} still need a date.", added.owed))
    if added.remake:
        message.append(N_("The timetable has no place for it: make a new one."))
    return Text.joined(" ", message)


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
        return redirect_with(
            request,
            Text(
                "{team} has withdrawn; the captains of {division} have been told.",
                team=entry.team.name,
                division=entry.division.name,
            ),
            "season",
            season=entry.season.slug,
        )
    if entry.withdrawn_on is not None:
        raise WrongState(Text("{team} has withdrawn already.", team=entry.team.name))
    return _withdraw_page(request, entry)


def _withdraw_page(request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = ()) -> HttpResponse:
    consequences = consequences_of(entry, now=request.now)
    context = {
        "entry": entry,
        "season": entry.season,
        "consequences": consequences,
        "policy": WithdrawalPolicy(entry.season.withdrawal_policy).label,
        "table_before": consequences.before,
        "table_after": consequences.after,
        "void": cards.fixture_cards(consequences.void, request.league, now=request.now),
        "problems": problems,
    }
    return render(request, "league/seasons/team_withdraw.html", context, status=422 if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def change_division(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    entries = Entry.objects.select_related("season__league", "division", "team", "venue")
    entry = get_object_or_404(entries, season__league=request.league, season__slug=season, team__slug=team)
    if request.method != "POST":
        return _division_page(request, entry)
    chosen = read_choice(request.POST, "division") or 0
    division = entry.season.divisions.filter(pk=chosen).first()
    if division is None:
        problem = Problem("division", N_("Choose a division of this season."), "division")
        return _division_page(request, entry, [problem], status=422)
    try:
        moved = move_team(entry, division, reason=read_reason(request.POST), by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        return _division_page(request, entry, problems_of(refused), status=status_of(refused))
    return redirect_with(request, _moved_message(entry, division.name, moved), "season", season=entry.season.slug)


def _moved_message(entry: Entry, division: str, moved: Moved) -> Text:
    names: dict[str, Any] = {"team": entry.team.name, "division": division}
    if moved.move.draft:
        return Text("{team} is in {division}.", **names)
    if moved.fixtures:
        message = Text.plural(
            "{team} is in {division} and has {n} fixture there; the captains have been told.",
            "{team} is in {division} and has {n} fixtures there; the captains have been told.",
            n=moved.fixtures,
            **names,
        )
        without = Text.plural("{n} still needs a date.", "{n} still need a date.", n=moved.owed)
        return Text.joined(" ", [message, without]) if moved.owed else message
    return Text("{team} is in {division}; the captains have been told. Make a new timetable now.", **names)


def _division_page(
    request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    move = move_of(entry, now=request.now)
    others = entry.season.divisions.exclude(pk=entry.division_id).order_by("order", "name")
    context = {
        "entry": entry,
        "season": entry.season,
        "other_divisions": [other for other in others if not move.problems_of(other)],
        "selected_division": read_choice(request.POST, "division"),
        "reason": read_reason(request.POST),
        "preview": move,
        **problem_context(problems),
    }
    return render(request, "league/seasons/upkeep/team_division.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("team.withdraw")
def reverse_withdrawal(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    entries = Entry.objects.select_related("season__league", "division__season__league", "team")
    entry = get_object_or_404(entries, season__league=request.league, season__slug=season, team__slug=team)
    if entry.withdrawn_on is None:
        raise WrongState(Text("{team} has not withdrawn.", team=entry.team.name))
    if request.method != "POST":
        return _return_page(request, entry)
    try:
        return_team(entry, reason=read_reason(request.POST), by=request.user, now=request.now)
    except Invalid as refused:
        return _return_page(request, entry, refused.problems)
    return redirect_with(
        request,
        Text(
            "{team} is back; the captains of {division} are told.", team=entry.team.name, division=entry.division.name
        ),
        "season",
        season=entry.season.slug,
    )


def _return_page(request: LeagueRequest, entry: Entry, problems: Sequence[Problem] = ()) -> HttpResponse:
    preview = return_of(entry, now=request.now)
    context = {
        "entry": entry,
        "season": entry.season,
        "preview": preview,
        "table_before": preview.before,
        "table_after": preview.after,
        "results": cards.fixture_cards(preview.results, request.league, now=request.now),
        "problems": problems,
    }
    return render(request, "league/seasons/upkeep/team_return.html", context, status=422 if problems else 200)


# A radio button that says nothing cannot be told from one that is not there.
NO_COLOUR = "none"


class ColourForm(forms.Form):
    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=[*choices_of(TeamColour), (NO_COLOUR, _("No colour"))],
        widget=forms.RadioSelect,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
def choose_team_colour(request: LeagueRequest, team: str) -> HttpResponse:
    teams = Team.objects.select_related("league")
    team_row = get_object_or_404(teams, league=request.league, slug=team, hidden_at=None)
    allow(request, "team.colour", team_row)
    sent = form_data(request)
    form = ColourForm(sent, initial={"colour": team_row.colour or NO_COLOUR})
    if form.is_valid():
        chosen = form.cleaned_data["colour"]
        choose_colour(team_row, "" if chosen == NO_COLOUR else chosen, by=request.user, now=request.now)
        return redirect_with(request, N_("Saved."), "team", team=team_row.slug)
    context = {"team": team_row, "form": form, "none": NO_COLOUR}
    return render(request, "league/seasons/upkeep/team_colour.html", context, status=422 if sent is not None else 200)
