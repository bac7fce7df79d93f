"""Cards to and from text (R1)."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PACK, Card, Rank, ScoringError, Suit, parse_card, parse_cards

FIVE_OF_HEARTS = Card(Rank.FIVE, Suit.HEARTS)
TEN_OF_HEARTS = Card(Rank.TEN, Suit.HEARTS)


def test_pack_has_52_cards_of_13_ranks_and_4_suits() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert {card.rank for card in PACK} == set(Rank)
    assert {card.suit for card in PACK} == set(Suit)


def test_there_is_one_object_a_card() -> None:
    assert Card(Rank.FIVE, Suit.HEARTS) is FIVE_OF_HEARTS
    assert copy.deepcopy(FIVE_OF_HEARTS) is FIVE_OF_HEARTS
    assert pickle.loads(pickle.dumps(FIVE_OF_HEARTS)) is FIVE_OF_HEARTS  # noqa: S301  our own bytes


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="rank"):
        FIVE_OF_HEARTS.rank = Rank.SIX
    with pytest.raises(AttributeError, match="suit"):
        del FIVE_OF_HEARTS.suit


def test_what_is_no_rank_and_suit_makes_no_card() -> None:
    with pytest.raises(ScoringError, match="there is no card 14 of 'X'"):
        Card(14, "X")  # type: ignore[arg-type]


def test_cards_sort_by_rank_then_suit() -> None:
    ordered = sorted(PACK)
    assert [card.index for card in ordered] == list(range(52))
    assert [(card.rank, card.suit) for card in ordered] == [(rank, suit) for rank in Rank for suit in Suit]
    assert [card.bit for card in ordered] == [1 << place for place in range(52)]


def test_values_count_courts_and_ten_as_ten_r1() -> None:
    values = [Card(rank, Suit.CLUBS).value for rank in Rank]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_card_has_a_code_a_name_and_a_symbol() -> None:
    assert (str(FIVE_OF_HEARTS), FIVE_OF_HEARTS.name, FIVE_OF_HEARTS.symbol) == ("5H", "five of hearts", "5♥")
    assert (str(TEN_OF_HEARTS), TEN_OF_HEARTS.name, TEN_OF_HEARTS.symbol) == ("TH", "ten of hearts", "10♥")


@pytest.mark.parametrize("card", PACK, ids=str)
def test_card_round_trips_through_every_text_form(card: Card) -> None:
    assert parse_card(str(card)) == card
    assert parse_card(str(card).lower()) == card
    assert parse_card(card.symbol) == card
    assert eval(repr(card)) == card  # noqa: S307  our own repr


@pytest.mark.parametrize("text", ["10H", "TH", "th", "10♥", "T♥", "10♥\ufe0f", " 10h "])
def test_parse_card_accepts_each_way_of_writing(text: str) -> None:
    assert parse_card(text) == TEN_OF_HEARTS


@pytest.mark.parametrize(
    "text", ["AC 7D 8H 3S", "AC,7D,8H,3S", "ac, 7d;8h\n3s", "AC7D8H3S", "A♣7♦8♥3♠", "AC 7D8H,3S", " AC 7D 8H 3S, "]
)
def test_parse_cards_accepts_each_way_of_separating(text: str) -> None:
    assert [str(card) for card in parse_cards(text)] == ["AC", "7D", "8H", "3S"]


def test_parse_cards_splits_tens_run_together() -> None:
    assert [str(card) for card in parse_cards("10H10c10D")] == ["TH", "TC", "TD"]


def test_parse_cards_of_nothing_is_no_cards() -> None:
    assert parse_cards(" , ") == ()


@given(st.lists(st.sampled_from(PACK), unique=True), st.sampled_from(["", " ", ", "]))
def test_parse_cards_round_trips(cards: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("AC 7X 8H", ["card 2: “7X” has the unknown suit “X”"]),
        ("AC7X8H", ["card 2: “7X” has the unknown suit “X”"]),
        ("10X", ["card 1: “10X” has the unknown suit “X”"]),
        ("1H", ["card 1: “1H” has the unknown rank “1”"]),
        ("11H", ["card 1: “11H” has the unknown rank “11”"]),
        ("5H 5", ["card 2: “5” has no suit"]),
        ("5H H", ["card 2: “H” has no rank"]),
        ("hello", ["card 1: “hello” is not a card"]),
        ("5H TC 10c", ["card 3: “10c” is there twice: a pack has one ten of clubs"]),
        ("5ſ", ["card 1: “5ſ” has the unknown suit “ſ”"]),
        ("ZZ 5H 0C 5H", ["card 1: “ZZ” ", "card 3: “0C” has the unknown rank “0”", "card 4: “5H” is there twice"]),
    ],
)
def test_parse_cards_names_every_problem(text: str, messages: list[str]) -> None:
    with pytest.raises(ScoringError) as caught:
        parse_cards(text)
    found = [problem.message for problem in caught.value.problems]
    assert len(found) == len(messages)
    assert [message for message, start in zip(found, messages, strict=True) if not message.startswith(start)] == []


@pytest.mark.parametrize(
    ("text", "start"), [("", "no card is named"), ("5H6H", "“5H6H” is not a card"), ("5", "“5” has no suit")]
)
def test_parse_card_says_what_is_wrong_and_what_is_right(text: str, start: str) -> None:
    with pytest.raises(ScoringError) as caught:
        parse_card(text)
    assert str(caught.value).startswith(start)
    assert str(caught.value).endswith("such as 5H")


def test_long_rubbish_is_quoted_short() -> None:
    with pytest.raises(ScoringError) as caught:
        parse_cards("x" * 10_000)
    assert len(str(caught.value)) < 150


@pytest.mark.long
@given(st.text())
def test_parse_cards_reads_or_refuses_any_text(text: str) -> None:
    try:
        cards = parse_cards(text)
    except ScoringError:
        assert text.strip(" ,;")
        return
    assert parse_cards(" ".join(map(str, cards))) == cards
