"""A game up to the play, in the words of the table (R2–R15): who cuts, deals and lays away, and what comes when."""

from dataclasses import replace

import pytest

from scoring import (
    FIVE_CARD,
    FIVE_CARD_STARTER_FIRST,
    LEAGUE,
    RULESETS,
    SEVEN_CARD,
    THREE_HANDED,
    Call,
    Cut,
    Deal,
    Game,
    LayAway,
    Phase,
    Ruleset,
    ScoringError,
    Starter,
    parse_card,
    parse_cards,
)
from tests.scoring.games import PACK, cards_of
from tests.scoring.table import (
    EVENTS,
    FOUR,
    HANDS,
    apply_all,
    at_play,
    at_show,
    begun,
    dealt,
    pegs,
    played_out,
    refusal,
    starting,
)

# The cut for deal


def test_the_lowest_cut_deals_first_r2() -> None:
    for cards, dealer in (("7C 9H", 0), ("KC QH", 1), ("AC 2H", 0), ("TC JH", 0)):
        game = apply_all(begun(dealer=None), Cut(parse_cards(cards)))
        assert (game.phase, game.dealer, game.first_dealer) == (Phase.DEAL, dealer, dealer)


def test_equal_ranks_are_cut_again_r2() -> None:
    game = apply_all(begun(dealer=None), Cut(parse_cards("7C 7H")))
    assert (game.phase, game.first_dealer, game.deal) == (Phase.CUT, None, 0)
    assert apply_all(game, Cut(parse_cards("7C 6H"))).dealer == 1


def test_only_equal_lowest_are_cut_again_r2() -> None:
    three = begun(THREE_HANDED, 3, None)
    assert apply_all(three, Cut(parse_cards("7C 3H 7D"))).dealer == 1
    assert apply_all(three, Cut(parse_cards("3C 7H 3D"))).phase is Phase.CUT


def test_one_of_each_side_cuts_in_doubles_r2() -> None:
    assert apply_all(begun(players=4, dealer=None), Cut(parse_cards("7C 3H"))).dealer == 1
    assert refusal(begun(players=4, dealer=None), Cut(parse_cards("7C 3H 4D 5S"))).rule == "R2"


@pytest.mark.parametrize("cards", ["7C", "7C 8D 9H", ""])
def test_a_card_is_cut_for_each_side_r2(cards: str) -> None:
    assert refusal(begun(dealer=None), Cut(parse_cards(cards))).rule == "R2"


def test_one_card_is_not_cut_twice() -> None:
    seven = parse_card("7C")
    refusal(begun(dealer=None), Cut((seven, seven)))


def test_where_the_dealer_is_known_nobody_cuts() -> None:
    assert (begun().phase, begun().dealer, begun().first_dealer) == (Phase.DEAL, 1, 1)
    assert refusal(begun(), Cut(parse_cards("7C 8D"))).rule == "R2"


@pytest.mark.parametrize(
    ("names", "rules", "dealer"),
    [
        (("Ann",), LEAGUE, 0),
        (("Ann", "Bob", "Cat", "Dan", "Eve"), LEAGUE, 0),
        (("Ann", "Bob", "Cat"), LEAGUE, 0),
        (("Ann", "Ann"), LEAGUE, 0),
        (("Ann", ""), LEAGUE, 0),
        (("Ann", "Bob"), LEAGUE, 2),
        (("Ann", "Bob"), LEAGUE, -1),
    ],
)
def test_no_such_table(names: tuple[str, ...], rules: Ruleset, dealer: int) -> None:
    with pytest.raises(ScoringError):
        Game.start(names, ruleset=rules, dealer=dealer)


