"""Conduct (R41–R43): the count of overcalls and false challenges proposes a case, a neutral referee decides it.

A case is made once, in the transaction of the ruling that reaches the ruleset's threshold in a game. Only referees see
it until it is decided; then that side's captain is informed and the game awarded to the other side, or nothing follows.
An award rests on exactly one ruling, so that one appeal can take it back.
"""

import datetime as dt
from typing import Any

from django.db import transaction

from league import access
from league.enums import (
    CONDUCT_MOVES,
    ConductState,
    FixtureState,
    JournalKind,
    NoticeKind,
    Outcome,
    ResultKind,
    ResultState,
    Side,
)
from league.errors import Changed, Invalid, WrongState
from league.models import ConductCase, Fixture, Result, Ruling, User
from league.queries.calls.conduct import find_case
from league.queries.disputes.consequences import Consequences, as_ruled, consequences
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.rulebook import rule_on_conduct
from league.rules.rulings import RULE
from league.rules.sheets import AWAY, HOME, place_of_game
from league.rules.sheets import Side as SideName
from league.services.calls.awards import award_game, with_award
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import captains, queue_notice
from league.translation import N_, Text, in_a_sentence
from scoring import Ruleset


def ruleset_of(fixture: Fixture, match_number: int) -> Ruleset:
    """The ruleset that a match of a fixture is played by (R55)."""
    return fixture_terms(fixture).ruleset(match_number)


def rule_in(fixture: Fixture, match_number: int) -> tuple[str, Text]:
    """Number and words of the rule on conduct in a match."""
    return RULE, rule_on_conduct(ruleset_of(fixture, match_number))


def key_of(case: ConductCase, *, own: bool = False) -> str:
    """Key of a case in the journal and in notices; `own` for the player's notice, which links to their record."""
    return f"{case.pk}:conduct:{case.player_id}" if own else f"{case.pk}:conduct"


def preview(case: ConductCase) -> Consequences | None:
    """Preview an award's consequences; None without a confirmed sheet, WrongState if it has no such game."""
    fixture, live = case.fixture, live_result(case.fixture)
    if live is None or live.state != ResultState.CONFIRMED or fixture.state == FixtureState.CANCELLED:
        return None
    sheet = with_award(sheet_of(live), case.match_number, case.game_number, winner_of(case))
    return consequences(fixture, live, as_ruled(fixture, sheet, counts=True, kind=ResultKind(live.kind)))


@transaction.atomic
def decide(
    case: ConductCase, *, award: bool, reason: str, seen: str | None = None, by: User, now: dt.datetime
) -> Ruling:
    """Decide whether somebody's conduct in a game was persistent (R43).

    If it was, their captain is informed and the game awarded to the other side, even if that had won it anyway; no
    correction gives it back.

    Args:
        seen: the stamp of the consequences that the referee was shown; None does not check it.

    Raises:
        NotAllowed: no referee, or not neutral.
        Invalid: no reason.
        WrongState: it is decided; there is no confirmed sheet yet to award on; the consequences differ ("changed").
    """
    fixture = lock_fixture(case.fixture)
    case = find_case(fixture.league, case.pk)
    case.fixture = fixture
    access.require(by, "conduct.decide", fixture.league, case, now=now)
    if case.state != ConductState.PROPOSED:
        raise WrongState(_decided(case))
    if not reason.strip() or "\0" in reason:
        raise Invalid([Problem("no-reason", N_("Give the reason of your decision."), "reason")])
    if not award:
        ruling = _rule(case, Outcome.STANDS, reason=reason, by=by, now=now)
        turn(case, ConductState.DISMISSED)
        _record_decision(case, by=by, now=now, why=reason.strip(), public=False)
        return ruling
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(
            N_("This fixture does not count, so there is no game to award. Dismiss the case with that reason.")
        )
    following = preview(case) if seen is not None else None
    if following is not None and seen != following.stamp:
        message = N_("Something has changed since this was shown: look again at what follows, then sign.")
        raise Changed(message)
    after = award_game(
        fixture,
        match_number=case.match_number,
        game_number=case.game_number,
        to=winner_of(case),
        # What everybody can read; the referee's words are for those whom it concerns.
        reason=Text("By a ruling on conduct ({rule}).", rule=RULE),
        by=by,
        now=now,
    )
    return _awarded(case, after, reason=reason, by=by, now=now)


def winner_of(case: ConductCase) -> SideName:
    return AWAY if case.side == Side.HOME else HOME


