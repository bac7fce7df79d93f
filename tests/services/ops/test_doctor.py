"""The doctor's checks: each finds what is wrong with an installation, and says what to do about it."""

import datetime as dt
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from league.enums import NoticeKind, NoticeState, OutageKind
from league.models import Heartbeat, Notice, Outage, User
from league.queries.ops import PATIENCE
from league.rules.chain import Broken
from league.services.clock import Clocks
from league.services.mail.hold import hold_mail, release_mail
from league.services.notices import queue_notice
from league.services.ops.doctor import (
    CHECKS,
    Check,
    Examination,
    Finding,
    Level,
    examine,
    installation,
    machine,
    records,
)
from league.services.ops.heartbeats import beat, take_pulse
from tests.factories import Town

SERVED = "redis://127.0.0.1:1/0"
KEY = "hR3kPz8_vQ2mXw7-LbN5tYc9JdF4sGa6KeU1oWiZrTqMxVpBnHyEjC"


def levels(found: Iterable[Finding]) -> list[Level]:
    return [finding.level for finding in found]


def text(found: Iterable[Finding]) -> str:
    return "\n".join(str(finding) for finding in found)


@pytest.fixture
def asked() -> Examination:
    return Examination(timezone.now())


@pytest.fixture
def sound(settings: LazySettings) -> LazySettings:
    """Settings of a served installation with which the checks of the settings find nothing."""
    settings.SECRET_KEY = KEY
    settings.CELERY_BROKER_URL = SERVED
    settings.ALLOWED_HOSTS = ["league.town.test"]
    settings.BASE_URL = "https://league.town.test"
    settings.DEFAULT_FROM_EMAIL = "Town <league@town.test>"
    return settings


def test_every_check_has_a_name_of_its_own() -> None:
    names = [check.name for check in CHECKS]
    assert len({*names}) == len(names)


def test_sound_settings_are_ok(sound: LazySettings, asked: Examination) -> None:
    assert levels(installation.check_secrets(asked)) == [Level.OK]
    assert levels(installation.check_hosts(asked)) == [Level.OK]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SECRET_KEY", "short", "too short"),
        ("SECRET_KEY", "a" * 60, "too short or too plain"),
        ("SECRET_KEY", f"change-me-{KEY}", "is an example"),
        ("DEBUG", True, "DEBUG is on"),
        ("EMAIL_HOST_PASSWORD", "password", "password of the mail server"),
        ("CELERY_BROKER_URL", "redis://:password@127.0.0.1:6379/1", "password of the broker"),
        ("METRICS_TOKEN", "abc", "MUGGINS_METRICS_TOKEN is short"),
        ("METRICS_TOKEN", "a-long-random-string", "or an example"),
    ],
)
def test_a_secret_that_can_be_guessed_is_wrong(
    name: str, value: Any, message: str, sound: LazySettings, asked: Examination
) -> None:
    setattr(sound, name, value)
    found = list(installation.check_secrets(asked))
    assert (levels(found), message in found[0].message) == ([Level.WRONG], True)
    assert found[0].remedy


def test_a_file_of_secrets_that_everybody_reads_is_doubtful(
    sound: LazySettings, asked: Examination, tmp_path: Path
) -> None:
    sound.ROOT = tmp_path
    (tmp_path / ".env").write_text("MUGGINS_SECRET_KEY=…")
    (tmp_path / ".env").chmod(0o644)
    assert f"chmod 600 {tmp_path}/.env" in text(installation.check_secrets(asked))
    (tmp_path / ".env").chmod(0o600)
    assert levels(installation.check_secrets(asked)) == [Level.OK]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ALLOWED_HOSTS", ["*"], "every host"),
        ("ALLOWED_HOSTS", ["other.town.test"], "league.town.test, which is not among MUGGINS_HOSTS"),
        ("BASE_URL", "http://league.town.test", "lead to HTTP"),
        ("DEFAULT_FROM_EMAIL", "League <league@example.org>", "MUGGINS_FROM_EMAIL is still that of the examples"),
    ],
)
def test_a_wrong_host_is_wrong(name: str, value: Any, message: str, sound: LazySettings, asked: Examination) -> None:
    setattr(sound, name, value)
    found = list(installation.check_hosts(asked))
    assert (levels(found), message in found[0].message) == ([Level.WRONG], True)


