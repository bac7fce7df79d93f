"""One and a half rounds: everybody once, then half of the others once more.

Read straight from the fixtures, whatever the number of teams: nothing here asks the engine what it thinks of them.
"""

import datetime as dt
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timetable.briefs import brief, division
from timetable.bounds import fewest_breaks
from timetable.calendar import Shape, half_of, play_weeks_for, season_weeks
from timetable.grid import quality_lines
from timetable.make import make_timetable
from timetable.plain import brief_from_dict, brief_to_dict
from timetable.schemes import breaks_in, patterns_of, season_row, suited
from timetable.values import Brief, Meeting, MeetInWeek, Timetable
from timetable.weeks import calendar_of

HALF = Shape(half=True)


def half_round(size: int, **more: object) -> Brief:
    return brief(division("D", size), **{"rounds": 2, "shape": HALF, **more})


def side(meetings: tuple[Meeting, ...], team: str) -> str:
    own = sorted((m for m in meetings if team in (m.home, m.away)), key=lambda m: m.date)
    return "".join("H" if m.home == team else "A" for m in own)


def is_one_and_a_half(wanted: Brief, made: Timetable) -> None:
    kinds = {week.starts: week.kind for week in calendar_of(wanted)}
    for each in wanted.divisions:
        own = tuple(m for m in made.meetings if m.division == each.name)
        names = [team.name for team in each.teams]
        times = Counter((frozenset((m.home, m.away)), m.round) for m in own)
        for number in range(1, wanted.rounds):
            assert all(times[frozenset(pair), number] == 1 for pair in combinations(names, 2))
        again = [pair for pair, number in times if number == wanted.rounds]
        assert all(times[pair, wanted.rounds] == 1 for pair in again)
        # As many again as half of the others: one more or less where that is no whole number, or somebody is free.
        weeks = half_of(play_weeks_for(len(names)))
        played = Counter(name for pair in again for name in pair)
        free = 1 if len(names) % 2 else 0
        if len(names) > 1:
            assert {played[name] for name in names} <= {weeks, weeks - free}
            assert max(played.values()) - min(played[name] for name in names) <= free
            assert abs(weeks - (len(names) - 1) / 2) <= 1
        home = {(frozenset((m.home, m.away)), m.round): m.home for m in own}
        assert all(home[pair, wanted.rounds] != home[pair, wanted.rounds - 1] for pair in again)
        for name in names:
            row = side(own, name)
            assert abs(row.count("H") - row.count("A")) <= 3
        week_of = Counter((name, m.date - dt.timedelta(m.date.weekday())) for m in own for name in (m.home, m.away))
        assert set(week_of.values()) <= {1}
    assert all(kinds[m.date - dt.timedelta(m.date.weekday())] == "play" for m in made.meetings)


@given(
    sizes=st.lists(st.integers(1, 11), min_size=1, max_size=3),
    rounds=st.integers(2, 4),
    french=st.booleans(),
    blank=st.sampled_from(["penultimate", "last", "none"]),
)
def test_any_sizes_make_whole_rounds_and_a_half_one(sizes: list[int], rounds: int, french: bool, blank: str) -> None:
    wanted = brief(
        *(division(f"D{number}", size) for number, size in enumerate(sizes)),
        rounds=rounds,
        second_half="french" if french else "mirrored",
        shape=Shape(blank, half=True),  # type: ignore[arg-type]
    )
    is_one_and_a_half(wanted, make_timetable(wanted, solver=False))


@pytest.mark.long
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_the_solver_makes_it_for_odd_and_even_numbers_and_keeps_every_condition(size: int) -> None:
    wanted = half_round(size)
    made = make_timetable(wanted, limit=3)
    is_one_and_a_half(wanted, made)
    # Four teams have a row of three in two whole rounds as well.
    assert {found.code for found in made.violations} <= ({"run"} if size == 4 else set())
    rows = [side(made.meetings, team.name) for team in wanted.divisions[0].teams]
    [quality] = made.quality
    assert quality.breaks == sum(map(breaks_in, rows))
    assert quality.spread == max(abs(row.count("H") - row.count("A")) for row in rows)
    assert quality.spread <= 2
    assert quality.bound <= quality.least <= quality.breaks


def test_pubs_closed_days_and_wishes_hold_in_the_half_round_too() -> None:
    wanted = brief(division("D", 6, pairs=2), rounds=2, shape=HALF, wishes=(MeetInWeek("D1", "D4", 2, 2),), seed=1)
    mondays = [week.starts for week in calendar_of(wanted) if week.round == 2 and week.kind == "play"]
    teams = wanted.divisions[0].teams
    away = replace(teams[0], blackouts=frozenset({mondays[0]}))
    closed = replace(wanted.venues[-1], closed=frozenset(mondays[:1]))
    wanted = replace(wanted, venues=(*wanted.venues[:-1], closed))
    made = make_timetable(wanted, limit=20)
    is_one_and_a_half(wanted, made)
    assert made.violations == ()
    assert [(m.round, m.week) for m in made.meetings if {m.home, m.away} == {"D1", "D4"}][-1] == (2, 2)
    assert away.name == "D1"


@pytest.mark.parametrize("size", range(2, 13))
@pytest.mark.parametrize("rounds", [2, 3])
@pytest.mark.parametrize("second_half", ["mirrored", "french"])
def test_no_timetable_of_the_catalogue_is_below_the_bound(size: int, rounds: int, second_half: str) -> None:
    for one in suited(size, rounds, second_half, True)[:3]:  # type: ignore[arg-type]
        breaks = sum(breaks_in(season_row(row, rounds, second_half, True)) for row in patterns_of(one, size))  # type: ignore[arg-type]
        assert breaks >= fewest_breaks(size, rounds, second_half, True)  # type: ignore[arg-type]


@pytest.mark.long
def test_a_smaller_division_plays_half_of_its_own_round() -> None:
    wanted = brief(division("A", 8), division("B", 6), division("C", 5), rounds=2, shape=HALF)
    made = make_timetable(wanted, limit=20)
    is_one_and_a_half(wanted, made)
    again = Counter(m.division for m in made.meetings if m.round == 2)
    assert again == {"A": 4 * 4, "B": 3 * 3, "C": 3 * 2}
    assert made.violations == ()


def test_the_weeks_of_a_half_round_and_its_blank_one() -> None:
    laid = season_weeks(dt.date(2026, 9, 14), rounds=2, play_weeks=5, no_play=[], shape=HALF)
    rounds = ["".join(week.kind[0] for week in laid if week.round == number) for number in (1, 2)]
    assert rounds == ["ppppcp", "ppcp"]
    # A single round is whole.
    assert len(season_weeks(dt.date(2026, 9, 14), rounds=1, play_weeks=5, no_play=[], shape=HALF)) == 6


def test_the_quality_sheet_tells_the_spread_and_what_odd_numbers_mean() -> None:
    odd = quality_lines(make_timetable(half_round(7), solver=False).quality[0])
    even = quality_lines(make_timetable(half_round(6), solver=False).quality[0])
    whole = quality_lines(make_timetable(half_round(6, shape=Shape()), solver=False).quality[0])
    assert any(line.startswith("Over the season each team is at most") for line in even)
    assert "With an odd number of teams some play one fixture more than others in the half round." in odd
    assert not any("half round" in line for line in even)
    assert not any(line.startswith("Over the season") for line in whole)


def test_a_brief_comes_back_as_it_was() -> None:
    assert brief_from_dict(brief_to_dict(half_round(6))) == half_round(6)
