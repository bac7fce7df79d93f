"""Seasons whose blank weeks are others than the penultimate of each round, and fortnightly ones."""

import datetime as dt
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timetable.calendar import Shape, WeekPlan, monday_of, season_weeks
from timetable.make import make_timetable
from timetable.values import Brief, Division, MeetInWeek, Team, Venue
from timetable.weeks import calendar_of

FIRST = dt.date(2026, 9, 14)
LETTERS = {"play": "p", "catch-up": "b", "no-play": "-"}


def week(number: int) -> dt.date:
    """The Monday so many weeks after the first."""
    return FIRST + dt.timedelta(weeks=number)


def drawn(weeks: tuple[WeekPlan, ...]) -> str:
    """The weeks in order, round by round: p play, b blank, - without play."""
    rounds = sorted({week.round for week in weeks})
    return " ".join("".join(LETTERS[w.kind] for w in weeks if w.round == number) for number in rounds)


def laid(shape: Shape, *, rounds: int = 2, play_weeks: int = 3, no_play: tuple[int, ...] = ()) -> str:
    return drawn(
        season_weeks(FIRST, rounds=rounds, play_weeks=play_weeks, no_play=[week(n) for n in no_play], shape=shape)
    )


@pytest.mark.parametrize(
    ("shape", "weeks"),
    [
        (Shape(), "ppbp ppbp"),
        (Shape("last"), "ppp pppb"),
        (Shape("none"), "ppp ppp"),
        (Shape("named", frozenset({week(1), week(5)})), "pbpp pbpp"),
        (Shape("named", frozenset({week(1), week(2)})), "pbbpp ppp"),
        (Shape("named", frozenset({week(3)})), "pppb ppp"),
        (Shape("named", frozenset({week(8)})), "ppp pppb"),
        (Shape("named", frozenset({week(-1)})), "ppp ppp"),
    ],
)
def test_the_blank_weeks_of_each_shape(shape: Shape, weeks: str) -> None:
    assert laid(shape) == weeks


def test_half_terms_push_the_later_weeks_back_round_the_named_ones() -> None:
    half_terms = (1, 4, 5)
    weeks = season_weeks(
        FIRST, rounds=1, play_weeks=4, no_play=[week(n) for n in half_terms], shape=Shape("named", frozenset({week(3)}))
    )
    assert [(w.number, w.kind, w.starts) for w in weeks] == [
        (1, "play", week(0)), (None, "no-play", week(1)), (2, "play", week(2)), (3, "catch-up", week(3)),
        (None, "no-play", week(4)), (None, "no-play", week(5)), (4, "play", week(6)), (5, "play", week(7)),
    ]  # fmt: skip


def test_any_day_names_a_week() -> None:
    wednesday = week(1) + dt.timedelta(days=2)
    assert laid(Shape("named", frozenset({wednesday}))) == laid(Shape("named", frozenset({week(1)})))


def test_a_week_without_play_is_not_left_blank_besides() -> None:
    assert laid(Shape("named", frozenset({week(1)})), rounds=1, no_play=(1,)) == "p-pp"


def test_every_second_week_and_a_blank_one_between_pushes_nothing_back() -> None:
    weeks = season_weeks(
        FIRST, rounds=1, play_weeks=4, no_play=[week(2)], shape=Shape("named", frozenset({week(5)}), every=2)
    )
    assert [(w.number, w.kind, w.starts) for w in weeks] == [
        (1, "play", week(0)), (None, "no-play", week(2)), (2, "play", week(4)), (3, "catch-up", week(5)),
        (4, "play", week(6)), (5, "play", week(8)),
    ]  # fmt: skip


def test_the_usual_shape_is_fortnightly_too() -> None:
    weeks = season_weeks(FIRST, rounds=1, play_weeks=3, no_play=[], shape=Shape(every=2))
    assert [(w.kind, w.starts) for w in weeks] == [
        ("play", week(0)), ("play", week(2)), ("catch-up", week(4)), ("play", week(6)),
    ]  # fmt: skip


shapes = st.builds(
    Shape,
    st.sampled_from(["penultimate", "last", "named", "none"]),
    st.frozensets(st.integers(0, 30).map(week), max_size=4),
    st.integers(1, 3),
)


