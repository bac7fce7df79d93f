"""A result's life: a captain submits a sheet, the other side confirms or disputes it or sends its own; where the two
differ, either may accept the other's (`rulings` has what neither accepts). The states and their moves are
`enums.RESULT_MOVES`; docs/results.md tells them in words.

Every function locks the fixture's row first, so that of two people who press at the same second one comes second and is
told so. A result is a claim until it is confirmed; only then does the table move.
"""

import datetime as dt
from typing import Any

from django.db import transaction

from league import access
from league.enums import DisputeState, JournalKind, NoticeKind, PostponementState, ResultState, Settlement
from league.errors import Invalid, WrongState
from league.models import Dispute, Fixture, Result, SheetDraft, User
from league.queries.fixtures import open_dispute
from league.queries.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheets import ResultSheet, differences
from league.services import sheets
from league.services.awards import award, award_game
from league.services.journal import record
from league.services.moves import close_dispute, close_when_entered, lock_fixture, settlement_key, tell, tell_settled
from league.services.versions import (
    checked,
    given_reason,
    key_of,
    league_of,
    live_result,
    live_version,
    not_enterable,
    problems_of,
    score_of,
    sent_result,
    still_on,
)
from league.services.waiting import ask

__all__ = [
    "accept_counter",
    "award",
    "award_game",
    "confirm",
    "dispute",
    "let_count",
    "live_result",
    "not_enterable",
    "problems_of",
    "sent_result",
    "submit",
    "two_sheets",
]


@transaction.atomic
def submit(fixture: Fixture, sheet: ResultSheet, *, by: User, now: dt.datetime) -> Result:
    """Enter a fixture's result.

    A captain's sheet waits for the other side, until the league's hours are over; the secretary's counts at once. Where
    the other side's sheet waits already, a captain's own one answers it: the same confirms it, another one disputes it.
    The same sheet sent twice by the same person (a double click) is one result.

    Returns:
        The version that his sheet became, or the one it agrees with.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: the fixture has not begun, or its result is no longer open to this person.
        Invalid: with every problem of the sheet.
    """
    held = access.require(by, "result.submit", league_of(fixture), fixture, now=now)
    fixture = lock_fixture(fixture)
    before = live_result(fixture)
    if before is not None:
        return _sent_already(before, sheet, by=by) or _answer_with(before, sheet, held, by=by, now=now)
    early = not_enterable(fixture, now=now)
    if early:
        raise WrongState(early)
    checked(fixture, sheet)
    result = _first(fixture, sheet, held.side_of(fixture), by=by, now=now)
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    closed = close_when_entered(fixture, PostponementState.PLAYED, by=by, now=now)
    what = f"entered {fixture}: {score_of(result)}" + (", although it had been put off" if closed else "")
    record(league_of(fixture), JournalKind.RESULT_SUBMITTED, key_of(result), by=by, now=now, what=what, fixture=fixture)
    _tell_of_submission(result, now=now, by=by)
    return result


def _first(fixture: Fixture, sheet: ResultSheet, side: str, *, by: User, now: dt.datetime) -> Result:
    said: dict[str, Any] = {"state": ResultState.SUBMITTED}
    if not side:
        said = {
            "state": ResultState.CONFIRMED,
            "settlement": Settlement.SECRETARY,
            "settled_by": by,
            "settled_at": now,
        }
    terms = sheets.terms(fixture.division)
    return sheets.append_result(fixture, sheet, terms=terms, now=now, by=by, side=side, **said)


def _tell_of_submission(result: Result, *, now: dt.datetime, by: User) -> None:
    fixture, said = result.fixture, f"{result.fixture}: {score_of(result)} was entered"
    if result.side:
        ask(result, f"{said}.", by=by, now=now)
    else:
        text = f"{said} by the secretary."
        tell(fixture, NoticeKind.RESULT_CONFIRMED, key_of(result), text, now=now, but=by)


def _sent_already(before: Result, sheet: ResultSheet, *, by: User) -> Result | None:
    """The version that this person's sheet has become already, if he sent the very same one before."""
    agreed = before.settlement == Settlement.AGREED and before.settled_by_id == by.pk
    if agreed and not differences(sheet_of(before), sheet):
        return before
    his = [before] if before.submitted_by_id == by.pk else []
    his += Result.objects.filter(fixture=before.fixture, state=ResultState.COUNTER, submitted_by=by)
    return next((version for version in his if sheet_of(version) == sheet), None)


