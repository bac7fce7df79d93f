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
from league.queries.results.sheets import is_played
from league.queries.seasons import timetables as queries
from league.queries.seasons.divisions import without_fixtures
from league.queries.seasons.drafts import Step, setup_of
from league.queries.standings.decisions import draws_lots, plays_off
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, in_groups
from league.services.portability.imports import HEADINGS
from league.services.portability.waiting_files import delete_files
from league.services.seasons import seasons
from league.translation import Text, translated
from league.web.fresh_sign_in import fresh_to
from league.web.portability.loading import FILES_LOST, asked_again, by_file, read_sent
from league.web.portability.typed_season import TypedSeason
from league.web.requests import LeagueRequest, in_league, season_or_404
from league.web.seasons.setup.steps import address_of
from league.web.seasons.starts import post_starts, starts_context


@require_safe
@in_league("season.make")
def every(request: LeagueRequest) -> HttpResponse:
    """Drafts too."""
    return render(request, "league/seasons/seasons.html", {"lines": queries.seasons_of(request.league)})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
@fresh_to(lost=FILES_LOST)
def make(request: LeagueRequest) -> HttpResponse:
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
    said = Text("{season} is a draft now; nobody else sees it until you publish its timetable.", season=season.name)
    messages.success(request, translated(said))
    return redirect("season", slug=request.league.slug, season=season.slug)


def _make_page(
    request: LeagueRequest, typed: TypedSeason, problems: Sequence[Problem] = (), **more: Any
) -> HttpResponse:
    headings = {name: HEADINGS[name] for name in seasons.DRAFT_FILES}
    context = {"headings": headings, "problems": problems, "by_file": by_file(problems), "typed": typed, **more}
    status = 422 if problems or typed.errors else 200
    return render(request, "league/seasons/season_new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def desk(request: LeagueRequest, season: str) -> HttpResponse:
    """A season: what is to be done with it next, its timetables, its teams. POST changes when fixtures start."""
    found = season_or_404(request, season)
    made = list(found.timetables.exclude(state=TimetableState.DISCARDED).defer("made").select_related("asked_by"))
    divisions = queries.divisions_with_entries(found)
    starts = starts_context(request, found, divisions)
    if request.method == "POST" and (answer := post_starts(request, found, starts["starts_form"])) is not None:
        return answer
    playing = [one for division in divisions for one in division.entries.all() if one.withdrawn_on is None]
    context: dict[str, Any] = {
        "season": found,
        "timetables": made,
        "divisions": divisions,
        "without_fixtures": without_fixtures(playing) if found.published_at is not None else (),
        "draws_lots": draws_lots(found),
        "plays_off": plays_off(found),
        "facts": _facts(found),
        "being_made": [row for row in made if row.state in (TimetableState.WAITING, TimetableState.SOLVING)],
        "published": [row for row in made if row.state == TimetableState.PUBLISHED],
        "has_fixtures": found.divisions.filter(fixtures__isnull=False).exists(),
        "begun": queries.play_has_begun(found, now=request.now),
        "setup_next": _next_of(request, found),
        **starts,
    }
    status = 422 if starts["starts_form"].errors else 200
    return render(request, "league/seasons/season.html", context, status=status)


def _next_of(request: LeagueRequest, season: Season) -> tuple[Step, str] | None:
    """Return the next step of setting a season up with its address, until it is played; then None."""
    begun = season.first_week <= request.now.astimezone(request.league.tz).date()
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
