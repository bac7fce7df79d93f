"""Correct a result: a new version of the whole sheet, with a reason.

A captain only proposes; the confirmed version counts until the other captain or the secretary accepts. There is one
proposal at a time, about one version: `store.set_aside_correction` sets it aside when another comes to count. The
secretary's own counts at once. What a ruling awarded stays awarded (R43).
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind, ResultKind, ResultState, Settlement
from league.errors import WrongState
from league.models import Fixture, Result, User
from league.queries.calls.conduct import as_awarded
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import (
    Examined,
    Refused,
    examine,
    given_reason,
    key_of,
    live_result,
    live_version,
    proposed_correction,
    require_not_cancelled,
    score_of,
    state_of,
)
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import announce
from league.services.results import store
from league.services.results.awaiting import ask_other_side
from league.services.results.complete import add_card, completes
from league.translation import N_, Text


def examine_correction(live: Result, sheet: ResultSheet) -> Examined:
    before = sheet_of(live)
    return examine(live.fixture, keep_awards(sheet, before), taken=before)


def keep_awards(sheet: ResultSheet, live: ResultSheet) -> ResultSheet:
    """Put the live version's awarded games into a corrected sheet: no captain takes an award back."""
    awarded = {match.number: match for match in live.matches if match.short is None}
    return replace(sheet, matches=tuple(_with_awards(match, awarded.get(match.number)) for match in sheet.matches))


def _with_awards(match: MatchSheet, live: MatchSheet | None) -> MatchSheet:
    if live is not None and match.totals and live.totals and match.short is None:
        before = live.counted
        return match.ending(match.counted.moved(before.to_home, before.to_away))
    if live is None or len(live.games) != len(match.games):
        return match

    def kept(game: GameScore, before: GameScore) -> GameScore:
        if before.awarded is None:
            return game
        return before if game.blank else replace(game, awarded=before.awarded)

    return replace(match, games=tuple(kept(*pair) for pair in zip(match.games, live.games, strict=True)))


