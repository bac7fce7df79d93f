"""How a tie is decided: by one leg or several, on the total or on legs won, and what follows when it is level."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

MOST_LEGS = 9


class DecidedBy(StrEnum):
    TOTAL = "total"
    """The points of all legs together."""
    WINS = "wins"
    """Legs won: over once one side has more than half of them."""


class IfLevel(StrEnum):
    REPLAY = "replay"
    """Another leg, until one side has won."""
    DECISION = "decision"
    """The secretary says who goes on, and why: a deciding game played on the night, a lot."""


@dataclass(frozen=True, slots=True)
class TieRules:
    """Attributes:
    legs: so many fixtures; with `WINS` at most so many.
    """

    legs: int = 1
    decided_by: DecidedBy = DecidedBy.TOTAL
    if_level: IfLevel = IfLevel.REPLAY


@dataclass(frozen=True, slots=True)
class LegScore:
    """A leg as it ended, for top and bottom side; `conceded` is the place (0, 1) of a side that did not play."""

    points: tuple[Fraction, Fraction]
    conceded: int | None = None


class TieState(StrEnum):
    WON = "won"
    LEG_DUE = "leg due"
    """Another leg is to be played: the next one, or a replay."""
    DECISION_DUE = "decision due"


@dataclass(frozen=True, slots=True)
class TieScore:
    """Attributes:
    wins: legs won by either side.
    winner: the place (0: top, 1: bottom) of the side that goes on.
    """

    state: TieState
    totals: tuple[Fraction, Fraction]
    wins: tuple[int, int]
    winner: int | None = None


def score_tie(legs: Sequence[LegScore], rules: TieRules) -> TieScore:
    """Return how a tie stands after its legs, in the order in which they were played.

    Whoever concedes a leg has lost the tie.
    """
    totals = tuple(sum((leg.points[side] for leg in legs), Fraction()) for side in (0, 1))
    wins = tuple(sum(leg.points[side] > leg.points[1 - side] for leg in legs) for side in (0, 1))
    score = TieScore(TieState.LEG_DUE, (totals[0], totals[1]), (wins[0], wins[1]))
    winner = _winner(legs, score, rules)
    if winner is not None:
        return TieScore(TieState.WON, score.totals, score.wins, winner)
    if len(legs) >= rules.legs and rules.if_level is IfLevel.DECISION:
        return TieScore(TieState.DECISION_DUE, score.totals, score.wins)
    return score


def _winner(legs: Sequence[LegScore], score: TieScore, rules: TieRules) -> int | None:
    conceded = next((leg.conceded for leg in legs if leg.conceded is not None), None)
    if conceded is not None:
        return 1 - conceded
    if rules.decided_by is DecidedBy.WINS:
        for side in (0, 1):
            if 2 * score.wins[side] > rules.legs:
                return side
    if len(legs) < rules.legs:
        return None
    if len(legs) > rules.legs:
        # Replays are not added up: the last one stands for the tie.
        return _ahead(legs[-1].points)
    if rules.decided_by is DecidedBy.WINS:
        return _ahead(score.wins)
    return _ahead(score.totals)


def _ahead(sides: tuple[int, int] | tuple[Fraction, Fraction]) -> int | None:
    if sides[0] == sides[1]:
        return None
    return 0 if sides[0] > sides[1] else 1


def format_points(points: Fraction | None) -> str:
    if points is None:
        return ""
    return str(points.numerator) if points.denominator == 1 else f"{float(points):g}"
