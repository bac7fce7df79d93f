"""Cards that cannot be laid away, or shown as kept, are refused with the rule, the player and the card (R6 R7 R28)."""

import pytest

from scoring import RULESETS, Call, Deal, Event, Game, GameError, LayAway, Starter

HANDS = [["5C", "6D", "7H", "8S", "KC", "QD"], ["5D", "6H", "7S", "9C", "TC", "JD"]]


def game_after(*events: Event) -> Game:
    game = Game.start(["Ann", "Ben"], ruleset=RULESETS["acc"], dealer=0)
    for event in events:
        game = game.apply(event).game
    return game


def refused(game: Game, event: Event) -> str:
    with pytest.raises(GameError) as told:
        game.apply(event)
    return str(told.value)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (LayAway(0, ["KC", "5D"]), "R6: Ann: cannot lay away 5D: it is not among 5C 6D 7H 8S KC QD"),
        (LayAway(0, ["KC", "KC"]), "R1: Ann: KC has been seen already; a pack has one king of clubs"),
        (LayAway(0, ["KC"]), "R6: Ann: lays away 1 card; each lays away 2"),
        (LayAway(0, ["KC", "QD", "5C"]), "R6: Ann: lays away 3 cards; each lays away 2"),
        (LayAway(0), "R6: Ann: lays cards away; the hand is known, so say which"),
        (LayAway(0, ["KC", "QD"], kept=["5C", "6D", "7H", "9S"]), "R6: Ann: cannot show 9S: 5C 6D 7H 8S were kept"),
    ],
)
def test_of_a_known_hand_only_its_own_cards_are_laid_away_and_the_others_kept(event: LayAway, why: str) -> None:
    dealt = game_after(Deal(HANDS))
    assert refused(dealt, event).endswith(why)
    # Nothing has changed by it.
    assert dealt.apply(LayAway(0, ["KC", "QD"])).game.table is not None


def test_nobody_lays_away_twice() -> None:
    assert refused(game_after(Deal(HANDS), LayAway(0, ["KC", "QD"])), LayAway(0, ["5C", "6D"])).endswith(
        "R6: Ann: has laid away already"
    )


def test_of_an_unknown_hand_no_more_is_shown_than_it_keeps() -> None:
    kept = ["5C", "6D", "7H", "8S", "KC"]
    assert refused(game_after(Deal()), LayAway(0, kept=kept)).endswith("R7: Ann: shows 5 cards; a hand keeps 4")


def test_a_hand_is_called_with_as_many_cards_as_it_has() -> None:
    game = game_after(
        Deal(),
        LayAway(0, kept=["5C", "6D", "7H", "8S"]),
        LayAway(1, kept=["5D", "6H", "7S", "9C"]),
        Starter("2C"),
    )
    while game.legal_events() and not isinstance(game.legal_events()[0], Call):
        game = game.apply(game.legal_events()[0]).game
    assert refused(game, Call(1, 9, ["5D", "6H", "7S"])).endswith("R7: Ben: the hand has 4 cards, not 3")
    assert refused(game, Call(1, 9, ["5D", "6H", "7S", "KH"])).endswith(
        "R28: Ben: the hand has 9C in it, which is not shown"
    )
