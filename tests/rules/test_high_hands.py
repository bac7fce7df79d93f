"""High hands: the scores that cards make, cards typed with the starter last, and records that may be one hand."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from league.rules import high_hands as rules
from league.rules.high_hands import IMPOSSIBLE, Recorded, Typed, read_typed, repeated, score_problems, scores_from
from scoring import LEAGUE, RULESETS, Card, Rank, Suit
from scoring.show import HIGHEST, show_points

KEEPS = {one.hand_size: one for one in RULESETS.values()}


def spread(ranks: tuple[Rank, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield cards of these ranks in as few suits as there can be, the jacks in each suit once."""
    suits = list(Suit)
    for jack in range(4 if Rank.JACK in ranks else 1):
        seen, cards = dict.fromkeys(ranks, 0), []
        for rank in ranks:
            cards.append(Card(rank, suits[(seen[rank] + (jack if rank is Rank.JACK else 0)) % 4]))
            seen[rank] += 1
        yield tuple(cards)


@pytest.mark.long
@pytest.mark.parametrize("kept", [3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_the_scores_that_no_cards_make_are_those_that_the_engine_never_counts(kept: int) -> None:
    found = set()
    for ranks in combinations_with_replacement(Rank, kept + 1):
        if max(map(ranks.count, ranks)) > 4:
            continue
        for place in {ranks.index(rank) for rank in ranks}:
            hand = (*ranks[:place], *ranks[place + 1 :])
            for starter_suit in Suit:
                starter = Card(ranks[place], starter_suit)
                for cards in spread(hand):
                    if starter not in cards:
                        found.add(show_points(cards, starter, ruleset=KEEPS[kept]))
    assert set(range(HIGHEST[kept] + 1)) - found == IMPOSSIBLE[kept]


def test_from_twenty_four_on_there_are_three() -> None:
    assert scores_from(24, LEAGUE) == [24, 28, 29]


@pytest.mark.parametrize("points", [19, 25, 26, 27, 30, 99])
def test_a_score_that_no_cards_make_is_refused(points: int) -> None:
    [problem] = score_problems(points, 24, LEAGUE)
    assert (problem.code, problem.field) == ("impossible-points", "points")
    assert problem.message == f"{points} is impossible: no cards make it. A high hand here is worth 24, 28 and 29."


def test_a_score_that_is_too_low_is_refused_and_a_high_one_is_not() -> None:
    assert [one.code for one in score_problems(23, 24, LEAGUE)] == ["low-points"]
    assert [score_problems(points, 24, LEAGUE) for points in (24, 28, 29)] == [[], [], []]
    assert score_problems(20, 12, LEAGUE) == []


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("29", Typed(points=29)),
        (" 5H 5C 5S JD 5D ", Typed(cards="5H 5C 5S JD", starter="5D")),
        ("5h5c5sjd5d", Typed(cards="5H 5C 5S JD", starter="5D")),
        ("10H", Typed(starter="TH")),
        ("", Typed()),
        ("twenty-nine", Typed(cards="twenty-nine")),
        ("٢٩", Typed(cards="٢٩")),
        ("1234", Typed(cards="1234")),
        ("5H 5H 5S JD 5D", Typed(cards="5H 5H 5S JD", starter="5D")),
        ("5H 5C 5S  XD", Typed(cards="5H 5C 5S", starter="XD")),
    ],
)
def test_one_field_takes_a_score_or_the_cards_with_the_starter_last(text: str, typed: Typed) -> None:
    assert read_typed(text) == typed


CARDS = Recorded(24, "4H 5H 6H 6C", "5S", 1)
OTHERS = Recorded(24, "4D 5D 6D 6S", "5C", 1)
BARE = Recorded(24, match_number=1)


@pytest.mark.parametrize(
    ("new", "known", "again", "code"),
    [
        (CARDS, [], 0, []),
        (CARDS, [CARDS], 0, ["recorded"]),
        (CARDS, [CARDS], 1, ["recorded"]),
        (CARDS, [OTHERS], 0, []),
        (CARDS, [BARE], 0, ["again"]),
        (CARDS, [BARE], 1, []),
        (BARE, [CARDS], 0, ["again"]),
        (BARE, [BARE, BARE], 1, ["again"]),
        (BARE, [BARE, BARE], 2, []),
        (BARE, [Recorded(24, match_number=2)], 0, []),
        (BARE, [Recorded(24)], 0, ["again"]),
        (BARE, [Recorded(28, match_number=1)], 0, []),
    ],
)
def test_the_same_hand_is_refused_and_what_may_be_it_is_asked_about(
    new: Recorded, known: list[Recorded], again: int, code: list[str]
) -> None:
    assert [one.code for one in repeated(new, known, again=again)] == code


def test_the_same_cards_in_another_order_are_the_same_hand() -> None:
    assert rules.in_order("JD 5S 5C 5H") == rules.in_order("5H 5C 5S JD") == "5C 5H 5S JD"
