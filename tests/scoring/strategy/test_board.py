"""The chance to win and the expected games by the board: for whatever length and lurch a table may agree on."""

from dataclasses import replace

import pytest

from scoring import RULESETS, Ruleset
from scoring.strategy.board import board, win_probability

LENGTHS = (61, 121, 181)
OFFERED = [
    pytest.param(rules, players, target, id=f"{name} {players} {target}")
    for name, rules in RULESETS.items()
    for players in (2, 4)
    for target in LENGTHS
]


def with_lurch(rules: Ruleset, target: int) -> Ruleset:
    agreed = {} if target == rules.target else {"target": target, "lurch_below": 0, "double_lurch_below": 0}
    return replace(rules, lurch=True, **agreed)


@pytest.mark.parametrize(("rules", "players", "target"), OFFERED)
def test_a_lurch_weighs_what_it_counts_in_every_game_that_is_offered(rules: Ruleset, players: int, target: int) -> None:
    agreed = with_lurch(rules, target)
    found = board(agreed, players)
    assert found.lurches is not None
    # Far ahead the other may yet be lurched: more than a game is expected. In front of its line it is not.
    far, line = found.worth(target - 1, 0, True), agreed.lurched_below
    assert agreed.game_points < far <= max(agreed.lurch_points, agreed.double_lurch_points)
    near = found.worth(target - 1, max(line, target - 30), True)
    assert near <= agreed.game_points
    # The more points the better, and what one side expects the other does not.
    for own, theirs in ((0, 0), (target - 10, target // 3), (target // 4, target - 20)):
        assert found.worth(own + 1, theirs, True) >= found.worth(own, theirs, True) - 0.01
        assert found.worth(own, theirs, True) == -found.worth(theirs, own, False)


@pytest.mark.parametrize(("rules", "players", "target"), OFFERED)
def test_without_lurch_it_goes_with_the_chance_to_win(rules: Ruleset, players: int, target: int) -> None:
    plain = board(replace(rules, lurch=False, target=target, lurch_below=0, double_lurch_below=0), players)
    assert plain.lurches is None
    win = plain.win(target // 2, target // 3, True)
    assert plain.worth(target // 2, target // 3, True) == pytest.approx(rules.game_points * (2 * win - 1))


def test_the_first_dealer_is_ahead_but_where_three_are_for_last() -> None:
    five = RULESETS["five-card"]
    assert win_probability(RULESETS["acc"], 0, 0, dealer=True) > 0.55
    assert win_probability(five, 0, 0, dealer=True) > 0.57
    assert win_probability(five, 0, 3, dealer=True) < 0.49
