"""Rule on a dispute by a rule and for a reason, or take a ruling back and dispute again what it settled."""

import datetime as dt
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Unpack

from django.db import transaction

from league.enums import (
    CONDUCT_MOVES,
    ConductState,
    DisputeState,
    DisputeSubject,
    NoticeKind,
    Outcome,
    ResultKind,
    ResultState,
    Settlement,
    Side,
)
from league.errors import Changed, Invalid, WrongState
from league.models import Appearance, Dispute, Fixture, Result, Ruling, User
from league.queries.calls.calls import call_sides, call_teams
from league.queries.calls.conduct import call_of
from league.queries.disputes.consequences import (
    Consequences,
    Restoration,
    Standing,
    as_ruled,
    consequences,
    restoration_of,
    sheet_again,
)
from league.queries.disputes.disputes import describe_decision, describe_disputed
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.rules.formats import fixture_terms
from league.rules.match_terms import plays_alone
from league.rules.problems import Problem
from league.rules.rulebook import rulebook
from league.rules.rulebook.numbering import Quotable, quotables
from league.rules.rulings import match_in
from league.rules.sheets import ResultSheet
from league.services.calls import conduct
from league.services.calls.conduct import lapse_cases, move_case, propose_cases
from league.services.calls.rule import verdict_of
from league.services.disputes.dispute import is_contested, lock_dispute, require_neutral
from league.services.disputes.effect import Decision, Effect, effect_of
from league.services.disputes.rulebook import own_rules
from league.services.fixtures import announce_settled, close_dispute
from league.services.notices import captains, queue_notice
from league.services.results import store
from league.services.results.awaiting import append_copy, wait_again
from league.translation import N_, Text


def rules_for(dispute: Dispute) -> tuple[Quotable, ...]:
    """Return the rules that a ruling can quote: the league's own, and those of the game."""
    division = dispute.fixture.division
    sections = list(own_rules(division, division.season, fixture_terms(dispute.fixture)))
    ruleset = conduct.ruleset_of(dispute.fixture, dispute.match_number or 0)
    sections += rulebook(ruleset, doubles=not plays_alone(_kind(dispute)))
    return quotables(sections)


def _kind(dispute: Dispute) -> str:
    kinds = fixture_terms(dispute.fixture).format
    number = dispute.match_number or 0
    return kinds[number - 1] if 1 <= number <= len(kinds) else ""


def preview(dispute: Dispute, *, by: User, now: dt.datetime, **decision: Unpack[Decision]) -> Consequences:
    """Preview a decision's consequences. Raises as `rule`."""
    require_neutral(dispute, by=by, now=now)
    live = live_result(dispute.fixture)
    problems, effect = effect_of(dispute, live, decision)
    if problems:
        raise Invalid(problems)
    return _consequences(dispute, live, effect)


def _consequences(dispute: Dispute, live: Result | None, effect: Effect) -> Consequences:
    after: Standing | None = None
    if effect.void:
        after = as_ruled(dispute.fixture, ResultSheet(()), counts=True, kind=ResultKind.VOID)
    elif effect.sheet is not None:
        after = as_ruled(
            dispute.fixture,
            effect.sheet,
            counts=live is None or not _is_held_by_another(dispute, live),
            kind=_kind_of(live),
        )
    elif live is not None and _confirms(dispute, live):
        after = as_ruled(dispute.fixture, sheet_of(live), counts=True, kind=_kind_of(live))
    return consequences(dispute.fixture, live, after)


