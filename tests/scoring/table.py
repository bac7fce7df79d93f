"""Positions made by hand: a table before the lead or before the show, and a script of cards and gos."""

from dataclasses import replace

import pytest

from scoring import (
    LEAGUE,
    Call,
    Cut,
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
from tests.scoring.games import PACK, cards_of

NAMES = ("Ann", "Bob", "Cat", "Dan")
HANDS = ("9C 6D 5H 4S", "8C 8D 7H 6S")
"""With the starter 4H Ann's is worth 14 (D) and Bob's 12; `at_play` lays four kings away, a crib of 12."""
FOUR = ("2C 2D 2H 2S", "3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S")


def begun(rules: Ruleset = LEAGUE, players: int = 2, dealer: int | None = 1) -> Game:
    return Game.start(NAMES[:players], ruleset=rules, dealer=dealer)


def apply_all(game: Game, *events: Event) -> Game:
    for event in events:
        game = game.apply(event).game
    return game


def refusal(game: Game, event: Event) -> GameError:
    """Return the error that refuses the event; the game has not changed."""
    before = repr(game)
    with pytest.raises(GameError) as refused:
        game.apply(event)
    assert repr(game) == before
    assert str(refused.value).startswith(f"{refused.value.rule}: ")
    return refused.value


def dealt(number: int, players: int, extra: int = 0) -> Deal:
    """Any deal: the cards of the pack in order."""
    hands = tuple(cards_of(PACK[number * player : number * (player + 1)]) for player in range(players))
    return Deal(hands, cards_of(PACK[number * players : number * players + extra]))


def played_out(game: Game) -> Game:
    """The play to its end, each laying the first card they may."""
    while game.phase is Phase.PLAY:
        assert game.play is not None
        assert game.turn is not None
        cards = game.play.legal(game.turn)
        game = apply_all(game, Lay(game.turn, cards[0]) if cards else Go(game.turn))
    return game


def at_show(scores: tuple[int, ...] = (0, 0), rules: Ruleset = LEAGUE) -> Game:
    """Ann and Bob have played HANDS; Bob dealt; Ann's hand is called next. The scores are these."""
    return replace(played_out(at_play(*HANDS, starter="4H", rules=rules)), scores=scores)


def at_play(
    *hands: str,
    rules: Ruleset = LEAGUE,
    starter: str = "",
    dealer: int | None = None,
    scores: tuple[int, ...] = (),
    known: bool = True,
) -> Game:
    """A first deal with these hands after laying away, before the lead; Ann leads unless another than the last deals.

    What is laid away, and the starter, are high cards that nobody holds. `scores` are those before the starter.
    """
    kept = [parse_cards(hand) for hand in hands]
    held = {str(card) for hand in kept for card in hand} | {starter}
    spare = [parse_card(code) for code in reversed(PACK) if code not in held and code[0] != "J"]
    number = rules.laid_away if len(hands) == 2 else rules.doubles_laid_away
    laid = [tuple(spare.pop(0) for _ in range(number)) for _ in hands]
    extra = tuple(spare.pop(0) for _ in range(rules.pack_to_crib_of(len(hands))))
    turned = Starter(parse_card(starter) if starter else spare.pop(0))
    deal = Deal(tuple(a + b for a, b in zip(kept, laid, strict=True)), extra) if known else Deal()
    aways = [LayAway(player, cards if known else None) for player, cards in enumerate(laid)]
    game = Game.start(NAMES[: len(hands)], ruleset=rules, dealer=len(hands) - 1 if dealer is None else dealer)
    if scores:
        game = replace(game, scores=scores)
    for event in [deal, turned, *aways] if rules.starter_first else [deal, *aways, turned]:
        game = game.apply(event).game
    return game


def pegs(step: Step) -> list[str]:
    """Return what a step pegged, in order: `Ann run 3`."""
    return [f"{step.game.names[peg.player]} {peg.reason} {peg.points}" for peg in step.pegs]


def play(game: Game, script: str) -> tuple[Game, list[list[str]]]:
    """Cards laid, and `go`s said, by whoever's turn it is; the game after them and what each pegged."""
    found = []
    for word in script.split():
        assert game.turn is not None
        step = game.apply(Go(game.turn) if word == "go" else Lay(game.turn, parse_card(word)))
        found.append(pegs(step))
        game = step.game
    return game, found


def starting(scores: tuple[int, ...] = (0, 0), rules: Ruleset = LEAGUE) -> Game:
    game = apply_all(begun(rules), dealt(6, 2), LayAway(0, cards_of(PACK[:2])), LayAway(1, cards_of(PACK[6:8])))
    return replace(game, scores=scores)


EVENTS: dict[str, Event] = {
    "cut": Cut(parse_cards("2C 3C")),
    "deal": Deal(),
    "lay away": LayAway(0),
    "starter": Starter(parse_card("KS")),
    "lay": Lay(0, parse_card("9C")),
    "go": Go(0),
    "call": Call(0, 14),
    "crib": Call(1, 12, crib=True),
}
"""One of each, as they come with HANDS on the table."""
