"""The text of cards, accepted wherever cards are; what is neither is refused with what it was."""

from collections.abc import Callable

import pytest

from scoring import (
    FIVE_CARD,
    Call,
    Card,
    CardError,
    Cut,
    Deal,
    HandError,
    Lay,
    LayAway,
    Rank,
    Starter,
    Suit,
    adjudicate,
    discards,
    hand_spread,
    parse_card,
    parse_cards,
    pegging_points,
    score_show,
    show_points,
)

HAND, STARTER = parse_cards("AC 7D 8H 3S"), parse_card("7C")
TEXTS = ["AC 7D 8H 3S", "AC7D8H3S", ["AC", "7D", "8H", "3S"], ["AC", parse_card("7D"), "8h", "3♠"], "A♣ 7♦, 8♥ 3♠"]


@pytest.mark.parametrize("hand", TEXTS, ids=str)
def test_a_hand_may_be_text(hand: str) -> None:
    assert score_show(hand, "7C") == score_show(HAND, STARTER)
    assert show_points(hand, "7C") == show_points(hand, STARTER) == 8
    assert adjudicate(hand, "7C", declared=6, claimed=8) == adjudicate(HAND, STARTER, declared=6, claimed=8)
    assert hand_spread(hand, seen="KC KD") == hand_spread(HAND, seen=parse_cards("KC KD"))
    assert pegging_points("8H 7D") == pegging_points(["8H", "7D"]) == pegging_points(parse_cards("8H 7D")) == 2


def test_four_letters_are_two_cards() -> None:
    assert show_points("5H5D", "5C") == 8
    assert show_points(iter(HAND), STARTER) == 8


def test_a_deal_may_be_text() -> None:
    dealt = "JD 5H 5C 5S 9C KD"
    assert discards(dealt, dealer=True) == discards(parse_cards(dealt), dealer=True)
    assert discards("JD5H5C5S9C", dealer=True, starter="2C", ruleset=FIVE_CARD)[0].kept


def test_events_take_text() -> None:
    assert Cut("3H TH") == Cut(parse_cards("3H TH"))
    assert Deal(("5H 6D", None), "2C") == Deal((parse_cards("5H 6D"), None), parse_cards("2C"))
    assert LayAway(0, "2C KD") == LayAway(0, parse_cards("2C KD"))
    assert LayAway(0, kept=["2C"]) == LayAway(0, None, parse_cards("2C"))
    assert Starter("JD") == Starter(parse_card("JD"))
    assert Lay(1, "8c") == Lay(1, Card(Rank.EIGHT, Suit.CLUBS))
    assert Call(0, 8, "5H 6D 7S 8C") == Call(0, 8, parse_cards("5H 6D 7S 8C"))


WRONG: list[Callable[[object], object]] = [
    lambda wrong: score_show(wrong, None),  # type: ignore[arg-type]
    lambda wrong: show_points(wrong, STARTER),  # type: ignore[arg-type]
    lambda wrong: adjudicate(wrong, STARTER, declared=0),  # type: ignore[arg-type]
    lambda wrong: discards(wrong, dealer=True),  # type: ignore[arg-type]
    lambda wrong: hand_spread(wrong),  # type: ignore[arg-type]
    lambda wrong: pegging_points(wrong),  # type: ignore[arg-type]
    lambda wrong: Cut(wrong),  # type: ignore[arg-type]
    lambda wrong: parse_cards(wrong),  # type: ignore[arg-type]
    lambda wrong: parse_card(wrong),  # type: ignore[arg-type]
    lambda wrong: Starter(wrong),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(
    ("wrong", "said"), [(5, "5 is not a card"), (None, "None is not a card"), (2.5, "2.5 is not a card")]
)
@pytest.mark.parametrize("use", WRONG, ids=range(len(WRONG)))
def test_what_is_neither_card_nor_text_is_refused_with_what_it_is(
    use: Callable[[object], object], wrong: object, said: str
) -> None:
    with pytest.raises(CardError, match=f"{said}: write a rank"):
        use(wrong)


def test_one_wrong_card_among_right_ones_is_named() -> None:
    with pytest.raises(CardError, match="7 is not a card"):
        score_show([*HAND[:3], 7], STARTER)  # type: ignore[list-item]
    with pytest.raises(CardError, match="“7X” has the unknown suit “X”"):
        show_points(["AC", "7X", "8H", "3S"], STARTER)
    with pytest.raises(CardError, match="False is not a card"):
        show_points(HAND, False)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="“5H 5D” is not a card"):
        Lay(0, "5H 5D")


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("5H", None, 0),
        ("5H", "5D", 2),
        ("JH", "5H", 3),
        ("5H 5D", None, 2),
        ("5H 6H", "7H", 3),
        ("5H 6H 7H", None, 6),
        ("TC 5D 5H", None, 6),
        ("9C 6D 6H", None, 6),
        ("9C 9D 6H 6S", None, 12),
        ("9C 3D 3H 3S", None, 12),
        ("3C 3D 4H 5S", None, 10),
        ("2H 4H 6H 8H TH", None, 5),
        ("2H 4H 6H 8H TH QH", None, 0),
        ("5C 5D 5H 5S JC KD", None, 36),
        ("AC AD AH 2S 2C 3D", "3S", 46),
    ],
)
def test_one_to_six_cards_are_counted_without_a_ruleset(hand: str, starter: str | None, points: int) -> None:
    """Those of three and four cards are A's; a flush is of a hand that some game keeps (R32)."""
    show = score_show(hand, starter)
    assert show.points == points == show_points(hand, starter)
    assert show.announcement


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("", "the hand has 0 cards; one to 6 can be counted"),
        ("AC 2C 3C 4C 5C 6C 7C", "the hand has 7 cards; one to 6 can be counted"),
    ],
)
def test_none_and_seven_cards_are_no_hand(hand: str, said: str) -> None:
    for count in (score_show, show_points):
        with pytest.raises(HandError, match=said):
            count(hand, None)


def test_a_crib_has_four_cards_with_a_ruleset_or_without_r13() -> None:
    with pytest.raises(HandError, match="the crib has 3 cards"):
        score_show("5H 5D 5S", "5C", crib=True)


@pytest.mark.parametrize(
    ("hand", "name"), [("AC AD AH 2S 2C 3D", "a twelvefold run"), ("AC AD AH 2S 2C 2D", "a ninefold run")]
)
def test_seven_cards_can_hold_runs_with_names_of_their_own(hand: str, name: str) -> None:
    assert name in score_show(hand, "3S").announcement
