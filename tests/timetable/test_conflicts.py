"""What is called impossible is so: against every timetable there is of up to four teams."""

import datetime as dt
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest
from hypothesis import HealthCheck, assume, given, settings

from tests.timetable import checker
from tests.timetable.briefs import NIGHTS, briefs
from timetable.make import make_timetable
from timetable.values import Brief, Meeting, MeetInWeek


def every_round(names: list[str]) -> Iterator[list[list[tuple[str, str]]]]:
    """Every way to play one round, week by week."""
    teams = names + [""] * (len(names) % 2)
    pairs = list(combinations(teams, 2))
    weeks = [week for week in combinations(pairs, len(teams) // 2) if len({t for p in week for t in p}) == len(teams)]
    for half in permutations(weeks, len(teams) - 1):
        if len({pair for week in half for pair in week}) == len(pairs):
            played = [[pair for pair in week if "" not in pair] for week in half]
            sides = list(product((False, True), repeat=sum(map(len, played))))
            for swaps in sides:
                swap = iter(swaps)
                yield [[pair[::-1] if next(swap) else pair for pair in week] for week in played]


def every_timetable(brief: Brief) -> Iterator[list[Meeting]]:
    """Of a brief with one division."""
    [division] = brief.divisions
    teams = {team.name: team for team in division.teams}
    weeks = checker.play_weeks(brief)
    for half in every_round(list(teams)):
        meetings = []
        for number in range(1, brief.rounds + 1):
            later = (number - 1) % len(half) if brief.second_half == "french" else 0
            played = [week for round_number, week in weeks if round_number == number]
            for week, pairs in zip(played, half[later:] + half[:later], strict=True):
                for pair in pairs:
                    home, away = pair if number % 2 else pair[::-1]
                    host = teams[home]
                    date = weeks[number, week] + dt.timedelta(days=host.night)
                    meetings.append(Meeting(division.name, number, week, date, home, away, host.venue))
        yield meetings


def concerns(sentence: str, fault: checker.Fault) -> bool:
    """Return True if this is the condition that is broken."""
    kind, *about = fault
    if kind == "wish":
        wish = about[0]
        if isinstance(wish, MeetInWeek):
            return sentence.startswith(f"{wish.team} and {wish.other} meet in week {wish.week} of round {wish.round}")
        return sentence == f"{wish.team} and {wish.other} are never at home in the same week."
    if kind in ("balance", "run"):
        return sentence.startswith("Every team" if kind == "balance" else "No team")
    name, day = about
    assert isinstance(day, dt.date)
    if kind == "boards":
        return sentence.startswith(f"{name} has room") and sentence.endswith(f"{NIGHTS[day.weekday()]}s.")
    words = "is closed on" if kind == "closed" else "cannot play on"
    return sentence.startswith(f"{name} {words} {day:%A} {day.day} {day:%B %Y},") or sentence == (
        f"{name} {words} {day:%A} {day.day} {day:%B %Y}."
    )


SMALL = briefs(largest=4, divisions=1)


def refusal_is_true(brief: Brief) -> None:
    assume(len(brief.divisions[0].teams) >= 2)
    made = make_timetable(brief)
    possible = [checker.faults(brief, meetings) for meetings in every_timetable(brief)]
    assert made.proven
    assert len(made.violations) == min(map(len, possible))
    if not made.violations:
        fewest = min(
            checker.breaks(brief.divisions[0], m) for m in every_timetable(brief) if not checker.faults(brief, m)
        )
        assert made.quality[0].breaks == fewest
    for conflict in filter(None, (made.conflicts, *made.further_conflicts)):
        broken = [{s for s in conflict if any(concerns(s, fault) for fault in faults)} for faults in possible]
        assert all(broken), "some timetable keeps all of them"
        assert all({sentence} in broken for sentence in conflict), "one of them can be left out"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(SMALL)
def test_refusals_are_true_of_every_timetable(brief: Brief) -> None:
    refusal_is_true(brief)


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(SMALL.filter(lambda brief: len(brief.divisions[0].teams) == 3))
def test_refusals_are_true_of_every_timetable_of_three(brief: Brief) -> None:
    refusal_is_true(brief)
