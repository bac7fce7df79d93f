"""Vote on an appeal as a member of the committee or a judge."""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from league import access
from league.enums import AppealBody, JournalKind
from league.errors import WrongState
from league.models import Appeal, AppealVote, Fixture, JournalEntry, User
from league.queries.disputes.disputes import about_of
from league.queries.disputes.panels import Panel, before_panels, panel_of
from league.rules.appeal_panels import OVERTURNED
from league.services.disputes.appeal import (
    ask_panel,
    cancel_vote_notices,
    close_appeal,
    lock_appeal,
    require_open,
    require_reason,
)
from league.services.journal import record
from league.services.scans import process_each
from league.translation import N_, Text


@transaction.atomic
def vote(appeal: Appeal, *, allow: bool, reason: str, by: User, now: dt.datetime) -> Appeal:
    """Vote on an appeal, or change a vote; the deciding vote ends it in the same transaction.

    The reason is told with the decision, without a name, if the vote agrees with it.

    Raises:
        NotAllowed: not of the committee or the judges whom it goes to, or it is their own case.
        WrongState: it is decided already, or it is not theirs to vote on now ("not-now").
        Invalid: no reason.
    """
    appeal, fixture = lock_appeal(appeal)
    access.require(by, "appeal.vote", fixture.league, appeal, now=now)
    require_open(appeal)
    _require_turn(panel_of(appeal, now=now), by)
    require_reason(reason, "reason", N_("Give the reason of your vote."))
    _store_vote(appeal, allow=allow, reason=reason.strip(), by=by, now=now)
    _record(appeal, fixture, by=by, now=now)
    cancel_vote_notices(appeal, of=by)
    _continue(panel_of(appeal, now=now), fixture, now=now)
    return appeal


def _require_turn(panel: Panel, by: User) -> None:
    if panel.may_vote(by.pk):
        return
    standing = panel.standing
    if standing.body == AppealBody.SECRETARY or (standing.reason and standing.body != AppealBody.COMMITTEE):
        message = Text.joined(" ", [N_("You can’t vote on this appeal now."), standing.reason])
    elif panel.seat_of(by.pk) is None:
        message = N_("You can’t vote on this appeal: it was made before you were given the role.")
    else:
        message = N_("You can’t vote on this appeal: two judges who have served longer sit on it.")
    raise WrongState(message, code="not-now")


def _store_vote(appeal: Appeal, *, allow: bool, reason: str, by: User, now: dt.datetime) -> None:
    defaults = {"allow": allow, "reason": reason, "voted_at": now}
    AppealVote.objects.update_or_create(appeal=appeal, user=by, defaults=defaults)


def _record(appeal: Appeal, fixture: Fixture, *, by: User, now: dt.datetime) -> None:
    """Journal that they voted; how is told with the decision."""
    before = JournalEntry.objects.filter(
        league=fixture.league, kind=JournalKind.APPEAL_VOTED, key__startswith=f"{appeal.pk}:"
    )
    what = Text(
        "voted on the appeal against the ruling on {about} of {fixture}",
        about=about_of(appeal.ruling), fixture=str(fixture),
    )  # fmt: skip
    key = f"{appeal.pk}:{before.count() + 1}"
    record(fixture.league, JournalKind.APPEAL_VOTED, key, by=by, now=now, what=what, fixture=fixture)


def _continue(panel: Panel, fixture: Fixture, *, now: dt.datetime) -> int:
    """Decide the appeal of a locked fixture if its votes do, else ask whose turn it is; return 1 if decided."""
    standing, counted = panel.standing, panel.counted
    if not standing.outcome:
        ask_panel(panel, now=now)
        return 0
    last = panel.seat_of(counted[-1].user_id)
    assert last is not None, "only seats have votes that count"  # noqa: S101 - for the type checker
    allow = standing.outcome == OVERTURNED
    close_appeal(
        panel.appeal,
        fixture,
        allow=allow,
        decision=_decision(counted, allow=allow),
        body=AppealBody(standing.body),
        votes=counted,
        by=last.user,
        now=now,
    )
    return 1


def _decision(votes: Sequence[AppealVote], *, allow: bool) -> str:
    """Join the reasons of the votes that agree, each once, without names."""
    return "\n\n".join(dict.fromkeys(vote.reason for vote in votes if vote.allow == allow))


def continue_due(*, now: dt.datetime) -> int:
    """Ask and remind whoever is to vote now, and decide appeals that need no vote since somebody left or is recused.

    Return how many are decided; running it again asks nobody twice.
    """
    return process_each(before_panels(), lambda appeal: _continue_locked(appeal, now=now))


@transaction.atomic
def _continue_locked(appeal: Appeal, *, now: dt.datetime) -> int:
    appeal, fixture = lock_appeal(appeal)
    require_open(appeal)
    return _continue(panel_of(appeal, now=now), fixture, now=now)
