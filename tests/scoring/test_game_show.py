"""The show of a game, in the words of the table (R11 R28 R35 R39 R42 R45): who calls when, and what it pegs."""

from dataclasses import replace

import pytest

from scoring import HOYLE, LEAGUE, THREE_HANDED, Call, Challenge, Phase, ScoringError, parse_cards
from scoring.ruleset import FalseMuggins
from tests.scoring.table import FOUR, HANDS, apply_all, at_play, at_show, pegs, played_out, refusal


def test_the_show_goes_from_the_non_dealer_to_the_crib_r28() -> None:
    game = at_show()
    before = game.scores
    shown = []
    for call in (Call(0, 14), Call(1, 12), Call(1, 12, crib=True)):
        step = game.apply(call)
        shown.append(pegs(step))
        game = step.game
    assert shown == [["Ann hand 14"], ["Bob hand 12"], ["Bob crib 12"]]
    assert (before, game.scores) == ((0, 0), (14, 24))
    assert (game.phase, game.dealer, game.first_dealer) == (Phase.DEAL, 0, 1)


def test_nobody_calls_before_their_turn_r28() -> None:
    game = at_show()
    assert (refusal(game, Call(1, 12)).rule, refusal(game, Call(1, 12)).player) == ("R28", 1)
    assert refusal(game, Call(1, 12, crib=True)).rule == "R28"
    assert refusal(game, Call(0, 14, crib=True)).rule == "R28"
    game = apply_all(game, Call(0, 14), Call(1, 12))
    assert refusal(game, Call(1, 12)).rule == "R28"  # the crib, not the hand again
    assert refusal(game, Call(0, 12, crib=True)).rule == "R28"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_show_goes_clockwise_from_the_dealers_left_r28(players: int, dealer: int) -> None:
    game = played_out(at_play(*FOUR[:players], rules=THREE_HANDED, dealer=dealer, starter="7H"))
    turns = []
    while game.phase is Phase.SHOW:
        assert game.turn is not None
        turns.append(game.turn)
        game = apply_all(game, Call(game.turn, 0, crib=len(turns) > players))
    assert turns == [(dealer + step) % players for step in [*range(1, players + 1), players]]


def test_partners_share_a_score_r11() -> None:
    game = played_out(at_play(*FOUR, starter="7H"))
    assert len(game.scores) == 2
    game = replace(game, scores=(0, 0))
    for player, score in ((0, (5, 0)), (1, (5, 6)), (2, (12, 6)), (3, (12, 14))):
        game = apply_all(game, Call(player, [5, 6, 7, 8][player]))
        assert game.scores == score


def test_a_call_is_pegged_as_the_verdict_says_r45() -> None:
    short = Call(0, 10, challenge=Challenge(1, 14))
    assert pegs(at_show().apply(short)) == ["Ann hand 10", "Bob muggins 4"]
    assert pegs(at_show().apply(Call(0, 10))) == ["Ann hand 10"]
    assert pegs(at_show().apply(Call(0, 10, challenge=Challenge(1, 14, takes=False)))) == ["Ann hand 10"]
    assert pegs(at_show().apply(Call(0, 10, challenge=Challenge(1, 13)))) == ["Ann hand 10"]
    assert pegs(at_show().apply(Call(0, 16))) == ["Ann hand 16"]
    assert pegs(at_show().apply(Call(0, 16, challenge=Challenge(1, 14)))) == ["Ann hand 14"]
    assert pegs(at_show().apply(Call(0, 14, challenge=Challenge(1, 16)))) == ["Ann hand 14"]
    assert pegs(at_show().apply(Call(0, 0))) == []
    assert pegs(at_show().apply(Call(0, 0, challenge=Challenge(1, 14)))) == ["Bob muggins 14"]
    assert pegs(at_show(rules=HOYLE).apply(short)) == ["Ann hand 10"]
    over = Call(0, 16, challenge=Challenge(1, 14))
    assert pegs(at_show(rules=HOYLE).apply(over)) == ["Ann hand 14"]


def test_the_points_of_a_false_challenge_are_pegged_apart_r42() -> None:
    rules = replace(LEAGUE, false_muggins_penalty=FalseMuggins.CLAIMED)
    false = Call(0, 14, challenge=Challenge(1, 16))
    assert pegs(at_show(rules=rules).apply(false)) == ["Ann hand 14", "Ann penalty 2"]
    leaves = Call(0, 14, challenge=Challenge(1, 16, takes=False))
    assert pegs(at_show(rules=rules).apply(leaves)) == ["Ann hand 14"]


def test_a_challenge_comes_from_an_opponent_r39() -> None:
    assert refusal(at_show(), Call(0, 10, challenge=Challenge(0, 14))).rule == "R39"
    refusal(at_show(), Call(0, 10, challenge=Challenge(2, 14)))
    four = played_out(at_play(*FOUR, starter="7H"))
    assert refusal(four, Call(0, 4, challenge=Challenge(2, 5))).rule == "R39"
    assert pegs(four.apply(Call(0, 4, challenge=Challenge(3, 7)))) == ["Ann hand 4"]


@pytest.mark.parametrize("declared", [-1, 30, 47])
def test_points_no_hand_has_are_refused_r35(declared: int) -> None:
    with pytest.raises(ScoringError, match="0 to 29"):
        at_show().apply(Call(0, declared))
    with pytest.raises(ScoringError, match="0 to 29"):
        at_show().apply(Call(0, 14, challenge=Challenge(1, declared)))


def test_the_cards_of_a_call_are_those_the_player_played() -> None:
    assert pegs(at_show().apply(Call(0, 14, parse_cards(HANDS[0])))) == ["Ann hand 14"]
    error = refusal(at_show(), Call(0, 14, parse_cards("9C 6D 5H 3S")))
    assert error.player == 0
