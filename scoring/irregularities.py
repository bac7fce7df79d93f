"""Irregularities: what follows from a fault in dealing, in the number of cards or in pegging (R47–R49).

The *offender* made the fault, the *opponent* is the other side. A redress says whether the deal is void and what each
side's score changes by. Like a verdict it pegs nothing itself, and it takes the score that the game keeps for right:
points pegged short and put right in time change nothing.
"""

from dataclasses import dataclass

from scoring.errors import Problem, ScoringError
from scoring.ruleset import LEAGUE, Choice, Misdeal, Ruleset

RECTIFY_POINTS = 2  # R48: to the opponent of a wrong hand that is put right, and to the non-dealer for a wrong crib


class IrregularityKind(Choice):
    FACED_CARD = "faced card"  # R47: in the pack
    EXPOSED_CARD = "exposed card"  # R47: in dealing
    IMPERFECT_PACK = "imperfect pack"  # R47
    WRONG_DEAL = "wrong deal"  # R47: the wrong number of cards, found before laying away
    WRONG_HAND = "wrong hand"  # R48: the wrong number of cards after laying away; the crib is right
    WRONG_CRIB = "wrong crib"  # R48: the wrong number of cards; the hands are right
    SHORT_PEGGING = "short pegging"  # R49
    OVER_PEGGING = "over-pegging"  # R49


class Remedy(Choice):
    """The remedy that the opponent chooses, where they may (R48)."""

    NEW_DEAL = "new deal"
    RECTIFY = "rectify"


_VOID_DEALS = {
    IrregularityKind.FACED_CARD: "A card lay face up in the pack",
    IrregularityKind.EXPOSED_CARD: "A card was exposed in dealing",
    IrregularityKind.IMPERFECT_PACK: "The pack is imperfect",
    IrregularityKind.WRONG_DEAL: "The wrong number of cards was dealt",
    IrregularityKind.WRONG_HAND: "A hand has the wrong number of cards",
    IrregularityKind.WRONG_CRIB: "The crib has the wrong number of cards",
}
_PEGGING = (IrregularityKind.SHORT_PEGGING, IrregularityKind.OVER_PEGGING)


@dataclass(frozen=True, slots=True)
class Redress:
    """The redress that follows from an irregularity.

    With `new_deal` the same dealer deals again. `offender_pegs` and `opponent_pegs` are what each side's right score
    changes by, the offender's below 0 where points are lost. For a wrong crib the opponent is the non-dealer, whoever
    made the fault. `rule` is the rule that decided (`R48`), `reason` one sentence for a captain.
    """

    kind: IrregularityKind
    new_deal: bool
    offender_pegs: int
    opponent_pegs: int
    rule: str
    reason: str


def redress(
    kind: IrregularityKind,
    *,
    choice: Remedy | None = None,
    points: int = 0,
    in_time: bool = True,
    asked: bool = True,
    ruleset: Ruleset = LEAGUE,
) -> Redress:
    """Return the redress that R47–R49 prescribe.

    `choice` is what the opponent chose, given exactly where they may: for a wrong hand where the ruleset's `misdeal` is
    a choice. The rest is of pegging alone: `points` is how many were pegged too few or too many, 1 or more. `in_time`
    is, for short pegging, before the next card or the next cut; for over-pegging, before the next cut. `asked` is
    whether the opponent demanded the correction of over-pegging; it matters nowhere else.
    Raises ScoringError with every problem.
    """
    problems = _problems(kind, choice, points, ruleset)
    if problems:
        raise ScoringError(*problems)
    if kind is IrregularityKind.SHORT_PEGGING:
        return _short(points, in_time=in_time)
    if kind is IrregularityKind.OVER_PEGGING:
        return _over(points, in_time=in_time, asked=asked, penalty=ruleset.overpeg_penalty)
    if kind is IrregularityKind.WRONG_HAND and choice is not None:
        return _chosen(choice)
    if kind is IrregularityKind.WRONG_CRIB and ruleset.misdeal is Misdeal.CHOICE:
        reason = f"{_VOID_DEALS[kind]} and the hands are right, so the crib is put right and the non-dealer pegs"
        return Redress(kind, False, 0, RECTIFY_POINTS, "R48", f"{reason} {RECTIFY_POINTS}.")
    return Redress(kind, True, 0, 0, "R47", f"{_VOID_DEALS[kind]}, so the same dealer deals again, without penalty.")


