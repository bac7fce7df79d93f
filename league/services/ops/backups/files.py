"""The file of a backup: a zip of the database, a manifest and the sums of both, encrypted with age where asked.

`SHA256SUMS` is the last member, as `sha256sum --check` reads it: a file without Muggins can be checked too.
"""

import errno
import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import pyrage

from league.errors import WrongState

FORMAT = 1
MANIFEST, SUMS, SECRETS = "manifest.json", "SHA256SUMS", "settings.json"
AGE = b"age-encryption.org/v1"
ZIP = b"PK\x03\x04"
BLOCK = 1 << 20
LARGEST_MANIFEST = 64 << 20
"""One of a hundred thousand leagues is smaller."""


class BadBackup(WrongState):
    """The file is no backup that can be used here."""

    code = "bad-backup"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        version: of Muggins.
        engine: "postgresql" or "sqlite".
        server: the database's version; `tool` that of pg_dump, 0 with SQLite.
        taken_at: ISO, UTC.
        migrations: the last one applied, by app.
        counts: rows, by table.
        journals: number and hash of the last entry, by league.
        left_out: names of the settings that are not in it.
        settings: names of those that are.
    """

    version: str
    engine: str
    server: str
    tool: int
    taken_at: str
    migrations: Mapping[str, str]
    counts: Mapping[str, int]
    journals: Mapping[str, Sequence[Any]]
    left_out: Sequence[str] = ()
    settings: Sequence[str] = ()
    format: int = field(default=FORMAT)

    @property
    def member(self) -> str:
        return member_of(self.engine)

    def to_json(self) -> bytes:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False).encode() + b"\n"


def member_of(engine: str) -> str:
    """Name of the database's file within a backup."""
    return "database.sqlite3" if engine == "sqlite" else "database.dump"


def pack(to: Path, manifest: Manifest, database: Path, secrets: bytes = b"") -> None:
    """Write a backup and sync it to the disk."""
    sums: list[str] = []
    with to.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
            for name, content in [(MANIFEST, manifest.to_json())] + ([(SECRETS, secrets)] if secrets else []):
                out.writestr(name, content)
                sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
            entry = zipfile.ZipInfo.from_file(database, manifest.member)
            # pg_dump's custom format is compressed.
            entry.compress_type = zipfile.ZIP_DEFLATED if manifest.engine == "sqlite" else zipfile.ZIP_STORED
            with database.open("rb") as source, out.open(entry, "w", force_zip64=True) as member:
                sums.append(f"{_copy(source, member)}  {manifest.member}\n")
            out.writestr(SUMS, "".join(sums))
        file.flush()
        os.fsync(file.fileno())


def unpack(file: Path, into: Path, *, name: str = "") -> tuple[Manifest, Path]:
    """Write the database of a backup to a folder, every member held against its sum; return the manifest and the path.

    Raise BadBackup for what is no backup, damaged, or written by a later Muggins. `name`: what to call the file.
    """
    name = name or file.name
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if MANIFEST not in names:
                raise BadBackup(f"{name} is not a backup of Muggins: it holds no {MANIFEST}.")
            if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
                raise BadBackup(f"{name} is not a backup of Muggins: its {MANIFEST} is too large.")
            content = archive.read(MANIFEST)
            manifest = _manifest(content, name)
            found = {MANIFEST: hashlib.sha256(content).hexdigest()}
            if SECRETS in names:
                (into / SECRETS).touch(mode=0o600)
                with archive.open(SECRETS) as member, (into / SECRETS).open("wb") as out:
                    found[SECRETS] = _copy(member, out)
            database = into / manifest.member
            with archive.open(manifest.member) as member, database.open("xb") as out:
                found[manifest.member] = _copy(member, out)
            told = archive.read(SUMS).decode()
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, UnicodeError) as wrong:
        raise BadBackup(f"{name} is damaged or cut short. Use another backup.") from wrong
    if sorted(told.splitlines()) != sorted(f"{digest}  {member}" for member, digest in found.items()):
        raise BadBackup(f"{name} is damaged: its parts do not match their sums. Use another backup.")
    return manifest, database


