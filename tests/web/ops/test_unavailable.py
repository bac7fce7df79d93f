"""The database is away or the disk is full: 503 and when to come back, for people and programs, who stay signed in.

The errors are real ones: SQLite is let grow no further, PostgreSQL ends the connection or says that its disk is full.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from config.settings.test import ON_SERVICES
from league.models import Result
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from tests.api.program import Program, as_sent
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db(transaction=True)


FULL = [(table, event) for table in ("django_session", "league_result") for event in ("INSERT", "UPDATE")]


@contextmanager
def full_disk() -> Iterator[None]:
    """Nothing can be written any more."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("CREATE TABLE filler (a)")
            # A page of a table may have room for another row when nothing else has: each row wants more of the file.
            for table, event in FULL:
                cursor.execute(
                    f"CREATE TRIGGER full_{table}_{event} AFTER {event} ON {table} "  # noqa: S608
                    "BEGIN INSERT INTO filler VALUES (zeroblob(100000)); END"
                )
            cursor.execute("PRAGMA page_count")
            pages = cursor.fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            # What is free within the file is used up first.
            while True:
                try:
                    cursor.execute("INSERT INTO filler VALUES (zeroblob(900))")
                except Exception:  # noqa: BLE001 - until it is full
                    break
        else:
            cursor.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
                "'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
            )
            for table, event in FULL:
                cursor.execute(
                    f"CREATE TRIGGER full_{event} BEFORE {event} ON {table} "
                    "FOR EACH STATEMENT EXECUTE FUNCTION full_disk()"
                )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA max_page_count = 1073741823")
                for table, event in FULL:
                    cursor.execute(f"DROP TRIGGER full_{table}_{event}")
                cursor.execute("DROP TABLE filler")
            else:
                cursor.execute("DROP FUNCTION full_disk() CASCADE")


@pytest.fixture
def anchor(town: Town) -> Client:
    """Anchor's captain, signed in; what goes wrong is answered as it is in production."""
    client = Client(raise_request_exception=False)
    client.force_login(town.captains["Anchor"])
    return client


def sheet_of(town: Town) -> dict[str, Any]:
    return fields_of(result_sheet(town, "Anchor", "Bell"), terms(town.fixture("Anchor", "Bell").division))


def test_a_full_disk_is_told_and_signs_nobody_out(town: Town, anchor: Client) -> None:
    page = f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/sheet/"
    before = anchor.cookies["sessionid"].value
    with full_disk():
        answer = anchor.post(page, sheet_of(town))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        assert "run out of room" in answer.content.decode()
        assert "sessionid" not in answer.cookies
        assert anchor.get("/leagues/town/my/").status_code == 200
    assert not Result.objects.exists()
    assert Session.objects.filter(session_key=before).exists()
    assert anchor.post(page, sheet_of(town)).status_code == 302
    assert Result.objects.count() == 1


def test_whoever_cannot_sign_in_for_want_of_room_is_told(town: Town) -> None:
    client = Client(raise_request_exception=False)
    user = town.captains["Bell"]
    user.set_password("a good long one")
    user.save()
    form = {"login": user.email, "password": "a good long one"}
    with full_disk():
        answer = client.post("/accounts/login/", form)
        assert (answer.status_code, "run out of room" in answer.content.decode()) == (503, True)
    assert client.post("/accounts/login/", form).status_code == 302


def test_a_program_is_told_in_its_own_shape(town: Town) -> None:
    program = Program(town.captains["Anchor"])
    path, sheet = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/", as_sent(result_sheet(town, "Anchor", "Bell"))
    with full_disk():
        answer = program.post(path, sheet)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    [problem] = json.loads(answer.content)["errors"]
    assert (problem["code"], "run out of room" in problem["message"]) == ("unavailable", True)
    assert program.post(path, sheet).status_code == 201


def test_an_upload_that_fills_the_temporary_disk_is_told(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The kernel itself says that there is no room: what is spooled goes to /dev/full."""
    settings.FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]

    opened = []

    def to_nowhere(*args: Any, **kwargs: Any) -> Any:
        file = open("/dev/full", "w+b", buffering=0)  # noqa: SIM115 - closed below
        opened.append(file)
        return tempfile._TemporaryFileWrapper(file, "/dev/full", delete=False)

    monkeypatch.setattr("django.core.files.uploadedfile.tempfile.NamedTemporaryFile", to_nowhere)
    photo = SimpleUploadedFile("sheet.png", b"x" * 300_000, content_type="image/png")
    # Anybody may send anything there.
    answer = Client(raise_request_exception=False).post("/accounts/login/", {"file": photo})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert "run out of room" in answer.content.decode()
    for file in opened:
        file.close()


def test_a_fault_of_ours_stays_a_500(town: Town, anchor: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_blackout RENAME TO away_blackout")
    try:
        answer = anchor.get(f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/postpone/")
        assert answer.status_code == 500
        assert "Retry-After" not in answer.headers
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE away_blackout RENAME TO league_blackout")


@pytest.mark.skipif(not ON_SERVICES, reason="SQLite has no connection to lose")
def test_a_lost_connection_is_told_and_the_next_one_works(town: Town, anchor: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()
    answer = anchor.get("/leagues/town/my/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert "Back in a minute" in answer.content.decode()
    connection.close()
    assert anchor.get("/leagues/town/my/").status_code == 200