def _problems(kind: object, choice: object, points: object, ruleset: Ruleset) -> list[Problem]:
    if not isinstance(kind, IrregularityKind):
        listed = ", ".join(IrregularityKind)
        return [Problem("kind", f"{kind!r} is no irregularity; there are {listed}")]
    return [*_choice_problems(kind, choice, ruleset), *_points_problems(kind, points)]


def _choice_problems(kind: IrregularityKind, choice: object, ruleset: Ruleset) -> list[Problem]:
    remedies = "a new deal or to rectify the hand"
    if choice is not None and not isinstance(choice, Remedy):
        return [Problem("choice", f"{choice!r} is no choice; the opponent chooses {remedies}")]
    free = kind is IrregularityKind.WRONG_HAND and ruleset.misdeal is Misdeal.CHOICE
    if free and choice is None:
        message = f"{kind}: no choice was made; in {ruleset.title} the opponent chooses {remedies} (R48)"
        return [Problem("choice", message)]
    if choice is not None and not free:
        message = f"{kind}: “{choice}” was chosen, but in {ruleset.title} there is no choice for it; leave it out"
        return [Problem("choice", message)]
    return []


def _points_problems(kind: IrregularityKind, points: object) -> list[Problem]:
    if type(points) is not int:  # exactly: a bool is an int, and no number of points
        return [Problem("points", f"{points!r} is no number of points; write a whole number")]
    if kind in _PEGGING and points < 1:
        return [Problem("points", f"{kind}: {points} points cannot be; say how many were pegged wrong, 1 or more")]
    if kind not in _PEGGING and points != 0:
        return [Problem("points", f"{kind}: {points} points were given, but nothing was pegged wrong; leave them out")]
    return []


def _chosen(choice: Remedy) -> Redress:
    """R48: the opponent of a wrong hand has chosen."""
    kind = IrregularityKind.WRONG_HAND
    opening = f"{_VOID_DEALS[kind]} and the crib is right"
    if choice is Remedy.NEW_DEAL:
        return Redress(kind, True, 0, 0, "R48", f"{opening}, and the opponent chose that the same dealer deals again.")
    reason = f"{opening}, and the opponent chose that the hand is put right and pegs {RECTIFY_POINTS}."
    return Redress(kind, False, 0, RECTIFY_POINTS, "R48", reason)


def _short(points: int, *, in_time: bool) -> Redress:
    kind = IrregularityKind.SHORT_PEGGING
    opening = f"{_points(points)} too few {_were(points)} pegged"
    if in_time:
        reason = f"{opening} and it was seen before the next card or cut, so the player puts it right."
        return Redress(kind, False, 0, 0, "R49", reason)
    reason = f"{opening} and it was seen only after the next card or cut, so the player loses {_them(points)}."
    return Redress(kind, False, -points, 0, "R49", reason)


def _over(points: int, *, in_time: bool, asked: bool, penalty: int) -> Redress:
    kind = IrregularityKind.OVER_PEGGING
    opening = f"{_points(points)} too many {_were(points)} pegged"
    stands = "it stands" if points == 1 else "they stand"
    if not asked:
        return Redress(kind, False, points, 0, "R49", f"{opening} and nobody asked for a correction, so {stands}.")
    if not in_time:
        reason = f"{opening} and a correction was asked for only after the next cut, so {stands}."
        return Redress(kind, False, points, 0, "R49", reason)
    taken_back = f"{opening} and a correction was asked for before the next cut, so the player gives {_them(points)} up"
    if penalty:
        return Redress(kind, False, 0, penalty, "R49", f"{taken_back} and the opponent pegs {penalty}.")
    return Redress(kind, False, 0, 0, "R49", f"{taken_back}.")


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _were(points: int) -> str:
    return "was" if points == 1 else "were"


def _them(points: int) -> str:
    return "it" if points == 1 else "them"
