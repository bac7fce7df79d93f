"""Names and details of seasons, venues and teams: the forms with which they are added, renamed, moved and merged."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.enums import Night
from league.errors import Invalid, WrongState
from league.models import Entry, League, Team, Venue
from league.queries.leagues import entries_listed
from league.queries.seasons.archivable_objects import Thing, kind_of
from league.queries.seasons.divisions import evening_in
from league.services.seasons.upkeep import changes
from league.services.seasons.upkeep.homes import change_home
from league.translation import N_, Text, shown, translated
from league.web.problems import TimeOfDayField, laid_on, problems_of, status_of
from league.web.requests import LeagueRequest, in_league, season_or_404

Sent: TypeAlias = Mapping[str, Any] | None


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    slug = forms.CharField(
        label=_("Word in addresses"), max_length=120,
        help_text=_("Links that people have kept lead nowhere once it changes."),
    )  # fmt: skip


class TeamForm(NameForm):
    """The name of a team, its word in addresses, and what is to be known of it."""

    note = forms.CharField(
        label=_("Note"), max_length=200, required=False,
        help_text=_("A club, or “under 18s only”. Everybody can read it on the team’s page; captains do on the sheet."),
    )  # fmt: skip


class VenueForm(forms.Form):
    """A venue: its name, its address and how many fixtures it holds at once."""

    name = forms.CharField(label=_("Name"), max_length=120)
    address = forms.CharField(label=_("Address"), max_length=250, required=False)
    boards = forms.IntegerField(
        label=_("Fixtures at once"), min_value=1, max_value=32767, initial=1,
        help_text=_("How many fixtures can be played there on one evening."),
    )  # fmt: skip


class NewVenueForm(VenueForm):
    """A new venue: its name may be nearly that of another."""

    anyway = forms.BooleanField(label=_("They are different"), required=False)


class VenueChangeForm(VenueForm):
    """A venue that is known already: it may be meant to hold fewer fixtures than it has on some evening."""

    anyway = forms.BooleanField(label=_("Change it anyway; the journal will say so"), required=False)


class HomeForm(forms.Form):
    venue = forms.ModelChoiceField(label=_("Home venue"), queryset=Venue.objects.none(), empty_label=None)
    home_night = forms.TypedChoiceField(label=_("Home night"), choices=shown(Night), coerce=int)
    start_time = TimeOfDayField(label=_("Start"), help_text=_("Like 20:00."))
    anyway = forms.BooleanField(label=_("Move it anyway; the journal will say so"), required=False)

    def __init__(self, entry: Entry, sent: Sent = None) -> None:
        first = {"venue": entry.venue_id, "home_night": entry.home_night, "start_time": entry.start_time}
        super().__init__(sent, initial=first)
        venues = Venue.objects.filter(league=entry.season.league_id, hidden_at=None).order_by("name")
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]
        entry.division.season = entry.season
        if evening_in(entry.division) is not None:
            # Everybody plays on one evening; it is no team's own to change.
            del self.fields["home_night"]
        if entry.division.own_start is not None:
            del self.fields["start_time"]


def form_of(thing: Thing, sent: Sent = None) -> forms.Form | None:
    """Return the form in which a thing's details are changed; None of a league, which its administrator names."""
    if isinstance(thing, League):
        return None
    of = VenueChangeForm if isinstance(thing, Venue) else TeamForm if isinstance(thing, Team) else NameForm
    return of(sent, initial={name: getattr(thing, name) for name in of.base_fields if name != "anyway"})


def change(request: LeagueRequest, thing: Thing, form: forms.Form) -> HttpResponse | None:
    """Change a thing's details as filled in; None where the form now shows what is wrong.

    Raises:
        WrongState: it is hidden.
    """
    if not form.is_valid():
        return None
    try:
        values = dict(form.cleaned_data)
        anyway = values.pop("anyway", False)
        changes.change_thing(thing, values, anyway=anyway, by=request.user, now=request.now)
    except Invalid as refused:
        laid_on(form, refused.problems)
        return None
    messages.success(request, translated(N_("Saved.")))
    return redirect("upkeep-one", slug=request.league.slug, kind=kind_of(thing).value, thing=thing.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def venue_new(request: LeagueRequest) -> HttpResponse:
    form = NewVenueForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        anyway = form.cleaned_data.pop("anyway")
        try:
            made = changes.make_venue(
                request.league, form.cleaned_data, anyway=anyway, by=request.user, now=request.now
            )
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            said = Text("{venue} is added. Choose it for a team, or for a fixture.", venue=made.name)
            messages.success(request, translated(said))
            return redirect("upkeep", slug=request.league.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/upkeep/venue_new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def home(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    """Show where and when a team plays at home in a season. POST changes it."""
    found = season_or_404(request, season)
    entry = get_object_or_404(entries_listed(found).select_related("season__league"), team__slug=team)
    form = HomeForm(entry, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            values = dict(form.cleaned_data)
            anyway = values.pop("anyway")
            try:
                change_home(entry, values, anyway=anyway, by=request.user, now=request.now)
            except (Invalid, WrongState) as refused:
                laid_on(form, problems_of(refused))
                status = status_of(refused)
            else:
                messages.success(request, translated(N_("Saved.")))
                return redirect("season", slug=request.league.slug, season=found.slug)
    context = {"form": form, "entry": entry, "season": found}
    return render(request, "league/seasons/upkeep/home.html", context, status=status)


def seasons_of_team(thing: Thing) -> list[Entry]:
    """Return a team's entries in seasons that are shown, the latest first; nothing of anything else (one query)."""
    if not isinstance(thing, Team):
        return []
    found = Entry.objects.filter(team=thing, season__hidden_at=None).select_related("season", "division", "venue")
    return list(found.order_by("-season__first_week", "pk"))
