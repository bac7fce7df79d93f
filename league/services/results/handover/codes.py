"""Answers with a printed one-time code of the team that is asked: its captain has no mail, or no account.

A code answers what a captain is asked about a result, once: the other side's sheet is confirmed or disputed, a proposed
correction accepted or refused. Whoever has the code need not sign in: the paper is its own proof.

Guesses are limited by the visitor's address alone, so that nobody keeps a team from its codes by guessing elsewhere. A
code is ten letters of 32, 50 bits, and a team has twenty. Thirty guesses an hour for the 48 hours that a sheet waits
are 1,440, of which one is right with odds of 1,440 × 20 / 2⁵⁰, one in forty thousand million; from a hundred thousand
addresses at once, one in four hundred thousand.
"""

import datetime as dt

from django.db import transaction

from league.enums import ResultState, Settlement
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, Result, Team, TeamCode, User
from league.queries.fixtures import has_codes
from league.queries.results.versions import live_result, proposed_correction, require_not_cancelled, score_of, state_of
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, Side, other_side
from league.services.locks import lock_fixture
from league.services.people.accounts.limits import may_try
from league.services.people.captains import find_code
from league.services.results import confirm, correct
from league.translation import N_, Text

TRY = "team_code"


def asked_side(result: Result) -> Side:
    return other_side(HOME if result.side == HOME else AWAY)


def awaited(fixture: Fixture) -> Result:
    """Return the sheet or correction that a printed code may answer; raise WrongState if none, or the side has no code
    left."""
    found = _waiting(fixture)
    if not has_codes(fixture, asked_side(found)):
        team = _team(fixture, asked_side(found)).name
        raise WrongState(
            Text("{team} has no unused codes: the secretary can print a sheet of them, or help.", team=team),
            code="no-codes",
        )
    return found


def _waiting(fixture: Fixture) -> Result:
    require_not_cancelled(fixture)
    live = live_result(fixture)
    if live is not None and live.state == ResultState.SUBMITTED and live.side:
        return live
    proposed = proposed_correction(fixture)
    if proposed is not None and proposed.side:
        return proposed
    if live is not None:
        raise WrongState(Text("No answer is awaited here: this sheet is {state} already.", state=state_of(live)))
    raise WrongState(
        N_("No sheet is awaiting confirmation here."), on_page=N_("Open the fixture to see how it stands.")
    )


def answer(
    fixture: Fixture,
    version: int,
    *,
    code: str,
    agree: bool = True,
    reason: str = "",
    by: User | None,
    now: dt.datetime,
) -> Result:
    """Answer the other side's sheet, or its correction, with a printed code of the side that is asked; it is spent.

    A refusal is the same for a used, revoked, foreign or invented code. Tries are counted, right or wrong, by address.

    Args:
        agree: False disputes the sheet, or refuses the correction; with a reason.
        by: who is signed in, if anybody: often the captain who sent the sheet. The journal names them as who typed it.

    Raises:
        WrongState: nothing awaits an answer, the side has no code left, or a newer version is live. No code is spent.
        Invalid: no code, not one of that side's, or too many were tried; no reason where one is needed.
    """
    awaited(fixture)
    problems = []
    if not code.strip():
        problems.append(Problem("no-code", N_("Enter a code from the team’s printed sheet."), "code"))
    if not agree and not reason.strip():
        problems.append(Problem("no-reason", N_("Say what is wrong."), "reason"))
    if problems:
        raise Invalid(problems)
    if not may_try(TRY, ""):
        message = N_(
            "Too many codes were tried from this connection. Use another one, such as mobile data in place of Wi-Fi, "
            "or try again in an hour."
        )
        raise Invalid([Problem("too-many", message, "code")])
    with transaction.atomic():
        locked = lock_fixture(fixture)
        found = _waiting(locked)
        if found.version != version:
            raise Changed(N_("A newer sheet has come in since this page was opened. Open the fixture again to see it."))
        team = _team(locked, asked_side(found))
        how = _spend(code, found, team, now=now)
        if found.state == ResultState.PROPOSED:
            return _answer_correction(found, team, agree, reason.strip(), how, by=by, now=now)
        return _answer_sheet(found, team, agree, reason.strip(), how, by=by, now=now)


def _team(fixture: Fixture, side: str) -> Team:
    return fixture.away if side == AWAY else fixture.home


def _spend(code: str, result: Result, team: Team, *, now: dt.datetime) -> Text:
    """Use up a team's code for a version of a locked fixture; return its name for the journal."""
    found: TeamCode | None = find_code(code, team.pk, result.fixture.division.season_id)
    if found is None:
        message = Text("That is no unused code of {team} for this season.", team=team.name)
        raise Invalid([Problem("wrong-code", message, "code")])
    found.used_at, found.used_for = now, result
    found.save(update_fields=["used_at", "used_for"])
    return Text(
        "with code {number} of {team}’s printed sheet {sheet}", number=found.number, sheet=found.sheet, team=team.name
    )


def _answer_sheet(
    result: Result, team: Team, agree: bool, reason: str, how: Text, *, by: User | None, now: dt.datetime
) -> Result:
    said = {"fixture": str(result.fixture), "score": score_of(result)}
    if agree:
        what = Text("confirmed {fixture}: {score}, {how}", how=how, **said)
        text = Text(
            "{fixture}: {score} is confirmed with a printed code of {team}, and counts.", team=team.name, **said
        )
        return confirm.settle_confirmed(result, Settlement.CODE, by=None, typed_by=by, now=now, what=what, text=text)
    what = Text("disputed {fixture}: {score}, {how}", how=how, **said)
    text = Text("{fixture}: {score} is disputed with a printed code of {team}.", team=team.name, **said)
    confirm.contest(
        result, None, asked_side(result), reason, by=None, typed_by=by, now=now, what=what, text=text, surprised=True
    )
    return result


def _answer_correction(
    proposed: Result, team: Team, agree: bool, reason: str, how: Text, *, by: User | None, now: dt.datetime
) -> Result:
    said = {"fixture": str(proposed.fixture), "score": score_of(proposed)}
    if agree:
        old = score_of(correct.corrected_by(proposed))
        what = Text("accepted the correction of {fixture}: {score} instead of {old}, {how}", how=how, old=old, **said)
        text = Text(
            "{fixture}: the correction is accepted with a printed code of {team}, {score} instead of {old} counts.",
            team=team.name,
            old=old,
            **said,
        )
        return correct.accept(proposed, Settlement.CODE, correct.Answer(what, text, None, now, typed_by=by))
    what = Text("refused the correction of {fixture}: {score}, {how}", how=how, **said)
    text = Text(
        "{fixture}: the correction to {score} is refused with a printed code of {team}: {reason}",
        team=team.name,
        reason=reason,
        **said,
    )
    return correct.refuse(proposed, reason, correct.Answer(what, text, None, now, typed_by=by))
