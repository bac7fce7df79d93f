"""A season set up step by step: a shape, the teams, the first evening, the divisions, the captains.

Each step is saved as soon as it is sent and leads on to the next; the page of all steps is where it is taken up again.
The timetable and its publishing are steps too, and have pages of their own.
"""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Changed, Invalid
from league.models import Entry, Season
from league.queries.leagues import every_season_of
from league.queries.seasons.divisions import evening_of
from league.queries.seasons.drafts import Setup, Step, captainless, lines_of_season, setup_of
from league.rules.shapes import SHAPES, night_of
from league.services.people.captains import invite_captains
from league.services.seasons.setup import drafts
from league.services.seasons.setup.entering import enter_teams
from league.services.seasons.setup.next_season import A_YEAR, like_last
from league.translation import N_, Text, translated
from league.web.problems import laid_on
from league.web.requests import LeagueRequest, in_league, of_slug, season_or_404
from league.web.seasons.setup.forms import LIKE, CaptainsForm, DealForm, PlanForm, StartForm, TeamsForm

PAGES = {"teams": "setup-teams", "plan": "setup-plan", "deal": "setup-deal", "captains": "setup-captains"}


def address_of(season: Season, step: Step, setup: Setup) -> str:
    of_season = {"slug": season.league.slug, "season": season.slug}
    row = setup.timetable
    if step.name in PAGES:
        return reverse(PAGES[step.name], kwargs=of_season)
    if row is None or (step.name == "timetable" and step.done and season.published_at is not None):
        return reverse("timetable-ask", kwargs=of_season)
    return reverse("timetable", kwargs={"slug": season.league.slug, "timetable": row.pk})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def start(request: LeagueRequest) -> HttpResponse:
    seasons = every_season_of(request.league)
    day = seasons[0].first_week + A_YEAR if seasons else request.now.astimezone(request.league.tz).date()
    form = StartForm(seasons, request.POST if request.method == "POST" else None, day=day)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            made = _started(request, said["name"], said["start"], seasons)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            return _onward(request, made)
    nights = [(f"{key}", shape, night_of(shape)) for key, shape in SHAPES.items()]
    like = [(f"{LIKE}{season.slug}", season) for season in seasons]
    context = {"form": form, "shapes": nights, "like": like, "chosen": form["start"].value()}
    return render(request, "league/seasons/setup_start.html", context, status=_status(request))


def _started(request: LeagueRequest, name: str, start: str, seasons: list[Season]) -> Season:
    if start.startswith(LIKE):
        last = of_slug(seasons, start.removeprefix(LIKE))
        first_day = last.first_week + A_YEAR
        return like_last(request.league, last, name, first_day, by=request.user, now=request.now)
    return drafts.start_season(request.league, name, start, by=request.user, now=request.now)


@require_safe
@in_league("season.make")
def steps(request: LeagueRequest, season: str) -> HttpResponse:
    """Show how far a season is set up, and each step's page."""
    found = season_or_404(request, season)
    setup = setup_of(found, now=request.now)
    lines = [(step, address_of(found, step, setup)) for step in setup.steps]
    context = {"season": found, "lines": lines, "next": next((one for one in lines if one[0] == setup.next), None)}
    return render(request, "league/seasons/setup.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def teams(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the teams of a draft as a list to type or paste. POST enters them."""
    found = _draft(request, season)
    sent = request.POST if request.method == "POST" else None
    form = TeamsForm(lines_of_season(found), sent, evening=evening_of(found))
    if request.method == "POST" and form.is_valid():
        lines, problems = form.lines()
        try:
            if problems:
                raise Invalid(problems)
            seen = form.cleaned_data["seen"] or None
            enter_teams(
                found, lines, evening=form.evening(), seen=seen, anyway=form.cleaned_data["anyway"],
                by=request.user, now=request.now,
            )  # fmt: skip
        except Invalid as refused:
            _at_lines(form, refused)
        except Changed as changed:
            form.add_error(None, translated(changed.message))
        else:
            return _onward(request, found, after="teams")
    divisions = found.divisions.order_by("order", "name")
    return _page(request, "setup_teams", found, form, divisions=divisions)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def plan(request: LeagueRequest, season: str) -> HttpResponse:
    found = _draft(request, season)
    divisions = list(found.divisions.order_by("order", "name"))
    form = PlanForm(found, divisions, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            found = drafts.plan_season(
                found, said["name"], said["first_day"], form.names(), by=request.user, now=request.now
            )
        except Invalid as refused:
            _at_lines(form, refused)
        else:
            return _onward(request, found, after="plan")
    return _page(request, "setup_plan", found, form)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def deal(request: LeagueRequest, season: str) -> HttpResponse:
    found = _draft(request, season)
    entries = list(Entry.objects.filter(season=found).select_related("team").order_by("team__name"))
    divisions = list(found.divisions.order_by("order", "name"))
    form = DealForm(entries, divisions, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            drafts.deal_teams(found, form.dealt(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            return _onward(request, found, after="deal")
    return _page(request, "setup_deal", found, form, divisions=divisions)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def captains(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the teams without a captain. POST invites those whose address is written."""
    found = season_or_404(request, season)
    form = CaptainsForm(captainless(found, now=request.now), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = invite_captains(request.league, form.asked(), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            if made:
                said = Text.plural("{n} captain is invited by mail.", "{n} captains are invited by mail.", len(made))
                messages.success(request, translated(said))
            return redirect("season-setup", slug=request.league.slug, season=found.slug)
    return _page(request, "setup_captains", found, form)


def _draft(request: LeagueRequest, slug: str) -> Season:
    """The draft that the address names, for a page that can change it.

    Raises:
        Http404: there is no such season.
        WrongState: it is published.
    """
    found = season_or_404(request, slug)
    drafts.require_draft(found)
    return found


def _onward(request: LeagueRequest, season: Season, *, after: str = "") -> HttpResponse:
    """Lead on to the step after one that was just taken: the next that is open, done or not, is not asked twice."""
    if after:
        messages.success(request, translated(N_("Saved.")))
    season.league = request.league
    setup = setup_of(season, now=request.now)
    if setup.next is None:
        return redirect("season-setup", slug=request.league.slug, season=season.slug)
    return redirect(address_of(season, setup.next, setup))


def _at_lines(form: Form, refused: Invalid) -> None:
    """Show problems at the field, each with the line that it is about."""
    for problem in refused.problems:
        said = translated(problem.message)
        if problem.where:
            place = translated(problem.where)
            said = translated(Text("{place}: {said}", place=place[:1].upper() + place[1:], said=said))
        form.add_error(problem.field if problem.field in form.fields else None, said)


def _page(request: LeagueRequest, template: str, season: Season, form: Form, **more: Any) -> HttpResponse:
    context = {"season": season, "form": form, **more}
    return render(request, f"league/seasons/{template}.html", context, status=_status(request))


def _status(request: LeagueRequest) -> int:
    return 422 if request.method == "POST" else 200