# The deal


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_each_gets_the_cards_of_the_game_r5_r11(rules: Ruleset, players: int) -> None:
    right = {"five-card": (5, 4), "five-card-starter-first": (5, 4), "seven-card": (7, 6)}.get(rules.name, (6, 5))
    number = right[players // 4]
    game = begun(rules, players, 0)
    assert apply_all(game, dealt(number, players)).deal == 1
    for wrong in (number - 1, number + 1):
        assert refusal(game, dealt(wrong, players)).rule in ("R5", "R11")


def test_three_get_five_each_and_the_crib_one_r12() -> None:
    game = begun(THREE_HANDED, 3, 0)
    assert apply_all(game, dealt(5, 3, extra=1)).phase is Phase.LAY_AWAY
    assert refusal(game, dealt(6, 3, extra=1)).rule in ("R5", "R12")
    assert refusal(game, Deal(dealt(5, 3).hands, cards_of(PACK[:1]))).card == parse_card(PACK[0])


@pytest.mark.parametrize("players", [2, 4])
def test_only_three_get_a_card_from_the_pack_r12(players: int) -> None:
    assert refusal(begun(players=players), dealt({2: 6, 4: 5}[players], players, extra=1)).rule == "R12"


FROM_THE_PACK = replace(LEAGUE, dealt=5, laid_away=1, pack_to_crib=2)  # Bere Regis, in singles


def test_of_two_players_the_crib_may_get_two_from_the_pack() -> None:
    game = apply_all(begun(FROM_THE_PACK, dealer=0), dealt(5, 2, extra=2))
    game = apply_all(game, LayAway(1, cards_of(PACK[5:6])), LayAway(0, cards_of(PACK[:1])))
    assert game.phase is Phase.STARTER
    assert game.table is not None
    assert sorted(game.table.crib) == sorted(cards_of([*PACK[10:12], PACK[5], PACK[0]]))
    assert [len(hand) for hand in game.table.hands] == [4, 4]


def test_as_many_go_from_the_pack_as_the_rules_say() -> None:
    game = begun(FROM_THE_PACK, dealer=0)
    for number in (1, 3):
        wrong = refusal(game, dealt(5, 2, extra=number))
        assert str(wrong) == f"R12: 2 cards go from the pack to the crib, not {number}"
    assert refusal(game, dealt(6, 2, extra=2)).rule == "R5"
    twice = cards_of(PACK[20:21]) * 2
    assert refusal(game, Deal(dealt(5, 2).hands, twice)).card == twice[0]
    assert refusal(begun(FROM_THE_PACK, 4), dealt(5, 4, extra=2)).rule == "R12"


def test_cards_from_the_pack_that_nobody_wrote_down_are_hidden_in_the_crib() -> None:
    game = apply_all(begun(FROM_THE_PACK, dealer=0), dealt(5, 2))
    assert game.table is not None
    assert (game.table.crib, game.table.crib_hidden) == ((), 2)
    game = apply_all(game, LayAway(1, cards_of(PACK[5:6])), LayAway(0, cards_of(PACK[:1])))
    assert game.table is not None
    assert (len(game.table.crib), game.table.crib_hidden) == (2, 2)


def test_a_card_is_dealt_once_r1() -> None:
    hands = dealt(6, 2).hands
    assert hands is not None
    assert hands[0] is not None
    assert refusal(begun(), Deal((hands[0], hands[0]))).card in hands[0]


def test_a_hand_for_each_player() -> None:
    refusal(begun(), dealt(6, 3))
    refusal(begun(players=4), dealt(5, 3))


@pytest.mark.parametrize(("players", "dealer"), [(n, dealer) for n in (2, 3, 4) for dealer in range(n)])
def test_the_deal_alternates_and_passes_clockwise_r4(players: int, dealer: int) -> None:
    game = played_out(at_play(*FOUR[:players], rules=THREE_HANDED, dealer=dealer))
    for place in range(1, players + 1):
        game = apply_all(game, Call((dealer + place) % players, 0))
    game = apply_all(game, Call(dealer, 0, crib=True))
    assert (game.phase, game.dealer, game.first_dealer) == (Phase.DEAL, (dealer + 1) % players, dealer)
    game = apply_all(game, Deal())
    assert (game.deal, game.dealer) == (2, (dealer + 1) % players)


# Three for last


def test_three_for_last_to_the_first_non_dealer_r9() -> None:
    step = begun(FIVE_CARD, dealer=0).apply(dealt(5, 2))
    assert pegs(step) == ["Bob three for last 3"]
    assert step.game.scores == (0, 3)
    assert pegs(begun(FIVE_CARD, 4, 3).apply(dealt(4, 4))) == ["Ann three for last 3"]
    assert pegs(begun(FIVE_CARD_STARTER_FIRST).apply(dealt(5, 2))) == ["Ann three for last 3"]


def test_three_for_last_is_pegged_once_a_game_r9() -> None:
    game = played_out(at_play("9C 6D 5H", "8C 8D 7H", starter="4H", rules=FIVE_CARD))
    for player, crib in ((0, False), (1, False), (1, True)):
        assert game.turn == player
        game = apply_all(game, Call(player, 0, crib=crib))
    assert (game.phase, game.deal) == (Phase.DEAL, 1)
    assert pegs(game.apply(dealt(5, 2))) == []


def test_no_three_for_last_in_the_longer_games_r9() -> None:
    for rules, number in ((LEAGUE, 6), (SEVEN_CARD, 7)):
        assert pegs(begun(rules).apply(dealt(number, 2))) == []


# Laying away


def test_each_lays_away_in_any_order_r6() -> None:
    game = apply_all(begun(), dealt(6, 2))
    assert (game.phase, game.turn) == (Phase.LAY_AWAY, None)
    first, second = LayAway(0, cards_of(PACK[:2])), LayAway(1, cards_of(PACK[6:8]))
    assert apply_all(game, first).phase is Phase.LAY_AWAY
    assert apply_all(game, first, second).phase is Phase.STARTER
    assert apply_all(game, second, first).phase is Phase.STARTER


def test_cards_laid_away_are_those_the_player_holds_r6() -> None:
    error = refusal(apply_all(begun(), dealt(6, 2)), LayAway(0, cards_of([PACK[0], PACK[6]])))
    assert (error.rule, error.player, error.card) == ("R6", 0, parse_card(PACK[6]))
    assert "Ann" in str(error)
    assert PACK[6] in str(error)


@pytest.mark.parametrize(("number", "said"), [(0, "0 cards"), (1, "1 card"), (3, "3 cards")])
def test_two_are_laid_away_r6(number: int, said: str) -> None:
    error = refusal(apply_all(begun(), dealt(6, 2)), LayAway(0, cards_of(PACK[:number])))
    assert error.rule == "R6"
    assert f"lays away {said}; each lays away 2" in str(error)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("number", [0, 2])
def test_one_is_laid_away_by_each_of_three_or_four_r11_r12(players: int, number: int) -> None:
    game = apply_all(begun(THREE_HANDED, players), dealt(5, players, extra=players == 3))
    assert refusal(game, LayAway(0, cards_of(PACK[:number]))).player == 0
    assert apply_all(game, LayAway(0, cards_of(PACK[:1]))).phase is Phase.LAY_AWAY


def test_nobody_lays_away_twice_r6() -> None:
    game = apply_all(begun(), dealt(6, 2), LayAway(0, cards_of(PACK[:2])))
    assert refusal(game, LayAway(0, cards_of(PACK[2:4]))).player == 0
    assert refusal(game, LayAway(2, cards_of(PACK[2:4]))).player == 2
    ace = parse_card(PACK[6])
    refusal(game, LayAway(1, (ace, ace)))


# The starter


def test_a_jack_pegs_the_dealer_two_for_his_heels_r14() -> None:
    step = starting().apply(Starter(parse_card("JD")))
    assert [(p.player, p.points, p.reason.name, p.rule, p.cards) for p in step.pegs] == [
        (1, 2, "HEELS", "R14", parse_cards("JD"))
    ]
    assert (step.game.scores, step.game.phase) == ((0, 2), Phase.PLAY)


@pytest.mark.parametrize("card", ["TD", "QD", "KS"])
def test_no_other_card_pegs_r14(card: str) -> None:
    assert pegs(starting().apply(Starter(parse_card(card)))) == []


@pytest.mark.parametrize(("score", "winner"), [(118, None), (119, 1), (120, 1)])
def test_his_heels_may_win_the_game_r14(score: int, winner: int | None) -> None:
    game = apply_all(starting((120, score)), Starter(parse_card("JD")))
    assert (game.winner, game.scores) == (winner, (120, score + 2))
    assert game.phase is (Phase.PLAY if winner is None else Phase.OVER)


def test_the_starter_is_in_no_hand_r14() -> None:
    for code in (PACK[0], PACK[5], PACK[11]):
        assert refusal(starting(), Starter(parse_card(code))).card == parse_card(code)


def test_the_starter_comes_first_where_the_ruleset_says_so_r15() -> None:
    game = apply_all(begun(FIVE_CARD_STARTER_FIRST), dealt(5, 2))
    assert game.phase is Phase.STARTER
    assert refusal(game, LayAway(0, cards_of(PACK[:2]))).player in (0, None)
    step = game.apply(Starter(parse_card("JD")))
    assert (pegs(step), step.game.phase) == (["Bob his heels 2"], Phase.LAY_AWAY)
    game = apply_all(step.game, LayAway(0, cards_of(PACK[:2])), LayAway(1, cards_of(PACK[5:7])))
    assert (game.phase, game.turn) == (Phase.PLAY, 0)


def test_the_starter_comes_after_laying_away_elsewhere_r15() -> None:
    assert refusal(apply_all(begun(), dealt(6, 2)), Starter(parse_card("JD"))).rule == "R14"


# What comes when

TIMES = {
    "cut": ("cut", begun(dealer=None)),
    "deal": ("deal", begun()),
    "lay away": ("lay away", apply_all(begun(), Deal())),
    "starter": ("starter", starting()),
    "play": ("lay", at_play(*HANDS, starter="4H")),
    "show": ("call", at_show()),
    "crib": ("crib", apply_all(at_show(), Call(0, 14), Call(1, 12))),
    "over": ("", replace(at_show((121, 0)), phase=Phase.OVER, winner=0)),
}


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("what", EVENTS)
def test_everything_has_its_time(time: str, what: str) -> None:
    right, game = TIMES[time]
    if what == right:
        assert game.apply(EVENTS[what]).event == EVENTS[what]
    else:
        error = refusal(game, EVENTS[what])
        assert (error.rule == "R37") is (time == "over")
