"""Confirm several waiting results at once, where nothing about them has to be decided.

A late card, a correction or a date is a decision of its own, and has its own page.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.errors import Invalid, LeagueError, WrongState
from league.models import Fixture, League, Result, User
from league.queries.desk.oversight import not_clear
from league.queries.results.versions import given_reason, live_version
from league.rules.problems import Problem
from league.services.locks import lock_fixture
from league.services.results.confirm import uphold
from league.translation import N_, Text

MOST = 100
NO_REASON = N_("Say why they count without the other side’s answer; both captains of each are told.")
NOTHING_CHOSEN = Problem("nothing-chosen", N_("Choose at least one result."), "results")
TOO_MANY = Problem("too-many", Text("Choose {n} results at most; confirm the others after these.", n=MOST), "results")


@dataclass(frozen=True, slots=True)
class ChosenResult:
    """A selected result: its fixture, and the version that the secretary saw."""

    fixture: Fixture
    version: int


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """A selected result that was not confirmed, and why."""

    fixture: Fixture
    why: str


@dataclass(frozen=True, slots=True)
class Approved:
    """The outcome; `confirmed` includes those that this secretary had confirmed just before."""

    confirmed: Sequence[Result]
    refused: Sequence[NotConfirmed]


def approve_clear(
    league: League, chosen: Sequence[ChosenResult], *, reason: str, by: User, now: dt.datetime
) -> Approved:
    """Confirm waiting results, each in its own transaction and checked under its lock; repeating changes nothing.

    What has become unclear since is refused. The reason is journalled and told to captains. Raise Invalid without one,
    for
    no selection, or for more than a hundred.
    """
    access.require(by, "league.oversee", league, now=now)
    wrong = [NOTHING_CHOSEN] if not chosen else [TOO_MANY] if len(chosen) > MOST else []
    try:
        reason = given_reason(reason, NO_REASON)
    except Invalid as missing:
        wrong += missing.problems
    if wrong:
        raise Invalid(wrong)
    confirmed: list[Result] = []
    refused: list[NotConfirmed] = []
    for one in {one.fixture.pk: one for one in chosen}.values():
        try:
            confirmed.append(_approve(one, reason=reason, by=by, now=now))
        except LeagueError as found:
            refused.append(NotConfirmed(one.fixture, found.message))
    return Approved(tuple(confirmed), tuple(refused))


@transaction.atomic
def _approve(one: ChosenResult, *, reason: str, by: User, now: dt.datetime) -> Result:
    """Confirm one result; WrongState if it is not clear any more, or another version is live."""
    fixture = lock_fixture(one.fixture)
    result = live_version(fixture, one.version)
    held = access.grants(by, fixture.league, now=now)
    if result.settled_by_id != by.pk:
        why = not_clear(result, held, now=now)
        if why:
            raise WrongState(why)
    return uphold(fixture, one.version, reason=reason, by=by, now=now)