def _answer_with(before: Result, sheet: ResultSheet, held: access.Grants, *, by: User, now: dt.datetime) -> Result:
    """The other side's own sheet, sent without looking at the one that waits, or without regard to it."""
    fixture = before.fixture
    if before.state != ResultState.SUBMITTED or not access.may(held, "result.answer", before):
        raise WrongState(_taken(before))
    still_on(fixture)
    checked(fixture, sheet)
    apart = differences(sheet_of(before), sheet)
    if not apart:
        what = f"sent the same sheet of {fixture}: {score_of(before)}"
        text = f"{fixture}: both captains sent the same sheet; {score_of(before)} counts."
        return let_count(before, Settlement.AGREED, by=by, now=now, what=what, text=text)
    side = held.side_of(fixture)
    counter = _append_counter(fixture, sheet, side, by=by, now=now)
    reason = f"The two sheets differ: {'; '.join(found.where for found in apart)}."
    _object(before, counter, side, reason, by=by, now=now, surprised=True)
    return counter


def _taken(before: Result) -> str:
    local = before.submitted_at.astimezone(league_of(before.fixture).tz)
    who = (before.submitted_by.name if before.submitted_by else "") or "Somebody"
    return (
        f"{who} sent a sheet for this fixture on {local.day} {local:%B} at {local:%H:%M} ({score_of(before)}). "
        "Open the fixture to see how it stands; what you filled in is kept."
    )


@transaction.atomic
def confirm(fixture: Fixture, version: int, *, by: User, now: dt.datetime, how: str = "") -> Result:
    """Agree with the other side's sheet; from now on it counts. Confirming it again changes nothing.

    Args:
        version: the version that the person saw.
        how: in which way he said so, if not on a page of his own; the journal keeps it.

    Raises:
        WrongState: a newer version is live, or it is disputed.
        NotAllowed: the person is not captain of the other side.
    """
    access.require(by, "result.answer", league_of(fixture), fixture, now=now)
    fixture = lock_fixture(fixture)
    result = live_version(fixture, version)
    access.require(by, "result.answer", league_of(fixture), result, now=now)
    if result.state == ResultState.CONFIRMED and result.settled_by_id == by.pk:
        return result
    if result.state != ResultState.SUBMITTED:
        raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
    what = f"confirmed {fixture}: {score_of(result)}" + (f", {how}" if how else "")
    text = f"{fixture}: {score_of(result)} is confirmed and counts."
    return let_count(result, Settlement.OTHER_SIDE, by=by, now=now, what=what, text=text)


def let_count(
    result: Result, how: Settlement, *, by: User | None, now: dt.datetime, what: str, text: str, why: str = ""
) -> Result:
    """Confirm a submitted version of a locked fixture: what every way of agreeing with it comes to.

    Args:
        by: who agreed; None where nobody said anything in time.
        what: what the journal says.
        text: what the captains are told.
        why: the reason, if one was given.
    """
    fixture = result.fixture
    sheets.move(result, ResultState.CONFIRMED, settlement=how, settled_by=by, settled_at=now)
    if by is not None:
        SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    record(
        league_of(fixture), JournalKind.RESULT_CONFIRMED, key_of(result), by=by, now=now, what=what, why=why,
        fixture=fixture,
    )  # fmt: skip
    tell(fixture, NoticeKind.RESULT_CONFIRMED, key_of(result), text, now=now, but=by)
    return result


