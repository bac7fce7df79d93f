"""The evening of a tie, and the time of a game of an individual league, on which its two sides agree."""

import datetime as dt
from dataclasses import replace

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Fixture, JournalEntry, Result, User, Venue
from league.queries.cups import sets_own_date
from league.queries.dates.postponements import movings_of
from league.queries.fixtures import last_day_of
from league.rules import slots
from league.rules.competitions.individual import check_start
from league.rules.problems import Problem
from league.services.fixtures import move_fixture
from league.services.locks import lock_fixture, lock_venues_and_teams
from league.services.notices import announce
from league.translation import N_, Text

# Each move is a mail to the other side.
MOVES_A_DAY = 4


@transaction.atomic
def move_tie(
    fixture: Fixture, starts_at: dt.datetime, *, venue: Venue | None = None, by: User, now: dt.datetime
) -> Fixture:
    """Set the date of a tie, or of a game of an individual league, that its sides have agreed on; both are told.

    Raises:
        NotAllowed: a captain of neither side.
        WrongState: it has its result, is cancelled, or is neither a tie nor such a game.
        Invalid: all that is against the evening.
    """
    access.require(by, "tie.move", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    access.require(by, "tie.move", fixture.league, fixture, now=now)
    if not sets_own_date(fixture):
        raise WrongState(N_("This is no tie of a cup: ask to postpone it."))
    if fixture.state == FixtureState.CANCELLED or Result.objects.filter(fixture=fixture, live=True).exists():
        raise WrongState(N_("This fixture has its result, or will not be played; its date cannot change."))
    place = venue or fixture.venue
    lock_venues_and_teams(venues={fixture.venue_id, place.pk}, teams=[fixture.home_id, fixture.away_id])
    problems = problems_of_date(fixture, starts_at, place, now=now)
    moved = JournalEntry.objects.filter(fixture=fixture, kind=JournalKind.FIXTURE_MOVED, at__gt=now - slots.DAY)
    if moved.count() >= MOVES_A_DAY:
        message = Text("This fixture was moved {n} times within a day; move it again tomorrow.", n=MOVES_A_DAY)
        problems.append(Problem("too-many", message, "starts_at"))
    if problems:
        raise Invalid(problems)
    before = slots.format_moment(fixture.starts_at, fixture.league.tz)
    move_fixture(fixture, starts_at, venue=place, now=now)
    params = {"fixture": str(fixture), "there": describe_place(fixture), "before": before}
    announce(
        fixture, JournalKind.FIXTURE_MOVED, NoticeKind.FIXTURE_MOVED, f"{fixture.pk}:{fixture.sequence}",
        what=Text("moved {fixture} to {there}, from {before}", **params),
        text=Text("{fixture} is played on {there}.", **params), by=by, now=now,
    )  # fmt: skip
    return fixture


# Of a season's own calendar; a tie has its round's last day instead.
_OF_THE_SEASON = frozenset({"late", "early", "same"})


def describe_place(fixture: Fixture) -> Text:
    """When and where a fixture is played."""
    day = slots.format_moment(fixture.starts_at, fixture.league.tz)
    return Text("{day} at {venue}", day=day, venue=fixture.venue.name)


def problems_of_date(fixture: Fixture, starts_at: dt.datetime, venue: Venue, *, now: dt.datetime) -> list[Problem]:
    """Everything against an evening for a tie, or a time for a game."""
    problems = []
    if venue.league_id != fixture.league.pk or venue.hidden_at is not None:
        problems.append(Problem("venue", N_("Choose a venue of this league."), "venue"))
    if fixture.tie_id is None:
        window, tz = fixture.division.individual, fixture.league.tz
        wrong = check_start(starts_at, window.opens_on, window.closes_on, now=now, tz=tz)
        return [*problems, *(replace(problem, field="starts_at") for problem in wrong)]
    last = last_day_of(fixture)
    if last is not None and starts_at.astimezone(fixture.league.tz).date() > last:
        message = Text("This round is played by {day}. Ask the secretary for more time.", day=slots.format_day(last))
        problems.append(Problem("late", message, "starts_at"))
    moving = movings_of([fixture], now=now, venue=venue)[fixture.pk]
    for reason in slots.judge(moving, starts_at, now=now).reasons:
        if reason.code not in _OF_THE_SEASON:
            problems.append(Problem(reason.code, reason.message, "starts_at"))
    return problems
