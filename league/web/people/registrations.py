"""The players of a team: its captain and the secretary register players, the secretary transfers and releases them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import Registering
from league.errors import Invalid, WrongState
from league.models import PRESENT, Player, Registration, Season, Team
from league.queries.results import eligibility
from league.queries.teams import teams_of, teams_of_season
from league.rules.problems import Problem
from league.services.people import register
from league.translation import N_, Text, read_day, translated
from league.web.form_fields import read_choice
from league.web.people.registration_forms import ListForm, RegisterForm, TransferForm
from league.web.problems import laid_on
from league.web.requests import LeagueRequest, allow, in_league, season_of


def _today(request: LeagueRequest) -> dt.date:
    return request.now.astimezone(request.league.tz).date()


def _first_day(request: LeagueRequest, team: Team, season: Season) -> dt.date:
    """Return the first day that a form offers: of the team's first card, where that has too few players."""
    today = _today(request)
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
    """The players of a team with their dates; adding one, and ending a registration."""
    found = get_object_or_404(Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None)
    allow(request, "player.register", found)
    season = _season(request)
    if request.method == "POST" and request.POST.get("do") == "release":
        return _release(request, found, season)
    if request.method == "POST" and request.POST.get("do") == "list":
        return _register_all(request, found, season)
    known = eligibility.players_to_register(found, season)
    first_day = _first_day(request, found, season)
    form = RegisterForm(known, today=first_day, sent=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = register.register(found, season, **form.chosen(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        except WrongState as refused:
            form.add_error(None, translated(refused.message))
        else:
            text = Text("{player} is registered for {team}.", player=made.player.name, team=found.name)
            messages.success(request, translated(text))
            return redirect(_current_path(request))
    return _squad_page(request, found, season, form)


def _register_all(request: LeagueRequest, team: Team, season: Season) -> HttpResponse:
    several, problems = ListForm(today=_today(request), sent=request.POST), []
    if several.is_valid():
        said = several.cleaned_data
        try:
            made = register.register_all(
                team, season, said["names"], starts_on=said["from_day"], by=request.user, now=request.now
            )
        except Invalid as refused:
            places = {"starts_on": "id_from_day", "names": "id_names"}
            problems = [replace(one, field=places.get(one.field, "")) for one in refused.problems]
        except WrongState as refused:
            several.add_error(None, translated(refused.message))
        else:
            text = Text.plural(
                "{n} player is registered for {team}.", "{n} players are registered for {team}.",
                n=len(made), team=team.name,
            )  # fmt: skip
            messages.success(request, translated(text))
            return redirect(_current_path(request))
    known = eligibility.players_to_register(team, season)
    return _squad_page(request, team, season, RegisterForm(known, today=_today(request)), problems, several)


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
        "squad": eligibility.squad_dates(team, season, on=_today(request)),
        "transfers": may(request.grants, "player.transfer"),
        "today": _today(request),
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
        known = eligibility.players_to_register(team, season)
        return _squad_page(request, team, season, RegisterForm(known, today=_today(request)), problems)
    text = Text("The registration of {player} ends.", player=registration.player.name)
    messages.success(request, translated(text))
    return redirect(_current_path(request))


def _day(text: str) -> dt.date:
    """A day as a browser's date field sends it.

    Raises:
        Invalid: it is none.
    """
    day = read_day(text.strip())
    if day is None:
        raise Invalid([Problem("no-day", N_("Write the last day of it."), "ends_on")])
    return day


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("player.transfer")
def transfer(request: LeagueRequest, player: int) -> HttpResponse:
    found = get_object_or_404(Player, PRESENT, league=request.league, pk=player)
    season = _season(request)
    form = TransferForm(
        teams_of_season(season), today=_today(request), sent=request.POST if request.method == "POST" else None
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = register.transfer(found, season, **form.chosen(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        except WrongState as refused:
            form.add_error(None, translated(refused.message))
        else:
            text = Text("{player} is transferred to {team}.", player=found.name, team=made.team.name)
            messages.success(request, translated(text))
            return redirect("registrations", slug=request.league.slug, team=made.team.slug)
    context = {
        "player": found,
        "season": season,
        "form": form,
        "registrations": teams_of(found, season),
        "rules": eligibility.transfer_rules_of(season),
    }
    return render(request, "league/people/transfer.html", context, status=422 if form.errors else 200)
