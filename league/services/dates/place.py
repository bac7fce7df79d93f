"""Expire unanswered requests, place postponed fixtures in the catch-up week, and settle the rest after it (R52–R54).

The best placing is computed without a lock, then carried out fixture by fixture, each in its own transaction. If a
fixture of the season was moved meanwhile, it is computed anew. What is placed is never moved by a later run.
"""

import datetime as dt
from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import Sum

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, Settlement, Side, UnplayedPolicy
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, Postponement, Result, Season, User, Week
from league.queries.dates.outstanding import (
    PlacingInput,
    lapsed_by_now,
    placing_input,
    policy_of,
    weeks_left,
    weeks_to_place,
)
from league.queries.dates.postponements import by_committee, moving_of
from league.queries.outages import gaps_of
from league.queries.visibility import seasons_shown, sides_shown
from league.rules import slots
from league.rules.placing import Placing, place
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME
from league.services.calls.awards import give_walkover
from league.services.dates.override import Override
from league.services.fixtures import cancel_fixture, move_fixture, move_postponement, open_postponement, owe_date
from league.services.journal import record
from league.services.locks import lock_fixture, lock_venues_and_teams
from league.services.notices import announce, notify
from league.services.scans import process_each
from league.translation import N_, Text

TRIES = 5
"""How often a placing is computed anew in one run because somebody has moved a fixture; the next run goes on."""


class _Overtaken(Exception):
    pass


def place_outstanding(*, now: dt.datetime) -> int:
    """Place postponed fixtures without a date whose catch-up week nears, in every league; return how many.

    For each published season and round, from `place_days` before the Monday of its catch-up week until that week is
    over: as many as can be, then the least disruption. What cannot be placed keeps the reason and its secretary is told
    once. Running it again, or several at once, places nothing twice.
    """
    expire_requests(now=now)
    return process_each(weeks_to_place(now=now), lambda week: place_in(week, now=now))


def place_now(season: Season, *, by: User, now: dt.datetime) -> int:
    """Place a season's outstanding fixtures before their time, in each catch-up week to come, for its secretary."""
    access.require(by, "fixture.move", season.league, now=now)
    return sum(place_in(week, by=by, now=now) for week in weeks_left(season, now=now))


def place_in(week: Week, *, by: User | None = None, now: dt.datetime) -> int:
    """Place one catch-up week's outstanding fixtures; return how many. `by` is the secretary who did not wait."""
    done = 0
    for _ in range(TRIES):
        seen = _moves_of(week)
        sought = placing_input(week, now=now)
        if not sought.fixtures:
            break
        placing = place(sought.situation)
        carried, overtaken = _carry_out(sought, placing, seen, by, now)
        done += carried
        if not overtaken:
            break
    return done


def _moves_of(week: Week) -> int:
    """Count all moves of the season's fixtures; grows with every move, and with nothing else."""
    fixtures = Fixture.objects.filter(division__season=week.season_id)
    return fixtures.aggregate(moves=Sum("sequence"))["moves"] or 0


def _carry_out(
    sought: PlacingInput, placing: Placing, seen: int, by: User | None, now: dt.datetime
) -> tuple[int, bool]:
    """Carry a placing out; return how many were placed, and whether another fixture moved meanwhile."""
    done = 0
    try:
        for key, date in placing.evenings.items():
            _place_fixture(sought.fixtures[key], sought.moments[key, date], sought.week, seen + done, by, now)
            done += 1
        for unplaced in placing.unplaced:
            _store_reason(sought.fixtures[unplaced.key], unplaced.why, sought.week, seen + done, now)
    except _Overtaken:
        return done, True
    return done, False


def _lock_owed(fixture: Fixture, week: Week, seen: int) -> Postponement:
    """Return the locked fixture's postponement that waits for a date; only one run at a time gets beyond this.

    Raise _Overtaken if a fixture of the season moved since `seen`, or this one wants no date any more.
    """
    try:
        fixture = lock_fixture(fixture)
    except WrongState as hidden:
        raise _Overtaken from hidden
    lock_venues_and_teams(venues=[fixture.venue_id], teams=[fixture.home_id, fixture.away_id])
    list(Week.objects.select_for_update(no_key=True).filter(pk=week.pk).values_list("pk", flat=True))
    put_off = open_postponement(fixture)
    owed = put_off is not None and put_off.state == PostponementState.OWED
    if put_off is None or not owed or fixture.state != FixtureState.POSTPONED or _moves_of(week) != seen:
        raise _Overtaken
    return put_off


