"""Histories: what was decided about a fixture, a team, a player or the whole league, for those who may know."""

import datetime as dt

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.access import may
from league.enums import JournalKind
from league.errors import NothingThere
from league.models import Player, Team
from league.queries.journal import (
    Filters,
    Page,
    entries_of_fixture,
    entries_of_player,
    entries_of_team,
    journal_of,
    page_of,
)
from league.translation import N_, choices_of, translated
from league.web.forms import DAY
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league


class FilterForm(forms.Form):
    kind = forms.ChoiceField(label=_("What"), choices=[("", _("Everything")), *choices_of(JournalKind)], required=False)
    since = forms.DateField(label=_("From"), required=False, widget=DAY)
    until = forms.DateField(label=_("To"), required=False, widget=DAY)

    def clean_since(self) -> dt.date | None:
        return _check_century(self.cleaned_data["since"])

    def clean_until(self) -> dt.date | None:
        return _check_century(self.cleaned_data["until"])

    def filters(self, before: int | None) -> Filters:
        data = self.cleaned_data
        kind = JournalKind(data["kind"]) if data["kind"] else None
        return Filters(kind=kind, since=data["since"], until=data["until"], before=before)


def _check_century(date: dt.date | None) -> dt.date | None:
    """A day on which a league can have decided anything."""
    if date is not None and not 1900 <= date.year <= 9000:
        raise forms.ValidationError(translated(N_("Write a day of this century.")))
    return date


@require_safe
@in_league("journal.see")
def journal(request: LeagueRequest) -> HttpResponse:
    form = FilterForm(request.GET)
    before = _read_before(request)
    if not form.is_valid():
        return render(request, "league/journal/journal.html", {"form": form, "page": Page([], None)}, status=422)
    page = journal_of(request.league, form.filters(before))
    query = request.GET.copy()
    query.pop("before", None)
    context = {"form": form, "page": page, "query": query.urlencode(), "filtered": any(form.cleaned_data.values())}
    return render(request, "league/journal/journal.html", context)


@require_safe
@in_league("league.view")
def fixture_history(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "fixture.history", fixture_row)
    page = page_of(entries_of_fixture(fixture_row, conduct=_sees_conduct(request)), _read_before(request))
    return render(
        request, "league/journal/history.html", {"page": page, "fixture": fixture_row, "subject": fixture_row}
    )


@require_safe
@in_league("account.own")
def team_history(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = get_object_or_404(Team, league=request.league, slug=team)
    allow(request, "team.history", team_row)
    sees = {"conduct": _sees_conduct(request), "hidden": request.grants.secretary}
    page = page_of(
        entries_of_team(team_row, **sees, money=may(request.grants, "team.charges", team_row)), _read_before(request)
    )
    return render(request, "league/journal/history.html", {"page": page, "team": team_row, "subject": team_row})


@require_safe
@in_league("account.own")
def player_history(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = get_object_or_404(Player, league=request.league, pk=player)
    allow(request, "player.history", player_row)
    money = may(request.grants, "player.charges", player_row)
    page = page_of(entries_of_player(player_row, hidden=request.grants.secretary, money=money), _read_before(request))
    return render(request, "league/journal/history.html", {"page": page, "player": player_row, "subject": player_row})


def _sees_conduct(request: LeagueRequest) -> bool:
    return request.grants.referee or request.grants.secretary


def _read_before(request: LeagueRequest) -> int | None:
    """Read ?before=, the last entry of the page before. Raises Http404 for what is no number."""
    text = request.GET.get("before", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise NothingThere(N_("There is no such page."))
    return int(text)
