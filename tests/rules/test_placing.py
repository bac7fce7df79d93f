"""Placing postponed fixtures: as many as can be, then the least disruption, each answer with its reasons (R52, R53)."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.placing import TWICE, Evening, Outstanding, Situation, Standing, Unplaced, cost_of, has_solver, place
from league.rules.slots import format_day

MON, TUE, WED, THU = (dt.date(2026, 12, day) for day in (7, 8, 9, 10))
NEXT_MON = dt.date(2026, 12, 14)


def wanted(key: int, home: str, away: str, *dates: dt.date, venue: str = "", costs: Mapping[dt.date, int] | None = None,
           barred: tuple[tuple[dt.date, str], ...] = ()) -> Outstanding:  # fmt: skip
    """A fixture to place, at its home team's own venue unless told otherwise; an evening costs nothing."""
    evenings = tuple(Evening(date, (costs or {}).get(date, 0)) for date in dates)
    return Outstanding(key, home, away, venue or f"{home} Inn", evenings, barred)


def lawful(situation: Situation, evenings: Mapping[int, dt.date]) -> bool:
    """Return True if a placing keeps every rule; written independently of the code under test."""
    by_key = {fixture.key: fixture for fixture in situation.outstanding}
    if any(date not in {e.date for e in by_key[key].evenings} for key, date in evenings.items()):
        return False
    everything = [(f.home, f.away, f.venue, f.date) for f in situation.standing]
    everything += [(by_key[k].home, by_key[k].away, by_key[k].venue, date) for k, date in evenings.items()]
    new = {(team, date) for k, date in evenings.items() for team in by_key[k].teams}
    teams = Counter((team, date) for home, away, _, date in everything for team in (home, away))
    used = {(by_key[k].venue, date) for k, date in evenings.items()}
    venues = Counter((venue, date) for *_, venue, date in everything)
    boards = situation.boards or {}
    return all(teams[at] == 1 for at in new) and all(venues[at] <= boards.get(at[0], 1) for at in used)


def best_by_trying(situation: Situation) -> tuple[int, int]:
    """Number and cost of the best placing there is, by trying them all."""
    choices = [[None, *(e.date for e in fixture.evenings)] for fixture in situation.outstanding]
    keys = [fixture.key for fixture in situation.outstanding]
    best = (0, 0)
    for picked in product(*choices):
        evenings = {key: date for key, date in zip(keys, picked, strict=True) if date is not None}
        found = (len(evenings), -cost_of(situation, evenings))
        if found > best and lawful(situation, evenings):
            best = found
    return best[0], -best[1]


def test_one_fixture_takes_the_home_night() -> None:
    found = place(Situation((wanted(1, "Anchor", "Bell", MON, TUE, WED, costs={MON: 1, WED: 1}),)))
    assert (dict(found.evenings), found.unplaced, found.proven, found.cost) == ({1: TUE}, (), True, 0)
    assert found.method == "solver"


def test_two_fixtures_of_one_team_take_different_evenings() -> None:
    two = (wanted(1, "Anchor", "Bell", TUE, WED), wanted(2, "Castle", "Anchor", TUE, WED))
    found = place(Situation(two))
    assert sorted(found.evenings.values()) == [TUE, WED]
    assert found.cost == TWICE  # Anchor plays twice in the week


def test_a_venue_with_one_board_holds_one_fixture_an_evening() -> None:
    two = (wanted(1, "Anchor", "Bell", TUE, venue="Inn"), wanted(2, "Castle", "Duke", TUE, venue="Inn"))
    found = place(Situation(two))
    assert dict(found.evenings) == {1: TUE}  # of equals the one that has been outstanding longer
    assert found.unplaced == (
        Unplaced(
            2,
            "Tuesday 8 December: Inn holds one fixture and has Anchor v Bell. "
            "No arrangement places more than 1 of the 2.",
        ),
    )
    assert len(place(Situation(two, boards={"Inn": 2})).evenings) == 2


def test_what_stands_keeps_its_board_and_its_teams() -> None:
    standing = (Standing("Anchor", "Duke", "Anchor Inn", TUE), Standing("Fox", "Goat", "Castle Inn", TUE))
    two = (
        wanted(1, "Anchor", "Bell", TUE, barred=((MON, "Bell cannot play that day."),)),
        wanted(2, "Castle", "Hart", TUE, WED, costs={WED: 1}),
    )
    found = place(Situation(two, standing))
    assert dict(found.evenings) == {2: WED}
    assert found.unplaced[0].why == (
        "Monday 7 December: Bell cannot play that day. "
        "Tuesday 8 December: Anchor play Anchor v Duke; Anchor Inn holds one fixture and has Anchor v Duke. "
        "No arrangement places more than 1 of the 2."
    )


def test_one_that_comes_first_makes_room_for_two() -> None:
    """First come, first served would give Anchor v Bell its Tuesday and leave both others out."""
    three = (
        wanted(1, "Anchor", "Bell", TUE, WED, costs={WED: 1}),
        wanted(2, "Anchor", "Castle", TUE),
        wanted(3, "Bell", "Duke", TUE),
    )
    assert dict(place(Situation(three)).evenings) == {1: WED, 2: TUE, 3: TUE}


