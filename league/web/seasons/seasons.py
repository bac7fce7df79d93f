"""The secretary's seasons: a draft made from spreadsheets, how it is run, its timetable and its teams."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import TimetableState
from league.errors import Invalid, WrongState
from league.models import Season
from league.queries.seasons import timetables as queries
from league.queries.seasons.drafts import Step, setup_of
from league.queries.standings.lots import draws_lots
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, in_groups
from league.services.portability.imports import HEADINGS
from league.services.seasons import seasons
from league.translation import N_, Text, translated
from league.web.base.fresh import fresh_to
from league.web.base.problems import laid_on
from league.web.base.scope import LeagueRequest, in_league, season_or_404
from league.web.portability.answers import answers_of, asked_again
from league.web.seasons.secretary import FILES_LOST, by_file, uploaded
from league.web.seasons.settings_form import SettingsForm
from league.web.seasons.setup.steps import address_of


@require_safe
@in_league("season.make")
def every(request: LeagueRequest) -> HttpResponse:
    """Every season, drafts too."""
    return render(request, "league/seasons/seasons.html", {"lines": queries.seasons_of(request.league)})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
@fresh_to(lost=FILES_LOST)
def make(request: LeagueRequest) -> HttpResponse:
    """Make a draft of a season from spreadsheets."""
    if request.method != "POST":
        return _make_page(request)
    people = answers_of(request.POST)
    try:
        files = uploaded(request)
        season, report = seasons.make_season(request.league, files, people=people, by=request.user, now=request.now)
    except Invalid as refused:
        return _make_page(request, refused.problems, **asked_again(people, refused))
    except WrongState as refused:
        return _make_page(request, [Problem(refused.code, refused.message)])
    for warning in report.warnings[:10]:
        messages.warning(request, translated(Text("{where}: {warning}", where=warning.where, warning=warning.message)))
    said = Text("{season} is a draft now; nobody else sees it until you publish its timetable.", season=season.name)
    messages.success(request, translated(said))
    return redirect("season", slug=request.league.slug, season=season.slug)


def _make_page(request: LeagueRequest, problems: Sequence[Problem] = (), **more: Any) -> HttpResponse:
    headings = {name: HEADINGS[name] for name in seasons.DRAFT_FILES}
    context = {"headings": headings, "problems": problems, "by_file": by_file(problems), **more}
    return render(request, "league/seasons/season_new.html", context, status=422 if problems else 200)


@require_safe
@in_league("season.make")
def desk(request: LeagueRequest, season: str) -> HttpResponse:
    """A season: what is to be done with it next, its timetables, its teams."""
    found = season_or_404(request, season)
    made = list(found.timetables.exclude(state=TimetableState.DISCARDED).defer("made").select_related("asked_by"))
    context: dict[str, Any] = {
        "season": found,
        "timetables": made,
        "divisions": queries.divisions_with_entries(found),
        "draws_lots": draws_lots(found),
        "facts": _facts(found),
        "being_made": [row for row in made if row.state in (TimetableState.WAITING, TimetableState.SOLVING)],
        "published": [row for row in made if row.state == TimetableState.PUBLISHED],
        "has_fixtures": found.divisions.filter(fixtures__isnull=False).exists(),
        "begun": queries.play_has_begun(found, now=request.now),
        "setup_next": _next_of(request, found),
    }
    return render(request, "league/seasons/season.html", context)


def _next_of(request: LeagueRequest, season: Season) -> tuple[Step, str] | None:
    """Return the next step of setting a season up with its address, until play begins; then None."""
    if season.hidden_at is not None or season.first_week <= request.now.astimezone(request.league.tz).date():
        return None
    setup = setup_of(season, now=request.now)
    return (setup.next, address_of(season, setup.next, setup)) if setup.next is not None else None


def _facts(season: Season) -> list[tuple[str, str]]:
    """Return how a season is run: its settings by name, but for those that its timetable has settled."""
    now, told = seasons.settings_of(season), in_groups(SeasonSettings).items()
    return [
        (one.fact, one.worded(getattr(now, name)))
        for name, one in told
        if one.fact and not (one.settled and season.published_at is not None)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def settings(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the settings of a season. POST changes them."""
    found = season_or_404(request, season)
    sent = request.POST if request.method == "POST" else None
    form = SettingsForm(seasons.settings_of(found), sent, fixed=found.published_at is not None)
    if request.method == "POST" and form.is_valid():
        try:
            seasons.change_settings(found, form.settings(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            messages.success(request, translated(N_("Saved.")))
            return redirect("season", slug=request.league.slug, season=found.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/seasons/season_settings.html", {"season": found, "form": form}, status=status)
