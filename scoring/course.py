"""The course of a written game: the steps that are right, the faults, and the score as far as anybody can tell.

After something that the rules refuse, the steps end. The rest is still looked through: the deal with loose reins, the
next deal from the score that was written down, or the best that is known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.events import Event, Peg, Phase
from scoring.game import Game, Step
from scoring.game_error import GameError
from scoring.muggins import Verdict
from scoring.record import Result
from scoring.revealed import player_called
from scoring.ruleset import Ruleset
from scoring.seats import replace_at, side_of, sides
from scoring.show import HIGHEST
from scoring.text import N_, Text
from scoring.written import Fault, Remark, TextPosition

# R35: totals below the highest that no so many cards and a starter make.
NEVER = {3: (16, 17, 18, 19), 4: (19, 25, 26, 27), 5: (35, 41, 42, 43, 44, 45)}


class Spot(NamedTuple):
    """A place in the record where something is written: line, deal and place in it."""

    at: TextPosition
    deal: int | None = None
    place: str = ""

    def fault(self, rule: str, message: Text) -> Fault:
        return Fault(self.at, message, rule, self.deal, self.place)


class Course:
    """Goes through events one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game  # as it would be now
        self.position = game  # after the last right step
        self.verdict: Verdict | None = None  # on the last step, where it was a call that needed one
        self.steps: list[Step] = []
        self.faults: list[Fault] = []
        self.remarks: list[Remark] = []
        self.right = True  # nothing has been refused so far
        self.loose = False  # something in this deal has: its events cannot be followed
        self.sure = True  # the score is known
        self.resumed = False  # the next deal comes after one that could not be followed
        self.drift: tuple[int, ...] = (0,) * len(game.scores)  # by how much the written score is known to be wrong

    def fault(self, spot: Spot, rule: str, message: Text) -> None:
        self.faults.append(spot.fault(rule, message))

    def remark(self, spot: Spot, what: Text, declared: int, true: int) -> None:
        """A call that nobody challenged is noted where it was not right; it stands all the same (R39 R45)."""
        if declared == true:
            return
        sentence = (
            N_("the {show} was called {declared} and is worth {true}; nobody claimed the {missed} missed")
            if declared < true
            else N_("the {show} was called {declared} and is worth {true}; nobody challenged it, so it stands")
        )
        said = Text(sentence, show=what, declared=declared, true=true, missed=true - declared)
        rule = "R39" if declared < true else "R45"
        self.remarks.append(Remark(spot.at, said, rule, spot.deal or 0, spot.place, declared, true))

    def refuse(self, spot: Spot, rule: str, message: Text) -> None:
        """Something that the rules refuse: what follows in this deal cannot be followed."""
        self.fault(spot, rule, message)
        self.lose()

    def lose(self) -> None:
        """Give up following this deal: what comes after in it cannot be judged."""
        self.right, self.loose, self.sure = False, True, False

    def do(self, event: Event, spot: Spot) -> tuple[Peg, ...] | None:
        """Do `event` and return what it pegs; None, after the fault, where it is refused."""
        try:
            step = self.game.apply(event)
        except GameError as error:
            self.refuse(spot, error.rule, bare(error))
            return None
        self._take(step)
        return step.pegs

    def take(self, steps: Sequence[Step]) -> None:
        """Steps that were tried out before."""
        for step in steps:
            self._take(step)

    def _take(self, step: Step) -> None:
        self.game, self.verdict = step.game, step.verdict
        if self.right:
            self.steps.append(step)
            self.position = step.game

    def add(self, side: int, points: int) -> None:
        """Points in a deal that cannot be followed; they never win, as some before them may be wrong."""
        score = max(0, min(self.game.scores[side] + points, self.game.ruleset.target - 1))
        self.game = replace(self.game, scores=replace_at(self.game.scores, side, score))

    def adopt(self, scores: tuple[int, ...]) -> None:
        """The score as it was written down where no better is known."""
        self.game = replace(self.game, scores=scores)
        self.sure, self.drift = True, (0,) * len(scores)

    def deal_by(self, dealer: int) -> None:
        """The next deal is another’s than the rules say: the steps end, and it is followed all the same."""
        self.game = replace(self.game, dealer=dealer)
        self.right = False

    def deal_again(self, number: int, dealer: int) -> None:
        """Before deal `number`, whatever became of the one before."""
        most = self.game.ruleset.target - 1
        scores = tuple(min(score, most) for score in self.game.scores)
        self.game = replace(
            self.game,
            phase=Phase.DEAL,
            deal=number - 1,
            dealer=dealer,
            table=None,
            play=None,
            shown=0,
            scores=scores,
            winner=None,
        )
        self.loose, self.resumed = False, True


