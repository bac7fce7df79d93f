"""The secretary's seasons: a draft made from spreadsheets, a season's page, and another start for its teams."""

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import TimetableState
from league.errors import Changed, Invalid, WrongState
from league.models import Division, Season
from league.queries.dates.postponements import NewStart, StartScope, start_change
from league.queries.results.sheets import is_played
from league.queries.seasons import timetables as queries
from league.queries.seasons.closing import is_ending
from league.queries.seasons.divisions import without_fixtures
from league.queries.seasons.drafts import Step, setup_of
from league.queries.standings.decisions import draws_lots, plays_off
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, in_groups
from league.rules.wording import clock
from league.services.dates.evenings import change_starts, check_starts, minutes_of
from league.services.portability.imports import HEADINGS
from league.services.portability.waiting_files import delete_files
from league.services.seasons import seasons
from league.translation import Text, translated
from league.web.forms import TimeOfDayField, add_problems, problems_of, read_number
from league.web.portability.loading import FILES_LOST, asked_again, by_file, read_sent
from league.web.portability.typed_season import TypedSeason
from league.web.requests import LeagueRequest, fresh_to, in_league, redirect_with, season_or_404
from league.web.seasons.steps import address_of

ALL_TEAMS = "season"


class NewStartField(TimeOfDayField):
    """A time of day, or by how many minutes every start moves: +30."""

    def to_python(self, value: Any) -> Any:
        moved = MINUTES.fullmatch(value.strip()) if isinstance(value, str) else None
        if moved is None:
            return super().to_python(value)
        minutes = int(moved["n"]) * (1 if moved["sign"] == "+" else -1)
        if not minutes:
            raise forms.ValidationError(_("Write by how many minutes, such as +30."), code="invalid")
        return dt.timedelta(minutes=minutes)


MINUTES = re.compile(r"(?P<sign>[+\-−–]) ?(?P<n>[0-9]{1,3})(?: ?min(?:utes?)?)?")


