"""The quality sheet and the violations of a timetable that a person has changed."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.timetable.briefs import brief, division
from timetable.make import make_timetable
from timetable.quality import assess
from timetable.values import Brief, Meeting, NeverBothAtHome, Timetable, Venue


@pytest.fixture(scope="module")
def timetable_brief() -> Brief:
    pub = Venue("D pub 0", closed=frozenset({dt.date(2026, 10, 12)}))
    return brief(division("D", 6, pairs=1), venues=[pub], second_half="french", wishes=(NeverBothAtHome("D3", "D4"),))


@pytest.fixture(scope="module")
def made_timetable(timetable_brief: Brief) -> Timetable:
    return make_timetable(
        replace(
            timetable_brief, venues=tuple(replace(v, closed=frozenset()) for v in timetable_brief.venues), wishes=()
        )
    )


def changed(made_timetable: Timetable, index: int, **fields: object) -> list[Meeting]:
    meetings = list(made_timetable.meetings)
    meetings[index] = replace(meetings[index], **fields)  # type: ignore[arg-type]
    return meetings


def codes(table: Timetable) -> set[str]:
    return {violation.code for violation in table.violations}


def test_the_sheet_of_what_was_made_is_the_same_again(timetable_brief: Brief, made_timetable: Timetable) -> None:
    again = assess(
        replace(
            timetable_brief, venues=tuple(replace(v, closed=frozenset()) for v in timetable_brief.venues), wishes=()
        ),
        made_timetable.meetings,
    )
    assert (again.quality, again.violations, again.byes, again.proven) == (made_timetable.quality, (), (), True)


def test_the_order_of_the_meetings_does_not_matter(timetable_brief: Brief, made_timetable: Timetable) -> None:
    assert assess(timetable_brief, made_timetable.meetings[::-1]) == assess(timetable_brief, made_timetable.meetings)


def test_home_and_away_reversed(timetable_brief: Brief, made_timetable: Timetable) -> None:
    first = made_timetable.meetings[0]
    table = assess(timetable_brief, changed(made_timetable, 0, home=first.away, away=first.home, venue="elsewhere"))
    [found] = [violation for violation in table.violations if violation.code == "pairs"]
    assert "are at home in rounds 1 and 2." in found.message
    assert {frozenset((table.meetings[at].home, table.meetings[at].away)) for at in found.where} == {
        frozenset((first.home, first.away))
    }
    assert not table.proven


def test_a_fixture_in_the_blank_week(timetable_brief: Brief, made_timetable: Timetable) -> None:
    table = assess(timetable_brief, changed(made_timetable, 0, date=dt.date(2026, 10, 12)))
    found = next(violation for violation in table.violations if violation.code == "blank-week")
    assert found.message.endswith("Monday 12 October 2026 is in the blank week of round 1.")
    assert [table.meetings[at].date for at in found.where] == [dt.date(2026, 10, 12)]


@pytest.mark.parametrize(
    ("day", "ending"),
    [
        (dt.date(2027, 6, 7), "is outside the season."),
        (dt.date(2026, 11, 9), "is in a week of round 2, not 1."),
    ],
)
def test_a_fixture_in_a_wrong_week(
    timetable_brief: Brief, made_timetable: Timetable, day: dt.date, ending: str
) -> None:
    table = assess(timetable_brief, changed(made_timetable, 0, date=day))
    assert any(v.code == "blank-week" and v.message.endswith(ending) for v in table.violations)


def test_two_fixtures_in_a_week(timetable_brief: Brief, made_timetable: Timetable) -> None:
    table = assess(timetable_brief, changed(made_timetable, 0, date=made_timetable.meetings[3].date))
    assert "twice-a-week" in codes(table)


def test_a_fixture_too_few_and_one_too_many(timetable_brief: Brief, made_timetable: Timetable) -> None:
    first = made_timetable.meetings[0]
    few = assess(timetable_brief, made_timetable.meetings[1:])
    names = " and ".join(sorted((first.home, first.away)))
    assert f"{names} meet not at all in round 1." in [violation.message for violation in few.violations]
    many = assess(timetable_brief, (*made_timetable.meetings, first))
    assert f"{names} meet 2 times in round 1." in [violation.message for violation in many.violations]


def test_a_venue_that_is_closed_or_full(timetable_brief: Brief, made_timetable: Timetable) -> None:
    hosts = [index for index, meeting in enumerate(made_timetable.meetings) if meeting.venue == "D pub 0"]
    day = dt.date(2026, 10, 12)
    meetings = [replace(m, date=day) if index in hosts[:2] else m for index, m in enumerate(made_timetable.meetings)]
    table = assess(timetable_brief, meetings)
    assert {"closed", "boards"} <= codes(table)
    closed = next(violation for violation in table.violations if violation.code == "closed")
    assert closed.message.startswith("D pub 0 is closed on Monday 12 October 2026: ")


def test_no_meetings_at_all(timetable_brief: Brief) -> None:
    table = assess(timetable_brief, [])
    assert (codes(table), len(table.violations), table.quality[0].breaks) == ({"pairs"}, 30, 0)