def test_an_embedded_server_that_others_reach_is_doubtful(settings: LazySettings, asked: Examination) -> None:
    settings.FIRST_VISIT_NEEDS_CODE = False
    assert levels(installation.check_hosts(asked)) == [Level.OK]
    settings.FIRST_VISIT_NEEDS_CODE = True
    assert levels(installation.check_hosts(asked)) == [Level.DOUBTFUL]


@pytest.mark.long
def test_the_checks_of_a_deployment_are_in_the_list(sound: LazySettings, asked: Examination) -> None:
    assert "doubtful: : security.W008: Your SECURE_SSL_REDIRECT setting" in text(installation.check_settings(asked))
    sound.CELERY_BROKER_URL = "memory://localhost/"
    assert levels(installation.check_settings(asked)) == [Level.OK]


def test_static_files_that_were_not_collected_are_wrong(
    settings: LazySettings, asked: Examination, tmp_path: Path
) -> None:
    assert levels(installation.check_static(asked)) == [Level.OK]
    source = tmp_path / "static"
    source.mkdir()
    (source / "site.css").write_text("a {}")
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    manifest = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": manifest}}
    assert "1 of 1 static files are not collected" in text(installation.check_static(asked))
    call_command("collectstatic", interactive=False, verbosity=0)
    settings.STORAGES = {**settings.STORAGES}
    assert levels(installation.check_static(asked)) == [Level.OK]
    later = (source / "site.css").stat().st_mtime + 100
    (source / "site.css").write_text("b {}")
    os.utime(source / "site.css", (later, later))
    assert levels(installation.check_static(asked)) == [Level.DOUBTFUL]


def test_a_catalogue_that_is_not_compiled_is_found(settings: LazySettings, asked: Examination, tmp_path: Path) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").touch()
    assert levels(installation.check_catalogues(asked)) == [Level.WRONG]
    (folder / "django.mo").touch()
    assert levels(installation.check_catalogues(asked)) == [Level.OK]
    os.utime(folder / "django.mo", (1, 1))
    assert levels(installation.check_catalogues(asked)) == [Level.DOUBTFUL]


def test_a_clock_that_jumped_is_wrong(db: None, now: dt.datetime) -> None:
    assert levels(machine.check_clock(Examination(now))) == [Level.OK]
    take_pulse(now=now, clocks=Clocks())
    assert levels(machine.check_clock(Examination(now + dt.timedelta(days=40)))) == [Level.WRONG]
    Outage.objects.create(kind=OutageKind.JUMP, began_at=now, ended_at=now, why="The clock says 1970.")
    assert "The clock says 1970. — Set the clock right" in text(machine.check_clock(Examination(now)))


