"""A backup is whole or not there; what is restored is equal to it, or refused with one sentence."""

import datetime as dt
import errno
import json
import random
import resource
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from tempfile import gettempdir
from types import SimpleNamespace
from typing import Any

import pyrage
import pytest
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from league import tasks
from league.enums import NoticeKind, NoticeState
from league.errors import WrongState
from league.models import Game, Heartbeat, JournalHead, Notice, SiteMail, WaitingFile
from league.queries.ops import health_of
from league.services import notices
from league.services.mail import site_mail
from league.services.ops.backups import backup, engines, files
from league.services.ops.backups.backup import back_up
from league.services.results import submit
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db(transaction=True)
NOW = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
ENVIRONMENT = {"MUGGINS_BASE_URL": "https://town.example", "PATH": "/bin"}


def ran(*args: object) -> str:
    out = StringIO()
    call_command(*map(str, args), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def played(town: Town) -> Town:
    """A town with a result, a journal and a message that waits."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=timezone.now())
    assert Notice.objects.filter(state=NoticeState.WAITING).exists()
    return town


@pytest.fixture
def file(played: Town, tmp_path: Path) -> Path:
    return back_up(tmp_path / "backups", now=NOW, environment=ENVIRONMENT).path


@contextmanager
def elsewhere_of(folder: Path) -> Iterator[None]:
    name = f"{Path(connection.settings_dict['NAME']).stem}_new"
    with engines.new_database(name, folder) as empty, engines.pointed_at(empty):
        yield


@pytest.fixture
def elsewhere(played: Town, tmp_path: Path) -> Iterator[None]:
    """The test goes on in a new, empty database."""
    with elsewhere_of(tmp_path):
        yield


def test_what_is_restored_is_equal_and_its_mail_is_held(file: Path, elsewhere: None, now: dt.datetime) -> None:
    assert engines.is_empty()
    told = ran("restore", file)
    assert "1 of 1 journals followed to their ends" in told
    assert "Not in the backup: MUGGINS_BASE_URL, MUGGINS_SECRET_KEY." in told
    assert "To be migrated" not in told
    assert JournalHead.objects.get().number > 0
    waiting = Notice.objects.filter(state=NoticeState.WAITING).count()
    assert f"Mail is held; {waiting} messages wait" in told
    tasks.deliver()
    assert (mail.outbox, Heartbeat.objects.get(job="mail").told) == ([], "nothing: mail is held")
    assert any("Mail is held. Restored from a backup of 2026-11-03T12:00" in it for it in health_of(now=now).problems)
    assert f"Mail goes again: {waiting} message" in ran("restore", "--release-mail")
    tasks.deliver()
    assert mail.outbox
    with pytest.raises(CommandError, match="Mail is not held"):
        ran("restore", "--release-mail")


@pytest.mark.parametrize("encrypted", [False, True])
def test_nobody_else_may_read_a_backup_while_it_is_written(
    encrypted: bool, played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    write = files.encrypt if encrypted else files.pack

    def written(*args: object) -> None:
        [part] = tmp_path.glob(".*.part")
        seen.append(part.stat().st_mode & 0o777)
        write(*args)
        seen.append(part.stat().st_mode & 0o777)

    monkeypatch.setattr(files, "encrypt" if encrypted else "pack", written)
    keys = [str(pyrage.x25519.Identity.generate().to_public())] if encrypted else []
    made = back_up(tmp_path, now=NOW, recipients=keys, environment={})
    assert seen == [0o600, 0o600]
    assert made.path.stat().st_mode & 0o777 == 0o600


def test_a_code_that_waited_never_goes_and_a_new_one_does(played: Town, tmp_path: Path) -> None:
    lasts = dt.timedelta(minutes=15)
    site_mail.queue_site_mail("bea@town.example", "Your code", "123456", now=timezone.now(), lasts=lasts)
    path = back_up(tmp_path / "backups", now=timezone.now(), environment={}).path
    with elsewhere_of(tmp_path):
        ran("restore", path)
        new = site_mail.queue_site_mail("cy@town.example", "Your code", "9", now=timezone.now(), lasts=lasts)
        tasks.deliver()
        assert [letter.to for letter in mail.outbox] == [["cy@town.example"]]
        assert not SiteMail.objects.filter(pk=new.pk).exists()
        captain = played.captains["Bell"]
        kind = NoticeKind.TIMETABLE_PUBLISHED
        notices.queue_notice(played.league, [captain], kind, "season:1", text="It is out.", now=timezone.now())
        assert "discarded; mail goes again." in ran("restore", "--discard-mail")
        tasks.deliver()
        assert [letter.to for letter in mail.outbox[1:]] == [[captain.email]]


def test_nothing_is_restored_over_a_database_that_is_not_empty(file: Path) -> None:
    games = Game.objects.count()
    with pytest.raises(CommandError, match="is not empty, and nothing is overwritten"):
        ran("restore", file)
    assert Game.objects.count() == games
    assert not Heartbeat.objects.exists()


def test_a_drill_compares_and_leaves_nothing(played: Town) -> None:
    before = engines.contents_of_database()
    assert "1 divisions’ tables, 1 journals followed to their ends." in ran("drill")
    mark = Heartbeat.objects.get()
    assert (mark.job, mark.told.startswith("equal: ")) == ("drill", True)
    mark.delete()
    assert engines.contents_of_database() == before


def test_a_drill_finds_what_is_otherwise(played: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    load = engines.load

    def load_and_harm(file: Path) -> None:
        load(file)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE league_division SET name = 'Elsewhere'")

    monkeypatch.setattr(engines, "load", load_and_harm)
    told = "league_division has other rows; the table of town/2026-27/division-1 is another"
    with pytest.raises(CommandError, match=f"is not as the one backed up: {told}"):
        ran("drill")
    assert not Heartbeat.objects.exists()


def test_what_is_to_be_migrated_is_told_and_journals_are_left_to_verify_journal(
    file: Path, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_pending", lambda: ("league.0099_later",))
    told = ran("restore", file)
    assert "0 of 1 journals followed to their ends" in told
    assert "To be migrated: league.0099_later. Then run manage.py verify_journal." in told


def test_the_owner_backs_up_and_restores_where_the_settings_name_one(
    played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = {key: connection.settings_dict[key] for key in engines.TARGET}
    monkeypatch.setattr(settings, "OWNER_DATABASE", {**site, "NAME": "no_such_database"})
    if connection.vendor == "postgresql":
        with pytest.raises(CommandError, match="no_such_database"):
            ran("backup", "--to", tmp_path / "none")
        assert list((tmp_path / "none").iterdir()) == []
        monkeypatch.setattr(settings, "OWNER_DATABASE", site)
    assert "Equal:" in ran("drill")
    assert {key: connection.settings_dict[key] for key in engines.TARGET} == site


def test_a_backup_that_differs_from_its_manifest_is_told(
    file: Path, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = engines.contents_of_database
    monkeypatch.setattr(
        engines,
        "contents_of_database",
        lambda: engines.Contents({}, {**counted().counts, "league_game": 7}, {"town": [1, "x"]}),
    )
    with pytest.raises(CommandError, match=r"league_game has 7 rows, not .*; the journal of town ends elsewhere"):
        ran("restore", file)


# Files that are refused


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-400])


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255
    file.write_bytes(content)


def rewrite(file: Path, **changes: object) -> None:
    """Write a backup anew with another manifest, as its own program would have."""
    folder = file.parent / "anew"
    folder.mkdir()
    manifest, database = files.unpack(file, folder)
    file.unlink()
    given = {**json.loads(manifest.to_json()), **changes}
    files.pack(file, files.Manifest(**given), database.rename(folder / "database"))


def other_engine() -> str:
    return "sqlite" if connection.vendor == "postgresql" else "postgresql"


def unlike_sums(file: Path) -> None:
    with zipfile.ZipFile(file) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["SHA256SUMS"] = b"0" * 64 + b"  manifest.json\n"
    with zipfile.ZipFile(file, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)


def bomb(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("manifest.json", b"0" * (65 << 20))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (bomb, "its manifest.json is too large"),
        (cut, "is damaged or cut short"),
        (flip, "is damaged"),
        (lambda file: file.write_bytes(b""), "is empty"),
        (lambda file: file.write_text("league,team\n"), "is not a backup of Muggins"),
        (lambda file: zipfile.ZipFile(file, "w").close(), "is not a backup of Muggins"),
        (unlike_sums, "its parts do not match their sums"),
        (lambda file: file.unlink(), "cannot be read: No such file"),
        (lambda file: rewrite(file, format=2), "was written by a newer Muggins"),
        (
            lambda file: rewrite(file, version="9.0", migrations={"league": "0999_later"}),
            r"was made by another Muggins \(9.0; this is .*not known here: league.0999_later. Restore it with",
        ),
        (lambda file: rewrite(file, tool=99), "was dumped by PostgreSQL 99"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    file: Path, elsewhere: None, harm: Callable[[Path], None], said: str
) -> None:
    harm(file)
    with pytest.raises(CommandError, match=said):
        ran("restore", file)
    assert engines.is_empty()


def test_a_backup_of_the_other_engine_is_refused(file: Path, elsewhere: None) -> None:
    manifest = json.loads(zipfile.ZipFile(file).read("manifest.json"))
    dump = file.with_name("dump")
    dump.write_bytes(b"x")
    file.unlink()
    files.pack(file, files.Manifest(**{**manifest, "engine": other_engine()}), dump)
    with pytest.raises(CommandError, match="Restore it with"):
        ran("restore", file)
    assert engines.is_empty()


# Encrypted


def key(folder: Path, name: str) -> tuple[str, Path]:
    identity = pyrage.x25519.Identity.generate()
    file = folder / name
    file.write_text(f"# created by a test\n{identity}\n")
    return str(identity.to_public()), file


def test_an_encrypted_backup_opens_with_its_key_alone_and_may_hold_the_settings(
    played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, mine = key(tmp_path, "mine")
    _, other = key(tmp_path, "other")
    monkeypatch.setenv("MUGGINS_BASE_URL", "https://town.example")
    with pytest.raises(CommandError, match="Secrets go only into an encrypted backup"):
        ran("backup", "--to", tmp_path / "a", "--with-secrets")
    with pytest.raises(CommandError, match="“age1” is not a public key of age"):
        ran("backup", "--to", tmp_path / "a", "--recipient", "age1")
    assert not (tmp_path / "a").exists()
    ran("backup", "--to", tmp_path / "a", "--recipient", public, "--with-secrets")
    (path,) = (tmp_path / "a").iterdir()
    assert path.name.endswith(".zip.age")
    assert b"town.example" not in path.read_bytes()
    short = tmp_path / "short.age"
    short.write_bytes(path.read_bytes()[:-100])
    to = tmp_path / "settings.json"
    with elsewhere_of(tmp_path):
        for given, said in (
            ([path], "is encrypted. Name the file"),
            ([path, "--identity", other], "was encrypted for another key"),
            ([path, "--identity", path], "holds no secret key of age"),
            ([path, "--identity", tmp_path / "none"], "cannot be read"),
            ([short, "--identity", mine], "is damaged or cut short"),
        ):
            with pytest.raises(CommandError, match=said):
                ran("restore", *given)
        assert engines.is_empty()
        told = ran("restore", path, "--identity", mine, "--settings-to", to)
        assert "Not in the backup" not in told
        assert json.loads(to.read_text())["MUGGINS_BASE_URL"] == "https://town.example"
        assert to.stat().st_mode & 0o777 == 0o600


# The folder


def test_a_full_disk_is_told_and_leaves_no_part(played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(CommandError, match=r"The disk is full: .* was not written"):
        ran("backup", "--to", tmp_path / "full")
    assert list((tmp_path / "full").iterdir()) == []


@pytest.mark.parametrize(
    ("encrypted", "on_one_disk", "copies"), [(False, False, 1), (True, False, 2), (False, True, 2), (True, True, 2)]
)
def test_a_disk_that_is_too_small_is_told_before_anything_is_written(
    encrypted: bool, on_one_disk: bool, copies: int, played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch, part = tmp_path / "scratch", tmp_path / "backups" / "part"
    scratch.mkdir()
    part.parent.mkdir()
    part.touch()
    size = engines.largest_dump()
    free = {Path(gettempdir()): copies * size, part.parent: size}
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda place: SimpleNamespace(free=free[place]))
    if not on_one_disk:
        monkeypatch.setattr(Path, "stat", lambda path: SimpleNamespace(st_dev=path.name))

    def check() -> None:
        backup._check_room(scratch, part, size, encrypted=encrypted)

    check()
    free[Path(gettempdir())] -= 1
    with pytest.raises(WrongState, match=r"in TMPDIR, .* are free there.*TMPDIR=/another/folder"):
        check()
    free[Path(gettempdir())] += 1
    free[part.parent] -= 1
    if on_one_disk:
        check()
    else:
        with pytest.raises(WrongState, match=r"in the folder of backups, .* with --to or"):
            check()


def test_a_backup_without_room_leaves_nothing(played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda place: SimpleNamespace(free=1_000))
    monkeypatch.setattr(engines, "dump", pytest.fail)
    with pytest.raises(CommandError, match=r"A backup may need \d+ MB in TMPDIR, .*, and 0 MB are free there"):
        ran("backup", "--to", tmp_path / "small")
    assert list((tmp_path / "small").iterdir()) == []


def test_a_dump_is_no_larger_than_was_reckoned(played: Town, tmp_path: Path) -> None:
    content = random.randbytes(3_000_000)
    WaitingFile.objects.create(
        league=played.league, user=played.secretary, token="t", name="n", data=content, size=len(content),
        expires_at=NOW,
    )  # fmt: skip
    engines.dump(tmp_path / "dump")
    assert 3_000_000 < (tmp_path / "dump").stat().st_size <= engines.largest_dump()


def test_a_folder_that_takes_nothing_is_told(played: Town, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        ran("backup", "--to", tmp_path / "a file")


def test_backups_of_the_newest_days_are_kept_and_nothing_else_is_removed(played: Town, tmp_path: Path) -> None:
    (tmp_path / "muggins-notes.txt").touch()
    for hours in (0, 24, 26, 48):
        back_up(tmp_path, now=NOW + dt.timedelta(hours=hours), environment={})
    written = back_up(tmp_path, now=NOW + dt.timedelta(hours=72), environment={}, keep=3)
    assert [*written.removed] == ["muggins-20261103T120000Z.zip"]
    assert len(list(tmp_path.glob("*.zip"))) == 4
    assert (tmp_path / "muggins-notes.txt").exists()
    with pytest.raises(WrongState, match="is there already"):
        back_up(tmp_path, now=NOW + dt.timedelta(hours=72), environment={})
    with pytest.raises(WrongState, match="at least one day"):
        back_up(tmp_path, now=NOW + dt.timedelta(hours=73), environment={}, keep=0)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite needs no program: MUGGINS_TEST_ON=services")
def test_programs_older_than_the_server_or_missing_are_told(
    played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_server_major", lambda: 99)
    with pytest.raises(CommandError, match=r"and the server is 99, which they cannot read. Install postgresql-client"):
        ran("backup", "--to", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=r"pg_dump is not there. Install postgresql-client-99"):
        ran("backup", "--to", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_there_is_nothing_to_back_up_in_an_empty_database(elsewhere: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is nothing to back up"):
        ran("backup", "--to", tmp_path / "none")
    assert list((tmp_path / "none").iterdir()) == []


def test_a_backup_says_the_version_of_the_project() -> None:
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text())
    assert project["project"]["version"] == settings.VERSION


# Each night


@pytest.fixture
def nightly(played: Town, tmp_path: Path, settings: Any) -> Path:
    settings.BACKUPS, settings.NIGHTLY_BACKUPS = str(tmp_path / "nightly"), 2
    return tmp_path / "nightly"


def at(day: int, hour: int) -> str:
    return backup.back_up_nightly(now=dt.datetime(2026, 11, day, hour, tzinfo=dt.UTC), environment={})


def test_a_worker_backs_up_once_a_night_and_keeps_so_many_days(nightly: Path) -> None:
    assert at(3, 2) == "made muggins-20261103T020000Z.zip"
    assert at(3, 4) == "made muggins-20261103T040000Z.zip"
    assert [at(3, 5), at(4, 2)] == ["made already"] * 2
    assert [at(4, 3), at(5, 3)] == [f"made muggins-2026110{day}T030000Z.zip" for day in (4, 5)]
    assert sorted(path.name[8:16] for path in nightly.iterdir()) == ["20261104", "20261105"]
    tasks.back_up_nightly()
    assert Heartbeat.objects.get(job="nightly").told.startswith("made muggins-")


def test_nothing_is_backed_up_by_itself_unless_the_settings_say_so(nightly: Path, settings: Any) -> None:
    settings.NIGHTLY_BACKUPS = 0
    tasks.back_up_nightly()
    assert Heartbeat.objects.get(job="nightly").told == "not asked for"
    assert not nightly.exists()


def test_one_worker_does_it_and_a_fault_is_tried_again(nightly: Path, settings: Any) -> None:
    Heartbeat.objects.create(job=backup.BEGUN, ran_at=dt.datetime(2026, 11, 3, 3, tzinfo=dt.UTC))
    assert at(3, 8) == "under way"
    assert at(3, 10) == "made muggins-20261103T100000Z.zip"
    settings.BACKUPS = str(nightly / "muggins-20261103T100000Z.zip")
    with pytest.raises(WrongState, match="cannot be written"):
        at(4, 4)
    settings.BACKUPS = str(nightly)
    assert at(4, 5) == "made muggins-20261104T050000Z.zip"


def test_a_file_that_may_not_grow_leaves_nothing(played: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a quota, or a disk that fills up: on the way, or at the end."""
    # Python would keep half of a module that it compiles meanwhile, for every later run.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in (4_096, 200_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
        try:
            with pytest.raises(CommandError):
                ran("backup", "--to", tmp_path / "small")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert list((tmp_path / "small").iterdir()) == []
