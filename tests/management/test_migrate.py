"""`manage.py migrate` from two deployments at once, and under traffic."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.settings.test import ON_SERVICES

if not ON_SERVICES:
    pytest.skip("locks between processes are PostgreSQL's: MUGGINS_TEST_ON=services", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.long


class Copy:
    """A database of its own, and processes that migrate it."""

    def __init__(self, admin: psycopg.Connection[tuple[object, ...]], server: str, name: str, template: str) -> None:
        self.admin, self.name, self.url = admin, name, f"{server}/{name}"
        self.drop()
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[arg-type]
        self.processes: list[subprocess.Popen[str]] = []

    def migrate(self, *arguments: str) -> subprocess.Popen[str]:
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "MUGGINS_TEST_ON": "services",
            "MUGGINS_TEST_DATABASE_URL": self.url,
        }
        command = [sys.executable, "manage.py", "migrate", "--noinput", *arguments]
        self.processes.append(
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
        return self.processes[-1]

    def drop(self) -> None:
        self.admin.execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')  # type: ignore[arg-type]


@pytest.fixture(params=["empty", "migrated"])
def database(request: pytest.FixtureRequest, django_db_setup: None) -> Iterator[Copy]:
    given = settings.DATABASES["default"]
    password = f":{given['PASSWORD']}" if given.get("PASSWORD") else ""
    server = f"postgresql://{given['USER']}{password}@{given.get('HOST') or '127.0.0.1'}:{given.get('PORT') or 5432}"
    own = str(connection.settings_dict["NAME"])
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        copy = Copy(admin, server, f"{own}_copy", "template1" if request.param == "empty" else own)
        try:
            yield copy
        finally:
            for process in copy.processes:
                process.kill()
            copy.drop()


@pytest.mark.parametrize("database", ["empty"], indirect=True)
def test_two_that_migrate_an_empty_database_at_once_both_end_well(database: Copy) -> None:
    started = [database.migrate() for _ in range(2)]
    printed = [process.communicate(timeout=300)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0], printed
    assert sum("Applying league.0001_schema" in text for text in printed) == 1
    assert sum("No migrations to apply" in text for text in printed) == 1


@pytest.mark.parametrize("database", ["migrated"], indirect=True)
def test_a_change_that_waits_for_a_table_holds_nobody_up(database: Copy) -> None:
    """A report reads the seasons for as long as it takes; the site reads them meanwhile, and the change comes after."""
    back = database.migrate("league", "0036")
    assert (back.communicate(timeout=300)[0], back.returncode)[1] == 0
    with psycopg.connect(database.url) as report, psycopg.connect(database.url, autocommit=True) as site:
        report.execute("LOCK TABLE league_season IN ACCESS SHARE MODE")
        migrating = database.migrate()
        assert migrating.stdout is not None
        printed, slowest = "", 0.0
        for line in migrating.stdout:
            printed += line
            if "Trying again" in line:
                break
        assert "A table is in use" in printed, printed
        assert f"{report.info.user} (process {report.info.backend_pid}) for " in printed
        end = time.monotonic() + 12
        while time.monotonic() < end:
            began = time.monotonic()
            site.execute("SELECT count(*) FROM league_season")
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.05)
        assert slowest < 4
        report.rollback()
        assert (migrating.communicate(timeout=60)[0], migrating.returncode)[1] == 0
        assert site.execute("SELECT count(*) FROM django_migrations WHERE name LIKE '0037%'").fetchone() == (1,)
