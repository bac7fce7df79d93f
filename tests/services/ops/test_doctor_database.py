"""What the doctor says of the database and of the user who asks it, with and without rights."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.services.ops.doctor import Examination, Finding, Level, examine, machine, servers
from tests.security import test_database_users as users

if not ON_SERVICES:
    pytest.skip("SQLite has no users: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = pytest.mark.django_db(transaction=True)
role = users.role


def look() -> list[Finding]:
    return list(servers.check_database(Examination(timezone.now())))


def messages() -> str:
    return "\n".join(str(finding) for finding in look())


def test_a_superuser_is_wrong() -> None:
    assert "wrong: : The site runs as a user who may too much." in messages()


def test_the_runtime_user_is_ok(role: str) -> None:
    with users.the_site_runs_as(role):
        assert [finding.level for finding in look()] == [Level.OK], messages()


def test_an_owner_is_doubtful(role: str) -> None:
    users.owner(f'CREATE TABLE doctor_of_the_tests (); ALTER TABLE doctor_of_the_tests OWNER TO "{role}"')
    try:
        with users.the_site_runs_as(role):
            assert "doubtful: : The site runs as the tables' owner" in messages()
    finally:
        users.owner("DROP TABLE doctor_of_the_tests")


def test_a_doctor_without_rights_says_so(role: str) -> None:
    users.owner(f'REVOKE SELECT, INSERT ON league_heartbeat, league_notice FROM "{role}"')
    with users.the_site_runs_as(role):
        found = examine(Examination(timezone.now(), journal=True))
    lines = "\n".join(str(finding) for finding in found)
    assert "wrong: database: “" in lines
    assert "Run bin/migrate, which ends with manage.py grant_runtime." in lines
    assert "wrong: database: The database takes no row: permission denied for table league_heartbeat." in lines
    assert "doubtful: outbox: Not looked at" in lines
    assert "The check failed" not in lines
    call_command("grant_runtime", role, verbosity=0)
    with users.the_site_runs_as(role):
        assert [finding.level for finding in look()] == [Level.OK]


def test_a_database_that_only_takes_reads_is_wrong(role: str) -> None:
    users.owner(f'ALTER ROLE "{role}" SET default_transaction_read_only = on')
    with users.the_site_runs_as(role):
        found = messages()
    assert "The database only takes reads." in found
    assert "The database takes no row: cannot execute INSERT in a read-only transaction." in found


def test_a_database_that_is_away_is_wrong_and_the_rest_goes_on() -> None:
    connection.close()
    server = connection.settings_dict
    port, server["PORT"] = server["PORT"], 1
    try:
        found = examine(Examination(timezone.now()))
    finally:
        connection.close()
        server["PORT"] = port
    lines = "\n".join(str(finding) for finding in found)
    assert "wrong: database: The database does not answer: connection" in lines
    assert "doubtful: clock: Not looked at" in lines
    assert "The check failed" not in lines


def test_few_connections_left_are_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "CROWDED", 0.0)
    assert "connections to PostgreSQL are in use." in messages()


def test_an_old_server_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "OLDEST_TESTED", 990000)
    assert "is older than what Muggins is tested on" in messages()


def server_disk() -> Finding:
    [finding] = machine.check_server_disk(Examination(timezone.now()))
    return finding


def elsewhere(finding: Finding) -> bool:
    return "The disk of its server is not seen from here" in finding.message and finding.level == Level.OK


def test_the_disk_of_a_server_that_is_here_is_told_to_the_runtime_user_too(
    role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid, port = cursor.fetchone()[0], connection.connection.info.port
    if not Path(f"/proc/{pid}/cmdline").is_file() or b"postgres" not in Path(f"/proc/{pid}/cmdline").read_bytes():
        pytest.skip(f"the server at port {port} is not of this machine")
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**9))
    with users.the_site_runs_as(role):
        finding = server_disk()
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        folder = cursor.fetchone()[0]
    assert finding.level == Level.DOUBTFUL
    assert finding.message.startswith("1.0 GB are free for PostgreSQL, whose database has ")
    assert finding.message.endswith(f" MB, ({folder}).")


@pytest.mark.parametrize("proof", ["postgres: elsewhere", "nobody", "(1)"])
def test_of_a_server_that_is_not_seen_only_the_size_is_told(proof: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of that number which is another's, or serves another, or is none at all."""
    look = machine._data_folder
    monkeypatch.setattr(machine, "_data_folder", lambda pid, client: look(1 if proof == "nobody" else pid, proof))
    assert elsewhere(server_disk())
