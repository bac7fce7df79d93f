"""A season set up step by step: a shape, the teams, their players, when they play, the captains; an example night.

Each step is saved as soon as it is sent and leads on to the next. How a night is played, the timetable and its
publishing are steps too, and have pages of their own. Nothing of the example is ever written.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Changed, Invalid, NothingThere
from league.models import Division, Entry, Fixture, Player, Season, Team, Venue
from league.queries.domains import base_url_of
from league.queries.leagues import every_season_of
from league.queries.seasons.divisions import evening_of
from league.queries.seasons.drafts import (
    StepName,
    captainless,
    entries_of,
    lines_of_season,
    near_venues,
    registered_of,
    setup_of,
    shared_venues,
    values_stamp,
)
from league.queries.seasons.timetables import TimetableRequest, plan_values, usual
from league.rules.formats import terms
from league.rules.problems import Problem
from league.rules.shapes import SHAPES, night_of
from league.rules.sheet_checks import check
from league.rules.sheets import AWAY, HOME
from league.rules.team_lines import stamp
from league.rules.wording import spelt
from league.services.people.captains import invite_captains
from league.services.seasons import drafts
from league.services.seasons.drafts import A_YEAR, copy_season
from league.services.seasons.entries import enter_teams, merge_home_venues
from league.services.seasons.squads import enter_squads
from league.services.seasons.timetables import plan_timetable
from league.translation import N_, Text, translated
from league.web.forms import add_problems, merge_problems, read_text
from league.web.portability.loading import answers_of, asked_again
from league.web.portability.paper.typesetting import qr
from league.web.requests import LeagueRequest, form_data, in_league, of_slug, season_or_404
from league.web.results.sheet_form import Filled, fields_from, sheet_form
from league.web.seasons.setup_forms import (
    HOW_OFTEN,
    LIKE,
    CaptainsForm,
    DealForm,
    HomesForm,
    PlanForm,
    PlayersForm,
    StartForm,
    TeamsForm,
)
from league.web.seasons.steps import (
    HOW_YOU_PLAY,
    address_of,
    progress_of,
    redirect_to_next_step,
    show_theirs,
)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def start(request: LeagueRequest) -> HttpResponse:
    seasons = every_season_of(request.league)
    day = seasons[0].first_week + A_YEAR if seasons else request.today
    form = StartForm(seasons, form_data(request), day=day)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = _start_season(request, data["name"], data["start"], seasons)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_to_next_step(request, made)
    nights = [(f"{key}", shape, night_of(shape)) for key, shape in SHAPES.items()]
    like = [(f"{LIKE}{season.slug}", season) for season in seasons]
    context = {
        "form": form, "shapes": nights, "like": like, "chosen": form["start"].value(), "progress": HOW_YOU_PLAY,
    }  # fmt: skip
    return render(request, "league/seasons/setup_start.html", context, status=_status(request))


def _start_season(request: LeagueRequest, name: str, start: str, seasons: list[Season]) -> Season:
    if start.startswith(LIKE):
        last = of_slug(seasons, start.removeprefix(LIKE))
        first_day = last.first_week + A_YEAR
        return copy_season(request.league, last, name, first_day, by=request.user, now=request.now)
    return drafts.start_season(request.league, name, start, by=request.user, now=request.now)


@require_safe
@in_league("season.make")
def steps(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    setup = setup_of(season_row, now=request.now)
    lines = [(step, address_of(season_row, step, setup)) for step in setup.steps]
    context = {
        "season": season_row,
        "lines": lines,
        "next": next((line for line in lines if line[0] == setup.next), None),
    }
    return render(request, "league/seasons/setup.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def teams(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = _draft(request, season)
    stored, divisions = lines_of_season(season_row), list(season_row.divisions.order_by("order", "name"))
    names = [division.name for division in divisions]
    form = TeamsForm(stored, form_data(request), evening=evening_of(season_row), divisions=names)
    theirs = None
    if request.method == "POST":
        wrong = [Problem("form", str(message), name) for name, found in form.errors.items() for message in found]
        lines, problems = form.lines()
        data = form.cleaned_data
        try:
            enter_teams(
                season_row, lines, evening=form.evening(), divisions=form.division_names(),
                seen=data.get("seen") or None, anyway=data.get("anyway", False), refused=[*wrong, *problems],
                by=request.user, now=request.now,
            )  # fmt: skip
        except Invalid as refused:
            _add_problems_by_line(form, refused)
        except Changed as changed:
            theirs = [str(line) for line in stored]
            show_theirs(form, changed, stamp(stored))
        else:
            return redirect("setup-homes", slug=request.league.slug, season=season_row.slug)
    return _page(request, "teams", season_row, form, divisions=divisions, theirs=theirs)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def homes(request: LeagueRequest, season: str) -> HttpResponse:
    """Read the teams back, and ask about venues that may be the same."""
    season_row = _draft(request, season)
    entries = entries_of(season_row)
    if not entries:
        return redirect("setup-teams", slug=request.league.slug, season=season_row.slug)
    form = HomesForm(near_venues(season_row), form_data(request))
    if request.method == "POST" and form.is_valid():
        merge_home_venues(season_row, form.merged_venues(), by=request.user, now=request.now)
        season_row.refresh_from_db()
        setup = setup_of(season_row, now=request.now)
        waiting = setup.next is not None and setup.next.name in ("night", "teams", "deal")
        if waiting:
            return redirect_to_next_step(request, season_row)
        return redirect("setup-players", slug=request.league.slug, season=season_row.slug)
    early = [entry for entry in entries if entry.start_time.hour < NOON]
    shared = shared_venues(entries)
    return _page(request, "teams", season_row, form, page="homes", entries=entries, shared=shared, early=early)


NOON = 12


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def players(request: LeagueRequest, season: str) -> HttpResponse:
    """Read a list of players back, ask about names that may be known, and save it. The step may be left out."""
    season_row = _draft(request, season)
    teams = [entry.team.name for entry in entries_of(season_row)]
    form = PlayersForm(teams, form_data(request))
    do = read_text(request.POST, "do")
    people = answers_of(request.POST)
    more: dict[str, Any] = asked_again(people)
    if do != "change" and request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            squads = enter_squads(
                season_row, data["players"], team=data["team"], people=people, check_only=do != "save",
                by=request.user, now=request.now,
            )  # fmt: skip
        except Invalid as refused:
            more = asked_again(people, refused)
            if not more["questions"]:
                _add_problems_by_line(form, refused)
        else:
            count = sum(map(len, squads.values()))
            if do == "save":
                told = Text.plural("{n} player is registered.", "{n} players are registered.", count)
                messages.success(request, translated(told))
                return redirect("setup-players", slug=request.league.slug, season=season_row.slug)
            more |= {"squads": squads, "count": count}
    return _page(request, "players", season_row, form, registered=registered_of(season_row), **more)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def plan(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    drafts.require_unplayed(season_row)
    asked = replace(usual(season_row), limit=SOON)
    form = PlanForm(season_row, asked, form_data(request))
    theirs = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        wanted = replace(asked, rounds=data["rounds"], no_play=data["no_play"])
        try:
            row = plan_timetable(
                season_row, data["first_day"], data["last_day"], wanted, seen=data["seen"] or None, by=request.user,
                now=request.now,
            )  # fmt: skip
        except Invalid as refused:
            add_problems(form, refused.problems)
        except Changed as changed:
            theirs = _plan_lines(season_row, usual(season_row))
            show_theirs(form, changed, values_stamp(plan_values(season_row)))
        else:
            return redirect("timetable", slug=request.league.slug, timetable=row.pk)
    return _page(request, "plan", season_row, form, theirs=theirs)


# Seconds for which the first timetable is looked for: another can be asked for with more.
SOON = 10


def _plan_lines(season: Season, asked: TimetableRequest) -> list[Text]:
    lines = [
        Text("First week: {day}", day=spelt(season.first_week)),
        Text("Every two teams meet: {often}", often=f"{HOW_OFTEN.get(asked.rounds, asked.rounds)}"),
    ]
    if season.play_until:
        lines.append(Text("Last evening: {day}", day=spelt(season.play_until)))
    if asked.no_play:
        lines.append(Text("Weeks off: {days}", days=Text.joined(", ", map(spelt, sorted(asked.no_play)))))
    return lines


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def deal(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = _draft(request, season)
    entries = list(Entry.objects.filter(season=season_row).select_related("team").order_by("team__name"))
    divisions = list(season_row.divisions.order_by("order", "name"))
    form = DealForm(entries, divisions, form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            drafts.deal_teams(season_row, form.dealt(), by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_to_next_step(request, season_row, after="deal")
    return _page(request, "deal", season_row, form, divisions=divisions)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def captains(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    form = CaptainsForm(captainless(season_row, now=request.now), form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = invite_captains(request.league, form.addresses(), by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            if made:
                messages.success(
                    request,
                    translated(
                        Text.plural("{n} captain is invited by mail.", "{n} captains are invited by mail.", len(made))
                    ),
                )
            return redirect("season-setup", slug=request.league.slug, season=season_row.slug)
    here = base_url_of(request.league, request.build_absolute_uri("/"))
    public = here + reverse("league", kwargs={"slug": request.league.slug})
    return _page(
        request,
        "captains",
        season_row,
        form,
        public=public,
        qr=qr(public),
        chat=_chat_text(request, season_row, public),
    )


def _chat_text(request: LeagueRequest, season: Season, public: str) -> str:
    """Return what a secretary pastes into a chat of captains."""
    text = Text(
        "{league}, {season}: fixtures, results and tables are at {address}. Captains get a mail with a link to sign "
        "in; after each match, enter the result there.",
        league=request.league.name, season=season.name, address=public,
    )  # fmt: skip
    return translated(text)


def _draft(request: LeagueRequest, slug: str) -> Season:
    """Raises Http404 where there is no such season, WrongState where it is published."""
    season = season_or_404(request, slug)
    drafts.require_draft(season)
    return season


def _add_problems_by_line(form: Form, refused: Invalid) -> None:
    for problem in refused.problems:
        text = translated(problem.message)
        if problem.where:
            place = translated(problem.where)
            text = translated(Text("{place}: {said}", place=place[:1].upper() + place[1:], said=text))
        field = problem.field if problem.field in form.fields else None
        if text not in form.errors.get(field or NON_FIELD_ERRORS, []):
            form.add_error(field, text)


def _page(
    request: LeagueRequest, step: StepName, season: Season, form: Form, *, page: str = "", **more: Any
) -> HttpResponse:
    context = {"season": season, "form": form, "progress": progress_of(season, step), **more}
    status = 200 if "squads" in more else _status(request)
    return render(request, f"league/seasons/setup_{page or step}.html", context, status=status)


def _status(request: LeagueRequest) -> int:
    return 422 if request.method == "POST" else 200


MADE_UP = (N_("The Home Team"), N_("The Visitors"))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def example(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the sheet of an example night. POST adds it up and says what it would come to; nothing is kept."""
    season_row = season_or_404(request, season)
    divisions = list(season_row.divisions.select_related("season__league").order_by("order", "name"))
    if not divisions:
        raise NothingThere(N_("There is no such page."))
    wanted = request.GET.get("division", "")
    division = of_slug(divisions, wanted) if wanted else divisions[0]
    fixture, squads = _example_fixture(season_row, division)
    filled = Filled(fixture, fields_from(request.POST))
    problems, told = _check_example(filled, squads) if request.method == "POST" else ([], None)
    form = sheet_form(filled, squads=squads, problems=problems)
    context = {
        "season": season_row, "division": division, "divisions": divisions, "form": form, "problems": problems,
        "outcome_text": told,
    }  # fmt: skip
    return render(request, "league/seasons/setup_example.html", context, status=422 if problems else 200)