@transaction.atomic
def _place_fixture(
    fixture: Fixture, starts_at: dt.datetime, week: Week, seen: int, by: User | None, now: dt.datetime
) -> None:
    put_off = _lock_owed(fixture, week, seen)
    fixture = put_off.fixture
    if not slots.judge(moving_of(fixture, now=now), starts_at, now=now).allowed:
        raise _Overtaken
    move_postponement(put_off, PostponementState.PLACED, starts_at=starts_at, decided_by=by, decided_at=now, why="")
    move_fixture(fixture, starts_at, now=now)
    league = fixture.league
    when = slots.format_moment(starts_at, league.tz)
    what = Text("placed {fixture} in the catch-up week, on {when}", fixture=str(fixture), when=when)
    until = N_("No date was set by {day}.") if by_committee(fixture) else N_("No date was agreed by {day}.")
    why = Text(until, day=slots.format_day(now.astimezone(league.tz).date()))
    text = Text(
        "{fixture} is played in the catch-up week: {when}, {venue}.",
        fixture=str(fixture), when=when, venue=fixture.venue.name,
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_PLACED, NoticeKind.POSTPONEMENT_PLACED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=why, doer=True,
    )  # fmt: skip


@transaction.atomic
def _store_reason(fixture: Fixture, why: str, week: Week, seen: int, now: dt.datetime) -> None:
    """Store why a fixture could not be placed; the secretary is told once."""
    put_off = _lock_owed(fixture, week, seen)
    if put_off.why != why:
        put_off.why = why
        put_off.save(update_fields=["why"])
    text = Text(
        "{fixture} could not be placed in the catch-up week. “Outstanding fixtures” gives the reason.",
        fixture=str(put_off.fixture),
    )
    key = f"{put_off.pk}:unplaced"
    notify(put_off.fixture, NoticeKind.POSTPONEMENT_OWED, key, text, sides=(), secretary=True, now=now)