@transaction.atomic
def rule(
    dispute: Dispute,
    *,
    reason: str,
    rule: str,
    seen: str | None = None,
    by: User,
    now: dt.datetime,
    **decision: Unpack[Decision],
) -> Ruling:
    """Rule on a dispute and carry the decision out.

    Args:
        rule: the number of the rule it rests on, one of `rules_for`.
        seen: the stamp of the consequences that the referee was shown; None does not check it.

    Raises:
        NotAllowed: neither referee nor secretary, not neutral, or it is given to somebody else.
        WrongState: it is closed, cannot be decided so, or the consequences differ from those shown ("changed").
        Invalid: with every problem.
    """
    dispute = lock_dispute(dispute)
    require_neutral(dispute, by=by, now=now)
    live = live_result(dispute.fixture)
    problems, effect = effect_of(dispute, live, decision)
    quoted = next((quotable for quotable in rules_for(dispute) if quotable.number == rule), None)
    problems += _reason_problems(reason, quoted)
    if problems:
        raise Invalid(problems)
    following = _consequences(dispute, live, effect)
    if seen is not None and seen != following.stamp:
        raise Changed(N_("Something has changed since this was shown: look again at what follows, then sign."))
    ruling = Ruling(
        dispute=dispute,
        referee=by,
        decided_at=now,
        reason=reason.strip(),
        outcome=decision["outcome"],
        awarded_to=decision.get("awarded_to", "") if decision["outcome"] == Outcome.AWARDED else "",
        rule=quoted.number if quoted else "",
        rule_text=quoted.text if quoted else "",
        **verdict_of(dispute),
    )
    concerned = _concerned_users(dispute, live, effect)
    ruling.before, ruling.after = _carry_out(dispute, live, effect, reason=ruling.reason, by=by, now=now)
    ruling.save(force_insert=True)
    close_dispute(dispute, DisputeState.SETTLED)
    _count_for_conduct(dispute, by=by, now=now)
    _notify(dispute, ruling, concerned, following.table_text, by=by, now=now)
    return ruling


def _count_for_conduct(dispute: Dispute, *, by: User, now: dt.datetime) -> None:
    """Count a ruling on a called hand towards the number from which conduct is looked into (R43)."""
    call = dispute.call
    if call is not None:
        propose_cases(dispute.fixture, match_number=call.match_number, game_number=call.game_number, by=by, now=now)


