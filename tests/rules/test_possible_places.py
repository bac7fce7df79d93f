"""Places still reachable, against every outcome of every fixture counted one by one."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.possible_places import Budget, Race, reachable
from league.rules.possible_results import Pair, outcomes_of
from league.rules.scheme import PointsScheme, Walkover

F = Fraction
WITHOUT_END = Budget(1.0, lambda: 0.0)


def _terms(text):
    terms, problems = parse_format(text)
    assert not problems
    return terms


def brute(race: Race) -> dict[int, tuple[int, int, int, int]]:
    """Return best, best without ties, worst and worst with ties won of each team, from every way it can end."""
    teams = [team for team, _ in race.points]
    ends = {team: ([], []) for team in teams}
    for ways in product(sorted(race.outcomes), repeat=len(race.left)):
        points = dict(race.points)
        for (home, away), (ours, theirs) in zip(race.left, ways, strict=True):
            points[home] += ours
            points[away] += theirs
        for team in teams:
            above = sum(points[other] > points[team] for other in teams)
            level = sum(points[other] == points[team] for other in teams if other != team)
            ends[team][0].append(1 + above)
            ends[team][1].append(1 + above + level)
    return {team: (min(won), min(lost), max(lost), max(won)) for team, (won, lost) in ends.items()}


def places_within_reach(race: Race) -> dict[int, tuple[int, int, int, int]]:
    found = reachable(race, WITHOUT_END)
    return {team: (at.best, at.best_clear, at.worst, at.worst_clear) for team, at in found.items()}


# What leagues give points for, in formats small enough to count out.
SCHEMES = {
    "games": (PointsScheme(), "S"),
    "games and a draw": (PointsScheme(), "Sf1 Sf1"),
    "two a win, half a leg": (PointsScheme(game=F(1, 2), win=F(2), draw=F(1)), "S"),
    "three a win, one a draw": (PointsScheme(game=F(0), win=F(3), draw=F(1)), "Sf1 Sf1"),
    "one for a narrow loss": (PointsScheme(game=F(0), win=F(2), close_loss=F(1), close_by=1), "S"),
    "one for turning up": (PointsScheme(game=F(0), win=F(2), draw=F(1), loss=F(1)), "Sf1 Sf1"),
    "best of three": (PointsScheme(match=F(2)), "Sb3"),
    "lurches": (PointsScheme(game=F(2), lurch=F(1), double_lurch=F(1, 2)), "Sf1"),
    "another walkover": (PointsScheme(game=F(0), win=F(2), walkover=Walkover(points=F(3), absent=F(-1))), "Sf1"),
}


@st.composite
def races(draw, outcomes=None, most_ways=1_000):
    pairs: frozenset[Pair] = outcomes or frozenset(
        draw(st.lists(st.tuples(*[st.integers(-2, 6).map(Fraction)] * 2), min_size=1, max_size=5))
    )
    teams = draw(st.integers(1, 5))
    most = 0
    while len(pairs) ** (most + 1) <= most_ways and most < 7:
        most += 1
    games = [(a, b) for a in range(teams) for b in range(teams) if a != b]
    left = draw(st.lists(st.sampled_from(games), max_size=most)) if games else []
    points = draw(st.lists(st.integers(-4, 12).map(lambda n: F(n, 2)), min_size=teams, max_size=teams))
    return Race(tuple(enumerate(points)), tuple(left), pairs)


@given(races())
def test_places_are_those_of_every_outcome_counted_out(race):
    assert places_within_reach(race) == brute(race)


@pytest.mark.long
@pytest.mark.parametrize("name", SCHEMES)
def test_places_by_the_points_of_leagues_are_those_counted_out(name):
    scheme, text = SCHEMES[name]
    terms = _terms(text)
    terms = replace(terms, matches=tuple(replace(match, lurch=91, double_lurch=61) for match in terms.matches))
    pairs = outcomes_of(scheme, terms)

    @given(races(outcomes=pairs))
    def check(race):
        assert places_within_reach(race) == brute(race)

    check()


def test_a_table_without_fixtures_left_has_its_places():
    race = Race(((1, F(5)), (2, F(3)), (3, F(3))), (), frozenset({(F(1), F(0))}))
    assert places_within_reach(race) == {1: (1, 1, 1, 1), 2: (2, 3, 3, 2), 3: (2, 3, 3, 2)}


def by_networkx(race: Race, team: int) -> bool:
    """Return True if a team can be first, level or alone, where fixtures share 18 points: a maximum flow."""
    most = dict(race.points)[team] + 18 * race.games_of(team)
    graph = networkx.DiGraph()
    for number, (home, away) in enumerate(race.left):
        if team not in (home, away):
            graph.add_edge("source", ("game", number), capacity=18)
            graph.add_edge(("game", number), home)
            graph.add_edge(("game", number), away)
    for other, points in race.points:
        if other == team:
            continue
        if points > most:
            return False
        graph.add_edge(other, "sink", capacity=int(most - points))
    if "source" not in graph:
        return True
    due = 18 * sum(team not in game for game in race.left)
    return networkx.maximum_flow_value(graph, "source", "sink") == due


@pytest.mark.long
@given(st.data())
def test_first_place_is_that_of_another_maximum_flow(data):
    teams = data.draw(st.integers(2, 9))
    games = [(a, b) for a in range(teams) for b in range(teams) if a != b]
    left = tuple(game for game in games if data.draw(st.integers(0, 3)) == 0)
    points = [F(data.draw(st.integers(0, 150))) for _ in range(teams)]
    race = Race(tuple(enumerate(points)), left, frozenset((F(n), F(18 - n)) for n in range(19)))
    found = reachable(race, WITHOUT_END)
    for team in range(teams):
        assert (found[team].best == 1) == by_networkx(race, team)


def test_a_search_that_takes_too_long_says_so_and_keeps_what_was_quick():
    pairs = outcomes_of(PointsScheme(game=F(1, 2), win=F(2)), _terms("D D D"))
    late = Budget(-1.0, lambda: 0.0)
    race = Race(tuple((team, F(10)) for team in range(6)), tuple((a, b) for a in range(6) for b in range(a)), pairs)
    assert set(reachable(race, late).values()) == {None}
    assert None not in reachable(race, WITHOUT_END).values()
    apart = Race(((1, F(90)), (2, F(1))), ((1, 2),), pairs)
    assert None not in reachable(apart, late).values()