def _manifest(content: bytes, name: str) -> Manifest:
    try:
        given = json.loads(content)
        if given.get("format", 0) > FORMAT:
            raise BadBackup(
                f"{name} was written by a newer Muggins ({given.get('version', 'unknown')}). "
                "Restore it with that version."
            )
        return Manifest(**given)
    except (ValueError, TypeError, AttributeError) as wrong:
        raise BadBackup(f"{name} is damaged: its {MANIFEST} cannot be read. Use another backup.") from wrong


def kind_of(file: Path) -> str:
    """Return "age" or "zip"; raise BadBackup for anything else."""
    try:
        with file.open("rb") as opened:
            begin = opened.read(len(AGE))
    except OSError as refused:
        raise BadBackup(f"{file} cannot be read: {refused.strerror}.") from refused
    if not begin:
        raise BadBackup(f"{file.name} is empty.")
    if begin != AGE and not begin.startswith(ZIP):
        raise BadBackup(f"{file.name} is not a backup of Muggins.")
    return "age" if begin == AGE else "zip"


def recipients_of(keys: Iterable[str]) -> list[Any]:
    """Return the recipients of age's public keys, `age1…`."""
    found = []
    for key in keys:
        try:
            found.append(pyrage.x25519.Recipient.from_str(key.strip()))
        except pyrage.RecipientError as wrong:
            raise WrongState(
                f"“{key}” is not a public key of age. It begins with age1; age-keygen makes one."
            ) from wrong
    return found


def identities_of(file: Path) -> list[Any]:
    """Return the secret keys in a file that age-keygen wrote."""
    try:
        lines = [line.strip() for line in file.read_text().splitlines()]
        found = [pyrage.x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except OSError as refused:
        raise WrongState(f"{file} cannot be read: {refused.strerror}.") from refused
    except (pyrage.IdentityError, UnicodeError) as wrong:
        raise WrongState(f"{file} holds no secret key of age. Each line begins with AGE-SECRET-KEY-1.") from wrong
    if not found:
        raise WrongState(f"{file} holds no secret key of age.")
    return found


def encrypt(source: Path, to: Path, recipients: Sequence[Any]) -> None:
    """Encrypt a file, and read back what was written.

    Nobody here has the recipients' secret keys. It is read back by a key that is made for that and forgotten.
    """
    once = pyrage.x25519.Identity.generate()
    with source.open("rb") as plain, to.open("wb") as out:
        try:
            pyrage.encrypt_io(plain, out, [*recipients, once.to_public()])
        except pyrage.EncryptError as error:
            # The disk's own error, as a text.
            raise OSError(errno.ENOSPC if "No space left" in str(error) else errno.EIO, str(error)) from error
        out.flush()
        os.fsync(out.fileno())
    back = _Digest()
    with to.open("rb") as written:
        pyrage.decrypt_io(written, back, [once])
    with source.open("rb") as plain:
        if hashlib.file_digest(plain, "sha256").hexdigest() != back.hexdigest():
            raise BadBackup(f"{to.name} was not written as it should be. Try again, or another disk.")


def decrypt(file: Path, to: Path, identities: Sequence[Any]) -> None:
    """Decrypt a backup; raise BadBackup where no key fits or it is damaged."""
    with file.open("rb") as source, to.open("xb") as out:
        try:
            pyrage.decrypt_io(source, out, identities)
        except pyrage.DecryptError as wrong:
            if "matching keys" in str(wrong):
                raise BadBackup(f"{file.name} was encrypted for another key. Name the file of that key.") from wrong
            raise BadBackup(f"{file.name} is damaged or cut short. Use another backup.") from wrong
        except OSError as wrong:
            # age's own has no number; the disk's has.
            if wrong.errno is not None:
                raise
            raise BadBackup(f"{file.name} is damaged or cut short. Use another backup.") from wrong


class _Digest:
    """A file that only adds up what is written to it."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._sum.update(data)
        return len(data)

    def flush(self) -> None:
        pass

    def hexdigest(self) -> str:
        return self._sum.hexdigest()


def _copy(source: IO[bytes], to: IO[bytes]) -> str:
    """Copy; return the sum of what was copied."""
    digest = hashlib.sha256()
    while block := source.read(BLOCK):
        digest.update(block)
        to.write(block)
    return digest.hexdigest()
