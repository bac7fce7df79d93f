"""The pack on the table: cuts that leave enough, cards dealt one at a time, everything from a seed (R3 R4)."""

from dataclasses import replace

import pytest

from scoring import (
    FIVE_CARD,
    LEAGUE,
    PACK,
    SEVEN_CARD,
    THREE_HANDED,
    Deal,
    Game,
    GameError,
    LayAway,
    Pack,
    Phase,
    Ruleset,
)

ORDERED = Pack(PACK)


def test_a_seed_gives_the_same_52_cards_every_time() -> None:
    assert Pack.shuffled(7) == Pack.shuffled(7)
    assert Pack.shuffled(7) != Pack.shuffled(8)
    assert sorted(Pack.shuffled(7).cards) == sorted(PACK)


@pytest.mark.parametrize("depth", [4, 26, 48])
def test_a_cut_puts_the_lower_packet_on_top_r3(depth: int) -> None:
    assert ORDERED.cut(depth) == Pack(PACK[depth:] + PACK[:depth])


@pytest.mark.parametrize("depth", [-1, 0, 3, 49, 52])
def test_a_cut_leaves_four_cards_in_each_packet_r3(depth: int) -> None:
    with pytest.raises(GameError, match=f"R3: a cut after {depth} of 52 cards; each packet has 4 or more") as caught:
        ORDERED.cut(depth)
    assert caught.value.rule == "R3"


@pytest.mark.parametrize(
    ("rules", "names", "dealer", "cutter", "of_the_starter"),
    [
        (LEAGUE, ["Ann", "Ben"], 0, 1, 1),
        (LEAGUE, ["Ann", "Ben"], 1, 0, 0),
        (LEAGUE, ["Ann", "Ben", "Cat", "Dan"], 0, 3, 1),
        (LEAGUE, ["Ann", "Ben", "Cat", "Dan"], 2, 1, 3),
        (THREE_HANDED, ["Ann", "Ben", "Cat"], 0, 2, 1),
    ],
)
def test_the_player_on_the_dealers_right_cuts_the_pack_and_the_one_on_the_left_the_starter_r3_r14(
    rules: Ruleset, names: list[str], dealer: int, cutter: int, of_the_starter: int
) -> None:
    game = Game.start(names, ruleset=rules, dealer=dealer)
    assert game.cutter == cutter
    game = game.apply(Deal()).game
    for player in range(len(names)):
        game = game.apply(LayAway(player)).game
    assert (game.phase, game.turn) == (Phase.STARTER, of_the_starter)


@pytest.mark.parametrize(
    ("rules", "names", "dealer", "first", "size"),
    [
        (LEAGUE, ["Ann", "Ben"], 0, 1, 6),
        (LEAGUE, ["Ann", "Ben"], 1, 0, 6),
        (FIVE_CARD, ["Ann", "Ben"], 0, 1, 5),
        (SEVEN_CARD, ["Ann", "Ben"], 0, 1, 7),
        (LEAGUE, ["Ann", "Ben", "Cat", "Dan"], 2, 3, 5),
        (FIVE_CARD, ["Ann", "Ben", "Cat", "Dan"], 3, 0, 4),
        (THREE_HANDED, ["Ann", "Ben", "Cat"], 1, 2, 5),
        (replace(LEAGUE, dealt=5, laid_away=1, pack_to_crib=2), ["Ann", "Ben"], 1, 0, 5),
    ],
)
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_r4(
    rules: Ruleset, names: list[str], dealer: int, first: int, size: int
) -> None:
    game = Game.start(names, ruleset=rules, dealer=dealer)
    deal, stock = ORDERED.deal(game)
    players = len(names)
    assert deal.hands is not None
    for place in range(players):
        assert deal.hands[(first + place) % players] == PACK[place : size * players : players]
    used = size * players
    extra = rules.pack_to_crib_of(players)  # R12: where three play one card more goes to the crib
    assert extra == {2: rules.pack_to_crib, 3: 1, 4: 0}[players]
    assert deal.extra == PACK[used : used + extra]
    used += extra
    assert stock.cards == PACK[used:]
    assert game.apply(deal).game.phase in (Phase.LAY_AWAY, Phase.STARTER)


def test_the_starter_is_the_top_card_of_the_lower_packet_r14() -> None:
    stock = Pack(PACK[:40])
    assert stock.starter(4).card is PACK[4]
    assert stock.starter(36).card is PACK[36]
    with pytest.raises(GameError, match="R3"):
        stock.starter(37)
