"""Conduct (R41–R43): the count of overcalls and false challenges proposes a case, a neutral referee decides it.

A case is made once, in the transaction of the ruling that reaches the ruleset's threshold in a game. Only referees see
it until it is decided; then that side's captain is informed and the game awarded to the other side, or nothing follows.
An award rests on exactly one ruling, so that one appeal can take it back.
"""

import datetime as dt
from typing import Any

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import (
    CONDUCT_MOVES,
    NOT_SENT_YET,
    ConductState,
    FixtureState,
    JournalKind,
    NoticeKind,
    NoticeState,
    Outcome,
    ResultKind,
    ResultState,
    RoleKind,
    Side,
)
from league.errors import Changed, Invalid, WrongState
from league.models import ConductCase, Fixture, Notice, Result, Ruling, User
from league.queries.calls.conduct import counts_in, find_case
from league.queries.disputes.consequences import Consequences, as_ruled, consequences
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.rulebook import rule_on_conduct
from league.rules.rulings import RULE, ErrorCount, proposals
from league.rules.sheets import AWAY, HOME, place_of_game
from league.rules.sheets import Side as SideName
from league.services.calls.awards import award_game, award_on_sheet
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import captains, queue_notice, secretaries
from league.services.scans import process_each
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
    sheet = award_on_sheet(sheet_of(live), case.match_number, case.game_number, winner_of(case))
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
        raise WrongState(_decided_message(case))
    if not reason.strip() or "\0" in reason:
        raise Invalid([Problem("no-reason", N_("Give the reason of your decision."), "reason")])
    if not award:
        ruling = _make_ruling(case, Outcome.STANDS, reason=reason, by=by, now=now)
        move_case(case, ConductState.DISMISSED)
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
    return _award_case(case, after, reason=reason, by=by, now=now)


def winner_of(case: ConductCase) -> SideName:
    return AWAY if case.side == Side.HOME else HOME


