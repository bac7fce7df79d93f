"""Hands that nobody wrote down: what is believed of them, and what refutes it (R13 R17)."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, reject, settings

from scoring import (
    FIVE_CARD,
    SIX_CARD,
    Call,
    Card,
    Deal,
    Event,
    Game,
    GameError,
    Go,
    Lay,
    LayAway,
    Phase,
    Ruleset,
    Starter,
    Step,
    parse_card,
    parse_cards,
)
from scoring.ruleset import GoContinuation
from tests.scoring.games import PACK, cards_of, games, seeds
from tests.scoring.table import (
    apply_all,
    at_play,
    begun,
    dealt,
    pegs,
    play,
    refusal,
)

CARDS = cards_of(PACK)
MAY = replace(SIX_CARD, name="may", go_continuation=GoContinuation.MAY)


UNKNOWN = ("TC 9C 2H 3S", "KC QD 5H 4S")


def test_any_unseen_card_may_come_from_an_unknown_hand() -> None:
    _, pegged = play(at_play(*UNKNOWN, starter="JS", known=False), "5C TC 6H")
    assert pegged == [[], ["Bob fifteen 2"], []]


@pytest.mark.parametrize("card", ["JS", "5C"])
def test_a_card_that_was_seen_comes_from_no_hand(card: str) -> None:
    """Neither the starter nor a card already laid can be in a hand."""
    game, _ = play(at_play(*UNKNOWN, starter="JS", known=False), "5C")
    with pytest.raises(GameError, match=card) as refusal:
        game.apply(Lay(1, parse_card(card)))
    assert (refusal.value.player, refusal.value.card) == (1, parse_card(card))


def test_a_go_is_believed_and_refuted_by_a_later_card_r17() -> None:
    game, pegged = play(at_play(*UNKNOWN, known=False), "TC KC 5D go go")
    assert pegged == [[], [], [], [], ["Ann last card 1"]]
    with pytest.raises(GameError, match="6H") as refusal:
        game.apply(Lay(1, parse_card("6H")))  # 25 and 6 would have been 31
    assert (refusal.value.rule, refusal.value.player, refusal.value.card) == ("R17", 1, parse_card("6H"))
    assert play(game, "7H")[1] == [[]]


def test_a_go_is_refuted_in_a_later_count_too_r17() -> None:
    game, _ = play(at_play(*UNKNOWN, known=False), "TC KC 5D go go 7H 8H 9H")
    assert game.turn == 0
    with pytest.raises(GameError) as refusal:
        game.apply(Lay(0, parse_card("6C")))
    assert (refusal.value.rule, refusal.value.card) == ("R17", parse_card("6C"))
    assert play(game, "7D")[1] == [["Ann thirty-one 2", "Ann run 3"]]


def test_where_one_may_decline_their_go_tells_nothing_r17() -> None:
    game, _ = play(at_play(*UNKNOWN, rules=MAY, known=False), "TC KC 5D go go 7H")
    assert play(game, "6C")[1] == [[]]  # Ann might have played it, and need not
    with pytest.raises(GameError):
        play(game, "8C 6D")  # Bob had to


def test_an_unknown_hand_has_so_many_cards() -> None:
    game, _ = play(at_play(*UNKNOWN, known=False), "2C 3C 2D 3D 4H 4S 2S 3S")
    assert game.phase is Phase.SHOW


def test_an_unknown_deal_r13() -> None:
    game = apply_all(begun(), Deal(), LayAway(0), LayAway(1), Starter(parse_card("4H")))
    game, _ = play(game, "9C 6S 6D 8C go go 5H 7H 4S 8D")
    assert (game.phase, game.turn) == (Phase.SHOW, 0)
    step = game.apply(Call(0, 14))  # the play has told the cards
    assert pegs(step) == ["Ann hand 14"]
    game = apply_all(step.game, Call(1, 12))
    assert refusal(game, Call(1, 12, crib=True)).player == 1  # which cards?
    assert pegs(game.apply(Call(1, 12, parse_cards("KC KD KH KS"), crib=True))) == ["Bob crib 12"]
    assert refusal(game, Call(1, 12, parse_cards("KC KD KH 8D"), crib=True)).card == parse_card("8D")
    assert refusal(game, Call(1, 12, parse_cards("KC KD KH 4H"), crib=True)).card == parse_card("4H")


def test_an_unknown_hand_of_one_count_is_shown_with_its_cards_r10() -> None:
    game = apply_all(begun(FIVE_CARD), Deal(), LayAway(0), LayAway(1), Starter(parse_card("5S")))
    game, _ = play(game, "KC 7C 5D 6D go go")
    assert game.phase is Phase.SHOW
    assert refusal(game, Call(0, 14)).player == 0
    assert refusal(game, Call(0, 14, parse_cards("KD 5D 5H"))).player == 0  # the king of clubs was laid
    assert pegs(game.apply(Call(0, 14, parse_cards("KC 5D 5H")))) == ["Ann hand 14"]


def test_cards_are_called_that_refute_a_go_r17() -> None:
    """Ann said go at 28 and shows a two."""
    game = apply_all(begun(FIVE_CARD), Deal(), LayAway(0), LayAway(1), Starter(parse_card("5S")))
    game, _ = play(game, "KC 7C 5D 6D go go")
    error = refusal(game, Call(0, 2, parse_cards("KC 5D 2H")))
    assert (error.rule, error.player, error.card) == ("R17", 0, parse_card("2H"))


def test_one_hand_known_and_the_other_not() -> None:
    hands = dealt(6, 2).hands
    assert hands is not None
    game = apply_all(begun(), Deal((hands[0], None)), LayAway(0, cards_of(PACK[:2])), LayAway(1))
    game = apply_all(game, Starter(parse_card("KS")))
    assert refusal(game, Lay(0, parse_card("9C"))).card == parse_card("9C")
    game, _ = play(game, PACK[2])
    assert refusal(game, Lay(1, parse_card(PACK[0]))).player == 1  # laid away by Ann
    assert refusal(game, Lay(1, parse_card(PACK[3]))).player == 1  # in Ann's hand
    assert refusal(game, Lay(1, parse_card("KS"))).player == 1  # the starter
    assert play(game, "9C")[0].turn == 0


@pytest.mark.parametrize("script", ["5C", "TC KC", "TC KC AC"])
def test_nobody_says_go_at_twenty_one_or_less_r17(script: str) -> None:
    """Whatever they hold: no card counts more than ten (R1)."""
    game, _ = play(at_play(*UNKNOWN, starter="JS", known=False), script)
    assert game.turn is not None
    assert refusal(game, Go(game.turn)).rule == "R17"


# What is believed could have happened


def first_of(game: Game, events: Iterable[Event]) -> Step:
    """Return the step of the first event that is possible; after many gos there may be none."""
    for event in events:
        try:
            return game.apply(event)
        except GameError:
            continue
    return reject()


def before_the_lead(rules: Ruleset, deal: Deal, aways: list[LayAway], starter: Card) -> Game:
    game, turned = apply_all(begun(rules, len(aways), 0), deal), Starter(starter)
    return apply_all(game, turned, *aways) if rules.starter_first else apply_all(game, *aways, turned)


def believed_play(rules: Ruleset, players: int, starter: Card, chance: Random) -> list[Step]:
    """The play of a deal of which nothing was written down, with any card and any go that is believed."""
    game = before_the_lead(rules, Deal(), [LayAway(player) for player in range(players)], starter)
    steps = []
    while game.phase is Phase.PLAY:
        assert game.play is not None
        assert game.turn is not None
        lays = [Lay(game.turn, card) for card in chance.sample(CARDS, len(CARDS))]
        goes = game.play.total > 21 and chance.random() < 0.5
        steps.append(first_of(game, [Go(game.turn), *lays] if goes else [*lays, Go(game.turn)]))
        game = steps[-1].game
    return steps


def shown_hands(game: Game, steps: list[Step], chance: Random) -> tuple[dict[int, tuple[Card, ...]], Game]:
    """Each shows what they laid, and in the game of one count any other cards that are believed."""
    hands: dict[int, tuple[Card, ...]] = {}
    while len(hands) < len(game.names):
        player = game.turn
        assert player is not None
        laid = tuple(step.event.card for step in steps if isinstance(step.event, Lay) and step.event.player == player)
        rest = game.ruleset.hand_size - len(laid)
        calls = [Call(player, 0, laid + tuple(chance.sample(CARDS, rest))) for _ in range(400)]
        step = first_of(game, calls)
        assert isinstance(step.event, Call)
        assert step.event.cards is not None
        hands[player], game = step.event.cards, step.game
    return hands, game


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_what_is_believed_of_unknown_hands_could_have_happened(kind: tuple[Ruleset, int], seed: int) -> None:
    """Told again with every card, once all have been shown, the same deal is legal and pegs the same."""
    rules, players, chance = replace(kind[0], target=10_000), kind[1], Random(seed)
    starter = chance.choice(CARDS)
    steps = believed_play(rules, players, starter, chance)
    hands, game = shown_hands(steps[-1].game, steps, chance)
    cribs = [Call(0, 0, tuple(chance.sample(CARDS, 4)), crib=True) for _ in range(400)]
    crib = first_of(game, cribs).event
    assert isinstance(crib, Call)
    assert crib.cards is not None
    each = rules.laid_away_by(players)
    aways = [LayAway(player, crib.cards[each * player : each * (player + 1)]) for player in range(players)]
    dealt_hands = tuple(hands[away.player] + (away.cards or ()) for away in aways)
    known = before_the_lead(rules, Deal(dealt_hands, crib.cards[each * players :]), aways, starter)
    for step in steps:
        told = known.apply(step.event)
        assert told.pegs == step.pegs
        known = told.game
