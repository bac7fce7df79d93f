"""What the side that sent a sheet may still do while nobody has answered it: change it, or take its correction back."""

import datetime as dt

from league.enums import JournalKind, NoticeKind, ResultState
from league.errors import Invalid
from league.models import Result, SheetDraft, User
from league.queries.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheets import ResultSheet, differences
from league.services import sheets
from league.services.journal import record
from league.services.moves import tell
from league.services.versions import key_of, league_of, problems_of, score_of
from league.services.waiting import ask

TAKEN_BACK = "Taken back by the side that proposed it."


def change(live: Result, sheet: ResultSheet, reason: str, *, by: User, now: dt.datetime) -> Result:
    """Replace a waiting sheet of a locked fixture by another one of the same side, which waits from now on.

    The other side is asked anew, with a new deadline and a new link; the old version cannot be confirmed any more.

    Args:
        reason: why; it may be blank.

    Raises:
        Invalid: with every problem of the sheet; or nothing in it differs.
    """
    fixture, before = live.fixture, sheet_of(live)
    sheets.hold_players(fixture, sheet)
    problems = problems_of(fixture, sheet, taken=before)
    if not problems and not differences(before, sheet):
        problems = [Problem("same", "This is what you have sent already: change what is wrong.")]
    if problems:
        raise Invalid(problems)
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    # The old one goes first: only one may be live.
    sheets.move(live, ResultState.SUPERSEDED)
    result = sheets.append_result(
        fixture, sheet, terms=sheets.terms(fixture.division), state=ResultState.SUBMITTED, now=now, by=by,
        side=live.side, corrects=live, reason=reason,
    )  # fmt: skip
    scores = f"{score_of(result)} instead of {score_of(live)}"
    what, key = f"changed the sheet of {fixture} before it was answered: {scores}", key_of(result)
    record(
        league_of(fixture), JournalKind.RESULT_SUBMITTED, key, by=by, now=now, what=what, why=reason, fixture=fixture
    )
    team = fixture.home if live.side == "home" else fixture.away
    ask(result, f"{fixture}: {team} has changed its sheet, {scores}.", by=by, now=now)
    return result


def take_back(proposed: Result, *, by: User, now: dt.datetime) -> Result:
    """Withdraw a correction that waits, of a locked fixture; what was confirmed goes on counting."""
    fixture, key = proposed.fixture, key_of(proposed)
    sheets.move(proposed, ResultState.REJECTED, settled_by=by, settled_at=now, note=TAKEN_BACK)
    what = f"took back the correction of {fixture}: {score_of(proposed)}"
    record(league_of(fixture), JournalKind.CORRECTION_ANSWERED, key, by=by, now=now, what=what, fixture=fixture)
    text = f"{fixture}: the correction to {score_of(proposed)} was taken back by the side that proposed it."
    tell(fixture, NoticeKind.CORRECTION_ANSWERED, key, text, now=now, but=by, secretary=True)
    return proposed