def bare(error: GameError) -> Text:
    """The message without the rule, which a fault names by itself."""
    return Text.joined("; ", (_bare(problem.message) for problem in error.problems))


def _bare(message: Text) -> Text:
    said = message.params
    if "wrong" not in said:
        return message
    if "player" in said:
        return Text("{player}: {wrong}", player=said["player"], wrong=said["wrong"])
    return Text("{wrong}", wrong=said["wrong"])


def refuse_after_end(game: Game) -> Text:
    """Say why nothing can follow a game that is won (R37)."""
    won = " and ".join(game.names[player] for player in game.players_of(game.winner or 0))
    return Text("the game is over: {won} won it, and nothing counts after the winning peg", won=won)


def differences(points: Sequence[int], scores: Sequence[int], ruleset: Ruleset) -> tuple[int, ...]:
    """By how much each written score is off. Who went past the target may be written with the target itself (R8)."""
    pairs = zip(points, scores, strict=True)
    return tuple(0 if written == ruleset.target < score else written - score for written, score in pairs)


def seat(
    players: tuple[str, ...], rules: str, dealer: str | None, rulesets: Mapping[str, Ruleset]
) -> tuple[Game | None, list[tuple[str, str, Text]]]:
    """The game that a heading begins, and what is wrong with it: the keyword of the line, the rule, the message."""
    wrong: list[tuple[str, str, Text]] = []
    ruleset = rulesets.get(rules)
    if ruleset is None:
        wrong.append(
            (
                "rules",
                "R55",
                Text("no rules are called {rules}; there are {names}", rules=rules, names=", ".join(sorted(rulesets))),
            )
        )
    for place, name in enumerate(players):
        if player_called(name, players) != place:
            wrong.append(("players", "R4", Text("two players are called {name}; tell them apart", name=name)))
    first = None if dealer is None else player_called(dealer, players)
    if dealer is not None and first is None:
        wrong.append(
            (
                "dealer",
                "R2",
                Text(
                    "nobody here is called {dealer}; the players are {names}", dealer=dealer, names=", ".join(players)
                ),
            )
        )
    if ruleset is None or any(keyword == "players" for keyword, _, _ in wrong):
        return None, wrong
    try:
        return Game.start(players, ruleset=ruleset, dealer=first), wrong
    except GameError as error:
        for problem in error.problems:
            rule, _, said = problem.message.msgid.partition(": ")
            wrong.append(("players", rule, Text(said, **problem.message.params)))
    return None, wrong


def result_faults(
    result: Result, names: Sequence[str], ruleset: Ruleset, scores: tuple[int, ...] | None, winner: int | None
) -> Iterator[tuple[str, Text]]:
    """Yield what is wrong with a written result: rule and message. `scores` are None where they are not certain."""
    players, target, written = len(names), ruleset.target, result.points
    if len(written) != sides(players):
        yield (
            "R4",
            counted(len(written), sides(players)),
        )
        return
    named = None if result.winner is None else player_called(result.winner, names)
    if result.winner is not None and named is None:
        yield (
            "R4",
            Text(
                "nobody here is called {winner}; the players are {names}", winner=result.winner, names=", ".join(names)
            ),
        )
    best = [side for side, points in enumerate(written) if points >= target]
    if len(best) != 1:
        yield "R8", Text("{n} sides have {target} or more; exactly one wins", n=len(best), target=target)
    elif named is not None and side_of(named, players) != best[0]:
        yield (
            "R8",
            Text(
                "{winner} has {written} and did not win", winner=result.winner, written=written[side_of(named, players)]
            ),
        )
    if scores is None:
        return
    if any(differences(written, scores, ruleset)):
        yield "R37", Text("the score is {scores}, not {written}", scores=numbers(scores), written=numbers(written))
    elif len(best) == 1 and winner is None:
        yield "R37", N_("nobody has pegged the winning point in what is written")


def impossible(points: int, what: Text, cards: int) -> Text | None:
    """Say why a hand or crib (`what`) of so many cards and a starter is never worth `points` (R35), or None."""
    if points > HIGHEST[cards]:
        return Text(
            "{points} is impossible: a {what} is worth 0 to {highest}", points=points, what=what, highest=HIGHEST[cards]
        )
    if points not in NEVER[cards]:
        return None
    *totals, last = NEVER[cards]
    return Text(
        "{points} is impossible: no {what} is worth {names} or {last}",
        points=points,
        what=what,
        names=", ".join(map(str, totals)),
        last=last,
    )


def counted(number: int, sides: int) -> Text:
    """Say that so many scores are written, where each side has one."""
    return Text.plural(
        "{n} score is written; there are {sides} sides",
        "{n} scores are written; there are {sides} sides",
        n=number,
        sides=sides,
    )


def numbers(scores: Sequence[int]) -> str:
    return " ".join(map(str, scores))
