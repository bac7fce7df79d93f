"""The pegs on the board: the front one at the score, the back one leaping over it."""

import pytest

from scoring import FIVE_CARD, LEAGUE, Board, Call, Deal, Game, Irregularity, Leap, Pegs, Ruleset
from scoring.irregularities import IrregularityKind
from tests.scoring.games import as_events, random_game
from tests.scoring.table import at_show, begun
from tests.scoring.truth import rows


@pytest.mark.parametrize("row", rows("pegs.csv"), ids=lambda row: str(row["pegged"]))
def test_the_back_peg_leaps_over_the_front_one(row: dict[str, str]) -> None:
    board, leaps = Board.start(1), []
    for points in row["pegged"].split():
        board, leap = board.pegged(0, int(points))
        leaps.append(f"{leap.start}-{leap.end}")
    assert leaps == row["leaps"].split()
    assert board == Board((Pegs(int(row["front"]), int(row["back"])),))
    assert board.scores == (int(row["front"]),)


def test_the_distance_of_the_pegs_is_the_last_score_d() -> None:
    assert Pegs().add(5).add(8).last == 8
    assert Pegs(13, 5).add(-3) == Pegs(10, 5)


def test_three_for_last_is_the_first_leap_of_five_card_c() -> None:
    board, leaps = Board.start(2).apply(begun(FIVE_CARD).apply(Deal()))
    assert leaps == (Leap(0, 0, 3),)
    assert board.sides == (Pegs(3, 0), Pegs())


@pytest.mark.parametrize("rules", [LEAGUE, FIVE_CARD], ids=lambda rules: str(rules.name))
@pytest.mark.parametrize("players", [2, 4])
def test_after_every_step_of_a_game_the_front_pegs_are_the_score(rules: Ruleset, players: int) -> None:
    game = Game.start(("Ann", "Bob", "Cat", "Dan")[:players], ruleset=rules)
    steps = []
    board = Board.start(2)
    for event in as_events(random_game(rules, players, seed=8), rules, "all", 8):
        step = game.apply(event)
        steps.append(step)
        board, leaps = board.apply(step)
        assert board.scores == step.game.scores
        assert [
            (leap.side, leap.end - leap.start >= peg.points) for leap, peg in zip(leaps, step.pegs, strict=True)
        ] == [(peg.side, True) for peg in step.pegs]
        assert all(0 <= pegs.back < pegs.front or pegs == Pegs() for pegs in board.sides)
        game = step.game
    assert board == Board.replay(steps, 2)
    assert max(board.scores) >= rules.target


def test_a_score_that_is_put_right_moves_the_front_peg_alone_r49() -> None:
    game = at_show((10, 5))
    short = game.apply(Irregularity(IrregularityKind.SHORT_PEGGING, 0, points=3, in_time=False))
    board, leaps = Board((Pegs(10, 8), Pegs(5, 0))).apply(short)
    assert leaps == (Leap(0, 10, 7),)
    assert board.sides == (Pegs(7, 7), Pegs(5, 0))


def test_pegs_that_told_another_score_are_moved_to_the_games() -> None:
    step = at_show((10, 5)).apply(Call(0, 14))
    board, leaps = Board((Pegs(10, 8), Pegs(6, 4))).apply(step)
    assert leaps == (Leap(0, 8, 24), Leap(1, 6, 5))
    assert board.sides == (Pegs(24, 10), Pegs(5, 4))
