"""The secretary's steps about a fixture's date without the captains, each with a reason that both read.

The rules of `rules.slots` warn the secretary and do not bind them (`anyway`). Each step names the fixture's sequence as
they saw it, so that what the captains agreed on meanwhile is not overwritten unseen.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, Side
from league.errors import Changed, Invalid, WrongState
from league.models import HOLDS_ITS_WEEK, Entry, Fixture, Postponement, Result, User, Venue
from league.queries.dates.postponements import by_committee, moving_of
from league.queries.standings.decisions import pairs_due
from league.queries.standings.standings import division_table
from league.queries.teams import withdrawn_of
from league.rules import slots as rules
from league.rules.problems import Problem
from league.services.fixtures import (
    LONGEST_TEXT,
    cancel_fixture,
    move_fixture,
    move_postponement,
    open_postponement,
    owe_date,
    turn_down,
)
from league.services.locks import lock_fixture, lock_season, lock_venues_and_teams
from league.services.notices import announce
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class Override:
    """Arguments of every step: `seen` is the fixture's sequence when the page was opened; `reason` is told."""

    reason: str
    seen: int
    by: User
    now: dt.datetime


def _lock_for_step(fixture: Fixture, step: Override, *problems: Problem, asked: bool = False) -> Fixture:
    """Lock the fixture; `asked` steps need no reason, where the secretary sets the date that a captain asked for.

    Raises:
        NotAllowed: not the secretary.
        WrongState: it has a result, or has changed since the page was opened.
        Invalid: no reason, and whatever else is wrong.
    """
    access.require(step.by, "fixture.move", fixture.league, fixture, now=step.now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    access.require(step.by, "fixture.move", fixture.league, fixture, now=step.now)
    if Result.objects.filter(fixture=fixture, live=True).exists():
        raise WrongState(N_("This fixture has its result; its date cannot change."))
    if fixture.sequence != step.seen:
        raise Changed(
            N_("This fixture has been changed since the page was opened. Open it again to see how it stands.")
        )
    missing = _reason_problems(fixture, step.reason, asked=asked)
    if missing or problems:
        raise Invalid([*problems, *missing])
    return fixture


def _reason_problems(fixture: Fixture, reason: str, *, asked: bool) -> list[Problem]:
    excused = asked and by_committee(fixture) and open_postponement(fixture) is not None
    if reason.strip() or excused:
        return []
    return [Problem("no-reason", N_("Give the reason; both captains read it."), "reason")]


def problems_of_move(fixture: Fixture, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with those parts of a move that can be read; at another venue the evening is not judged."""
    problems = _reason_problems(fixture, given["reason"], asked=True) if "reason" in given else []
    if {"starts_at", "venue", "anyway"} <= given.keys() and given["venue"] is None and not given["anyway"]:
        against = _reasons_against(fixture, given["starts_at"], fixture.venue, now)
        problems += [Problem("anyway", sentence, "anyway") for sentence in against]
    return problems


def _announce(
    fixture: Fixture, kind: JournalKind, notice: NoticeKind, step: Override, *, what: Text, text: Text
) -> None:
    reason = step.reason.strip()
    if reason:
        text = Text("{text} The secretary: {reason}", text=text, reason=reason)
    announce(
        fixture, kind, notice, f"{fixture.pk}:{fixture.sequence}", what=what, text=text, by=step.by, now=step.now,
        why=reason[:LONGEST_TEXT],
    )  # fmt: skip


@transaction.atomic
def move(
    fixture: Fixture, starts_at: dt.datetime, step: Override, *, venue: Venue | None = None, anyway: bool = False
) -> Fixture:
    """Move a fixture to another date or venue, or give a cancelled one a date again; settles an open postponement.

    Args:
        venue: None keeps it.
        anyway: although the rules forbid the evening; the journal says which.

    Raises:
        NotAllowed, WrongState: see `_open`; nothing would change, a team has withdrawn, or it cannot come back.
        Invalid: no reason, a foreign or hidden venue, or (code ``anyway``) what forbids the evening.
    """
    strange = venue is not None and venue.league_id != fixture.league.pk
    elsewhere = Problem("venue", N_("Choose a venue of this league."), "venue")
    if fixture.play_off:
        # As whoever makes another one: the season before its fixtures.
        lock_season(fixture.division.season)
    fixture = _lock_for_step(fixture, step, *([elsewhere] if strange else []), asked=True)
    gone = withdrawn_of(fixture)
    if gone is not None:
        raise WrongState(Text("{team} has withdrawn: this fixture will not be played.", team=gone.team.name))
    if fixture.play_off and fixture.state == FixtureState.CANCELLED:
        _require_due_play_off(fixture)
    place = venue or fixture.venue
    same = (fixture.starts_at, fixture.venue_id) == (starts_at, place.pk)
    if same and fixture.state == FixtureState.SCHEDULED:
        raise WrongState(N_("It already has this date and venue."))
    lock_venues_and_teams(venues={fixture.venue_id, place.pk}, teams=[fixture.home_id, fixture.away_id])
    _require_visible_venue(fixture, place)
    if fixture.state == FixtureState.CANCELLED:
        _require_same_teams(fixture)
    against = _reasons_against(fixture, starts_at, place, step.now)
    if against and not anyway:
        raise Invalid([Problem("anyway", reason, "anyway") for reason in against])
    put_off = open_postponement(fixture)
    if put_off is not None:
        fields = {"starts_at": starts_at, "decided_by": step.by, "decided_at": step.now, "why": step.reason.strip()}
        move_postponement(put_off, PostponementState.AGREED, **fields)
    before = (
        N_("having no date")
        if fixture.state != FixtureState.SCHEDULED
        else _describe_moment(fixture, fixture.starts_at)
    )
    move_fixture(fixture, starts_at, venue=place, now=step.now)
    place_and_time = when = _describe_moment(fixture, starts_at)
    if venue is not None:
        place_and_time = Text("{day} at {venue}", day=when, venue=place.name)
    params = {"fixture": str(fixture), "there": place_and_time, "before": before}
    if against:
        what = Text("moved {fixture} to {there}, from {before}, despite the rules", **params)
    else:
        what = Text("moved {fixture} to {there}, from {before}", **params)
    text = Text("{fixture} is played on {there}.", fixture=str(fixture), there=place_and_time)
    _announce(fixture, JournalKind.FIXTURE_MOVED, NoticeKind.FIXTURE_MOVED, step, what=what, text=text)
    return fixture


def _require_same_teams(fixture: Fixture) -> None:
    """Raise WrongState if a cancelled fixture's teams, which are locked, play elsewhere now or have another fixture."""
    sides = (fixture.home, fixture.away)
    here = Entry.objects.filter(division=fixture.division_id, team__in=sides).values_list("team_id", flat=True)
    gone = next((team for team in sides if team.pk not in set(here)), None)
    if gone is not None:
        message = N_("{team} is not in {division} any more: this fixture will not be played.")
        raise WrongState(Text(message, team=gone.name, division=fixture.division.name))
    of_theirs = Fixture.objects.filter(Q(home__in=sides) | Q(away__in=sides), HOLDS_ITS_WEEK, week=fixture.week_id)
    other = of_theirs.exclude(pk=fixture.pk).select_related("home", "away").first()
    if other is not None and not fixture.play_off:
        raise WrongState(Text("{fixture} has its week: this one stays cancelled.", fixture=str(other)))


def _require_visible_venue(fixture: Fixture, place: Venue) -> None:
    """Raise Invalid if a venue, which is locked, has been hidden or merged since it was read."""
    if place.pk != fixture.venue_id and Venue.objects.filter(pk=place.pk).exclude(hidden_at=None).exists():
        message = N_("Choose a venue of this league that is not hidden.")
        raise Invalid([Problem("venue", message, "venue")])


def _require_due_play_off(play_off: Fixture) -> None:
    """Raise WrongState if a cancelled play-off has nothing to decide any more."""
    if play_off.tie_id is not None:
        raise WrongState(N_("A tie that was called off stays so: decide on the cup’s page who goes on."))
    pair = frozenset((play_off.home_id, play_off.away_id))
    if pair not in pairs_due(division_table(play_off.division)):
        message = N_(
            "No play-off of these teams is due: another one is arranged or has decided, or they are not level."
        )
        raise WrongState(message)


def _describe_moment(fixture: Fixture, moment: dt.datetime) -> Text:
    return rules.format_moment(moment, fixture.league.tz)


def _reasons_against(fixture: Fixture, starts_at: dt.datetime, venue: Venue, now: dt.datetime) -> list[Text]:
    """What forbids the evening, except that it is the fixture's own at another hour or place."""
    evening = rules.judge(moving_of(fixture, now=now, venue=venue), starts_at, now=now)
    # A play-off comes when everything else is over: no last day of the season's fixtures is its own.
    passed = ("same", "late") if fixture.play_off else ("same",)
    return [reason.message for reason in evening.reasons if reason.code not in passed]


@transaction.atomic
def refuse(fixture: Fixture, step: Override) -> Postponement:
    """Refuse a postponement for the captain who was asked. Raises as `_open`; WrongState if none is asked for."""
    fixture = _lock_for_step(fixture, step)
    put_off = open_postponement(fixture)
    if put_off is None or put_off.state != PostponementState.REQUESTED:
        raise WrongState(N_("No request is awaiting a reply. A fixture without a date can be put back to its old one."))
    turn_down(put_off, reason=step.reason, by=step.by, now=step.now)
    return put_off


@transaction.atomic
def leave_undated(fixture: Fixture, step: Override, *, side: str = "") -> Postponement:
    """Declare that a fixture has no date; `side` could not play, blank where neither is to blame.

    Raises as `_open`; WrongState where it has no date already.
    """
    is_side = side in ("", *Side.values)
    strange = Problem("side", N_("Choose the side, or neither."), "side")
    fixture = _lock_for_step(fixture, step, *([] if is_side else [strange]))
    if fixture.play_off:
        raise WrongState(N_("A play-off always has a date: move it, or cancel it."))
    if fixture.state != FixtureState.SCHEDULED:
        raise WrongState(N_("It has no date already."))
    postponement = open_postponement(fixture)
    if postponement is None:
        postponement = Postponement.objects.create(
            fixture=fixture,
            side=side,
            reason=step.reason.strip()[:LONGEST_TEXT],
            requested_by=step.by,
            requested_at=step.now,
        )
    what = Text("postponed {fixture}, without a date yet", fixture=str(fixture))
    owe_date(postponement, what=what, why=step.reason.strip(), by=step.by, now=step.now)
    return postponement


@transaction.atomic
def cancel(fixture: Fixture, step: Override) -> Fixture:
    """Cancel a fixture and its open postponement. Raises as `_open`; WrongState if it is cancelled."""
    fixture = _lock_for_step(fixture, step)
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("It is cancelled already."))
    postponement = open_postponement(fixture)
    if postponement is not None:
        why = step.reason.strip()
        move_postponement(postponement, PostponementState.LAPSED, decided_by=step.by, decided_at=step.now, why=why)
    cancel_fixture(fixture, by=step.by, now=step.now)
    what = Text("cancelled {fixture}", fixture=str(fixture))
    text = Text("{fixture} will not be played.", fixture=str(fixture))
    _announce(fixture, JournalKind.FIXTURE_CANCELLED, NoticeKind.FIXTURE_CANCELLED, step, what=what, text=text)
    return fixture
