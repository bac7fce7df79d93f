"""What each card of the play pegs, and why (R18 R21–R25)."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    HOYLE,
    LEAGUE,
    PACK,
    Card,
    GameError,
    Go,
    Lay,
    Rank,
    Reason,
    Ruleset,
    Suit,
    parse_card,
    parse_cards,
    pegging_points,
)
from tests.scoring import oracle_play
from tests.scoring.table import at_play, play
from tests.scoring.truth import rows

TRUTH = rows("plays.csv")
UPWARDS = replace(LEAGUE, runs_upwards=True)
TRUTH_UPWARDS = rows("plays_upwards.csv")


def laid(ranks: str) -> tuple[Card, ...]:
    """Cards of these ranks; each one's suit is the first that is left."""
    words = ranks.split()
    return tuple(parse_card(word + "CDHS"[words[:place].count(word)]) for place, word in enumerate(words))


def codes(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


# What a card pegs


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: row["cards"])
def test_each_card_pegs_what_the_sources_say(row: dict[str, str]) -> None:
    cards = laid(row["cards"])
    points = [pegging_points(cards[:number]) for number in range(1, len(cards) + 1)]
    assert points == [int(number) for number in row["points"].split()]


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: row["cards"])
def test_the_oracle_agrees_with_the_sources(row: dict[str, str]) -> None:
    cards = codes(laid(row["cards"]))
    points = [sum(p for p, _ in oracle_play.card_points(cards[:number])) for number in range(1, len(cards) + 1)]
    assert points == [int(number) for number in row["points"].split()]


