"""Award a game by a ruling, or a whole fixture that was not played. No score is invented."""

import datetime as dt
from dataclasses import replace

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, ResultState, Settlement, Side
from league.errors import WrongState
from league.models import Call, Fixture, Result, User
from league.queries.calls.conduct import awarded_in, offenders_in
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import key_of, live_result, require_card
from league.rules.problems import Problem
from league.rules.rulings import awarded_sides, match_in, with_game, with_totals
from league.rules.sheets import AWAY, HOME, ResultSheet, other_side, place_of_game
from league.rules.sheets import Side as SideName
from league.services.fixtures import close_when_entered
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import announce
from league.services.results import store
from league.translation import N_, Text
from scoring import Verdict


@transaction.atomic
def award_game(
    fixture: Fixture, *, match_number: int, game_number: int, to: SideName, reason: str, by: User, now: dt.datetime
) -> Result:
    """Award one game of the live sheet to a side (R43): a new version with its scores kept.

    What was confirmed stays confirmed, now by the ruling. A waiting sheet is refused: a ruling on one game must not
    make the others count that only one side has reported.

    Raises:
        NotAllowed: the person may not rule here.
        WrongState: no confirmed sheet, no such game, or it is awarded to the other side for conduct.
    """
    fixture = lock_fixture(fixture)
    access.require(by, "call.rule", fixture.league, fixture, now=now)
    before, sheet = preview_award(fixture, match_number=match_number, game_number=game_number, to=to)
    place = {"match": match_number, "game": game_number}
    note = Text("Match {match}, game {game} was awarded by a ruling.", **place)
    result = store.replace(before, sheet, settlement=Settlement.RULING, by=by, now=now, note=note, reason=reason)
    params = {"fixture": str(fixture), "team": str(getattr(fixture, to))}
    what = Text("awarded match {match}, game {game} of {fixture} to {team}", **place, **params)
    record(
        fixture.league, JournalKind.GAME_AWARDED, key_of(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    return result


def preview_award(fixture: Fixture, *, match_number: int, game_number: int, to: SideName) -> tuple[Result, ResultSheet]:
    """Return the live version and its sheet with one game awarded. Raises WrongState as `award_game`."""
    before = live_result(fixture)
    if before is None or before.state != ResultState.CONFIRMED:
        raise WrongState(
            N_(
                "A game is awarded on the fixture's sheet: wait until it is entered and confirmed, and any dispute "
                "settled."
            )
        )
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture is cancelled and counts for nothing, so there is no game to award."))
    sheet = award_on_sheet(sheet_of(before), match_number, game_number, to)
    if awarded_in(fixture, match_number, game_number) == other_side(to):
        sentence = N_("This game is awarded to {team} for conduct already; only an appeal can revoke that.")
        raise WrongState(Text(sentence, team=str(getattr(fixture, other_side(to)))))
    return before, sheet


def award_on_sheet(sheet: ResultSheet, match_number: int, game_number: int, to: SideName) -> ResultSheet:
    """Award one game of a sheet, its scores kept; of games only counted, one. Raise WrongState if there is none."""
    require_card(sheet)
    match = match_in(sheet, match_number)
    if match is not None and match.totals and match.games:
        return with_totals(sheet, match_number, match.counted.awarded(to))
    if match is None or not 1 <= game_number <= len(match.known):
        place = place_of_game(match_number, game_number)
        raise WrongState(Text("The sheet has no {place}.", place=place))
    return with_game(sheet, match_number, game_number, replace(match.games[game_number - 1], awarded=to))


def give_walkover(
    fixture: Fixture, *, to: SideName, reason: str, settlement: Settlement, by: User | None, now: dt.datetime
) -> Result:
    """Give a walkover in a locked fixture without result; `by` is None where the league's own rule decides."""
    close_when_entered(fixture, PostponementState.LAPSED, by=by, now=now)
    result = store.append_walkover(
        fixture,
        to=to,
        settlement=settlement,
        now=now,
        by=by,
        note=reason.strip()[:250],
    )
    params = {"fixture": str(fixture), "team": str(getattr(fixture, to))}
    what = Text("gave {team} a walkover in {fixture}", **params)
    text = Text("{fixture}: a walkover to {team}.", **params)
    announce(
        fixture, JournalKind.WALKOVER_GIVEN, NoticeKind.RESULT_CONFIRMED, key_of(result), what=what, text=text,
        by=by, now=now, why=reason,
    )  # fmt: skip
    return result


NOBODY_OFFENDED = N_("Nobody has overcalled or challenged falsely in this game, so R43 awards it to nobody.")


def offenders_of(call: Call, verdict: Verdict) -> set[SideName]:
    """Sides against which a verdict notes something: the overcaller's, or the false challenger's."""
    counter: SideName = HOME if call.counter == Side.HOME else AWAY
    offenders: set[SideName] = {counter} if verdict.overcall else set()
    return offenders | ({AWAY if counter == HOME else HOME} if verdict.false_challenge else set())


def sides_for_call(call: Call, verdict: Verdict) -> tuple[SideName, ...]:
    """Sides a ruling on a call may award its game to (R43; one query): opponents of offenders in that game."""
    place = {"match_number": call.match_number, "game_number": call.game_number}
    noted = offenders_in(call.fixture, **place, but=call) | offenders_of(call, verdict)
    return awarded_sides(noted)


def sides_for_game(fixture: Fixture, match_number: int, game_number: int) -> tuple[SideName, ...]:
    """Return the sides a ruling on a game or sheet may award a game to (one query).

    Where no ruling on a call has noted anything, the referee judges by the evidence: either side.
    """
    noted = offenders_in(fixture, match_number=match_number, game_number=game_number)
    return awarded_sides(noted) if noted else (HOME, AWAY)


def award_problems(fixture: Fixture, to: str, allowed: tuple[SideName, ...], field: str) -> list[Problem]:
    if to in allowed or to not in Side.values:
        return []
    if not allowed:
        return [Problem("nobody-offended", NOBODY_OFFENDED, field)]
    message = Text(
        "{offender} overcalled or challenged falsely in this game: R43 awards it to {winner}.",
        offender=str(getattr(fixture, to)),
        winner=str(getattr(fixture, allowed[0])),
    )
    return [Problem("own-side", message, field)]
