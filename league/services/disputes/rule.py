"""Ruling on a dispute: first what would follow, then the ruling itself, with its reason and the rule it rests on."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict, Unpack

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
from league.queries.calls.conduct import awarded_in
from league.queries.disputes.consequences import Consequences, Standing, as_ruled, consequences
from league.queries.disputes.disputes import the_place, told, what_of
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.rules.conduct import RULE
from league.rules.disputes.numbers import Quotable, quotables
from league.rules.kept_formats import fixture_terms
from league.rules.match_terms import alone
from league.rules.match_totals import check_totals
from league.rules.points import check_game
from league.rules.problems import Problem
from league.rules.rulebook import rulebook
from league.rules.rulings import game_in, match_in, with_game, with_totals
from league.rules.sheets import AWAY, HOME, SIDES, GameScore, MatchSheet, ResultSheet, Totals
from league.rules.sheets import Side as SideName
from league.services.calls import conduct
from league.services.calls.awards import award_problems
from league.services.calls.disputed import award_choices, verdict_of
from league.services.disputes.dispute import OUTCOMES, contested, locked, require_neutral
from league.services.disputes.rulebook import own_rules
from league.services.fixtures import announce_settled, close_dispute
from league.services.notices import captains, owe
from league.services.results import store
from league.translation import N_, Text


class Decision(TypedDict):
    """A decision on a dispute.

    `keep` is "result" or "counter" where one of two sheets counts; the scores are the game's where it is corrected (the
    games of both sides, where those of a match are only counted), and `won` is its winner where no more than that is
    written down; `home_pegged` and `away_pegged` are the points in all games of a match, where they are written down
    so, and without them stay as they are. `awarded_to` is a side. `match_number` and `game_number` say which game of a
    disputed sheet is meant; of a disputed game or call they are known.
    """

    outcome: str
    keep: NotRequired[str]
    match_number: NotRequired[int | None]
    game_number: NotRequired[int | None]
    home_score: NotRequired[int | None]
    away_score: NotRequired[int | None]
    home_pegged: NotRequired[int | None]
    away_pegged: NotRequired[int | None]
    won: NotRequired[str]
    awarded_to: NotRequired[str]


@dataclass(frozen=True, slots=True)
class _Effect:
    """A decision's effect on the live sheet.

    Attributes:
        sheet: as it is afterwards; None where it stays as it is.
        counter: the other side's sheet is taken as it is.
        note: what the public reads of it on the sheet.
    """

    sheet: ResultSheet | None = None
    counter: bool = False
    void: bool = False
    note: str = ""

    @property
    def changes(self) -> bool:
        return self.void or self.sheet is not None


def rules_for(dispute: Dispute) -> tuple[Quotable, ...]:
    """The rules that a ruling on this dispute can quote: all of the league's own, and those of the game."""
    division = dispute.fixture.division
    sections = list(own_rules(division, division.season, fixture_terms(dispute.fixture)))
    ruleset = conduct.ruleset_of(dispute.fixture, dispute.match_number or 0)
    sections += rulebook(ruleset, doubles=not alone(_kind(dispute)))
    return quotables(sections)


def _kind(dispute: Dispute) -> str:
    kinds = fixture_terms(dispute.fixture).format
    number = dispute.match_number or 0
    return kinds[number - 1] if 1 <= number <= len(kinds) else ""


def preview(dispute: Dispute, *, by: User, now: dt.datetime, **decision: Unpack[Decision]) -> Consequences:
    """Return what would follow from a decision; nothing is written.

    Raises:
        NotAllowed: the person may not rule on it.
        WrongState: it cannot be decided so as things stand.
        Invalid: with every problem of the decision.
    """
    require_neutral(dispute, by=by, now=now)
    live = live_result(dispute.fixture)
    problems, effect = _effect(dispute, live, decision)
    if problems:
        raise Invalid(problems)
    return _consequences(dispute, live, effect)