def _example_fixture(season: Season, division: Division) -> tuple[Fixture, tuple[list[Player], list[Player]]]:
    """A fixture of two teams with as many players as a night needs; none of it is stored."""
    names = [line.name for line in lines_of_season(season)][:2]
    home, away = names if len(names) == 2 else [translated(name) for name in MADE_UP]
    fixture = Fixture(division=division, home=Team(name=home), away=Team(name=away), venue=Venue(name=home))
    needed = terms(division).players_needed()
    squads = tuple(
        [Player(pk=first + n, name=translated(Text("Player {n}", n=n))) for n in range(1, needed + 1)]
        for first in (0, 1000)
    )
    return fixture, (squads[0], squads[1])


def _check_example(filled: Filled, squads: tuple[list[Player], list[Player]]) -> tuple[list[Problem], Text | None]:
    division, sheet = filled.fixture.division, filled.sheet
    played = terms(division)
    home, away = ({player.pk: player.name for player in squad} for squad in squads)
    problems = merge_problems(filled.unreadable, check(sheet, played, home_squad=home, away_squad=away))
    if problems:
        return problems, None
    return [], Text(
        "{home} – {away}: {home_games}–{away_games} in games, {home_matches}–{away_matches} in matches.",
        home=filled.fixture.home.name,
        away=filled.fixture.away.name,
        home_games=sheet.games(HOME),
        away_games=sheet.games(AWAY),
        home_matches=sheet.matches_won(HOME, by=played),
        away_matches=sheet.matches_won(AWAY, by=played),
    )
