"""A team's captain, or the secretary, chooses the team's colour."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.enums import TeamColour
from league.models import Team
from league.services.seasons.upkeep.colours import choose_colour
from league.translation import N_, shown, translated
from league.web.requests import LeagueRequest, allow, in_league

# A radio button that says nothing cannot be told from one that is not there.
NONE = "none"


class ColourForm(forms.Form):
    colour = forms.ChoiceField(
        label=_("Colour"), choices=[*shown(TeamColour), (NONE, _("No colour"))], widget=forms.RadioSelect
    )


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
def choose(request: LeagueRequest, team: str) -> HttpResponse:
    teams = Team.objects.select_related("league")
    found = get_object_or_404(teams, league=request.league, slug=team, hidden_at=None)
    allow(request, "team.colour", found)
    sent = request.POST if request.method == "POST" else None
    form = ColourForm(sent, initial={"colour": found.colour or NONE})
    if form.is_valid():
        chosen = form.cleaned_data["colour"]
        choose_colour(found, "" if chosen == NONE else chosen, by=request.user, now=request.now)
        messages.success(request, translated(N_("Saved.")))
        return redirect("team", slug=request.league.slug, team=found.slug)
    context = {"team": found, "form": form, "none": NONE}
    return render(request, "league/seasons/upkeep/team_colour.html", context, status=422 if sent is not None else 200)
