"""A tie: one leg or several, on the total or on legs won, replayed or decided."""

from fractions import Fraction

import pytest

from league.rules.competitions.ties import DecidedBy, IfLevel, LegScore, TieRules, TieState, score_tie


def legs(*scores: tuple[int, int]) -> list[LegScore]:
    return [LegScore((Fraction(top), Fraction(bottom))) for top, bottom in scores]


TWO_LEGS = TieRules(legs=2)
BEST_OF_3 = TieRules(legs=3, decided_by=DecidedBy.WINS)
DECIDED = TieRules(if_level=IfLevel.DECISION)


@pytest.mark.parametrize(
    ("rules", "scores", "state", "winner"),
    [
        (TieRules(), [], TieState.LEG_DUE, None),
        (TieRules(), [(10, 8)], TieState.WON, 0),
        (TieRules(), [(8, 10)], TieState.WON, 1),
        (TieRules(), [(9, 9)], TieState.LEG_DUE, None),
        (TieRules(), [(9, 9), (9, 9)], TieState.LEG_DUE, None),
        (TieRules(), [(9, 9), (8, 10)], TieState.WON, 1),
        (DECIDED, [(9, 9)], TieState.DECISION_DUE, None),
        (TWO_LEGS, [(10, 8)], TieState.LEG_DUE, None),
        (TWO_LEGS, [(10, 8), (8, 10)], TieState.LEG_DUE, None),
        (TWO_LEGS, [(10, 8), (7, 11)], TieState.WON, 1),
        # The replay alone decides: what went before was level.
        (TWO_LEGS, [(10, 8), (8, 10), (10, 8)], TieState.WON, 0),
        (BEST_OF_3, [(2, 1), (2, 1)], TieState.WON, 0),
        (BEST_OF_3, [(2, 1), (0, 9)], TieState.LEG_DUE, None),
        (BEST_OF_3, [(2, 1), (0, 9), (2, 1)], TieState.WON, 0),
        (BEST_OF_3, [(2, 1), (0, 9), (2, 2)], TieState.LEG_DUE, None),
    ],
)
def test_how_a_tie_stands(rules: TieRules, scores: list[tuple[int, int]], state: TieState, winner: int | None) -> None:
    score = score_tie(legs(*scores), rules)
    assert (score.state, score.winner) == (state, winner)


def test_whoever_concedes_a_leg_has_lost_the_tie() -> None:
    score = score_tie([*legs((18, 0)), LegScore((Fraction(0), Fraction(0)), conceded=0)], TieRules(legs=3))
    assert (score.state, score.winner) == (TieState.WON, 1)
    assert score.totals == (Fraction(18), Fraction(0))
    assert score.wins == (1, 0)
