"""Add names and games to a result that was sent as a score alone.

A card that agrees with the score is its next version, and counts at once where the score does: the other side has
agreed to the score already. It is told, and corrects the card like any other. One that differs corrects the score.
"""

import datetime as dt

from league import access
from league.enums import JournalKind, NoticeKind, ResultState, Settlement
from league.errors import WrongState
from league.models import Result, User
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import (
    Examined,
    Refused,
    key_of,
    proposed_correction,
    require_not_cancelled,
    score_of,
)
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.rules.sheets import ResultSheet, ScoreOnly, scores_apart
from league.services.journal import record
from league.services.notices import notify
from league.services.results import store
from league.translation import N_, Text


def completes(live: Result, sheet: ResultSheet) -> bool:
    """Whether a sheet is the card of a confirmed score alone."""
    return live.score_only and sheet.score is None and live.state == ResultState.CONFIRMED


def add_card(live: Result, sheet: ResultSheet, grants: access.Grants, *, by: User, now: dt.datetime) -> Result:
    """Let the whole card count instead of the confirmed score of a locked fixture.

    Raises:
        Invalid: with every problem of the card; or its games make another score.
        WrongState: the fixture is cancelled, or a correction of the score awaits an answer.
    """
    fixture, before = live.fixture, sheet_of(live)
    require_not_cancelled(fixture)
    if proposed_correction(fixture) is not None:
        raise WrongState(N_("A correction of the score is awaiting an answer. Names and games are added after it."))
    examined = store.check_sheet(fixture, sheet)
    if differences(before, examined.sheet):
        raise Refused(examined, [_another_score(*scores_apart(before.summary, examined.sheet.summary))])
    examined = store.register_typed_players(fixture, examined, by=by, now=now)
    result = append_card(live, examined, grants.side_of(fixture), by=by, now=now)
    text = _added_message(result)
    notify(fixture, NoticeKind.RESULT_CONFIRMED, key_of(result), text, now=now, but=by)
    return result


def append_card(live: Result, card: Examined, side: str, *, by: User, now: dt.datetime) -> Result:
    """Append the checked card of a confirmed score, its players registered; telling people is the caller's."""
    fixture = live.fixture
    # The old one goes first: only one may be live.
    store.move_result(live, ResultState.SUPERSEDED)
    result = store.append_result(
        fixture, card, state=ResultState.CONFIRMED, now=now, by=by, side=side, corrects=live,
        settlement=Settlement.CARD, settled_by=by, settled_at=now,
    )  # fmt: skip
    what = Text("added names and games to {fixture}: {score}", fixture=str(fixture), score=score_of(result))
    record(fixture.league, JournalKind.RESULT_SUBMITTED, key_of(result), by=by, now=now, what=what, fixture=fixture)
    return result


def _added_message(result: Result) -> Text:
    params = {"fixture": str(result.fixture), "score": score_of(result)}
    if not result.side:
        return Text("{fixture}: the secretary has added names and games; {score} still counts.", **params)
    return Text(
        "{fixture}: {team} have added names and games; {score} still counts.",
        team=result.fixture.team_name(result.side), **params,
    )  # fmt: skip


def _another_score(confirmed: ScoreOnly, card: ScoreOnly) -> Problem:
    message = Text(
        "These games make {score}, but {confirmed} is confirmed. Fix the games, or correct the result.",
        score=card.text, confirmed=confirmed.text,
    )  # fmt: skip
    return Problem("another-score", message)
