"""The players of a team: registered, transferred and released; and the printed one-time codes of teams."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import Registering
from league.errors import Invalid, WrongState
from league.models import PRESENT, Player, Registration, Season, Team
from league.queries.people.people import code_sheet, code_sheets
from league.queries.results import eligibility
from league.queries.teams import teams_of, teams_of_season
from league.rules.problems import Problem
from league.services.people import register
from league.services.people.captains import make_codes, revoke_codes
from league.translation import N_, Text, read_day, translated
from league.web.forms import DAY, add_problems, problems_of, read_choice
from league.web.requests import (
    LeagueRequest,
    allow,
    form_data,
    fresh_to,
    in_league,
    redirect_with,
    season_of,
    season_or_404,
)


class RegisterForm(forms.Form):
    player = forms.TypedChoiceField(label=_("A player of the league"), required=False, coerce=int, empty_value=None)
    name = forms.CharField(label=_("Or the name of a new one"), required=False, max_length=120)
    another = forms.BooleanField(
        label=_("It is another person than the player of that name"), required=False, widget=forms.CheckboxInput
    )
    starts_on = forms.DateField(label=_("Plays from"), widget=DAY)

    def __init__(self, players: Iterable[Player], *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"starts_on": today})
        self.players = {player.pk: player for player in players}
        known = [(str(pk), player.name) for pk, player in self.players.items()]
        self.fields["player"].choices = [("", "–"), *known]  # type: ignore[attr-defined]
        if not known:
            self.fields["player"].widget = forms.HiddenInput()
            self.fields["name"].label = _("Name")
        if not self.said_twice():
            self.fields["another"].widget = forms.HiddenInput()

    def said_twice(self) -> bool:
        """Return True if a name was sent: only then can it be the name of somebody else too."""
        return bool(self.is_bound and str(self.data.get("name", "")).strip())

    def params(self) -> dict[str, Any]:
        data = self.cleaned_data
        player = self.players[data["player"]] if data["player"] is not None else None
        return {"player": player, "name": data["name"], "another": data["another"], "starts_on": data["starts_on"]}


class ListForm(forms.Form):
    names = forms.CharField(
        label=_("Names, one a line"),
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words", "spellcheck": "false"}),
        max_length=10_000,
        help_text=_("Whoever the league knows by that name is registered; the others are new players."),
    )
    from_day = forms.DateField(label=_("They play from"), widget=DAY)

    def __init__(self, *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"from_day": today})


class TransferForm(forms.Form):
    team = forms.TypedChoiceField(label=pgettext_lazy("a player’s new team", "To"), coerce=int)
    starts_on = forms.DateField(label=_("Plays for it from"), widget=DAY)
    anyway = forms.BooleanField(
        label=_("Although the season’s limit or last day speaks against it"), required=False, widget=forms.CheckboxInput
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed only then. It is kept in the journal."),
    )

    def __init__(self, teams: Iterable[Team], *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"starts_on": today})
        self.teams = {team.pk: team for team in teams}
        self.fields["team"].choices = [("", "–"), *((str(pk), t.name) for pk, t in self.teams.items())]  # type: ignore[attr-defined]

    def params(self) -> dict[str, Any]:
        said = self.cleaned_data
        return {
            "to": self.teams[said["team"]],
            "starts_on": said["starts_on"],
            "anyway": said["anyway"],
            "reason": said["reason"],
        }


def _first_day(request: LeagueRequest, team: Team, season: Season) -> dt.date:
    """Return the first day that a form offers: of the team's first card, where that has too few players."""
    today = request.today
    if request.grants.secretary or season.registration == Registering.OPEN:
        return today
    return eligibility.captain_registers_from(team, season, today=today)


