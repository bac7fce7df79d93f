"""A season is loaded from a folder of spreadsheets, and what was done is told."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Fixture, League
from tests.services.small_league import GOOD

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in GOOD.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def load(folder: Path, *options: str) -> None:
    call_command("import_season", str(folder), *options)


def test_it_is_loaded_once_and_the_second_time_everything_was(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(folder)
    assert Fixture.objects.count() == 6
    told = capsys.readouterr().out.splitlines()
    assert "season: 2026-27" in told
    assert any(line.startswith("new: ") and "fixtures 6" in line for line in told)
    load(folder)
    assert capsys.readouterr().out.splitlines()[-1] == "Everything was loaded already."
    assert Fixture.objects.count() == 6


def test_checked_only_it_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(folder, "--check")
    assert capsys.readouterr().out.splitlines()[-1] == "Checked only; nothing was written."
    assert not Fixture.objects.exists()
    assert not League.objects.exists()


def test_a_file_of_another_name_is_named_and_the_others_are_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "raffle.csv").write_text("prize,ticket\nham,12\n", "utf-8")
    load(folder)
    assert "raffle.csv: not read" in capsys.readouterr().err
    assert Fixture.objects.count() == 6


def test_a_folder_that_is_not_there_or_has_nothing_to_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no such folder"):
        load(tmp_path / "nowhere")
    (tmp_path / "raffle.csv").write_text("prize,ticket\nham,12\n", "utf-8")
    with pytest.raises(CommandError, match="nothing was read"):
        load(tmp_path)
