"""A sheet that waits for the other side: by when it is to be answered, who is asked, and how one waits once more."""

import datetime as dt
from typing import Any

from league import access
from league.enums import NoticeKind, ResultState, Side
from league.models import Result, User
from league.queries.appeals import sheet_again
from league.queries.people import nobody_else_answers
from league.rules.deadlines import due_at
from league.services import sheets
from league.services.moves import secretaries, tell
from league.services.notices import owe
from league.services.versions import key_of, league_of, score_of


def ask(result: Result, said: str, *, by: User | None, now: dt.datetime) -> None:
    """Give a waiting sheet of a locked fixture its deadline, and ask whoever can answer it.

    Args:
        said: what has happened, a sentence for the other side's captains.
        by: who did it, and need not be told.
    """
    fixture, league = result.fixture, league_of(result.fixture)
    # Silence of somebody who may not speak is no agreement.
    nobody = nobody_else_answers(result, on=now.astimezone(league.tz).date())
    result.confirm_by = None if nobody else due_at(now, league.confirm_hours)
    result.save(update_fields=["confirm_by"])
    if nobody:
        leave_to_the_secretary(result, now=now)
        return
    text, asked = f"{said} Confirm it or dispute it.", Side(result.side).other
    tell(fixture, NoticeKind.RESULT_TO_CONFIRM, key_of(result), text, now=now, sides=(asked,), but=by)


def leave_to_the_secretary(result: Result, *, now: dt.datetime) -> None:
    """Tell the secretaries who can confirm a sheet that only they can, and that has no deadline; if none can, all.

    Telling them twice is once.
    """
    fixture, league = result.fixture, league_of(result.fixture)
    everyone = secretaries(league, now=now)
    able = [user for user in everyone if access.may(access.grants(user, league, now=now), "result.uphold", result)]
    text = f"{fixture}: {score_of(result)} was entered by a captain of both sides. Confirm it, or decide otherwise."
    kind = NoticeKind.RESULT_UNANSWERABLE
    owe(league, able or everyone, kind, key_of(result), text=text, now=now, fixture=fixture)


def copy_of(version: Result, state: ResultState, *, now: dt.datetime, **fields: Any) -> Result:
    """The newest version of a locked fixture, which says what an older one said and was sent by the same side.

    What rulings had changed in it that were revoked since does not come back with it.
    Nothing else is moved; of two live ones the database refuses the second.
    """
    fields = {"note": version.note, "kind": version.kind, "breaches": version.breaches, **fields}
    return sheets.append_result(
        version.fixture,
        sheet_again(version),
        terms=sheets.terms(version.fixture.division),
        state=state,
        now=now,
        by=version.submitted_by,
        side=version.side,
        **fields,
    )


def wait_again(version: Result, *, corrects: Result | None, reason: str, by: User, now: dt.datetime) -> Result:
    """A sheet that nobody has confirmed waits for the other side's answer again: a version of its own.

    It has a new deadline and a new link; a link to the old version has served. Nothing is live any more.
    """
    again = copy_of(version, ResultState.SUBMITTED, now=now, corrects=corrects, reason=reason)
    ask(again, f"{version.fixture}: {score_of(again)} waits for your answer again.", by=by, now=now)
    return again
