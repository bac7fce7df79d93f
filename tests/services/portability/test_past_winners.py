"""Past winners from a sheet: headings as people write them, every problem at its line, all or nothing."""

import datetime as dt
from collections.abc import Mapping

import pytest

from league.errors import Invalid, NotAllowed
from league.models import JournalEntry, Winner
from league.services.portability.imports.row_reader import format_problem
from league.services.portability.imports.winners import PlannedWinner, load_winners
from tests.factories import Town
from tests.services.workbooks import xlsx

SHEET = (
    "Roll of honour\n\nSeason;Cup;Winners;Runners-up;Notes\n"
    "1987–88;Pairs Cup;Anchor 1 & Anchor 2;Bell 1 & Bell 2;9–8\n"
    "1999;Division 1;Anchor;;\n"
    ";;;;\n"
    "2001;division 1;The Old Fox;Anchor;\n"
)


def load(town: Town, now: dt.datetime, files: str | Mapping[str, bytes], *, check: bool = False) -> list[PlannedWinner]:
    sent = {"winners.csv": files.encode()} if isinstance(files, str) else files
    return load_winners(sent, town.league, check_only=check, by=town.secretary, now=now)


def problems(town: Town, now: dt.datetime, files: str | Mapping[str, bytes]) -> list[str]:
    with pytest.raises(Invalid) as wrong:
        load(town, now, files)
    assert Winner.objects.count() == 0
    return [format_problem(problem) for problem in wrong.value.problems]


def rows() -> list[tuple[str, str, int, str, str | None, int]]:
    return [
        (one.slug, one.year, one.place, one.name, one.team and one.team.name, one.players.count())
        for one in Winner.objects.order_by("pk")
    ]


def test_a_sheet_is_previewed_loaded_and_loaded_again(town: Town, now: dt.datetime) -> None:
    previewed = load(town, now, SHEET, check=True)
    assert (len(previewed), Winner.objects.count()) == (5, 0)
    load(town, now, SHEET)
    assert rows() == [
        ("pairs-cup", "1987–88", 1, "Anchor 1 & Anchor 2", None, 2),
        ("pairs-cup", "1987–88", 2, "Bell 1 & Bell 2", None, 2),
        ("division-1", "1999", 1, "Anchor", "Anchor", 0),
        ("division-1", "2001", 1, "The Old Fox", None, 0),
        ("division-1", "2001", 2, "Anchor", "Anchor", 0),
    ]
    assert [(entry.what, entry.data) for entry in JournalEntry.objects.all()] == [
        ("loaded 5 past winners", {"rows": 5})
    ]
    assert {one.known for one in load(town, now, SHEET)} == {True}
    assert (Winner.objects.count(), JournalEntry.objects.count()) == (5, 1)


def test_a_workbook_is_read_too(town: Town, now: dt.datetime) -> None:
    book = xlsx({"Cups": [["Year", "Competition", "Winner"], [1987, "Cup", "Bell"], [1988, "Cup", "Anchor"]]})
    load(town, now, {"old.xlsx": book})
    assert [(year, team) for _, year, _, _, team, _ in rows()] == [("1987", "Bell"), ("1988", "Anchor")]


def test_every_problem_is_said_at_its_line_and_nothing_is_written(town: Town, now: dt.datetime) -> None:
    sheet = (
        f"year,competition,winner,runner-up\n1987,Cup,Bell,\nlast,,,Anchor\n1987,cup,bell,\n1990,Cup,{'x' * 121},Fox\n"
    )
    assert problems(town, now, sheet) == [
        "winners.csv:3, competition: Name the competition.",
        'winners.csv:3, year: "last": Write a year with four digits, like 1987 or 1987–88.',
        "winners.csv:3, winner: Name the team or the players.",
        'winners.csv:4, winner: "bell": stands in line 2 already',
        f'winners.csv:5, winner: "{"x" * 60}…": Write 120 characters at most.',
    ]


def test_what_is_no_such_sheet_is_refused_whole(town: Town, now: dt.datetime) -> None:
    assert problems(town, now, "home,away\nBell,Anchor\n") == [
        'winners.csv:1: no column year, competition, winner; the columns must be "year", "competition", "winner", "runner-up", "note"'  # noqa: E501
    ]
    assert problems(town, now, "year,competition,winner\n") == ["winners.csv:1: there is nothing in it to load"]
    assert problems(town, now, {"a.xlsx": b"PK\x03\x04nothing"})[0].startswith("a.xlsx:1: ")


def test_a_formula_is_refused_at_its_cell(town: Town, now: dt.datetime) -> None:
    book = xlsx({"Cups": [["Year", "Competition", "Winner"], ["=A1", "Cup", "Bell"]]})
    assert "cell A2 is a formula; copy the column and paste it as values" in problems(town, now, {"a.xlsx": book})[0]


def test_only_the_secretary_loads(town: Town, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        load_winners({"w.csv": SHEET.encode()}, town.league, by=town.captains["Bell"], now=now)