@transaction.atomic
def propose(fixture: Fixture, version: int, sheet: ResultSheet, *, reason: str, by: User, now: dt.datetime) -> Result:
    """Correct a confirmed result. A captain's correction waits for an answer; the secretary's counts at once.

    A sheet that still waits is replaced by the side that sent it. A double click is one correction.

    Args:
        version: the version that the person saw.
        reason: may be blank for a sheet that waits.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: that version does not count (any more), is no played result, or a correction waits already.
        Invalid: no reason, and every problem of the sheet; or nothing in it differs.
    """
    access.require(by, "result.correct", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    grants = access.require(by, "result.correct", fixture.league, fixture, now=now)
    waiting, counts = proposed_correction(fixture), live_result(fixture)
    named = store.lock_names(fixture, sheet)
    for sent in (waiting, counts):
        if sent is not None and _is_same(sent, version, named, by=by):
            return sent
    live = live_version(fixture, version)
    before = sheet_of(live)
    sheet = as_awarded(fixture, sheet, known=before)
    if live.state == ResultState.SUBMITTED and access.may(grants, "result.change", live):
        return change_waiting_sheet(live, sheet, reason.strip(), by=by, now=now)
    if completes(live, sheet) and not differences(before, sheet):
        return add_card(live, sheet, grants, by=by, now=now)
    side = grants.side_of(fixture)
    _require_correctable(live, side)
    if waiting is not None and side:
        raise WrongState(N_("A correction is already awaiting an answer. Only one can be proposed at a time."))
    sheet = keep_awards(sheet, before)
    examined = store.register_typed_players(fixture, _check_correction(fixture, sheet, before, reason), by=by, now=now)
    if not side:
        return _correct_at_once(live, examined.sheet, reason.strip(), by=by, now=now)
    return _propose(live, examined, side, reason.strip(), by=by, now=now)


def _is_same(sent: Result, version: int, sheet: ResultSheet, *, by: User) -> bool:
    if sent.submitted_by_id != by.pk or sent.corrects is None or sent.corrects.version != version:
        return False
    before = sheet_of(sent)
    return not differences(before, keep_awards(sheet, before))


def _require_correctable(live: Result, side: str) -> None:
    if live.state != ResultState.CONFIRMED:
        raise WrongState(Text("Only what is confirmed is corrected; this sheet is {state}.", state=state_of(live)))
    if side and live.kind != ResultKind.PLAYED:
        raise WrongState(N_("This fixture was decided by the secretary; ask them to decide otherwise."))


def _check_correction(fixture: Fixture, sheet: ResultSheet, before: ResultSheet, reason: str) -> Examined:
    """Validate a correction; raise Invalid with every error."""
    store.lock_players(store.lock_names(fixture, sheet))
    examined = examine(fixture, sheet, taken=before)
    problems = list(examined.problems)
    if not reason.strip():
        problems.insert(0, Problem("no-reason", N_("Say why the result has to be corrected."), "reason"))
    if not problems and not differences(before, examined.sheet):
        problems.append(Problem("same", N_("This is what counts already: change what is wrong.")))
    if problems:
        raise Refused(examined, problems)
    return examined


def _correct_at_once(live: Result, sheet: ResultSheet, reason: str, *, by: User, now: dt.datetime) -> Result:
    fixture, was = live.fixture, score_of(live)
    # The sheet is whole: a fixture that was abandoned is a played one by that.
    kind = ResultKind.PLAYED
    result = store.replace(live, sheet, settlement=Settlement.SECRETARY, by=by, now=now, kind=kind, reason=reason)
    params = {"fixture": str(fixture), "score": score_of(result), "old": was}
    what = Text("corrected {fixture}: {score} instead of {old}", **params)
    text = Text(
        "{fixture}: the secretary corrected the result, {score} counts instead of {old}. {reason}",
        reason=reason,
        **params,
    )
    announce(
        fixture, JournalKind.RESULT_CORRECTED, NoticeKind.RESULT_DECIDED, key_of(result), what=what, text=text,
        by=by, now=now, why=reason,
    )  # fmt: skip
    return result


def _propose(live: Result, examined: Examined, side: str, reason: str, *, by: User, now: dt.datetime) -> Result:
    fixture = live.fixture
    result = store.append_result(
        fixture, examined, state=ResultState.PROPOSED, now=now, by=by, side=side, corrects=live, reason=reason
    )
    params = {"fixture": str(fixture), "score": score_of(result), "old": score_of(live)}
    what = Text("proposed to correct {fixture}: {score} instead of {old}", **params)
    team = fixture.home if side == HOME else fixture.away
    text = Text(
        "{fixture}: {team} proposes {score} instead of {old}: {reason}", team=team.name, reason=reason, **params
    )
    other_side = AWAY if side == HOME else HOME
    announce(
        fixture, JournalKind.CORRECTION_PROPOSED, NoticeKind.CORRECTION_TO_CONFIRM, key_of(result), what=what,
        text=text, by=by, now=now, why=reason, sides=(other_side,), secretary=True,
    )  # fmt: skip
    return result


@transaction.atomic
def answer_correction(
    fixture: Fixture, version: int, *, accept: bool, reason: str = "", by: User, now: dt.datetime
) -> Result:
    """Accept a proposed correction, or refuse it; the side that proposed it withdraws it so. Repeating changes nothing.

    Raises:
        NotAllowed: they accept their own side's, or are neither captain of a side nor a neutral secretary.
        WrongState: it is answered already, or is about a version that does not count any more.
        Invalid: it is refused without a reason; withdrawing needs none.
    """
    access.require(by, "correction.answer", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    require_not_cancelled(fixture)
    proposed = _find_correction(fixture, version)
    grants = access.grants(by, fixture.league, now=now)
    own = not accept and access.may(grants, "result.change", proposed)
    if own and proposed.state == ResultState.PROPOSED:
        return withdraw_correction(proposed, by=by, now=now)
    if not own:
        access.ensure(grants, "correction.answer", proposed)
    if proposed.state != ResultState.PROPOSED:
        same = proposed.state == (ResultState.CONFIRMED if accept else ResultState.REJECTED)
        if same and proposed.settled_by_id == by.pk:
            return proposed
        raise WrongState(
            N_("This correction has been answered meanwhile."), on_page=N_("Open the fixture to see what counts.")
        )
    if not accept:
        return _refuse(proposed, given_reason(reason, N_("Say why you refuse it.")), by=by, now=now)
    return _accept(proposed, grants, by=by, now=now)


def _find_correction(fixture: Fixture, version: int) -> Result:
    corrections = Result.objects.filter(fixture=fixture, version=version, corrects__isnull=False)
    result = corrections.exclude(side="").select_related("corrects").first()
    if result is None:
        raise WrongState(N_("There is no such correction of this fixture."))
    result.fixture = fixture
    return result


def _accept(proposed: Result, grants: access.Grants, *, by: User, now: dt.datetime) -> Result:
    how = Settlement.OTHER_SIDE if grants.side_of(proposed.fixture) else Settlement.SECRETARY
    old = score_of(corrected_by(proposed))
    params = {"fixture": str(proposed.fixture), "score": score_of(proposed), "old": old}
    what = Text("accepted the correction of {fixture}: {score} instead of {old}", **params)
    text = Text("{fixture}: the correction is accepted, {score} instead of {old} counts.", **params)
    return accept(proposed, how, Answer(what, text, by, now))


def _refuse(proposed: Result, reason: str, *, by: User, now: dt.datetime) -> Result:
    params = {"fixture": str(proposed.fixture), "score": score_of(proposed)}
    what = Text("refused the correction of {fixture}: {score}", **params)
    text = Text("{fixture}: the correction to {score} is refused: {reason}", reason=reason, **params)
    return refuse(proposed, reason, Answer(what, text, by, now))


def corrected_by(proposed: Result) -> Result:
    """Return the version that a correction is about; raise WrongState if it does not count any more."""
    live = proposed.corrects
    if live is None or not live.live or live.state != ResultState.CONFIRMED:
        raise WrongState(
            N_("It corrects a version that does not count any more. Refuse it, and correct what counts now.")
        )
    live.fixture = proposed.fixture
    return live


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a proposed correction: `what` for the journal, `text` for the captains.

    `by` is None where a printed code is used; `typed_by` is who typed it.
    """

    what: Text
    text: Text
    by: User | None
    now: dt.datetime
    typed_by: User | None = None


def accept(proposed: Result, how: Settlement, answer: Answer) -> Result:
    """Let a correction of a locked fixture count; raise WrongState if what it corrects does not any more."""
    # Of the two only one may be live, so the old one goes first.
    store.move_result(corrected_by(proposed), ResultState.SUPERSEDED)
    store.move_result(proposed, ResultState.CONFIRMED, settlement=how, settled_by=answer.by, settled_at=answer.now)
    return _tell_answer(proposed, answer)


def refuse(proposed: Result, reason: str, answer: Answer) -> Result:
    """Set a correction of a locked fixture aside. Everybody reads the note; only captains and secretary the reason."""
    store.move_result(proposed, ResultState.REJECTED, settled_by=answer.by, settled_at=answer.now, note="Not accepted.")
    return _tell_answer(proposed, answer, why=reason)


def _tell_answer(proposed: Result, answer: Answer, *, why: str = "", secretary: bool = False) -> Result:
    announce(
        proposed.fixture, JournalKind.CORRECTION_ANSWERED, NoticeKind.CORRECTION_ANSWERED, key_of(proposed),
        what=answer.what, text=answer.text, by=answer.by or answer.typed_by, now=answer.now, why=why,
        secretary=secretary,
    )  # fmt: skip
    return proposed


TAKEN_BACK = "Withdrawn by the side that proposed it."


def change_waiting_sheet(live: Result, sheet: ResultSheet, reason: str, *, by: User, now: dt.datetime) -> Result:
    """Replace a waiting sheet of a locked fixture by another of the same side; the other side is asked anew.

    The old version cannot be confirmed any more. Raise Invalid with every problem, or if nothing differs.
    """
    fixture, before = live.fixture, sheet_of(live)
    examined = store.check_sheet(fixture, sheet, taken=before)
    completed = before.score is not None and examined.sheet.score is None
    if not completed and not differences(before, examined.sheet):
        raise Refused(examined, [Problem("same", N_("This is what you have sent already: change what is wrong."))])
    examined = store.register_typed_players(fixture, examined, by=by, now=now)
    # The old one goes first: only one may be live.
    store.move_result(live, ResultState.SUPERSEDED)
    result = store.append_result(
        fixture, examined, state=ResultState.SUBMITTED, now=now, by=by, side=live.side, corrects=live, reason=reason
    )
    params = {"fixture": str(fixture), "score": score_of(result), "old": score_of(live)}
    what = Text("changed the sheet of {fixture} before it was answered: {score} instead of {old}", **params)
    key = key_of(result)
    record(fixture.league, JournalKind.RESULT_SUBMITTED, key, by=by, now=now, what=what, why=reason, fixture=fixture)
    team = fixture.home if live.side == "home" else fixture.away
    text = Text("{fixture}: {team} has changed its sheet, {score} instead of {old}.", team=team.name, **params)
    ask_other_side(result, text, by=by, now=now)
    return result


def withdraw_correction(proposed: Result, *, by: User, now: dt.datetime) -> Result:
    """Withdraw a waiting correction of a locked fixture."""
    store.move_result(proposed, ResultState.REJECTED, settled_by=by, settled_at=now, note=TAKEN_BACK)
    params = {"fixture": str(proposed.fixture), "score": score_of(proposed)}
    what = Text("withdrew the correction of {fixture}: {score}", **params)
    text = Text("{fixture}: the correction to {score} was withdrawn by the side that proposed it.", **params)
    return _tell_answer(proposed, Answer(what, text, by, now), secretary=True)
