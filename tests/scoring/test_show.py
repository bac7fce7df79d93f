"""The show: truth with its sources, the slow oracle, and what cards make no hand."""

import json
import sys
from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import (
    FIVE_CARD,
    HOYLE,
    LEAGUE,
    RULESETS,
    SEVEN_CARD,
    Card,
    Combination,
    Kind,
    Ruleset,
    ScoringError,
    Show,
    Suit,
    parse_card,
    parse_cards,
    score_show,
    show_points,
)
from scoring.show import highest_points
from tests.scoring import oracle, truth
from tests.scoring.strategies import deals

Deal = tuple[tuple[Card, ...], Card | None, bool, Ruleset]
TRUTH = truth.rows("shows.csv")


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: f"{row['hand']}+{row['starter']}:{row['source'][:12]}")
def test_show_agrees_with_the_sources(row: dict[str, str]) -> None:
    hand, starter, crib, rules = truth.deal(row)
    assert score_show(hand, starter, crib=crib, ruleset=rules).points == int(row["points"])
    assert show_points(hand, starter, crib=crib, ruleset=rules) == int(row["points"])


def test_only_b_is_known_wrong() -> None:
    wrong = [row["source"][0] for row in TRUTH if row["points"] != row["page_says"]]
    assert wrong == ["B"]


def test_every_combination_is_named() -> None:
    show = score_show(parse_cards("AC 7D 8H 3S"), parse_card("7C"))
    assert show.combinations == (
        Combination(Kind.FIFTEEN, parse_cards("7C 8H"), 2),
        Combination(Kind.FIFTEEN, parse_cards("7D 8H"), 2),
        Combination(Kind.FIFTEEN, parse_cards("AC 7C 7D"), 2),
        Combination(Kind.PAIR, parse_cards("7C 7D"), 2),
    )


def test_runs_are_each_distinct_longest_run_r31() -> None:
    show = score_show(parse_cards("8C 8D 7H 6S"), parse_card("6C"))
    runs = [str(c) for c in show.combinations if c.kind is Kind.RUN]
    assert runs == ["run 6C 7H 8C: 3", "run 6C 7H 8D: 3", "run 6S 7H 8C: 3", "run 6S 7H 8D: 3"]


@pytest.mark.parametrize(
    ("cards", "kind", "points"),
    [
        ("2C 2D 9H KS TC", Kind.PAIR, 2),
        ("2C 2D 2H KS TC", Kind.PAIR_ROYAL, 6),
        ("2C 2D 2H 2S TC", Kind.DOUBLE_PAIR_ROYAL, 12),
    ],
)
def test_cards_of_one_rank_are_one_combination_r30(cards: str, kind: Kind, points: int) -> None:
    *hand, starter = parse_cards(cards)
    pairs = [c for c in score_show(hand, starter).combinations if c.kind is not Kind.FIFTEEN]
    assert [(c.kind, c.points) for c in pairs] == [(kind, points)]


@pytest.mark.long
@settings(max_examples=1000)
@given(deals(starter=False))
def test_both_ways_of_counting_agree_with_the_oracle(deal: Deal) -> None:
    hand, starter, crib, rules = deal
    true = oracle.points([str(c) for c in hand], str(starter) if starter else None, crib=crib)
    assert show_points(hand, starter, crib=crib, ruleset=rules) == true
    assert score_show(hand, starter, crib=crib, ruleset=rules).points == true


@given(deals(), st.permutations(list(Suit)), st.randoms())
def test_points_know_neither_order_nor_which_suit_r1(deal: Deal, suits: list[Suit], random: Random) -> None:
    hand, starter, crib, rules = deal
    other = dict(zip(Suit, suits, strict=True))
    moved = [Card(c.rank, other[c.suit]) for c in (*hand, starter) if c]
    turned = moved.pop()
    random.shuffle(moved)
    assert show_points(moved, turned, crib=crib, ruleset=rules) == show_points(hand, starter, crib=crib, ruleset=rules)


@given(deals(starter=False))
def test_show_round_trips(deal: Deal) -> None:
    hand, starter, crib, rules = deal
    show = score_show(hand, starter, crib=crib, ruleset=rules)
    assert Show.from_dict(json.loads(json.dumps(show.to_dict()))) == show


def test_repr_rebuilds_a_show() -> None:
    show = score_show(parse_cards("JH 5C 5D 5S"), parse_card("5H"))
    assert eval(repr(show), vars(scoring)) == show  # noqa: S307  our own repr


@pytest.mark.parametrize(
    "change",
    [
        {"points": 9},
        {"hand": "AC 7D 8H 3X"},
        {"combinations": [{"kind": "full house", "cards": "AC", "points": 8}]},
        {"combinations": None},
        {"starter": 7},
    ],
)
def test_a_stored_show_that_contradicts_itself_is_refused(change: dict[str, object]) -> None:
    stored = score_show(parse_cards("AC 7D 8H 3S"), parse_card("7C")).to_dict()
    with pytest.raises(ScoringError):
        Show.from_dict(stored | change)


def test_a_stored_show_without_a_field_is_refused() -> None:
    stored = score_show(parse_cards("AC 7D 8H 3S"), parse_card("7C")).to_dict()
    del stored["crib"]
    with pytest.raises(ScoringError, match="crib"):
        Show.from_dict(stored)


