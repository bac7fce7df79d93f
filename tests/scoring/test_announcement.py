"""What is called aloud (R36)."""

import re

import pytest
from hypothesis import given

from scoring import Card, Ruleset, Show, parse_cards, score_show
from scoring.announcement import in_words
from tests.scoring.strategies import BY_NAME, PAIRS_FIRST, deals


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2C 4D 6H 8S TC", "nineteen"),
        ("TC 5D 5H KS 2C", "fifteen two, fifteen four, fifteen six, fifteen eight, and a pair makes ten"),
        ("7C 8D 8H 9S KC", "fifteen two, fifteen four, and a double run makes twelve"),
        ("9C 6D 5H 4S 4C", "fifteen two, fifteen four, fifteen six, and a double run makes fourteen"),
        ("KC KD KH QS JC", "a triple run is fifteen"),
        ("8C 8D 9H TS TC", "a quadruple run is sixteen"),
        ("9C TD JH QS QC", "a double run of four is ten"),
        ("JC QD KH 2S 6S", "a run of three is three"),
        ("2H 4H 6H 8H TC", "a flush of four is four"),
        ("2H 4H 6H 8H TH", "a flush of five is five"),
        ("2C 2D 2H 2S 8C", "a double pair royal is twelve"),
        ("2C 2D 9H 9S KC", "a pair is two, and another pair makes four"),
        ("JH 2C 4D 6S TH", "one for his nob"),
        ("7C 8D 2H 4S QC", "fifteen two"),
        (
            "8C 8D 7H 7S KC",
            "fifteen two, fifteen four, fifteen six, fifteen eight, a pair makes ten, and another pair makes twelve",
        ),
        (
            "JH TC QD 5S 2H",
            "fifteen two, fifteen four, fifteen six, a run of three makes nine, and one for his nob makes ten",
        ),
    ],
)
def test_announcement_adds_up_aloud(cards: str, words: str) -> None:
    *hand, starter = parse_cards(cards)
    assert score_show(hand, starter).announcement == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (
            "AC 2D 3H JC QD KS",
            "fifteen two, fifteen four, fifteen six, a run of three makes nine, and another run of three makes twelve",
        ),
        ("AC AD 2H 2S 3C 3D", "an eightfold run is thirty"),
        ("AC AD AH 2S 2C 3D", "a sixfold run is twenty-six"),
    ],
)
def test_six_cards_can_hold_more_runs_than_have_names(cards: str, words: str) -> None:
    *hand, starter = parse_cards(cards)
    assert score_show(hand, starter, ruleset=BY_NAME["seven-card"]).announcement == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (
            "7C 8D 8H 9S KC",
            (
                "fifteen two, fifteen four, a pair makes six, a run of three makes nine, and another run of three "
                "makes twelve"
            ),
        ),
        ("9C TD JH QS QC", "a pair is two, a run of four makes six, and another run of four makes ten"),
        ("JC QD KH 2S 6S", "a run of three is three"),
        ("2C 2D 9H 9S KC", "a pair is two, and another pair makes four"),
        (
            "2C 2D 2H 3S 4C",
            (
                "a pair royal is six, a run of three makes nine, another run of three makes twelve, and another run of "
                "three makes fifteen"
            ),
        ),
        ("2C 4D 6H 8S TC", "nineteen"),
    ],
)
def test_pairs_may_be_counted_aloud_before_runs_c(cards: str, words: str) -> None:
    *hand, starter = parse_cards(cards)
    show = score_show(hand, starter, ruleset=PAIRS_FIRST)
    assert show.announcement == words
    assert Show.from_dict(show.to_dict()).announcement == words
    assert sorted(show.combinations) == sorted(score_show(hand, starter).combinations)


@given(deals(starter=False))
def test_announcement_ends_with_the_points(deal: tuple[tuple[Card, ...], Card | None, bool, Ruleset]) -> None:
    hand, starter, crib, rules = deal
    show = score_show(hand, starter, crib=crib, ruleset=rules)
    last = re.findall(r"[a-z-]+", show.announcement)[-1]
    if show.announcement == "one for his nob":
        assert show.points == 1
    else:
        assert last == ("nineteen" if show.points == 0 else in_words(show.points))
