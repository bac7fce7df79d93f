"""Backups beyond this machine: a folder of any storage that rclone reaches, such as S3, WebDAV or SFTP.

rclone is a program of its own, and its configuration (`rclone config`, `RCLONE_CONFIG`) holds keys and passwords.
"""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from league.errors import WrongState

PREFIX = "rclone:"
# A storage that is away is told of within a minute; a slow one may take its time.
OPTIONS = ("--ask-password=false", "--contimeout=15s", "--timeout=1m", "--retries=2", "--low-level-retries=3")
BLOCK = 1 << 20
TIME = re.compile(r"^\d{4}/\d\d/\d\d [\d:]{8} ")
CREDENTIALS = re.compile(r"//[^/@\s]+@")


class Remote:
    """A folder of rclone's, `remote:path`."""

    def __init__(self, address: str) -> None:
        self.folder = address.removeprefix(PREFIX).rstrip("/")
        # What stands after a comma or quoted may be a key.
        self.name = PREFIX + (self.folder if "," not in self.folder else "…")
        if ":" not in self.folder or self.folder.startswith("-"):
            raise WrongState(f"“{self.name}” is no folder of rclone's. Write rclone:remote:folder.")

    def __str__(self) -> str:
        return self.name

    def files(self) -> dict[str, int]:
        """Size of each file by its name; none where the folder is not there yet."""
        try:
            rows = json.loads(self._run("lsjson", self.folder, flags=("--files-only", "--no-modtime", "--no-mimetype")))
        except _NoFolder:
            return {}
        return {str(row["Name"]): int(row["Size"]) for row in rows}

    def upload(self, file: Path) -> None:
        """Store a file; it gets its name once it was read back and found equal. Else nothing of it is left."""
        part = f".{file.name}.part"
        try:
            self._run("copyto", str(file), self._path(part))
            with file.open("rb") as source:
                if hashlib.file_digest(source, "sha256").hexdigest() != self._sum(part):
                    raise WrongState(f"What {self} gives back is not what was stored. Nothing of it is left there.")
            self._run("moveto", self._path(part), self._path(file.name))
            if self.files().get(file.name) != file.stat().st_size:
                raise WrongState(f"{file.name} is not in {self}, though it was stored. Look at that storage.")
        except BaseException:
            with suppress(WrongState):
                self.remove(part)
            raise

    def download(self, name: str, to: Path) -> None:
        self._run("copyto", self._path(name), str(to))

    def remove(self, name: str) -> None:
        self._run("deletefile", self._path(name))

    def _path(self, name: str) -> str:
        return f"{self.folder}{'' if self.folder.endswith(':') else '/'}{name}"

    def _sum(self, name: str) -> str:
        found = hashlib.sha256()
        with subprocess.Popen(  # noqa: S603 - rclone
            [_program(), "cat", *OPTIONS, "--", self._path(name)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as running:
            assert running.stdout is not None  # noqa: S101 - for the type checker
            while block := running.stdout.read(BLOCK):
                found.update(block)
        return found.hexdigest() if running.returncode == 0 else ""

    def _run(self, what: str, *paths: str, flags: Sequence[str] = ()) -> str:
        done = subprocess.run(  # noqa: S603 - rclone
            [_program(), what, *OPTIONS, *flags, "--", *paths],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode == 3:
            raise _NoFolder(f"{self} is not there.")
        if done.returncode:
            raise WrongState(f"{self} cannot be used: {self._reason(done.stderr)}")
        return done.stdout

    def _reason(self, text: str) -> str:
        """The last thing that rclone said, without what may be a key."""
        lines = text.strip().splitlines() or ["rclone said nothing"]
        line = next(filter(TIME.match, reversed(lines)), lines[-1]).replace(self.folder, self.name)
        return f"{CREDENTIALS.sub('//', TIME.sub('', line)).strip().rstrip('.')}."


class _NoFolder(WrongState):
    pass


def _program() -> str:
    program = shutil.which("rclone")
    if program is None:
        raise WrongState("rclone is not there. Install it, or back up into a folder.")
    return program
