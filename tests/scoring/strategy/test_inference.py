"""What an opponent may hold: few hands in the place of all."""

import pytest

from scoring.strategy.choosing.inference import fewer
from scoring.strategy.kernel.ranks import code


def test_fewer_hands_stand_for_all_by_their_weight() -> None:
    gone = code([0])
    lefts = [code([first, second]) for first in range(1, 13) for second in range(first, 13)]
    hands = [(left, left + gone, 1 / len(lefts)) for left in lefts]
    few = fewer(hands, 13)
    assert len(few) == 13
    assert sum(weight for _, _, weight in few) == pytest.approx(1)
    assert all(whole == left + gone and weight == pytest.approx(1 / 13) for left, whole, weight in few)
    assert fewer(hands, len(hands)) is hands


def test_a_hand_that_is_likely_stands_for_several_that_are_not() -> None:
    hands = [(code([1]), code([1]), 0.9), *((code([one]), code([one]), 0.025) for one in (2, 3, 4, 5))]
    few = {left: weight for left, _, weight in fewer(hands, 4)}
    assert few == {code([1]): pytest.approx(1)}
