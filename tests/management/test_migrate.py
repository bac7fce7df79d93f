"""`bin/migrate` from two deployments at once: each ends well, and the database is migrated once."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.settings.test import ON_SERVICES

if not ON_SERVICES:
    pytest.skip("a lock between hosts is PostgreSQL's: MUGGINS_TEST_ON=services", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_two_that_migrate_an_empty_database_at_once_both_end_well() -> None:
    given = settings.DATABASES["default"]
    password = f":{given['PASSWORD']}" if given.get("PASSWORD") else ""
    server = f"postgresql://{given['USER']}{password}@{given.get('HOST') or '127.0.0.1'}:{given.get('PORT') or 5432}"
    name = f"{connection.settings_dict['NAME']}_twice"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')  # type: ignore[arg-type]
        admin.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "MUGGINS_TEST_ON": "services",
            "MUGGINS_TEST_DATABASE_URL": f"{server}/{name}",
        }
        command = [sys.executable, "manage.py", "migrate", "--noinput"]
        started = [
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for _ in range(2)
        ]
        try:
            printed = [process.communicate(timeout=300)[0] for process in started]
            assert [process.returncode for process in started] == [0, 0], printed
            assert sum("Applying league.0001_schema" in text for text in printed) == 1
            assert sum("No migrations to apply" in text for text in printed) == 1
        finally:
            for process in started:
                process.kill()
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')  # type: ignore[arg-type]
