"""The settings of gunicorn in the embedded mode: one worker process, which also does the work that recurs."""

from typing import Any

from config.embedded import Embedded

workers = 1
worker_class = "gthread"
threads = 8
loglevel = "warning"
control_socket_disable = True
logger_class = "config.gunicorn_logger.RedactingLogger"

_running: list[Embedded] = []


def post_worker_init(worker: Any) -> None:
    """The process that serves has loaded the site: it may begin to work."""
    _running.append(Embedded())
    _running[0].start()


def worker_exit(server: Any, worker: Any) -> None:
    """It is told to go."""
    while _running:
        _running.pop().stop()
