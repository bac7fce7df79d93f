"""Timetables: what every one keeps, that nothing better exists, and what is said where not all can be kept."""

import datetime as dt
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import timetable
from tests.timetable import checker
from tests.timetable.briefs import EIGHT, FIRST, brief, briefs, division, folder, shared
from timetable.bounds import fewest_breaks
from timetable.make import make_timetable
from timetable.values import (
    Brief,
    Division,
    MeetInWeek,
    NeverBothAtHome,
    SecondHalf,
    Team,
    Timetable,
    Venue,
)

RANDOM = settings(deadline=None, suppress_health_check=list(HealthCheck))


def made_and_checked(asked: Brief, *, limit: float = 60) -> Timetable:
    """A timetable that has its shape, and breaks exactly what it says it breaks."""
    made = make_timetable(asked, limit=limit)
    found = checker.faults(asked, made.meetings)
    assert [fault for fault in found if fault[0] in checker.SHAPE] == []
    assert Counter(violation.code for violation in made.violations) == Counter(fault[0] for fault in found)
    assert [sheet.breaks for sheet in made.quality] == [checker.breaks(d, made.meetings) for d in asked.divisions]
    assert all(sheet.bound <= sheet.least for sheet in made.quality)
    return made


@pytest.mark.parametrize("second_half", ["mirrored", "french"])
@pytest.mark.parametrize("teams", [2, 3, *range(5, 21)])
def test_pairs_that_share_a_pub_cost_no_break(teams: int, second_half: SecondHalf) -> None:
    for pairs in {0, teams // 4, teams // 2}:
        made = made_and_checked(brief(division("D", teams, pairs=pairs), second_half=second_half))
        [sheet] = made.quality
        assert (made.violations, made.conflicts, made.proven) == ((), (), True)
        assert sheet.breaks == sheet.bound == fewest_breaks(teams, 2, second_half)
        assert sheet.balance == (teams + 1) % 2
        assert max(sheet.home_run, sheet.away_run) <= 2
        assert sheet.carry_over <= sheet.carry_over_circle
        assert sheet.carry_over < sheet.carry_over_circle or teams % 2 or teams < 8


@pytest.mark.parametrize(
    ("teams", "rounds", "second_half", "breaks"),
    [
        (8, 1, "mirrored", 6),
        (8, 2, "mirrored", 18),
        (8, 2, "french", 16),
        (8, 3, "mirrored", 30),
        (8, 4, "mirrored", 42),
        (8, 3, "french", 24),
        (8, 4, "french", 32),
        (9, 1, "mirrored", 0),
        (9, 2, "mirrored", 9),
        (9, 2, "french", 1),
        (9, 3, "french", 2),
        (3, 4, "mirrored", 9),
        (2, 4, "mirrored", 0),
        (1, 2, "mirrored", 0),
        (0, 2, "mirrored", 0),
    ],
)
def test_breaks_are_as_few_as_can_be(teams: int, rounds: int, second_half: SecondHalf, breaks: int) -> None:
    made = made_and_checked(brief(division("D", teams), rounds=rounds, second_half=second_half))
    assert ([sheet.breaks for sheet in made.quality], made.violations, made.proven) == ([breaks], (), True)


def test_four_teams_mirrored_cannot_avoid_a_row_of_three() -> None:
    made = made_and_checked(brief(division("D", 4)))
    assert made.conflicts == ("No team of D plays three times in a row at home, or away.",)
    assert ([violation.code for violation in made.violations], made.proven) == (["run", "run"], True)
    assert made_and_checked(brief(division("D", 4), second_half="french")).violations == ()


def test_the_penultimate_week_is_blank_for_every_division() -> None:
    made = made_and_checked(brief(division("A", 6), division("B", 10), division("C", 7)))
    assert {(m.division, m.week) for m in made.meetings if m.week >= 9} == {("A", 10), ("B", 10), ("C", 10)}
    assert {m.week for m in made.meetings if m.division == "A"} == {1, 2, 3, 4, 10}


def test_an_odd_division_has_a_free_week_for_everybody_in_each_round() -> None:
    made = made_and_checked(brief(division("D", 7)))
    assert Counter((name, number) for _, number, _, name in made.byes) == {
        (f"D{place}", number): 1 for place in range(1, 8) for number in (1, 2)
    }


@pytest.mark.parametrize("seed", range(3))
def test_divisions_that_share_pubs_are_made_together(seed: int) -> None:
    made = made_and_checked(shared((10, 12, 14, 16), 14, seed=seed))
    assert [(sheet.breaks, sheet.violations) for sheet in made.quality] == [(24, 0), (30, 0), (36, 0), (42, 0)]


def test_a_season_from_spreadsheets() -> None:
    asked = folder()
    made = made_and_checked(asked)
    always = "cannot play on Wednesday 28 October 2026, and every team of Division 2 plays that evening."
    assert made.conflicts == (f"Windmill B {always}",)
    assert made.further_conflicts == ((f"Royal Oak {always}",),)
    assert [(v.code, v.division) for v in made.violations] == [("blackout", "Division 2")] * 2
    assert (made.proven, [sheet.breaks for sheet in made.quality]) == (True, [24] * 4)


def test_two_who_cannot_play_on_a_day_meet_each_other_then() -> None:
    """Both conditions are broken whatever is done; so they are broken by one fixture, not by two."""
    made = made_and_checked(folder())
    assert [violation.code for violation in made.violations] == ["blackout", "blackout"]
    assert len({violation.where for violation in made.violations}) == 1


def test_only_one_of_an_odd_division_has_a_free_week() -> None:
    """Two that cannot play on the same day are one too many: proven, though there are far too many rounds to try."""
    day = FIRST + dt.timedelta(days=1)
    eleven = division("D", 11, night=1)
    teams = tuple(replace(team, blackouts=frozenset([day])) if n < 2 else team for n, team in enumerate(eleven.teams))
    made = made_and_checked(brief(replace(eleven, teams=teams)))
    assert made.conflicts == tuple(f"{name} cannot play on Tuesday 15 September 2026." for name in ("D1", "D2"))
    assert (len(made.violations), made.proven) == (1, True)


def test_two_nights_share_a_board() -> None:
    one, other = division("A", 6, night=0, pubs="P"), division("B", 6, night=1, pubs="P")
    assert made_and_checked(brief(one, other)).violations == ()


def test_different_starts_of_an_evening_are_one_evening() -> None:
    teams = division("D", 6, pairs=1).teams
    late = replace(teams[1], start=dt.time(21))
    made = made_and_checked(brief(Division("D", (teams[0], late, *teams[2:]))))
    assert (made.violations, made.proven) == ((), True)


def test_three_teams_at_one_board_are_refused_with_the_reason() -> None:
    teams = division("D", 6).teams
    crown = (replace(team, venue="Crown") for team in teams[:3])
    made = made_and_checked(brief(Division("D", (*crown, *teams[3:]))))
    reason = "Crown has room for 1 fixture at once, and D1, D2 and D3 are all at home there on Mondays."
    assert (made.conflicts, made.proven, {v.code for v in made.violations}) == ((reason,), True, {"boards"})


def test_a_third_team_on_another_night_is_no_trouble() -> None:
    teams = division("D", 6).teams
    crown = (*(replace(team, venue="Crown") for team in teams[:2]), replace(teams[2], venue="Crown", night=3))
    assert made_and_checked(brief(Division("D", (*crown, *teams[3:])))).violations == ()


def test_a_closed_pub_contradicts_its_mirror_image() -> None:
    pub = Venue("D pub 0", closed=frozenset({dt.date(2026, 9, 28)}))
    made = made_and_checked(brief(division("D", 8, pairs=1), venues=[pub]))
    assert set(made.conflicts) == {
        "D pub 0 is closed on Monday 28 September 2026, the home night of D1 and D2.",
        "D pub 0 has room for 1 fixture at once, and D1 and D2 are both at home there on Mondays.",
    }
    assert (len(made.violations), made.proven) == (1, True)
    assert made.notes == (
        "The contradictions are proven for rounds played in the order of the first, with home and away swapped.",
    )


def test_closed_days_are_kept_at_the_price_of_breaks() -> None:
    teams = division("D", 10)
    days = (dt.date(2026, 9, 21), dt.date(2026, 9, 28))
    closed = [Venue(team.venue, closed=frozenset({days[place % 2]})) for place, team in enumerate(teams.teams[:6])]
    made = made_and_checked(brief(teams, venues=closed))
    [sheet] = made.quality
    assert (made.violations, made.proven) == ((), True)
    assert sheet.breaks == sheet.least >= sheet.bound


def test_a_team_that_cannot_play_has_its_free_week_then() -> None:
    teams = division("D", 7).teams
    away = replace(teams[0], blackouts=frozenset({dt.date(2026, 9, 28)}))
    made = made_and_checked(brief(Division("D", (away, *teams[1:]))))
    assert (made.violations, next(bye for bye in made.byes if bye[3] == "D1")) == ((), ("D", 1, 3, "D1"))


def test_a_smaller_division_is_idle_when_a_team_cannot_play() -> None:
    teams = division("D", 8).teams
    away = replace(teams[0], blackouts=frozenset({dt.date(2026, 9, 28)}))
    made = made_and_checked(brief(Division("D", (away, *teams[1:])), division("E", 10)))
    assert (made.violations, made.proven) == ((), True)
    assert [m for m in made.meetings if m.division == "D" and (m.round, m.week) == (1, 3)] == []


def test_a_team_that_can_play_on_some_nights_plays_then() -> None:
    teams = [replace(team, night=place % 2) for place, team in enumerate(division("D", 8).teams)]
    monday = dt.date(2026, 9, 28)
    teams[0] = replace(teams[0], blackouts=frozenset({monday}))
    made = made_and_checked(brief(Division("D", tuple(teams))))
    assert (made.violations, [m for m in made.meetings if m.date == monday and "D1" in (m.home, m.away)]) == ((), [])


def test_wishes_are_kept() -> None:
    wishes = (MeetInWeek("D1", "D2", 1, 1), MeetInWeek("D3", "D4", 2, 10), NeverBothAtHome("D5", "E5"))
    made = made_and_checked(brief(division("D", 10), division("E", 10), wishes=wishes))
    assert (made.violations, made.proven) == ((), True)


@pytest.mark.parametrize(
    ("wishes", "conflict"),
    [
        ([MeetInWeek("D1", "D2", 1, 5)], ["D1 and D2 meet in week 5 of round 1, the blank week."]),
        ([MeetInWeek("D1", "D2", 3, 1)], ["D1 and D2 meet in week 1 of round 3."]),
        (
            [MeetInWeek("D1", "D2", 1, 1), MeetInWeek("D1", "D3", 1, 1)],
            ["D1 and D2 meet in week 1 of round 1.", "D1 and D3 meet in week 1 of round 1."],
        ),
        (
            [MeetInWeek("D1", "D2", 1, 1), MeetInWeek("D1", "D2", 2, 2)],
            ["D1 and D2 meet in week 1 of round 1.", "D1 and D2 meet in week 2 of round 2."],
        ),
    ],
)
def test_wishes_that_cannot_be_kept_are_named(wishes: list[MeetInWeek], conflict: list[str]) -> None:
    made = made_and_checked(brief(division("D", 6), wishes=tuple(wishes)))
    assert (sorted(made.conflicts), made.further_conflicts) == (conflict, ())
    assert ([violation.code for violation in made.violations], made.proven) == (["wish"], True)


def test_the_same_brief_gives_the_same_timetable() -> None:
    asked = shared((8, 9), 6, seed=1)
    assert make_timetable(asked) == make_timetable(asked)
    assert make_timetable(asked).seconds > 0


def test_progress_is_told() -> None:
    told: list[str] = []
    make_timetable(brief(division("A", 4), division("B", 4)), progress=told.append)
    assert told == ["1 of 2: A", "2 of 2: B"]


def test_without_the_solver_the_circle_says_what_it_does_not_keep() -> None:
    asked = brief(division("D", 6, pairs=3), wishes=(NeverBothAtHome("D1", "D3"),))
    made = make_timetable(asked, solver=False)
    assert (made.method, made.quality[0].breaks, made.quality[0].carry_over) == ("circle", 12, 60)
    ignored = "boards at the venues, teams never at home in the same week and rows of three"
    assert made.notes == (f"Made by the circle method, without the solver. It did not consider: {ignored}.",)
    found = checker.faults(asked, made.meetings)
    assert {fault[0] for fault in found}.isdisjoint(checker.SHAPE)
    assert Counter(violation.code for violation in made.violations) == Counter(fault[0] for fault in found)


@pytest.mark.long
def test_no_time_still_gives_a_timetable() -> None:
    asked = shared((10, 12), 8, seed=0)
    made = make_timetable(asked, limit=0)
    assert {fault[0] for fault in checker.faults(asked, made.meetings)}.isdisjoint(checker.SHAPE)


def test_a_brief_that_is_none_is_refused_with_every_problem() -> None:
    teams = (Team("A", "Crown", 0, EIGHT), Team("A", "Nowhere", 7, EIGHT))
    asked = brief(Division("D", teams), rounds=0, wishes=(NeverBothAtHome("A", "B"), NeverBothAtHome("A", "A")))
    with pytest.raises(ValueError, match="The team A is named 2 times") as refused:
        make_timetable(replace(asked, venues=(Venue("Crown"),)))
    assert str(refused.value).splitlines() == [
        "The team A is named 2 times.",
        "A are at home at Nowhere, which is not among the venues.",
        "A are at home on night 7: 0 is Monday, 6 is Sunday.",
        "A wish is about B, which is not among the teams.",
        "A wish is about A twice.",
        "There are 0 rounds: at least one is played.",
    ]


def kept_or_refused(asked: Brief, *, limit: float = 60) -> None:
    made = made_and_checked(asked, limit=limit)
    if made.violations:
        assert made.proven <= bool(made.conflicts)
    else:
        assert made.conflicts == ()


@pytest.mark.long
@settings(RANDOM, max_examples=60)
@given(briefs(largest=7, divisions=2))
def test_any_brief_is_kept_or_refused(asked: Brief) -> None:
    kept_or_refused(asked)


def test_only_the_solver_needs_ortools() -> None:
    texts = [path.read_text() for path in Path(timetable.__file__).parent.glob("*.py")]
    assert len(texts) > 10
    assert [text for text in texts if "from ortools" in text or "from timetable.solver" in text] == []
