"""A result's life: a captain submits a sheet, the other side confirms or disputes it, and what is disputed is settled.

Every function locks the fixture's row first, so that of two people who press at the same second one comes second and is
told so. A result is a claim until it is confirmed; only then does the table move.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Literal

from django.db import transaction

from league import access
from league.enums import (
    DisputeState,
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
    ResultState,
    Settlement,
)
from league.errors import Invalid, WrongState
from league.models import Dispute, Fixture, League, Result, Ruling, SheetDraft, User
from league.queries.eligibility import refused_for
from league.queries.fixtures import open_dispute
from league.queries.sheets import sheet_of, squad_names
from league.rules.points import check, walkover_games
from league.rules.problems import Problem, place_on_sheet
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet, Side, differences
from league.services import sheets
from league.services.journal import record
from league.services.moves import captains, close_when_entered, lock_fixture, secretaries
from league.services.notices import owe


def _league(fixture: Fixture) -> League:
    return fixture.division.season.league


def live_result(fixture: Fixture) -> Result | None:
    """The version the fixture rests on, with its people joined."""
    found = Result.objects.filter(fixture=fixture, live=True).select_related("submitted_by").first()
    if found is not None:
        found.fixture = fixture
    return found


def _still_on(fixture: Fixture) -> None:
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState("This fixture is cancelled: no result of it counts.")


def _live_version(fixture: Fixture, version: int) -> Result:
    _still_on(fixture)
    result = live_result(fixture)
    if result is None or result.version != version:
        raise WrongState("A newer sheet has come in since this page was opened. Open the fixture again to see it.")
    return result


def problems_of(fixture: Fixture, sheet: ResultSheet) -> list[Problem]:
    """Everything that is wrong with a sheet of this fixture; nothing is written.

    A breach of eligibility is among it where the season refuses sheets for that.
    """
    home, away = squad_names(fixture)
    found = check(sheet, sheets.terms(fixture.division), home_squad=home, away_squad=away)
    return sorted([*found, *refused_for(fixture, sheet)], key=place_on_sheet)


def _checked(fixture: Fixture, sheet: ResultSheet) -> None:
    problems = problems_of(fixture, sheet)
    if problems:
        raise Invalid(problems)


def _tell(
    fixture: Fixture, sides: Iterable[Side], kind: NoticeKind, key: str, text: str, *, now: dt.datetime, by: User | None
) -> None:
    owe(_league(fixture), captains(fixture, sides, now=now, but=by), kind, key, text=text, now=now, fixture=fixture)


def _score(result: Result) -> str:
    return f"{result.home_games}–{result.away_games}"


def _key(result: Result) -> str:
    return f"{result.fixture_id}:{result.version}"


@transaction.atomic
def submit(fixture: Fixture, sheet: ResultSheet, *, by: User, now: dt.datetime) -> Result:
    """Enter a fixture's result.

    A captain's sheet waits for the other side; the secretary's counts at once. The same sheet sent twice by the same
    person (a double click) is one result.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: the fixture has not begun, or there is a result already.
        Invalid: with every problem of the sheet.
    """
    held = access.require(by, "result.submit", fixture.division.season.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    before = live_result(fixture)
    if before is not None:
        if before.submitted_by_id == by.pk and sheet_of(before) == sheet:
            return before
        raise WrongState(_taken(before))
    early = not_enterable(fixture, now=now)
    if early:
        raise WrongState(early)
    _checked(fixture, sheet)
    side = held.side_of(fixture)
    settled: dict[str, Any] = {}
    if not side:
        settled = {"settlement": Settlement.SECRETARY, "settled_by": by, "settled_at": now}
    state = ResultState.SUBMITTED if side else ResultState.CONFIRMED
    terms = sheets.terms(fixture.division)
    result = sheets.append_result(fixture, sheet, terms=terms, state=state, now=now, by=by, side=side, **settled)
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    closed = close_when_entered(fixture, PostponementState.PLAYED, by=by, now=now)
    what = f"entered {fixture}: {_score(result)}" + (", although it had been put off" if closed else "")
    record(_league(fixture), JournalKind.RESULT_SUBMITTED, _key(result), by=by, now=now, what=what, fixture=fixture)
    _tell_of_submission(fixture, result, side, now=now, by=by)
    return result


def not_enterable(fixture: Fixture, *, now: dt.datetime) -> str:
    """Why a fixture's result cannot be entered yet, or ever; blank where it can.

    One that was put off may have been played at any time.
    """
    if fixture.state == FixtureState.CANCELLED:
        return "This fixture will not be played: it is cancelled."
    if fixture.state == FixtureState.SCHEDULED and fixture.starts_at > now:
        return "This fixture has not begun; its result can be entered from its start on."
    return ""


def _tell_of_submission(fixture: Fixture, result: Result, side: str, *, now: dt.datetime, by: User) -> None:
    if side:
        others: tuple[Side, ...] = (AWAY,) if side == HOME else (HOME,)
        text = f"{fixture}: {_score(result)} was entered. Confirm it or dispute it."
        _tell(fixture, others, NoticeKind.RESULT_TO_CONFIRM, _key(result), text, now=now, by=by)
    else:
        text = f"{fixture}: {_score(result)} was entered by the secretary."
        _tell(fixture, (HOME, AWAY), NoticeKind.RESULT_CONFIRMED, _key(result), text, now=now, by=by)


def _taken(before: Result) -> str:
    local = before.submitted_at.astimezone(_league(before.fixture).tz)
    who = (before.submitted_by.name if before.submitted_by else "") or "Somebody"
    return (
        f"{who} sent a sheet for this fixture on {local.day} {local:%B} at {local:%H:%M} ({_score(before)}). "
        "Open the fixture to confirm or dispute it; what you filled in is kept."
    )


@transaction.atomic
def confirm(fixture: Fixture, version: int, *, by: User, now: dt.datetime) -> Result:
    """Agree with the other side's sheet; from now on it counts. Confirming it again changes nothing.

    Args:
        version: the version that the person saw.

    Raises:
        WrongState: a newer version is live, or it is disputed.
        NotAllowed: the person is not captain of the other side.
    """
    fixture = lock_fixture(fixture)
    result = _live_version(fixture, version)
    access.require(by, "result.answer", _league(fixture), result, now=now)
    if result.state == ResultState.CONFIRMED and result.settled_by_id == by.pk:
        return result
    if result.state != ResultState.SUBMITTED:
        raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
    sheets.move(result, ResultState.CONFIRMED, settlement=Settlement.OTHER_SIDE, settled_by=by, settled_at=now)
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    what = f"confirmed {fixture}: {_score(result)}"
    record(_league(fixture), JournalKind.RESULT_CONFIRMED, _key(result), by=by, now=now, what=what, fixture=fixture)
    text = f"{fixture}: {_score(result)} is confirmed and counts."
    _tell(fixture, (HOME, AWAY), NoticeKind.RESULT_CONFIRMED, _key(result), text, now=now, by=by)
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
    fixture = lock_fixture(fixture)
    result = _live_version(fixture, version)
    held = access.require(by, "result.answer", _league(fixture), result, now=now)
    if result.state != ResultState.SUBMITTED:
        raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
    if not reason.strip():
        raise Invalid([Problem("no-reason", "Say what is wrong with the sheet.", "reason")])
    counter = None
    side = held.side_of(fixture)
    if sheet is not None:
        _checked(fixture, sheet)
        if not differences(sheet, sheet_of(result)):
            raise Invalid([Problem("same", "Your sheet is the same as theirs: confirm theirs instead.")])
        terms = sheets.terms(fixture.division)
        counter = sheets.append_result(
            fixture, sheet, terms=terms, state=ResultState.COUNTER, now=now, by=by, side=side
        )
    sheets.move(result, ResultState.DISPUTED)
    opened = Dispute.objects.create(
        fixture=fixture,
        result=result,
        counter_result=counter,
        side=side,
        reason=reason.strip(),
        opened_by=by,
        opened_at=now,
    )
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    what = f"disputed {fixture}: {_score(result)}"
    record(
        _league(fixture), JournalKind.RESULT_DISPUTED, _key(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    text = f"{fixture}: {_score(result)} is disputed."
    _tell(fixture, (HOME, AWAY), NoticeKind.RESULT_DISPUTED, _key(result), text, now=now, by=by)
    desk = secretaries(_league(fixture), now=now)
    owe(_league(fixture), desk, NoticeKind.RESULT_DISPUTED, _key(result), text=text, now=now, fixture=fixture)
    return opened


def _open_dispute(fixture: Fixture) -> Dispute:
    found = open_dispute(fixture)
    if found is None:
        raise WrongState("There is no open dispute about this fixture; it has been settled meanwhile.")
    return found


@transaction.atomic
def accept_counter(fixture: Fixture, *, by: User, now: dt.datetime) -> Result:
    """Agree that the other side's own sheet is right after all; it counts from now on.

    Raises:
        WrongState: nothing is disputed, or the other side sent no sheet of its own.
        NotAllowed: the person is not captain of the side that sent the disputed sheet.
    """
    fixture = lock_fixture(fixture)
    disputed = _open_dispute(fixture)
    access.require(by, "dispute.accept", _league(fixture), disputed, now=now)
    return _close(disputed, "counter", Settlement.ACCEPTED, reason="", by=by, now=now)


@transaction.atomic
def settle(dispute: Dispute, *, keep: Literal["result", "counter"], reason: str, by: User, now: dt.datetime) -> Result:
    """Rule which of two sheets counts.

    Raises:
        NotAllowed: neither secretary nor referee, or not neutral.
        WrongState: it has been settled meanwhile, or there is no second sheet to keep.
        Invalid: no reason.
    """
    fixture = lock_fixture(dispute.fixture)
    disputed = _open_dispute(fixture)
    access.require(by, "dispute.settle", _league(fixture), disputed, now=now)
    if not reason.strip():
        raise Invalid([Problem("no-reason", "Give the reason of the ruling.", "reason")])
    result = _close(disputed, keep, Settlement.RULING, reason=reason.strip(), by=by, now=now)
    Ruling.objects.create(dispute=disputed, referee=by, decided_at=now, reason=reason.strip())
    return result


def _close(
    disputed: Dispute, keep: Literal["result", "counter"], how: Settlement, *, reason: str, by: User, now: dt.datetime
) -> Result:
    """Let one sheet of a dispute count and lay the other aside. The one laid aside goes first: only one may be live."""
    fixture, counter = disputed.fixture, disputed.counter_result
    kept, dropped = (disputed.result, counter) if keep == "result" else (counter, disputed.result)
    if kept is None:
        raise WrongState("The other side sent no sheet of its own that could count instead.")
    if dropped is not None:
        sheets.move(dropped, ResultState.SUPERSEDED)
    sheets.move(kept, ResultState.CONFIRMED, settlement=how, settled_by=by, settled_at=now)
    disputed.state = DisputeState.SETTLED
    disputed.save(update_fields=["state"])
    what = f"settled the dispute about {fixture}: {_score(kept)}"
    record(
        _league(fixture), JournalKind.DISPUTE_SETTLED, str(disputed.pk), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    text = f"{fixture}: the dispute is settled, {_score(kept)} counts."
    _tell(fixture, (HOME, AWAY), NoticeKind.DISPUTE_SETTLED, str(disputed.pk), text, now=now, by=by)
    return kept


@transaction.atomic
def award_game(
    fixture: Fixture, *, match_number: int, game_number: int, to: Side, reason: str, by: User, now: dt.datetime
) -> Result:
    """Award one game of the live sheet to a side (R43): a new version in which that game is awarded, its scores kept.

    What was confirmed stays confirmed, now by the ruling. A sheet that waits for the other side is left alone: a ruling
    on one game must not make all the others count that only one side has told.

    Raises:
        NotAllowed: the person may not rule here.
        WrongState: no sheet yet, one that nobody has confirmed, or one that has no such game.
    """
    fixture = lock_fixture(fixture)
    access.require(by, "call.rule", _league(fixture), fixture, now=now)
    before = live_result(fixture)
    if before is None or before.state != ResultState.CONFIRMED:
        raise WrongState(
            "A game is awarded on the fixture's sheet: wait until it is entered and confirmed, and any dispute settled."
        )
    sheet = _with_award(sheet_of(before), match_number, game_number, to)
    note = f"Match {match_number}, game {game_number} was awarded by a ruling."
    result = sheets.replace(before, sheet, settlement=Settlement.RULING, by=by, now=now, note=note, reason=reason)
    what = f"awarded match {match_number}, game {game_number} of {fixture} to {getattr(fixture, to)}"
    record(
        _league(fixture), JournalKind.GAME_AWARDED, _key(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    return result


def _with_award(sheet: ResultSheet, match_number: int, game_number: int, to: Side) -> ResultSheet:
    found = [m for m in sheet.matches if m.number == match_number and 1 <= game_number <= len(m.games)]
    if not found:
        raise WrongState(f"The sheet has no match {match_number}, game {game_number}.")

    def awarded(match: MatchSheet) -> MatchSheet:
        if match.number != match_number:
            return match
        games = tuple(
            GameScore(g.home, g.away, to) if number == game_number else g for number, g in enumerate(match.games, 1)
        )
        return MatchSheet(match.number, match.kind, match.home_players, match.away_players, games)

    return ResultSheet(tuple(awarded(match) for match in sheet.matches))


@transaction.atomic
def give_walkover(
    fixture: Fixture, *, to: Side, reason: str, seen: int | None = None, by: User, now: dt.datetime
) -> Result:
    """Award a fixture that was not played to one side.

    Args:
        seen: the fixture's sequence that the secretary saw, so that a date agreed on meanwhile is not overruled unseen.

    Raises:
        NotAllowed: not the secretary.
        WrongState: the fixture has a result, or has changed since the page was opened.
        Invalid: no reason.
    """
    access.require(by, "walkover.give", fixture.division.season.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    if live_result(fixture) is not None:
        raise WrongState("This fixture has a result; a walkover is for one that was not played.")
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(not_enterable(fixture, now=now))
    if seen is not None and fixture.sequence != seen:
        raise WrongState("This fixture has been changed since the page was opened. Open it again to see how it stands.")
    if not reason.strip():
        raise Invalid([Problem("no-reason", "Say why the fixture was not played.", "reason")])
    return award(fixture, to=to, reason=reason, settlement=Settlement.SECRETARY, by=by, now=now)


def award(
    fixture: Fixture, *, to: Side, reason: str, settlement: Settlement, by: User | None, now: dt.datetime
) -> Result:
    """A walkover in a locked fixture that has no result: every game awarded, nothing invented.

    Args:
        by: who decided; None where the league's own rule did.
    """
    close_when_entered(fixture, PostponementState.LAPSED, by=by, now=now)
    terms = sheets.terms(fixture.division)
    result = sheets.append_walkover(
        fixture,
        to=to,
        games=walkover_games(terms),
        matches=len(terms.format),
        settlement=settlement,
        now=now,
        by=by,
        note=reason.strip()[:250],
    )
    what = f"gave {getattr(fixture, to)} a walkover in {fixture}"
    record(
        _league(fixture), JournalKind.WALKOVER_GIVEN, _key(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    text = f"{fixture}: a walkover to {getattr(fixture, to)}."
    _tell(fixture, (HOME, AWAY), NoticeKind.RESULT_CONFIRMED, _key(result), text, now=now, by=by)
    return result