def _season(request: LeagueRequest) -> Season:
    season = season_of(request)
    if season is None:
        raise WrongState(N_("The league has no season yet; players are registered for one."))
    season.league = request.league
    return season


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
def squad(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = get_object_or_404(
        Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None
    )
    allow(request, "player.register", team_row)
    season = _season(request)
    if request.method == "POST" and request.POST.get("do") == "release":
        return _release(request, team_row, season)
    if request.method == "POST" and request.POST.get("do") == "list":
        return _register_all(request, team_row, season)
    players = eligibility.players_to_register(team_row, season)
    first_day = _first_day(request, team_row, season)
    form = RegisterForm(players, today=first_day, sent=form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = register.register(team_row, season, **form.params(), by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused))
        else:
            messages.success(
                request,
                translated(Text("{player} is registered for {team}.", player=made.player.name, team=team_row.name)),
            )
            return redirect(_current_path(request))
    return _squad_page(request, team_row, season, form)


def _register_all(request: LeagueRequest, team: Team, season: Season) -> HttpResponse:
    several, problems = ListForm(today=request.today, sent=request.POST), []
    if several.is_valid():
        data = several.cleaned_data
        try:
            made = register.register_all(
                team, season, data["names"], starts_on=data["from_day"], by=request.user, now=request.now
            )
        except Invalid as refused:
            places = {"starts_on": "id_from_day", "names": "id_names"}
            problems = [replace(problem, field=places.get(problem.field, "")) for problem in refused.problems]
        except WrongState as refused:
            several.add_error(None, translated(refused.message))
        else:
            text = Text.plural(
                "{n} player is registered for {team}.", "{n} players are registered for {team}.",
                n=len(made), team=team.name,
            )  # fmt: skip
            messages.success(request, translated(text))
            return redirect(_current_path(request))
    players = eligibility.players_to_register(team, season)
    return _squad_page(request, team, season, RegisterForm(players, today=request.today), problems, several)


def _current_path(request: LeagueRequest) -> str:
    return request.get_full_path()


def _squad_page(
    request: LeagueRequest,
    team: Team,
    season: Season,
    form: RegisterForm,
    problems: Sequence[Problem] = (),
    several: ListForm | None = None,
) -> HttpResponse:
    context = {
        "team": team,
        "season": season,
        "form": form,
        "several": several or ListForm(today=_first_day(request, team, season)),
        "problems": problems,
        "squad": eligibility.squad_dates(team, season, on=request.today),
        "transfers": may(request.grants, "player.transfer"),
        "today": request.today,
    }
    status = 422 if form.errors or problems or (several and several.errors) else 200
    return render(request, "league/people/registrations.html", context, status=status)


def _release(request: LeagueRequest, team: Team, season: Season) -> HttpResponse:
    allow(request, "player.transfer", None)
    chosen = read_choice(request.POST, "registration")
    rows = Registration.objects.select_related("player", "season__league")
    registration = get_object_or_404(rows, pk=chosen, team=team, season=season)
    try:
        ends_on = _day(request.POST.get("ends_on", ""))
        register.release(registration, ends_on=ends_on, by=request.user, now=request.now)
    except Invalid as refused:
        problems = [replace(problem, field=f"ends_on-{registration.pk}") for problem in refused.problems]
        players = eligibility.players_to_register(team, season)
        return _squad_page(request, team, season, RegisterForm(players, today=request.today), problems)
    messages.success(request, translated(Text("The registration of {player} ends.", player=registration.player.name)))
    return redirect(_current_path(request))


def _day(text: str) -> dt.date:
    """Raises Invalid for what is no day."""
    day = read_day(text.strip())
    if day is None:
        raise Invalid([Problem("no-day", N_("Write the last day of it."), "ends_on")])
    return day


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("player.transfer")
def transfer(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = get_object_or_404(Player, PRESENT, league=request.league, pk=player)
    season = _season(request)
    form = TransferForm(teams_of_season(season), today=request.today, sent=form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = register.transfer(player_row, season, **form.params(), by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused))
        else:
            return redirect_with(
                request,
                Text("{player} is transferred to {team}.", player=player_row.name, team=made.team.name),
                "registrations",
                team=made.team.slug,
            )
    context = {
        "player": player_row,
        "season": season,
        "form": form,
        "registrations": teams_of(player_row, season),
        "rules": eligibility.transfer_rules_of(season),
    }
    return render(request, "league/people/transfer.html", context, status=422 if form.errors else 200)


@require_safe
@in_league("codes.make")
def season_codes(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    return render(request, "league/people/codes.html", {"season": season_row, "sheets": code_sheets(season_row)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("codes.make")
@fresh_to("make")
def team_codes(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    """A team's sheet of codes. One that is made is the answer itself: it is shown once, to be printed."""
    season_row = season_or_404(request, season)
    of = get_object_or_404(Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None)
    if request.method == "POST" and request.POST.get("do") == "make":
        printed = make_codes(of, season_row, by=request.user, now=request.now)
        return render(
            request, "league/people/codes_printed.html", {"printed": printed, "season": season_row, "team": of}
        )
    if request.method == "POST" and request.POST.get("do") == "revoke":
        gone = revoke_codes(of, season_row, by=request.user, now=request.now)
        return redirect_with(
            request,
            Text.plural("{n} code of {team} is revoked.", "{n} codes of {team} are revoked.", n=gone, team=of.name),
            "team-codes",
            season=season_row.slug,
            team=of.slug,
        )
    context = {"season": season_row, "team": of, "sheet": code_sheet(of, season_row)}
    return render(request, "league/people/team_codes.html", context, status=422 if request.method == "POST" else 200)
