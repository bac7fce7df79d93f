"""The pages on which two captains agree on a new date, and the secretary gives one."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import FixtureState, PostponementState
from league.errors import Invalid, WrongState
from league.models import Fixture, Venue
from league.queries.dates.postponements import (
    PostponementView,
    by_committee,
    dates_of,
    moving_of,
    open_with_offers,
    venues_of,
)
from league.queries.teams import withdrawn_of
from league.rules import slots
from league.rules.problems import Problem
from league.services.dates import checks, override
from league.services.dates import postpone as postponements
from league.translation import N_, Text, translated
from league.web.dates.slot_forms import blank_slots, in_their_places, marked, read_slots, weeks_of
from league.web.form_fields import LONGEST_DAY, read_choice, read_moment, read_number, read_reason, typed
from league.web.problems import wrong
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league


def _redirect_with(request: LeagueRequest, fixture: Fixture, said: Text) -> HttpResponse:
    messages.success(request, translated(said))
    return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)


def _typed_fields(request: LeagueRequest, *names: str) -> dict[str, str]:
    return {name: typed(request.POST.get(name, ""), 2000) for name in names}


def _dates(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem]
) -> tuple[slots.Moving, dict[str, Any]]:
    """The three places for dates and the evenings to choose from, filled in as they were sent."""
    moving = moving_of(fixture, now=request.now)
    fields = read_slots(request.POST, request.league.tz)[0] if "slot-1" in request.POST else blank_slots(moving.start)
    found = slots.evenings(moving, now=request.now)
    weeks = weeks_of(moving, found, [field.day for field in fields])
    best = slots.best(found, count=3)
    said = {"best": best, "until": moving.until, "placed": moving.is_placed}
    return moving, {"slots": marked(fields, problems), "weeks": weeks, **said}


def _offering(
    request: LeagueRequest,
    fixture: Fixture,
    call: Callable[[list[dt.datetime]], object],
    missing: Iterable[Problem] = (),
) -> None:
    """Call the service with the dates that were sent.

    Args:
        missing: what is wrong besides the dates; told with them where a date cannot be read.

    Raises:
        Invalid: with what cannot be read, or whatever the service says, each at the place that it is about.
    """
    _, moments, unreadable = read_slots(request.POST, request.league.tz)
    dates = list(moments.values())
    try:
        if unreadable:
            moving = moving_of(fixture, now=request.now)
            raise Invalid([*missing, *checks.problems_of_dates(moving, dates, now=request.now)])
        call(dates)
    except Invalid as refused:
        raise Invalid([*unreadable, *in_their_places(refused.problems, list(moments))]) from refused


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def postpone(request: LeagueRequest, fixture: int) -> HttpResponse:
    found = fixture_or_404(request, fixture)
    allow(request, "postponement.ask", found)
    if request.method != "POST":
        if open_with_offers(found) is not None:
            return redirect("answer", slug=request.league.slug, fixture=found.pk)
        checks.open_to_change(found)
        return _postpone_page(request, found, ())
    words = {"reason": read_reason(request.POST), "short_notice": typed(request.POST.get("short_notice", ""), 2000)}
    missing = checks.problems_of_words(found, **words, now=request.now)
    try:
        _offering(
            request,
            found,
            lambda dates: postponements.request(found, slots=dates, **words, by=request.user, now=request.now),
            missing,
        )
    except Invalid as refused:
        return _postpone_page(request, found, refused.problems)
    if by_committee(found):
        return _redirect_with(
            request, found, N_("Asked. The secretary has been told; the fixture keeps its date until then.")
        )
    said = N_("Asked. The other captain has been told; the fixture keeps its date until you agree.")
    return _redirect_with(request, found, said)


def _postpone_page(request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem]) -> HttpResponse:
    moving, dates = _dates(request, fixture, problems)
    checks.require_not_begun(fixture, moving, now=request.now)
    context = {
        "fixture": fixture,
        "committee": by_committee(fixture),
        "short": checks.comes_late(fixture, now=request.now),
        "notice_until": checks.short_notice_from(fixture),
        "sent": _typed_fields(request, "reason", "short_notice"),
        "last_week": moving.last_week,
        **dates,
        **wrong(problems),
    }
    return render(request, "league/dates/postpone.html", context, status=422 if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def answer(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Show a postponement request. POST agrees, with a date or without; offers others; refuses; or withdraws it."""
    found = fixture_or_404(request, fixture)
    allow(request, "postponement.ask", found)
    if request.method != "POST":
        return _answer_page(request, found)
    act = ANSWERS.get(request.POST.get("do", ""))
    try:
        if act is None:
            raise Invalid([Problem("do", N_("Choose what to answer."), "")])
        return _redirect_with(request, found, act(request, found))
    except Invalid as refused:
        return _answer_page(request, found, refused.problems, status=422)
    except WrongState as late:
        # Where it is over the page below has nothing to show, and says what came of it.
        return _answer_page(request, found, [Problem(late.code, late.message, late.field)], status=409)


