"""Confirm or dispute a waiting result, by the other side's answer or by its deadline."""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import DisputeState, FixtureState, JournalKind, NoticeKind, ResultState, Settlement
from league.errors import Changed, WrongState
from league.models import Dispute, Fixture, Result, SheetDraft, User
from league.queries.fixtures import open_dispute
from league.queries.people.people import nobody_else_answers
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import (
    Examined,
    Refused,
    given_reason,
    key_of,
    live_result,
    live_version,
    score_of,
    state_of,
)
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.problems import Problem
from league.rules.sheet_fields import differences, places_apart
from league.rules.sheets import ResultSheet
from league.services.fixtures import announce_settled, close_dispute
from league.services.locks import lock_fixture
from league.services.notices import announce
from league.services.results import store
from league.services.results.awaiting import ask_new_captains, leave_to_the_secretary
from league.services.results.store import check_sheet
from league.services.scans import process_each
from league.translation import N_, Text


@transaction.atomic
def confirm(fixture: Fixture, version: int, *, by: User, now: dt.datetime, how: str = "") -> Result:
    """Confirm the other side's sheet; confirming it again changes nothing.

    Args:
        version: the version that the person saw.
        how: the way they answered, for the journal, if not on a page of their own.

    Raises:
        WrongState: a newer version is live, or it is disputed.
        NotAllowed: the person is not captain of the other side.
    """
    fixture = lock_fixture(fixture)
    # Under the lock: a role may end while it is waited for.
    grants = access.require(by, "result.answer", fixture.league, fixture, now=now)
    result = live_version(fixture, version)
    access.ensure(grants, "result.answer", result)
    if result.state == ResultState.CONFIRMED and result.settled_by_id == by.pk:
        return result
    if result.state != ResultState.SUBMITTED:
        raise WrongState(Text("This sheet is {state} already.", state=state_of(result)))
    params = {"fixture": str(fixture), "score": score_of(result)}
    what = Text("confirmed {fixture}: {score}", **params)
    if how:
        what = Text("confirmed {fixture}: {score}, {how}", how=how, **params)
    text = Text("{fixture}: {score} is confirmed and counts.", **params)
    return settle_confirmed(result, Settlement.OTHER_SIDE, by=by, now=now, what=what, text=text)


def settle_confirmed(
    result: Result,
    how: Settlement,
    *,
    by: User | None,
    now: dt.datetime,
    what: Text,
    text: Text,
    why: str = "",
    typed_by: User | None = None,
) -> Result:
    """Confirm a submitted version of a locked fixture; every way of agreeing ends here.

    Args:
        by: None where nobody answered in time.
        what: for the journal; `text` for the captains.
        typed_by: who typed the other side's code, where one was used.
    """
    fixture = result.fixture
    store.move_result(result, ResultState.CONFIRMED, settlement=how, settled_by=by, settled_at=now)
    if by is not None:
        SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    announce(
        fixture, JournalKind.RESULT_CONFIRMED, NoticeKind.RESULT_CONFIRMED, key_of(result), what=what, text=text,
        by=by or typed_by, now=now, why=why,
    )  # fmt: skip
    return result


