"""Calls and challenges: what follows when a player has announced a score and their opponent may think otherwise.

The *counter* counts their hand or crib and declares a score; the *challenger* may claim another total; the truth is
what the cards make. A verdict says who pegs what and why. It pegs nothing itself: both sides' points peg at once (R46),
and whether they end the game (R37) is the game's affair, as awarding one for persistence (R43) is the referee's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType, NoneType
from typing import Any, NamedTuple, Self

from scoring.cards import Card, Cards, CardText, as_card, as_cards
from scoring.errors import CallError, Problem, ScoringError
from scoring.ruleset import LEAGUE, FalseMuggins, Ruleset, WrongClaim
from scoring.show import CRIB, HAND, Show, hand_problems, highest_points, score_show
from scoring.text import N_, Text

_STORED: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {
        "declared": (int,),
        "claimed": (int, NoneType),
        "takes": (bool,),
        "counter_pegs": (int,),
        "challenger_pegs": (int,),
        "rule": (str,),
        "reason": (str,),
        "ruleset_name": (str,),
        "ruleset_version": (int,),
    }
)
_DERIVED = ("true_points", "crib", "overcall", "false_challenge")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a call. Points are what each side pegs for this show and nothing else.

    `rule` is the rule that decided (`R40`), `reason` one sentence for a captain. The ruleset is named with its
    version; the ruling that keeps a verdict keeps the whole ruleset beside it.
    """

    show: Show
    declared: int
    claimed: int | None
    takes: bool
    counter_pegs: int
    challenger_pegs: int
    rule: str
    reason: str
    ruleset_name: str
    ruleset_version: int

    @property
    def true_points(self) -> int:
        return self.show.points

    @property
    def crib(self) -> bool:
        return self.show.crib

    @property
    def penalty(self) -> int:
        """The points among the counter's that are not of the show: those claimed by a false challenge (R42)."""
        return self.counter_pegs - self.true_points if self.false_challenge else 0

    @property
    def overcall(self) -> bool:
        """More was declared than there is (R41), challenged or not."""
        return self.declared > self.true_points

    @property
    def false_challenge(self) -> bool:
        """A correct call was challenged (R42). A claim of the same total is no challenge."""
        return self.claimed is not None and self.claimed != self.declared == self.true_points

    def to_dict(self) -> dict[str, Any]:
        """Plain values fit for JSON; `from_dict` gives the verdict back."""
        plain = {key: getattr(self, key) for key in (*_STORED, *_DERIVED)}
        return plain | {"reason": str(self.reason), "show": self.show.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The verdict that `to_dict` wrote, as it was given then; nothing is judged again.

        Raises ScoringError where something is missing or what follows from the cards and the call does not agree.
        """
        problems = [
            Problem(key, Text("the stored verdict has no {key}; to_dict writes one", key=key))
            for key in (*_STORED, *_DERIVED, "show")
            if key not in data
        ]
        problems += [
            Problem(
                key,
                Text(
                    "the stored verdict's {key} is {value}; it must be {right}",
                    key=key,
                    value=repr(data[key]),
                    right=" or ".join(t.__name__ for t in right),
                ),
            )
            for key, right in _STORED.items()
            if key in data and type(data[key]) not in right
        ]
        if problems:
            raise ScoringError(*problems)
        verdict = cls(show=Show.from_dict(data["show"]), **{key: data[key] for key in _STORED})
        differing = [key for key in _DERIVED if data[key] != getattr(verdict, key)]
        if differing:
            message = N_("the stored verdict says {key} {value}; by its cards and call it is {right}")
            raise ScoringError(
                *(
                    Problem(key, Text(message, key=key, value=repr(data[key]), right=repr(getattr(verdict, key))))
                    for key in differing
                )
            )
        return verdict


class Judgement(NamedTuple):
    """The points that each side pegs, the rule that decided, and a sentence for a captain."""

    counter: int
    challenger: int
    rule: str
    reason: Text


def adjudicate(
    hand: Cards,
    starter: CardText | None,
    *,
    crib: bool = False,
    declared: int,
    claimed: int | None = None,
    takes: bool = True,
    ruleset: Ruleset = LEAGUE,
) -> Verdict:
    """Judge a call by R39–R45.

    `declared` is the score announced for the whole show and `claimed` the total, not the difference, that the
    challenger says it is; None is no challenge. `takes` is whether they want what was missed (R39); it matters
    only where they may have it. Of several opponents the first to call is the challenger.
    Raises CallError with every problem: of the cards as in `score_show`, a call without a starter, or points that no
    such hand has ever made. An impossible total below the highest, such as 19, may be called: people do.
    """
    held, turned = as_cards(hand), None if starter is None else as_card(starter)
    problems = hand_problems(held, turned, crib=crib, ruleset=ruleset)
    problems += _call_problems(turned, declared, claimed, crib=crib, ruleset=ruleset)
    if problems:
        raise CallError(*problems)
    show = score_show(held, turned, crib=crib, ruleset=ruleset)
    pegs = judge(CRIB if crib else HAND, show.points, declared, claimed, takes=takes, ruleset=ruleset)
    return Verdict(
        show=show,
        declared=declared,
        claimed=claimed,
        takes=takes,
        counter_pegs=pegs.counter,
        challenger_pegs=pegs.challenger,
        rule=pegs.rule,
        reason=pegs.reason,
        ruleset_name=ruleset.name,
        ruleset_version=ruleset.version,
    )


def _call_problems(
    starter: Card | None, declared: int, claimed: int | None, *, crib: bool, ruleset: Ruleset
) -> list[Problem]:
    problems = []
    if starter is None:
        problems.append(Problem("starter", N_("there is no starter; a call is made with one")))
    highest = highest_points(crib=crib, ruleset=ruleset)
    what = CRIB if crib else HAND
    said = {"declared": declared} if claimed is None else {"declared": declared, "claimed": claimed}
    for field, points in said.items():
        if type(points) is not int:  # exactly: a bool is an int, and no number of points
            message = Text(
                "{field} {points} is not a number of points; it must be a whole number",
                field=field,
                points=repr(points),
            )
            problems.append(Problem(field, message))
        elif not 0 <= points <= highest:
            message = Text(
                "{field} {points} is impossible: a {show} in {ruleset} is worth 0 to {highest}",
                field=field,
                points=points,
                show=what,
                ruleset=ruleset.called,
                highest=highest,
            )
            problems.append(Problem(field, message))
    return problems


def judge(what: Text, true: int, declared: int, claimed: int | None, *, takes: bool, ruleset: Ruleset) -> Judgement:
    """Judge a call by its points alone (R45); `what` is a hand, a crib, or what else is worth `true`."""
    if declared < true:
        return _too_little(what, true, declared, claimed, takes, ruleset)
    if declared > true:
        return _too_much(what, true, declared, claimed)
    return _correct(what, true, claimed, takes, ruleset)


def _correct(what: Text, true: int, claimed: int | None, takes: bool, ruleset: Ruleset) -> Judgement:
    if claimed is None or claimed == true:
        reason = N_("The {show} is worth {true}, as it was called, and the player pegs {true}.")
        return Judgement(true, 0, "R45", Text(reason, show=what, true=true))
    if takes and claimed > true and ruleset.false_muggins_penalty is FalseMuggins.CLAIMED:
        penalty = claimed - true
        reason = Text(
            "The {show} is worth {true}, as it was called, so the player pegs {true} and the {penalty} claimed besides"
            ", and the challenge of {claimed} is recorded as a false challenge.",
            show=what,
            true=true,
            penalty=penalty,
            claimed=claimed,
        )
        return Judgement(true + penalty, 0, "R42", reason)
    reason = Text(
        "The {show} is worth {true}, as it was called, so the player pegs {true} and the challenge of {claimed} gains "
        "nothing and is recorded as a false challenge.",
        show=what,
        true=true,
        claimed=claimed,
    )
    return Judgement(true, 0, "R42", reason)


def _too_much(what: Text, true: int, declared: int, claimed: int | None) -> Judgement:
    said = {"show": what, "true": true, "declared": declared}
    if claimed is None:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, but nobody challenged it, so the {declared} stands "
            "and is recorded as an overcall.",
            **said,
        )
        return Judgement(declared, 0, "R45", reason)
    if claimed != true:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, so it is corrected to {true} and recorded as an "
            "overcall, and the challenger, who said {claimed}, gains nothing.",
            claimed=claimed,
            **said,
        )
        return Judgement(true, 0, "R41", reason)
    reason = Text(
        "The {show} is worth {true} and was called {declared}, so it is corrected to {true} and recorded as an "
        "overcall.",
        **said,
    )
    return Judgement(true, 0, "R41", reason)


def _too_little(what: Text, true: int, declared: int, claimed: int | None, takes: bool, ruleset: Ruleset) -> Judgement:
    missed = true - declared
    said = {"show": what, "true": true, "declared": declared, "missed": missed}
    if claimed is None:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and, as nobody "
            "claimed more, the {missed} missed is lost.",
            **said,
        )
        return Judgement(declared, 0, "R39", reason)
    if not ruleset.muggins:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and, as muggins is "
            "not played, nobody takes the {missed} missed.",
            **said,
        )
        return Judgement(declared, 0, "R45", reason)
    if claimed != true:
        return _wrong_claim(said, declared, claimed, missed, takes, ruleset)
    if not takes:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and the challenger, "
            "who was right, leaves the {missed} missed.",
            **said,
        )
        return Judgement(declared, 0, "R39", reason)
    reason = Text(
        "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and the challenger takes "
        "the {missed} missed.",
        **said,
    )
    return Judgement(declared, missed, "R39", reason)


def _wrong_claim(
    said: Mapping[str, object], declared: int, claimed: int, missed: int, takes: bool, ruleset: Ruleset
) -> Judgement:
    lesser = min(claimed - declared, missed)
    if takes and lesser > 0 and ruleset.muggins_wrong_claim is WrongClaim.LESSER:
        reason = Text(
            "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and the challenger, "
            "who said {claimed}, takes {lesser}, the lesser of what they claimed and the {missed} missed.",
            claimed=claimed,
            lesser=lesser,
            **said,
        )
        return Judgement(declared, lesser, "R40", reason)
    reason = Text(
        "The {show} is worth {true} and was called {declared}, so the player pegs {declared} and the challenger, "
        "who said {claimed} and so miscounted too, takes nothing.",
        claimed=claimed,
        **said,
    )
    return Judgement(declared, 0, "R40", reason)
