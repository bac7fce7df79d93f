"""Losing scores that are asked about before a sheet is sent: those of a side that has not come half-way."""

from typing import get_args

import pytest

from league.rules.match_terms import Kind, uniform
from league.rules.points import Doubt, doubts
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Side


@pytest.mark.parametrize(("target", "highest"), [(121, 60), (61, 30), (120, 59)])
def test_half_of_the_target_is_where_the_question_begins(target: int, highest: int) -> None:
    terms = uniform(("singles",), 2, targets={"singles": target})
    games = (GameScore(target, highest), GameScore(highest + 1, target))
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), games),))
    assert doubts(sheet, terms) == [Doubt(1, 1, highest)]


def test_each_place_has_a_key_of_its_own_and_awards_and_gaps_are_not_asked_about() -> None:
    kinds: tuple[Kind, ...] = ("doubles", "singles")
    awarded: list[Side] = list(get_args(Side))
    games = (GameScore(7, 121), GameScore(None, 121), GameScore(5, 121, awarded=awarded[0]))
    sheet = ResultSheet(tuple(MatchSheet(n, kind, (1, 2), (11, 12), games) for n, kind in enumerate(kinds, start=1)))
    assert [doubt.key for doubt in doubts(sheet, uniform(kinds))] == ["m1-g1:7", "m2-g1:7"]
