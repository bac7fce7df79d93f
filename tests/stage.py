"""A stage for whole processes: those of production on the tests' own database, and servers that may be killed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import redis
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
SERVER = os.environ.get("MUGGINS_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")


def wait_for(true: Callable[[], Any], *, within: float, what: str) -> Any:
    """Return what `true` returns once that is truthy; raise an AssertionError naming it if it takes too long."""
    end = time.monotonic() + within
    while not (found := true()):
        assert time.monotonic() < end, f"not within {within:.0f} s: {what}"
        time.sleep(0.05)
    return found


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Process:
    """A process and all it starts, as one group that can be told to go or killed."""

    name: str
    log: Path
    popen: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Kill it and its children as a machine that loses power does."""
        os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()

    def told_to_go(self, *, within: float) -> int:
        """Send SIGTERM to the process alone, as an init system or Docker does, and return its exit code."""
        self.popen.terminate()
        return self.popen.wait(within)

    def children(self) -> set[int]:
        """The processes that it has started and that still run, by number."""
        return {int(pid) for pid in Path(f"/proc/{self.popen.pid}/task/{self.popen.pid}/children").read_text().split()}

    @contextmanager
    def reloading(self) -> Iterator[None]:
        """Send SIGHUP; when what is done meanwhile is done, as many new workers must be there, and the old must go."""
        old = self.children()
        self.popen.send_signal(signal.SIGHUP)
        yield
        wait_for(
            lambda: len(now := self.children()) >= len(old) and not now & old,
            within=60,
            what=f"{self.name} lets the old go: {self.log_text()}",
        )

    def log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


@dataclass
class Stage:
    """Starts processes with one environment, and ends them all when it is left."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    running: list[Process] = field(default_factory=list)

    def start(self, name: str, *command: str, sockets: Sequence[int] = ()) -> Process:
        """Start a command from the project's folder; what it prints goes to a log of its name."""
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("MUGGINS_", "DJANGO_", "PYTEST_"))}
        log = self.folder / f"{name}.log"
        with log.open("ab") as out:
            popen = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**kept, **self.environment},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=sockets,
            )
        process = Process(name, log, popen)
        self.running.append(process)
        return process

    def redis(self, port: int) -> Process:
        """A redis-server of its own that keeps what it holds in the stage's folder."""
        path = shutil.which("redis-server")
        assert path is not None, "redis-server is wanted (on Debian: apt-get install redis-server)"
        keep = ("--dir", str(self.folder), "--appendonly", "yes", "--save", "")
        process = self.start("redis", path, "--bind", "127.0.0.1", "--port", str(port), *keep)
        client = redis.Redis(port=port)

        def is_up() -> bool:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

        wait_for(is_up, within=15, what="redis-server answers")
        client.close()
        return process

    def mail_server(self, *options: str) -> "MailServer":
        """A `tests.catcher` with these options."""
        port, into = free_port(), self.folder / "mail.jsonl"
        self.start("mail", sys.executable, "-m", "tests.catcher", str(port), str(into), *options)
        wait_for(lambda: answers(port), within=15, what="the mail server listens")
        return MailServer(port, into)

    def collect_static(self) -> None:
        """Collect the static files for production, once for all tests of a run: it takes seconds to compress them."""
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        told = ROOT / "var" / "test-collected"
        with told.with_suffix(".lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if told.exists() and told.read_text() == run:
                return
            collecting = self.start("collectstatic", sys.executable, "manage.py", "collectstatic", "--noinput")
            assert collecting.popen.wait(60) == 0, collecting.log_text()
            told.write_text(run)

    def close(self) -> None:
        for process in reversed(self.running):
            if process.popen.poll() is None:
                process.kill()


@dataclass(frozen=True, slots=True)
class MailServer:
    """The stage's mail server, and what arrived there."""

    port: int
    into: Path

    def mails(self) -> list[dict[str, Any]]:
        """Return every mail it was sent, in order: `id`, `to`, `refused`, and `mail` unless refused."""
        lines = self.into.read_text().splitlines() if self.into.exists() else []
        return [json.loads(line) for line in lines]


@contextmanager
def stage(folder: Path, **environment: str) -> Iterator[Stage]:
    """A stage whose processes are gone when it is left."""
    found = Stage(folder, environment)
    try:
        yield found
    finally:
        found.close()


def production(*, redis_url: str, mail_port: int) -> dict[str, str]:
    """The environment of an installation in production, on the database that the tests have now."""
    database = urlunsplit(urlsplit(SERVER)._replace(path=f"/{connection.settings_dict['NAME']}"))
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "MUGGINS_SECRET_KEY": "a-key-of-more-than-fifty-characters-with-some-variety-0123456789",
        "MUGGINS_HOSTS": "league.example",
        "MUGGINS_BASE_URL": "https://league.example",
        "MUGGINS_DATABASE_URL": database,
        "MUGGINS_REDIS_URL": redis_url,
        "MUGGINS_EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "MUGGINS_FROM_EMAIL": "League <league@league.example>",
    }


def streams(house: Stage, *, redis_url: str = "", hosts: str = "127.0.0.1") -> tuple[Process, int]:
    """Start the process that streams live scores, on the database that the tests have now; return it and its port."""
    port = free_port()
    if connection.vendor == "sqlite":
        house.environment |= {
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "MUGGINS_SQLITE": str(connection.settings_dict["NAME"]),
            "MUGGINS_LIVE_PORT": str(port),
        }
    else:
        house.environment |= production(redis_url=redis_url, mail_port=1) | {"MUGGINS_HOSTS": hosts}
    process = house.start("live", "bin/live", "--bind", f"127.0.0.1:{port}")

    def is_up() -> bool:
        try:
            with urlopen(
                Request(f"http://127.0.0.1:{port}/health/live/", headers={"Host": hosts}), timeout=5
            ) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    # It listens before it has loaded the site.
    wait_for(is_up, within=90, what=f"the stream answers: {process.log_text()}")
    return process, port
