"""Counting overcalls and false challenges by person and game (R41–R43)."""

from hypothesis import given
from hypothesis import strategies as st

from league.rules.rulings import ErrorCount, count_errors, proposals

OLIVE, REX = 1, 2


def noted(player: int | None = OLIVE, *, game: int = 1, **what: int) -> ErrorCount:
    return ErrorCount(7, 2, game, "home", player, **(what or {"overcalls": 1}))


def test_overcalls_and_false_challenges_of_a_person_in_a_game_are_counted_together() -> None:
    found = count_errors([noted(), noted(false_challenges=1), noted(overcalls=1, appealed=1)])
    assert found == [ErrorCount(7, 2, 1, "home", OLIVE, 2, 1, 1)]
    assert (found[0].total, found[0].place) == (3, "match 2, game 1")


def test_each_person_and_each_game_is_counted_apart() -> None:
    found = count_errors([noted(), noted(game=2), noted(REX), noted(None), noted(REX)])
    assert [(c.player, c.game_number, c.total) for c in found] == [
        (REX, 1, 2),
        (None, 1, 1),
        (OLIVE, 1, 1),
        (OLIVE, 2, 1),
    ]


def test_the_threshold_proposes() -> None:
    counts = count_errors([noted(), noted(), noted(), noted(REX), noted(REX)])
    assert [c.player for c in proposals(counts, 3)] == [OLIVE]
    assert [c.player for c in proposals(counts, 2)] == [OLIVE, REX]
    assert proposals([], 1) == []


@given(st.lists(st.builds(noted, st.sampled_from([OLIVE, REX, None]), game=st.integers(1, 3)), max_size=20))
def test_no_note_is_lost_or_counted_twice(listed: list[ErrorCount]) -> None:
    found = count_errors(listed)
    assert sum(c.total for c in found) == len(listed)
    assert len({(c.player, c.game_number) for c in found}) == len(found)
    assert count_errors(listed[::-1]) == found
