"""gunicorn with a reload (SIGHUP) that keeps serving, and with workers that share what they have loaded.

Its own reload sends the workers away at once, so that nobody takes a connection while the new ones load, and with
`--preload` it loads nothing anew. Here the process runs its program again in place: under the number that systemd
knows, with the same sockets and with its workers, who serve until new ones do. With `--preload` these are forked from
the site once it is loaded and has made its first pages.
"""

import fcntl
import gc
import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Any

from gunicorn import systemd
from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.arbiter import Arbiter

MEMORY = Path("/dev/shm")  # noqa: S108 - the folder within is made by mkdtemp
FOLDERS = "muggins-metrics-"
METRICS = "PROMETHEUS_MULTIPROC_DIR"
WORKERS_OF_BEFORE = "MUGGINS_WORKERS_OF_BEFORE"
BEYOND_OURS = 100
"""A number that no socket of ours has: those of before are moved out of the way first."""


class WorkerOfBefore:
    """A worker that the program before this one started. It serves until it is told to go; its heart is not heard."""

    age, aborted = 0, False

    def __init__(self, pid: int) -> None:
        self.pid, self.tmp = pid, self

    def last_update(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        pass


def _is_serving(worker: Any) -> bool:
    """Whether its loop runs: then its heartbeat file has the monotonic clock, and first the time of day."""
    return bool(worker.tmp.last_update() <= time.monotonic())


class GradualArbiter(Arbiter):
    """The process that starts workers and ends them, which never ends one for another that does not serve yet."""

    def __init__(self, app: Any) -> None:
        # What the arbiter would load before it listens is loaded in `start`.
        self._preload = app.cfg.preload_app
        app.cfg.set("preload_app", False)
        super().__init__(app)
        # What SIGUSR2 starts anew: as it was started, with -m.
        self.START_CTX["args"] = sys.orig_argv
        self._told_to = os.environ.pop("NOTIFY_SOCKET", "")
        of_before = os.environ.pop(WORKERS_OF_BEFORE, "")
        self.WORKERS |= {pid: WorkerOfBefore(pid) for pid in map(int, of_before.split())}

    def start(self) -> None:
        """Listen, load the site, and start as many workers as there should be beside those of before."""
        super().start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, self.SIGNALS)
        of_before = len(self.WORKERS)
        try:
            if self._preload:
                self._load()
        except Exception:
            if not of_before:
                raise
            self.log.exception("The site cannot be loaded: the workers of before serve on.")
        else:
            for _ in range(self.num_workers if of_before else 0):
                self.spawn_worker()
        self.manage_workers()
        self._notify("READY=1")

    def _load(self) -> None:
        application = self.app.wsgi()
        from config.warm_up import warm_up

        warm_up(application)
        gc.collect()
        # The collector of a worker would write to every object that is shared, and so copy it.
        gc.freeze()

    def handle_hup(self) -> None:
        """Run the program again in this process, which keeps its number, its sockets and its workers."""
        self.log.info("Loading anew: %s", self.master_name)
        self._notify(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")
        # None of these ends the program before it listens to them again.
        signal.pthread_sigmask(signal.SIG_BLOCK, self.SIGNALS)
        environment = self.cfg.env_orig.copy()
        environment[WORKERS_OF_BEFORE] = " ".join(map(str, self.WORKERS))
        environment[METRICS] = os.environ[METRICS]
        # The sockets are handed over as systemd would.
        moved = [fcntl.fcntl(listener.fileno(), fcntl.F_DUPFD, BEYOND_OURS) for listener in self.LISTENERS]
        for number, socket in enumerate(moved, start=systemd.SD_LISTEN_FDS_START):
            os.dup2(socket, number)
            os.close(socket)
        environment |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(moved))}
        os.chdir(self.START_CTX["cwd"])
        os.execvpe(self.START_CTX[0], self.START_CTX["args"], environment)  # noqa: S606 - as it was started

    def _notify(self, state: str) -> None:
        """Tell systemd, where it has started this: not that it listens, but that it serves."""
        if self._told_to:
            os.environ["NOTIFY_SOCKET"] = self._told_to
            systemd.sd_notify(state, self.log, unset_environment=True)

    def manage_workers(self) -> None:
        """Wait for the newest workers, for as long as one may be silent, before the superfluous oldest are ended."""
        deadline = time.monotonic() + (self.timeout or 30)
        while len(self.WORKERS) > self.num_workers and time.monotonic() < deadline:
            newest = sorted(self.WORKERS.values(), key=lambda worker: worker.age)[-self.num_workers :]
            if all(_is_serving(worker) for worker in newest):
                break
            time.sleep(0.1)
            self.reap_workers()
        super().manage_workers()


def _remove_left(inside: Path) -> None:
    """Remove the folders of servers that were killed: nobody holds them."""
    for folder in inside.glob(f"{FOLDERS}*"):
        with suppress(OSError):
            held = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(held)


class Server(WSGIApplication):
    """gunicorn's command line with that arbiter."""

    def run(self) -> None:
        # Of this server and all its workers. In memory: who writes to a file that the disk has no room for is killed.
        folder = os.environ.get(METRICS) if WORKERS_OF_BEFORE in os.environ else None
        inside = MEMORY if os.access(MEMORY, os.W_OK) else Path(gettempdir())
        _remove_left(inside)
        folder = folder or mkdtemp(prefix=FOLDERS, dir=inside)
        # Held for as long as this process or a worker of it lives, and together with those of before.
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)
        master, os.environ[METRICS] = os.getpid(), folder
        # SIGUSR2 starts another server, of which neither is.
        for name in (METRICS, WORKERS_OF_BEFORE):
            self.cfg.env_orig.pop(name, None)
        try:
            GradualArbiter(self).run()
        except RuntimeError as error:
            sys.exit(f"Error: {error}")
        finally:
            # A worker leaves through here too.
            if os.getpid() == master:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    Server("%(prog)s [OPTIONS] [APP_MODULE]").run()
