"""`bin/lint-migrations`: what a new migration may not do while the site serves is found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.settings.test import ON_SERVICES

if not ON_SERVICES:
    pytest.skip("it reads the SQL of PostgreSQL: MUGGINS_TEST_ON=services", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]
DROPS = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("league", "%s")]
    operations = [migrations.RemoveField("team", "slug")]
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """This one, but for migrations of its own."""
    shared = [path for path in ROOT.iterdir() if path.name not in ("league", "bin", "tests")]
    for path in [*shared, *(path for path in (ROOT / "league").iterdir() if path.name != "migrations")]:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(exist_ok=True)
        copy.symlink_to(path)
    shutil.copytree(ROOT / "league/migrations", tmp_path / "league/migrations")
    shutil.copytree(ROOT / "tests/upgrade", tmp_path / "tests/upgrade")
    shutil.copytree(ROOT / "bin", tmp_path / "bin")
    return tmp_path


def lint(checkout: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, checkout / "bin/lint-migrations"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.long
def test_a_migration_that_the_version_before_cannot_work_with_is_found(checkout: Path) -> None:
    done = lint(checkout)
    assert (done.returncode, "none holds others up" in done.stdout) == (0, True), done.stdout + done.stderr
    newest = max(path.stem for path in (checkout / "league/migrations").glob("0*.py"))
    (checkout / "league/migrations/9999_of_the_test.py").write_text(DROPS % newest)
    done = lint(checkout)
    assert (done.returncode, "DROPPING columns" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "league.9999_of_the_test: change it" in done.stdout
    accepted = '{"league.9999_of_the_test": {"DROP_COLUMN": "Nobody reads it."}, "league.0001_schema": {}}'
    (checkout / "tests/upgrade/accepted.json").write_text(accepted)
    done = lint(checkout)
    assert done.returncode == 1
    assert "9999" not in done.stdout
    assert "league.0001_schema is accepted, and no migration since" in done.stdout
