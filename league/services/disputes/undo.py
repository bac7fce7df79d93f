"""Take back a ruling, after an appeal or by its referee, and dispute again what it settled."""

import datetime as dt

from league.enums import CONDUCT_MOVES, ConductState, DisputeState, ResultKind, ResultState, Settlement
from league.models import Dispute, Fixture, Result, Ruling, User
from league.queries.calls.conduct import call_of
from league.queries.disputes.consequences import Restoration, restoration_of, sheet_again
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.rules.sheets import ResultSheet
from league.services.calls.conduct import turn
from league.services.calls.propose import lapse_cases
from league.services.disputes.rule import still_disputed
from league.services.fixtures import close_dispute
from league.services.results import store
from league.services.results.awaiting import copy_of, wait_again


def revoke(
    ruling: Ruling,
    fixture: Fixture,
    *,
    reason: str,
    by: User,
    now: dt.datetime,
    settlement: Settlement = Settlement.APPEAL,
    case_becomes: ConductState = ConductState.DISMISSED,
) -> Restoration:
    """Take a ruling of a locked fixture and its effect back; return what is restored.

    Undecided conduct cases lapse where the rulings left no longer reach the number; the case that the ruling decided
    moves
    to `case_becomes`. `settlement` is that of the sheet that stands again.
    """
    live = live_result(fixture)
    back = restoration_of(ruling, live)
    ruling.revoked_at = now
    ruling.save(update_fields=["revoked_at"])
    if ruling.case is not None and case_becomes in CONDUCT_MOVES[ConductState(ruling.case.state)]:
        turn(ruling.case, case_becomes)
    call = call_of(ruling)
    if call is not None:
        lapse_cases(fixture, match_number=call.match_number, game_number=call.game_number)
    if back.version is not None:
        back.version.fixture = fixture
    counter = ruling.dispute.counter_result if ruling.dispute is not None else None
    if back.held and live is not None and ruling.dispute is not None:
        _dispute_again(live, back, ruling.dispute, reason=reason, by=by, now=now)
    elif back.version is not None:
        store.reinstate(back.version, settlement=settlement, by=by, now=now, reason=reason)
    elif back.sheet is not None and live is not None:
        _restore_sheet(live, back.sheet, settlement=settlement, reason=reason, by=by, now=now)
    _counter_without_it(fixture, now=now)
    if back.reopens and ruling.dispute is not None:
        _reopen(ruling.dispute, counter if back.held else None, now=now)
    return back


def _dispute_again(
    live: Result, back: Restoration, dispute: Dispute, *, reason: str, by: User, now: dt.datetime
) -> None:
    """Let a sheet that counted only by the ruling wait again, as a version from the side that sent it."""
    store.overtake(live.fixture, by=by, now=now)
    store.move(live, ResultState.SUPERSEDED)
    source, sent = back.version or live, dispute.result or live
    sheet = back.sheet if back.sheet is not None else sheet_again(source)
    store.append_result(
        live.fixture,
        sheet,
        state=ResultState.DISPUTED,
        now=now,
        by=sent.submitted_by,
        side=sent.side,
        kind=source.kind,
        note=f"{source.note} {store.REVOKED}".strip()[:250],
        corrects=live,
        reason=reason,
    )


def _counter_without_it(fixture: Fixture, *, now: dt.datetime) -> None:
    """Append the counter-sheet without what the ruling awarded for conduct."""
    waiting = Dispute.objects.filter(
        fixture=fixture, state=DisputeState.OPEN, counter_result__state=ResultState.COUNTER
    )
    for dispute in waiting.select_related("counter_result__submitted_by"):
        counter = dispute.counter_result
        if counter is None:
            continue
        counter.fixture = fixture
        if sheet_again(counter) != sheet_of(counter):
            store.move(counter, ResultState.SUPERSEDED)
            dispute.counter_result = copy_of(counter, ResultState.COUNTER, now=now)
            dispute.save(update_fields=["counter_result"])


def _restore_sheet(
    live: Result, sheet: ResultSheet, *, settlement: Settlement, reason: str, by: User, now: dt.datetime
) -> None:
    note = f"{live.note} {store.REVOKED}".strip()
    if live.state == ResultState.SUBMITTED:
        # It says something else now: the other side is asked anew.
        store.move(live, ResultState.SUPERSEDED)
        wait_again(live, corrects=live, reason=reason, by=by, now=now)
        return
    if live.state != ResultState.CONFIRMED:
        still_disputed(live, sheet, note=note, reason=reason, now=now)
        return
    kind = ResultKind(live.kind)
    store.replace(live, sheet, settlement=settlement, by=by, now=now, kind=kind, note=note, reason=reason)


def _reopen(dispute: Dispute, counter: Result | None, *, now: dt.datetime) -> None:
    """Reopen a dispute, assigned to nobody, on the sheets that the fixture rests on now."""
    close_dispute(dispute, DisputeState.OPEN)
    dispute.assigned_to = dispute.assigned_at = None
    dispute.result = live_result(dispute.fixture) or dispute.result
    if counter is not None:
        counter.fixture = dispute.fixture
        dispute.counter_result = copy_of(counter, ResultState.COUNTER, now=now)
    dispute.save(update_fields=["assigned_to", "assigned_at", "result", "counter_result"])
