"""Seasons, venues and teams: renamed, moved, merged, hidden and restored; deleted where nobody decided about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeGuard

from django import forms
from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import Night
from league.errors import Invalid, NothingThere, WrongState
from league.models import Entry, League, Team, Venue
from league.queries.leagues import entries_listed, every_season_of
from league.queries.seasons.archivable_objects import (
    Kind,
    Thing,
    archivable_objects,
    find_thing,
    kind_name,
    kind_of,
    preview_of,
)
from league.queries.seasons.divisions import evening_in
from league.queries.seasons.merges import Merge, merge_of_teams, merge_of_venues
from league.rules.problems import Problem
from league.services.seasons import changes, hiding
from league.services.seasons.merging import merge_teams
from league.services.seasons.moves import change_home, merge_venues
from league.translation import N_, Text, choices_of, translated
from league.web.forms import (
    TimeOfDayField,
    add_problems,
    problem_context,
    problems_of,
    read_choice,
    read_reason,
    status_of,
)
from league.web.requests import LeagueRequest, form_data, in_league, redirect_with, season_or_404

MERGE_REASON = "merge-reason"


@dataclass(frozen=True, slots=True)
class MergeForm:
    others: Sequence[tuple[int, str]]  # what it can be, by number, each with its name
    into: Venue | Team | None = None
    reason: str = ""
    preview: Merge | None = None  # what would move, and what stands against it; None before anybody has looked


def can_merge(thing: Thing) -> TypeGuard[Venue | Team]:
    return isinstance(thing, Venue | Team)


def merge_form(request: LeagueRequest, thing: Thing, *, look: bool = False) -> MergeForm:
    """Return the merge form as sent, or empty; `look` previews the merge."""
    others = _merge_choices(thing)
    about = request.POST.get("do") in ("look", "merge")
    chosen = read_choice(request.POST, "into") if about else None
    into = next((other for other in others if other.pk == chosen), None)
    named = [(other.pk, other.where if isinstance(other, Venue) else other.name) for other in others]
    preview = _merge_of(into, thing) if look and into is not None else None
    return MergeForm(named, into, read_reason(request.POST) if about else "", preview)


def merge_objects(request: LeagueRequest, thing: Thing, form: MergeForm) -> HttpResponse:
    """Raises Invalid where nothing is selected; as the service, at the fields of the form."""
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
        raise Invalid([_merge_problem_at(problem) for problem in refused.problems]) from refused
    return redirect_with(
        request,
        Text("{gone} is {kept} now.", gone=gone.name, kept=into.name),
        "upkeep-one",
        kind=kind_of(into).value,
        thing=into.pk,
    )


def _merge_problem_at(problem: Problem) -> Problem:
    return replace(problem, field=MERGE_REASON) if problem.field == "reason" else problem


def _merge_choices(thing: Thing) -> Sequence[Venue | Team]:
    if not can_merge(thing):
        return ()
    of = type(thing)
    choices_of = of._default_manager.filter(league=thing.league_id, hidden_at=None).exclude(pk=thing.pk)
    return list(choices_of.order_by("name", "pk"))


def _merge_of(into: Venue | Team, thing: Thing) -> Merge | None:
    if isinstance(thing, Team) and isinstance(into, Team):
        return merge_of_teams(into, thing)
    return merge_of_venues(into, thing) if isinstance(thing, Venue) and isinstance(into, Venue) else None


Sent: TypeAlias = Mapping[str, Any] | None


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)


class TeamForm(NameForm):
    note = forms.CharField(
        label=_("Note"), max_length=200, required=False,
        help_text=_("A club, or “under 18s only”. Everybody can read it on the team’s page; captains do on the sheet."),
    )  # fmt: skip


class VenueForm(forms.Form):
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
    home_night = forms.TypedChoiceField(label=_("Home night"), choices=choices_of(Night), coerce=int)
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


def details_form(thing: Thing, sent: Sent = None) -> forms.Form | None:
    if isinstance(thing, League):
        return None
    of = VenueChangeForm if isinstance(thing, Venue) else TeamForm if isinstance(thing, Team) else NameForm
    return of(sent, initial={name: getattr(thing, name) for name in of.base_fields if name != "anyway"})


def save_details(request: LeagueRequest, thing: Thing, form: forms.Form) -> HttpResponse | None:
    """Save the details; None where the form now shows problems. Raises WrongState for a hidden object."""
    if not form.is_valid():
        return None
    try:
        values = dict(form.cleaned_data)
        anyway = values.pop("anyway", False)
        changes.change_thing(thing, values, anyway=anyway, by=request.user, now=request.now)
    except Invalid as refused:
        add_problems(form, refused.problems)
        return None
    return redirect_with(request, N_("Saved."), "upkeep-one", kind=kind_of(thing).value, thing=thing.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def venue_new(request: LeagueRequest) -> HttpResponse:
    form = NewVenueForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        anyway = form.cleaned_data.pop("anyway")
        try:
            made = changes.make_venue(
                request.league, form.cleaned_data, anyway=anyway, by=request.user, now=request.now
            )
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_with(
                request, Text("{venue} is added. Choose it for a team, or for a fixture.", venue=made.name), "upkeep"
            )
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/upkeep/venue_new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def home(request: LeagueRequest, season: str, team: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    entry = get_object_or_404(entries_listed(season_row).select_related("season__league"), team__slug=team)
    form = HomeForm(entry, form_data(request))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            values = dict(form.cleaned_data)
            anyway = values.pop("anyway")
            try:
                change_home(entry, values, anyway=anyway, by=request.user, now=request.now)
            except (Invalid, WrongState) as refused:
                add_problems(form, problems_of(refused))
                status = status_of(refused)
            else:
                return redirect_with(request, N_("Saved."), "season", season=season_row.slug)
    context = {"form": form, "entry": entry, "season": season_row}
    return render(request, "league/seasons/upkeep/home.html", context, status=status)


def seasons_of_team(thing: Thing) -> list[Entry]:
    """Return a team's entries in seasons that are shown, the latest first; nothing of anything else (one query)."""
    if not isinstance(thing, Team):
        return []
    entries = Entry.objects.filter(team=thing, season__hidden_at=None).select_related("season", "division", "venue")
    return list(entries.order_by("-season__first_week", "pk"))


