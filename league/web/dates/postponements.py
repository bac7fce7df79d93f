"""The pages on which two captains agree on a new date, and the secretary gives one.

A request has three places for a date, each a day from a list (``slot-1``) and an hour (``slot-1-time``); the secretary
types a day (``date``) and an hour (``time``). What was typed stays in its place, also where it cannot be read.
"""

import datetime as dt
import zoneinfo
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
from league.rules.slots import Evening, Moving, format_day
from league.rules.wording import day_of_year
from league.services.dates import checks, override
from league.services.dates import postpone as postponements
from league.translation import N_, Text, translated
from league.web.forms import (
    LONGEST_DAY,
    problem_context,
    problems_of,
    read_choice,
    read_moment,
    read_number,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with

PLACES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class SlotField:
    number: int
    day: str
    time: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Week:
    label: Text
    options: tuple[tuple[str, Text], ...]
    shut: tuple[Evening, ...]


def blank_slots(start: dt.time) -> list[SlotField]:
    return [SlotField(number, "", f"{start:%H:%M}") for number in PLACES]


def read_slots(
    sent: Mapping[str, str], tz: zoneinfo.ZoneInfo
) -> tuple[list[SlotField], dict[int, dt.datetime], list[Problem]]:
    """The places as they were filled in, the moment of each that names one, and what cannot be read."""
    fields, moments, problems = [], {}, []
    for number in PLACES:
        day = read_text(sent, f"slot-{number}", LONGEST_DAY)
        time = read_text(sent, f"slot-{number}-time", LONGEST_DAY)
        fields.append(SlotField(number, day, time))
        if not day:
            continue
        moment = read_moment(day, time, tz)
        if moment is None:
            problems.append(
                Problem("date", N_("Choose a day from the list and a time such as 20:00."), f"slot-{number}")
            )
        else:
            moments[number] = moment
    return fields, moments, problems


def in_their_places(problems: Iterable[Problem], places: Sequence[int]) -> list[Problem]:
    """Problems with the first, second … date, each at the place where that date was filled in."""
    by_name = {f"slot-{order}": f"slot-{place}" for order, place in enumerate(places, start=1)}
    return [replace(p, field=by_name.get(p.field, p.field)) for p in problems]


def marked(fields: Iterable[SlotField], problems: Sequence[Problem]) -> list[SlotField]:
    return [
        replace(f, problems=tuple(translated(p.message) for p in problems if p.field == f"slot-{f.number}"))
        for f in fields
    ]


def weeks_of(moving: Moving, evenings: Iterable[Evening], chosen: Iterable[str] = ()) -> list[Week]:
    kept = set(chosen)
    by_week: dict[dt.date, list[Evening]] = {}
    for evening in evenings:
        by_week.setdefault(evening.date - dt.timedelta(days=evening.date.weekday()), []).append(evening)
    return [
        Week(
            label=_label(moving, monday),
            options=tuple(
                (e.date.isoformat(), _option(moving, e)) for e in week if e.allowed or e.date.isoformat() in kept
            ),
            shut=tuple(evening for evening in week if not evening.allowed),
        )
        for monday, week in by_week.items()
    ]


def _label(moving: Moving, monday: dt.date) -> Text:
    week, day = moving.week_of(monday), day_of_year(monday)
    if week is None or week.kind == "no-play":
        return Text("No play, week of {day}", day=day)
    if week.kind == "catch-up":
        return Text("Week {number} (catch-up), from {day}", number=week.number, day=day)
    return Text("Week {number}, from {day}", number=week.number, day=day)


def _option(moving: Moving, evening: Evening) -> Text:
    day = format_day(evening.date)
    if not evening.allowed:
        return Text("{day} (unavailable)", day=day)
    return Text("{day} – home night", day=day) if evening.date.weekday() == moving.night else day


def _redirect_with(request: LeagueRequest, fixture: Fixture, said: Text) -> HttpResponse:
    return redirect_with(request, said, "fixture", fixture=fixture.pk)


def _typed_fields(request: LeagueRequest, *names: str) -> dict[str, str]:
    return {name: read_text(request.POST, name, 2000) for name in names}


def _dates(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem]
) -> tuple[slots.Moving, dict[str, Any]]:
    moving = moving_of(fixture, now=request.now)
    fields = read_slots(request.POST, request.league.tz)[0] if "slot-1" in request.POST else blank_slots(moving.start)
    evenings = slots.evenings(moving, now=request.now)
    weeks = weeks_of(moving, evenings, [field.day for field in fields])
    best = slots.best(evenings, count=3)
    params = {"best": best, "latest_day": moving.until, "placed": moving.is_placed}
    return moving, {"slots": marked(fields, problems), "weeks": weeks, **params}


