"""The database's own users, on PostgreSQL: whoever gets SQL to run as the site's user cannot rewrite the journal."""

import datetime as dt
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from config.settings.test import ON_SERVICES
from league.enums import NoticeKind
from league.errors import WrongState
from league.models import JournalEntry, JournalHead, League, User
from league.rules.chain import Whole
from league.services import notices
from league.services.journal import verify
from league.services.mail import delivery
from league.services.ops import database
from league.services.results import confirm, submit
from league.services.seasons.hiding import delete
from tests import stage
from tests.factories import Town, result_sheet

if not ON_SERVICES:
    pytest.skip("SQLite has no users: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "of-the-runtime-user-in-the-tests"


def owner(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def forgotten(role: str) -> list[str]:
    return [f'DROP OWNED BY "{role}"', f'DROP ROLE "{role}"']


@pytest.fixture
def role(transactional_db: None) -> Iterator[str]:
    """A runtime user of this test database alone, made by the script that compose runs, and granted what it needs."""
    name = f"runtime_of_{connection.settings_dict['NAME']}"
    server = connection.settings_dict
    if exists(name):
        owner(*forgotten(name))
    environment = {
        **os.environ,
        "PGHOST": server["HOST"] or "127.0.0.1",
        "PGPORT": str(server["PORT"] or 5432),
        "PGPASSWORD": server["PASSWORD"] or "",
        "POSTGRES_USER": server["USER"],
        "POSTGRES_DB": server["NAME"],
        "RUNTIME_USER": name,
        "RUNTIME_PASSWORD_FILE": "/dev/stdin",
    }
    script = ROOT / "deploy/postgres-runtime.sh"
    subprocess.run([script], env=environment, input=PASSWORD, text=True, check=True)
    call_command("grant_runtime", name, verbosity=0)
    yield name
    owner("RESET ROLE", *forgotten(name))


def exists(name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
        return cursor.fetchone() is not None


@contextmanager
def connected(role: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own, as the runtime user."""
    server = connection.settings_dict
    with psycopg.connect(
        host=server["HOST"] or "127.0.0.1",
        port=server["PORT"] or 5432,
        dbname=server["NAME"],
        user=role,
        password=PASSWORD,
        autocommit=True,
    ) as found:
        yield found


@contextmanager
def the_site_runs_as(role: str) -> Iterator[None]:
    """Within, everything that Django does in this thread is done by the runtime user."""
    server = connection.settings_dict
    before = server["USER"], server["PASSWORD"]
    connection.close()
    server["USER"], server["PASSWORD"] = role, PASSWORD
    try:
        yield
    finally:
        connection.close()
        server["USER"], server["PASSWORD"] = before


@pytest.fixture
def written(town: Town, now: dt.datetime) -> Town:
    """A town whose journal has an entry."""
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    return town


ATTEMPTS = [
    "ALTER TABLE league_journalentry DISABLE TRIGGER ALL",
    "ALTER TABLE league_journalentry DISABLE TRIGGER league_journalentry_stands",
    "ALTER TABLE league_journalhead DISABLE TRIGGER USER",
    "SET session_replication_role = replica",
    "SET LOCAL session_replication_role = 'local'",
    "UPDATE league_journalentry SET what = 'nothing happened'",
    "UPDATE league_journalentry SET number = number",
    "DELETE FROM league_journalentry",
    "TRUNCATE league_journalentry CASCADE",
    "TRUNCATE league_league CASCADE",
    "MERGE INTO league_journalentry e USING league_league l ON l.id = e.league_id WHEN MATCHED THEN DELETE",
    "INSERT INTO league_journalentry SELECT * FROM league_journalentry ON CONFLICT (id) DO UPDATE SET what = 'x'",
    "WITH gone AS (DELETE FROM league_journalentry RETURNING *) SELECT count(*) FROM gone",
    "SELECT * FROM league_journalentry FOR UPDATE",
    "DO $$ BEGIN LOCK TABLE league_journalentry IN ACCESS EXCLUSIVE MODE; END $$",
    "DELETE FROM league_journalhead",
    "TRUNCATE league_journalhead",
    "UPDATE league_journalhead SET number = 0",
    "DROP TABLE league_journalentry CASCADE",
    "ALTER TABLE league_journalentry RENAME TO elsewhere",
    "ALTER TABLE league_journalentry ALTER COLUMN what TYPE text",
    "ALTER TABLE league_journalentry ENABLE ROW LEVEL SECURITY",
    "DROP TRIGGER league_journalentry_stands ON league_journalentry",
    "DROP FUNCTION league_journal_stands() CASCADE",
    "CREATE OR REPLACE FUNCTION league_journal_stands() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "CREATE OR REPLACE FUNCTION league_journal_grows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "ALTER FUNCTION league_journal_grows() SET search_path = pg_temp",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE TRIGGER mine BEFORE INSERT ON league_journalentry EXECUTE FUNCTION league_journal_stands()",
    "CREATE RULE mine AS ON INSERT TO league_journalentry DO INSTEAD NOTHING",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE league_journalentry (id int)",
    "CREATE TABLE pg_temp.league_journalentry (id int)",
    "CREATE SCHEMA mine",
    "CREATE VIEW mine AS SELECT 1",
    "CREATE ROLE mine SUPERUSER",
    "CREATE EXTENSION dblink",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER DATABASE {database} SET session_replication_role = replica",
    "ALTER ROLE CURRENT_USER SET session_replication_role = replica",
    "SET ROLE {owner}",
    "SET SESSION AUTHORIZATION {owner}",
    "REASSIGN OWNED BY {owner} TO CURRENT_USER",
    "COPY league_journalentry FROM PROGRAM 'echo'",
    "DO $$ BEGIN EXECUTE 'DELETE FROM league_journalentry'; END $$",
    "UPDATE django_migrations SET name = 'x'",
    "DELETE FROM django_content_type",
]


def rows() -> list[tuple[Any, ...]]:
    return [*JournalEntry.objects.order_by("pk").values_list(), *JournalHead.objects.order_by("pk").values_list()]


def test_the_runtime_user_gets_round_nothing(written: Town, role: str) -> None:
    """With SQL of their own an attacker would write off what a referee decided, and the chain's end with it."""
    before, server = rows(), connection.settings_dict
    assert before
    got_through = []
    with connected(role) as own:
        # PostgreSQL answers this with a warning and grants nothing: what follows would else get through.
        own.execute("GRANT UPDATE, DELETE ON league_journalentry TO CURRENT_USER")
        for attempt in ATTEMPTS:
            try:
                own.execute(attempt.format(owner=server["USER"], database=server["NAME"]))  # type: ignore[arg-type]
            except (psycopg.errors.InsufficientPrivilege, psycopg.errors.RestrictViolation):
                continue
            except psycopg.Error as other:
                got_through.append(f"{attempt}: refused for another reason: {other}")
            else:
                got_through.append(attempt)
    assert got_through == []
    assert rows() == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'league_journal%%' AND tgenabled = 'O'")
        assert cursor.fetchone() == (5,)


def test_the_guard_looks_for_its_names_where_nobody_can_put_others(written: Town, role: str) -> None:
    """A trigger function that used the caller's search_path would compare with an operator of the caller's making."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT proname, proconfig FROM pg_proc WHERE proname LIKE 'league_journal%%' ORDER BY proname")
        found = dict(cursor.fetchall())
    wanted = ["search_path=pg_catalog, pg_temp"]
    assert found == {"league_journal_grows": wanted, "league_journal_stands": wanted}
    with connected(role) as own:
        own.execute("SET search_path = pg_temp, public, pg_catalog")
        with pytest.raises(psycopg.errors.RestrictViolation):
            own.execute("UPDATE public.league_journalhead SET number = 0")


def test_the_site_works_as_the_runtime_user(town: Town, now: dt.datetime, role: str, client: Client) -> None:
    """An evening: a sheet, its confirmation, mail, a page, a sign-in, a row of the admin."""
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    administrator = User.objects.create_superuser("admin@example.org", "a-long-enough-password")
    with the_site_runs_as(role):
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            assert cursor.fetchone() == (role,)
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        confirm.confirm(fixture, 1, by=bell, now=now)
        notices.queue_notice(town.league, [bell], NoticeKind.RESULT_DUE, "due:1", text="Due.", now=now)
        assert delivery.deliver_due(now=now).sent >= 1
        found = verify(town.league)
        assert isinstance(found, Whole)
        assert found.number == 2
        assert client.get(f"/leagues/town/fixtures/{fixture.pk}/").status_code == 200
        assert client.get("/health/").json()["migrations"] == []
        client.force_login(administrator)
        added = client.post(reverse("admin:league_venue_add"), {"league": town.league.pk, "name": "Inn", "boards": 3})
        assert added.status_code in (200, 302)
        assert client.get(reverse("admin:league_user_change", args=[bell.pk])).status_code == 200


def test_a_league_of_nothing_is_deleted_as_the_runtime_user(written: Town, now: dt.datetime, role: str) -> None:
    """PostgreSQL refuses to delete no row at all of a table in which the user may delete none."""
    administrator = User.objects.create_superuser("admin@example.org", "a-long-enough-password")
    empty = League.objects.create(name="Empty", slug="empty")
    with the_site_runs_as(role):
        with pytest.raises(WrongState, match="The journal tells of it"):
            delete(written.league, reason="Made by mistake.", by=administrator, now=now)
        delete(empty, reason="Made by mistake.", by=administrator, now=now)
    assert list(League.objects.all()) == [written.league]


def test_every_table_is_granted_as_it_is_declared(role: str) -> None:
    """A new table that was forgotten would stop the site; one that is only added to would be open to changes."""
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)} | {"django_migrations"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, array_agg(privilege_type::text ORDER BY privilege_type::text) "
            "FROM information_schema.role_table_grants WHERE grantee = %s GROUP BY table_name",
            [role],
        )
        found = {table: set(may) for table, may in cursor.fetchall()}
    assert found == {table: set(database.privileges_of(table)) for table in tables}
    assert found["league_journalentry"] == {"SELECT", "INSERT"}
    assert found["league_journalhead"] == {"SELECT", "INSERT", "UPDATE"}


def test_granting_twice_changes_nothing_and_takes_back_what_was_given_too_much(role: str) -> None:
    owner(
        f'GRANT ALL ON league_journalentry TO "{role}"',
        f'GRANT UPDATE (what) ON league_journalentry TO "{role}"',
        f'GRANT CREATE ON SCHEMA public TO "{role}"',
        "GRANT UPDATE ON league_journalentry TO PUBLIC",
    )
    call_command("grant_runtime", role, verbosity=0)
    call_command("grant_runtime", role, verbosity=0)
    with connected(role) as own:
        for attempt in ("UPDATE league_journalentry SET what = ''", "CREATE TABLE mine (id int)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                own.execute(attempt)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('ALTER ROLE "{role}" SUPERUSER', "has SUPERUSER"),
        ('ALTER ROLE "{role}" CREATEROLE CREATEDB', "has CREATEROLE, CREATEDB"),
        ('GRANT pg_write_all_data TO "{role}"', "is a member of pg_write_all_data"),
        ('GRANT "{owner}" TO "{role}"', "is a member of"),
        ('ALTER TABLE league_heartbeat OWNER TO "{role}"', "owns league_heartbeat"),
    ],
)
def test_a_user_that_could_get_round_its_grants_is_refused(role: str, given: str, told: str) -> None:
    """Granted less on paper than it has in fact, it would look safe and be none."""
    server = connection.settings_dict
    owner(given.format(role=role, owner=server["USER"]))
    try:
        with pytest.raises(CommandError, match=told):
            call_command("grant_runtime", role)
    finally:
        owner(f'ALTER TABLE league_heartbeat OWNER TO "{server["USER"]}"', f'ALTER ROLE "{role}" NOSUPERUSER')


def test_a_user_that_is_not_there_is_told_how_to_be_made(transactional_db: None) -> None:
    with pytest.raises(CommandError, match=r"There is no role “nobody_of_muggins”\. Make it first"):
        call_command("grant_runtime", "nobody_of_muggins")
    with pytest.raises(CommandError, match="run this as the owner"):
        call_command("grant_runtime", connection.settings_dict["USER"])


def test_the_script_of_the_deployment_migrates_as_the_owner_and_grants(role: str, tmp_path: Path) -> None:
    """bin/migrate as compose runs it: nothing is left to migrate, and what was taken from the runtime user is back."""
    environment = stage.production(redis_url="redis://127.0.0.1:1/0", mail_port=1)
    url = environment["MUGGINS_DATABASE_URL"]
    scheme, _, rest = url.partition("://")
    environment["MUGGINS_OWNER_DATABASE_URL"] = url
    environment["MUGGINS_DATABASE_URL"] = f"{scheme}://{role}:{PASSWORD}@{rest.partition('@')[2]}"
    owner(f'REVOKE ALL ON league_league FROM "{role}"')
    with stage.stage(tmp_path, **environment) as house:
        migrating = house.start("migrate", "bin/migrate")
        assert migrating.popen.wait(120) == 0, migrating.log_text()
        assert "No migrations to apply" in migrating.log_text()
        assert f"{role} may use" in migrating.log_text()
    with connected(role) as own:
        assert own.execute("SELECT count(*) FROM league_league").fetchone() == (0,)
