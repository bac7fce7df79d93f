"""A person's own pages: their details, their roles, their data as a file, and erasing them."""

from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.access import has_factor
from league.errors import Invalid
from league.models import Player
from league.queries.people.personal_data import person_of
from league.services.people import erasing, personal_data
from league.services.people.personal_data import Details
from league.translation import N_
from league.web.forms import add_problems
from league.web.people.people import DetailsForm, NameForm, OwnForm, as_file
from league.web.requests import LeagueRequest, fresh_to, in_league, redirect_with


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
def me(request: LeagueRequest) -> HttpResponse:
    player = _player(request)
    form = _form(request, player)
    if request.method == "POST" and form.is_valid():
        try:
            _change(request, player, form)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_with(request, N_("Saved."), "me")
    person = person_of(request.league, player=player, user=request.user, now=request.now)
    status = 422 if request.method == "POST" else 200
    conduct_url, protected = _conduct_url(request, player), has_factor(request.user)
    context = {"person": person, "form": form, "conduct_url": conduct_url, "has_factor": protected}
    return render(request, "league/people/me.html", context, status=status)


def _form(request: LeagueRequest, player: Player | None) -> NameForm | DetailsForm:
    if request.method == "POST":
        return NameForm(request.POST) if player is None else OwnForm(request.POST)
    return NameForm(initial={"name": request.user.name}) if player is None else OwnForm.for_player(player)


def _change(request: LeagueRequest, player: Player | None, form: NameForm | DetailsForm) -> None:
    by, now = request.user, request.now
    if player is None:
        personal_data.change_name(by, form.cleaned_data["name"], league=request.league, by=by, now=now)
    else:
        personal_data.change_details(player, Details(**form.cleaned_data), by=by, now=now)


@require_POST
@in_league("account.own", while_suspended=True)
@fresh_to()
def export(request: LeagueRequest) -> HttpResponse:
    player, by, now = _player(request), request.user, request.now
    if player is None:
        return as_file(personal_data.export_account(request.league, by=by, now=now), "my-data")
    return as_file(personal_data.export_person(player, by=by, now=now), "my-data")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own", while_suspended=True)
@fresh_to()
def erase(request: LeagueRequest) -> HttpResponse:
    player = _player(request)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        erasing.erase_account(request.league, by=request.user, now=request.now)
        logout(request)
        return redirect_with(request, N_("Your data are erased, and you are signed out."), "league")
    person = person_of(request.league, player=player, user=request.user, now=request.now)
    unsure = request.method == "POST"
    context = {"person": person, "is_own": True, "unsure": unsure}
    return render(request, "league/people/erase.html", context, status=422 if unsure else 200)


def _player(request: LeagueRequest) -> Player | None:
    players = Player.objects.filter(league=request.league, user=request.user)
    return players.select_related("league", "user").first()


def _conduct_url(request: LeagueRequest, player: Player | None) -> str:
    if player is None:
        return ""
    try:
        return reverse("player-conduct", kwargs={"slug": request.league.slug, "player": player.pk})
    except NoReverseMatch:
        return ""
