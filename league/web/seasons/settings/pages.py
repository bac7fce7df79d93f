"""The pages on which the secretary changes the settings of the league, of a season or of a division.

What is filled in is not written at once: first the page tells what would follow, and asks for the reason where
captains are told. Saved is only what was seen: where something else would follow meanwhile, it is shown again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.errors import Changed, Invalid, WrongState
from league.models import Division, League, Season
from league.queries.seasons.rulesets import divisions_to_choose
from league.queries.seasons.settings_catalogue import describe_format
from league.queries.seasons.settings_preview import (
    SettingsPreview,
    preview_division,
    preview_league,
    preview_season,
)
from league.rules.problems import Problem
from league.services.seasons import leagues, seasons
from league.services.seasons.upkeep.checking import SINCE_SHOWN
from league.translation import N_, Text, translated
from league.web.form_fields import read_reason, read_text
from league.web.fresh_sign_in import need_fresh
from league.web.problems import laid_on, problems_of, status_of, wrong
from league.web.requests import LeagueRequest, in_league, of_slug, season_or_404
from league.web.seasons.settings.forms import DivisionForm, SettingsForm

R = TypeVar("R", League, Season, Division)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of settings on its way from the form to the row."""

    name: str  # of the template that has the form; `context` what that shows besides it
    form: SettingsForm[Any] | DivisionForm
    about: str  # whose settings they are, as the preview has it
    back: str  # the page that follows when it is saved
    # Computes what differs by the form as filled in, or refuses it; `write` saves it, with the reason.
    preview: Callable[[], SettingsPreview]
    write: Callable[[str], object]
    context: dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.settings")
def edit_league_settings(request: LeagueRequest) -> HttpResponse:
    """Show the settings of the league, which hold for every season. POST previews a change of them, or saves it."""
    return _answer(request, request.league, _league_change)


def _league_change(request: LeagueRequest, league: League) -> Change:
    form = SettingsForm(leagues.settings_of(league), request.POST if request.method == "POST" else None)

    def preview() -> SettingsPreview:
        if form.cleaned_data["second_factor"] != league.second_factor:
            # Without one the password of an official would be enough for whoever has it.
            need_fresh(request)
        leagues.check_league_settings(league, form.settings(), by=request.user)
        return preview_league(league, form.settings(), now=request.now)

    def save(reason: str) -> object:
        return leagues.change_settings(
            league, form.cleaned_data, reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    back = reverse("league-settings", kwargs={"slug": league.slug})
    return Change("league", form, league.name, back, preview, save, {})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def edit_season_settings(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the settings of a season. POST previews a change of them, or saves it."""
    return _answer(request, season_or_404(request, season), _season_change)


def _season_change(request: LeagueRequest, season: Season) -> Change:
    sent = request.POST if request.method == "POST" else None
    form = SettingsForm(seasons.settings_of(season), sent, fixed=season.published_at is not None)

    def preview() -> SettingsPreview:
        seasons.check_season_settings(season, form.settings())
        return preview_season(season, form.settings(), now=request.now)

    def save(reason: str) -> object:
        return seasons.change_settings(
            season, form.cleaned_data, reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    back = reverse("season", kwargs={"slug": request.league.slug, "season": season.slug})
    return Change("season", form, season.name, back, preview, save, {"season": season})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def edit_division_settings(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Show the points of a division and what separates level teams. POST previews a change of them, or saves it."""
    found = of_slug(divisions_to_choose(season_or_404(request, season)), division)
    return _answer(request, found, _division_change)


def _division_change(request: LeagueRequest, division: Division) -> Change:
    form = DivisionForm(division, request.POST if request.method == "POST" else None)

    def preview() -> SettingsPreview:
        checked, _ = seasons.check_division(division, form.changed())
        return preview_division(division, {name: getattr(checked, name) for name in form.changed()}, now=request.now)

    def save(reason: str) -> object:
        return seasons.change_division(
            division, form.changed(), reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    season = division.season
    back = reverse("season", kwargs={"slug": request.league.slug, "season": season.slug})
    about = translated(Text("{division}, {season}", division=division.name, season=season.name))
    context = {"season": season, "division": division, "played": describe_format(division)}
    return Change("division", form, about, back, preview, save, context)


def _answer(request: LeagueRequest, row: R, read: Callable[[LeagueRequest, R], Change]) -> HttpResponse:
    change = read(request, row)
    if request.method != "POST":
        return _form(request, change)
    if not change.form.is_valid():
        return _form(request, change, status=422)
    if request.POST.get("do") == "edit":
        return _form(request, change)
    try:
        preview = change.preview()
    except (Invalid, WrongState) as refused:
        laid_on(change.form, problems_of(refused))
        return _form(request, change, status=status_of(refused))
    if not preview.changes:
        messages.info(request, translated(N_("Nothing is different from before, so nothing was changed.")))
        return redirect(change.back)
    if request.POST.get("do") != "save":
        return _preview(request, change, preview)
    try:
        return _save(request, change, preview)
    except Changed:
        # By somebody who was quicker by a moment: what would follow now is told anew, and not what was seen.
        row.refresh_from_db()
        return _answer(request, row, read)


def _save(request: LeagueRequest, change: Change, preview: SettingsPreview) -> HttpResponse:
    if read_text(request.POST, "seen") != preview.stamp:
        return _preview(request, change, preview, [Problem("changed", SINCE_SHOWN)], status=409)
    try:
        change.write(read_reason(request.POST))
    except Changed:
        raise
    except (Invalid, WrongState) as refused:
        return _preview(request, change, preview, problems_of(refused), status=status_of(refused))
    said = N_("Saved. The captains are told, and the rules page says so.") if preview.running else N_("Saved.")
    messages.success(request, translated(said))
    return redirect(change.back)


def _form(request: LeagueRequest, change: Change, *, status: int = 200) -> HttpResponse:
    context = {"form": change.form, **change.context}
    return render(request, f"league/seasons/settings/{change.name}.html", context, status=status)


def _preview(
    request: LeagueRequest, change: Change, preview: SettingsPreview, problems: Any = (), *, status: int = 200
) -> HttpResponse:
    context = {
        "form": change.form,
        "about": change.about,
        "preview": preview,
        "reason": read_reason(request.POST),
        **wrong(problems),
    }
    return render(request, "league/seasons/settings/preview.html", context, status=status)
