"""The kernel counts and pegs as the engine does, on random hands and plays of every kind."""

from random import Random

import pytest

from scoring import PACK, RULESETS, Deal, Game, Go, Lay, LayAway, Ruleset, Starter, pegging_points
from scoring.ruleset import GoContinuation
from scoring.show import points_of_ranks
from scoring.strategy.kernel.pegging import FastPlayer, Rules, played
from scoring.strategy.kernel.ranks import Counts, choices, code, points_of, ranks_of


@pytest.mark.parametrize("size", [4, 5])
def test_points_of_ranks_are_those_of_the_show(size: int) -> None:
    some = list(choices(size))[:: 7 if size == 5 else 1]
    assert [points_of(ranks) for ranks in some] == [points_of_ranks(ranks) for ranks in some]


def test_ranks_of_a_code() -> None:
    assert ranks_of(code((0, 3, 3, 12))) == (0, 3, 3, 12)


def test_counts_peg_as_the_play_does() -> None:
    counts, chance = Counts(), Random(1)
    for _ in range(300):
        cards, state = chance.sample(PACK, 9), 0
        for place, card in enumerate(cards, start=1):
            after = counts.step(state, card.order)
            if after < 0:
                break
            assert counts.points[state][card.order] == pegging_points(cards[:place])
            state = after


class RecordingPlayer(FastPlayer):
    """A fast player who remembers what was laid."""

    def __init__(self, kept: int) -> None:
        super().__init__(Counts(), kept)
        self.laid: list[int] = []

    def choose(self, held: list[int], holds: int, state: int, left: int, out: int) -> int:
        rank = super().choose(held, holds, state, left, out)
        self.laid.append(rank)
        return rank


RULES = [rules for rules in RULESETS.values() if not rules.starter_first and not rules.go_when_said]


@pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
def test_play_pegs_what_the_engine_pegs(rules: Ruleset) -> None:
    for seed in range(20):
        cards = Random(seed).sample(PACK, 2 * rules.dealt + 1)
        hands = cards[: rules.dealt], cards[rules.dealt : -1]
        away = rules.laid_away
        told = RecordingPlayer(rules.hand_size)
        one = rules.go_continuation is GoContinuation.ONE
        kernel = Rules(one=one, lone=rules.lone_player_scores, one_count=rules.one_count)
        pegs = played([sorted(card.order for card in hand[away:]) for hand in hands], 1, kernel, told)
        game = Game.start(["Ann", "Ben"], ruleset=rules, dealer=0).apply(Deal(hands)).game
        for player, hand in enumerate(hands):
            game = game.apply(LayAway(player, hand[:away])).game
        step = game.apply(Starter(cards[-1]))
        points = [0, 0]
        for rank in told.laid:
            player = step.game.turn
            assert player is not None
            assert step.game.play is not None
            card = next((card for card in step.game.play.legal(player) if card.order == rank), None)
            step = step.game.apply(Go(player) if card is None else Lay(player, card))
            for peg in step.pegs:
                points[peg.player] += peg.points
        assert step.game.turn == 1 or step.game.phase.value == "show"
        assert points == [sum(number for who, number in pegs if who == player) for player in (0, 1)]