def problems_of_ruling(dispute: Dispute, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those parts of a ruling that can be read; an incomplete decision's effect is not
    judged."""
    problems: list[Problem] = []
    if {"reason", "rule"} <= given.keys():
        quoted = next((quotable for quotable in rules_for(dispute) if quotable.number == given["rule"]), None)
        problems += _reason_problems(given["reason"], quoted)
    if Decision.__annotations__.keys() <= given.keys():
        decision: Any = given
        # A state in which it cannot be decided so is told where everything can be read.
        with suppress(WrongState):
            problems += effect_of(dispute, live_result(dispute.fixture), decision)[0]
    return problems


def _reason_problems(reason: str, quoted: Quotable | None) -> list[Problem]:
    problems = []
    if not reason.strip():
        problems.append(Problem("no-reason", N_("Give the reason of the ruling; everybody can read it."), "reason"))
    if "\0" in reason:
        message = N_("The reason contains a character that can’t be stored: remove it.")
        problems.append(Problem("reason", message, "reason"))
    if quoted is None:
        problems.append(Problem("no-rule", N_("Choose the rule for this ruling."), "rule"))
    return problems


def _kind_of(live: Result | None) -> ResultKind:
    return ResultKind(live.kind) if live is not None else ResultKind.PLAYED


def _is_held_by_another(dispute: Dispute, live: Result) -> bool:
    return live.state == ResultState.DISPUTED and is_contested(dispute, live)


def _confirms(dispute: Dispute, live: Result) -> bool:
    about_the_sheet = dispute.subject != DisputeSubject.CALL
    return about_the_sheet and live.state == ResultState.DISPUTED and not is_contested(dispute, live)


def _carry_out(
    dispute: Dispute, live: Result | None, effect: Effect, *, reason: str, by: User, now: dt.datetime
) -> tuple[Result | None, Result | None]:
    """Return the version that was live before, and the one that this made live; None where nothing was changed."""
    if live is None:
        return None, None
    settled = {"settlement": Settlement.RULING, "settled_by": by, "settled_at": now}
    counter = dispute.counter_result
    if counter is not None and counter.state == ResultState.COUNTER and not effect.counter:
        store.move_result(counter, ResultState.SUPERSEDED)
    if not effect.changes:
        if not _confirms(dispute, live):
            return live, None
        return live, store.move_result(live, ResultState.CONFIRMED, **settled)
    if effect.counter and counter is not None:
        store.move_result(live, ResultState.SUPERSEDED)
        return live, store.move_result(counter, ResultState.CONFIRMED, **settled)
    note = f"{live.note} {effect.note}".strip()
    if _is_held_by_another(dispute, live) and effect.sheet is not None:
        return live, append_disputed_version(live, effect.sheet, note=note, reason=reason, now=now)
    sheet = ResultSheet(()) if effect.sheet is None else effect.sheet
    kind = ResultKind.VOID if effect.void else _kind_of(live)
    after = store.replace(
        live, sheet, settlement=Settlement.RULING, by=by, now=now, kind=kind, note=note, reason=reason
    )
    return live, after


def append_disputed_version(live: Result, sheet: ResultSheet, *, note: str, reason: str, now: dt.datetime) -> Result:
    """Append a version that another dispute keeps from counting; the other side's sheet stands against it now."""
    store.move_result(live, ResultState.SUPERSEDED)
    after = store.append_result(
        live.fixture,
        sheet,
        state=ResultState.DISPUTED,
        now=now,
        by=live.submitted_by,
        side=live.side,
        note=note[:250],
        corrects=live,
        reason=reason,
    )
    two = Dispute.objects.filter(result=live, state=DisputeState.OPEN, counter_result__state=ResultState.COUNTER)
    two.update(result=after)
    return after


def _concerned_users(dispute: Dispute, live: Result | None, effect: Effect) -> list[User]:
    """Accounts of the players of the disputed match or call, and of every match that changes."""
    numbers = {dispute.match_number} if dispute.match_number else set()
    if live is not None and effect.sheet is not None:
        now = sheet_of(live)
        numbers |= {match.number for match in effect.sheet.matches if match_in(now, match.number) != match}
    seats = Appearance.objects.filter(result=live, match__number__in=numbers).select_related("player__user")
    players = [seat.player for seat in seats] if live is not None else []
    if dispute.call is not None:
        players += [p for p in (dispute.call.counter_player, dispute.call.challenger_player) if p is not None]
    return [player.user for player in players if player.user is not None and player.user.is_active]


def _notify(
    dispute: Dispute, ruling: Ruling, players: Iterable[User], moves: Text | None, *, by: User, now: dt.datetime
) -> None:
    fixture, league = dispute.fixture, dispute.fixture.league
    about = {
        "fixture": str(fixture),
        "about": describe_disputed(dispute),
        "decision": describe_decision(ruling),
        "rule": ruling.rule,
    }
    what = Text("ruled on the dispute about {about} of {fixture}: {decision} ({rule})", **about)
    text = Text("{fixture}, {about}: {decision} ({rule}).", **about)
    if dispute.call is not None:
        teams, sides = call_teams(dispute.call), call_sides(dispute.call)
        what = Text.joined(". ", [what, teams.pegs(ruling.verdict)])
        text = Text("{ruling} {pegs}.", ruling=text, pegs=sides.pegs(ruling.verdict))
    if moves is not None:
        text = Text.joined(" ", [text, moves])
    data = {"ruling": ruling.pk, "outcome": ruling.outcome, "rule": ruling.rule}
    announce_settled(dispute, what=what, text=text, by=by, now=now, why=ruling.reason, data=data)
    told_already = {user.pk for user in captains(fixture, Side.values, now=now)} | {by.pk}
    others = {user.pk: user for user in players if user.pk not in told_already}
    queue_notice(
        league, others.values(), NoticeKind.RULING_MADE, f"ruling:{ruling.pk}", text=text, now=now, fixture=fixture
    )


def take_back_ruling(
    ruling: Ruling,
    fixture: Fixture,
    *,
    reason: str,
    by: User,
    now: dt.datetime,
    settlement: Settlement = Settlement.APPEAL,
    case_becomes: ConductState = ConductState.DISMISSED,
) -> Restoration:
    """Take a ruling of a locked fixture and its effect back; return what is restored.

    Undecided conduct cases lapse where the rulings left no longer reach the number; the case that the ruling decided
    moves to `case_becomes`. `settlement` is that of the sheet that stands again.
    """
    live = live_result(fixture)
    back = restoration_of(ruling, live)
    ruling.revoked_at = now
    ruling.save(update_fields=["revoked_at"])
    if ruling.case is not None and case_becomes in CONDUCT_MOVES[ConductState(ruling.case.state)]:
        move_case(ruling.case, case_becomes)
    call = call_of(ruling)
    if call is not None:
        lapse_cases(fixture, match_number=call.match_number, game_number=call.game_number)
    if back.version is not None:
        back.version.fixture = fixture
    counter = ruling.dispute.counter_result if ruling.dispute is not None else None
    if back.held and live is not None and ruling.dispute is not None:
        _dispute_again(live, back, ruling.dispute, reason=reason, by=by, now=now)
    elif back.version is not None:
        store.reinstate(back.version, settlement=settlement, by=by, now=now, reason=reason)
    elif back.sheet is not None and live is not None:
        _restore_sheet(live, back.sheet, settlement=settlement, reason=reason, by=by, now=now)
    _correct_counter_sheets(fixture, now=now)
    if back.reopens and ruling.dispute is not None:
        _reopen(ruling.dispute, counter if back.held else None, now=now)
    return back


def _dispute_again(
    live: Result, back: Restoration, dispute: Dispute, *, reason: str, by: User, now: dt.datetime
) -> None:
    """Let a sheet that counted only by the ruling wait again, as a version from the side that sent it."""
    store.set_aside_correction(live.fixture, by=by, now=now)
    store.move_result(live, ResultState.SUPERSEDED)
    source, sent = back.version or live, dispute.result or live
    sheet = back.sheet if back.sheet is not None else sheet_again(source)
    store.append_result(
        live.fixture,
        sheet,
        state=ResultState.DISPUTED,
        now=now,
        by=sent.submitted_by,
        side=sent.side,
        kind=source.kind,
        note=f"{source.note} {store.REVOKED}".strip()[:250],
        corrects=live,
        reason=reason,
    )


def _correct_counter_sheets(fixture: Fixture, *, now: dt.datetime) -> None:
    """Append the counter-sheet without what the ruling awarded for conduct."""
    waiting = Dispute.objects.filter(
        fixture=fixture, state=DisputeState.OPEN, counter_result__state=ResultState.COUNTER
    )
    for dispute in waiting.select_related("counter_result__submitted_by"):
        counter = dispute.counter_result
        if counter is None:
            continue
        counter.fixture = fixture
        if sheet_again(counter) != sheet_of(counter):
            store.move_result(counter, ResultState.SUPERSEDED)
            dispute.counter_result = append_copy(counter, ResultState.COUNTER, now=now)
            dispute.save(update_fields=["counter_result"])


def _restore_sheet(
    live: Result, sheet: ResultSheet, *, settlement: Settlement, reason: str, by: User, now: dt.datetime
) -> None:
    note = f"{live.note} {store.REVOKED}".strip()
    if live.state == ResultState.SUBMITTED:
        # It says something else now: the other side is asked anew.
        store.move_result(live, ResultState.SUPERSEDED)
        wait_again(live, corrects=live, reason=reason, by=by, now=now)
        return
    if live.state != ResultState.CONFIRMED:
        append_disputed_version(live, sheet, note=note, reason=reason, now=now)
        return
    kind = ResultKind(live.kind)
    store.replace(live, sheet, settlement=settlement, by=by, now=now, kind=kind, note=note, reason=reason)


def _reopen(dispute: Dispute, counter: Result | None, *, now: dt.datetime) -> None:
    """Reopen a dispute, assigned to nobody, on the sheets that the fixture rests on now."""
    close_dispute(dispute, DisputeState.OPEN)
    dispute.assigned_to = dispute.assigned_at = None
    dispute.result = live_result(dispute.fixture) or dispute.result
    if counter is not None:
        counter.fixture = dispute.fixture
        dispute.counter_result = append_copy(counter, ResultState.COUNTER, now=now)
    dispute.save(update_fields=["assigned_to", "assigned_at", "result", "counter_result"])
