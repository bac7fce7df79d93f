"""Series of club nights and one-day tournaments: their lists, making and changing one, a season's standing."""

from typing import Any, ClassVar

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import CompetitionKind
from league.errors import Invalid, NothingThere
from league.models import Division
from league.queries import leagues
from league.queries.competitions.sittings import find_edition, list_series, load_series
from league.queries.visibility import seasons_for
from league.rules.competitions.sittings import LEAST_ROUNDS, MOST_GAMES, USUAL_GAMES
from league.rules.problems import Problem
from league.services.competitions.club_nights import (
    LONGEST_NAME,
    MOST_NIGHTS,
    MOST_QUALIFIERS,
    NewSeries,
    change_series,
    make_series,
)
from league.services.competitions.sittings import open_sitting
from league.translation import N_, Text, read_day
from league.web.forms import add_problems, problem_context, problems_of, read_text
from league.web.requests import LeagueRequest, allow, form_data, in_league, redirect_with

TOURNAMENT = CompetitionKind.TOURNAMENT


class SittingKind:
    """The first word of an address: of which of the two kinds of sittings it is."""

    regex = "club-nights|tournaments"
    KINDS: ClassVar = {"club-nights": CompetitionKind.CLUB_NIGHT, "tournaments": CompetitionKind.TOURNAMENT}

    def to_python(self, value: str) -> CompetitionKind:
        return self.KINDS[value]

    def to_url(self, value: str) -> str:
        return next(word for word, kind in self.KINDS.items() if value in (kind, word))


class SeriesForm(forms.Form):
    """`kind` decides which fields there are; `season` is asked where there are several."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    season = forms.ChoiceField(label=_("Season"))
    games = forms.IntegerField(label=_("Games a night"), min_value=1, max_value=MOST_GAMES, initial=USUAL_GAMES)
    best = forms.IntegerField(
        label=_("Nights that count"), min_value=1, max_value=MOST_NIGHTS, required=False,
        help_text=_("A player’s best so many nights; empty: all of them."),
    )  # fmt: skip
    qualifiers = forms.IntegerField(
        label=_("Go on to a knock-out"), min_value=0, max_value=MOST_QUALIFIERS, required=False, initial=0,
        help_text=_("The best so many of the standing; 0: nobody."),
    )  # fmt: skip
    prizes = forms.CharField(
        label=_("Prizes"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("A line for each place, the first first."),
    )  # fmt: skip

    def __init__(self, kind: CompetitionKind, seasons: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind == TOURNAMENT:
            del self.fields["best"]
            self.fields["games"] = forms.IntegerField(
                label=_("Rounds"), min_value=LEAST_ROUNDS, max_value=MOST_GAMES, initial=USUAL_GAMES
            )
        else:
            del self.fields["qualifiers"]
            del self.fields["prizes"]
        if seasons is None:
            del self.fields["season"]
        else:
            named = [(season.slug, season.name) for season in seasons]
            self.fields["season"] = forms.ChoiceField(label=_("Season"), choices=named)

    @property
    def series(self) -> NewSeries:
        said = self.cleaned_data
        return NewSeries(
            said["name"], said["games"], said.get("best"), said.get("qualifiers") or 0, said.get("prizes", "")
        )


def series_or_404(request: LeagueRequest, kind: CompetitionKind, slug: str) -> Division:
    found = find_edition(request.league, kind, slug, request.GET.get("season", ""), request.grants)
    if found is None:
        raise NothingThere(N_("There is no such series or tournament in this league."))
    return found


@require_safe
@in_league("league.view")
def show_list(request: LeagueRequest, kind: CompetitionKind) -> HttpResponse:
    context = {"kind": kind, "series": list(list_series(request.league, request.grants, kind)),
               "runs": may(request.grants, "club_night.run")}  # fmt: skip
    return render(request, "league/competitions/series_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("club_night.run")
def make(request: LeagueRequest, kind: CompetitionKind) -> HttpResponse:
    seasons = list(seasons_for(request.league, request.grants).order_by("-first_week"))
    if not seasons:
        raise NothingThere(N_("Make a season first: a competition is played in one."))
    current = leagues.current_season(request.league, now=request.now)
    form = SeriesForm(kind, seasons, form_data(request), initial={"season": current.slug if current else ""})
    if form.is_valid():
        season = next(season for season in seasons if season.slug == form.cleaned_data["season"])
        try:
            made = make_series(season, kind, form.series, by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            message = Text("{name} is made.", name=made.name)
            return redirect_with(request, message, "sitting-series", kind=kind, competition=made.slug)
    context = {"kind": kind, "form": form}
    return render(request, "league/competitions/series_form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("club_night.run")
def change(request: LeagueRequest, kind: CompetitionKind, competition: str) -> HttpResponse:
    row = series_or_404(request, kind, competition)
    rules = row.sitting_rules
    stored = {"name": row.name, "games": rules.games, "best": rules.best, "qualifiers": rules.qualifiers,
              "prizes": rules.prizes}  # fmt: skip
    form = SeriesForm(kind, None, form_data(request), initial=stored)
    if form.is_valid():
        try:
            change_series(row, form.series, by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_with(request, N_("Changed."), "sitting-series", kind=kind, competition=row.slug)
    context = {"kind": kind, "form": form, "competition": row}
    return render(request, "league/competitions/series_form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def series(request: LeagueRequest, kind: CompetitionKind, competition: str) -> HttpResponse:
    """The standing over the season, and its nights; a tournament's page is that of its day, once there is one."""
    row = series_or_404(request, kind, competition)
    if request.method != "POST":
        return _render_series(request, row)
    allow(request, "club_night.run", None)
    day = read_day(read_text(request.POST, "date", 10))
    try:
        if day is None:
            raise Invalid([Problem("date", N_("Choose the day."), "date")])
        sitting = open_sitting(row, day, by=request.user, now=request.now)
    except Invalid as refused:
        return _render_series(request, row, refused)
    return redirect("sitting-players", slug=request.league.slug, kind=kind, competition=row.slug, night=sitting.pk)


def _render_series(request: LeagueRequest, row: Division, refused: Invalid | None = None) -> HttpResponse:
    standing = load_series(row, request.grants)
    if row.kind == TOURNAMENT and standing.sittings:
        return redirect(
            "sitting", slug=request.league.slug, kind=row.kind, competition=row.slug, night=standing.sittings[0].pk
        )
    context: dict[str, Any] = {
        "competition": row, "kind": row.kind, "series": standing, "rules": row.sitting_rules,
        "runs": row.season.closed_at is None and may(request.grants, "club_night.run"),
        "open_night": next((one for one in standing.sittings if one.closed_at is None), None),
        "day": read_text(request.POST, "date", 10) or request.today.isoformat(),
        "own": request.grants.players, **problem_context(problems_of(refused) if refused else ()),
    }  # fmt: skip
    return render(request, "league/competitions/series.html", context, status=422 if refused else 200)