@transaction.atomic
def dispute(
    fixture: Fixture, version: int, *, reason: str, sheet: ResultSheet | None = None, by: User, now: dt.datetime
) -> Dispute:
    """Dispute the other side's sheet, with one's own if there is one; it does not count until settled.

    Raises:
        Invalid: no reason; a wrong sheet (every problem); a sheet that does not differ.
        WrongState: a newer version is live, or it is confirmed or disputed already.
        NotAllowed: the person is not captain of the other side.
    """
    access.require(by, "result.answer", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    result = live_version(fixture, version)
    grants = access.require(by, "result.answer", fixture.league, result, now=now)
    if result.state != ResultState.SUBMITTED:
        raise WrongState(Text("This sheet is {state} already.", state=state_of(result)))
    reason = given_reason(reason, N_("Say what is wrong with the sheet."))
    counter = None
    side = grants.side_of(fixture)
    if sheet is not None:
        examined = check_sheet(fixture, sheet)
        if not differences(examined.sheet, sheet_of(result)):
            same = Problem("same", N_("Your sheet is the same as theirs: confirm theirs instead."))
            raise Refused(examined, [same])
        examined = store.register_typed_players(fixture, examined, by=by, now=now)
        counter = append_counter(fixture, examined, side, by=by, now=now)
    return contest(result, counter, side, reason, by=by, now=now)


def append_counter(fixture: Fixture, examined: Examined, side: str, *, by: User, now: dt.datetime) -> Result:
    return store.append_result(fixture, examined, state=ResultState.COUNTER, now=now, by=by, side=side)


def contest(
    result: Result,
    counter: Result | None,
    side: str,
    reason: str,
    *,
    by: User | None,
    now: dt.datetime,
    what: Text | None = None,
    text: Text | None = None,
    typed_by: User | None = None,
    surprised: bool = False,
) -> Dispute:
    """Open the dispute of a locked fixture's submitted sheet.

    Args:
        by: None where a printed code is used; `typed_by` is who typed it.
        what: for the journal, where there is more than the dispute; `text` for the captains.
        surprised: whoever disputes it did not know that they would, and is told too.
    """
    fixture = result.fixture
    store.move_result(result, ResultState.DISPUTED)
    opened = Dispute.objects.create(
        fixture=fixture,
        result=result,
        counter_result=counter,
        side=side,
        reason=reason,
        opened_by=by,
        opened_at=now,
    )
    if by is not None:
        SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    what = what or Text("disputed {fixture}: {score}", fixture=str(fixture), score=score_of(result))
    text = text or _contested_message(result, counter)
    announce(
        fixture, JournalKind.RESULT_DISPUTED, NoticeKind.RESULT_DISPUTED, key_of(result), what=what, text=text,
        by=by or typed_by, now=now, why=reason, secretary=True, doer=surprised,
    )  # fmt: skip
    return opened


def _contested_message(result: Result, counter: Result | None) -> Text:
    """Describe how a counter-sheet differs: by its score, or else by the games that do."""
    params = {"fixture": str(result.fixture), "score": score_of(result)}
    if counter is None:
        return Text("{fixture}: {score} is disputed.", **params)
    if score_of(counter) != score_of(result):
        return Text("{fixture}: {score} is disputed; the other sheet says {other}.", other=score_of(counter), **params)
    apart = places_apart(differences(sheet_of(result), sheet_of(counter)))
    return Text("{fixture}: {score} is disputed; the sheets differ in {places}.", places=apart, **params)


def two_sheets(fixture: Fixture) -> tuple[Dispute, Result, Result]:
    """Return the open dispute, the disputed sheet and the counter-sheet; raise WrongState without two sheets."""
    disputed = open_dispute(fixture)
    if disputed is None or disputed.result is None or disputed.counter_result is None:
        raise WrongState(N_("There is no other sheet to accept: the dispute is settled, or only a reason was given."))
    return disputed, disputed.result, disputed.counter_result


@transaction.atomic
def accept_counter(fixture: Fixture, *, seen: int | None = None, by: User, now: dt.datetime) -> Result:
    """Agree with the other side's sheet of two, which counts from now on.

    Raises:
        WrongState: there are no two sheets, or the other side's is not the version `seen`.
        NotAllowed: the person is not captain of a side whose sheet is one of the two.
    """
    access.require(by, "dispute.accept", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    disputed, kept, dropped = two_sheets(fixture)
    grants = access.require(by, "dispute.accept", fixture.league, disputed, now=now)
    if grants.side_of(fixture) != disputed.side:
        kept, dropped = dropped, kept
    if seen is not None and kept.version != seen:
        raise Changed(N_("Another sheet has come in since this page was opened. Open the fixture again to see it."))
    # Of the two only one may be live, so the one that is laid aside goes first.
    store.move_result(dropped, ResultState.SUPERSEDED)
    store.move_result(kept, ResultState.CONFIRMED, settlement=Settlement.ACCEPTED, settled_by=by, settled_at=now)
    close_dispute(disputed, DisputeState.SETTLED)
    params = {"fixture": str(fixture), "score": score_of(kept)}
    what = Text("accepted the other side's sheet of {fixture}: {score}", **params)
    text = Text("{fixture}: the other side's sheet is accepted, {score} counts.", **params)
    announce_settled(disputed, what=what, text=text, by=by, now=now)
    return kept


def confirm_due(*, now: dt.datetime) -> int:
    """Confirm sheets left unanswered past their deadline, each in its own transaction; return how many.

    Running it again, or twice at once, changes nothing more. Cancelled fixtures are skipped; a sheet that nobody of the
    other side could answer goes to the secretary; captains who came since are asked first.
    """
    ask_new_captains(now=now)
    visible_q = seasons_shown("fixture__division__season__") & sides_shown("fixture__")
    due = Result.objects.filter(visible_q, state=ResultState.SUBMITTED, confirm_by__lte=now)
    due = due.exclude(fixture__state=FixtureState.CANCELLED)
    results = due.select_related("fixture").order_by("confirm_by", "pk")
    return process_each(results, lambda result: _confirm_unanswered(result.fixture, result.version, now=now))


@transaction.atomic
def _confirm_unanswered(fixture: Fixture, version: int, *, now: dt.datetime) -> bool:
    fixture = lock_fixture(fixture)
    result = live_result(fixture)
    if result is None or result.version != version or result.state != ResultState.SUBMITTED:
        return False
    if fixture.state == FixtureState.CANCELLED or result.confirm_by is None or result.confirm_by > now:
        return False
    if nobody_else_answers(result, on=now.astimezone(fixture.league.tz).date()):
        result.confirm_by = None
        result.save(update_fields=["confirm_by"])
        leave_to_the_secretary(result, now=now)
        return False
    silent = fixture.home if result.side == "away" else fixture.away
    params = {"fixture": str(fixture), "score": score_of(result)}
    what = Text("confirmed {fixture} by the deadline: {score}", **params)
    text = Text(
        "{fixture}: {score} was confirmed automatically, because {team} didn’t reply in time. It counts.",
        team=silent.name,
        **params,
    )
    settle_confirmed(result, Settlement.DEADLINE, by=None, now=now, what=what, text=text)
    return True


@transaction.atomic
def uphold(fixture: Fixture, version: int, *, reason: str, by: User, now: dt.datetime) -> Result:
    """Confirm a sheet in the other side's place, with a reason for journal and captains; repeating it changes nothing.

    Raises:
        WrongState: a newer version is live, or this one waits no more.
        NotAllowed: not the secretary, or they belong to one of the teams or sent it themselves.
        Invalid: no reason.
    """
    fixture = lock_fixture(fixture)
    result = live_version(fixture, version)
    access.require(by, "result.uphold", fixture.league, result, now=now)
    if result.settlement == Settlement.UPHELD and result.settled_by_id == by.pk:
        return result
    if result.state != ResultState.SUBMITTED:
        raise WrongState(Text("This sheet is {state} already.", state=state_of(result)))
    reason = given_reason(reason, N_("Say why it counts without the other side’s answer; both captains are told."))
    params = {"fixture": str(fixture), "score": score_of(result)}
    what = Text("confirmed {fixture} in the other side's place: {score}", **params)
    text = Text("{fixture}: the secretary has confirmed {score}, it counts. {reason}", reason=reason, **params)
    return settle_confirmed(result, Settlement.UPHELD, by=by, now=now, what=what, text=text, why=reason)