def close_awarded(
    fixture: Fixture,
    after: Result,
    *,
    match_number: int,
    game_number: int,
    to: SideName,
    reason: str,
    by: User,
    now: dt.datetime,
) -> Ruling | None:
    """Decide the open case of a locked fixture's game, if any, that a ruling on a call has just awarded.

    Return the ruling on the case, on which the award then rests.
    """
    case = ConductCase.objects.select_related("player__user").filter(
        fixture=fixture,
        match_number=match_number,
        game_number=game_number,
        side=Side(to).other,
        state=ConductState.PROPOSED,
    ).order_by("pk").first()  # fmt: skip
    if case is None:
        return None
    case.fixture = fixture
    return _awarded(case, after, reason=reason, by=by, now=now)


def _awarded(case: ConductCase, after: Result, *, reason: str, by: User, now: dt.datetime) -> Ruling:
    changed = {"awarded_to": winner_of(case), "before": after.corrects, "after": after}
    ruling = _rule(case, Outcome.AWARDED, reason=reason, by=by, now=now, **changed)
    turn(case, ConductState.AWARDED)
    _record_decision(case, by=by, now=now, why="", public=True)
    _tell_of_award(case, ruling, now=now)
    return ruling


def _rule(case: ConductCase, outcome: Outcome, *, reason: str, by: User, now: dt.datetime, **more: Any) -> Ruling:
    rules = ruleset_of(case.fixture, case.match_number)
    rule, text = rule_in(case.fixture, case.match_number)
    return Ruling.objects.create(
        case=case,
        referee=by,
        decided_at=now,
        reason=reason.strip(),
        outcome=outcome,
        rule=rule,
        rule_text=text,
        ruleset=rules.name,
        ruleset_value=rules.to_dict(),
        **more,
    )


def turn(case: ConductCase, to: ConductState) -> None:
    """Move a case of a locked fixture along `CONDUCT_MOVES`; the only place that changes its state."""
    came_from = ConductState(case.state)
    if to not in CONDUCT_MOVES[came_from]:
        raise WrongState(Text("This case is decided: {state}.", state=in_a_sentence(came_from.label)))
    case.state = to
    case.save(update_fields=["state"])


def _decided(case: ConductCase) -> Text:
    state = in_a_sentence(case.get_state_display())
    if case.ruling.referee is None:
        return Text("This has been decided meanwhile: {state}.", state=state)
    return Text("This has been decided meanwhile: {state} by {referee}.", state=state, referee=str(case.ruling.referee))


def _record_decision(case: ConductCase, *, by: User, now: dt.datetime, why: str, public: bool) -> None:
    """Journal the decision. That somebody was *not* found persistent is no part of the fixture's public history."""
    about = {
        "fixture": str(case.fixture),
        "place": place_of_game(case.match_number, case.game_number),
        "rule": RULE,
    }
    what = Text("decided about conduct in {place} of {fixture}: not persistent ({rule})", **about)
    if public:
        sentence = N_("decided about conduct in {place} of {fixture}: the game is awarded to {team} ({rule})")
        what = Text(sentence, team=str(getattr(case.fixture, winner_of(case))), **about)
    record(
        case.fixture.league,
        JournalKind.CONDUCT_DECIDED,
        key_of(case),
        by=by,
        now=now,
        what=what,
        why=why,
        player=case.player,
        fixture=case.fixture if public else None,
        data={"case": case.pk},
    )


def _tell_of_award(case: ConductCase, ruling: Ruling, *, now: dt.datetime) -> None:
    """Inform that side's captain, the player and the other captain."""
    fixture, league = case.fixture, case.fixture.league
    told = {
        "fixture": str(fixture),
        "place": place_of_game(case.match_number, case.game_number),
        "team": str(getattr(fixture, winner_of(case))),
        "rule": RULE,
        "reason": ruling.reason,
    }
    theirs = captains(fixture, [case.side], now=now)
    text = Text("{fixture}, {place} was awarded to {team} ({rule}): {reason}", **told)
    queue_notice(league, theirs, NoticeKind.CAPTAIN_INFORMED, key_of(case), text=text, now=now, fixture=fixture)
    informed = {user.pk for user in theirs}
    account = case.player.user if case.player is not None else None
    if account is not None and account.is_active and account.pk not in informed:
        sentence = N_(
            "{fixture}, {place} was awarded to {team} ({rule}), for your calls and challenges in it: {reason}"
        )
        own = Text(sentence, **told)
        queue_notice(
            league, [account], NoticeKind.RULING_MADE, key_of(case, own=True), text=own, now=now, fixture=fixture
        )
    others = captains(fixture, [winner_of(case)], now=now)
    text = Text("{fixture}, {place} was awarded to {team} ({rule}).", **told)
    queue_notice(league, others, NoticeKind.RULING_MADE, key_of(case), text=text, now=now, fixture=fixture)
