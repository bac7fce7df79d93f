"""Another start for a team, a division or a whole season, on the season's page: previewed, then changed."""

import datetime as dt
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from league.errors import Changed, Invalid
from league.models import Division, Season
from league.queries.dates.postponements import StartScope, start_change
from league.rules.wording import clock
from league.services.dates.starts import change_starts
from league.translation import Text, translated
from league.web.form_fields import read_number
from league.web.problems import TimeOfDayField, laid_on, problems_of
from league.web.requests import LeagueRequest

EVERY_TEAM = "season"


class StartsForm(forms.Form):
    """Whose start changes, and to what.

    Args:
        divisions: of the season, with their entries and teams.
    """

    scope = forms.ChoiceField(label=_("Who"))
    start = TimeOfDayField(label=_("New start"), help_text=_("Like 20:00."))

    def __init__(self, season: Season, divisions: list[Division], sent: Any = None) -> None:
        super().__init__(sent, prefix="starts")
        self.scopes: dict[str, StartScope] = {EVERY_TEAM: season}
        labels = {EVERY_TEAM: translated(Text("Every team"))}
        for division in divisions:
            division.season = season
            name = f"division-{division.pk}"
            self.scopes[name], labels[name] = division, division.name
        for division in divisions:
            for entry in division.entries.all():
                if entry.withdrawn_on is None:
                    entry.season, entry.division = season, division
                    name = f"team-{entry.pk}"
                    self.scopes[name], labels[name] = entry, entry.team.name
        self.fields["scope"].choices = list(labels.items())  # type: ignore[attr-defined]

    def read(self) -> tuple[StartScope, dt.time]:
        """Return whose start changes and to what; the form must be valid."""
        return self.scopes[self.cleaned_data["scope"]], self.cleaned_data["start"]


def starts_context(request: LeagueRequest, season: Season, divisions: list[Division]) -> dict[str, Any]:
    """Return the form on the season's page, and what the change that is filled in would do."""
    sent = request.POST if request.method == "POST" else request.GET if "starts-start" in request.GET else None
    form = StartsForm(season, divisions, sent)
    if sent is None or not form.is_valid():
        return {"starts_form": form}
    scope, start = form.read()
    change = start_change(scope, start, now=request.now)
    return {"starts_form": form, "start_change": change, "new_start": start}


def post_starts(request: LeagueRequest, season: Season, form: StartsForm) -> HttpResponse | None:
    """Change the start as filled in; None where the form now shows what is wrong."""
    if not form.is_valid():
        return None
    scope, start = form.read()
    try:
        seen = read_number(request.POST, "seen")
        change = change_starts(scope, start, seen=seen, by=request.user, now=request.now)
    except (Invalid, Changed) as refused:
        laid_on(form, problems_of(refused))
        return None
    said = Text.plural(
        "Saved: {n} fixture starts at {time} now.", "Saved: {n} fixtures start at {time} now.", len(change.fixtures),
        time=clock(start),
    )  # fmt: skip
    messages.success(request, translated(said))
    return redirect("season", slug=request.league.slug, season=season.slug)
