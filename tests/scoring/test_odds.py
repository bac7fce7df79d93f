"""Odds: the slow oracle, what must hold of every deal, and what is known of the average opponent."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    FIVE_CARD,
    HOYLE,
    LEAGUE,
    PACK,
    SEVEN_CARD,
    Card,
    Rank,
    Ruleset,
    ScoringError,
    Suit,
    odds,
    parse_card,
    parse_cards,
    show_points,
)
from scoring._tables import PAIRS, crib_of_average
from scoring.cards import RANKS
from scoring.laid_away import LAID_AWAY
from scoring.odds import Discard, Spread, discards, hand_spread
from tests.scoring import average_opponent, oracle_odds
from tests.scoring.strategies import rulesets

Dealt = tuple[tuple[Card, ...], bool, Ruleset]
TWO_HANDED = (FIVE_CARD, LEAGUE, SEVEN_CARD)


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    """The cards dealt to a player, whether that is the dealer, and the ruleset; often of few ranks or suits."""
    rules = draw(st.sampled_from(TWO_HANDED))
    some = draw(
        st.sampled_from(
            (PACK, [c for c in PACK if 4 <= c.rank <= 6], [c for c in PACK if c.suit == "H" or c.rank == 11])
        )
    )
    cards = draw(st.lists(st.sampled_from(some), min_size=rules.dealt, max_size=rules.dealt, unique=True))
    return tuple(cards), draw(st.booleans()), rules


def codes(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def by_cards(found: tuple[Discard, ...]) -> dict[frozenset[Card], Discard]:
    return {frozenset(discard.laid_away): discard for discard in found}


@pytest.mark.parametrize(
    ("cards", "starter", "dealer", "rules"),
    [
        ("JH 5H 5C 5S JS 6H", "5D", True, LEAGUE),
        ("2H 3H 4H JS QS KH", "JH", False, LEAGUE),  # no nob of the opponent's; flushes of hand and crib
        ("7H 7S 7D 7C JH 8H", "9H", True, LEAGUE),  # no seven left
        ("4H 5H 5S 6H JC", "6C", False, FIVE_CARD),
        ("4H 5H 6H TH JD", "KH", True, FIVE_CARD),
    ],
)
def test_every_discard_is_what_the_oracle_says_where_the_starter_is_known_r15(
    cards: str, starter: str, dealer: bool, rules: Ruleset
) -> None:
    found = discards(parse_cards(cards), dealer=dealer, starter=parse_card(starter), ruleset=rules)
    theirs = LAID_AWAY[rules.dealt][not dealer]
    assert len(found) == {5: 10, 6: 15}[rules.dealt]
    for discard in found:
        expected = oracle_odds.mean(cards.split(), tuple(codes(discard.laid_away)), [starter], theirs)
        assert (discard.hand, discard.crib) == expected, discard.laid_away


def test_a_seven_card_discard_is_what_the_oracle_says() -> None:
    cards = parse_cards("4H 5H 6H 7H 8H JH QC")
    found = discards(cards, dealer=False, starter=parse_card("9H"), ruleset=SEVEN_CARD)
    for discard in (found[0], found[-1]):
        own = tuple(codes(discard.laid_away))
        assert (discard.hand, discard.crib) == oracle_odds.mean(codes(cards), own, ["9H"], LAID_AWAY[7][True])


@pytest.mark.long
@pytest.mark.exhaustive
def test_a_discard_is_what_the_oracle_says_over_all_starters() -> None:
    cards = parse_cards("2H 3H 4H JS QS KH")
    discard = by_cards(discards(cards, dealer=True))[frozenset(parse_cards("2H 3H"))]
    starters = [card for card in oracle_odds.CARDS if card not in codes(cards)]
    assert len(starters) == 46
    assert (discard.hand, discard.crib) == oracle_odds.mean(codes(cards), ("2H", "3H"), starters, LAID_AWAY[6][False])


@settings(max_examples=15, deadline=None)
@given(dealt())
def test_a_discard_is_worth_the_mean_over_the_starters_turned_first(deal: Dealt) -> None:
    cards, dealer, rules = deal
    starters = [card for card in PACK if card not in cards]
    turned = [by_cards(discards(cards, dealer=dealer, starter=card, ruleset=rules)) for card in starters]
    for pair, discard in by_cards(discards(cards, dealer=dealer, ruleset=rules)).items():
        assert discard.hand == sum(with_starter[pair].hand for with_starter in turned) / len(starters)
        assert discard.crib == sum(with_starter[pair].crib for with_starter in turned) / len(starters)


@settings(deadline=None)
@given(dealt())
def test_every_pair_of_cards_can_be_laid_away_r6(deal: Dealt) -> None:
    cards, dealer, rules = deal
    found = discards(cards, dealer=dealer, ruleset=rules)
    assert len(by_cards(found)) == len(found) == {5: 10, 6: 15, 7: 21}[rules.dealt]
    for discard in found:
        assert sorted((*discard.laid_away, *discard.kept)) == sorted(cards)
        assert len(discard.laid_away) == 2
        assert discard.laid_away == tuple(sorted(discard.laid_away))
        assert discard.kept == tuple(sorted(discard.kept))


@settings(deadline=None)
@given(dealt(), st.randoms())
def test_the_best_comes_first_and_equals_in_the_order_of_their_cards(deal: Dealt, random: Random) -> None:
    cards, dealer, rules = deal
    found = discards(cards, dealer=dealer, ruleset=rules)
    assert list(found) == sorted(found, key=lambda discard: (-discard.total, discard.laid_away))
    assert found == discards(random.sample(cards, len(cards)), dealer=dealer, ruleset=rules)


@settings(deadline=None)
@given(dealt())
def test_total_is_hand_and_crib_for_the_dealer_and_their_difference_for_the_pone(deal: Dealt) -> None:
    cards, dealer, rules = deal
    for discard in discards(cards, dealer=dealer, ruleset=rules):
        assert discard.dealer is dealer
        assert discard.total == (discard.hand + discard.crib if dealer else discard.hand - discard.crib)


@settings(deadline=None)
@given(dealt(), st.permutations(list(Suit)))
def test_suits_are_equal_r1(deal: Dealt, suits: list[Suit]) -> None:
    cards, dealer, rules = deal
    other = {card: Card(card.rank, dict(zip(Suit, suits, strict=True))[card.suit]) for card in PACK}
    found = by_cards(discards(cards, dealer=dealer, ruleset=rules))
    moved = by_cards(discards([other[card] for card in cards], dealer=dealer, ruleset=rules))
    for pair, discard in found.items():
        same = moved[frozenset(other[card] for card in pair)]
        assert (same.hand, same.crib) == (discard.hand, discard.crib)


@settings(deadline=None)
@given(dealt())
def test_the_hand_of_a_discard_is_the_mean_of_its_spread(deal: Dealt) -> None:
    cards, dealer, rules = deal
    for discard in discards(cards, dealer=dealer, ruleset=rules):
        spread = hand_spread(discard.kept, seen=discard.laid_away, ruleset=rules)
        assert discard.hand == spread.mean
        assert spread.total == len(PACK) - rules.dealt


@settings(deadline=None)
@given(dealt(), rulesets)
def test_one_game_is_told_from_another_by_the_cards_dealt_alone(deal: Dealt, rules: Ruleset) -> None:
    cards, dealer, same = deal
    if rules.dealt == same.dealt:
        assert discards(cards, dealer=dealer, ruleset=rules) == discards(cards, dealer=dealer, ruleset=same)


def test_the_hand_of_29_is_kept() -> None:
    best = discards(parse_cards("5C 5D 5H JS 2C 9D"), dealer=True)[0]
    assert codes(best.kept) == ["5C", "5D", "5H", "JS"]
    assert hand_spread(best.kept, seen=best.laid_away).chance(29) == Fraction(1, 46)


def test_the_spread_of_a_hand_counts_its_starters() -> None:
    spread = hand_spread(parse_cards("5C 5D 5H JS"))
    # It stands at 14. The last five makes 29, a jack 22, a ten, queen or king 20, and no other card makes anything but
    # that a spade is one more for his nob.
    assert spread == Spread(((14, 24), (15, 8), (20, 9), (21, 3), (22, 3), (29, 1)))
    assert spread.total == 48
    assert spread.chance(29) == Fraction(1, 48)
    assert spread.chance(19) == 0
    assert spread.mean == Fraction(14 * 24 + 15 * 8 + 20 * 9 + 21 * 3 + 22 * 3 + 29, 48)


def test_the_spread_of_a_crib_knows_its_flush_r33() -> None:
    cards = parse_cards("2H 4H 6H QH")
    hand, crib = hand_spread(cards), hand_spread(cards, crib=True)
    starters = [card for card in PACK if card not in cards]
    assert hand.mean - crib.mean == Fraction(39 * 4, 48)
    assert crib.mean == Fraction(sum(show_points(cards, card, crib=True) for card in starters), 48)


def test_the_example_of_the_page() -> None:
    best = discards(parse_cards("5H 6C 7D 8S JC KD"), dealer=False)[0]
    assert codes(best.laid_away) == ["JC", "KD"]
    assert best.hand == Fraction(222, 23)
    assert (round(best.crib, 3), round(best.total, 3)) == (Fraction("4.651"), Fraction("5.001"))
    spread = hand_spread(best.kept, seen=best.laid_away)
    assert spread == Spread(((8, 22), (9, 8), (10, 4), (12, 6), (14, 6)))


def test_seen_cards_are_no_starters() -> None:
    hand = parse_cards("4C 5D 6H 6S")
    every = hand_spread(hand)
    fewer = hand_spread(hand, seen=parse_cards("6C 6D 6H"))  # the last is in the hand anyway
    assert every.total - fewer.total == 2
    assert hand_spread(hand, seen=[card for card in PACK if card is not parse_card("5H")]) == Spread(((24, 1),))


def test_repr_rebuilds_odds() -> None:
    names = vars(odds) | {"Fraction": Fraction, "Rank": Rank, "Suit": Suit, "Card": Card}
    found = discards(parse_cards("AC 2D 3H 4S 9C KD"), dealer=False)
    spread = hand_spread(found[0].kept)
    assert eval(repr(found), names) == found  # noqa: S307  our own repr
    assert eval(repr(spread), names) == spread  # noqa: S307


def test_all_problems_of_a_deal_come_together() -> None:
    with pytest.raises(ScoringError) as caught:
        discards(parse_cards("5H 6H 7H 8H") + parse_cards("5H"), dealer=True, starter=parse_card("6H"), ruleset=HOYLE)
    number = "in According to Hoyle each of two players is dealt 6 (three and four players are not worked out)"
    assert [(problem.field, problem.message) for problem in caught.value.problems] == [
        ("cards", f"there are 5 cards; {number}"),
        ("cards", "the five of hearts is there 2 times; a pack has one"),
        ("starter", "the six of hearts is dealt and the starter; a pack has one"),
    ]


def test_all_problems_of_a_hand_come_together() -> None:
    with pytest.raises(ScoringError) as caught:
        hand_spread(parse_cards("5H 6H 7H"), seen=PACK)
    assert [problem.field for problem in caught.value.problems] == ["hand", "seen"]


@pytest.mark.parametrize("number", [5, 6, 7])
@pytest.mark.parametrize("dealer", [True, False])
def test_the_average_opponent_lays_away_two_cards_of_every_deal(number: int, dealer: bool) -> None:
    every = {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}[number]
    assert len(LAID_AWAY[number][dealer]) == len(PAIRS) == 91
    assert sum(LAID_AWAY[number][dealer]) == every


@pytest.mark.long
@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [5, 6])
def test_average_opponents_answer_each_other(number: int) -> None:
    """Written by another round of the tool, few discards would be others. Seven cards take too long to look at."""
    deals = list(average_opponent.deals(number))
    for dealer in (True, False):
        theirs = crib_of_average(number, not dealer)
        answer = average_opponent.answer(deals, theirs, dealer=dealer)
        assert average_opponent.changed(answer, LAID_AWAY[number][dealer]) <= Fraction(1, 200)


# What a crib with these two ranks is worth on average, as published for the dealer's own (Schell) and for the pone, the
# opponent's (Hessel): cribbageforum.com, YourCrib.htm, SchellDiscard.htm and OppCrib.htm.
PUBLISHED = {
    True: {"55": 8.79, "5J": 7.00, "23": 7.00, "78": 6.53, "AA": 5.38, "TT": 4.76, "6K": 3.13, "9Q": 2.99, "TK": 2.84},
    False: {"55": 9.39, "5J": 7.75, "23": 7.34, "78": 7.88, "AA": 6.07, "TT": 6.11, "6K": 4.25, "9Q": 4.14, "TK": 3.99},
}


@pytest.mark.parametrize("dealer", [True, False])
def test_cribs_are_worth_about_what_is_published(dealer: bool) -> None:
    """Published means are over deals from which the two are best laid away; here they are over any that hold them."""
    random = Random(7)
    for ranks, published in PUBLISHED[dealer].items():
        own = [Card(RANKS[ranks[0]], Suit.CLUBS), Card(RANKS[ranks[1]], Suit.HEARTS)]
        rest = [card for card in PACK if card not in own]
        cribs = [
            by_cards(discards([*own, *random.sample(rest, 4)], dealer=dealer))[frozenset(own)].crib for _ in range(40)
        ]
        assert abs(sum(cribs) / len(cribs) - Fraction(published)) < Fraction(2, 3), ranks


def test_the_shipped_table_is_as_the_tool_writes_it() -> None:
    source = average_opponent.MODULE.read_text(encoding="utf-8")
    for number, by_role in LAID_AWAY.items():
        for dealer, counts in by_role.items():
            assert average_opponent.written(number, dealer, counts) in source


def test_a_discard_is_not_weighed_where_the_pack_gives_cards_to_the_crib() -> None:
    rules = replace(LEAGUE, title="From the pack", dealt=5, laid_away=1, pack_to_crib=2)
    with pytest.raises(ScoringError) as refused:
        discards(parse_cards("5H 6C 7D 8S JC"), dealer=True, ruleset=rules)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        (
            "ruleset",
            "in From the pack cards go from the pack to the crib; what may be laid away there is not worked out",
        )
    ]
    assert hand_spread(parse_cards("5H 6C 7D 8S"), ruleset=rules) == hand_spread(parse_cards("5H 6C 7D 8S"))
