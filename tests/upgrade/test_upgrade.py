"""From every release to the newest: its stored database is restored, migrated, and says and shows what it did then."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils.html import escape

from league.models import Fixture, League, Player
from league.rules.chain import Whole
from league.services.journal import find_hash, verify
from league.services.ops.backups.engines import new_database, pointed_at
from tests.models.test_migrations import tables_of
from tests.test_releases import HEADINGS
from tests.upgrade import releases

RELEASES = [heading.split(",")[0] for heading in HEADINGS[1:]]
LARGEST = 300_000
pytestmark = pytest.mark.long


def test_every_release_is_stored_for_both_databases() -> None:
    stored = {path.name for path in releases.HERE.iterdir() if path.suffix in (".xz", ".json")}
    wanted = {f"{version}.{end}" for version in RELEASES for end in ("json", *releases.ENDS.values())}
    assert wanted <= stored
    assert max(path.stat().st_size for path in releases.HERE.glob("*.xz")) <= LARGEST


def schema() -> str:
    """The tables of ours, as PostgreSQL tells them before and after a dump: with other casts and brackets."""
    told = {
        table: {kind: sorted(map(str, rows)) for kind, rows in of.items()}
        for table, of in tables_of(connection).items()
    }
    return re.sub(r"::[a-z ]+(\[\])?|[()]", "", json.dumps(told, indent=1, sort_keys=True))


@pytest.fixture(params=sorted(path.name.removesuffix(".sql.xz") for path in releases.HERE.glob("*.sql.xz")))
def upgraded(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any, tmp_path: Path
) -> Iterator[str]:
    """The version whose database the connection is to, restored and migrated."""
    version: str = request.param
    with django_db_blocker.unblock():
        fresh = schema()
        name = f"{connection.settings_dict['NAME']}_upgraded" if connection.vendor == "postgresql" else "upgraded"
        with new_database(name, tmp_path) as database, pointed_at(database):
            releases.restore(releases.file_of(version), tmp_path)
            applied = dict(sorted(MigrationRecorder.Migration.objects.values_list("app", "name")))
            assert applied == releases.told_by(version)["migrations"]
            call_command("migrate", verbosity=0, interactive=False)
            assert schema() == fresh
            yield version


def test_an_upgraded_release_says_and_shows_what_it_did(upgraded: str) -> None:
    told, client = releases.told_by(upgraded), Client()
    with time_machine.travel(releases.NOW, tick=False):
        now = releases.tell()
        there = {model._meta.db_table for model in apps.get_models()}
        # What Django makes of each model is another with every model.
        made = {"auth_permission", "django_content_type"}
        then = {table: rows for table, rows in told["counts"].items() if table in there - made}
        assert {table: now["counts"][table] for table in then} == then
        for league in League.objects.order_by("pk"):
            number, end = told["journals"][connection.vendor][league.slug]
            assert isinstance(verify(league), Whole), league
            assert find_hash(league, end) == number
        assert now["tables"].keys() == told["tables"].keys()
        for address, rows in told["tables"].items():
            columns = rows[0].keys() & now["tables"][address][0].keys()
            assert [{name: row[name] for name in columns} for row in now["tables"][address]] == [
                {name: row[name] for name in columns} for row in rows
            ]
            slug, season, division = address.split("/")
            page = client.get(f"/leagues/{slug}/tables/{season}/{division}/")
            assert page.status_code == 200, address
            text = page.content.decode()
            assert [row["team"] for row in rows if escape(row["team"]) not in text] == []
        some = ("", "fixtures/", "rules/", "honours/")
        pages = [f"/leagues/{league.slug}/{page}" for league in League.objects.order_by("pk") for page in some]
        pages += [f"/leagues/{each.league.slug}/fixtures/{each.pk}/" for each in Fixture.objects.order_by("pk")[:5]]
        pages += [f"/leagues/{each.league.slug}/players/{each.pk}/" for each in Player.objects.order_by("pk")[:5]]
        assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)
