"""What is said of the places that can still be reached: states, reasons, and what is left out."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.possible_places import Budget, Race, reachable
from league.rules.possible_results import outcomes_of
from league.rules.prospects import Zone, prospects
from league.rules.scheme import PointsScheme
from tests.rules.test_possible_places import WITHOUT_END, races

NAMES = {1: "Anchor", 2: "Bell", 3: "Castle", 4: "Dog"}
NOWHERE = Zone()
NINE = outcomes_of(PointsScheme(), parse_format("S S D")[0])
assert NINE is not None


def prospects_of(points, left, zone=NOWHERE, budget=WITHOUT_END, outcomes=NINE):
    race = Race(tuple((team, F(n)) for team, n in points.items()), tuple(left), outcomes)
    return {NAMES.get(one.team, ""): one for one in prospects(race, reachable(race, budget), NAMES, zone)}


def news_of(prospect):
    return [(one.goal, one.state, str(one.why)) for one in prospect.news]


def test_a_leader_too_far_ahead_is_champion_with_the_reason():
    found = prospects_of({1: 30, 2: 20, 3: 5}, [(1, 2), (2, 3)])
    assert str(found["Anchor"].reach) == "1st to 2nd"
    found = prospects_of({1: 40, 2: 20, 3: 5}, [(1, 2), (2, 3)])
    assert (str(found["Anchor"].reach), found["Anchor"].places.decided) == ("1st, decided", True)
    reason = "Even 18 points from their last 2 fixtures would leave Bell at least 2 behind."
    assert news_of(found["Anchor"]) == [("champion", "certain", reason)]
    reason = "Even 18 points from their last 2 fixtures would leave them at least 2 behind Anchor."
    assert news_of(found["Bell"]) == [("champion", "no", reason)]


def test_a_team_without_fixtures_left_is_told_so():
    found = prospects_of({1: 40, 2: 30, 3: 20}, [(2, 3)])
    assert news_of(found["Anchor"])[0][2] == "Even 9 points from their last fixture would leave Bell at least 1 behind."
    found = prospects_of({1: 30, 2: 20, 3: 19}, [(1, 3)])
    assert news_of(found["Bell"])[0][2] == "They have no fixtures left, and end at least 10 behind Anchor."
    assert (
        news_of(found["Anchor"])[0][2] == "Even 9 points from their last fixture would leave Castle at least 2 behind."
    )


def test_points_that_rivals_take_from_each_other_are_a_reason():
    # Anchor has finished on 20; Bell and Castle share 9 points and stand at 16: one of them gets more than 20.
    one_match = outcomes_of(PointsScheme(), parse_format("S9")[0])
    found = prospects_of({1: 20, 2: 16, 3: 16}, [(2, 3)], outcomes=one_match)
    reason = "Bell and Castle still have fixtures to play, and too few of them can stay behind."
    assert news_of(found["Anchor"]) == [("champion", "no", reason)]
    # The other may come to exactly 20.
    assert str(found["Anchor"].reach) == "2nd to 3rd"


def test_rivals_whose_matches_may_have_nobody_need_not_share_every_point():
    # In three matches they share 9 points; of those that nobody is there for, none: 17 and 18 are enough for neither.
    found = prospects_of({1: 20, 2: 16, 3: 16}, [(2, 3)])
    assert found["Anchor"].outlooks[0].state == "possible"
    assert str(found["Anchor"].reach) == "1st to 3rd"
    # One match is played whatever happens.
    found = prospects_of({1: 20, 2: 19, 3: 19}, [(2, 3)])
    assert found["Anchor"].outlooks[0].state == "no"


def test_a_draw_of_an_odd_number_of_games_is_within_reach():
    outcomes = outcomes_of(PointsScheme(game=F(0), win=F(2), draw=F(1)), parse_format("S1 S1 S1")[0])
    # Of three matches Anchor or Bell wins most and passes Castle; of two, with nobody for the third, they may draw.
    found = prospects_of({1: 10, 2: 10, 3: 11}, [(1, 2)], outcomes=outcomes)
    assert found["Castle"].outlooks[0].state == "by_tie_break"


def test_a_level_finish_is_by_tie_break_and_never_guessed():
    found = prospects_of({1: 29, 2: 20, 3: 1}, [(2, 3)], Zone(1, 1))
    assert [one.state for one in found["Anchor"].outlooks] == ["unless_level", "unless_level", "no"]
    assert [one.state for one in found["Bell"].outlooks] == ["by_tie_break", "by_tie_break", "no"]
    assert str(found["Anchor"].outlooks[0].told) == "Champions, unless they finish level and lose the tie-break."
    assert [str(one.why) for one in found["Anchor"].outlooks[:2]] == ["", ""]
    found = prospects_of({1: 30, 2: 20, 3: 11}, [(1, 3)], Zone(0, 1))
    assert (news_of(found["Bell"]), found["Bell"].outlooks[1].state) == (
        [("champion", "no", "They have no fixtures left, and end at least 10 behind Anchor."),
         ("relegated", "by_tie_break", "")],
        "by_tie_break",
    )  # fmt: skip
    assert found["Castle"].outlooks[1].state == "unless_level"


def test_what_follows_from_another_outlook_is_left_out():
    found = prospects_of({1: 60, 2: 50, 3: 20, 4: 1}, [(1, 2), (3, 4)], Zone(2, 1))
    assert [(one.goal, one.state) for one in found["Anchor"].news] == [("champion", "certain")]
    assert [(one.goal, one.state) for one in found["Bell"].news] == [("champion", "no"), ("promoted", "certain")]
    assert [(one.goal, one.state) for one in found["Castle"].news] == [("promoted", "no"), ("relegated", "no")]
    assert [(one.goal, one.state) for one in found["Dog"].news] == [("relegated", "certain")]
    assert str(found["Dog"].news[0].told) == "Relegated."


def test_what_takes_too_long_is_not_known():
    pairs = outcomes_of(PointsScheme(game=F(1, 2), win=F(2)), parse_format("D D D")[0])
    late = Budget(-1.0, lambda: 0.0)
    found = prospects_of(dict.fromkeys(NAMES, 10), [(1, 2), (3, 4)], Zone(1, 1), late, pairs)
    assert {str(one.reach) for one in found.values()} == {"not known"}
    assert all(not one.outlooks and not one.news for one in found.values())


@pytest.mark.parametrize(("up", "down"), [(0, 0), (1, 1), (2, 0), (0, 2), (5, 5)])
@given(race=races(), data=st.data())
def test_every_decided_goal_has_a_reason_and_states_fit_the_places(up, down, race, data):
    names = {team: f"Team {team}" for team, _ in race.points}
    teams = len(names)
    for one in prospects(race, reachable(race, WITHOUT_END), names, Zone(up, down)):
        places = one.places
        assert places.best <= places.best_clear <= teams
        assert places.worst >= places.worst_clear >= places.best
        for outlook in one.outlooks:
            assert bool(outlook.why) == (outlook.state in ("certain", "no"))
            line = {"champion": 1, "promoted": up, "relegated": teams - down}[outlook.goal]
            inside, outside = ("no", "certain") if outlook.goal == "relegated" else ("certain", "no")
            assert (outlook.state == inside) == (places.worst <= line)
            assert (outlook.state == outside) == (places.best > line)
        assert set(one.news) <= set(one.outlooks)
