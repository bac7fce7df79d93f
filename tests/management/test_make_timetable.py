"""`manage.py make_timetable` as it is run: a folder of spreadsheets in, a timetable out, nothing written."""

import contextlib
import datetime as dt
import io
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from league.management.commands.make_timetable import Command

ROOT = Path(__file__).resolve().parents[2]
SEASONS = ROOT / "tests" / "data" / "seasons"
DEMO = ROOT / "league" / "demo"


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run that is over: its exit code, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def run(folder: Path, *options: str) -> FinishedRun:
    """The command as its line is typed, in this process. No test of this module may ask a database: it would fail."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            Command().run_from_argv(["manage.py", "make_timetable", str(folder), *options])
        except SystemExit as left:
            code = int(left.code or 0)
    return FinishedRun(code, out.getvalue(), err.getvalue())


def run_alone(folder: Path, *options: str, tmp: Path) -> FinishedRun:
    """The command in a process of its own, without any database: the one it is pointed at cannot be made."""
    nowhere = {
        "MUGGINS_SQLITE": str(tmp / "no" / "such" / "place.sqlite3"),
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
    }
    command = [sys.executable, "manage.py", "make_timetable", str(folder), *options]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | nowhere, capture_output=True, text=True, timeout=120, check=False
    )
    return FinishedRun(done.returncode, done.stdout, done.stderr)


def make_json(folder: Path, *options: str) -> dict[str, Any]:
    done = run(folder, "--json", "--limit", "20", *options)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def odd() -> dict[str, Any]:
    """Five teams, three of which two share a pub, and one alone."""
    return make_json(SEASONS / "odd")


def test_the_demo_s_season_keeps_all_that_can_be_kept() -> None:
    found = make_json(DEMO)
    assert len(found["fixtures"]) == 360
    # Everybody in Division 2 plays on Wednesdays in every week of play, and two of them cannot on one.
    assert [violation["code"] for violation in found["violations"]] == ["blackout", "blackout"]
    assert all("28 October 2026" in violation["message"] for violation in found["violations"])
    assert found["conflicts"] != []
    sheets = {sheet["division"]: (sheet["breaks"], sheet["bound"], sheet["proven"]) for sheet in found["quality"]}
    assert {name: sheet for name, sheet in sheets.items() if name != "Division 2"} == dict.fromkeys(
        ("Division 1", "Division 3", "Division 4"), (24, 24, True)
    )
    blank = [(week["round"], week["week"]) for week in found["weeks"] if week["kind"] == "catch-up"]
    assert blank == [(1, 9), (2, 9)]
    assert not any((f["round"], f["week"]) in blank for f in found["fixtures"])
    assert found["fixtures"][0].keys() == {"division", "round", "week", "date", "home", "away", "venue"}


def test_odd_divisions_two_teams_a_pub_and_a_team_alone(odd: dict[str, Any]) -> None:
    found = odd
    count = Counter(fixture["division"] for fixture in found["fixtures"])
    assert count == {"One": 20, "Two": 6}
    assert found["violations"] == []
    at_the_fox = Counter(f["date"] for f in found["fixtures"] if f["venue"] == "Fox")
    assert max(at_the_fox.values()) == 1
    assert all({f["date"], "Crown"} != {"2027-09-22", f["home"]} for f in found["fixtures"])
    free = [bye for bye in found["byes"] if bye["division"] == "One"]
    assert Counter(bye["team"] for bye in free) == dict.fromkeys(("Anchor", "Bell", "Crown", "Dove", "Eagle"), 2)
    sheet = next(sheet for sheet in found["quality"] if sheet["division"] == "Three")
    assert (sheet["teams"], sheet["breaks"], sheet["violations"]) == (1, 0, [])


def test_conditions_that_cannot_all_hold_are_named_and_what_is_not_kept_is_listed() -> None:
    done = run(SEASONS / "impossible", "--json", "--limit", "20")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["violations"] != []
    assert found["conflicts"] != []
    assert done.stderr.endswith("not kept; each is listed.\n")
    assert len(found["fixtures"]) == 6
    told = {violation["message"] for violation in found["violations"]}
    assert told >= {message for sheet in found["quality"] for message in sheet["violations"]}


def test_it_reads_well_without_json(tmp_path: Path) -> None:
    done = run_alone(SEASONS / "odd", "--limit", "20", tmp=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[1:3] == ["One", "==="]
    assert [line for line in lines if "-- blank, for postponed fixtures --" in line][:2] == [
        "   5  11 Oct  -- blank, for postponed fixtures --",
        "   5  29 Nov  -- blank, for postponed fixtures --",
    ]
    assert "      25 Oct  -- no play --" in lines
    assert "Every condition is kept." in lines
    assert any("free: " in line for line in lines)
    assert max(len(line) for line in lines) <= 110


def test_the_second_half_may_be_french_by_the_file_or_by_the_option(tmp_path: Path, odd: dict[str, Any]) -> None:
    folder = tmp_path / "season"
    shutil.copytree(SEASONS / "odd", folder)
    head, line = (folder / "season.csv").read_text().splitlines()
    (folder / "season.csv").write_text(f"{head},Second Half\n{line},French\n")
    by_file, by_option = make_json(folder), make_json(SEASONS / "odd", "--second-half", "french")
    assert by_file["fixtures"] == by_option["fixtures"]
    assert _weeks(odd, 1) == _weeks(odd, 2)
    assert _weeks(by_file, 1) != _weeks(by_file, 2)


def _weeks(found: dict[str, Any], number: int) -> set[tuple[frozenset[str], int]]:
    return {(frozenset((f["home"], f["away"])), f["week"]) for f in found["fixtures"] if f["round"] == number}


@pytest.mark.parametrize(
    "option", [("--limit", "soon"), ("--limit", "0"), ("--seed", "x"), ("--second-half", "upside")]
)
def test_an_option_that_cannot_be_is_refused(option: tuple[str, str]) -> None:
    done = run(SEASONS / "odd", *option)
    assert (done.returncode, done.stdout) == (2, "")


def test_every_fault_of_the_files_is_told_with_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    shutil.copytree(SEASONS / "impossible", folder)
    (folder / "teams.csv").write_text(
        "team,division,home venue,home night,start,cannot play on\n"
        "Ash,One,The In,Tuesday,20:00,\nBeech,One,The Inn,Tewsday,eightish,2027-02-30\nCedar,One,Mill,Tuesday,20:00,\n"
    )
    (folder / "wishes.csv").write_text(
        "wish,team,other,round,week\nmeet in week,Ash,Cedar,1,9\nhope,Ash,Cedar,,\nnever both at home,Ash,Seedar,,\n"
        "meet in week,Ash,Cedar,,\nmeet in week,Ash,Cedar,1,3\n"
    )
    done = run(folder)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        'teams.csv:2, home venue: "The In": no such venue; did you mean "The Inn"?',
        'teams.csv:3, home night: "Tewsday": write a day of the week, like Tuesday',
        'teams.csv:3, start: "eightish": write a time like 20:00',
        'teams.csv:3, cannot play on: "2027-02-30": there is no such day; write it like 2026-09-15 or 15/09/2026',
        'wishes.csv:2, week: "9": round 1 has the weeks 1 to 4',
        'wishes.csv:3, wish: "hope": write meet in week or never both at home',
        'wishes.csv:4, other: "Seedar": no such team; did you mean "Cedar"?',
        'wishes.csv:5, round: "": write a whole number from 1 to 99',
        'wishes.csv:5, week: "": write a whole number from 1 to 99',
        'wishes.csv:6, week: "3": is left blank in round 1',
    ]
    assert done.stderr == "10 problems; no timetable was made.\n"


@pytest.mark.parametrize("missing", ["venues.csv", "teams.csv", "season.csv"])
def test_a_file_that_is_needed_and_not_there(tmp_path: Path, missing: str) -> None:
    folder = tmp_path / "season"
    shutil.copytree(SEASONS / "odd", folder)
    (folder / missing).unlink()
    done = run(folder)
    assert (done.returncode, done.stdout.splitlines()) == (1, [f"{missing}:1: is needed for a timetable"])


def test_a_season_of_one_team_has_nobody_to_meet(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    shutil.copytree(SEASONS / "odd", folder)
    lines = (folder / "teams.csv").read_text().splitlines()
    (folder / "teams.csv").write_text("\n".join([lines[0], lines[-1]]))
    done = run(folder)
    said = "season.csv:2, season: no division has two teams that could meet"
    assert (done.returncode, done.stdout.splitlines()) == (1, [said])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = run(tmp_path / "none")
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no such folder" in done.stderr


def test_dates_are_those_of_the_home_team_s_night(odd: dict[str, Any]) -> None:
    nights = {f["home"]: f"{dt.date.fromisoformat(f['date']):%A}" for f in odd["fixtures"]}
    assert nights["Crown"] == "Wednesday"
    assert nights["Anchor B"] == "Thursday"