ACTIONS = {
    "hide": (hiding.hide, N_("{name} is hidden. Restore it whenever you like.")),
    "restore": (hiding.restore, N_("{name} is shown again.")),
    "delete": (hiding.delete, N_("{name} is deleted.")),
}


def thing_or_404(request: LeagueRequest, kind: str, pk: int) -> Thing:
    """Hidden ones too."""
    try:
        return find_thing(request.league, kind, pk)
    except League.DoesNotExist as missing:
        raise NothingThere(N_("There is no such thing in this league.")) from missing


@require_safe
@in_league("league.upkeep")
def list_archivable_objects(request: LeagueRequest) -> HttpResponse:
    items = [
        thing for thing in archivable_objects(request.league) if request.grants.administrator or thing != request.league
    ]
    groups = [(kind, [thing for thing in items if kind_of(thing) == kind]) for kind in Kind]
    choices_of = [(kind.value, kind.label, things) for kind, things in groups if things]
    context = {"groups": choices_of, "season": next(iter(every_season_of(request.league)), None)}
    return render(request, "league/seasons/upkeep/archivable_objects.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.upkeep")
def archivable_object(request: LeagueRequest, kind: str, thing: int) -> HttpResponse:
    item = thing_or_404(request, kind, thing)
    if request.method != "POST":
        return _page(request, item)
    do, form = request.POST.get("do", ""), details_form(item, request.POST)
    try:
        if do == "change" and form is not None:
            return save_details(request, item, form) or _page(request, item, form=form)
        if do == "look":
            return _preview_merge(request, item)
        if do == "merge":
            return merge_objects(request, item, merge_form(request, item))
        if do in ACTIONS:
            return _act(request, item, do)
    except (Invalid, WrongState) as refused:
        texts = [_problem_at(problem, do) for problem in problems_of(refused)]
        return _page(request, item, texts, form=form if do == "change" else None, status=status_of(refused))
    return _page(request, item, [Problem("do", N_("Press one of the buttons below."))])


def _act(request: LeagueRequest, thing: Thing, do: str) -> HttpResponse:
    change, said = ACTIONS[do]
    change(thing, reason=read_reason(request.POST), by=request.user, now=request.now)
    messages.success(request, translated(Text(said, name=thing.name)))
    if do == "delete" and kind_of(thing) == Kind.LEAGUE:
        return redirect("start")
    return redirect("upkeep", slug=request.league.slug)


def _problem_at(problem: Problem, do: str) -> Problem:
    """Name the field of the form that was sent: there is a reason in more than one."""
    return replace(problem, field="why") if do == "delete" and problem.field == "reason" else problem


def _preview_merge(request: LeagueRequest, thing: Thing) -> HttpResponse:
    form = merge_form(request, thing, look=True)
    if form.into is None:
        return _page(request, thing, [Problem("into", N_("Choose the one that it is."), "into")])
    return _page(request, thing, merge=form, status=200)


def _page(
    request: LeagueRequest, thing: Thing, problems: Sequence[Problem] = (), *, form: Form | None = None,
    merge: MergeForm | None = None, status: int = 422,
) -> HttpResponse:  # fmt: skip
    preview = preview_of(thing, administrator=request.grants.administrator)
    do, at = request.POST.get("do", ""), problem_context(problems)
    context: dict[str, Any] = {
        "preview": preview,
        "item": thing,
        "kind": kind_name(thing),
        "form": form or details_form(thing),
        "merge": merge or merge_form(request, thing, look=do == "merge"),
        "entries": seasons_of_team(thing),
        # What was written goes back into the form that it was sent with.
        "reasons": {do: read_reason(request.POST)} if do in ACTIONS else {},
        "merge_wrong": at["wrong"].get(MERGE_REASON, ()),
        **at,
        "breaks_rules": any(problem.code == "anyway" for problem in problems),
    }
    refused = bool(problems) or (form is not None and bool(form.errors))
    return render(request, "league/seasons/upkeep/archivable_object.html", context, status=status if refused else 200)
