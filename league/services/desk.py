"""What the secretary does with many fixtures at once: confirm waiting results, ask captains for overdue ones.

Only results about which nothing has to be decided are confirmed so; a late card, a correction or a date has its own
page. `services.mail.reminders` asks when a result falls due, and a day later; the secretary's own request comes after
that.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, LeagueError, WrongState
from league.models import Fixture, League, Notice, Result, User
from league.queries.desk.oversight import Chase, chases_of, not_clear
from league.queries.results.versions import given_reason, live_version
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import lock_fixture, require_not_hidden
from league.services.notices import notice_columns
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
    for no selection, or for more than a hundred.
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
    for choice in {choice.fixture.pk: choice for choice in chosen}.values():
        try:
            confirmed.append(_approve(choice, reason=reason, by=by, now=now))
        except LeagueError as found:
            refused.append(NotConfirmed(choice.fixture, found.message))
    return Approved(tuple(confirmed), tuple(refused))


@transaction.atomic
def _approve(choice: ChosenResult, *, reason: str, by: User, now: dt.datetime) -> Result:
    """Confirm one result; WrongState if it is not clear any more, or another version is live."""
    fixture = lock_fixture(choice.fixture)
    result = live_version(fixture, choice.version)
    grants = access.grants(by, fixture.league, now=now)
    if result.settled_by_id != by.pk:
        why = not_clear(result, grants, now=now)
        if why:
            raise WrongState(why)
    return uphold(fixture, choice.version, reason=reason, by=by, now=now)


# An older request helps nobody: the secretary has asked again, or decided.
STALE_AFTER = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Reminded:
    people: int  # captains, each with a message per fixture
    fixtures: int


@transaction.atomic
def remind_overdue(league: League, *, by: User, now: dt.datetime) -> Reminded:
    """Queue a request to every captain of an overdue result, unless they had one within two days.

    Pressing again, or two secretaries at once, send nothing twice: the league is locked, and the notice's key numbers
    the request. A press that writes to nobody is not journalled. WrongState if the league is hidden.
    """
    access.require(by, "league.oversee", league, now=now)
    locked = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    # Again under the lock: a role may have ended while it was waited for.
    access.require(by, "league.oversee", locked, now=now)
    require_not_hidden(locked)
    chases = [chase for chase in chases_of(locked, by=by, now=now) if chase.asked]
    notices = [notice for chase in chases for notice in _notices(locked, chase, now)]
    if not notices:
        return Reminded(0, 0)
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    people = len({notice.recipient_id for notice in notices})
    what = Text.plural(
        "asked the captains for {n} overdue result", "asked the captains for {n} overdue results", n=len(chases)
    )
    data = {"fixtures": [str(chase.fixture.uid) for chase in chases], "people": people}
    record_numbered(locked, JournalKind.CAPTAINS_REMINDED, "overdue:", what, by=by, now=now, data=data)
    return Reminded(people, len(chases))


def _notices(league: League, chase: Chase, now: dt.datetime) -> list[Notice]:
    fixture = chase.fixture
    text = Text("{fixture}: the secretary asks you for the result, which is overdue.", fixture=str(fixture))
    columns = {"created_at": now, "send_at": now, "stale_at": now + STALE_AFTER, **notice_columns(text)}
    return [
        Notice(
            league=league,
            recipient=captain.user,
            kind=NoticeKind.RESULT_CHASED,
            key=captain.key(fixture),
            fixture=fixture,
            **columns,
        )
        for captain in chase.asked
    ]
