from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

from league.enums import DisputeSubject, Outcome, ResultKind, ResultState, Side
from league.errors import WrongState
from league.models import Dispute, Result
from league.queries.calls.conduct import awarded_in
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import CARD_FIRST
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.rulings import RULE, game_in, match_in, with_game, with_totals
from league.rules.sheet_checks import check_game, check_totals
from league.rules.sheets import AWAY, HOME, SIDES, GameScore, MatchSheet, ResultSheet, Totals, place_of_game
from league.rules.sheets import Side as SideName
from league.services.calls.awards import award_problems
from league.services.calls.rule import award_choices
from league.translation import N_, Text

OUTCOMES: dict[str, tuple[Outcome, ...]] = {
    DisputeSubject.SHEET: (Outcome.STANDS, Outcome.SHEET, Outcome.SCORE, Outcome.AWARDED, Outcome.VOID),
    DisputeSubject.GAME: (Outcome.STANDS, Outcome.SCORE, Outcome.AWARDED, Outcome.VOID),
    DisputeSubject.CALL: (Outcome.STANDS, Outcome.SCORE, Outcome.AWARDED),
}
"""The outcomes that a ruling can have, by the subject of its dispute."""


class Decision(TypedDict):
    """A decision on a dispute.

    `keep` is "result" or "counter" where one of two sheets counts. Scores are the corrected game's (games of both sides
    where a match's are only counted); `won` is its winner where only that is written down; `home_pegged` and
    `away_pegged` are the points in all games of a match, unchanged if missing. `match_number` and `game_number` name a
    game of a disputed sheet.
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
class Effect:
    """A decision's effect on the live sheet.

    Attributes:
        sheet: as it is afterwards; None where it stays as it is.
        counter: the other side's sheet is taken as it is.
        note: public, on the sheet.
    """

    sheet: ResultSheet | None = None
    counter: bool = False
    void: bool = False
    note: str = ""

    @property
    def changes(self) -> bool:
        return self.void or self.sheet is not None


def effect_of(dispute: Dispute, live: Result | None, decision: Decision) -> tuple[list[Problem], Effect]:
    """Return what is wrong with a decision, and else its effect on the live sheet."""
    outcome = decision["outcome"]
    if outcome not in OUTCOMES[dispute.subject]:
        return [Problem("no-outcome", N_("Choose what the ruling is."), "outcome")], Effect()
    if outcome == Outcome.STANDS:
        return [], Effect()
    if live is None:
        raise WrongState(N_("No sheet has been entered yet: only the call itself can be ruled on."), code="no-sheet")
    if dispute.subject == DisputeSubject.CALL and live.state != ResultState.CONFIRMED:
        raise WrongState(
            N_("A ruling on a call changes a sheet only when it is confirmed and no dispute holds it: wait for that."),
            code="not-confirmed",
        )
    if outcome == Outcome.VOID:
        return [], Effect(void=True, note=N_("Void by a ruling."))
    if outcome == Outcome.SHEET:
        return _sheet_effect(dispute, decision.get("keep", ""))
    if live.score_only:
        return [Problem("score-only", CARD_FIRST, "game")], Effect()
    return _game_effect(dispute, live, decision)


def _sheet_effect(dispute: Dispute, keep: str) -> tuple[list[Problem], Effect]:
    counter = dispute.counter_result
    if keep == "counter" and counter is not None and counter.state == ResultState.COUNTER:
        return [], Effect(sheet_of(counter), counter=True)
    if keep == "result":
        return [], Effect()
    return [Problem("no-sheet", N_("Choose the sheet that counts."), "keep")], Effect()


def _game_effect(dispute: Dispute, live: Result, decision: Decision) -> tuple[list[Problem], Effect]:
    match_number = dispute.match_number or decision.get("match_number") or 0
    game_number = dispute.game_number or decision.get("game_number") or 0
    sheet = sheet_of(live)
    game, match = game_in(sheet, match_number, game_number), match_in(sheet, match_number)
    if match is not None and match.totals and match.games:
        return _totals_effect(dispute, live, sheet, match, decision)
    if game is None or match is None:
        if dispute.match_number is not None:
            missing = place_of_game(match_number, game_number)
            raise WrongState(Text("The sheet that counts now has no {place}.", place=missing))
        return [Problem("no-game", N_("Choose the game."), "game")], Effect()
    place = {"match": match_number, "game": game_number}
    stays = awarded_in(dispute.fixture, match_number, game_number)
    if decision["outcome"] == Outcome.AWARDED:
        to = decision.get("awarded_to", "")
        problems = _award_problems(dispute, (match_number, game_number), to, stays)
        if problems:
            return problems, Effect()
        new = replace(game, awarded=HOME if to == Side.HOME else AWAY)
        note = Text("Match {match}, game {game} was awarded by a ruling.", **place)
    elif fixture_terms(dispute.fixture).match(match_number).written == "winners":
        won = decision.get("won", "")
        if won not in Side.values:
            return [Problem("no-side", N_("Choose the side that won the game."), "won")], Effect()
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
            return problems, Effect()
        new = GameScore(home, away, stays)
        sentence = (
            N_("Match {match}, game {game} was corrected to {score} by a ruling; it stays awarded.")
            if stays
            else N_("Match {match}, game {game} was corrected to {score} by a ruling.")
        )
        note = Text(sentence, score=f"{home}–{away}", **place)
    if new == game:
        same = N_("The sheet already has this score: enter another, or leave the sheet as it is.")
        return [Problem("same", same, "outcome")], Effect()
    return [], Effect(with_game(sheet, match_number, game_number, new), note=note)


def _totals_effect(
    dispute: Dispute, live: Result, sheet: ResultSheet, match: MatchSheet, decision: Decision
) -> tuple[list[Problem], Effect]:
    """Apply a decision to a match whose games are only counted. An award moves a game; its points stay."""
    was = match.counted
    if decision["outcome"] == Outcome.AWARDED:
        to = decision.get("awarded_to", "")
        if problems := _award_problems(dispute, (match.number, dispute.game_number or 0), to, None):
            return problems, Effect()
        new = was.awarded(HOME if to == Side.HOME else AWAY)
        if new == was:
            loser = str(getattr(dispute.fixture, Side(to).other))
            message = Text("{team} have won no game of this match that could be awarded.", team=loser)
            return [Problem("no-game", message, "awarded_to")], Effect()
        winner = str(getattr(dispute.fixture, to))
        note = Text("One game of match {match} was awarded to {team} by a ruling.", match=match.number, team=winner)
        return [], Effect(with_totals(sheet, match.number, new), note=note)
    home, away = decision.get("home_score"), decision.get("away_score")
    if home is None or away is None:
        missing = (("home_score", home), ("away_score", away))
        told = N_("Write how many games they won.")
        return [Problem("no-total", told, field) for field, number in missing if number is None], Effect()
    due = fixture_terms(dispute.fixture).match(match.number)
    pegged = decision.get("home_pegged"), decision.get("away_pegged")
    stays = [points if new is None else new for points, new in zip(was.pegged, pegged, strict=True)]
    corrected = Totals(min(home, due.most + 1), min(away, due.most + 1), pegged=(stays[0], stays[1]))
    faults = check_totals(match.ending(corrected), due, rulings=0, unfinished=live.kind == ResultKind.ABANDONED)
    fields = {f"m{match.number}-{side}-pegged": f"{side}_pegged" for side in SIDES}
    if problems := [replace(fault, field=fields.get(fault.field, "home_score")) for fault in faults]:
        return problems, Effect()
    new = corrected.moved(was.to_home, was.to_away)
    if new == was:
        same = N_("The sheet already has this score: enter another, or leave the sheet as it is.")
        return [Problem("same", same, "outcome")], Effect()
    score = corrected.text
    note = Text("Match {match} was corrected to {score} by a ruling.", match=match.number, score=score)
    return [], Effect(with_totals(sheet, match.number, new), note=note)


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
    faults = check_game(home, away, target)
    begun = [(problem.code, Text("{problem}", problem=problem.message).capitalised()) for problem in faults]
    return [Problem(code, Text("{problem}.", problem=message), "home_score") for code, message in begun]