@transaction.atomic
def leave_owed(fixture: Fixture, step: Override) -> Postponement:
    """Take a fixture without a date into the secretary's hands: neither placed nor decided by the league's policy.

    Raises as the steps of `override`; WrongState if it has a date or is in hand already.
    """
    access.require(step.by, "fixture.move", fixture.league, fixture, now=step.now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    access.require(step.by, "fixture.move", fixture.league, fixture, now=step.now)
    put_off = open_postponement(fixture)
    if put_off is None or put_off.state != PostponementState.OWED or fixture.sequence != step.seen:
        raise Changed(
            N_("This fixture has been changed since the page was opened. Open it again to see how it stands.")
        )
    if not step.reason.strip():
        raise Invalid([Problem("no-reason", N_("Give the reason; both captains read it."), "reason")])
    why = step.reason.strip()[:2000]
    move_postponement(put_off, PostponementState.LAPSED, decided_by=step.by, decided_at=step.now, why=why)
    what = Text("left {fixture} outstanding, for the secretary to decide", fixture=str(fixture))
    text = Text(
        "{fixture} has no date; the secretary decides. The secretary: {reason}", fixture=str(fixture), reason=why
    )
    announce(
        fixture, JournalKind.POSTPONEMENT_LAPSED, NoticeKind.POSTPONEMENT_OWED, f"{put_off.pk}:left", what=what,
        text=text, by=step.by, now=step.now, why=why,
    )  # fmt: skip
    return put_off


def expire_requests(*, now: dt.datetime) -> int:
    """Expire requests unanswered at their fixture's time: it loses its date. Return how many.

    Where that time fell into an outage, or the season was hidden, the request stays open as long as an outage asks for.
    Running it again, or twice at once, changes nothing more.
    """
    visible_q = seasons_shown("fixture__division__season__") & sides_shown("fixture__")
    due = Postponement.objects.filter(visible_q, state=PostponementState.REQUESTED, fixture__starts_at__lte=now)
    requests = list(due.select_related("fixture__division__season__league").order_by("pk"))
    away = gaps_of(put_off.fixture.division.season for put_off in requests)
    over = [
        put_off.fixture
        for put_off in requests
        if put_off.fixture.league.evenings.after_gaps(
            put_off.fixture.starts_at, away[put_off.fixture.division.season_id]
        )
        <= now
    ]
    return process_each(over, lambda fixture: _expire(fixture, now))


@transaction.atomic
def _expire(fixture: Fixture, now: dt.datetime) -> bool:
    fixture = lock_fixture(fixture)
    put_off = open_postponement(fixture)
    if put_off is None or put_off.state != PostponementState.REQUESTED or fixture.starts_at > now:
        return False
    if by_committee(fixture):
        what = Text("postponed {fixture}: no new date was set before it was due to start", fixture=str(fixture))
    else:
        what = Text("postponed {fixture}: nobody replied before it was due to start", fixture=str(fixture))
    owe_date(put_off, what=what, by=None, now=now)
    return True


def lapse_unplayed(*, now: dt.datetime) -> int:
    """Decide what stayed unplayed after the catch-up week, as its season says (R54); return how many."""
    expire_requests(now=now)
    return process_each(lapsed_by_now(now=now), lambda put_off: _lapse(put_off, now))


@transaction.atomic
def _lapse(seen: Postponement, now: dt.datetime) -> bool:
    fixture = lock_fixture(seen.fixture)
    put_off = Postponement.objects.filter(pk=seen.pk, state=seen.state).first()
    played = Result.objects.filter(fixture=fixture, live=True).exists()
    if put_off is None or played or fixture.sequence != seen.fixture.sequence:
        return False
    put_off.fixture = fixture
    policy, before = policy_of(put_off), put_off.why
    move_postponement(put_off, PostponementState.LAPSED, decided_by=None, decided_at=now)
    record(
        fixture.league, JournalKind.POSTPONEMENT_LAPSED, f"{put_off.pk}:lapsed", by=None, now=now, fixture=fixture,
        what=_SAID[policy].with_params(fixture=str(fixture)), why=before,
    )  # fmt: skip
    _CARRIED_OUT[policy](put_off, now)
    return True


_SAID = {
    UnplayedPolicy.SECRETARY: Text("{fixture} was not played in time: the secretary decides", fixture=""),
    UnplayedPolicy.NIL: Text("{fixture} was not played in time: both sides get nothing", fixture=""),
    UnplayedPolicy.AWARDED: Text(
        "{fixture} was not played in time: awarded to the side that did not postpone", fixture=""
    ),
}


def _leave_to_the_secretary(put_off: Postponement, now: dt.datetime) -> None:
    text = Text("{fixture} was not played in time; the secretary decides.", fixture=str(put_off.fixture))
    notify(put_off.fixture, NoticeKind.POSTPONEMENT_OWED, f"{put_off.pk}:lapsed", text, secretary=True, now=now)


def _give_nothing(put_off: Postponement, now: dt.datetime) -> None:
    fixture = cancel_fixture(put_off.fixture, by=None, now=now)
    key = f"{fixture.pk}:{fixture.sequence}"
    what = Text("cancelled {fixture}: it was not played in time, both sides get nothing", fixture=str(fixture))
    text = Text("{fixture} was not played in time and will not be: both sides get nothing.", fixture=str(fixture))
    announce(
        fixture, JournalKind.FIXTURE_CANCELLED, NoticeKind.FIXTURE_CANCELLED, key, what=what, text=text, by=None,
        now=now, secretary=True,
    )  # fmt: skip


def _award(put_off: Postponement, now: dt.datetime) -> None:
    fixture = put_off.fixture
    postponing = fixture.home if put_off.side == Side.HOME else fixture.away
    give_walkover(
        fixture,
        to=AWAY if put_off.side == Side.HOME else HOME,
        reason=Text("Not played in time, and {team} had postponed it.", team=postponing.name),
        settlement=Settlement.POLICY,
        by=None,
        now=now,
    )


_CARRIED_OUT: Mapping[UnplayedPolicy, Callable[[Postponement, dt.datetime], None]] = {
    UnplayedPolicy.SECRETARY: _leave_to_the_secretary,
    UnplayedPolicy.NIL: _give_nothing,
    UnplayedPolicy.AWARDED: _award,
}
