"""Programs of ours that open strangers' files, each in a process of its own: it has limits, and it may die.

The process is started anew for each file (`subprocess`, never a fork of this one with its threads and connections), so
the same code serves gunicorn's threads, a Celery worker and the embedded process. Whoever runs one looks at what it
writes as if a stranger had sent it: a program that was taken over is a stranger.

This module, of the standard library alone, is also what the process starts with: it takes rights away, then runs the
program.

Usage: python -I sandbox.py MEMORY CPU_SECONDS LARGEST_OUTPUT PROGRAM ARGUMENTS...
"""

import resource
import runpy
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from threading import BoundedSemaphore, Timer
from typing import IO, cast

# How many of one program a web process runs at a time.
AT_ONCE = 2


class Busy(Exception):
    """As many files are being read as may be, or the machine can start no process for another."""


@dataclass(slots=True)
class Sandbox:
    """A program, and what it may take.

    Attributes:
        memory, largest_output: bytes.
        cpu_seconds: of the processor.
        seconds: on the clock, since a busy machine gives its processor more slowly.
        patience: seconds for which the next file waits for its turn.
    """

    program: Path
    memory: int
    largest_output: int
    cpu_seconds: int
    seconds: float
    patience: float
    turns: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(AT_ONCE))

    def run(self, *arguments: str, sent: bytes) -> tuple[int, bytes]:
        """Return the program's exit status (minus the signal that ended it) and at most `largest_output` + 1 bytes.

        Raises:
            Busy: nothing was done; it may be tried again.
        """
        if not self.turns.acquire(timeout=self.patience):
            raise Busy
        try:
            return self._run(arguments, sent)
        except OSError as error:
            # No process could be started: the machine is short of memory or of processes.
            raise Busy from error
        finally:
            self.turns.release()

    def _run(self, arguments: tuple[str, ...], sent: bytes) -> tuple[int, bytes]:
        limits = map(str, (self.memory, self.cpu_seconds, self.largest_output))
        with subprocess.Popen(  # noqa: S603 - our own program
            (sys.executable, "-I", __file__, *limits, str(self.program), *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Neither the site's secrets nor its folder.
            env={},
            cwd="/",
        ) as process:
            end = Timer(self.seconds, process.kill)
            end.daemon = True
            end.start()
            try:
                # It reads all before it writes anything, so this can be done one after the other.
                _feed(cast(IO[bytes], process.stdin), sent)
                written = _read(cast(IO[bytes], process.stdout), self.largest_output + 1)
                if len(written) > self.largest_output:
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


def _read(out: IO[bytes], most: int) -> bytes:
    """Return what is written, up to so many bytes; no more room is taken for it than it needs."""
    chunks, size = [], 0
    while size < most and (chunk := out.read(min(1024 * 1024, most - size))):
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)


def limit_resources(memory: int, cpu_seconds: int, largest_output: int) -> None:
    """Take the most memory, time and output from this process, and the right to start others or leave a core file."""
    limits = {
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: largest_output,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 32,
    }
    # macOS knows this limit and lets nobody set it.
    if sys.platform != "darwin":
        limits[resource.RLIMIT_AS] = memory
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    limit_resources(*map(int, sys.argv[1:4]))
    sys.argv = sys.argv[4:]
    runpy.run_path(sys.argv[0], run_name="__main__")