def test_the_databases_clock_is_compared(asked: Examination, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(database=asked.now + dt.timedelta(seconds=40))
    monkeypatch.setattr(machine, "read_clocks", lambda: clocks)
    assert "40 seconds apart" in text(machine.check_clock(asked))


def test_beat_is_known_by_its_file_or_by_what_has_run(
    settings: LazySettings, db: None, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert levels(machine.check_beat(Examination(now))) == [Level.OK]
    settings.CELERY_BROKER_URL = SERVED
    monkeypatch.setenv("MUGGINS_BEAT_FILE", str(tmp_path / "beat"))
    assert "was not written for two minutes" in text(machine.check_beat(Examination(now)))
    (tmp_path / "beat").touch()
    assert levels(machine.check_beat(Examination(now))) == [Level.OK]
    (tmp_path / "beat").unlink()
    Heartbeat.objects.create(job="something-else", ran_at=now)
    assert levels(machine.check_beat(Examination(now))) == [Level.WRONG]
    Heartbeat.objects.create(job="mail", ran_at=now)
    assert "not on this machine" in text(machine.check_beat(Examination(now)))


def test_work_that_does_not_recur_is_found(db: None, now: dt.datetime) -> None:
    assert levels(machine.check_jobs(Examination(now))) == [Level.DOUBTFUL]
    Heartbeat.objects.bulk_create(Heartbeat(job=job, ran_at=now) for job in PATIENCE if job != "live")
    assert levels(machine.check_jobs(Examination(now))) == [Level.OK]
    Heartbeat.objects.filter(job="placing").delete()
    assert "Not run yet: placing." in text(machine.check_jobs(Examination(now)))
    found = text(machine.check_jobs(Examination(now + dt.timedelta(minutes=15))))
    assert "wrong: : “mail” has not run since 2026-11-03 12:00 UTC." in found
    found = text(machine.check_jobs(Examination(now - dt.timedelta(hours=1))))
    assert "“mail” last ran at 2026-11-03 12:00 UTC, yet to come." in found


@pytest.mark.parametrize(
    ("free", "level"), [(10**10, Level.OK), (10**9, Level.DOUBTFUL), (10**8, Level.WRONG)], ids=["much", "few", "none"]
)
def test_a_disk_is_watched(
    free: int, level: Level, db: None, asked: Examination, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    assert level in levels(machine.check_disk(asked))


def test_a_disk_that_cannot_be_looked_at_is_doubtful(
    db: None, asked: Examination, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MUGGINS_BACKUPS", str(tmp_path / "nowhere"))
    settings.BACKUPS = tmp_path / "nowhere"
    assert "The folder of the backups cannot be looked at" in text(machine.check_disk(asked))


def test_a_full_disk_of_the_database_is_wrong(db: None, asked: Examination) -> None:
    asked.__dict__["health"] = SimpleNamespace(disk="No space left on device")
    assert "takes no file: No space left on device" in text(machine.check_disk(asked))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite alone")
def test_a_long_log_of_changes_is_doubtful(db: None, asked: Examination, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LARGE_WAL", -1)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
    assert "somebody reads for ever" in text(machine.check_disk(asked))


def test_no_backups_are_doubtful(
    settings: LazySettings, asked: Examination, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MUGGINS_BACKUPS", raising=False)
    settings.BACKUPS = tmp_path / "backups"
    assert "doubtful: : No backups are configured." in text(machine.check_backups(asked))
    settings.BACKUPS.mkdir()
    assert f"There is no backup in {tmp_path}/backups." in text(machine.check_backups(asked))


HOUR = 3600


@pytest.mark.parametrize(
    ("age", "size", "mode", "expected"),
    [
        (HOUR, 9, 0o600, [Level.OK]),
        (30 * HOUR, 9, 0o600, [Level.DOUBTFUL]),
        (8 * 24 * HOUR, 9, 0o600, [Level.WRONG]),
        (HOUR, 0, 0o600, [Level.OK, Level.WRONG]),
        (HOUR, 9, 0o644, [Level.OK, Level.DOUBTFUL]),
    ],
)
def test_the_newest_backup_is_looked_at(
    age: int, size: int, mode: int, expected: list[Level], asked: Examination, backups: Path
) -> None:
    for name, more in (("new", 0), ("old", 50 * 24 * HOUR)):
        file = backups / name
        file.write_bytes(bytes(size))
        file.chmod(mode)
        moment = asked.now.timestamp() - age - more
        os.utime(file, (moment, moment))
    assert levels(machine.check_backups(asked)) == expected


@pytest.fixture
def backups(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUGGINS_BACKUPS", str(tmp_path))
    settings.BACKUPS = tmp_path
    return tmp_path


def test_a_folder_without_a_backup_is_wrong(asked: Examination, backups: Path) -> None:
    assert "There is no backup in" in text(machine.check_backups(asked))
    backups.rmdir()
    assert "There is no folder" in text(machine.check_backups(asked))


def test_a_folder_of_backups_that_one_may_not_read_is_doubtful(
    asked: Examination, backups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert "doubtful: : You may not look into" in text(machine.check_backups(asked))


def owe(town: Town, now: dt.datetime, **fields: Any) -> None:
    who = town.captains["Anchor"]
    queue_notice(town.league, [who], NoticeKind.RESULT_CONFIRMED, "1", text="Confirmed.", now=now)
    Notice.objects.filter(recipient=who, key="1").update(**fields)


def test_mail_that_is_held_is_told_with_the_way_to_release_it(town: Town, now: dt.datetime) -> None:
    owe(town, now, send_at=now)
    hold_mail(now=now, why="Restored from a backup of Sunday.")
    found = text(records.check_outbox(Examination(now + dt.timedelta(hours=2))))
    assert "doubtful: : Mail is held. Restored from a backup of Sunday. — Run manage.py restore --release-mail" in found
    assert "has waited" not in found
    release_mail()
    assert "has waited for 120 minutes" in text(records.check_outbox(Examination(now + dt.timedelta(hours=2))))


def test_messages_that_do_not_go_are_found(town: Town, now: dt.datetime) -> None:
    assert levels(records.check_outbox(Examination(now))) == [Level.OK]
    owe(town, now, send_at=now)
    late = text(records.check_outbox(Examination(now + dt.timedelta(hours=2))))
    assert "wrong: : A message has waited for 120 minutes" in late
    Notice.objects.update(state=NoticeState.FAILED)
    found = text(records.check_outbox(Examination(now + dt.timedelta(hours=2))))
    assert "doubtful: : Messages given up within a week: 1, the last on 2026-11-03 12:00 UTC." in found
    assert levels(records.check_outbox(Examination(now + dt.timedelta(days=8)))) == [Level.OK]


def test_a_server_without_an_administrator_is_doubtful(db: None, asked: Examination) -> None:
    assert levels(records.check_administrators(asked)) == [Level.DOUBTFUL]
    User.objects.create(email="a@town.test", is_superuser=True)
    assert levels(records.check_administrators(asked)) == [Level.OK]


def test_a_broken_journal_is_wrong(town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    assert levels(records.check_journals(Examination(now, journal=True))) == [Level.OK]
    broken = Broken(3, "hash", "Its hash does not match.")
    monkeypatch.setattr(records, "verify", lambda league: broken)
    found = text(records.check_journals(Examination(now, journal=True)))
    assert f"wrong: : {town.league.slug}: entry 3: Its hash does not match." in found


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied", "/secret"), "You may not look at /secret."),
        (LookupError("nothing"), "The check failed: LookupError: nothing."),
        (ZeroDivisionError(), "The check failed: ZeroDivisionError: ZeroDivisionError."),
    ],
)
def test_a_check_that_fails_stops_no_other(error: Exception, message: str, asked: Examination) -> None:
    def fail(examination: Examination) -> list[Finding]:
        raise error

    def pass_by(examination: Examination) -> list[Finding]:
        return [Finding(Level.OK, "Fine.")]

    found = examine(asked, [Check("one", fail), Check("two", pass_by)])
    assert [str(finding).split(" — ")[0] for finding in found] == [f"doubtful: one: {message}", "ok: two: Fine."]


@pytest.mark.long
def test_the_whole_list_writes_nothing(db: None, asked: Examination) -> None:
    asked.journal = True
    found = examine(asked)
    assert {finding.check for finding in found} == {check.name for check in CHECKS} - {"proxy", "visitors", "domains"}
    assert not [finding for finding in found if "The check failed" in finding.message]
    assert all(finding.remedy for finding in found if finding.level != Level.OK)
    assert not Heartbeat.objects.exists()


def test_without_the_database_the_rest_is_still_looked_at(asked: Examination) -> None:
    """Without `db` pytest-django refuses every query."""
    found = examine(asked)
    assert "doubtful: outbox: Not looked at" in text(found)
    assert {finding.check for finding in found} == {check.name for check in CHECKS} - {
        "proxy",
        "visitors",
        "domains",
        "journals",
    }


# The drill


def test_a_drill_that_passed_is_told_until_it_is_long_ago(db: None, asked: Examination) -> None:
    assert "doubtful: : No drill has passed" in text(list(records.check_drill(asked)))
    beat("drill", now=asked.now - dt.timedelta(days=91), summary="equal: 9 rows of 3 tables")
    assert levels(list(records.check_drill(asked))) == [Level.OK]
    beat("drill", now=asked.now - dt.timedelta(days=93), summary="equal: 9 rows of 3 tables")
    (found,) = records.check_drill(asked)
    assert (found.level, "; equal: 9 rows of 3 tables." in found.message) == (Level.DOUBTFUL, True)
