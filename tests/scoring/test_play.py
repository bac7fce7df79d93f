"""The play of a deal (R10 R16–R20 R26 R27): who may do what, and when a count ends."""

from dataclasses import replace

import pytest

from scoring import (
    FIVE_CARD,
    HOME_COMPUTER,
    HOYLE,
    SEVEN_CARD,
    SIX_CARD,
    GameError,
    Go,
    Lay,
    Phase,
    parse_card,
    parse_cards,
)
from scoring.ruleset import GoContinuation
from tests.scoring.table import at_play, play

MAY = replace(SIX_CARD, name="may", go_continuation=GoContinuation.MAY)


# Whose turn, and what they may lay


def test_the_player_on_the_dealers_left_leads_r16() -> None:
    assert at_play("2C 2D 2H 2S", "3C 3D 3H 3S").turn == 0
    assert at_play("2C 2D 2H 2S", "3C 3D 3H 3S", dealer=0).turn == 1
    four = ("2C 2D 2H 2S", "3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S")
    assert [at_play(*four, dealer=dealer).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_turns_pass_clockwise_r16() -> None:
    game = at_play("2C 2D 2H 2S", "3C 3D 3H 3S", "4C 4D 4H 4S", rules=HOYLE, dealer=0)
    turns = []
    for word in ["3C", "4C", "2C", "3D", "4D", "2D", "3H"]:
        turns.append(game.turn)
        game, _ = play(game, word)
    assert turns == [1, 2, 0, 1, 2, 0, 1]


def test_the_running_count_r16() -> None:
    game = at_play("KC 2D 2H 2S", "9C 3D 3H 3S")
    totals = []
    for word in ["KC", "9C", "2D", "3D", "2H", "3H", "2S"]:
        game, _ = play(game, word)
        assert game.play is not None
        totals.append(game.play.total)
    assert totals == [10, 19, 21, 24, 26, 29, 0]  # thirty-one, and a new count


def test_legal_cards_are_those_within_thirty_one_r16() -> None:
    game, _ = play(at_play("TC AD 2H 9S", "KC 3D 3H TS"), "TC KC")
    assert game.play is not None
    assert set(game.play.legal(0)) == set(parse_cards("AD 2H 9S"))
    assert game.play.legal(1) == ()
    game, _ = play(game, "2H")
    assert game.play is not None
    assert set(game.play.legal(1)) == set(parse_cards("3D 3H"))
    assert game.play.legal(0) == ()
    game, _ = play(game, "3D")
    assert game.play is not None
    assert game.play.legal(0) == parse_cards("AD")


def test_a_card_past_thirty_one_is_refused_with_rule_player_and_card_r16() -> None:
    game, _ = play(at_play("TC 9D 2H 2S", "KC 8H 3H 3S"), "TC KC 2H 3H 2S")
    with pytest.raises(GameError) as refusal:
        game.apply(Lay(1, parse_card("8H")))
    error = refusal.value
    assert (error.rule, error.player, error.card) == ("R16", 1, parse_card("8H"))
    assert str(error) == "R16: Bob: 8H would make 35; a count may not pass 31"


def test_one_past_thirty_one_is_too_much_r16() -> None:
    game, _ = play(at_play("TC QC AH 2S", "KC 3C 3H 3S"), "TC KC QC")
    with pytest.raises(GameError, match="would make 33"):
        game.apply(Lay(1, parse_card("3C")))
    game, _ = play(game, "go")
    with pytest.raises(GameError, match="would make 32"):
        game.apply(Lay(0, parse_card("2S")))
    assert play(game, "AH")[1] == [["Ann thirty-one 2"]]


def test_out_of_turn_is_refused_r16() -> None:
    game = at_play("TC 9D 2H 2S", "KC 8H 3H 3S")
    with pytest.raises(GameError, match=r"R16: Bob: .*Ann") as refusal:
        game.apply(Lay(1, parse_card("KC")))
    assert (refusal.value.rule, refusal.value.player) == ("R16", 1)
    with pytest.raises(GameError) as refusal:
        game.apply(Go(1))
    assert refusal.value.player == 1


@pytest.mark.parametrize("card", ["KC", "9C", "KS"])
def test_a_card_the_player_does_not_hold_is_refused_r16(card: str) -> None:
    """Each card is refused: one of Bob's, one that nobody has, and one that was laid away."""
    game = at_play("TC 9D 2H 2S", "KC 8H 3H 3S")
    with pytest.raises(GameError, match=f"Ann: .*{card}") as refusal:
        game.apply(Lay(0, parse_card(card)))
    assert (refusal.value.player, refusal.value.card) == (0, parse_card(card))


def test_a_card_is_laid_once_r16() -> None:
    game, _ = play(at_play("TC 9D 2H 2S", "KC 8H 3H 3S"), "TC KC")
    with pytest.raises(GameError, match="TC"):
        game.apply(Lay(0, parse_card("TC")))


def test_no_such_player_is_refused() -> None:
    game = at_play("TC 9D 2H 2S", "KC 8H 3H 3S")
    for player in (-1, 2, 7):
        with pytest.raises(GameError):
            game.apply(Lay(player, parse_card("TC")))
        with pytest.raises(GameError):
            game.apply(Go(player))


# The last card of a count


def test_the_last_card_pegs_one_when_both_have_said_go_r18() -> None:
    game, pegged = play(at_play("TC QD 9H 9S", "KC 8H 8D 8S"), "TC KC QD go go")
    assert pegged == [[], [], [], [], ["Ann last card 1"]]
    assert (game.turn, game.scores) == (1, (1, 0))


def test_the_point_goes_to_the_player_of_the_card_not_to_who_says_go_last_r18() -> None:
    game, pegged = play(at_play("TC 9D 8H 8S", "KC QH 7D 7S"), "TC KC 9D go go")
    assert pegged[-1] == ["Ann last card 1"]
    (peg,) = play(at_play("TC 9D 8H 8S", "KC QH 7D 7S"), "TC KC 9D go")[0].apply(Go(0)).pegs
    assert (peg.points, peg.rule, peg.cards) == (1, "R18", parse_cards("9D"))
    assert game.turn == 1


def test_thirty_one_pegs_two_and_not_the_one_besides_r18() -> None:
    game, pegged = play(at_play("TC AD 9H 9S", "KC QH 8D 8S"), "TC KC AD QH")
    assert pegged == [[], [], [], ["Bob thirty-one 2"]]
    assert (game.turn, game.scores) == (0, (0, 2))


def test_with_four_the_point_waits_until_nobody_can_play_r18() -> None:
    hands = ("KC QD JH TC", "KD QH JS TD", "QS KH JC 2D", "KS QC JD 2S")
    game, pegged = play(at_play(*hands), "KC KD QS go go go")
    assert (pegged[2:], game.turn) == ([[], [], [], []], 2)
    game, pegged = play(game, "go")
    assert pegged == [["Cat last card 1"]]
    assert (game.turn, game.scores) == (3, (1, 2))


def test_with_three_a_go_passes_to_the_next_who_can_play_r17() -> None:
    hands = ("KC QD JH 9C", "KD QH JS 8D", "TH 9S 8C AC")
    game, pegged = play(at_play(*hands, rules=HOYLE), "KC KD TH go go AC")
    assert pegged[-1] == ["Cat thirty-one 2"]
    assert game.turn == 0


def test_with_three_the_others_play_on_in_turn_after_a_go_r17() -> None:
    hands = ("KC AS AH 9C", "KD QH JS 8D", "8H 9S AC AD")
    game, pegged = play(at_play(*hands, rules=HOYLE), "KC KD 8H AS go AC AH")
    assert pegged[3:] == [[], [], ["Cat pair 2"], ["Ann thirty-one 2", "Ann pair royal 6"]]
    assert game.turn == 1


# A new count


def test_the_next_in_turn_after_the_last_card_leads_r19() -> None:
    hands = ("KC QD JH TC", "KD QH JS TD", "KH QS JC TH", "KS QC JD TS")
    game, _ = play(at_play(*hands), "KC QH JC go go go go")
    assert game.turn == 3
    game, _ = play(at_play("TC AD 9H 9S", "KC QH 8D 8S"), "TC KC AD QH")
    assert game.turn == 0


def test_the_leader_of_a_new_count_must_hold_cards_r19() -> None:
    hands = ("AC AD AH 4S", "8C 9D 7H KS")
    game, pegged = play(at_play(*hands), "AC 8C AD 9D AH 7H 4S")
    assert pegged[-1] == ["Ann thirty-one 2"]
    assert game.turn == 1
    game, pegged = play(game, "KS")
    assert pegged == [["Bob last card 1"]]


def test_no_combination_reaches_back_across_a_count_r20() -> None:
    hands = ("TC AC QD 9S", "KC QH 8D 8S")
    _, pegged = play(at_play(*hands), "TC KC AC QH QD")
    assert pegged[-2:] == [["Bob thirty-one 2"], []]  # a queen upon a queen, in two counts


def test_a_go_interrupts_no_combination_r20_r24() -> None:
    game, pegged = play(at_play("TC 2D 3H 4S", "KC QH QD QS"), "TC KC 2D go 3H 4S")
    assert pegged[-2:] == [[], ["Ann run 3", "Ann last card 1"]]
    assert game.turn == 1


def test_a_player_without_cards_is_skipped_and_says_no_go_r17() -> None:
    hands = ("4C 4D 3H 2S", "AC AD AH AS", "9C 9D 9H 8S")
    game = at_play(*hands, rules=HOYLE)
    game, _ = play(game, "4C AC 9C 4D AD 9D 3H")  # 31
    assert game.turn == 1
    game, _ = play(game, "AH 9H 2S AS")
    assert game.turn == 2  # Ann and Bob are out of cards
    game, pegged = play(game, "8S")
    assert (game.phase, pegged) == (Phase.SHOW, [["Cat last card 1"]])


ALONE = ("TC TD AH 5S", "KC KD KH KS")
"""Bob plays the king of spades on his own, and the king of hearts after Ann's last card."""


def test_one_player_plays_a_round_on_their_own_r19() -> None:
    game, pegged = play(at_play(*ALONE), "TC KC TD go AH KD 5S KH go")
    assert pegged[4:] == [["Ann thirty-one 2"], [], ["Ann fifteen 2"], [], ["Bob last card 1"]]
    assert game.turn == 1
    game, pegged = play(game, "KS")
    assert (pegged, game.phase, game.scores) == ([["Bob last card 1"]], Phase.SHOW, (4, 2))


def test_a_player_alone_scores_combinations_r24() -> None:
    _, pegged = play(at_play("TC TD AH AS", "KC KD KH KS"), "TC KC TD go AH KD AS KH KS")
    assert pegged[-2:] == [[], ["Bob thirty-one 2", "Bob pair 2"]]


def test_a_player_alone_scores_nothing_but_the_last_card_r26() -> None:
    _, pegged = play(at_play(*ALONE, rules=HOME_COMPUTER), "TC KC TD go AH KD 5S KH go KS")
    assert pegged[3:5] == [["Ann last card 1"], ["Ann thirty-one 1"]]  # the go is pegged when it is said
    assert pegged[5:] == [[], ["Ann fifteen 2"], [], [], ["Bob last card 1"]]
    _, pegged = play(at_play("TC TD AH AS", "KC KD KH KS", rules=HOME_COMPUTER), "TC KC TD go AH KD AS KH KS")
    assert pegged[-2:] == [[], ["Bob thirty-one 2"]]


SEVEN_ALONE = replace(SEVEN_CARD, name="seven-alone", go_continuation=GoContinuation.MUST, lone_player_scores=False)


def test_a_player_alone_scores_no_thirty_one_before_their_last_card_r26() -> None:
    hands, script = ("TC TD AH 6S 4S", "KC KD 2D 9D 5D"), "TC KC TD go AH KD 6S 2D 4S 9D 5D"
    _, pegged = play(at_play(*hands, rules=SEVEN_ALONE), script)
    assert pegged[5:] == [[], [], [], [], [], ["Bob last card 1"]]
    both = replace(SEVEN_ALONE, lone_player_scores=True)
    _, pegged = play(at_play(*hands, rules=both), script)
    assert pegged[5:] == [[], [], [], [], ["Bob thirty-one 2"], ["Bob last card 1"]]


def test_the_other_pegs_their_last_card_though_one_is_left_alone_r26() -> None:
    """Ann's last card is the last of its count; Bob, alone now, says go."""
    hands = ("TC TD AH 6S TS", "KC KD 2D 9D 5D")
    _, pegged = play(at_play(*hands, rules=SEVEN_ALONE), "TC KC TD go AH KD 6S 2D TS go 9D 5D")
    assert pegged[5:] == [[], [], [], [], ["Ann last card 1"], [], ["Bob last card 1"]]


# One count only


FIRST_COUNT = ("TC QC 9H", "KC KD KH")


def test_play_ends_with_the_first_go_r10() -> None:
    game, pegged = play(at_play(*FIRST_COUNT, rules=FIVE_CARD), "TC KC QC go go")
    assert pegged == [[], [], [], [], ["Ann last card 1"]]
    assert (game.phase, game.turn) == (Phase.SHOW, 0)


def test_play_ends_with_the_first_thirty_one_r10() -> None:
    game, pegged = play(at_play("TC QC 9H", "KC KD AH", rules=FIVE_CARD), "TC KC QC AH")
    assert pegged[-1] == ["Bob thirty-one 2"]
    assert game.phase is Phase.SHOW


def test_play_ends_with_the_last_card_r10() -> None:
    game, pegged = play(at_play("2C 2D 9H", "3C 3D 4H", rules=FIVE_CARD), "2C 3C 2D 3D 9H 4H")
    assert pegged[-1] == ["Bob last card 1"]
    assert game.phase is Phase.SHOW


def test_four_play_one_count_too_r10() -> None:
    hands = ("TC 9C 9H", "KC KD KH", "QC QD QH", "JC JD JH")
    game, pegged = play(at_play(*hands, rules=FIVE_CARD), "TC KC QC go go go go")
    assert pegged[-1] == ["Cat last card 1"]
    assert game.phase is Phase.SHOW


def test_six_card_play_goes_on_r10() -> None:
    game, _ = play(at_play("TC QC 9H 9S", "KC KD KH KS", rules=SIX_CARD), "TC KC QC go go")
    assert (game.phase, game.turn) == (Phase.PLAY, 1)
