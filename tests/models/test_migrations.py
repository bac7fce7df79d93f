"""An empty database is migrated to what the models say; one of before the migrations were joined is refused."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.writer import MigrationWriter

from cardroom.models import LessonDone, PlayGame
from league.enums import Side
from league.models import League, Team, User, Venue
from league.queries.ops import FIRST_OF_BEFORE
from tests.databases import on_the_server

LOOKED_AT = {
    "sqlite": {
        "columns": 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(%s)',
        "made": "SELECT sql FROM sqlite_master WHERE name = %s",
        "indexes": "SELECT name, sql FROM sqlite_master WHERE tbl_name = %s AND type = 'index' AND sql IS NOT NULL",
    },
    "postgresql": {
        "columns": "SELECT column_name, data_type, is_nullable, column_default, character_maximum_length"
        " FROM information_schema.columns WHERE table_name = %s",
        "constraints": "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass",
        "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s",
    },
}


@pytest.fixture
def empty(django_db_setup: None, django_db_blocker: Any, tmp_path: Path) -> Iterator[Any]:
    """A connection to a database with nothing in it, known as “empty”."""
    found: Any = connection.copy("empty")
    name = str(tmp_path / "empty.sqlite3")
    if connection.vendor == "postgresql":
        name = f"{connection.settings_dict['NAME']}_empty"
        on_the_server(f'CREATE DATABASE "{name}"')
    found.settings_dict["NAME"] = name
    connections["empty"] = found
    connections.settings["empty"] = found.settings_dict
    with django_db_blocker.unblock():
        yield found
        found.close()
    del connections["empty"], connections.settings["empty"]
    if connection.vendor == "postgresql":
        on_the_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def tables_of(found: Any, labels: tuple[str, ...] = ("league", "cardroom")) -> dict[str, dict[str, set[Any]]]:
    """The columns, constraints and indexes of every table that a model of ours has."""
    apps_of_ours = [apps.get_app_config(label) for label in labels]
    ours = {model._meta.db_table for app in apps_of_ours for model in app.get_models(include_auto_created=True)}
    with found.cursor() as cursor:

        def fetch(question: str, table: str) -> set[Any]:
            cursor.execute(question, [table])
            return set(cursor.fetchall())

        told = {table: {what: fetch(sql, table) for what, sql in LOOKED_AT[found.vendor].items()} for table in ours}
    for looked in told.values():
        # SQLite tells the constraints within the words that made the table.
        for (made,) in looked.pop("made", set()):
            looked["constraints"] = set(re.findall(r'CONSTRAINT "(\w+)"', made))
        # Those by which names are searched for are the migration's own (0007_search).
        looked["indexes"] = {index for index in looked["indexes"] if not index[0].endswith("_alike")}
    return told


def test_an_empty_database_is_migrated_to_what_the_models_say(empty: Any) -> None:
    call_command("migrate", database="empty", verbosity=0)
    migrated = tables_of(empty)
    _drop_all(empty)
    with empty.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
    assert migrated == tables_of(empty)
    assert len(migrated) > 40
    assert "fixture_two_teams" in str(migrated["league_fixture"]["constraints"])
    assert "fixture_venue_time" in str(migrated["league_fixture"]["indexes"])


def _drop_all(found: Any) -> None:
    if found.vendor == "postgresql":
        with found.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return
    found.close()
    Path(found.settings_dict["NAME"]).unlink()


def test_no_model_has_changed_without_a_migration(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("first", FIRST_OF_BEFORE)
def test_a_database_of_before_is_refused_with_what_to_do(empty: Any, first: tuple[str, str]) -> None:
    with empty.cursor() as cursor:
        cursor.execute("CREATE TABLE league_before (id integer)")
    MigrationRecorder(empty).record_applied(*first)
    with pytest.raises(SystemCheckError) as refused:
        call_command("migrate", database="empty", verbosity=0, skip_checks=False)
    told = str(refused.value)
    assert "earlier version" in told
    assert told.index("export_league") < told.index("import_league") < told.index("make demo-reset")
    with empty.cursor() as cursor:
        assert set(empty.introspection.table_names(cursor)) == {"league_before", "django_migrations"}


def test_a_migration_knows_texts_as_strings() -> None:
    written, imports = MigrationWriter.serialize(Side.choices)
    assert (written, imports) == ("[('home', 'Home'), ('away', 'Away')]", set())


def test_the_first_migration_has_a_name_of_its_own_each_time_that_all_are_joined() -> None:
    known = {key for key in MigrationLoader(None).disk_migrations if key[0] == "league"}
    assert known.isdisjoint(FIRST_OF_BEFORE)


def test_names_of_before_that_are_one_by_how_they_are_written_stay_and_the_first_has_the_key(empty: Any) -> None:
    call_command("migrate", "league", "0020", database="empty", verbosity=0)
    before = MigrationExecutor(empty).loader.project_state([("league", "0020_waiting_files")]).apps
    rows = before.get_model("league", "League").objects.using("empty")
    leagues = [rows.create(name=name, slug=slug) for name, slug in (("Town", "a"), ("TOWN", "b"), ("To\u202ewn", "c"))]
    teams, venues, users = (
        before.get_model("league", name).objects.using("empty") for name in ("Team", "Venue", "User")
    )
    for number, name in enumerate(("Bell", "bell", "Bell ", "Café", "Cafe\u0301", "\u202e")):
        teams.create(league=leagues[0], name=name, slug=f"t{number}")
    teams.create(league=leagues[1], name="BELL", slug="bell")
    for name in ("Queen's Head", "Queen’s Head"):
        venues.create(league=leagues[0], name=name)
    users.create(email="x@town.example", name="Zoe\u202e")
    call_command("migrate", "league", database="empty", verbosity=0)
    keys = list(Team.objects.using("empty").order_by("pk").values_list("name", "name_key"))
    assert keys == [
        ("Bell", "bell"), ("bell", "bell  2"), ("Bell", "bell  3"), ("Café", "cafe"), ("Café", "cafe  5"),
        ("Team 6", "team 6"), ("BELL", "bell"),
    ]  # fmt: skip
    assert list(League.objects.using("empty").order_by("pk").values_list("name", "name_key")) == [
        ("Town", "town"), ("TOWN", "town  2"), ("Town", "town  3"),
    ]  # fmt: skip
    assert list(Venue.objects.using("empty").order_by("pk").values_list("name_key", flat=True)) == [
        "queen's head", "queen's head  2",
    ]  # fmt: skip
    assert User.objects.using("empty").get().name == "Zoe"
    # Search still finds what is written after the tables were made anew.
    Team.objects.using("empty").create(league_id=leagues[0].pk, name="Nightjar", slug="nightjar")
    if empty.vendor == "sqlite":
        with empty.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM league_alike_team WHERE league_alike_team MATCH 'Nightjar'")
            assert cursor.fetchone() == (1,)


MOVED = {model._meta.model_name for model in apps.get_app_config("cardroom").get_models()}


def test_tables_of_the_card_room_keep_rows_permissions_and_log_when_they_leave_the_league(
    empty: Any, now: dt.datetime
) -> None:
    call_command("migrate", "league", "0026", database="empty", verbosity=0)
    before = MigrationExecutor(empty).loader.project_state([("league", "0026_fold_again")]).apps
    create_contenttypes(apps.get_app_config("league"), using="empty", apps=before, verbosity=0)
    create_permissions(apps.get_app_config("league"), using="empty", apps=before, verbosity=0)
    old = tables_of(empty, ("cardroom",))
    types = ContentType.objects.using("empty").filter(model__in=MOVED)
    numbers = dict(types.values_list("model", "pk"))
    assert set(types.values_list("app_label", flat=True)) == {"league"}
    user = before.get_model("league", "User").objects.using("empty").create(email="olive@town.example")
    table = before.get_model("league", "PlayTable").objects.using("empty").create(
        slug="secret", owner=user, ruleset={}, seats=[], created_at=now, used_at=now
    )  # fmt: skip
    before.get_model("league", "PlayGame").objects.using("empty").create(
        table=table, number=1, share="public", begun_at=now
    )
    before.get_model("league", "LessonDone").objects.using("empty").create(user=user, lesson="go", done_at=now)
    permissions = Permission.objects.using("empty").filter(content_type__model__in=MOVED)
    rights = set(permissions.values_list("pk", "codename", "content_type"))
    assert len(rights) == 4 * len(MOVED)

    call_command("migrate", database="empty", verbosity=0)
    assert tables_of(empty, ("cardroom",)) == old
    assert dict(types.values_list("model", "pk")) == numbers
    assert set(types.values_list("app_label", flat=True)) == {"cardroom"}
    assert set(permissions.values_list("pk", "codename", "content_type")) == rights
    assert [game.share for game in PlayGame.objects.using("empty").filter(table__owner=user.pk)] == ["public"]
    assert LessonDone.objects.using("empty").get().lesson == "go"


def test_tables_of_the_card_room_can_go_back_to_the_league(empty: Any) -> None:
    call_command("migrate", database="empty", verbosity=0)
    create_contenttypes(apps.get_app_config("cardroom"), using="empty", verbosity=0)
    old = tables_of(empty, ("cardroom",))
    call_command("migrate", "cardroom", "zero", database="empty", verbosity=0)
    call_command("migrate", "league", "0026", database="empty", verbosity=0)
    assert tables_of(empty, ("cardroom",)) == old
    assert set(
        ContentType.objects.using("empty").filter(model__in=MOVED).values_list("app_label", flat=True)
    ) == {"league"}  # fmt: skip
