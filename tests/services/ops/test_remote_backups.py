"""Backups in a storage of rclone's, here WebDAV, served on this machine by rclone itself."""

import datetime as dt
import os
import resource
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from league.services.ops.backups import engines, remote
from league.services.ops.backups.remote import Remote
from league.services.ops.doctor import Examination, Level, machine
from tests.factories import Town
from tests.services.ops.test_backups import elsewhere_of, key
from tests.stage import free_port, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rclone")]
ROOT = Path(__file__).resolve().parents[3]
DAV = "rclone:dav:league/backups"


def ran(*args: object) -> str:
    out = StringIO()
    call_command(*map(str, args), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture(scope="session")
def folder_of_rclone() -> str:
    found = subprocess.run([ROOT / "bin/deploy-tools", "rclone"], capture_output=True, text=True, check=True)
    return str(Path(found.stdout.strip()).parent)


@pytest.fixture
def rclone(folder_of_rclone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}{folder_of_rclone}")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def served(folder: Path, monkeypatch: pytest.MonkeyPatch, limit: int = resource.RLIM_INFINITY) -> Iterator[None]:
    """A storage called `dav`, each of whose files has at most so many bytes."""
    port = free_port()
    monkeypatch.setenv("RCLONE_CONFIG", "/dev/null")
    for name, value in (("TYPE", "webdav"), ("URL", f"http://127.0.0.1:{port}"), ("VENDOR", "other")):
        monkeypatch.setenv(f"RCLONE_CONFIG_DAV_{name}", value)

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    server = subprocess.Popen(
        ["rclone", "serve", "webdav", str(folder), "--addr", f"127.0.0.1:{port}", "--dir-cache-time", "0s"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=confine,
    )
    try:
        wait_for(lambda: listens(port), within=20, what="rclone serve webdav")
        yield
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "storage"
    folder.mkdir()
    with served(folder, monkeypatch):
        yield folder


def names(storage: Path) -> list[str]:
    return sorted(path.name for path in storage.rglob("*") if path.is_file())


def test_a_backup_is_stored_read_back_and_restored(town: Town, storage: Path, tmp_path: Path) -> None:
    public, secret = key(tmp_path, "key")
    told = ran("backup", "--to", DAV, "--recipient", public)
    [name] = names(storage)
    assert (told.startswith(f"{name}: "), "not encrypted" in told) == (True, False)
    with elsewhere_of(tmp_path):
        with pytest.raises(CommandError, match=r"is encrypted. Name the file"):
            ran("restore", f"{DAV}/{name}")
        assert engines.is_empty()
        assert "Restored: " in ran("restore", f"{DAV}/{name}", "--identity", secret)
    (storage / "league/backups" / name).write_bytes(b"age-encryption.org/v1\n")
    (tmp_path / "other").mkdir()
    with elsewhere_of(tmp_path / "other"):
        with pytest.raises(CommandError, match="is damaged or cut short"):
            ran("restore", f"{DAV}/{name}", "--identity", secret)
        with pytest.raises(CommandError, match="rclone:dav:league/backups"):
            ran("restore", f"{DAV}/muggins-20200101T000000Z.zip")
        with pytest.raises(CommandError, match="This names no backup"):
            ran("restore", f"{DAV}/../../etc/passwd")
        assert engines.is_empty()


def test_old_ones_are_removed_there_and_nothing_else(town: Town, storage: Path) -> None:
    folder = storage / "league/backups"
    folder.mkdir(parents=True)
    kept = ["muggins-notes.txt", "other-20200101T000000Z.zip", "muggins-20200103T000000Z.zip.age"]
    for name in ("muggins-20200101T000000Z.zip", "muggins-20200102T000000Z.zip", *kept):
        (folder / name).touch()
    told = ran("backup", "--to", f"{DAV}/", "--keep", "2")
    assert "It is not encrypted: whoever may read there reads all of it." in told
    assert told.splitlines()[-2:] == ["Removed muggins-20200101T000000Z.zip.", "Removed muggins-20200102T000000Z.zip."]
    [new] = [name for name in names(storage) if name not in kept]
    assert new in told


def test_a_storage_that_is_full_keeps_no_part(town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    with served(folder, monkeypatch, limit=4096), pytest.raises(CommandError, match=f"{DAV} cannot be used: "):
        ran("backup", "--to", DAV)
    assert [path.stat().st_size for path in folder.rglob("*") if path.is_file()] == []


def test_what_is_read_back_otherwise_is_not_kept(town: Town, storage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Remote._run

    def flip(self: Remote, what: str, *paths: str, **options: tuple[str, ...]) -> str:
        told = run(self, what, *paths, **options)
        if what == "copyto":
            [stored] = storage.rglob(".*.part")
            content = bytearray(stored.read_bytes())
            content[100] ^= 1
            stored.write_bytes(content)
        return told

    monkeypatch.setattr(Remote, "_run", flip)
    with pytest.raises(CommandError, match=f"What {DAV} gives back is not what was stored"):
        ran("backup", "--to", DAV)
    assert names(storage) == []


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("rclone:none:x", "didn't find section in config file"),
        ("rclone:folder", "is no folder of rclone's"),
        ("rclone:--config=x:y", "is no folder of rclone's"),
        ("rclone::webdav,url='http://127.0.0.1:1',pass=hunter2:x", r"^rclone:… cannot be used: "),
    ],
)
def test_an_address_that_cannot_be_used_is_told_without_its_keys(town: Town, storage: Path, to: str, why: str) -> None:
    with pytest.raises(CommandError, match=why) as refused:
        ran("backup", "--to", to)
    assert "hunter2" not in str(refused.value)


def test_without_rclone_it_is_named(town: Town, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(remote.shutil, "which", lambda name: None)
    with pytest.raises(CommandError, match=r"rclone is not there. Install it"):
        ran("backup", "--to", DAV)


def test_the_doctor_looks_there(
    storage: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, now: dt.datetime
) -> None:
    monkeypatch.setenv("MUGGINS_BACKUPS", DAV)
    settings.BACKUPS = DAV

    def found() -> tuple[Level, str]:
        [finding] = machine.check_backups(Examination(now))
        return finding.level, finding.message

    assert found() == (Level.WRONG, f"There is no backup in {DAV}.")
    folder = storage / "league/backups"
    folder.mkdir(parents=True)
    (folder / f"muggins-{now:%Y%m%d}T020000Z.zip").touch()
    assert found() == (Level.OK, f"The newest backup, muggins-{now:%Y%m%d}T020000Z.zip, is 10 hours old.")
    settings.BACKUPS = "rclone:none:x"
    assert found()[0] == Level.WRONG
