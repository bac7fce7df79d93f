"""The settings of gunicorn in the embedded mode: one worker process, which also does the work that recurs. Beside it a
process streams live scores, on a port of its own (`MUGGINS_LIVE_PORT`).
"""

import os
import subprocess
import sys
from typing import Any

from config.embedded import Embedded

workers = 1
worker_class = "config.gunicorn_worker.Worker"
threads = 8
loglevel = "warning"
control_socket_disable = True
logger_class = "config.gunicorn_logger.RedactingLogger"

_running: list[Embedded] = []
_streaming: list[subprocess.Popen[bytes]] = []
STOP_WITHIN = 4.0


def when_ready(server: Any) -> None:
    """Start the process that streams live scores."""
    port = os.environ.get("MUGGINS_LIVE_PORT", "")
    if port.isdecimal():
        bind = f"{os.environ.get('MUGGINS_BIND', '127.0.0.1')}:{port}"
        gunicorn = [sys.executable, "-m", "gunicorn", "config.asgi:application"]
        _streaming.append(subprocess.Popen([*gunicorn, "--config", "config/gunicorn_live.py", "--bind", bind]))  # noqa: S603


def on_exit(server: Any) -> None:
    """Let it go with this one."""
    while _streaming:
        streaming = _streaming.pop()
        streaming.terminate()
        try:
            streaming.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            streaming.kill()


def post_worker_init(worker: Any) -> None:
    """The process that serves has loaded the site: it may begin to work."""
    _running.append(Embedded())
    _running[0].start()


def worker_exit(server: Any, worker: Any) -> None:
    """It is told to go."""
    while _running:
        _running.pop().stop()