@pytest.mark.parametrize("count", [score_show, show_points])
@pytest.mark.parametrize(
    ("hand", "starter", "crib", "rules", "messages"),
    [
        (
            "5H 6H 7H",
            "8H",
            False,
            LEAGUE,
            ["the hand has 3 cards; in League rules it has 4, the starter not among them"],
        ),
        (
            "5H",
            None,
            True,
            FIVE_CARD,
            ["the crib has 1 card; in Five-card cribbage it has 4, the starter not among them"],
        ),
        ("5H 6H 7H 8H", "8H", False, LEAGUE, ["the eight of hearts is in the hand and the starter; a pack has one"]),
        (
            "5H 5H 7H 5H 8H",
            "7H",
            True,
            LEAGUE,
            [
                "the crib has 5 cards; in League rules it has 4, the starter not among them",
                "the five of hearts is 3 times in the crib; a pack has one",
                "the seven of hearts is in the crib and the starter; a pack has one",
            ],
        ),
    ],
)
def test_cards_that_make_no_hand_are_refused_with_every_reason(
    count: Callable[..., object], hand: str, starter: str | None, crib: bool, rules: Ruleset, messages: list[str]
) -> None:
    held = [parse_card(code) for code in hand.split()]
    with pytest.raises(ScoringError) as caught:
        count(held, parse_card(starter) if starter else None, crib=crib, ruleset=rules)
    assert [problem.message for problem in caught.value.problems] == messages


@pytest.mark.parametrize("count", [score_show, show_points])
@pytest.mark.parametrize("rules", list(RULESETS.values()), ids=lambda rules: rules.name)
@pytest.mark.parametrize("number", range(7))
def test_a_hand_has_as_many_cards_as_are_kept_r7(count: Callable[..., object], rules: Ruleset, number: int) -> None:
    *hand, starter = parse_cards("2C 4D 6H 8S TC QD KH")[6 - number :]
    if number == rules.hand_size:
        assert count(hand, starter, ruleset=rules) is not None
        return
    with pytest.raises(ScoringError, match=f"the hand has {number} card"):
        count(hand, starter, ruleset=rules)


@pytest.mark.parametrize("count", [score_show, show_points])
@pytest.mark.parametrize("crib", [False, True])
@pytest.mark.parametrize(("one", "other"), list(combinations(range(5), 2)))
def test_a_card_that_is_there_twice_is_named_wherever_it_stands(
    count: Callable[..., object], crib: bool, one: int, other: int
) -> None:
    cards = list(parse_cards("2C 4D 6H 8S JC"))
    cards[other] = cards[one]
    *hand, starter = cards
    with pytest.raises(ScoringError) as caught:
        count(hand, starter, crib=crib)
    what = "crib" if crib else "hand"
    where = f"in the {what} and the starter" if other == 4 else f"2 times in the {what}"
    assert str(caught.value) == f"the {cards[one].name} is {where}; a pack has one"


@pytest.mark.parametrize("several", [list, tuple, set, iter])
def test_a_hand_is_counted_whatever_holds_it(several: Callable[..., Iterable[Card]]) -> None:
    hand, starter = parse_cards("JH 5C 5D 5S"), parse_card("5H")
    assert show_points(several(hand), starter) == score_show(several(hand), starter).points == 29
    with pytest.raises(ScoringError, match="the hand has 3 cards"):
        show_points(several(hand[:3]), starter, ruleset=LEAGUE)


@pytest.mark.parametrize("rules", list(RULESETS.values()), ids=lambda rules: rules.name)
def test_a_crib_has_four_cards_in_every_variant_r13(rules: Ruleset) -> None:
    crib, starter = parse_cards("2H 4H 6H 8H"), parse_card("TH")
    assert show_points(crib, starter, crib=True, ruleset=rules) == 5
    assert score_show(crib, starter, crib=True, ruleset=rules).points == 5


def test_a_show_and_its_combinations_cannot_be_changed() -> None:
    show = score_show(parse_cards("AC 7D 8H 3S"), parse_card("7C"))
    with pytest.raises(AttributeError):
        show.crib = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        show.combinations[0].points = 3  # type: ignore[misc]


def test_a_stored_show_may_be_announced_in_other_words() -> None:
    show = score_show(parse_cards("AC 7D 8H 3S"), parse_card("7C"))
    assert Show.from_dict(show.to_dict() | {"announcement": "eight"}) == show


def functions_called(count: Callable[[], object]) -> list[str]:
    """The names of the functions that Python enters while it counts."""
    entered: list[str] = []
    sys.setprofile(lambda frame, event, _: entered.append(frame.f_code.co_name) if event == "call" else None)
    try:
        count()
    finally:
        sys.setprofile(None)
    return entered[1:]  # the first is `count` itself


@pytest.mark.parametrize("cards", ["2C 4D 6H 8S TC", "5C 5D 5H JS 5S", "2H 4H 6H 8H TH", "KC KD QH QS JC"])
@pytest.mark.parametrize(
    ("crib", "rules", "asked"),
    [
        (False, LEAGUE, []),
        (True, LEAGUE, []),
        (True, FIVE_CARD, []),
        (True, SEVEN_CARD, []),
        (False, HOYLE, ["hand_size"]),  # what the ruleset keeps is asked where it is not the usual one
    ],
)
def test_four_cards_and_a_starter_are_looked_up_on_the_spot(
    cards: str, crib: bool, rules: Ruleset, asked: list[str]
) -> None:
    *hand, starter = parse_cards(cards)
    points = show_points(hand, starter, crib=crib, ruleset=rules)  # fills the table, if it is the first
    assert points == score_show(hand, starter, crib=crib, ruleset=rules).points
    called = functions_called(lambda: show_points(hand, starter, crib=crib, ruleset=rules))
    assert called == ["show_points", *asked]


def test_the_most_a_hand_can_be_worth_is_that_of_the_league_unless_told_otherwise_r35() -> None:
    assert highest_points() == highest_points(crib=True) == highest_points(crib=True, ruleset=SEVEN_CARD) == 29
    assert (highest_points(ruleset=FIVE_CARD), highest_points(ruleset=SEVEN_CARD)) == (20, 46)
