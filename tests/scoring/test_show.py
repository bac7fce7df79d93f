"""The show: truth with its sources, the slow oracle, and what cards make no hand."""

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import (
    FIVE_CARD,
    LEAGUE,
    PACK,
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


def test_an_empty_hand_is_refused() -> None:
    with pytest.raises(ScoringError, match="the hand has 0 cards"):
        show_points([], PACK[0])
