"""The two commands: a league goes into a file, and out of it on another server."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from league.models import JournalEntry, League
from tests import factories
from tests.factories import Town


def ran(*args: object, **options: object) -> str:
    out = StringIO()
    call_command(*map(str, args), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


@pytest.fixture
def file(db: None, tmp_path: Path) -> Path:
    """The file of a league that is here no more."""
    path = tmp_path / "town.zip"
    with transaction.atomic():
        factories.town()
        told = ran("export_league", "town", "--out", path, "--check")
        transaction.set_rollback(True)
    assert "league 1, venue 4" in told
    assert f"Town League is in {path}" in told
    return path


def test_a_league_goes_into_a_file_and_comes_out_of_it(file: Path) -> None:
    assert "Checked only; nothing was written." in ran("import_league", file, "--check")
    assert not League.objects.exists()
    told = ran("import_league", file)
    assert "team 4" in told
    assert "Town League is here now, at /leagues/town/." in told
    assert list(JournalEntry.objects.order_by("number").values_list("kind", flat=True)) == [
        "league-exported",
        "league-imported",
    ]


def test_it_may_have_another_name_here(file: Path) -> None:
    factories.user("secretary@town.example")
    told = ran("import_league", file, "--check")
    assert "secretary@town.example is the address of an account here that the file does not know." in told
    assert "name their address with --same-person." in told
    same = ("--same-person", "secretary@town.example")
    told = ran("import_league", file, "--name", "Old Town", "--slug", "old-town", *same)
    assert "1 of its people has an account here already and kept it." in told
    assert League.objects.get().slug == "old-town"


def test_a_league_whose_secretary_cannot_sign_in_is_told(file: Path) -> None:
    factories.user("secretary@town.example")
    told = ran("import_league", file)
    assert "kept on a new account without an address" in told
    assert "The secretary can invite whoever of these is the same person, under People." in told
    assert "Nobody can sign in as its secretary." in told


def test_what_is_wrong_is_printed_and_ends_with_status_1(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(file.read_bytes()[:1000])
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("import_league", str(file), stdout=out, stderr=err)
    assert ended.value.code == 1
    assert out.getvalue().startswith("This is not a zip file, or only part of one.")
    assert "1 problem; nothing was written." in err.getvalue()


def test_a_file_that_is_not_there_is_told(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        ran("import_league", tmp_path / "nothing.zip")


def test_no_file_is_overwritten_and_no_half_of_one_is_left(town: Town, tmp_path: Path) -> None:
    there = tmp_path / "there.zip"
    there.write_text("mine")
    with pytest.raises(CommandError, match="is there already"):
        ran("export_league", "town", "--out", there)
    with pytest.raises(CommandError, match="cannot be written"):
        ran("export_league", "town", "--out", tmp_path / "nowhere" / "x.zip")
    with pytest.raises(CommandError, match="There is no league “village” here; there is town"):
        ran("export_league", "village", "--out", tmp_path / "x.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["there.zip"]
    assert not JournalEntry.objects.exists()