def _agree(request: LeagueRequest, fixture: Fixture) -> Text:
    chosen = _read_slot(request)
    seen = read_number(request.POST, "seen")
    done = postponements.agree(fixture, chosen, seen=seen, by=request.user, now=request.now)
    day = slots.format_moment(done.starts_at or chosen, request.league.tz)
    return Text("Agreed: {day}. Both teams have been told.", day=day)


def _read_slot(request: LeagueRequest) -> dt.datetime:
    try:
        chosen = dt.datetime.fromisoformat(request.POST.get("slot", ""))
    except ValueError:
        chosen = None
    if chosen is None or chosen.tzinfo is None:
        raise Invalid([Problem("no-date", N_("Choose one of the dates that are offered."), "slot")])
    return chosen


def _counter(request: LeagueRequest, fixture: Fixture) -> Text:
    seen = read_number(request.POST, "seen")
    _offering(
        request,
        fixture,
        lambda dates: postponements.counter(fixture, slots=dates, seen=seen, by=request.user, now=request.now),
    )
    if by_committee(fixture):
        return N_("Sent. The secretary has been told when you can play.")
    return N_("Sent. The other captain has been told of your dates.")


def _agree_without_date(request: LeagueRequest, fixture: Fixture) -> Text:
    seen = read_number(request.POST, "seen")
    postponements.agree_without_date(fixture, seen=seen, by=request.user, now=request.now)
    moving = moving_of(fixture, now=request.now)
    if not moving.is_placed:
        until = slots.format_day(moving.until)
        return Text("Postponed, without a date yet. Agree on one by {day}; nobody sets a date for you.", day=until)
    return N_("Postponed, without a date yet. You can still agree on one; otherwise it is placed in the catch-up week.")


def _refuse(request: LeagueRequest, fixture: Fixture) -> Text:
    seen = read_number(request.POST, "seen")
    postponements.refuse(fixture, reason=read_reason(request.POST), seen=seen, by=request.user, now=request.now)
    return N_("Refused. The fixture keeps its date; the other captain has been told.")


def _withdraw(request: LeagueRequest, fixture: Fixture) -> Text:
    postponements.withdraw(fixture, by=request.user, now=request.now)
    return N_("Withdrawn. The fixture keeps its date.")


ANSWERS = {"agree": _agree, "counter": _counter, "owe": _agree_without_date, "refuse": _refuse, "withdraw": _withdraw}


