"""The secretary's decisions: walkover, abandoned, neither side came, void.

None deletes anything: each is a further version that counts, reversed by one more. Each names the version the secretary
saw, so that a sheet that came in meanwhile is not overruled unseen, and both captains are told.
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.db import transaction

from league import access
from league.enums import (
    DisputeState,
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
    ResultKind,
    ResultState,
    Settlement,
)
from league.errors import Changed, Invalid, WrongState
from league.models import Dispute, Fixture, League, Result, User
from league.queries.calls.conduct import as_awarded
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import Examined, examine, key_of, live_result, not_enterable, reversal_of, score_of
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.sheets import ResultSheet, Side, broken_off
from league.services.cups.ties import settle_tie
from league.services.fixtures import close_when_entered, raise_sequence, set_format
from league.services.locks import lock_fixture
from league.services.notices import announce
from league.services.results import store
from league.services.results.awaiting import wait_again
from league.translation import N_, Text

NOTHING = ResultSheet(())
LONGEST = 2000
NO_REASON = Problem("no-reason", N_("Give the reason; it is public, and both captains are told."), "reason")


@dataclass(frozen=True, slots=True)
class _Case:
    fixture: Fixture
    before: Result | None
    reason: str
    by: User
    now: dt.datetime

    @property
    def league(self) -> League:
        return self.fixture.league


def _open_case(
    fixture: Fixture,
    version: int,
    *,
    reason: str,
    by: User,
    now: dt.datetime,
    sequence: int | None = None,
    problems: tuple[Problem, ...] = (),
) -> _Case:
    """Lock the fixture and check that it stands as the secretary saw it.

    Raises:
        NotAllowed: not the secretary.
        WrongState: it is cancelled, in dispute, or has changed since they looked.
        Invalid: no reason, and every one of `problems`.
    """
    access.require(by, "result.decide", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    access.require(by, "result.decide", fixture.league, fixture, now=now)
    before = live_result(fixture)
    closed = not_decidable(fixture)
    if closed:
        raise WrongState(closed)
    if (before.version if before else 0) != version or sequence not in (None, fixture.sequence):
        raise Changed(
            N_("This fixture has been changed since the page was opened. Open it again to see how it stands.")
        )
    missing = () if reason.strip() else (NO_REASON,)
    if problems or missing:
        raise Invalid([*problems, *missing])
    return _Case(fixture, before, reason.strip()[:LONGEST], by, now)


def not_decidable(fixture: Fixture) -> str:
    """Return why the secretary cannot decide about a fixture; blank where they can (one query)."""
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture is cancelled: no result of it counts.")
    if Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN).exists():
        return N_("A dispute about this fixture is open. Settle the dispute first.")
    return ""


@transaction.atomic
def give_walkover(
    fixture: Fixture,
    *,
    to: Side,
    version: int,
    reason: str,
    sequence: int | None = None,
    by: User,
    now: dt.datetime,
) -> Result:
    """Award a whole fixture to one side, also where it has a result. No score is invented.

    Args:
        version: of the result that the secretary saw; 0 where there was none.
        sequence: the fixture's that they saw, so that a date agreed on meanwhile is not overruled unseen.

    Raises:
        NotAllowed, WrongState, Invalid: see `_open`.
    """
    case = _open_case(fixture, version, reason=reason, sequence=sequence, by=by, now=now)
    _lay_aside(case)
    result = store.append_walkover(
        case.fixture,
        to=to,
        settlement=Settlement.SECRETARY,
        now=now,
        by=by,
        note=case.reason[:250],
        corrects=case.before,
        reason=case.reason,
    )
    return _announce(case, result, Text("a walkover to {team}", team=getattr(case.fixture, to).name))


@transaction.atomic
def abandon(
    fixture: Fixture,
    sheet: ResultSheet,
    *,
    rest: Side | None = None,
    version: int,
    reason: str,
    sequence: int | None = None,
    by: User,
    now: dt.datetime,
) -> Result:
    """Break a fixture off: its finished games count.

    Args:
        sheet: the finished games; the others are blank.
        rest: the side awarded the others; None where they count for nobody, and nobody has won the fixture.

    Raises:
        NotAllowed, WrongState: see `_open`; it has not begun.
        Invalid: every problem of the sheet; no reason.
    """
    problems = examine_abandoned(fixture, sheet).problems
    case = _open_case(fixture, version, reason=reason, sequence=sequence, by=by, now=now, problems=tuple(problems))
    _has_begun(case)
    store.lock_players(store.lock_names(case.fixture, sheet))
    # Once more: a guest of it may have been one elsewhere meanwhile.
    examined = examine_abandoned(case.fixture, sheet)
    if examined.problems:
        raise Invalid(examined.problems)
    kept = replace(examined, sheet=broken_off(examined.sheet, fixture_terms(case.fixture), rest))
    _lay_aside(case)
    result = _append(case, store.register_typed_players(case.fixture, kept, by=by, now=now).sheet, ResultKind.ABANDONED)
    what = Text("abandoned, {score}; the rest was not played", score=score_of(result))
    if rest:
        team = getattr(case.fixture, rest).name
        what = Text("abandoned, {score}; the rest is awarded to {team}", score=score_of(result), team=team)
    return _announce(case, result, what)


def examine_abandoned(fixture: Fixture, sheet: ResultSheet) -> Examined:
    return examine(fixture, finished_games(fixture, sheet), unfinished=True)


def finished_games(fixture: Fixture, sheet: ResultSheet) -> ResultSheet:
    """Return the finished games of an abandoned fixture, those awarded for conduct among them."""
    live = live_result(fixture)
    return as_awarded(fixture, sheet, known=sheet_of(live) if live else None)


@transaction.atomic
def nobody_came(
    fixture: Fixture, *, version: int, reason: str, sequence: int | None = None, by: User, now: dt.datetime
) -> Result:
    """Record that neither side came: no points, and both have lost. Raises as `_open`; WrongState before it begins."""
    case = _open_case(fixture, version, reason=reason, sequence=sequence, by=by, now=now)
    _has_begun(case)
    _lay_aside(case)
    return _announce(case, _append(case, NOTHING, ResultKind.NOBODY), N_("neither side came; no points to either"))


@transaction.atomic
def void(fixture: Fixture, *, version: int, reason: str, by: User, now: dt.datetime) -> Result:
    """Void the result, as if the fixture had not been played. Raises as `_open`; WrongState without a result or if
    void."""
    case = _open_case(fixture, version, reason=reason, by=by, now=now)
    if case.before is None:
        raise WrongState(N_("This fixture has no result that could be void."))
    if case.before.kind == ResultKind.VOID:
        raise WrongState(N_("This result is void already."))
    _lay_aside(case)
    return _announce(case, _append(case, NOTHING, ResultKind.VOID), N_("void, it counts for nothing"))


@transaction.atomic
def reopen(fixture: Fixture, *, version: int, reason: str, by: User, now: dt.datetime) -> None:
    """Let the captains enter the fixture anew; nothing counts meanwhile. Raises as `_open`; WrongState without a
    result."""
    case = _open_case(fixture, version, reason=reason, by=by, now=now)
    if case.before is None:
        raise WrongState(N_("This fixture has no result: its captains may enter it as it is."))
    _lay_aside(case)
    if case.fixture.tie_id is not None:
        settle_tie(case.fixture, by=by, now=now)
    set_format(case.fixture, None)
    _announce_decision(case, f"{key_of(case.before)}:reopened", N_("its result must be entered again"))


@transaction.atomic
def take_back(fixture: Fixture, *, version: int, reason: str, by: User, now: dt.datetime) -> Result | None:
    """Reverse the last decision: what stood before it stands again, as a further version, or None.

    A sheet not answered yet waits again. Raises as `_open`; WrongState if nothing was decided.
    """
    case = _open_case(fixture, version, reason=reason, by=by, now=now)
    back = reversal_of(case.fixture, case.before)
    if not back.possible:
        raise WrongState(N_("There is no decision about this fixture to reverse."))
    if back.version is None:
        _lay_aside(case)
        set_format(case.fixture, None)
        _announce_decision(
            case, f"{case.fixture.pk}:{version}:taken-back", N_("the last decision is reversed; there is no result")
        )
        return None
    if back.waits:
        return _send_again(case, back.version)
    if case.before is None:
        _lay_aside(case)
    result = store.reinstate(back.version, settlement=Settlement.SECRETARY, by=by, now=now, reason=case.reason)
    what = Text("the last decision is reversed; version {version} counts again", version=back.version.version)
    return _announce(case, result, what)


def _has_begun(case: _Case) -> None:
    early = "" if case.before else not_enterable(case.fixture, now=case.now)
    if early:
        raise WrongState(early)


def _lay_aside(case: _Case) -> None:
    """Supersede the live version; where none was, the fixture owes no date any more."""
    store.set_aside_correction(case.fixture, by=case.by, now=case.now)
    if case.before is not None:
        store.move_result(case.before, ResultState.SUPERSEDED)
        if not case.before.scored:
            raise_sequence(case.fixture, now=case.now)
    else:
        close_when_entered(case.fixture, PostponementState.LAPSED, by=case.by, now=case.now)


def _append(case: _Case, sheet: ResultSheet, kind: ResultKind) -> Result:
    return store.append_result(
        case.fixture,
        sheet,
        state=ResultState.CONFIRMED,
        now=case.now,
        by=case.by,
        kind=kind,
        settlement=Settlement.SECRETARY,
        settled_by=case.by,
        settled_at=case.now,
        note=case.reason[:250],
        corrects=case.before,
        reason=case.reason,
    )


def _send_again(case: _Case, version: Result) -> Result:
    _lay_aside(case)
    result = wait_again(version, corrects=case.before, reason=case.reason, by=case.by, now=case.now)
    what = Text("the last decision is reversed; version {version} is awaiting confirmation", version=version.version)
    return _announce(case, result, what)


def _announce(case: _Case, result: Result, what: Text) -> Result:
    _announce_decision(case, key_of(result), what)
    return result


def _announce_decision(case: _Case, key: str, what: Text) -> None:
    fixture = str(case.fixture)
    sentence = Text("decided about {fixture}: {decision}", fixture=fixture, decision=what)
    text = Text("{fixture}: {decision}. The secretary: {reason}", fixture=fixture, decision=what, reason=case.reason)
    announce(
        case.fixture, JournalKind.RESULT_DECIDED, NoticeKind.RESULT_DECIDED, key, what=sentence, text=text, by=case.by,
        now=case.now, why=case.reason,
    )  # fmt: skip
