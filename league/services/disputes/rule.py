"""Rule on a dispute: preview the consequences, then rule with a reason and the rule it rests on."""

import datetime as dt
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Unpack

from django.db import transaction

from league.enums import (
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
from league.models import Appearance, Dispute, Result, Ruling, User
from league.queries.calls.calls import call_sides, call_teams
from league.queries.disputes.consequences import Consequences, Standing, as_ruled, consequences
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
from league.services.calls.disputed import verdict_of
from league.services.calls.propose import propose_cases
from league.services.disputes.dispute import contested, locked, require_neutral
from league.services.disputes.effect import Decision, Effect, effect_of
from league.services.disputes.rulebook import own_rules
from league.services.fixtures import announce_settled, close_dispute
from league.services.notices import captains, queue_notice
from league.services.results import store
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
    dispute = locked(dispute)
    require_neutral(dispute, by=by, now=now)
    live = live_result(dispute.fixture)
    problems, effect = effect_of(dispute, live, decision)
    quoted = next((found for found in rules_for(dispute) if found.number == rule), None)
    problems += _reason_problems(reason, quoted)
    if problems:
        raise Invalid(problems)
    if seen is not None and seen != _consequences(dispute, live, effect).stamp:
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
    concerned = _players(dispute, live, effect)
    ruling.before, ruling.after = _carry_out(dispute, live, effect, reason=ruling.reason, by=by, now=now)
    ruling.save(force_insert=True)
    close_dispute(dispute, DisputeState.SETTLED)
    _count(dispute, by=by, now=now)
    _tell(dispute, ruling, concerned, by=by, now=now)
    return ruling


def _count(dispute: Dispute, *, by: User, now: dt.datetime) -> None:
    """Count a ruling on a called hand towards the number from which conduct is looked into (R43)."""
    call = dispute.call
    if call is not None:
        propose_cases(dispute.fixture, match_number=call.match_number, game_number=call.game_number, by=by, now=now)


def problems_of_ruling(dispute: Dispute, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those parts of a ruling that can be read; an incomplete decision's effect is not
    judged."""
    found: list[Problem] = []
    if {"reason", "rule"} <= given.keys():
        quoted = next((one for one in rules_for(dispute) if one.number == given["rule"]), None)
        found += _reason_problems(given["reason"], quoted)
    if Decision.__annotations__.keys() <= given.keys():
        decision: Any = given
        # A state in which it cannot be decided so is told where everything can be read.
        with suppress(WrongState):
            found += effect_of(dispute, live_result(dispute.fixture), decision)[0]
    return found


def _reason_problems(reason: str, quoted: Quotable | None) -> list[Problem]:
    problems = []
    if not reason.strip():
        problems.append(Problem("no-reason", N_("Give the reason of the ruling; everybody can read it."), "reason"))
    if "\0" in reason:
        message = N_("The reason contains a character that can’t be stored: remove it.")
        problems.append(Problem("reason", message, "reason"))
    if quoted is None:
        problems.append(Problem("no-rule", N_("Choose the rule that the ruling rests on."), "rule"))
    return problems


def _kind_of(live: Result | None) -> ResultKind:
    return ResultKind(live.kind) if live is not None else ResultKind.PLAYED


def _is_held_by_another(dispute: Dispute, live: Result) -> bool:
    return live.state == ResultState.DISPUTED and contested(dispute, live)


def _confirms(dispute: Dispute, live: Result) -> bool:
    about_the_sheet = dispute.subject != DisputeSubject.CALL
    return about_the_sheet and live.state == ResultState.DISPUTED and not contested(dispute, live)


def _carry_out(
    dispute: Dispute, live: Result | None, effect: Effect, *, reason: str, by: User, now: dt.datetime
) -> tuple[Result | None, Result | None]:
    """Return the version that was live before, and the one that this made live; None where nothing was changed."""
    if live is None:
        return None, None
    settled = {"settlement": Settlement.RULING, "settled_by": by, "settled_at": now}
    counter = dispute.counter_result
    if counter is not None and counter.state == ResultState.COUNTER and not effect.counter:
        store.move(counter, ResultState.SUPERSEDED)
    if not effect.changes:
        if not _confirms(dispute, live):
            return live, None
        return live, store.move(live, ResultState.CONFIRMED, **settled)
    if effect.counter and counter is not None:
        store.move(live, ResultState.SUPERSEDED)
        return live, store.move(counter, ResultState.CONFIRMED, **settled)
    note = f"{live.note} {effect.note}".strip()
    if _is_held_by_another(dispute, live) and effect.sheet is not None:
        return live, still_disputed(live, effect.sheet, note=note, reason=reason, now=now)
    sheet = ResultSheet(()) if effect.sheet is None else effect.sheet
    kind = ResultKind.VOID if effect.void else _kind_of(live)
    after = store.replace(
        live, sheet, settlement=Settlement.RULING, by=by, now=now, kind=kind, note=note, reason=reason
    )
    return live, after


def still_disputed(live: Result, sheet: ResultSheet, *, note: str, reason: str, now: dt.datetime) -> Result:
    """Append a version that another dispute keeps from counting; the other side's sheet stands against it now."""
    store.move(live, ResultState.SUPERSEDED)
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


def _players(dispute: Dispute, live: Result | None, effect: Effect) -> list[User]:
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


def _tell(dispute: Dispute, ruling: Ruling, players: Iterable[User], *, by: User, now: dt.datetime) -> None:
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
    data = {"ruling": ruling.pk, "outcome": ruling.outcome, "rule": ruling.rule}
    announce_settled(dispute, what=what, text=text, by=by, now=now, why=ruling.reason, data=data)
    told_already = {user.pk for user in captains(fixture, Side.values, now=now)} | {by.pk}
    others = {user.pk: user for user in players if user.pk not in told_already}
    queue_notice(
        league, others.values(), NoticeKind.RULING_MADE, f"ruling:{ruling.pk}", text=text, now=now, fixture=fixture
    )