@given(shapes, st.integers(1, 3), st.integers(1, 9), st.sets(st.integers(0, 30), max_size=6))
def test_every_round_has_its_weeks_of_play_in_order_and_numbers_without_a_gap(
    shape: Shape, rounds: int, play_weeks: int, off: set[int]
) -> None:
    weeks = season_weeks(FIRST, rounds=rounds, play_weeks=play_weeks, no_play=[week(n) for n in off], shape=shape)
    mondays = [w.starts for w in weeks]
    assert mondays == sorted(set(mondays))
    assert {w.starts for w in weeks if w.kind == "no-play"} <= {week(n) for n in off}
    blank = {w.starts for w in weeks if w.kind == "catch-up"}
    if shape.blank == "named":
        assert blank == {monday for monday in shape.named if monday not in {week(n) for n in off}}
    else:
        assert len(blank) == {"penultimate": rounds, "last": 1, "none": 0}[shape.blank]
    for number in range(1, rounds + 1):
        own = [w for w in weeks if w.round == number]
        assert [w.kind for w in own].count("play") == play_weeks
        assert [w.number for w in own if w.number] == list(range(1, 1 + sum(w.kind != "no-play" for w in own)))


def brief(sizes: tuple[int, ...], rounds: int, shape: Shape, off: set[int]) -> Brief:
    """Divisions of these sizes, each team at home at a pub of its own, on whatever night."""
    divisions = tuple(
        Division(
            f"Division {place}",
            tuple(Team(f"{place}.{n}", f"Pub {place}.{n}", (place + n) % 5, dt.time(20)) for n in range(size)),
        )
        for place, size in enumerate(sizes)
    )
    venues = tuple(Venue(team.venue) for division in divisions for team in division.teams)
    return Brief(divisions, venues, FIRST, rounds, frozenset(week(n) for n in off), shape=shape)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(2, 7), min_size=1, max_size=3).map(tuple),
    st.integers(1, 3),
    shapes,
    st.sets(st.integers(0, 20), max_size=4),
)
def test_every_pair_meets_as_often_as_said_and_nobody_plays_in_a_blank_week(
    sizes: tuple[int, ...], rounds: int, shape: Shape, off: set[int]
) -> None:
    wanted = brief(sizes, rounds, shape, off)
    made = make_timetable(wanted, solver=False)
    play = {w.starts: (w.round, w.number) for w in calendar_of(wanted) if w.kind == "play"}
    assert {(monday_of(m.date), (m.round, m.week)) for m in made.meetings} <= set(play.items())
    met = Counter(frozenset((m.home, m.away)) for m in made.meetings)
    pairs = [frozenset((a.name, b.name)) for d in wanted.divisions for a, b in combinations(d.teams, 2)]
    assert met == dict.fromkeys(pairs, rounds)
    assert {v.code for v in made.violations} <= {"run", "balance"}
    for division in wanted.divisions:
        for number in range(1, rounds + 1):
            last = max(number_ for of_round, number_ in play.values() if of_round == number)
            own = [m for m in made.meetings if m.division == division.name and m.round == number]
            assert max(m.week for m in own) == last, "each division ends a round with it, whatever its size"


def test_a_derby_cannot_be_in_a_named_week() -> None:
    wanted = brief((4,), 1, Shape("named", frozenset({week(1)})), set())
    in_blank = Brief(wanted.divisions, wanted.venues, FIRST, 1, wishes=(MeetInWeek("0.0", "0.1", 1, 2),),
                     shape=wanted.shape)  # fmt: skip
    assert "wish" in {violation.code for violation in make_timetable(in_blank, solver=False).violations}


def test_with_the_solver_too_named_weeks_stay_blank() -> None:
    pytest.importorskip("ortools")
    wanted = brief((6, 4), 2, Shape("named", frozenset({week(2), week(6)})), {4})
    made = make_timetable(wanted, limit=10)
    blank = {w.starts for w in calendar_of(wanted) if w.kind != "play"}
    assert blank == {week(2), week(4), week(6)}
    assert not {monday_of(m.date) for m in made.meetings} & blank
    assert {violation.code for violation in made.violations} <= {"run"}
