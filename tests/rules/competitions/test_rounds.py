"""Names of rounds, and the picture of a bracket."""

import pytest

from league.rules.competitions.brackets import Source, make_bracket
from league.rules.competitions.rounds import Position, label_round, place_ties


def labels(entrants: int) -> list[str]:
    bracket = make_bracket([1] * entrants)
    return [str(label_round(bracket, number)) for number in range(1, bracket.rounds + 1)]


@pytest.mark.parametrize(
    ("entrants", "told"),
    [
        (2, ["Final"]),
        (4, ["Semi-finals", "Final"]),
        # One tie, and three with a bye.
        (5, ["Preliminary round", "Semi-finals", "Final"]),
        (6, ["Quarter-finals", "Semi-finals", "Final"]),
        (13, ["Round 1", "Quarter-finals", "Semi-finals", "Final"]),
        (17, ["Preliminary round", "Round 1", "Quarter-finals", "Semi-finals", "Final"]),
        (23, ["Round 1", "Round 2", "Quarter-finals", "Semi-finals", "Final"]),
        (64, ["Round 1", "Round 2", "Round 3", "Quarter-finals", "Semi-finals", "Final"]),
    ],
)
def test_what_rounds_are_called(entrants: int, told: list[str]) -> None:
    assert labels(entrants) == told


def test_a_round_has_the_name_that_it_was_given() -> None:
    bracket = make_bracket([1] * 4)
    assert label_round(bracket, 2, {2: "Finals night"}) == "Finals night"
    assert str(label_round(bracket, 1, {2: "Finals night", 1: ""})) == "Semi-finals"


def test_a_small_bracket_as_it_is_drawn() -> None:
    assert place_ties(make_bracket([1] * 4, third_place=True)) == {
        1: Position(0, 0, 1),
        2: Position(0, 2, 3),
        3: Position(1, 5, 6),
        4: Position(1, 0.5, 2.5),
    }


def test_no_two_ties_of_a_round_overlap() -> None:
    for size in (*range(2, 70), 511, 512):
        bracket = make_bracket([1] * size)
        at = place_ties(bracket)
        assert at.keys() == {tie.number for tie in bracket.ties}
        for number in range(1, bracket.rounds + 1):
            column = [at[tie.number] for tie in bracket.ties_of(number)]
            heights = [height for position in column for height in (position.top, position.bottom)]
            assert heights == sorted(set(heights))
        for tie in bracket.ties:
            for side, height in zip(tie.sides, (at[tie.number].top, at[tie.number].bottom), strict=True):
                if side.source is Source.WINNER:
                    assert at[side.number].middle == height
                    assert at[side.number].column < at[tie.number].column
