"""Players by the games they have won of those they played; a place takes some games, and equals share it."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.rules.merit import Merit, ranked


def places(*figures: tuple[int, int], minimum: int = 0) -> list[tuple[int, int | None, bool]]:
    lines = [Merit(number, games, won) for number, (games, won) in enumerate(figures, start=1)]
    return [(line.player_id, line.position, line.joint) for line in ranked(lines, minimum)]


def test_the_share_of_games_won_decides_and_then_how_many() -> None:
    assert places((10, 6), (5, 4), (20, 12), (3, 0)) == [(2, 1, False), (3, 2, False), (1, 3, False), (4, 4, False)]


def test_equals_share_a_place_and_the_next_is_left_out() -> None:
    assert places((4, 2), (4, 3), (4, 3), (0, 0)) == [(2, 1, True), (3, 1, True), (1, 3, False)]


def test_who_played_too_few_has_no_place_and_comes_last() -> None:
    assert places((3, 3), (9, 1), (12, 6), minimum=9) == [(3, 1, False), (2, 2, False), (1, None, False)]


def test_an_average_rests_on_the_scores_that_are_known() -> None:
    line = Merit(1, 6, 2, pegged=333, scores=3)
    assert (line.lost, line.percentage, line.average) == (4, 33, 111)
    assert Merit(1, 6, 3).average is None
    assert Merit(1, 8, 1).percentage == 13


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda pair: (max(pair), min(pair))), max_size=12))
def test_nobody_stands_above_a_better_player(figures: list[tuple[int, int]]) -> None:
    found = ranked([Merit(number, *pair) for number, pair in enumerate(figures)], 3)
    assert {line.player_id for line in found} == {number for number, (games, _) in enumerate(figures) if games}
    for line in found:
        better = [o for o in found if o.games >= 3 and (o.share, o.won) > (line.share, line.won)]
        assert line.position == (len(better) + 1 if line.games >= 3 else None)
        assert line.share == Fraction(line.won, line.games)
