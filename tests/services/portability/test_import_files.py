"""Loading spreadsheets into an empty database: other dialects, part by part, and from the command line."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Count

from league.enums import JournalKind, ResultKind
from league.models import Blackout, Fixture, Game, JournalEntry, League, Player, Registration, Result
from league.services.portability.imports import HEADINGS, import_season
from tests.services.spreadsheets import BAD, BAD_LINES, DIALECTS, FILES, NOW, counted, lines, rewritten


def test_every_fault_of_a_bad_file_is_told_and_nothing_is_written(db: None, tmp_path: Path, capsys: Any) -> None:
    files = FILES | {"results.csv": BAD.read_bytes()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(SystemExit) as stopped:
        call_command("import_season", str(tmp_path))
    assert stopped.value.code == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == BAD_LINES
    assert err.splitlines()[-1] == f"{len(BAD_LINES)} problems; nothing was written."
    assert not League.objects.filter(slug="cribbage-league").exists()
    assert not any(counted().values())


@pytest.mark.long
def test_a_windows_file_loads_into_an_empty_league_as_well(db: None) -> None:
    league = League.objects.create(name="Elsewhere", slug="elsewhere")
    dialect = DIALECTS["Windows, tabs and points"]
    import_season({name: rewritten(name, **dialect) for name in HEADINGS}, league, by=None, now=NOW)
    assert (Game.objects.count(), Blackout.objects.count(), Fixture.objects.count()) == (3726, 23, 140)
    assert Player.objects.filter(name="Dorota Sørensen").count() == sum(
        line["player"] == "Dorota Sørensen" for line in lines("players.csv")
    )


@pytest.mark.long
def test_a_season_may_come_in_parts_and_week_by_week(db: None) -> None:
    league = League.objects.create(name="Elsewhere", slug="elsewhere")
    parts = [{name: FILES[name] for name in ("season.csv", "venues.csv", "teams.csv")}]
    parts += [{name: FILES[name]} for name in ("players.csv", "fixtures.csv")]
    for part in parts:
        import_season(part, league, by=None, now=NOW)
    assert (Registration.objects.count(), Fixture.objects.count(), Result.objects.count()) == (611, 140, 0)
    head, *rest = FILES["results.csv"].decode().splitlines(keepends=True)
    first_week = [line for line in rest if line.split(",")[1] <= "2026-09-20"]
    report = import_season({"results.csv": "".join([head, *first_week]).encode()}, league, by=None, now=NOW)
    assert (report.created, report.changed, report.unchanged) == ({"results": 20}, {}, {})
    # Next week's file holds everything so far.
    report = import_season({"results.csv": FILES["results.csv"]}, league, by=None, now=NOW)
    assert (report.created, report.changed, report.unchanged) == (
        {"postponements": 1, "results": 119},
        {},
        {"results": 20},
    )
    games = Result.objects.filter(kind=ResultKind.PLAYED).annotate(games=Count("matches__games"))
    assert {result.games for result in games} == {27}
    assert JournalEntry.objects.filter(kind=JournalKind.SEASON_IMPORTED).count() == 5