@transaction.atomic
def dispute(
    fixture: Fixture, version: int, *, reason: str, sheet: ResultSheet | None = None, by: User, now: dt.datetime
) -> Dispute:
    """Object to the other side's sheet, with one's own if one has it. It does not count until it is settled.

    Args:
        version: the version that the person saw.
        reason: what is wrong with it.
        sheet: the whole sheet as this side has it.

    Raises:
        Invalid: no reason; a wrong sheet (every problem); a sheet that does not differ.
        WrongState: a newer version is live, or it is confirmed or disputed already.
        NotAllowed: the person is not captain of the other side.
    """
    access.require(by, "result.answer", league_of(fixture), fixture, now=now)
    fixture = lock_fixture(fixture)
    result = live_version(fixture, version)
    held = access.require(by, "result.answer", league_of(fixture), result, now=now)
    if result.state != ResultState.SUBMITTED:
        raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
    reason = given_reason(reason, "Say what is wrong with the sheet.")
    counter = None
    side = held.side_of(fixture)
    if sheet is not None:
        checked(fixture, sheet)
        if not differences(sheet, sheet_of(result)):
            raise Invalid([Problem("same", "Your sheet is the same as theirs: confirm theirs instead.")])
        counter = _append_counter(fixture, sheet, side, by=by, now=now)
    return _object(result, counter, side, reason, by=by, now=now)


def _append_counter(fixture: Fixture, sheet: ResultSheet, side: str, *, by: User, now: dt.datetime) -> Result:
    terms = sheets.terms(fixture.division)
    return sheets.append_result(fixture, sheet, terms=terms, state=ResultState.COUNTER, now=now, by=by, side=side)


def _object(
    result: Result,
    counter: Result | None,
    side: str,
    reason: str,
    *,
    by: User,
    now: dt.datetime,
    surprised: bool = False,
) -> Dispute:
    """Open the dispute of a locked fixture's submitted sheet.

    Args:
        surprised: whoever disputes it did not know that he would, and is told too.
    """
    fixture = result.fixture
    sheets.move(result, ResultState.DISPUTED)
    opened = Dispute.objects.create(
        fixture=fixture,
        result=result,
        counter_result=counter,
        side=side,
        reason=reason,
        opened_by=by,
        opened_at=now,
    )
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    what = f"disputed {fixture}: {score_of(result)}"
    record(
        league_of(fixture), JournalKind.RESULT_DISPUTED, key_of(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    text = f"{fixture}: {score_of(result)} is disputed."
    if counter is not None:
        text = f"{fixture}: {score_of(result)} is disputed; the other sheet says {score_of(counter)}."
    but = None if surprised else by
    tell(fixture, NoticeKind.RESULT_DISPUTED, key_of(result), text, now=now, but=but, secretary=True)
    return opened


def two_sheets(fixture: Fixture) -> tuple[Dispute, Result, Result]:
    """The open dispute in which each side's sheet stands against the other's; the disputed one, and the one against it.

    Raises:
        WrongState: nothing is disputed (any more), or the other side gave a reason and no sheet of its own.
    """
    found = open_dispute(fixture)
    if found is None or found.result is None or found.counter_result is None:
        raise WrongState("There is no other sheet to accept: the dispute is settled, or only a reason was given.")
    return found, found.result, found.counter_result


@transaction.atomic
def accept_counter(fixture: Fixture, *, seen: int | None = None, by: User, now: dt.datetime) -> Result:
    """Agree that the other side's sheet is right after all; it counts from now on. Either captain of two may do so.

    Args:
        seen: the version he agrees with, as he saw it.

    Raises:
        WrongState: there are no two sheets, or the other side's is not the one he saw.
        NotAllowed: the person is not captain of a side whose sheet is one of the two.
    """
    access.require(by, "dispute.accept", league_of(fixture), fixture, now=now)
    fixture = lock_fixture(fixture)
    disputed, kept, dropped = two_sheets(fixture)
    held = access.require(by, "dispute.accept", league_of(fixture), disputed, now=now)
    if held.side_of(fixture) != disputed.side:
        kept, dropped = dropped, kept
    if seen is not None and kept.version != seen:
        raise WrongState("Another sheet has come in since this page was opened. Open the fixture again to see it.")
    # Of the two only one may be live, so the one that is laid aside goes first.
    sheets.move(dropped, ResultState.SUPERSEDED)
    sheets.move(kept, ResultState.CONFIRMED, settlement=Settlement.ACCEPTED, settled_by=by, settled_at=now)
    close_dispute(disputed, DisputeState.SETTLED)
    score, key = score_of(kept), settlement_key(disputed)
    what = f"settled the dispute about {fixture}: {score}"
    record(league_of(fixture), JournalKind.DISPUTE_SETTLED, key, by=by, now=now, what=what, fixture=fixture)
    tell_settled(disputed, f"{fixture}: the dispute is settled, {score} counts.", by=by, now=now)
    return kept
