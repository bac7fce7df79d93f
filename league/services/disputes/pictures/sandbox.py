"""Decode a picture in a process of its own, with limits, that may die and affects nobody but its sender.

Each picture starts a new process (`subprocess`, never a fork of this one with its threads and connections), so the same
code serves gunicorn, Celery and the embedded process. Its output is checked like a stranger's upload.
"""

import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore, Timer
from typing import IO, cast

import structlog

from league.rules.picture_headers import PictureHeader, PictureKind, read_picture_header
from league.services.disputes.pictures import decoder

log = structlog.get_logger(__name__)

# Wall clock: a busy machine gives ten seconds of its processor more slowly.
SECONDS = 20.0
# How many pictures one web process has decoded at a time, and how long the next one waits for its turn.
AT_ONCE = 2
PATIENCE = 5.0
_COMMAND = (sys.executable, "-I", str(Path(decoder.__file__).resolve()))
_turns = BoundedSemaphore(AT_ONCE)


class NotDecoded(Exception):
    """The picture could not be decoded: it is damaged, or the decoder died of it."""


class Busy(Exception):
    """Too many pictures are being decoded, or the machine can start no process."""


def decode(sent: bytes, header: PictureHeader, *, longest: int) -> tuple[bytes, PictureHeader]:
    """Return a picture as a plain JPEG, upright and with at most `longest` pixels a side, and its header.

    Raises:
        NotDecoded: no picture, or it took more memory or time than any photograph does.
        Busy: nothing was done; it may be tried again.
    """
    if not _turns.acquire(timeout=PATIENCE):
        raise Busy
    try:
        status, written = _run((str(header.width), str(header.height), str(longest)), sent)
    except OSError as error:
        # No process could be started: the machine is short of memory or of processes.
        log.warning("picture_decoder_not_started", error=type(error).__name__)
        raise Busy from error
    finally:
        _turns.release()
    if status == 0:
        found = read_picture_header(written)
        if isinstance(found, PictureHeader) and found.kind is PictureKind.BASELINE and _fits(found, longest):
            return written, found
    if status != decoder.DAMAGED:
        # A signal, a limit, or an answer that is none: the operator's to know. The picture itself is nobody's.
        log.warning("picture_decoder_failed", status=status, kind=header.kind.value, pixels=header.pixels)
    raise NotDecoded


def _fits(found: PictureHeader, longest: int) -> bool:
    return max(found.width, found.height) <= longest


def _run(arguments: tuple[str, ...], sent: bytes) -> tuple[int, bytes]:
    """Run the decoder; return its exit status (minus the signal that ended it) and at most `LARGEST_OUTPUT` bytes."""
    with subprocess.Popen(  # noqa: S603 - our own program, with numbers for arguments
        (*_COMMAND, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # Neither the site's secrets nor its folder.
        env={},
        cwd="/",
    ) as process:
        end = Timer(SECONDS, process.kill)
        end.daemon = True
        end.start()
        try:
            # It reads all before it writes anything, so this can be done one after the other.
            _feed(cast(IO[bytes], process.stdin), sent)
            written = cast(IO[bytes], process.stdout).read(decoder.LARGEST_OUTPUT + 1)
            if len(written) > decoder.LARGEST_OUTPUT:
                process.kill()
            return process.wait(), written
        finally:
            process.kill()
            end.cancel()


def _feed(into: IO[bytes], sent: bytes) -> None:
    try:
        into.write(sent)
        into.close()
    except BrokenPipeError:
        # It died before it had read all; its status says so.
        return
