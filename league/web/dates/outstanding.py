"""Fixtures still owed: the secretary sees why, tries a placing before it is done, and decides what no placing can."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import Fixture
from league.queries import leagues
from league.queries.dates.outstanding import outstanding_rounds, owed_fixture, preview_of, weeks_left
from league.queries.dates.postponements import moving_of, open_with_offers, requests_of
from league.rules import slots
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, Side
from league.services.dates import override
from league.services.dates.place import leave_owed, place_now
from league.services.results import decide as decisions
from league.translation import N_, Text
from league.web.forms import YEARS, problem_context, problems_of, read_number, read_reason, read_text, status_of
from league.web.requests import LeagueRequest, fixture_or_404, in_league, redirect_with


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("fixture.move")
def outstanding_fixtures(request: LeagueRequest) -> HttpResponse:
    """POST with do=try previews a placing, do=place does it."""
    season = leagues.current_season(request.league, now=request.now)
    do = request.POST.get("do", "")
    if request.method != "POST":
        return _list_page(request)
    if season is None or do not in ("try", "place"):
        return _list_page(request, problems=[Problem("do", N_("Choose whether to try a placing or to place."))])
    if do == "try":
        return _list_page(
            request, previews=preview_of(weeks_left(season, now=request.now), now=request.now), tried=True
        )
    placed = place_now(season, by=request.user, now=request.now)
    message = Text.plural(
        "{n} fixture placed. Both captains of each have been told.",
        "{n} fixtures placed. Both captains of each have been told.",
        n=placed,
    )
    return redirect_with(request, message if placed else N_("No fixture could be placed; each one shows why."), "owed")


def _list_page(request: LeagueRequest, problems: Sequence[Problem] = (), **more: Any) -> HttpResponse:
    season = leagues.current_season(request.league, now=request.now)
    rounds = outstanding_rounds(season, now=request.now) if season else []
    today = request.today
    left = [
        line
        for round_lines in rounds
        if round_lines.ends_on and today <= round_lines.ends_on
        for line in round_lines.lines
    ]
    waiting = any(not line.in_hand for line in left)
    requests = requests_of(season) if season else []
    context = {
        "season": season,
        "requests": requests,
        "rounds": rounds,
        "waiting": waiting,
        "today": today,
        "now": request.now,
        "problems": problems,
        **more,
    }
    return render(request, "league/dates/owed.html", context, status=422 if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("fixture.move")
def decide(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    if request.method != "POST":
        return _decide_page(request, fixture_row)
    try:
        said = _carry_out(request, fixture_row)
    except (Invalid, WrongState) as refused:
        return _decide_page(request, fixture_row, problems_of(refused), status=status_of(refused))
    return redirect_with(request, Text("{done} Both captains have been told.", done=said), "owed")


def _carry_out(request: LeagueRequest, fixture: Fixture) -> Text:
    """Do what was selected and return the message. Raises what the service raises, and Invalid where nothing was."""
    step = override.Override(
        read_reason(request.POST), read_number(request.POST, "seen"), by=request.user, now=request.now
    )
    do = request.POST.get("do", "")
    if do == "place":
        moved = override.move(fixture, _evening(request, step), step)
        day = slots.format_moment(moved.starts_at, request.league.tz)
        return Text("{fixture} is played on {day}.", fixture=str(fixture), day=day)
    if do in SIDES:
        side = SIDES[do]
        decisions.give_walkover(
            fixture, to=side, version=0, sequence=step.seen, reason=step.reason, by=step.by, now=step.now
        )
        return Text("{fixture} is awarded to {team}.", fixture=str(fixture), team=getattr(fixture, side).name)
    if do == "nothing":
        override.cancel(fixture, step)
        return Text("{fixture} will not be played; both sides get nothing.", fixture=str(fixture))
    if do == "leave":
        leave_owed(fixture, step)
        return Text("{fixture} stays on this list until you decide.", fixture=str(fixture))
    raise Invalid([Problem("do", N_("Choose what is to happen."), "do"), *_missing(step)])


SIDES: dict[str, Side] = {"award-home": HOME, "award-away": AWAY}


def _missing(step: override.Override) -> list[Problem]:
    return [] if step.reason else [Problem("no-reason", N_("Give the reason; both captains read it."), "reason")]


def _evening(request: LeagueRequest, step: override.Override) -> dt.datetime:
    """Read the selected evening. Raises Invalid where there is none."""
    try:
        chosen = dt.datetime.fromisoformat(read_text(request.POST, "evening", 40))
    except ValueError:
        chosen = None
    if chosen is None or chosen.tzinfo is None or chosen.year not in YEARS:
        raise Invalid([Problem("evening", N_("Choose one of the evenings."), "evening"), *_missing(step)])
    return chosen


def _decide_page(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    owed = owed_fixture(fixture, now=request.now)
    if owed is None:
        raise WrongState(
            problems[0].message if problems else N_("This fixture is not outstanding: it has a date or a result.")
        )
    evenings = slots.evenings(moving_of(fixture, now=request.now), now=request.now)
    context = {
        "fixture": fixture,
        "outstanding": owed,
        "open_request": open_with_offers(fixture),
        "allowed": [(evening.starts_at.isoformat(), evening) for evening in evenings if evening.allowed],
        "shut": [evening for evening in evenings if not evening.allowed],
        "form_values": {name: request.POST.get(name, "") for name in ("do", "evening", "reason")},
        **problem_context(problems),
    }
    return render(request, "league/dates/decide.html", context, status=status)
