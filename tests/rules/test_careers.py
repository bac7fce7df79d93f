"""A player's figures: records, streaks, averages, partners and opponents."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.careers import (
    Merit,
    Pegged,
    Played,
    Streaks,
    Tally,
    best_partner,
    opponents,
    pegged,
    ranked,
    streaks,
    tallies_by,
    tally,
)


def played(won: int, lost: int, **said: Any) -> Played:
    return Played(**{"season": 1, "team": 1, "fixture": 1, "number": 1, "kind": "singles", "home": True, "won": won,
                     "lost": lost, **said})  # fmt: skip


def test_a_tally_has_matches_won_drawn_and_lost_and_their_games() -> None:
    found = tally([played(2, 1), played(1, 1), played(0, 3), played(3, 0)])
    assert found == Tally(4, 2, 1, 6, 5)
    assert (found.games, found.percentage) == (11, 55)
    assert (Tally().games, Tally().percentage) == (0, None)


@pytest.mark.parametrize(
    ("outcomes", "found"),
    [
        ("", None),
        ("W", Streaks("W", 1, 1)),
        ("LWW", Streaks("W", 2, 2)),
        ("WWWDL", Streaks("L", 1, 3)),
        ("WWLLL", Streaks("L", 3, 2)),
        ("DD", Streaks("D", 2, 0)),
    ],
)
def test_streaks_are_the_one_they_are_on_and_the_longest_of_wins(outcomes: str, found: Streaks | None) -> None:
    score = {"W": (2, 1), "D": (1, 1), "L": (1, 2)}
    assert streaks([played(*score[one]) for one in outcomes]) == found


def test_averages_are_of_known_scores_alone() -> None:
    known = pegged([played(2, 1, pegged=Pegged(302, 3, 60, 1)), played(0, 3), played(1, 2, pegged=Pegged(300, 3))])
    assert (known.average, known.average_losing) == (Fraction(602, 6), Fraction(60))
    assert (Pegged().average, Pegged().average_losing) == (None, None)


def test_the_best_partner_has_three_matches_and_the_largest_share() -> None:
    matches = [played(3, 0, partners=(9,))] * 2 + [played(2, 1, partners=(7,))] * 3 + [played(2, 1, partners=(8,))] * 4
    found = best_partner(matches)
    assert found is not None
    assert (found.player, found.tally.won, found.tally.games) == (8, 8, 12)
    assert best_partner(matches[:2]) is None
    level = best_partner([played(2, 1, partners=(8, 7))] * 3)
    assert level is not None
    assert level.player == 7


def test_opponents_come_by_how_often_they_were_met() -> None:
    found = opponents([played(3, 0, opponents=(5, 6)), played(1, 2, opponents=(6,))])
    assert [(one.player, one.tally.matches, one.tally.won, one.tally.lost) for one in found] == [
        (6, 2, 4, 2),
        (5, 1, 3, 0),
    ]


def test_matches_are_added_up_by_what_they_belong_to_in_their_order() -> None:
    found = tallies_by([played(1, 2, season=2), played(3, 0), played(0, 3, season=2)], lambda one: [one.season])
    assert [(season, one.matches) for season, one in found.items()] == [(2, 2), (1, 1)]


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