def decide_awarded_case(
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
    return _award_case(case, after, reason=reason, by=by, now=now)


def _award_case(case: ConductCase, after: Result, *, reason: str, by: User, now: dt.datetime) -> Ruling:
    changed = {"awarded_to": winner_of(case), "before": after.corrects, "after": after}
    ruling = _make_ruling(case, Outcome.AWARDED, reason=reason, by=by, now=now, **changed)
    move_case(case, ConductState.AWARDED)
    _record_decision(case, by=by, now=now, why="", public=True)
    _tell_of_award(case, ruling, now=now)
    return ruling


def _make_ruling(
    case: ConductCase, outcome: Outcome, *, reason: str, by: User, now: dt.datetime, **more: Any
) -> Ruling:
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


def move_case(case: ConductCase, to: ConductState) -> None:
    """Move a case of a locked fixture along `CONDUCT_MOVES`; the only place that changes its state."""
    came_from = ConductState(case.state)
    if to not in CONDUCT_MOVES[came_from]:
        raise WrongState(Text("This case is decided: {state}.", state=in_a_sentence(came_from.label)))
    case.state = to
    case.save(update_fields=["state"])
    if came_from == ConductState.PROPOSED:
        _forget_proposal(case)


def _decided_message(case: ConductCase) -> Text:
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
    params = {
        "fixture": str(fixture),
        "place": place_of_game(case.match_number, case.game_number),
        "team": str(getattr(fixture, winner_of(case))),
        "rule": RULE,
        "reason": ruling.reason,
    }
    theirs = captains(fixture, [case.side], now=now)
    text = Text("{fixture}, {place} was awarded to {team} ({rule}): {reason}", **params)
    queue_notice(league, theirs, NoticeKind.CAPTAIN_INFORMED, key_of(case), text=text, now=now, fixture=fixture)
    informed = {user.pk for user in theirs}
    account = case.player.user if case.player is not None else None
    if account is not None and account.is_active and account.pk not in informed:
        sentence = N_(
            "{fixture}, {place} was awarded to {team} ({rule}), for your calls and challenges in it: {reason}"
        )
        own = Text(sentence, **params)
        queue_notice(
            league, [account], NoticeKind.RULING_MADE, key_of(case, own=True), text=own, now=now, fixture=fixture
        )
    others = captains(fixture, [winner_of(case)], now=now)
    text = Text("{fixture}, {place} was awarded to {team} ({rule}).", **params)
    queue_notice(league, others, NoticeKind.RULING_MADE, key_of(case), text=text, now=now, fixture=fixture)


def propose_cases(
    fixture: Fixture, *, match_number: int, game_number: int, awarded_to: str = "", by: User, now: dt.datetime
) -> list[ConductCase]:
    """Make a case of everybody who reaches the threshold in a game by the rulings that stand; return the new ones.

    Call it in the transaction that stores the ruling, the fixture locked. Nobody has a second decided case in one game;
    a lapsed one is no hindrance. Where the ruling awards the game (`awarded_to`), its own case needs no notice.
    """
    threshold = ruleset_of(fixture, match_number).persistent_threshold
    counts = counts_in(fixture, match_number=match_number, game_number=game_number)
    made = []
    for count in proposals(counts, threshold):
        whose = {"player": count.player} if count.player is not None else {"player": None, "side": count.side}
        place = {"fixture": fixture, "match_number": match_number, "game_number": game_number}
        if ConductCase.objects.filter(**place, **whose).exclude(state=ConductState.LAPSED).exists():
            continue
        case = ConductCase.objects.create(
            **place,
            side=count.side,
            player_id=count.player,
            overcalls=count.overcalls,
            false_challenges=count.false_challenges,
            threshold=threshold,
            proposed_at=now,
        )
        at_once = awarded_to != "" and awarded_to != count.side
        _record_proposal(case, count, tell=not at_once, by=by, now=now)
        made.append(case)
    return made


def lapse_cases(fixture: Fixture, *, match_number: int, game_number: int) -> list[ConductCase]:
    """Close the undecided cases of a locked fixture's game that its rulings no longer bear out; return them.

    Their pending notices are cancelled.
    """
    threshold = ruleset_of(fixture, match_number).persistent_threshold
    counts = counts_in(fixture, match_number=match_number, game_number=game_number)
    reached = {(count.player, None if count.player else count.side) for count in proposals(counts, threshold)}
    waiting = ConductCase.objects.filter(
        fixture=fixture, match_number=match_number, game_number=game_number, state=ConductState.PROPOSED
    )
    lapsed = [case for case in waiting if (case.player_id, None if case.player_id else case.side) not in reached]
    for case in lapsed:
        move_case(case, ConductState.LAPSED)
    return lapsed


def _forget_proposal(case: ConductCase) -> None:
    """Cancel the pending notices about a case."""
    waiting = Notice.objects.filter(kind=NoticeKind.CONDUCT_PROPOSED, key=key_of(case), state__in=NOT_SENT_YET)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def tell_judges(*, now: dt.datetime) -> int:
    """Queue a notice of each open case to neutral referees who have none of it yet; return how many."""
    visible_q = seasons_shown("fixture__division__season__") & sides_shown("fixture__")
    waiting = ConductCase.objects.filter(visible_q, state=ConductState.PROPOSED)
    waiting = waiting.exclude(fixture__state=FixtureState.CANCELLED)
    joined = waiting.select_related(
        *("fixture__division__season__league", "fixture__format", "fixture__home", "fixture__away", "player")
    )
    return process_each(joined.order_by("proposed_at", "pk"), lambda case: _tell_judges(case, now=now))


def _tell_judges(case: ConductCase, *, now: dt.datetime) -> int:
    owed = Notice.objects.filter(kind=NoticeKind.CONDUCT_PROPOSED, key=key_of(case))
    notified = set(owed.exclude(state=NoticeState.CANCELLED).values_list("recipient", flat=True))
    judges = [user for user in _neutral_judges(case, now=now) if user.pk not in notified]
    place = place_of_game(case.match_number, case.game_number)
    text = Text("{fixture}, {place}: conduct to be decided about.", fixture=str(case.fixture), place=place)
    queue_notice(
        case.fixture.league, judges, NoticeKind.CONDUCT_PROPOSED, key_of(case), text=text, now=now,
        fixture=case.fixture, again=True,
    )  # fmt: skip
    return len(judges)


def _record_proposal(case: ConductCase, count: ErrorCount, *, tell: bool, by: User, now: dt.datetime) -> None:
    fixture, league = case.fixture, case.fixture.league
    params = {"fixture": str(fixture), "place": count.place, "counted": _describe_count(count)}
    # Of neither the fixture nor the player: captains and the player read those histories, and nothing is decided.
    record(
        league,
        JournalKind.CONDUCT_PROPOSED,
        key_of(case),
        by=by,
        now=now,
        what=Text("counted {counted} in {place} of {fixture}: conduct to be decided about", **params),
        data={"case": case.pk, "threshold": case.threshold},
    )
    if not tell:
        return
    text = Text("{fixture}, {place}: {counted} on the side of {team}.", team=str(getattr(fixture, case.side)), **params)
    judges = _neutral_judges(case, now=now)
    if not judges:
        nobody = N_("No referee of the league is neutral about it: give the role to one who is.")
        text = Text.joined(" ", [text, nobody])
    people = judges or secretaries(league, now=now)
    queue_notice(league, people, NoticeKind.CONDUCT_PROPOSED, key_of(case), text=text, now=now, fixture=fixture)


def _describe_count(count: ErrorCount) -> Text:
    over = Text.plural("{n} overcall", "{n} overcalls", n=count.overcalls)
    false = Text.plural("{n} false challenge", "{n} false challenges", n=count.false_challenges)
    if count.overcalls and count.false_challenges:
        return Text("{overcalls} and {false_challenges}", overcalls=over, false_challenges=false)
    return over if count.overcalls else false


def _neutral_judges(case: ConductCase, *, now: dt.datetime) -> list[User]:
    league = case.fixture.league
    today = now.astimezone(league.tz).date()
    running = Q(roles__starts_on__lte=today) & (Q(roles__ends_on=None) | Q(roles__ends_on__gte=today))
    referees = User.objects.filter(running, roles__league=league, roles__kind=RoleKind.REFEREE, is_active=True)
    return [
        user
        for user in referees.distinct().order_by("pk")
        if access.may(access.grants(user, league, now=now), "conduct.decide", case)
    ]