def _consequences(dispute: Dispute, live: Result | None, effect: _Effect) -> Consequences:
    after: Standing | None = None
    if effect.void:
        after = as_ruled(dispute.fixture, ResultSheet(()), counts=True, kind=ResultKind.VOID)
    elif effect.sheet is not None:
        after = as_ruled(
            dispute.fixture, effect.sheet, counts=live is None or not _held(dispute, live), kind=_kind_of(live)
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
    """Rule on a dispute; what follows is done at once.

    Args:
        rule: the number of the rule it rests on, one of `rules_for`.
        seen: the stamp of the consequences that the referee was shown; None does not ask.

    Raises:
        NotAllowed: neither referee nor secretary, not neutral, or it is given to somebody else.
        WrongState: it is closed, or cannot be decided so; with the code "changed" where something else would follow
            now than what was shown.
        Invalid: with every problem.
    """
    dispute = locked(dispute)
    require_neutral(dispute, by=by, now=now)
    live = live_result(dispute.fixture)
    problems, effect = _effect(dispute, live, decision)
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
    """A ruling on a called hand may bring somebody to the number from which their conduct is looked into (R43)."""
    call = dispute.call
    if call is not None:
        conduct.propose_cases(
            dispute.fixture, match_number=call.match_number, game_number=call.game_number, by=by, now=now
        )


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


def _effect(dispute: Dispute, live: Result | None, decision: Decision) -> tuple[list[Problem], _Effect]:
    """What a decision makes of the live sheet, or what is wrong with the decision."""
    outcome = decision["outcome"]
    if outcome not in OUTCOMES[dispute.subject]:
        return [Problem("no-outcome", N_("Choose what the ruling is."), "outcome")], _Effect()
    if outcome == Outcome.STANDS:
        return [], _Effect()
    if live is None:
        raise WrongState(N_("No sheet has been entered yet: only the call itself can be ruled on."), code="no-sheet")
    if dispute.subject == DisputeSubject.CALL and live.state != ResultState.CONFIRMED:
        raise WrongState(
            N_("A ruling on a call changes a sheet only when it is confirmed and no dispute holds it: wait for that."),
            code="not-confirmed",
        )
    if outcome == Outcome.VOID:
        return [], _Effect(void=True, note=N_("Void by a ruling."))
    if outcome == Outcome.SHEET:
        return _which_sheet(dispute, decision.get("keep", ""))
    return _which_game(dispute, live, decision)


def _kind_of(live: Result | None) -> ResultKind:
    return ResultKind(live.kind) if live is not None else ResultKind.PLAYED


def _which_sheet(dispute: Dispute, keep: str) -> tuple[list[Problem], _Effect]:
    counter = dispute.counter_result
    if keep == "counter" and counter is not None and counter.state == ResultState.COUNTER:
        return [], _Effect(sheet_of(counter), counter=True)
    if keep == "result":
        return [], _Effect()
    return [Problem("no-sheet", N_("Choose the sheet that counts."), "keep")], _Effect()


def _which_game(dispute: Dispute, live: Result, decision: Decision) -> tuple[list[Problem], _Effect]:
    match_number = dispute.match_number or decision.get("match_number") or 0
    game_number = dispute.game_number or decision.get("game_number") or 0
    sheet = sheet_of(live)
    game, match = game_in(sheet, match_number, game_number), match_in(sheet, match_number)
    if match is not None and match.totals and match.games:
        return _which_totals(dispute, live, sheet, match, decision)
    if game is None or match is None:
        if dispute.match_number is not None:
            missing = the_place(match_number, game_number)
            raise WrongState(Text("The sheet that counts now has no {place}.", place=missing))
        return [Problem("no-game", N_("Choose the game."), "game")], _Effect()
    place = {"match": match_number, "game": game_number}
    stays = awarded_in(dispute.fixture, match_number, game_number)
    if decision["outcome"] == Outcome.AWARDED:
        to = decision.get("awarded_to", "")
        problems = _award_problems(dispute, (match_number, game_number), to, stays)
        if problems:
            return problems, _Effect()
        new = replace(game, awarded=HOME if to == Side.HOME else AWAY)
        note = Text("Match {match}, game {game} was awarded by a ruling.", **place)
    elif fixture_terms(dispute.fixture).match(match_number).written == "winners":
        won = decision.get("won", "")
        if won not in Side.values:
            return [Problem("no-side", N_("Choose the side that won the game."), "won")], _Effect()
        new = GameScore(awarded=stays, won=HOME if won == Side.HOME else AWAY)
        sentence = (
            N_("By a ruling {team} won match {match}, game {game}; it stays awarded.")
            if stays
            else N_("By a ruling {team} won match {match}, game {game}.")
        )
        note = Text(sentence, team=str(getattr(dispute.fixture, won)), **place)
    else:
        home, away = decision.get("home_score"), decision.get("away_score")
        target = fixture_terms(dispute.fixture).match(match_number).target
        problems = _score_problems(home, away, target)
        if problems:
            return problems, _Effect()
        new = GameScore(home, away, stays)
        sentence = (
            N_("Match {match}, game {game} was corrected to {score} by a ruling; it stays awarded.")
            if stays
            else N_("Match {match}, game {game} was corrected to {score} by a ruling.")
        )
        note = Text(sentence, score=f"{home}–{away}", **place)
    if new == game:
        same = N_("The sheet already has this score: enter another, or leave the sheet as it is.")
        return [Problem("same", same, "outcome")], _Effect()
    return [], _Effect(with_game(sheet, match_number, game_number, new), note=note)


def _which_totals(
    dispute: Dispute, live: Result, sheet: ResultSheet, match: MatchSheet, decision: Decision
) -> tuple[list[Problem], _Effect]:
    """Return what a decision makes of a match whose games are only counted. An award moves a game; its points stay."""
    was = match.counted
    if decision["outcome"] == Outcome.AWARDED:
        to = decision.get("awarded_to", "")
        if problems := _award_problems(dispute, (match.number, dispute.game_number or 0), to, None):
            return problems, _Effect()
        new = was.awarded(HOME if to == Side.HOME else AWAY)
        if new == was:
            loser = str(getattr(dispute.fixture, Side(to).other))
            message = Text("{team} have won no game of this match that could be awarded.", team=loser)
            return [Problem("no-game", message, "awarded_to")], _Effect()
        winner = str(getattr(dispute.fixture, to))
        note = Text("One game of match {match} was awarded to {team} by a ruling.", match=match.number, team=winner)
        return [], _Effect(with_totals(sheet, match.number, new), note=note)
    home, away = decision.get("home_score"), decision.get("away_score")
    if home is None or away is None:
        missing = (("home_score", home), ("away_score", away))
        told = N_("Write how many games they won.")
        return [Problem("no-total", told, field) for field, number in missing if number is None], _Effect()
    due = fixture_terms(dispute.fixture).match(match.number)
    said = decision.get("home_pegged"), decision.get("away_pegged")
    stays = [points if new is None else new for points, new in zip(was.pegged, said, strict=True)]
    corrected = Totals(min(home, due.most + 1), min(away, due.most + 1), pegged=(stays[0], stays[1]))
    found = check_totals(match.ending(corrected), due, rulings=0, unfinished=live.kind == ResultKind.ABANDONED)
    fields = {f"m{match.number}-{side}-pegged": f"{side}_pegged" for side in SIDES}
    if problems := [Problem(one.code, one.message, fields.get(one.field, "home_score")) for one in found]:
        return problems, _Effect()
    new = corrected.moved(was.to_home, was.to_away)
    if new == was:
        same = N_("The sheet already has this score: enter another, or leave the sheet as it is.")
        return [Problem("same", same, "outcome")], _Effect()
    score = corrected.text
    note = Text("Match {match} was corrected to {score} by a ruling.", match=match.number, score=score)
    return [], _Effect(with_totals(sheet, match.number, new), note=note)


def _award_problems(dispute: Dispute, place: tuple[int, int], to: str, stays: SideName | None) -> list[Problem]:
    if to not in Side.values:
        return [Problem("no-side", N_("Choose the side that is awarded the game."), "awarded_to")]
    if stays is not None and to != stays:
        message = Text(
            "This game is awarded to {team} for conduct ({rule}); only an appeal can revoke that.",
            team=str(getattr(dispute.fixture, stays)),
            rule=RULE,
        )
        return [Problem("awarded", message, "awarded_to")]
    return award_problems(dispute.fixture, to, award_choices(dispute, *place), "awarded_to")


def _score_problems(home: int | None, away: int | None, target: int) -> list[Problem]:
    if home is None or away is None:
        missing = (("home_score", home), ("away_score", away))
        return [Problem("no-score", N_("Write the score."), field) for field, score in missing if score is None]
    found = check_game(home, away, target)
    begun = [(problem.code, Text("{problem}", problem=problem.message).capitalised()) for problem in found]
    return [Problem(code, Text("{problem}.", problem=message), "home_score") for code, message in begun]


def _held(dispute: Dispute, live: Result) -> bool:
    """Whether another dispute keeps the sheet from counting once this one is settled."""
    return live.state == ResultState.DISPUTED and contested(dispute, live)


def _confirms(dispute: Dispute, live: Result) -> bool:
    """Whether a ruling that leaves the sheet as it is makes it count."""
    about_the_sheet = dispute.subject != DisputeSubject.CALL
    return about_the_sheet and live.state == ResultState.DISPUTED and not contested(dispute, live)


def _carry_out(
    dispute: Dispute, live: Result | None, effect: _Effect, *, reason: str, by: User, now: dt.datetime
) -> tuple[Result | None, Result | None]:
    """Do what follows.

    Returns:
        The version that was live before, and the one that this made live; None where nothing was changed.
    """
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
    if _held(dispute, live) and effect.sheet is not None:
        return live, still_disputed(live, effect.sheet, note=note, reason=reason, now=now)
    sheet = ResultSheet(()) if effect.sheet is None else effect.sheet
    kind = ResultKind.VOID if effect.void else _kind_of(live)
    after = store.replace(
        live, sheet, settlement=Settlement.RULING, by=by, now=now, kind=kind, note=note, reason=reason
    )
    return live, after


def still_disputed(live: Result, sheet: ResultSheet, *, note: str, reason: str, now: dt.datetime) -> Result:
    """The next version where another dispute keeps it from counting; the other side's sheet stands against it now."""
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


def _players(dispute: Dispute, live: Result | None, effect: _Effect) -> list[User]:
    """The accounts of the players concerned: those of the disputed match or call, and of every match that changes."""
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
    about = {"fixture": str(fixture), "about": what_of(dispute), "decision": told(ruling), "rule": ruling.rule}
    what = Text("ruled on the dispute about {about} of {fixture}: {decision} ({rule})", **about)
    text = Text("{fixture}, {about}: {decision} ({rule}).", **about)
    data = {"ruling": ruling.pk, "outcome": ruling.outcome, "rule": ruling.rule}
    announce_settled(dispute, what=what, text=text, by=by, now=now, why=ruling.reason, data=data)
    told_already = {user.pk for user in captains(fixture, Side.values, now=now)} | {by.pk}
    others = {user.pk: user for user in players if user.pk not in told_already}
    owe(league, others.values(), NoticeKind.RULING_MADE, f"ruling:{ruling.pk}", text=text, now=now, fixture=fixture)
