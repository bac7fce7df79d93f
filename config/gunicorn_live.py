"""The settings of gunicorn for the process that streams live scores (bin/live): one event loop for all who follow."""

import logging
from typing import Any

from config.settings.base import LIVE_FOLLOWERS

workers = 1
worker_class = "asgi"
worker_connections = LIVE_FOLLOWERS + 100
loglevel = "warning"
control_socket_disable = True
logger_class = "config.gunicorn_logger.RedactingLogger"
# Those who follow are sent away at once; they come back to the next process.
graceful_timeout = 5
# On a machine that is busy with other things the first pages are made slowly; that is no reason to be killed.
timeout = 120


def post_worker_init(worker: Any) -> None:
    """Let the stream know when its process is told to go: it would go on for ever."""
    worker.asgi.hub.alive = lambda: worker.alive
    # The site has set its own levels meanwhile; that it listens is no news.
    logging.getLogger("gunicorn.error").setLevel(logging.WARNING)
