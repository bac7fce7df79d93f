"""What is in the file with which a league is taken along, and who may have it."""

import datetime as dt
import io
import json
import zipfile

import pytest
from django.apps import apps
from django.db import transaction

from league.errors import NotAllowed
from league.models import (
    JournalEntry,
    Player,
)
from league.services.portability.exports import export_league
from league.services.portability.exports.tables import LEFT_OUT, TABLES, fields_of, references_of
from tests import factories
from tests.services.taken import (
    Taken,
)


def test_every_model_is_exported_or_left_out_for_a_reason() -> None:
    models = set(apps.get_app_config("league").get_models())
    exported = [table.model for table in TABLES]
    assert set(exported) | set(LEFT_OUT) == models
    assert len(exported) == len(set(exported))
    assert not set(exported) & set(LEFT_OUT)
    assert all(LEFT_OUT.values())


def test_every_field_is_exported_but_what_stays_behind() -> None:
    behind = {
        "user": {"password", "last_login", "is_staff", "is_superuser", "address_version"},
        "journalentry": {"imported"},
        # What follows from a name.
        **{name: {"name_key"} for name in ("venue", "team", "season", "division")},
        "league": {"name_key", "suspended_at", "suspended_because"},
    }
    for table in TABLES:
        every = {field.name for field in table.model._meta.concrete_fields}
        assert every - {field.name for field in fields_of(table)} == behind.get(table.name, set())


def test_a_table_comes_after_those_it_refers_to() -> None:
    order = [table.model for table in TABLES]
    for table in TABLES:
        for name, target in references_of(table).items():
            assert order.index(target) <= order.index(table.model), f"{table.name}.{name}"


def test_the_league_of_these_tests_has_a_row_of_everything(taken: Taken) -> None:
    manifest = json.loads(taken.members()["manifest.json"])
    assert {entry["table"]: entry["rows"] for entry in manifest["tables"] if not entry["rows"]} == {}
    assert [entry["table"] for entry in manifest["tables"]] == [table.name for table in TABLES]
    assert manifest["league"] == {"name": "Ünder “the” Hill", "slug": "hill"}
    assert manifest["exported_at"] == "2026-11-03T12:00:00+00:00"


def test_an_export_holds_no_password_and_no_secret(taken: Taken) -> None:
    whole = b"".join(taken.members().values())
    assert b"password" not in whole
    assert b"md5$" not in whole
    assert b"secret-address" not in whole
    assert b"is_superuser" not in whole


def test_an_export_holds_its_own_entry_of_the_journal(taken: Taken) -> None:
    last = taken.rows("journalentry")[-1]
    assert (last["kind"], last["key"], last["what"]) == ("league-exported", "1", "exported the whole league")
    assert taken.rows("journalhead")[0]["hash"] == last["hash"] == taken.head


def test_an_export_names_only_the_people_of_its_league(db: None, now: dt.datetime) -> None:
    town = factories.town()
    factories.town("Abroad League", "abroad")
    out = io.BytesIO()
    written = export_league(town.league, out, by=None, now=now)
    assert written.rows["user"] == 6
    with zipfile.ZipFile(out) as archive:
        assert b"abroad" not in b"".join(archive.read(name) for name in archive.namelist())


def test_only_the_secretary_exports(db: None, now: dt.datetime) -> None:
    town = factories.town()
    with pytest.raises(NotAllowed):
        export_league(town.league, io.BytesIO(), by=town.captains["Bell"], now=now)
    assert not JournalEntry.objects.exists()


@pytest.mark.long
def test_the_same_league_at_the_same_moment_is_the_same_file(db: None, now: dt.datetime) -> None:
    made = []
    for _ in range(2):
        with transaction.atomic():
            town, out = factories.town(), io.BytesIO()
            for player in Player.objects.all():
                player.delete()
            export_league(town.league, out, by=None, now=now)
            made.append(sorted(zipfile.ZipFile(out).namelist()))
            transaction.set_rollback(True)
    assert made[0] == made[1]
