"""The count of cards that lie already, as a position has them: the same as if they were played one by one."""

from dataclasses import replace

import pytest

from scoring import RULESETS, GameError
from scoring.cards import as_card, as_cards
from scoring.counts import EMPTY, count_of

ACC = RULESETS["acc"]
UPWARDS = replace(ACC, runs_upwards=True)


def test_of_no_cards_it_is_empty() -> None:
    assert count_of((), ACC) is EMPTY


@pytest.mark.parametrize(
    ("cards", "total", "points"),
    [("7C", 7, 0), ("7C 8D", 15, 2), ("7C 8D 6H", 21, 3), ("5C 5D 5H 5S", 20, 12), ("KC QD AH TS", 31, 2)],
)
def test_it_has_the_total_and_the_points_of_the_last_card(cards: str, total: int, points: int) -> None:
    count = count_of(as_cards(cards), ACC)
    assert (count.total, count.points) == (total, points)
    assert count_of(as_cards(cards), ACC) is count


def test_downwards_there_is_no_run_where_runs_go_up_only() -> None:
    assert count_of(as_cards("8C 7D 6H"), ACC).points == 3
    assert count_of(as_cards("8C 7D 6H"), UPWARDS).points == 0
    assert count_of(as_cards("6C 7D 8H"), UPWARDS).points == 3


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7C 7C", "R1: 7C is there twice; a pack has one seven of clubs"),
        ("7C 8D 7C", "R1: 7C is there twice; a pack has one seven of clubs"),
        ("KC QD JH 2S", "R16: 2S would make 32; a count may not pass 31"),
    ],
)
def test_cards_that_are_no_count_are_refused_with_the_rule(cards: str, why: str) -> None:
    with pytest.raises(GameError) as told:
        count_of([as_card(card) for card in cards.split()], ACC)
    assert str(told.value).endswith(why)
