"""A timetable as people read it."""

import datetime as dt
from dataclasses import replace

import pytest

from timetable.grid import grid_of, quality_lines, violations_of
from timetable.make import make_timetable
from timetable.values import Brief, Division, Quality, Team, Venue
from timetable.weeks import calendar_of


def team(name: str, *blackouts: dt.date) -> Team:
    return Team(name, f"The {name}", 1, dt.time(20), frozenset(blackouts))


BRIEF = Brief(
    divisions=(
        Division("One", tuple(team(name) for name in ("Ash", "Box", "Cob", "Dot"))),
        Division("Two", tuple(team(name) for name in ("Elm", "Fir", "Gum"))),
    ),
    venues=tuple(Venue(f"The {name}") for name in ("Ash", "Box", "Cob", "Dot", "Elm", "Fir", "Gum")),
    first_week=dt.date(2027, 9, 13),
    rounds=1,
    no_play=frozenset({dt.date(2027, 9, 23)}),
)


def test_every_week_has_its_row_the_blank_one_and_the_one_without_play_too() -> None:
    made, calendar = make_timetable(BRIEF, solver=False), calendar_of(BRIEF)
    rows = grid_of(BRIEF, made, calendar, "One")
    assert [(row.number, row.kind, len(row.cells)) for row in rows] == [
        (1, "play", 2), (None, "no-play", 0), (2, "play", 2), (3, "catch-up", 0), (4, "play", 2),
    ]  # fmt: skip
    assert [made.meetings[cell.index] for row in rows for cell in row.cells] == [
        cell.meeting for row in rows for cell in row.cells
    ]
    free = [row.free for row in grid_of(BRIEF, made, calendar, "Two") if row.cells]
    assert sorted(name for names in free for name in names) == ["Elm", "Fir", "Gum"]


def test_what_is_wrong_stands_beside_its_fixture_and_with_its_division() -> None:
    made = make_timetable(BRIEF, solver=False)
    first = next(m for m in made.meetings if m.division == "One")
    divisions = (Division("One", tuple(team(t.name, first.date) if t.name == first.home else t for t in
                                       BRIEF.divisions[0].teams)), BRIEF.divisions[1])  # fmt: skip
    brief = replace(BRIEF, divisions=divisions)
    made = make_timetable(brief, solver=False)
    said = [v.message for v in made.violations if v.code == "blackout"]
    cells = [cell for row in grid_of(brief, made, calendar_of(brief), "One") for cell in row.cells]
    assert [cell.wrong for cell in cells if said[0] in cell.wrong] != []
    assert said[0] in [v.message for v in violations_of(made, "One")]
    assert said[0] not in [v.message for v in violations_of(made, "Two")]


SHEET = Quality("One", 10, 24, 24, 24, True, 1, 2, 2, 192, 468, 9, 0)


def test_the_quality_sheet_in_words() -> None:
    assert quality_lines(SHEET) == [
        "24 breaks (two at home or two away in a row): the fewest there can be, proven.",
        "In a round each team is at most 1 time more at home than away, or the other way round.",
        "Longest row of home fixtures 2, of away fixtures 2.",
        "At least 9 weeks of play between the two meetings of a pair.",
        "Carry-over 192; the circle method has 468.",
    ]
    assert quality_lines(replace(SHEET, teams=1)) == ["One team: it has nobody to meet."]
    assert "as often at home as away" in quality_lines(replace(SHEET, balance=0))[1]


ROW = "(two at home or two away in a row)"
SHOWN = f"28 breaks {ROW}: the fewest there can be with these conditions, proven; without any, 24."
OPEN = f"30 breaks {ROW}; whether fewer than that are possible is not proven, fewer than 26 are not."


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (replace(SHEET, breaks=28, least=28), SHOWN),
        (replace(SHEET, breaks=30, least=26, proven=False), OPEN),
        (replace(SHEET, breaks=1, bound=1), f"1 break {ROW}: the fewest there can be, proven."),
    ],
)
def test_breaks_say_what_is_proven_of_them(sheet: Quality, said: str) -> None:
    assert quality_lines(sheet)[0] == said