def test_a_second_fixture_in_a_week_is_avoided_where_another_week_is_left() -> None:
    standing = (Standing("Anchor", "Duke", "Anchor Inn", TUE),)
    found = place(Situation((wanted(1, "Castle", "Anchor", MON, NEXT_MON, costs={NEXT_MON: 1}),), standing))
    assert (dict(found.evenings), found.cost) == ({1: NEXT_MON}, 1)


def test_a_fixture_with_no_evening_at_all_says_why() -> None:
    nothing = wanted(1, "Anchor", "Bell", barred=((TUE, "The Inn is closed that day."), (MON, "Bell cannot play.")))
    left = wanted(2, "Castle", "Duke")
    assert [unplaced.why for unplaced in place(Situation((nothing, left))).unplaced] == [
        (
            "No evening is possible. Monday 7 December: Bell cannot play. "
            "Tuesday 8 December: The Inn is closed that day."
        ),
        "No evening is left to try.",
    ]


def test_nothing_to_place_is_placed_at_once() -> None:
    found = place(Situation(()))
    assert (dict(found.evenings), found.unplaced, found.proven, found.cost) == ({}, (), True, 0)


NAMES = ("Anchor", "Bell", "Castle", "Duke", "Fox", "Goat")
DATES = (MON, TUE, NEXT_MON)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Up to five fixtures of six teams over three evenings of two weeks, at two venues."""
    pairs = st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True)
    venue = st.sampled_from(("Inn", "Arms"))
    outstanding = []
    for key in range(draw(st.integers(0, 5))):
        home, away = draw(pairs)
        dates = draw(st.lists(st.sampled_from(DATES), unique=True, max_size=3))
        evenings = tuple(Evening(date, draw(st.integers(0, 3))) for date in sorted(dates))
        outstanding.append(Outstanding(key, home, away, draw(venue), evenings))
    standing: list[Standing] = []
    for _ in range(draw(st.integers(0, 2))):
        home, away = draw(pairs)
        standing.append(Standing(home, away, draw(venue), draw(st.sampled_from(DATES))))
    return Situation(tuple(outstanding), tuple(standing), {"Inn": draw(st.integers(1, 2)), "Arms": 1})


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(situations())
def test_number_and_cost_are_those_of_the_best_there_is(situation: Situation) -> None:
    found = place(situation)
    assert lawful(situation, found.evenings)
    assert found.proven
    assert (len(found.evenings), found.cost) == best_by_trying(situation)
    assert {unplaced.key for unplaced in found.unplaced} | set(found.evenings) == {f.key for f in situation.outstanding}


@settings(max_examples=150, deadline=None)
@given(situations())
def test_the_search_keeps_every_rule_and_claims_nothing(situation: Situation) -> None:
    found = place(situation, solver=False)
    assert lawful(situation, found.evenings)
    assert (found.proven, found.method) == (False, "search")
    assert len(found.evenings) <= best_by_trying(situation)[0]


@settings(max_examples=100, deadline=None)
@given(situations())
def test_every_fixture_left_out_names_what_stood_in_its_way(situation: Situation) -> None:
    for solver in (True, False):
        found = place(situation, solver=solver)
        for unplaced in found.unplaced:
            fixture = next(f for f in situation.outstanding if f.key == unplaced.key)
            for evening in fixture.evenings:
                assert f"{format_day(evening.date)}: " in unplaced.why
                assert f"{format_day(evening.date)}: ." not in unplaced.why


@pytest.mark.parametrize("seed", range(100))
def test_one_evening_is_maximum_matching(seed: int) -> None:
    """One evening, a board for everybody: a fixture joins two teams, and a team is joined once."""
    random = Random(seed)
    teams = [f"Team {n}" for n in range(random.randint(4, 20))]
    graph = nx.gnm_random_graph(len(teams), random.randint(1, 2 * len(teams)), seed=seed)
    fixtures = tuple(wanted(key, teams[a], teams[b], TUE, venue=f"Inn {key}") for key, (a, b) in enumerate(graph.edges))
    found = place(Situation(fixtures))
    assert found.proven
    assert len(found.evenings) == len(nx.max_weight_matching(graph, maxcardinality=True))


def test_the_same_question_has_the_same_answer() -> None:
    random = Random(7)
    fixtures = tuple(wanted(key, *random.sample(NAMES, 2), MON, TUE, WED, venue="Inn") for key in range(12))
    situation = Situation(fixtures, boards={"Inn": 2})
    assert place(situation) == place(situation)


def test_without_the_solver_the_search_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_solver()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    two = (wanted(1, "Anchor", "Bell", TUE, WED, costs={WED: 1}), wanted(2, "Anchor", "Castle", TUE))
    found = place(Situation(two))
    assert (dict(found.evenings), found.method, found.proven) == ({1: WED, 2: TUE}, "search", False)
    three = (*two, wanted(3, "Anchor", "Duke", TUE))
    assert place(Situation(three)).unplaced[0].why.endswith("2 of 3 were placed; whether more could be is not proven.")