def every_count(length: int) -> Iterator[tuple[Card, ...]]:
    """Every count of so many cards, as far as ranks go."""
    for ranks in product(Rank, repeat=length):
        if sum(min(rank, 10) for rank in ranks) <= 31:
            suits = [list(Suit)[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
            yield tuple(Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_every_short_count_pegs_what_the_oracle_says(length: int) -> None:
    differing = [
        codes(cards)
        for cards in every_count(length)
        if pegging_points(cards) != sum(points for points, _ in oracle_play.card_points(codes(cards)))
    ]
    assert differing == []


@given(st.lists(st.sampled_from([card for card in PACK if card.rank <= 8]), min_size=1, max_size=13, unique=True))
def test_a_long_count_pegs_what_the_oracle_says(cards: list[Card]) -> None:
    while sum(card.value for card in cards) > 31:
        cards.pop()
    expected = sum(points for points, _ in oracle_play.card_points(codes(tuple(cards))))
    assert pegging_points(cards) == expected


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_a_run_counts_in_any_order_r23(length: int) -> None:
    low = parse_cards("AC 2D 3H 4S 5C 6D 7H")[:length]
    also = {5: 2, 6: 0, 7: 0}.get(length, 0)  # ace to five is fifteen too
    assert {pegging_points(order) for order in permutations(low)} == {length + also}


@pytest.mark.parametrize("longest", ["7C 6D 5H 4S 3C 2D AH", "AC 2D 3H 4S 5C 7D 6H", "6C 7D AH 2S 3C 5D 4H"])
def test_the_longest_run_has_seven_cards_r23(longest: str) -> None:
    cards = parse_cards(longest)
    assert sum(card.value for card in cards) == 28
    assert pegging_points(cards) == 7


# Runs upwards only (`runs_upwards`)


@pytest.mark.parametrize("row", TRUTH_UPWARDS, ids=lambda row: row["cards"])
def test_where_runs_count_upwards_only_each_card_pegs_what_the_sources_say_r23(row: dict[str, str]) -> None:
    cards = laid(row["cards"])
    points = [pegging_points(cards[:number], ruleset=UPWARDS) for number in range(1, len(cards) + 1)]
    assert points == [int(number) for number in row["points"].split()]


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_every_short_count_upwards_pegs_what_the_oracle_says_and_never_more_than_in_any_order_r23(length: int) -> None:
    more = differing = 0
    for cards in every_count(length):
        points = pegging_points(cards, ruleset=UPWARDS)
        more += points > pegging_points(cards)
        differing += points != sum(points for points, _ in oracle_play.card_points(codes(cards), upwards=True))
    assert (more, differing) == (0, 0)


@given(st.lists(st.sampled_from([card for card in PACK if card.rank <= 8]), min_size=1, max_size=13, unique=True))
def test_a_long_count_upwards_pegs_what_the_oracle_says_r23(cards: list[Card]) -> None:
    while sum(card.value for card in cards) > 31:
        cards.pop()
    expected = sum(points for points, _ in oracle_play.card_points(codes(tuple(cards)), upwards=True))
    assert pegging_points(cards, ruleset=UPWARDS) == expected <= pegging_points(cards)


@pytest.mark.parametrize("rules", [HOYLE, replace(LEAGUE, name="house"), LEAGUE])
def test_other_rulesets_count_runs_in_any_order_r23(rules: Ruleset) -> None:
    assert pegging_points(parse_cards("5C 3D 4H"), ruleset=rules) == 3


def test_one_order_of_all_is_a_run_upwards_r23() -> None:
    low = parse_cards("2D 3H 4S 6C")[:3]
    assert [order for order in permutations(low) if pegging_points(order, ruleset=UPWARDS)] == [low]


def test_runs_upwards_hold_in_every_count_of_a_deal_r23() -> None:
    hands, script = ("TC JC 4H 3S", "KC 3C 5S 4C"), "TC KC JC go go 3C 4H 5S 3S 4C"
    _, ordinary = play(at_play(*hands), script)
    _, upwards = play(at_play(*hands, rules=UPWARDS), script)
    assert ordinary[-3:] == [["Bob run 3"], ["Ann fifteen 2", "Ann run 3"], ["Bob run 3", "Bob last card 1"]]
    assert upwards[-3:] == [["Bob run 3"], ["Ann fifteen 2"], ["Bob last card 1"]]


def test_a_play_where_runs_count_upwards_can_be_pickled() -> None:
    game, _ = play(at_play("TC JC 4H 3S", "KC 3C 5S 4C", rules=UPWARDS), "4H 5S")
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301  our own
    assert game.play is not None
    assert pickle.loads(pickle.dumps(game.play)).so_far is game.play.so_far  # noqa: S301


def test_suits_never_count_in_the_play_r27() -> None:
    assert pegging_points(parse_cards("AH 3H 9H KH")) == 0
    assert pegging_points(parse_cards("2H 4H 6H 8H")) == 0


def test_no_card_is_no_count_r16() -> None:
    with pytest.raises(GameError, match="no card") as refusal:
        pegging_points(())
    assert refusal.value.rule == "R16"


def test_a_card_is_in_the_pack_once_r1() -> None:
    seven, eight = parse_cards("7C 8D")
    with pytest.raises(GameError, match="7C") as refusal:
        pegging_points((seven, eight, seven))
    assert (refusal.value.rule, refusal.value.card) == ("R1", seven)


@given(st.lists(st.sampled_from([card for card in PACK if card.rank <= 6]), min_size=2, max_size=6), st.data())
def test_a_card_that_comes_again_is_refused_wherever_it_came_first_r1(cards: list[Card], data: st.DataObject) -> None:
    cards = list(dict.fromkeys(cards))
    twice = data.draw(st.sampled_from(cards))
    count = [*cards, twice][:5]
    if len(set(count)) < len(count):
        with pytest.raises(GameError, match=f"R1: {twice} is there twice"):
            pegging_points(count)


def test_a_repeated_card_is_named_before_a_count_that_it_would_pass_r1() -> None:
    for twice in ("TC JC QC AC AC", "AC AD AH AS AC"):
        *count, again = twice.split()
        with pytest.raises(GameError, match=f"R1: {again} is there twice"):
            pegging_points((*parse_cards(" ".join(count)), parse_card(again)))


def test_a_repeated_card_is_seen_though_no_later_card_could_score_with_it_r1() -> None:
    with pytest.raises(GameError, match="R1: 5H is there twice; a pack has one five of hearts"):
        pegging_points(parse_cards("5H KC") + parse_cards("5H"))


def test_thirty_one_itself_is_a_count_r16() -> None:
    assert pegging_points(parse_cards("TC JD QH AS")) == 2


def test_a_count_past_thirty_one_names_the_card_r16() -> None:
    with pytest.raises(GameError, match=r"2S.*32") as refusal:
        pegging_points(parse_cards("TC JD QH 2S"))
    assert (refusal.value.rule, refusal.value.card) == ("R16", parse_card("2S"))


# Reasons, in the order in which a card's points are counted


@pytest.mark.parametrize(
    ("hands", "script", "last"),
    [
        (("8C 2D 2H 2S", "7C 3D 3H 3S"), "8C 7C", ["Bob fifteen 2"]),
        (("7C 7D 2H 2S", "7H 7S 3H 3S"), "7C 7H", ["Bob pair 2"]),
        (("7C 7D 2H 2S", "7H 7S 3H 3S"), "7C 7H 7D", ["Ann pair royal 6"]),
        (("7C 7D 2H 2S", "7H 7S 3H 3S"), "7C 7H 7D 7S", ["Bob double pair royal 12"]),
        (("2C 4D 9H 9S", "3H 5S 8H 8S"), "2C 3H 4D", ["Ann run 3"]),
        (("2C 4D 9H 9S", "3H 5S 8H 8S"), "2C 3H 4D 5S", ["Bob run 4"]),
        (("6C 4D 9H 9S", "5H 2S 8H 8S"), "6C 5H 4D", ["Ann fifteen 2", "Ann run 3"]),
        (("5C 5D 9H 9S", "5H 2S 8H 8S"), "5C 5H 5D", ["Ann fifteen 2", "Ann pair royal 6"]),
        (("TC 6D 2H 2S", "9H 6S 3H 3S"), "TC 9H 6D 6S", ["Bob thirty-one 2", "Bob pair 2"]),
        (("9C 6D 2H 2S", "8H 8S 3H 3S"), "9C 8H 6D 8S", ["Bob thirty-one 2"]),
    ],
)
def test_a_peg_has_its_reason(hands: tuple[str, ...], script: str, last: list[str]) -> None:
    _, pegged = play(at_play(*hands), script)
    assert sorted(pegged[-1]) == sorted(last)


def test_a_peg_names_its_cards_and_its_rule() -> None:
    game, _ = play(at_play("6C 4D 9H 9S", "5H 2S 8H 8S"), "6C 5H")
    pegged = game.apply(Lay(0, parse_card("4D"))).pegs
    assert [(peg.player, peg.side, peg.rule, set(peg.cards)) for peg in pegged] == [
        (0, 0, "R21", set(parse_cards("6C 5H 4D"))),
        (0, 0, "R23", set(parse_cards("6C 5H 4D"))),
    ]
    game, _ = play(at_play("7C 7D 2H 2S", "7H 7S 3H 3S"), "2H 7H")
    (pair,) = game.apply(Lay(0, parse_card("7C"))).pegs
    assert (pair.rule, set(pair.cards)) == ("R22", set(parse_cards("7H 7C")))
    game, _ = play(game, "7C")
    (pair_royal,) = game.apply(Lay(1, parse_card("7S"))).pegs
    assert (pair_royal.rule, set(pair_royal.cards)) == ("R22", set(parse_cards("7H 7C 7S")))
    game, _ = play(game, "7S")
    (double_pair_royal,) = game.apply(Lay(0, parse_card("7D"))).pegs
    assert (double_pair_royal.rule, set(double_pair_royal.cards)) == ("R22", set(parse_cards("7H 7C 7S 7D")))


def test_thirty_one_is_made_by_all_cards_of_the_count_r18() -> None:
    game, _ = play(at_play("TC 2D 9H 9S", "KH 2S 8H 9D"), "TC KH 9H")
    (thirty_one,) = game.apply(Lay(1, parse_card("2S"))).pegs
    assert (thirty_one.rule, thirty_one.cards) == ("R18", parse_cards("TC KH 9H 2S"))


def test_the_last_card_is_pegged_for_that_card_alone_r18_r27() -> None:
    game, _ = play(at_play("TC QD 3C 3D", "KH KS 2C 2S"), "TC KH QD go")
    (last,) = game.apply(Go(0)).pegs
    assert (last.rule, last.cards, last.player) == ("R18", parse_cards("QD"), 0)
    game, _ = play(game, "go 2C 3C KS 3D")
    (last_of_all,) = game.apply(Lay(1, parse_card("2S"))).pegs[-1:]
    assert (last_of_all.reason, last_of_all.rule, last_of_all.cards) == (Reason.LAST, "R27", parse_cards("2S"))


def test_a_partner_pegs_for_their_side() -> None:
    game, pegged = play(at_play("8C 2C 2D 2H", "7C 3C 3D 3H", "KC 4C 4D 4H", "KD 5C 5D 6H"), "8C 7C 4C 6H")
    assert pegged == [[], ["Bob fifteen 2"], [], []]
    assert game.scores == (0, 2)