class StartsForm(forms.Form):
    """Whose start changes, and to what; the divisions come with entries and teams."""

    scope = forms.ChoiceField(label=_("Who"))
    start = NewStartField(
        label=_("New start"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Like 8.30 pm; or +30 for 30 minutes later, -15 for 15 minutes earlier."),
    )

    def __init__(self, season: Season, divisions: list[Division], sent: Any = None) -> None:
        super().__init__(sent, prefix="starts")
        self.scopes: dict[str, StartScope] = {ALL_TEAMS: season}
        labels = {ALL_TEAMS: translated(Text("Every team"))}
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

    def read(self) -> tuple[StartScope, NewStart]:
        """Return whose start changes and to what; the form must be valid."""
        return self.scopes[self.cleaned_data["scope"]], self.cleaned_data["start"]


def starts_context(request: LeagueRequest, season: Season, divisions: list[Division]) -> dict[str, Any]:
    sent = request.POST if request.method == "POST" else request.GET if "starts-start" in request.GET else None
    form = StartsForm(season, divisions, sent)
    if sent is None or not form.is_valid():
        return {"starts_form": form}
    scope, start = form.read()
    try:
        check_starts(scope, start)
    except Invalid as refused:
        add_problems(form, refused.problems)
        return {"starts_form": form}
    change = start_change(scope, start, now=request.now)
    by_minutes = minutes_of(start) if isinstance(start, dt.timedelta) else None
    typed = f"{start:%H:%M}" if isinstance(start, dt.time) else f"{by_minutes:+}"
    return {
        "starts_form": form,
        "start_change": change,
        "new_start": start,
        "by_minutes": by_minutes,
        "typed_start": typed,
    }


def post_starts(request: LeagueRequest, season: Season, form: StartsForm) -> HttpResponse | None:
    """Change the start as filled in; None where the form now shows what is wrong."""
    if not form.is_valid():
        return None
    scope, start = form.read()
    try:
        seen = read_number(request.POST, "seen")
        change = change_starts(scope, start, seen=seen, by=request.user, now=request.now)
    except (Invalid, Changed) as refused:
        add_problems(form, problems_of(refused))
        return None
    count = len(change.fixtures)
    if isinstance(start, dt.time):
        message = Text.plural(
            "Saved: {n} fixture starts at {time} now.", "Saved: {n} fixtures start at {time} now.", count,
            time=clock(start),
        )  # fmt: skip
    else:
        message = Text.plural("Saved: {n} fixture has moved.", "Saved: {n} fixtures have moved.", count)
    return redirect_with(request, message, "season", season=season.slug)


@require_safe
@in_league("season.make")
def list_seasons(request: LeagueRequest) -> HttpResponse:
    return render(request, "league/seasons/seasons.html", {"lines": queries.seasons_of(request.league)})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
@fresh_to(lost=FILES_LOST)
def make_season(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        return _make_page(request, TypedSeason())
    sent = read_sent(request, _make_page)
    if isinstance(sent, HttpResponse):
        return sent
    people, typed, shown = sent.people, sent.typed, sent.shown
    try:
        season, report = seasons.make_season(
            request.league,
            sent.files,
            people=people,
            choices=sent.choices,
            typed=typed.row(),
            by=request.user,
            now=request.now,
        )
    except Invalid as refused:
        typed.lay(refused.problems)
        return _make_page(request, typed, refused.problems, **asked_again(people, refused), **shown)
    except WrongState as refused:
        return _make_page(request, typed, [Problem(refused.code, refused.message)], **asked_again(people), **shown)
    delete_files(request.league, by=request.user)
    for warning in report.warnings[:10]:
        messages.warning(request, translated(Text("{where}: {warning}", where=warning.where, warning=warning.message)))
    return redirect_with(
        request,
        Text("{season} is a draft now; nobody else sees it until you publish its timetable.", season=season.name),
        "season",
        season=season.slug,
    )


def _make_page(
    request: LeagueRequest, typed: TypedSeason, problems: Sequence[Problem] = (), **more: Any
) -> HttpResponse:
    headings = {name: HEADINGS[name] for name in seasons.DRAFT_FILES}
    context = {"headings": headings, "problems": problems, "by_file": by_file(problems), "typed": typed, **more}
    status = 422 if problems or typed.errors else 200
    return render(request, "league/seasons/season_new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def season_page(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    made = list(season_row.timetables.exclude(state=TimetableState.DISCARDED).defer("made").select_related("asked_by"))
    divisions = queries.divisions_with_entries(season_row)
    starts = starts_context(request, season_row, divisions)
    if request.method == "POST" and (answer := post_starts(request, season_row, starts["starts_form"])) is not None:
        return answer
    playing = [one for division in divisions for one in division.entries.all() if one.withdrawn_on is None]
    context: dict[str, Any] = {
        "season": season_row,
        "timetables": made,
        "divisions": divisions,
        "without_fixtures": without_fixtures(playing) if season_row.published_at is not None else (),
        "draws_lots": draws_lots(season_row),
        "plays_off": plays_off(season_row),
        "facts": _facts(season_row),
        "being_made": [row for row in made if row.state in (TimetableState.WAITING, TimetableState.SOLVING)],
        "published": [row for row in made if row.state == TimetableState.PUBLISHED],
        "has_fixtures": season_row.divisions.filter(fixtures__isnull=False).exists(),
        "begun": season_row.published_at is not None and is_played(season_row),
        "setup_next": _next_of(request, season_row),
        "ending": is_ending(season_row, now=request.now),
        **starts,
    }
    status = 422 if starts["starts_form"].errors else 200
    return render(request, "league/seasons/season.html", context, status=status)


def _next_of(request: LeagueRequest, season: Season) -> tuple[Step, str] | None:
    """Return the next step of setting a season up with its address, until it is played; then None."""
    begun = season.first_week <= request.today
    if season.hidden_at is not None or (begun and is_played(season)):
        return None
    setup = setup_of(season, now=request.now)
    return (setup.next, address_of(season, setup.next, setup)) if setup.next is not None else None


def _facts(season: Season) -> list[tuple[str, str]]:
    """Return how a season is run: its settings by name, but for those that its timetable has settled."""
    now, told = seasons.settings_of(season), in_groups(SeasonSettings).items()
    return [
        (one.fact, one.format_value(getattr(now, name)))
        for name, one in told
        if one.fact and not (one.settled and season.published_at is not None)
    ]
