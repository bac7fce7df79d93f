"""Go: who says it, when, and what the others may do then (R17)."""

from dataclasses import replace

import pytest

from scoring import (
    HOYLE,
    LEAGUE,
    SIX_CARD,
    GameError,
    Go,
    Lay,
    Phase,
    Ruleset,
    parse_card,
    parse_cards,
)
from scoring.ruleset import GoContinuation
from tests.scoring.table import at_play, play

MAY = replace(SIX_CARD, name="may", go_continuation=GoContinuation.MAY)


def test_who_can_play_may_not_say_go_r17() -> None:
    game, _ = play(at_play("TC QD 2H 2S", "KC 8H 3H AS"), "TC KC QD")
    with pytest.raises(GameError, match=r"R17: Bob: .*AS") as refusal:
        game.apply(Go(1))
    assert (refusal.value.rule, refusal.value.player) == ("R17", 1)


def test_go_out_of_turn_is_refused_though_they_could_not_play_r16() -> None:
    game, _ = play(at_play("TC TH 9C 9D", "TD 8C 8D 8H"), "TC TD TH")
    assert game.play is not None
    assert [game.play.may_go(player) for player in (0, 1)] == [False, True]
    with pytest.raises(GameError, match="R16: Ann: it is Bob’s turn"):
        game.apply(Go(0))
    with pytest.raises(GameError, match="R16: Ann: it is Bob’s turn"):
        play(at_play("TC TH 9C 9D", "TD 8C 8D 8H"), "TC")[0].apply(Lay(0, parse_card("TH")))


def test_the_refused_go_names_the_lowest_card_that_fits_r17() -> None:
    game, _ = play(at_play("TC 9C 3C 2D", "TD 9D 9H 5S"), "TC TD")
    with pytest.raises(GameError, match="R17: Ann: cannot say go: 2D would make 22") as refused:
        game.apply(Go(0))
    assert refused.value.card is parse_card("2D")


def test_nobody_says_go_to_an_empty_count_r17() -> None:
    with pytest.raises(GameError) as refusal:
        at_play("TC 9D 2H 2S", "KC 8H 3H 3S").apply(Go(0))
    assert refusal.value.rule == "R17"


def test_after_a_go_the_other_plays_on_while_they_can_r17() -> None:
    """10 10 5 "go" 3 3: one player's last two cards, a pair and thirty-one."""
    game = at_play("TC 5H 3C 3D", "TD 9C 9D 9H")
    game, pegged = play(game, "TC TD 5H go 3C 3D")
    assert pegged == [[], ["Bob pair 2"], [], [], [], ["Ann thirty-one 2", "Ann pair 2"]]
    assert (game.turn, game.scores) == (1, (4, 2))


def test_the_one_who_said_go_is_not_asked_again_in_that_count_r17() -> None:
    game = at_play("TC 5H 2C AD", "TD 9C 9D 9H")
    game, _ = play(game, "TC TD 5H go")
    assert game.turn == 0
    game, _ = play(game, "2C")
    assert game.turn == 0
    with pytest.raises(GameError):
        game.apply(Go(0))  # the ace still fits


def test_must_play_on_r17() -> None:
    game, _ = play(at_play("TC 5H 2C 9S", "TD 9C 9D 9H"), "TC TD 5H go")
    with pytest.raises(GameError, match=r"R17: Ann: .*2C"):
        game.apply(Go(0))
    game, pegged = play(game, "2C go")
    assert pegged == [[], ["Ann last card 1"]]
    assert game.turn == 1


def test_one_card_after_a_go_where_the_ruleset_says_one_r17() -> None:
    game, pegged = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H", rules=SIX_CARD), "TC TD 5H go 3C")
    assert pegged[-1] == ["Ann last card 1"]
    assert game.turn == 1
    assert game.play is not None
    assert game.play.total == 0


def test_one_card_after_a_go_may_make_thirty_one_r17() -> None:
    game, pegged = play(at_play("TC 5H 6C 3D", "TD 9C 9D 9H", rules=SIX_CARD), "TC TD 5H go 6C")
    assert pegged[-1] == ["Ann thirty-one 2"]
    assert game.turn == 1


def test_one_card_each_of_three_after_a_go_r17() -> None:
    hands = ("TC 9C 9D 9H", "TD AC AD 8H", "4C 2D AH 8C")
    game, pegged = play(at_play(*hands, rules=SIX_CARD), "TC TD 4C go AC 2D")
    assert pegged == [[], ["Bob pair 2"], [], [], [], ["Cat last card 1"]]
    assert game.turn == 0
    game, pegged = play(at_play(*hands, rules=HOYLE), "TC TD 4C go AC 2D")  # Bob, who has to, plays on
    assert (game.turn, pegged[-1]) == (1, [])
    assert play(game, "AD AH")[1] == [[], ["Cat pair 2"]]


def test_one_card_must_still_be_played_r17() -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H", rules=SIX_CARD), "TC TD 5H go")
    with pytest.raises(GameError, match="R17: Ann"):
        game.apply(Go(0))


def test_without_a_go_before_nobody_stops_at_one_r17() -> None:
    hands = ("2C 2D 2H 2S", "3C 3D 3H 3S")
    game, _ = play(at_play(*hands, rules=SIX_CARD), "2C 3C 2D 3D 2H 3H 2S 3S")
    assert game.phase is Phase.SHOW


def test_may_decline_after_a_go_r17() -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H", rules=MAY), "TC TD 5H go")
    declined, pegged = play(game, "go")
    assert pegged == [["Ann last card 1"]]
    assert declined.turn == 1
    one, pegged = play(game, "3C go")
    assert pegged == [[], ["Ann last card 1"]]
    assert one.turn == 1
    assert play(game, "3C 3D")[1][-1] == ["Ann thirty-one 2", "Ann pair 2"]