def _offering(
    request: LeagueRequest,
    fixture: Fixture,
    call: Callable[[list[dt.datetime]], object],
    missing: Iterable[Problem] = (),
) -> None:
    """Call the service with the dates that were sent.

    Raises:
        Invalid: with unreadable dates and the `missing` problems besides, or as the service, each at its place.
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
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "postponement.ask", fixture_row)
    if request.method != "POST":
        if open_with_offers(fixture_row) is not None:
            return redirect("answer", slug=request.league.slug, fixture=fixture_row.pk)
        checks.require_open_to_change(fixture_row)
        return _postpone_page(request, fixture_row, ())
    words = {"reason": read_reason(request.POST), "short_notice": read_text(request.POST, "short_notice", 2000)}
    missing = checks.problems_of_words(fixture_row, **words, now=request.now)
    try:
        _offering(
            request,
            fixture_row,
            lambda dates: postponements.request(fixture_row, slots=dates, **words, by=request.user, now=request.now),
            missing,
        )
    except Invalid as refused:
        return _postpone_page(request, fixture_row, refused.problems)
    if by_committee(fixture_row):
        return _redirect_with(
            request, fixture_row, N_("Asked. The secretary has been told; the fixture keeps its date until then.")
        )
    message = N_("Asked. The other captain has been told; the fixture keeps its date until you agree.")
    return _redirect_with(request, fixture_row, message)


def _postpone_page(request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem]) -> HttpResponse:
    moving, dates = _dates(request, fixture, problems)
    checks.require_not_begun(fixture, moving, now=request.now)
    context = {
        "fixture": fixture,
        "committee": by_committee(fixture),
        "short": checks.is_short_notice(fixture, now=request.now),
        "notice_until": checks.short_notice_from(fixture),
        "form_values": _typed_fields(request, "reason", "short_notice"),
        "last_week": moving.last_week,
        **dates,
        **problem_context(problems),
    }
    return render(request, "league/dates/postpone.html", context, status=422 if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def answer(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Show a postponement request. POST agrees, with a date or without; offers others; refuses; or withdraws it."""
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "postponement.ask", fixture_row)
    if request.method != "POST":
        return _answer_page(request, fixture_row)
    act = ANSWERS.get(request.POST.get("do", ""))
    try:
        if act is None:
            raise Invalid([Problem("do", N_("Choose what to answer."), "")])
        return _redirect_with(request, fixture_row, act(request, fixture_row))
    except Invalid as refused:
        return _answer_page(request, fixture_row, refused.problems, status=422)
    except WrongState as late:
        # Where it is over the page below has nothing to show, and says what came of it.
        return _answer_page(request, fixture_row, [Problem(late.code, late.message, late.field)], status=409)


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
    open_request = open_with_offers(fixture)
    if open_request is None:
        checks.require_open_to_change(fixture)
        raise WrongState(problems[0].message if problems else checks.describe_outcome(fixture))
    moving, dates = _dates(request, fixture, problems)
    context = {
        "fixture": fixture,
        "open_request": open_request,
        "offered_dates": _offered(request, open_request, moving),
        "may_answer": _may_answer(request, open_request),
        "committee": by_committee(fixture),
        "may_withdraw": may(request.grants, "postponement.withdraw", open_request.postponement),
        "without_date": open_request.postponement.state == PostponementState.OWED,
        "form_values": _typed_fields(request, "reason", "slot", "do"),
        **dates,
        **problem_context(problems),
    }
    return render(request, "league/dates/answer.html", context, status=status)


