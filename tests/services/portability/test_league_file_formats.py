"""Files of every format that Muggins has ever written, each by the version that wrote it: read, and written anew.

`tests/data/league-files/N.zip` was exported by the last Muggins that wrote format N, or the last whose database cannot
be migrated any more, from the league that `tests/services/whole_league.py` made then; `4-first` by the first that wrote
format 4, to which tables came while it was the latest.
"""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from league.models import Dispute, Division, Fixture, Game, JournalEntry, League, Match, Player, Result
from league.queries.standings.standings import division_table
from league.rules.chain import Whole
from league.services.journal import verify
from league.services.portability.exports import VERSION, export_league
from league.services.portability.exports.tables import TABLES
from league.services.portability.league_import.older import OLDEST
from tests.services.taken import LATER, said, take_in
from tests.services.whole_league import everything

FILES = Path(__file__).parents[2] / "data" / "league-files"
FORMATS = ("1", "2", "3", "4-first", "4")

pytestmark = pytest.mark.django_db


def manifest_of(file: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        found: dict[str, Any] = json.loads(archive.read("manifest.json"))
    return found


def file_of(name: str) -> bytes:
    return (FILES / f"{name}.zip").read_bytes()


def test_there_is_a_file_of_every_format_and_each_is_read() -> None:
    assert {path.name for path in FILES.iterdir()} == {f"{name}.zip" for name in FORMATS}
    assert OLDEST == 1
    assert [manifest_of(file_of(name))["version"] for name in FORMATS] == [int(name[0]) for name in FORMATS]
    assert {int(name[0]) for name in FORMATS} == {*range(1, VERSION + 1)}


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_each_format_is_read_and_written_anew(name: str) -> None:
    """A database of an older version is taken along in a file of that version: this one has to read it."""
    file = file_of(name)
    promised = {entry["table"]: entry["rows"] for entry in manifest_of(file)["tables"]}
    with transaction.atomic():
        report = take_in(file)
        league = League.objects.get()
        assert report.rows == promised
        table = [(row.team.name, row.row.points) for row in division_table(Division.objects.get()).rows]
        chain = verify(league)
        assert isinstance(chain, Whole)
        assert chain.number == promised["journalentry"] + 1
        first, out = everything(), io.BytesIO()
        export_league(league, out, by=None, now=LATER)
        transaction.set_rollback(True)
    assert not League.objects.exists()
    take_in(out.getvalue())
    assert manifest_of(out.getvalue())["version"] == VERSION
    # What stands is the same once more; the second file has its own entries of export and import.
    assert [(row.team.name, row.row.points) for row in division_table(Division.objects.get()).rows] == table
    again = everything()
    for kept in (Fixture, Player, Result, Match, Game, Dispute):
        assert again[kept.__name__] == first[kept.__name__]
    assert JournalEntry.objects.count() == promised["journalentry"] + 3


@pytest.mark.parametrize("name", FORMATS)
def test_what_older_formats_lacked_is_as_it_was_played(name: str) -> None:
    take_in(file_of(name))
    assert {dispute.times_returned for dispute in Dispute.objects.all()} == {0}
    assert not Fixture.objects.exclude(withdrawal=None).exists()
    assert not Player.objects.exclude(merged_into=None).exists()
    assert {match.games_most for match in Match.objects.all()} == {3}


def test_a_file_of_a_format_to_come_is_told_which_are_read() -> None:
    """Whoever runs the older server is told what to do, and where to begin."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", json.dumps({**manifest_of(file_of("4")), "version": VERSION + 1}))
    assert said(file.getvalue()) == [
        f"manifest.json: has version {VERSION + 1} of the format, and this Muggins reads versions 1 to {VERSION}"
    ]


def test_every_table_of_a_file_is_of_a_format_there_is() -> None:
    assert {table.since for table in TABLES} <= {0, *range(1, VERSION + 1)}
    assert {table.model for table in TABLES} <= set(apps.get_app_config("league").get_models())
