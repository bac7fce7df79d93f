"""Changing a timetable by hand: what an edit does to the meetings, what it cannot do, and when a timetable is old."""

import datetime as dt
from dataclasses import replace

import pytest

from timetable.edits import Edit, Move, Reverse, Swap, apply, check_edit, describe_edit, outdated
from timetable.make import make_timetable
from timetable.values import Brief, Division, Team, Venue
from timetable.weeks import calendar_of

EIGHT = dt.time(20)
NIGHTS = {"Ash": 1, "Box": 1, "Cob": 2, "Dot": 1}
TEAMS = tuple(Team(name, f"The {name}", night, EIGHT) for name, night in NIGHTS.items())
BRIEF = Brief(
    divisions=(Division("One", TEAMS),),
    venues=tuple(Venue(team.venue) for team in TEAMS),
    first_week=dt.date(2027, 9, 13),
)
CALENDAR = calendar_of(BRIEF)
MEETINGS = make_timetable(BRIEF, solver=False).meetings


def test_a_swap_gives_each_the_other_s_week_on_its_own_night() -> None:
    first, other = 0, next(i for i, m in enumerate(MEETINGS) if m.home == "Cob" and m.week != MEETINGS[0].week)
    after = apply(BRIEF, MEETINGS, Swap(first, other), CALENDAR)
    was = MEETINGS[first], MEETINGS[other]
    assert (after[first].round, after[first].week) == (was[1].round, was[1].week)
    assert (after[other].round, after[other].week) == (was[0].round, was[0].week)
    assert [f"{after[i].date:%A}" for i in (first, other)] == [f"{m.date:%A}" for m in was]
    assert [m for i, m in enumerate(after) if i not in (first, other)] == [
        m for i, m in enumerate(MEETINGS) if i not in (first, other)
    ]
    assert apply(BRIEF, after, Swap(first, other), CALENDAR) == MEETINGS


def test_turning_round_twice_is_nothing() -> None:
    after = apply(BRIEF, MEETINGS, Reverse(3), CALENDAR)
    was = MEETINGS[3]
    assert (after[3].home, after[3].away, after[3].venue) == (was.away, was.home, f"The {was.away}")
    assert apply(BRIEF, after, Reverse(3), CALENDAR) == MEETINGS


def test_a_move_takes_the_date_of_its_week() -> None:
    after = apply(BRIEF, MEETINGS, Move(0, 2, 4), CALENDAR)
    start = next(week.starts for week in CALENDAR if (week.round, week.number) == (2, 4))
    night = NIGHTS[after[0].home]
    assert after[0].date == start + dt.timedelta(days=night)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Swap(0, 0), "Choose two fixtures to swap."),
        (Swap(0, 1), "These two are in the same week; swapping them changes nothing."),
        (Swap(0, 12), "There is no such fixture in this timetable."),
        (Reverse(-1), "There is no such fixture in this timetable."),
        (Move(0, 3, 1), "Choose one of the season’s weeks."),
        (Move(0, 1, 1), "It is in this week already."),
    ],
)
def test_what_cannot_be_done_is_told(edit: Edit, said: str) -> None:
    fault = check_edit(MEETINGS, edit, CALENDAR)
    assert fault is not None
    assert fault.message == said


def test_an_edit_says_what_it_does() -> None:
    first, other = MEETINGS[0], MEETINGS[2]
    assert describe_edit(Reverse(0), MEETINGS) == f"turned {first.home} v {first.away} (week 1) round"
    assert describe_edit(Move(0, 2, 4), MEETINGS) == f"moved {first.home} v {first.away} (week 1) to week 4 of round 2"
    assert describe_edit(Swap(0, 2), MEETINGS) == (
        f"swapped {first.home} v {first.away} (week 1) and {other.home} v {other.away} (week {other.week})"
    )


def test_a_timetable_is_old_when_teams_nights_pubs_or_weeks_are_others() -> None:
    def with_teams(*teams: Team) -> Brief:
        return replace(BRIEF, divisions=(Division("One", teams),))

    def outdated_lines(brief: Brief) -> list[str]:
        return outdated(brief, MEETINGS, calendar_of(brief))

    ash, *others = TEAMS
    elm = Team("Elm", "The Elm", 1, EIGHT)
    assert outdated_lines(BRIEF) == []
    assert outdated_lines(replace(BRIEF, no_play=frozenset({dt.date(2027, 9, 21)}))) == ["The season has other weeks."]
    assert outdated_lines(with_teams(*others)) == ["Ash is no longer in One."]
    assert outdated_lines(with_teams(*TEAMS, elm))[0] == "Elm has come to One."
    for changed in (replace(ash, night=4), replace(ash, venue="The Elm")):
        assert outdated_lines(with_teams(changed, *others)) == [
            "Ash plays at home at another place or on another night."
        ]
    assert outdated_lines(with_teams(replace(ash, blackouts=frozenset({dt.date(2027, 9, 14)})), *others)) == []