def _may_answer(request: LeagueRequest, open_request: PostponementView) -> bool:
    if open_request.on_the_table is None or by_committee(open_request.postponement.fixture):
        return False
    return may(request.grants, "postponement.answer", open_request.on_the_table)


def _offered(
    request: LeagueRequest, open_request: PostponementView, moving: slots.Moving
) -> list[tuple[str, slots.Evening]]:
    dates = dates_of(open_request.on_the_table)
    return [(date.isoformat(), slots.judge(moving, date, now=request.now)) for date in dates]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("fixture.move")
def move(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    if request.method != "POST":
        return _move_page(request, fixture_row)
    act = STEPS.get(request.POST.get("do", ""))
    seen = read_number(request.POST, "seen")
    step = override.Override(read_reason(request.POST), seen, request.user, request.now)
    try:
        if act is None:
            raise Invalid([Problem("do", N_("Choose what is to happen."), "do")])
        return _redirect_with(request, fixture_row, act(request, fixture_row, step))
    except (Invalid, WrongState) as refused:
        return _move_page(request, fixture_row, problems_of(refused), status=status_of(refused))


def _step_move(request: LeagueRequest, fixture: Fixture, step: override.Override) -> Text:
    sent = request.POST
    day, time = read_text(sent, "date", LONGEST_DAY), read_text(sent, "time", LONGEST_DAY)
    starts_at = read_moment(day, time, request.league.tz)
    if starts_at is None:
        missing = [] if step.reason else [Problem("no-reason", N_("Give the reason; both captains read it."), "reason")]
        raise Invalid([Problem("date", N_("Give a date and a time such as 20:00."), "date"), *missing])
    return _moved(request, override.move(fixture, starts_at, step, venue=_venue(request), anyway="anyway" in sent))


def _venue(request: LeagueRequest) -> Venue | None:
    """Read the selected venue, if any. Raises Invalid where the league has none of that number."""
    chosen = read_choice(request.POST, "venue")
    if chosen is None:
        return None
    venue_row = next((venue for venue in venues_of(request.league) if venue.pk == chosen), None)
    if venue_row is None:
        raise Invalid([Problem("venue", N_("Choose a venue from the list."), "venue")])
    return venue_row


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
    override.leave_undated(fixture, step, side=read_text(request.POST, "side", LONGEST_DAY))
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


def _usual(open_request: PostponementView | None, moving: slots.Moving, now: dt.datetime) -> dict[str, str]:
    """Return the likeliest date for the secretary: the first on which captains said they can play, if it is free."""
    usual = {"time": f"{moving.start:%H:%M}", "do": "move"}
    dates = [date for offer in (open_request.offers if open_request else ()) for date in offer.dates]
    free = (date.astimezone(moving.tz) for date in dates if slots.judge(moving, date, now=now).allowed)
    first = next(free, None)
    return usual if first is None else {**usual, "date": f"{first:%Y-%m-%d}", "time": f"{first:%H:%M}"}


def _move_page(
    request: LeagueRequest, fixture: Fixture, problems: Sequence[Problem] = (), *, status: int = 200
) -> HttpResponse:
    open_request = open_with_offers(fixture)
    moving = moving_of(fixture, now=request.now)
    usual = {} if request.method == "POST" else _usual(open_request, moving, request.now)
    context = {
        "fixture": fixture,
        "open_request": open_request,
        "committee": open_request is not None and by_committee(fixture),
        "requested": open_request is not None and open_request.postponement.state == PostponementState.REQUESTED,
        "venues": venues_of(request.league),
        "best": slots.best(slots.evenings(moving, now=request.now), count=6),
        "form_values": {**_typed_fields(request, "do", "reason", "date", "time", "venue", "side", "anyway"), **usual},
        **problem_context(problems),
    }
    if fixture.state == FixtureState.CANCELLED:
        context["withdrawn"] = withdrawn_of(fixture)
    context["breaks_rules"] = any(problem.code == "anyway" for problem in problems)
    return render(request, "league/dates/move.html", context, status=status)
