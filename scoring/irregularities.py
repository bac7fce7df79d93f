"""Irregularities: what follows from a fault in dealing, in the number of cards or in pegging (R47–R49).

The *offender* made the fault, the *opponent* is the other side. A redress says whether the deal is void and what each
side's score changes by. Like a verdict it pegs nothing itself, and it takes the score that the game keeps for right:
points pegged short and put right in time change nothing.
"""

from dataclasses import dataclass

from scoring.errors import Problem, ScoringError
from scoring.ruleset import LEAGUE, Choice, Misdeal, Ruleset
from scoring.text import N_, Text

RECTIFY_POINTS = 2  # R48: to the opponent of a wrong hand that is corrected, and to the non-dealer for a wrong crib


class IrregularityKind(Choice):
    FACED_CARD = N_("faced card")  # R47: in the pack
    EXPOSED_CARD = N_("exposed card")  # R47: in dealing
    IMPERFECT_PACK = N_("imperfect pack")  # R47
    WRONG_DEAL = N_("wrong deal")  # R47: the wrong number of cards, found before laying away
    WRONG_HAND = N_("wrong hand")  # R48: the wrong number of cards after laying away; the crib is right
    WRONG_CRIB = N_("wrong crib")  # R48: the wrong number of cards; the hands are right
    SHORT_PEGGING = N_("short pegging")  # R49
    OVER_PEGGING = N_("over-pegging")  # R49

    @property
    def text(self) -> Text:
        """Its name for a person."""
        return Text(self.value)


class Remedy(Choice):
    """The remedy that the opponent chooses, where they may (R48)."""

    NEW_DEAL = "new deal"
    RECTIFY = "rectify"


_VOID_DEALS = {
    IrregularityKind.FACED_CARD: N_("A card lay face up in the pack"),
    IrregularityKind.EXPOSED_CARD: N_("A card was exposed in dealing"),
    IrregularityKind.IMPERFECT_PACK: N_("The pack is imperfect"),
    IrregularityKind.WRONG_DEAL: N_("The wrong number of cards was dealt"),
    IrregularityKind.WRONG_HAND: N_("A hand has the wrong number of cards"),
    IrregularityKind.WRONG_CRIB: N_("The crib has the wrong number of cards"),
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
    reason: Text


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
        reason = Text(
            "{fault} and the hands are right, so the crib is corrected and the non-dealer pegs {points}.",
            fault=_VOID_DEALS[kind],
            points=RECTIFY_POINTS,
        )
        return Redress(kind, False, 0, RECTIFY_POINTS, "R48", reason)
    reason = Text("{fault}, so the same dealer deals again, without penalty.", fault=_VOID_DEALS[kind])
    return Redress(kind, True, 0, 0, "R47", reason)


def _problems(kind: object, choice: object, points: object, ruleset: Ruleset) -> list[Problem]:
    if not isinstance(kind, IrregularityKind):
        listed = ", ".join(IrregularityKind)
        return [
            Problem("kind", Text("{kind} is not an irregularity; there are {listed}", kind=repr(kind), listed=listed))
        ]
    return [*_choice_problems(kind, choice, ruleset), *_points_problems(kind, points)]


def _choice_problems(kind: IrregularityKind, choice: object, ruleset: Ruleset) -> list[Problem]:
    remedies = N_("a new deal or to rectify the hand")
    if choice is not None and not isinstance(choice, Remedy):
        return [
            Problem(
                "choice",
                Text(
                    "{choice} is not a choice; the opponent chooses {remedies}", choice=repr(choice), remedies=remedies
                ),
            )
        ]
    free = kind is IrregularityKind.WRONG_HAND and ruleset.misdeal is Misdeal.CHOICE
    if free and choice is None:
        message = Text(
            "{kind}: no choice was made; in {title} the opponent chooses {remedies} (R48)",
            kind=kind.text,
            title=ruleset.called,
            remedies=remedies,
        )
        return [Problem("choice", message)]
    if choice is not None and not free:
        message = Text(
            "{kind}: “{choice}” was chosen, but in {title} there is no choice for it; leave it out",
            kind=kind.text,
            choice=choice,
            title=ruleset.called,
        )
        return [Problem("choice", message)]
    return []


def _points_problems(kind: IrregularityKind, points: object) -> list[Problem]:
    if type(points) is not int:  # exactly: a bool is an int, and no number of points
        return [
            Problem("points", Text("{points} is not a number of points; write a whole number", points=repr(points)))
        ]
    if kind in _PEGGING and points < 1:
        return [
            Problem(
                "points",
                Text(
                    "{kind}: {points} points are impossible; say how many were pegged wrong, 1 or more",
                    kind=kind.text,
                    points=points,
                ),
            )
        ]
    if kind not in _PEGGING and points != 0:
        return [
            Problem(
                "points",
                Text(
                    "{kind}: {points} points were given, but nothing was pegged wrong; leave them out",
                    kind=kind.text,
                    points=points,
                ),
            )
        ]
    return []


def _chosen(choice: Remedy) -> Redress:
    """R48: the opponent of a wrong hand has chosen."""
    kind = IrregularityKind.WRONG_HAND
    fault = _VOID_DEALS[kind]
    if choice is Remedy.NEW_DEAL:
        reason = Text(
            "{fault} and the crib is right, and the opponent chose that the same dealer deals again.", fault=fault
        )
        return Redress(kind, True, 0, 0, "R48", reason)
    reason = Text(
        "{fault} and the crib is right, and the opponent chose that the hand is corrected and pegs {points}.",
        fault=fault,
        points=RECTIFY_POINTS,
    )
    return Redress(kind, False, 0, RECTIFY_POINTS, "R48", reason)


def _short(points: int, *, in_time: bool) -> Redress:
    kind = IrregularityKind.SHORT_PEGGING
    if in_time:
        reason = Text.plural(
            "{n} point too few was pegged and it was seen before the next card or cut, so the player puts it right.",
            "{n} points too few were pegged and it was seen before the next card or cut, so the player puts it right.",
            n=points,
        )
        return Redress(kind, False, 0, 0, "R49", reason)
    reason = Text.plural(
        "{n} point too few was pegged and it was seen only after the next card or cut, so the player loses it.",
        "{n} points too few were pegged and it was seen only after the next card or cut, so the player loses them.",
        n=points,
    )
    return Redress(kind, False, -points, 0, "R49", reason)


def _over(points: int, *, in_time: bool, asked: bool, penalty: int) -> Redress:
    kind = IrregularityKind.OVER_PEGGING
    if not asked:
        reason = Text.plural(
            "{n} point too many was pegged and nobody asked for a correction, so it stands.",
            "{n} points too many were pegged and nobody asked for a correction, so they stand.",
            n=points,
        )
        return Redress(kind, False, points, 0, "R49", reason)
    if not in_time:
        reason = Text.plural(
            "{n} point too many was pegged and a correction was asked for only after the next cut, so it stands.",
            "{n} points too many were pegged and a correction was asked for only after the next cut, so they stand.",
            n=points,
        )
        return Redress(kind, False, points, 0, "R49", reason)
    given_up = Text.plural(
        "{n} point too many was pegged and a correction was asked for before the next cut, so the player gives it up",
        "{n} points too many were pegged and a correction was asked for before the next cut, so the player gives them "
        "up",
        n=points,
    )
    if penalty:
        reason = Text("{given_up} and the opponent pegs {penalty}.", given_up=given_up, penalty=penalty)
        return Redress(kind, False, 0, penalty, "R49", reason)
    return Redress(kind, False, 0, 0, "R49", Text("{given_up}.", given_up=given_up))