def _answer_page(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    asked = open_with_offers(fixture)
    if asked is None:
        checks.open_to_change(fixture)
        raise WrongState(problems[0].message if problems else checks.what_came_of(fixture))
    moving, dates = _dates(request, fixture, problems)
    context = {
        "fixture": fixture,
        "asked": asked,
        "offered": _offered(request, asked, moving),
        "mine": _may_answer(request, asked),
        "committee": by_committee(fixture),
        "own": may(request.grants, "postponement.withdraw", asked.postponement),
        "owed": asked.postponement.state == PostponementState.OWED,
        "sent": _typed_fields(request, "reason", "slot", "do"),
        **dates,
        **wrong(problems),
    }
    return render(request, "league/dates/answer.html", context, status=status)


def _may_answer(request: LeagueRequest, asked: PostponementView) -> bool:
    if asked.on_the_table is None or by_committee(asked.postponement.fixture):
        return False
    return may(request.grants, "postponement.answer", asked.on_the_table)


def _offered(request: LeagueRequest, asked: PostponementView, moving: slots.Moving) -> list[tuple[str, slots.Evening]]:
    """The dates on the table as the form sends them, each judged as things stand now."""
    dates = dates_of(asked.on_the_table)
    return [(date.isoformat(), slots.judge(moving, date, now=request.now)) for date in dates]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("fixture.move")
def move(request: LeagueRequest, fixture: int) -> HttpResponse:
    found = fixture_or_404(request, fixture)
    if request.method != "POST":
        return _move_page(request, found)
    act = STEPS.get(request.POST.get("do", ""))
    seen = read_number(request.POST, "seen")
    step = override.Override(read_reason(request.POST), seen, request.user, request.now)
    try:
        if act is None:
            raise Invalid([Problem("do", N_("Choose what is to happen."), "do")])
        return _redirect_with(request, found, act(request, found, step))
    except Invalid as refused:
        return _move_page(request, found, refused.problems, status=422)
    except WrongState as late:
        return _move_page(request, found, [Problem(late.code, late.message)], status=409)


def _step_move(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    sent = request.POST
    day, time = typed(sent.get("date", ""), LONGEST_DAY), typed(sent.get("time", ""), LONGEST_DAY)
    starts_at = read_moment(day, time, request.league.tz)
    if starts_at is None:
        missing = [] if step.reason else [Problem("no-reason", N_("Give the reason; both captains read it."), "reason")]
        raise Invalid([Problem("date", N_("Give a date and a time such as 20:00."), "date"), *missing])
    return _moved(request, override.move(fixture, starts_at, step, venue=_venue(request), anyway="anyway" in sent))


def _venue(request: LeagueRequest) -> Venue | None:
    """The venue that was chosen, if any.

    Raises:
        Invalid: the league has none of that number.
    """
    chosen = read_choice(request.POST, "venue")
    if chosen is None:
        return None
    found = next((venue for venue in venues_of(request.league) if venue.pk == chosen), None)
    if found is None:
        raise Invalid([Problem("venue", N_("Choose a venue from the list."), "venue")])
    return found


def _moved(request: LeagueRequest, fixture: Fixture) -> Text:
    day = slots.format_moment(fixture.starts_at, request.league.tz)
    return Text("Moved to {day}. Both captains have been told.", day=day)


def _step_back(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    back = override.move(fixture, fixture.original_starts_at, step, anyway="anyway" in request.POST)
    return _moved(request, back)


def _step_refuse(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    override.refuse(fixture, step)
    return N_("Refused. The fixture keeps its date; both captains have been told.")


def _step_put_off(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    override.leave_undated(fixture, step, side=typed(request.POST.get("side", ""), LONGEST_DAY))
    return N_("Postponed, without a date yet. Both captains have been told.")


def _step_cancel(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    override.cancel(fixture, step)
    return N_("Cancelled. Both captains have been told.")


STEPS = {
    "move": _step_move,
    "back": _step_back,
    "refuse": _step_refuse,
    "owe": _step_put_off,
    "cancel": _step_cancel,
}


def _usual(asked: PostponementView | None, moving: slots.Moving, now: dt.datetime) -> dict[str, str]:
    """Return the likeliest date for the secretary: the first on which captains said they can play, if it is free."""
    usual = {"time": f"{moving.start:%H:%M}", "do": "move"}
    dates = [date for offer in (asked.offers if asked else ()) for date in offer.dates]
    free = (date.astimezone(moving.tz) for date in dates if slots.judge(moving, date, now=now).allowed)
    first = next(free, None)
    return usual if first is None else {**usual, "date": f"{first:%Y-%m-%d}", "time": f"{first:%H:%M}"}


def _move_page(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    asked = open_with_offers(fixture)
    moving = moving_of(fixture, now=request.now)
    usual = {} if request.method == "POST" else _usual(asked, moving, request.now)
    context = {
        "fixture": fixture,
        "asked": asked,
        "committee": asked is not None and by_committee(fixture),
        "requested": asked is not None and asked.postponement.state == PostponementState.REQUESTED,
        "venues": venues_of(request.league),
        "best": slots.best(slots.evenings(moving, now=request.now), count=6),
        "sent": {**_typed_fields(request, "do", "reason", "date", "time", "venue", "side", "anyway"), **usual},
        **wrong(problems),
    }
    if fixture.state == FixtureState.CANCELLED:
        context["withdrawn"] = withdrawn_of(fixture)
    context["breaks_rules"] = any(problem.code == "anyway" for problem in problems)
    return render(request, "league/dates/move.html", context, status=status)