def test_may_not_decline_before_a_go_r17() -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 6H", rules=MAY), "TC TD 5H")
    with pytest.raises(GameError, match=r"R17: Bob: .*6H"):
        game.apply(Go(1))


def test_a_go_is_forgotten_with_its_count_r17() -> None:
    game, _ = play(at_play("TC TH 3C 3D", "TD 9C 9D 9H", rules=MAY), "TC TD TH go go 9C")
    with pytest.raises(GameError, match="R17: Ann"):
        game.apply(Go(0))
    game, _ = play(at_play("TC TD 3C 3D", "TH 9C 9D 9H", rules=SIX_CARD), "TC TH TD go go 9C 3C 9D")
    assert game.turn == 0
    game, pegged = play(game, "3D")
    assert (pegged, game.turn) == ([[]], 1)


@pytest.mark.parametrize(
    ("rules", "script", "may"),
    [
        (SIX_CARD, "", [False, False]),  # no count has begun, and it is not Bob's turn
        (SIX_CARD, "TC", [False, False]),  # Bob can play
        (SIX_CARD, "TC TD", [False, False]),  # room for eleven
        (SIX_CARD, "TC TD 5H", [False, True]),  # Bob cannot, and it is not Ann's turn
        (SIX_CARD, "TC TD 5H go", [False, False]),  # Ann can
        (MAY, "TC TD 5H go", [True, False]),  # and may stop all the same
        (MAY, "TC TD", [False, False]),  # not before somebody has said go
        (SIX_CARD, "TC TD 5H go 3C", [False, False]),  # one card is all she may lay, and the count has ended
    ],
)
def test_who_may_say_go_r17(rules: Ruleset, script: str, may: list[bool]) -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H", rules=rules), script)
    assert game.play is not None
    assert [game.play.may_go(player) for player in (0, 1)] == may


def test_an_unknown_hand_may_be_unable_to_play_only_above_twenty_one_r17() -> None:
    game, told = at_play("TC TD AH 3D", "9S 9C AS AD", known=False), []
    for word in ("TC", "9S", "AH", "AS", "3D"):
        game, _ = play(game, word)
        assert game.play is not None
        assert game.turn is not None
        told.append((game.play.total, game.play.may_go(game.turn)))
    assert told == [(10, False), (19, False), (20, False), (21, False), (24, True)]


# The point for the go when it is said (R18, B)

WHEN_SAID = replace(LEAGUE, go_when_said=True)


@pytest.mark.parametrize(
    ("hands", "script", "ordinary", "said"),
    [
        (  # the one is pegged at the go, and not again at the end of the count
            ("TC 4H 9H 9S", "KD 8C 8D 8H"),
            "TC KD 4H go go 8C",
            [[], [], [], [], ["Ann last card 1"], []],
            [[], [], [], ["Ann last card 1"], [], []],
        ),
        (  # thirty-one made after it pegs one more
            ("TC 5H 3C 3D", "KD 9C 9D 9H"),
            "TC KD 5H go 3C 3D",
            [[], [], [], [], [], ["Ann thirty-one 2", "Ann pair 2"]],
            [[], [], [], ["Ann last card 1"], [], ["Ann thirty-one 1", "Ann pair 2"]],
        ),
        (  # and one who lays their last cards after it pegs no other
            ("TC 4H 3C 3D", "KD 9C 9D 9H"),
            "TC KD 4H go 3C 3D",
            [[], [], [], [], [], ["Ann pair 2", "Ann last card 1"]],
            [[], [], [], ["Ann last card 1"], [], ["Ann pair 2"]],
        ),
        (  # where nobody plays on after the go nothing differs
            ("TC 3C 2H 2S", "KD 8C 8D 8H"),
            "TC KD 3C 8C",
            [[], [], [], ["Bob thirty-one 2"]],
            [[], [], [], ["Bob thirty-one 2"]],
        ),
    ],
)
def test_the_go_may_be_pegged_when_it_is_said_r18(
    hands: tuple[str, ...], script: str, ordinary: list[list[str]], said: list[list[str]]
) -> None:
    last, last_said = play(at_play(*hands), script), play(at_play(*hands, rules=WHEN_SAID), script)
    assert (last[1], last_said[1]) == (ordinary, said)
    assert last[0].scores == last_said[0].scores  # when it is pegged differs, not how much


def test_the_rest_of_a_thirty_one_is_made_by_all_cards_of_the_count_r18() -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "KD 9C 9D 9H", rules=WHEN_SAID), "TC KD 5H go 3C")
    thirty_one, _ = game.apply(Lay(0, parse_card("3D"))).pegs
    assert (thirty_one.points, thirty_one.rule) == (1, "R18")
    assert thirty_one.cards == parse_cards("TC KD 5H 3C 3D")


def test_the_go_pegged_when_it_is_said_can_win_before_the_other_plays_on_r18() -> None:
    hands, script = ("TC 4H 3C 3D", "KD 9C 9D 9H"), "TC KD 4H go"
    assert play(at_play(*hands, scores=(120, 0)), script)[0].winner is None
    assert play(at_play(*hands, scores=(120, 0), rules=WHEN_SAID), script)[0].winner == 0


def test_where_more_than_two_play_the_go_waits_until_nobody_can_r18() -> None:
    hands = ("TC 4C 4D 4H", "TD 9C 9D 9H", "8C 8D 8H 8S", "7C 7D 7H 7S")
    script = "TC TD 8C go go go go"
    expected = play(at_play(*hands), script)[1]
    assert play(at_play(*hands, rules=WHEN_SAID), script)[1] == expected
