"""Lines of a table about points that somebody missed."""

from cardroom.rules.play.lines import Line, lines_of_one
from cardroom.rules.play.replay import Happened
from scoring import RULESETS, Call, Challenge, Deal, Event, Game, Lay, LayAway, Muggins, Starter

HANDS = [["5C", "6D", "7H", "8S", "KC", "QD"], ["5D", "6H", "7S", "9C", "TC", "JD"]]
DEALT = [Deal(HANDS), LayAway(0, ["KC", "QD"]), LayAway(1, ["9C", "TC"]), Starter("2C"), Lay(1, "5D")]


def lines_after(before: Game, event: Event) -> list[Line]:
    return list(lines_of_one(Happened(1, before, before.apply(event))))


def played(*events: Event) -> Game:
    game = Game.start(["Ann", "Ben"], ruleset=RULESETS["acc"], dealer=0)
    for event in events:
        game = game.apply(event).game
    return game


def test_a_card_whose_points_are_missed_is_told_with_the_card() -> None:
    card, claim, taken = lines_after(played(*DEALT), Muggins(Lay(0, "5C"), 0, Challenge(1, 2)))
    assert (card.who, card.card, str(card.words), card.pegged) == ("Ann", "5C", "ten", 0)
    assert (claim.who, claim.card, str(claim.words), claim.pegged) == ("Ben", "", "muggins: two", 0)
    assert taken.pegged == 2


def test_what_was_called_is_pegged_beside_the_call_and_not_beside_the_claim() -> None:
    game = played(*DEALT)
    while game.legal_events() and not isinstance(game.legal_events()[0], Call):
        game = game.apply(game.legal_events()[0]).game
    (right,) = game.legal_events()
    assert isinstance(right, Call)
    assert right.declared > 2
    lines = lines_after(game, Call(right.player, 2, challenge=Challenge(1 - right.player, right.declared)))
    own, other = game.names[right.player], game.names[1 - right.player]
    assert [(line.who, line.pegged) for line in lines if line.who] == [(own, 2), (other, 0)]
    assert lines[-1].pegged == right.declared - 2
