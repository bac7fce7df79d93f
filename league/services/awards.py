"""What one side is given: a game by a ruling, a fixture that was not played. No score is invented."""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind, PostponementState, ResultState, Settlement
from league.errors import WrongState
from league.models import Fixture, Result, User
from league.queries.sheets import sheet_of
from league.rules.points import walkover_games
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Side
from league.services import sheets
from league.services.journal import record
from league.services.moves import close_when_entered, lock_fixture, tell
from league.services.versions import key_of, league_of, live_result


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
    access.require(by, "call.rule", league_of(fixture), fixture, now=now)
    before = live_result(fixture)
    if before is None or before.state != ResultState.CONFIRMED:
        raise WrongState(
            "A game is awarded on the fixture's sheet: wait until it is entered and confirmed, and any dispute settled."
        )
    sheet = with_award(sheet_of(before), match_number, game_number, to)
    note = f"Match {match_number}, game {game_number} was awarded by a ruling."
    result = sheets.replace(before, sheet, settlement=Settlement.RULING, by=by, now=now, note=note, reason=reason)
    what = f"awarded match {match_number}, game {game_number} of {fixture} to {getattr(fixture, to)}"
    record(
        league_of(fixture), JournalKind.GAME_AWARDED, key_of(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    return result


def with_award(sheet: ResultSheet, match_number: int, game_number: int, to: Side) -> ResultSheet:
    """A sheet in which one game is awarded to a side, its scores kept.

    Raises:
        WrongState: it has no such game.
    """
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
        league_of(fixture), JournalKind.WALKOVER_GIVEN, key_of(result), by=by, now=now, what=what, why=reason,
        fixture=fixture,
    )  # fmt: skip
    text = f"{fixture}: a walkover to {getattr(fixture, to)}."
    tell(fixture, NoticeKind.RESULT_CONFIRMED, key_of(result), text, now=now, but=by)
    return result
